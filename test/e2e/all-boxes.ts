import { type CDPSession, expect, type Page } from "@playwright/test";
import { type Amount, boxFaultsAt } from "./boxes.ts";

const widths = [320, 360, 768, 820, 1280, 1600];
/** Beside those that the page has by itself: the largest at each width, the others where panels stand beside each other. */
const amountsAt = (width: number): Amount[] => [
  "its own",
  ...(width === 1280 ? ["16,680.00", "150,120.00"] : []),
  "9,999,999.99",
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
   * The faults in a window of this width, each with where it was seen. Waits for no frame, which would be painted for
   * nobody: pages answer to their size by styles alone, and what asks for a box has it laid out. What is painted all the
   * same is shown on a scale that makes it cheap and changes no box. Not by `setViewportSize`, which takes three times as
   * long.
   */
  async faultsAt(width: number, amounts: readonly Amount[], what = ""): Promise<[fault: string, where: string][]> {
    const size = { width, height: 900, deviceScaleFactor: 1, mobile: false, scale: 0.02 };
    await this.#session.send("Emulation.setDeviceMetricsOverride", size);
    const found = await boxFaultsAt(this.page, width, amounts);
    if (found) return found.map(([fault, amount]) => [fault, `${width} px, ${amount}${what}`]);
    // A page that is busy takes it a little later.
    await expect.poll(() => this.page.evaluate(() => innerWidth), { intervals: [10, 50] }).toBe(width);
    return this.faultsAt(width, amounts, what);
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

/**
 * What of a page's text cannot be read at any width, with any amount and with letters of twice the size, each with where
 * it was seen first. The page has its sizes again afterwards.
 */
export async function allBoxFaults(page: Page): Promise<string[]> {
  const sized = await Sized.of(page);
  const found: [string, string][] = [];
  for (const width of widths) found.push(...(await sized.faultsAt(width, amountsAt(width))));
  await sized.setTextSize(32);
  const large = ", text of twice the size";
  found.push(...(await sized.faultsAt(1280, ["9,999,999.99"], large)));
  // A million pesos in such letters is wider than the window.
  found.push(...(await sized.faultsAt(320, ["420.00"], large)));
  await sized.restore();
  const first = new Map(found.toReversed());
  return [...first].map(([fault, where]) => `${where}: ${fault}`).toReversed();
}
