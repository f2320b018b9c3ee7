import { expect, type Locator, type Page } from "@playwright/test";
import { violations } from "./axe.ts";
import type { Bank } from "./bank.ts";
import { expectGolden } from "./goldens.ts";
import { writeAmounts } from "./rewrite.ts";
import { runAddresses } from "./run-addresses.ts";
import { type Scene, sceneNamed } from "./scenes/scene.ts";
import { test } from "./test.ts";

/** A scene as its golden shows it. */
export interface Look {
  name: string;
  language: "es" | "en";
  width: number;
  colorScheme: "light" | "dark";
  /** What it shows in the place of each amount. Default: its own amounts. */
  amount?: string;
}

export const titleOf = ({ name, language, width, colorScheme }: Look): string =>
  `looks as designed, and axe finds nothing: ${name}, ${language}, ${width} px, ${colorScheme}`;

/** Comes to the scene of a look, in Chromium: the goldens are its own. */
export async function openLook(page: Page, bank: Bank, scenes: readonly Scene[], look: Look): Promise<void> {
  const { name, language, width, colorScheme, amount } = look;
  test.skip(page.context().browser()?.browserType().name() !== "chromium", "the goldens are Chromium's");
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await sceneNamed(scenes, name).open({ page, language, addresses: runAddresses(), bank });
  if (amount !== undefined) expect(await writeAmounts(page, amount)).toBe(true);
}

/** Axe finds nothing in the page, and what is shown looks like the golden that has the scene's name. */
export async function expectLook(page: Page, look: Look, shown?: "page" | "window" | Locator): Promise<void> {
  expect(await violations(page)).toEqual([]);
  const { name, width, language, colorScheme } = look;
  const subject = name.replaceAll(/^(?:the|a) (?:bank's )?|'s|[,:]/g, "").replaceAll(" ", "-");
  await expectGolden(page, `${subject}-${width}-${language}-${colorScheme}.png`, shown);
}
