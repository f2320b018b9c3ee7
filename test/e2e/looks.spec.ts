import { expect } from "@playwright/test";
import type { VentanillaPay } from "@ventanilla/element";
import { violations } from "./axe.ts";
import { gallery } from "./gallery.ts";
import { expectGolden } from "./goldens.ts";
import { languages } from "./look.ts";
import { inQuarter } from "./quarter.ts";
import { test } from "./test.ts";

for (const lang of languages) {
  for (const colorScheme of inQuarter(["light", "dark"] as const)) {
    test(`every state looks as designed, and axe finds nothing: ${lang}, ${colorScheme}`, async ({ page }) => {
      await page.setViewportSize({ width: 1120, height: 800 });
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await gallery(page, lang);
      expect(await violations(page)).toEqual([]);
      await expectGolden(page, `${lang}-${colorScheme}.png`);
    });
  }
}

for (const colorScheme of inQuarter(["light", "dark"] as const)) {
  test(`the dialog looks as designed, and axe finds nothing: ${colorScheme}`, async ({ page }) => {
    await page.setViewportSize({ width: 640, height: 560 });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await gallery(page, "es", { shown: ["idle", "disabled", "approved", "declined"] });
    await page.evaluate(
      () => void document.querySelector<VentanillaPay>("ventanilla-pay[order=idle]")?.pay({ mode: "modal" }),
    );
    await expect(page.getByRole("dialog", { name: "Complete el pago en la página del banco." })).toBeVisible();
    await expect(page.getByRole("button", { name: "¿No la ve? Ábrala en otra ventana" })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await expectGolden(page, `dialog-${colorScheme}.png`, "window");
  });
}
