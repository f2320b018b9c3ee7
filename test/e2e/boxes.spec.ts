import { type CDPSession, expect, type Page } from "@playwright/test";
import { violations } from "./axe.ts";
import { test } from "./bank.ts";
import { boxFaults, boxFaultsAt } from "./boxes.ts";
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

/** A page whose window and letters change their size. */
class Sized {
  readonly page: Page;
  readonly #session: CDPSession;

  private constructor(page: Page, session: CDPSession) {
    this.page = page;
    this.#session = session;
  }

  static async of(page: Page): Promise<Sized> {
    return new Sized(page, await page.context().newCDPSession(page));
  }

  /**
   * The faults in a window of this width. Waits for no frame, which would be painted for nobody: pages answer to their
   * size by styles alone, and what asks for a box has it laid out. Not by `setViewportSize`, which takes three times as
   * long.
   */
  async faultsAt(width: number): Promise<string[]> {
    const size = { width, height: 900, deviceScaleFactor: 1, mobile: false };
    await this.#session.send("Emulation.setDeviceMetricsOverride", size);
    const faults = await boxFaultsAt(this.page, width);
    if (faults) return faults;
    // A page that is busy takes it a little later.
    await expect.poll(() => this.page.evaluate(() => innerWidth), { intervals: [10, 50] }).toBe(width);
    return boxFaults(this.page);
  }

  /** The size that a buyer chooses in the browser's settings: what is measured in `rem` answers, media queries too. */
  async setTextSize(standard: number): Promise<void> {
    await this.#session.send("Page.setFontSizes", { fontSizes: { standard, fixed: (standard * 13) / 16 } });
  }

  /** Gives the page its own sizes again. */
  async restore(): Promise<void> {
    await this.setTextSize(16);
    await this.#session.send("Emulation.clearDeviceMetricsOverride");
    await this.#session.detach();
    // Playwright sends a size only when it is another.
    await this.page.setViewportSize({ width: 1024, height: 768 });
  }
}

/** The faults of a page in windows of these widths, each with where it was seen. */
async function faultsAt(sized: Sized, sizes: readonly number[], what = ""): Promise<[string, string][]> {
  const found: [string, string][] = [];
  for (const width of sizes) {
    for (const fault of await sized.faultsAt(width)) found.push([fault, `${width} px${what}`]);
  }
  return found;
}

async function allFaults(page: Page): Promise<string[]> {
  const sized = await Sized.of(page);
  const found = await faultsAt(sized, widths);
  for (const [amount, sizes] of amounts) {
    if (await writeAmounts(page, amount)) found.push(...(await faultsAt(sized, sizes, `, ${amount}`)));
  }
  await sized.setTextSize(32);
  const large = ", text of twice the size";
  found.push(...(await faultsAt(sized, [1280], large)));
  // A million pesos in such letters is wider than the window.
  await writeAmounts(page, "420.00");
  found.push(...(await faultsAt(sized, [320], large)));
  await sized.restore();
  const first = new Map(found.toReversed());
  return [...first].map(([fault, where]) => `${where}: ${fault}`).toReversed();
}

for (const language of ["es", "en"] as const) {
  for (const { name, open } of scenes) {
    const isStaffs = counterScenes.some((scene) => scene.name === name);
    const also = isStaffs ? ", and axe finds nothing" : "";
    test(`no text is cut or overlapped${also}: ${name}, ${language}`, async ({ page, bank, browserName }) => {
      test.skip(browserName !== "chromium", "only Chromium's driver sets the size of letters");
      await page.emulateMedia({ reducedMotion: "reduce" });
      await open({ page, language, addresses: runAddresses(), bank });
      if (isStaffs) expect(await violations(page)).toEqual([]);
      expect(await allFaults(page)).toEqual([]);
    });
  }
}
