import { expect, type Page } from "@playwright/test";
import { test } from "./bank.ts";
import { type Look, testScenes } from "./look.ts";
import { rewrite } from "./rewrite.ts";
import { runAddresses } from "./run-addresses.ts";
import { bankScenes, openSession, panelScenes } from "./scenes/bank.ts";

const looks: Look[] = [
  { name: "the bank's card page", language: "es", width: 320, colorScheme: "light" },
  { name: "the bank's card page", language: "en", width: 820, colorScheme: "dark" },
  { name: "the bank's card page with a wrong card", language: "es", width: 1280, colorScheme: "light" },
  { name: "the bank's plan page", language: "es", width: 360, colorScheme: "dark" },
  { name: "the bank's 3-D Secure page", language: "en", width: 320, colorScheme: "light" },
  { name: "the bank's slip, approved", language: "es", width: 1280, colorScheme: "dark" },
  { name: "the bank's slip, declined", language: "en", width: 320, colorScheme: "dark" },
  { name: "the bank's slip, approved in part", language: "es", width: 768, colorScheme: "light" },
  { name: "the bank's panel", language: "es", width: 320, colorScheme: "light" },
  { name: "the bank's panel", language: "en", width: 1280, colorScheme: "dark" },
  { name: "the bank's reference", language: "es", width: 820, colorScheme: "light" },
];

/** Writes the same in place of what no two banks have alike: codes, references and times. */
async function same(page: Page): Promise<void> {
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    for (const value of document.querySelectorAll(".receipt div:not(:first-child) dd")) value.textContent = "600000";
    for (const code of document.querySelectorAll("strong.otp")) code.textContent = "123456";
  });
  await rewrite(page, "\\d?\\d:\\d\\d:\\d\\d\\s[apAP]\\.?\\s?[mM]\\.?", "2:05:09 p. m.");
  await rewrite(page, "\\b[23]\\d:\\d\\d\\b", "29:59");
  await rewrite(page, "[\\d.]+ ms", "1.0 ms");
}

testScenes([...bankScenes, ...panelScenes], {
  looks,
  same,
  // Of the panel what stands below its clock; of the reference, whose tables are the contract's, the first window.
  shown(page, { name }) {
    if (name.endsWith("panel")) return page.locator("main");
    return name.endsWith("reference") ? "window" : "page";
  },
});

test("the button that pays is in sight on a small phone and in the element's window; what is folded can be read", async ({
  page,
  bank,
}) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await openSession({ page, language: "es", addresses: runAddresses(), bank }, "/authorize");
  const order = page.getByText("PEDIDO-2026-0000123");
  for (const [width, height] of [
    [320, 568],
    [480, 760],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(page.getByRole("button", { name: "Pagar RD$ 9,999,999.99" })).toBeInViewport({ ratio: 1 });
    await expect(order).toBeHidden();
  }
  await page.getByText("Detalles").click();
  await expect(order).toBeVisible();
  await page.getByText("Detalles").click();
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(order).toBeVisible();
  await expect(page.getByText("Detalles")).toBeHidden();
});
