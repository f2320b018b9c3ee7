import { expect, type Page } from "@playwright/test";
import { messages as french } from "../../examples/third-language/messages.ts";
import { texts as frenchTexts } from "../../examples/third-language/texts.ts";
import { en as elementEnglish } from "../../packages/element/src/messages/en.ts";
import { es as elementSpanish } from "../../packages/element/src/messages/es.ts";
import { en } from "../../packages/express/src/page/texts/en.ts";
import { es } from "../../packages/express/src/page/texts/es.ts";
import { Buyer, cards } from "./buyer.ts";
import { playwrightWindow } from "./playwright-window.ts";
import { inQuarter } from "./quarter.ts";
import { runAddresses } from "./run-addresses.ts";
import { test } from "./test.ts";

/** All sentences of a language, whatever groups them. */
function sentencesOf(texts: object): string[] {
  return Object.values(texts).flatMap((text: unknown) =>
    typeof text === "object" && text !== null ? sentencesOf(text) : [String(text)],
  );
}

const own = new Set([...sentencesOf(french), ...sentencesOf(frenchTexts)]);
const foreign = [elementSpanish, elementEnglish, es, en]
  .flatMap((texts) => sentencesOf(texts))
  // Single words may be the same in French.
  .filter((sentence) => sentence.length > 12 || (sentence.length > 2 && !own.has(sentence)));

interface Shown {
  path: string;
  lang: string;
  texts: string[];
}

/** Runs in every page before its own scripts: keeps each text that it ever shows, for the pages of its origin. */
function keepTexts(): void {
  const texts = new Set<string>();
  const key = `shown:${performance.timeOrigin}`;
  const observer = new MutationObserver(readAll);
  const watch = (root: Node) => observer.observe(root, { subtree: true, childList: true, characterData: true });
  function read(root: Node): void {
    for (const node of root.childNodes) {
      if (node instanceof Text) texts.add(node.data.trim());
      else if (node instanceof Element && !node.matches("head, script, style")) {
        if (node.shadowRoot) watch(node.shadowRoot);
        read(node.shadowRoot ?? node);
      }
    }
  }
  function readAll(): void {
    read(document);
    const { lang } = document.documentElement;
    localStorage.setItem(key, JSON.stringify({ path: location.pathname, lang, texts: [...texts] }));
  }
  watch(document);
}

/** What the pages of the shop and of its router have shown. */
const shownBy = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith("shown:"))
      .map(([, value]) => JSON.parse(String(value)) as Shown),
  );

const endings = {
  approved: { pay: cards.approved, sees: french.approved },
  declined: { pay: cards.noFunds, sees: frenchTexts.codes.funds },
  cancelled: { pay: undefined, sees: frenchTexts.outcome.cancelled.message },
  unknown: { fault: "!fgn", pay: cards.approved, sees: frenchTexts.outcome.unknown.message },
};

for (const [name, { pay, sees, ...more }] of inQuarter(Object.entries(endings))) {
  test(`a payment in French has no word of Spanish or English: ${name}`, async ({ browser }, { project }) => {
    const context = await browser.newContext();
    await context.addInitScript(keepTexts);
    const page = await context.newPage();
    const addresses = runAddresses();
    const origin = await (await fetch(addresses.examples)).text();
    const buyer = new Buyer(playwrightWindow(page), addresses, origin);
    const order = `${project.name.slice(0, 2)}-${name.slice(0, 4)}${"fault" in more ? more.fault : ""}`;
    await buyer.window.open(`${origin}/third-language/?order=${order}`);
    const bank = await buyer.openBank(french.idle);
    if (pay) await buyer.enterCard(pay, bank);
    else await bank.click("button[value=cancel]");
    await bank.gone();
    await buyer.window.see("ventanilla-pay", sees);
    const shown = await shownBy(page);
    const texts = shown.flatMap((each) => each.texts);
    for (const part of ["/third-language/", "/payments/"]) {
      const pages = shown.filter(({ path }) => path.startsWith(part));
      expect(new Set(pages.map(({ lang }) => lang))).toEqual(new Set(["fr"]));
    }
    expect(texts).toContain(frenchTexts.launch.title);
    const isForeign = (text: string) =>
      foreign.some((words) => text === words || (words.length > 12 && text.includes(words)));
    expect(texts.filter(isForeign)).toEqual([]);
    await context.close();
  });
}
