/**
 * Visits every page of the built documentation site in Chromium, from 360 to 1600 px: nothing is wider than the window,
 * nothing fails, nothing is asked of another server. Then axe in both schemes, the search and the menu of languages. Run
 * it with `npm run docs test`, which builds the site first.
 */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import express from "express";
import { contributing, sections } from "../docs/.vitepress/pages.ts";
import { find } from "../tools/browsers.mjs";
import { violations } from "./e2e/axe.ts";
import { listen } from "./listen.ts";

const site = join(import.meta.dirname, "../docs/.vitepress/dist");
const widths = [360, 768, 1280, 1440, 1600];
const pages = sections.flatMap((section) => section.pages);
const paths = [
  "/",
  "/es/",
  ...pages.flatMap(({ en, es }) => [`/${en}.html`, `/es/${es}.html`]),
  ...contributing.map(({ en }) => `/${en}.html`),
];

const app = express();
app.use(express.static(site));
const server = createServer(app);
const origin = `http://127.0.0.1:${await listen(server)}`;

/** A page of the site, whose faults go into the list. */
async function openPage(browser: Browser, faults: string[]): Promise<Page> {
  const page = await browser.newPage();
  const tell = (what: string) => faults.push(`${new URL(page.url()).pathname}: ${what}`);
  page.on("pageerror", ({ message }) => tell(message));
  page.on("console", (line) => line.type() === "error" && tell(line.text()));
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith("data:")) tell(`asks ${request.url()}`);
  });
  return page;
}

/** Links to a place of a page, where the page has no such place. */
async function lostAnchors(browser: Browser): Promise<string[]> {
  const page = await openPage(browser, []);
  const places = new Map<string, Set<string>>();
  const links: { from: string; path: string; anchor: string }[] = [];
  for (const path of paths) {
    await page.goto(origin + path);
    const found = await page.evaluate(() => ({
      ids: [...document.querySelectorAll("[id]")].map(({ id }) => id),
      links: [...document.querySelectorAll<HTMLAnchorElement>("main a[href*='#']")].map(({ href }) => href),
    }));
    places.set(path, new Set(found.ids));
    for (const link of found.links) {
      const { origin: there, pathname, hash } = new URL(link);
      if (there === origin) links.push({ from: path, path: pathname, anchor: decodeURIComponent(hash.slice(1)) });
    }
  }
  await page.close();
  assert.ok(links.length > 200, `${links.length} links`);
  return links
    .filter(({ path, anchor }) => !places.get(path)?.has(anchor))
    .map(({ from, path, anchor }) => `${from}: ${path} has no #${anchor}`);
}

async function visitAll(browser: Browser): Promise<string[]> {
  const faults: string[] = [];
  const page = await openPage(browser, faults);
  for (const path of paths) {
    await page.goto(origin + path, { waitUntil: "networkidle" });
    if ((await page.locator("h1, .VPHero").count()) === 0) faults.push(`${path}: no heading`);
    if (
      (await page
        .locator("main p")
        .filter({ hasText: /^\s*\|/ })
        .count()) > 0
    )
      faults.push(`${path}: a row of no table`);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      const cut = await page
        .locator(".VPNavBarAppearance:visible")
        .evaluateAll((all) => all.some((one) => one.getBoundingClientRect().right > innerWidth));
      if (cut) faults.push(`${path}: the bar at the top is cut at ${width} px`);
      if (wider > 0) faults.push(`${path}: ${wider} px wider than ${width} px`);
    }
  }
  await page.close();
  return faults;
}

/** VitePress's own: the name of its search button, its folding groups, its home page without a `main`. */
const ofTheTheme = /^(?:label-content-name-mismatch|nested-interactive):/;

/** What axe finds, in both schemes. */
async function obstacles(browser: Browser): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await browser.newPage({ colorScheme, viewport: { width: 1280, height: 900 } });
    for (const path of ["/es/", "/reference/element.html", "/guide/element.html", "/es/problemas.html"]) {
      await page.goto(origin + path, { waitUntil: "networkidle" });
      const ours = (await violations(page)).filter((violation) => !ofTheTheme.test(violation));
      found.push(...ours.map((violation) => `${path}, ${colorScheme}: ${violation}`));
    }
    await page.close();
  }
  return found;
}

async function searches(browser: Browser, home: string, button: string, words: string, target: RegExp): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(origin + home);
  await page.getByRole("button", { name: button }).first().click();
  await page.locator("#localsearch-input").fill(words);
  const first = page.locator(".VPLocalSearchBox .result").first();
  await first.waitFor();
  const href = (await first.getAttribute("href")) ?? "";
  assert.equal(href.startsWith("/es/"), home === "/es/");
  assert.match(href, target, words);
  await page.close();
}

async function changesLanguage(browser: Browser): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  for (const { en, es } of pages) {
    await page.goto(`${origin}/${en}.html`);
    const link = page.locator(".VPNavBarTranslations a");
    assert.equal(await link.getAttribute("href"), `/es/${es}.html`);
  }
  await page.close();
}

const executablePath = find("chromium");
const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
try {
  assert.deepEqual(await visitAll(browser), []);
  assert.deepEqual(await lostAnchors(browser), []);
  assert.deepEqual(await obstacles(browser), []);
  for (const [words, target] of Object.entries({
    "trust proxy": /./,
    webhook: /\/reference\/glossary/,
    mysql: /\/guide\/stores/,
    prisma: /\/guide\/own-database/,
    docker: /\/guide\/docker/,
    windows: /\/guide\/windows/,
    php: /\/guide\/(?:payment-links|other-servers)/,
    receipt: /\/guide\/payment-links/,
    refund: /\/guide\/rest/,
  })) {
    await searches(browser, "/", "Search", words, target);
  }
  for (const [words, target] of Object.entries({
    anulacion: /./,
    reembolso: /\/referencia\/glosario/,
    reverso: /\/referencia\/glosario/,
    webhook: /\/referencia\/glosario/,
    mysql: /\/guias\/almacenes/,
    php: /\/guias\/(?:enlaces-de-pago|otros-servidores)/,
  })) {
    await searches(browser, "/es/", "Buscar", words, target);
  }
  await changesLanguage(browser);
  console.log(
    `${paths.length} pages at ${widths.join(", ")} px: no fault; axe finds nothing; search and languages work`,
  );
} finally {
  await browser.close();
  server.close();
}
