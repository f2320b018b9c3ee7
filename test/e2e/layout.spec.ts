import { expect, type Page } from "@playwright/test";
import type { VentanillaPay } from "@ventanilla/element";
import { element, gallery, shop, states } from "./gallery.ts";
import { test } from "./test.ts";

/** Every button that sticks out of its place, or whose words do; empty is good. */
const overflowing = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("ventanilla-pay")].flatMap(({ shadowRoot, order }) =>
      [...(shadowRoot?.querySelectorAll("button, [part=note]") ?? [])]
        .filter((part) => part.scrollWidth > part.clientWidth || part.getBoundingClientRect().right > innerWidth)
        .map(() => order),
    ),
  );

test("fits 320 pixels, and text of twice the size", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  await gallery(page, "es");
  expect(await overflowing(page)).toEqual([]);
  await page.addStyleTag({ content: ":root { font-size: 32px !important }" });
  expect(await overflowing(page)).toEqual([]);
  // Nothing to scroll to, beside a scrollbar that takes its place.
  const [content, place] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth, clientWidth];
  });
  expect(content).toBe(place);
});

test("is read from right to left where the page is", async ({ page }) => {
  await gallery(page, "en", { dir: "rtl" });
  const [icon, words] = await page.evaluate(() => {
    const note = document.querySelector("ventanilla-pay[order=declined]")?.shadowRoot?.querySelector("[part=note]");
    return [...(note?.children ?? [])].map((part) => part.getBoundingClientRect().left);
  });
  expect(icon).toBeGreaterThan(words as number);
});

test("a sentence on a right-to-left page ends with its full stop", async ({ page }) => {
  await gallery(page, "en", { dir: "rtl", shown: ["pending"] });
  const stops = await page.evaluate(() => {
    const root = document.querySelector("ventanilla-pay")?.shadowRoot;
    const range = document.createRange();
    const leftOf = (text: Text, at: number) => {
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getBoundingClientRect().left;
    };
    return ["[part=message] > strong", "[part=message] > span"].map((part) => {
      const text = [...(root?.querySelector(part)?.childNodes ?? [])].find((node) => node instanceof Text && node.data);
      if (!(text instanceof Text)) return "no text";
      const { length } = text.data;
      return leftOf(text, length - 1) > leftOf(text, length - 2) ? text.data.at(-1) : "before its sentence";
    });
  });
  expect(stops).toEqual([".", "."]);
});

test("keeps its outlines where the system chooses the colors", async ({ page, browserName }) => {
  test.skip(browserName !== "chromium", "only Chromium's forced colors can be switched on");
  await page.emulateMedia({ forcedColors: "active" });
  await gallery(page, "en");
  const widths = await page.evaluate(() => {
    const root = document.querySelector("ventanilla-pay[order=declined]")?.shadowRoot;
    return ["button", "[part=note]"].map((part) => {
      const { borderTopWidth, borderTopColor } = getComputedStyle(root?.querySelector(part) as Element);
      return `${borderTopWidth} ${borderTopColor}`;
    });
  });
  for (const border of widths) expect(border).toMatch(/^1px rgb\(/);
});

/** States in which there is nothing to press. */
const ended = /approved|unknown/;

test("has a name for every state, a status that is read out, and a button that the keyboard reaches", async ({
  page,
}) => {
  await gallery(page, "en");
  const names: Record<string, string> = {
    open: "Show the bank's page",
    pending: "Return to the bank's page",
    approved: "Paid",
    unknown: "Payment under review",
  };
  for (const state of states) {
    const pay = page.locator(`ventanilla-pay[order=${state}]`);
    const own = /idle|disabled|checking/.test(state) ? "Pay by card" : "Try again";
    const button = pay.getByRole("button", { name: names[state] ?? own, exact: true });
    await expect(button).toBeVisible({ visible: !ended.test(state) });
    if (ended.test(state)) await expect(pay.getByRole("status").locator("strong")).toHaveText(names[state] ?? "");
    await expect(pay.getByRole("status")).toHaveText(/idle|disabled/.test(state) ? "" : /\w+/);
  }
  await expect(page.getByRole("timer").first()).toHaveText("Time left to pay: 27:41");
  const reached: string[] = [];
  // At the bank there is the button that closes its window, too.
  const stops = states
    .filter((state) => state !== "disabled" && !ended.test(state))
    .flatMap((state) => (state === "open" ? [state, state] : state));
  for (let i = 0; i < stops.length; i++) {
    await page.keyboard.press("Tab");
    reached.push(
      await page.evaluate(() => {
        const at = document.activeElement as VentanillaPay;
        const { outlineStyle, outlineWidth } = getComputedStyle(at.shadowRoot?.activeElement as Element);
        return `${at.getAttribute("order")} ${outlineWidth} ${outlineStyle}`;
      }),
    );
  }
  expect(reached).toEqual(stops.map((state) => `${state} 3px solid`));
});

test("nothing on the page moves when the element arrives", async ({ page, browserName }) => {
  test.skip(browserName !== "chromium", "only Chromium tells of layout shifts");
  await page.route("**/*", (route) => route.fulfill({ contentType: "text/html", body: "<title>Shop</title>" }));
  await page.goto(`${shop}/`);
  await page.setContent(`<style>ventanilla-pay:not(:defined) { display: block; min-height: 3rem }</style>
    <p>before</p><ventanilla-pay order="A-1"></ventanilla-pay><p>after</p>`);
  await page.evaluate(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) document.title += ` ${(entry as unknown as { value: number }).value}`;
    }).observe({ type: "layout-shift", buffered: true });
  });
  const top = () => page.evaluate(() => document.querySelectorAll("p")[1]?.getBoundingClientRect().top);
  const painted = () =>
    page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
    );
  const before = await top();
  await painted();
  await page.evaluate(element);
  await expect(page.getByRole("button", { name: "Pagar con tarjeta" })).toBeVisible();
  await painted();
  expect(await top()).toBe(before);
  expect(await page.title()).not.toMatch(/\d/);
});
