// A merchant without a site charges by a link: their buyer's telephone, from the link to the receipt.
import { expect, type Page } from "@playwright/test";
import { cake, cards, type LinkShop, startLinkShop } from "../links/shop.ts";
import { sendForm } from "./scenes/links.ts";
import { test } from "./test.ts";
import { withoutScripts } from "./without-scripts.ts";

const clock = { now: () => Date.now(), move() {} };
const storefront = {
  name: "Dulces y Bizcochos de Ana María del Rosario",
  color: "#b3261e",
  contact: { href: "https://wa.me/18095550123", label: "WhatsApp 809 555 0123" },
};
const telephone = { width: 390, height: 844 };

let shop: LinkShop;
let plainShop: LinkShop;
test.beforeAll(async () => {
  shop = await startLinkShop({ clock, storefront, router: { background: true } });
  plainShop = await startLinkShop({ clock, storefront, router: { background: true }, front: withoutScripts });
});
test.afterAll(async () => {
  await shop.close();
  await plainShop.close();
});

async function enterCard(bank: Page): Promise<void> {
  await bank.locator("#number").fill(cards.approved);
  await bank.locator("#expiry").fill("11/49");
  await bank.locator("#cvv").fill("123");
  await bank.locator("button[value=pay]").click();
}

test("a buyer opens a link on a telephone, pays, and sees the receipt", async ({ page }) => {
  await page.setViewportSize(telephone);
  const { url, code } = await shop.pay.create(cake);
  await page.goto(`${url}?lang=es`);
  await sendForm(page);
  const opened = page.waitForEvent("popup");
  // The tag's own button: the one inside it is for browsers without JavaScript.
  await page.locator("[part=button]", { hasText: "Pagar RD$ 2,950.00" }).click();
  await enterCard(await opened);
  await page.getByRole("link", { name: "Ver el recibo" }).click();
  await expect(page.getByRole("main")).toContainText("RD$ 2,950.00");
  await expect(page.getByRole("main")).toContainText(`${code.slice(0, 5)}-${code.slice(5)}`);
  expect((await shop.pay.find(code))?.paid.count).toBe(1);
});

test("without JavaScript, too", async ({ page }) => {
  await page.setViewportSize(telephone);
  const { url, code } = await plainShop.pay.create(cake);
  await page.goto(`${url}?lang=es`);
  await sendForm(page);
  await page.locator("ventanilla-pay button").click();
  await page.getByRole("button", { name: "Continuar al banco" }).click();
  await enterCard(page);
  await page.getByRole("link", { name: "Volver al comercio" }).click();
  await page.getByRole("link", { name: "Ver el recibo" }).click();
  await expect(page.getByRole("main")).toContainText(`${code.slice(0, 5)}-${code.slice(5)}`);
});
