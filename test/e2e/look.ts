import { expect, type Locator, type Page } from "@playwright/test";
import { allBoxFaults } from "./all-boxes.ts";
import { violations, violationsInBothSchemes, violationsOfCopy } from "./axe.ts";
import { test } from "./bank.ts";
import { expectGolden } from "./goldens.ts";
import { inQuarter } from "./quarter.ts";
import { writeAmounts } from "./rewrite.ts";
import { runAddresses } from "./run-addresses.ts";
import type { Scene, Stage } from "./scenes/scene.ts";

/** A scene as its golden shows it. */
export interface Look {
  name: string;
  language: Stage["language"];
  width: number;
  colorScheme: "light" | "dark";
  /** What it shows in the place of each amount. Default: what it shows already */
  amount?: string;
}

interface Looks {
  /** Those of one scene and language in the order in which they are taken: an amount that was written stays. */
  looks: readonly Look[];
  /** Writes the same in place of what is another each time. */
  same(page: Page): Promise<void>;
  /** What of the page a golden shows. Default: the whole page */
  shown?(page: Page, look: Look): "page" | "window" | Locator;
}

/** Those the pages are looked at in. `npm test` chooses one for a run; LOOKS=es and LOOKS=en do so, too. */
export const languages = (["es", "en"] as const).filter((each) => (process.env.LOOKS ?? each) === each);
if (languages.length === 0) throw new Error(`LOOKS is ${process.env.LOOKS}; it may be es or en`);

/**
 * A test for each scene of the run's quarter, which opens it once for both languages where it can be: no text is cut or overlapped, axe finds
 * nothing in light and in dark colors, and it is like its goldens. In Chromium alone: the goldens are its own, and only
 * its driver sets the size of letters.
 */
export function testScenes(scenes: readonly Scene[], shown?: Looks): void {
  const named = new Set(scenes.map(({ name }) => name));
  for (const { name } of shown?.looks ?? []) if (!named.has(name)) throw new Error(`no scene is named "${name}"`);
  for (const scene of inQuarter(scenes)) {
    const looks = shown?.looks.filter(({ name }) => name === scene.name) ?? [];
    const designed = looks.length > 0 ? "it looks as designed, " : "";
    const title = `${scene.name}, ${languages.join(" and ")}: ${designed}no text is cut or overlapped, axe finds nothing`;
    test(title, async ({ page, bank, browserName }) => {
      test.skip(browserName !== "chromium", "the goldens and the size of letters are Chromium's");
      await page.emulateMedia({ reducedMotion: "reduce" });
      for (const language of languages) {
        await comeTo(scene, { page, language, addresses: runAddresses(), bank });
        const found = await (scene.withoutScripts ? violationsOfCopy : violationsInBothSchemes)(page);
        expect.soft(found, language).toEqual([]);
        expect.soft(await allBoxFaults(page), language).toEqual([]);
        for (const look of looks) if (shown && look.language === language) await expectLook(page, look, shown);
      }
    });
  }
}

async function comeTo(scene: Scene, stage: Stage): Promise<void> {
  if (stage.language !== languages[0]) {
    if (scene.turn) return scene.turn(stage);
    await stage.page.context().clearCookies();
  }
  await scene.open(stage);
}

/** Axe finds nothing in the page, and what is shown looks like the golden that has the scene's name. */
async function expectLook(page: Page, look: Look, { same, shown }: Looks): Promise<void> {
  const { name, width, language, colorScheme, amount } = look;
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
  if (amount !== undefined) expect(await writeAmounts(page, amount)).toBe(true);
  await same(page);
  const title = `${language}, ${width} px, ${colorScheme}`;
  expect.soft(await violations(page), title).toEqual([]);
  const subject = name.replaceAll(/^(?:the|a) (?:bank's )?|'s|[,:]/g, "").replaceAll(" ", "-");
  await expectGolden(page, `${subject}-${width}-${language}-${colorScheme}.png`, shown?.(page, look));
  await page.emulateMedia({ colorScheme: null });
}
