import type { Page } from "@playwright/test";
import { type Look, testScenes } from "./look.ts";
import { rewrite } from "./rewrite.ts";
import { bankScenes, panelScenes } from "./scenes/bank.ts";

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
  await rewrite(page, "\\d\\d:\\d\\d:\\d\\d", "14:05:09");
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
