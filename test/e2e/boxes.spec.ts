import { expect, type Page } from "@playwright/test";
import { test } from "./bank.ts";
import { boxFaults, resize } from "./boxes.ts";
import { writeAmounts } from "./rewrite.ts";
import { runAddresses } from "./run-addresses.ts";
import { bankScenes, panelScenes } from "./scenes/bank.ts";
import { counterScenes } from "./scenes/counter.ts";
import { playgroundScenes } from "./scenes/playground.ts";
import { routerScenes } from "./scenes/router.ts";
import { shopScenes } from "./scenes/shop.ts";
import { staffScenes } from "./scenes/staff.ts";

const scenes = [
  ...shopScenes,
  ...staffScenes,
  ...playgroundScenes,
  ...routerScenes,
  ...bankScenes,
  ...panelScenes,
  ...counterScenes,
];

const widths = [320, 360, 768, 820, 1280, 1600];
/** Beside those that the page has by itself: the largest at each width, the others where panels stand beside each other. */
const amounts: [string, readonly number[]][] = [
  ["16,680.00", [1280]],
  ["150,120.00", [1280]],
  ["9,999,999.99", widths],
];

/** The size that a buyer chooses in the browser's settings: what is measured in `rem` answers, media queries too. */
async function setTextSize(page: Page, standard: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Page.setFontSizes", { fontSizes: { standard, fixed: (standard * 13) / 16 } });
  await session.detach();
}

/** The faults of a page in windows of these widths, each with where it was seen. */
async function faultsAt(page: Page, sizes: readonly number[], what = ""): Promise<[string, string][]> {
  const found: [string, string][] = [];
  for (const width of sizes) {
    await resize(page, width);
    for (const fault of await boxFaults(page)) found.push([fault, `${width} px${what}`]);
  }
  return found;
}

async function allFaults(page: Page): Promise<string[]> {
  const found = await faultsAt(page, widths);
  for (const [amount, sizes] of amounts) {
    if (await writeAmounts(page, amount)) found.push(...(await faultsAt(page, sizes, `, ${amount}`)));
  }
  await setTextSize(page, 32);
  const large = ", text of twice the size";
  found.push(...(await faultsAt(page, [1280], large)));
  // A million pesos in such letters is wider than the window.
  await writeAmounts(page, "420.00");
  found.push(...(await faultsAt(page, [320], large)));
  await setTextSize(page, 16);
  const first = new Map(found.toReversed());
  return [...first].map(([fault, where]) => `${where}: ${fault}`).toReversed();
}

for (const language of ["es", "en"] as const) {
  for (const { name, open } of scenes) {
    test(`no text is cut or overlapped: ${name}, ${language}`, async ({ page, bank, browserName }) => {
      test.skip(browserName !== "chromium", "only Chromium's driver sets the size of letters");
      await page.emulateMedia({ reducedMotion: "reduce" });
      await open({ page, language, addresses: runAddresses(), bank });
      expect(await allFaults(page)).toEqual([]);
    });
  }
}
