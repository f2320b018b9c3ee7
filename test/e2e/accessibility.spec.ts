import { expect, type Page } from "@playwright/test";
import { violations, violationsInBothSchemes } from "./axe.ts";
import { Buyer, cards } from "./buyer.ts";
import { playwrightWindow } from "./playwright-window.ts";
import { runAddresses } from "./run-addresses.ts";
import { test } from "./test.ts";

/** Looks at a page as it is now, in light and in dark colors; the failure names the rule and the elements. */
async function isAccessible(page: Page): Promise<void> {
  expect(await violationsInBothSchemes(page), page.url()).toEqual([]);
}

/** The same for a page that runs no scripts, where axe could not run either: looks at a copy of it. */
async function isAccessibleAsCopy(page: Page): Promise<void> {
  const copy = await page.context().newPage();
  await copy.setContent((await page.content()).replace(/<script.*?<\/script>/s, ""));
  await isAccessible(copy);
  await copy.close();
}

test("axe finds nothing on the shop's pages", async ({ page }) => {
  const buyer = new Buyer(playwrightWindow(page), runAddresses());
  await page.goto(`${buyer.shop}/`);
  await page.locator("#larimar button").click();
  await isAccessible(page);
  await page.goto(`${buyer.shop}/cart`);
  await isAccessible(page);
  const order = await buyer.order({ mode: "redirect" });
  await page.locator("summary").click();
  await isAccessible(page);
  await buyer.window.click("button", "En cuotas");
  await buyer.window.see("button", "Pagar en cuotas");
  await isAccessible(page);
  await buyer.window.click("button", "De una vez");
  await buyer.pay("Pagar RD$");
  await buyer.enterCard(cards.approved);
  await buyer.seesReceipt(order);
  await isAccessible(page);
  await page.goto(`${buyer.shop}/orders`);
  await isAccessible(page);
  await page.goto(`${buyer.shop}/no-such-page`);
  await isAccessible(page);
});

test("axe finds nothing in the playground, in both languages and with any theme, and 360 px are wide enough", async ({
  page,
}) => {
  const { shop } = runAddresses();
  await page.setViewportSize({ width: 360, height: 800 });
  for (const language of ["es", "en"]) {
    await page.goto(`${shop}/playground?lang=${language}&required=on&mode=modal`);
    await page.locator("summary", { hasText: "JSON" }).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await isAccessible(page);
  }
  for (const theme of ["larimar", "ambar", "cacao", "noche"]) {
    await page.click(`[data-preset="${theme}"]`);
    expect(await violations(page, "#shop"), theme).toEqual([]);
  }
});

test("axe finds nothing on the bank's page and in a checkout that was declined", async ({ page }) => {
  const buyer = new Buyer(playwrightWindow(page), runAddresses());
  const order = await buyer.order({ mode: "redirect" });
  await buyer.pay();
  await buyer.window.see("#number");
  await isAccessible(page);
  await buyer.enterCard("4111111111111111");
  await buyer.window.see("#number-error");
  await isAccessible(page);
  await buyer.enterCard(cards.noFunds);
  await buyer.window.arrive(`/checkout/${order}`);
  await buyer.window.see("[role=status]", "fondos");
  await isAccessible(page);
  await page.goto(`${buyer.shop}/orders`);
  await isAccessible(page);
});

test("axe finds nothing on the router's launch, relay and error pages", async ({ page }) => {
  // Without scripts they stay to be looked at, instead of going on at once.
  const { withoutScripts, withoutBank } = new Buyer(playwrightWindow(page), runAddresses());
  const { window } = withoutScripts;
  await withoutScripts.order();
  await withoutScripts.pay();
  await window.see("button", "Continuar a la página del banco");
  await isAccessibleAsCopy(page);
  await window.click("button", "Continuar");
  await withoutScripts.enterCard(cards.approved);
  await window.click("button", "Continuar");
  await window.see("h1", "Pago aprobado");
  await isAccessibleAsCopy(page);
  await withoutBank.order({ mode: "redirect" });
  await withoutBank.pay();
  await window.see("h1", "No se pudo abrir la página del banco");
  await isAccessible(page);
});
