// A page of the shop's own gives the tag an order that another program has signed.
import { createHmac } from "node:crypto";
import { expect } from "@playwright/test";
import { cards, contact, type LinkShop, startLinkShop } from "../links/shop.ts";
import { test } from "./test.ts";

const secret = "a secret of the shop's, of more than 32 bytes";
const clock = { now: () => Date.now(), move() {} };

let shop: LinkShop;
test.beforeAll(async () => {
  shop = await startLinkShop({ clock, orderKeys: [secret], router: { background: true } });
});
test.afterAll(() => shop.close());

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
function tokenOf(order: string): string {
  const iat = Math.floor(Date.now() / 1000);
  const what = { order, amount: "2950.00", currency: "DOP", description: "Bizcocho".repeat(20), iat, exp: iat + 3600 };
  const input = `${part({ alg: "HS256" })}.${part({ ...what, ...contact })}`;
  return `${input}.${createHmac("sha256", secret).update(input).digest("base64url")}`;
}

test("a signed order is paid by its tag, and is still paid when the page is opened again", async ({ page }) => {
  const token = tokenOf("F-1001");
  await page.route(`${shop.origin}/checkout`, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<!doctype html><html lang="es"><title>Pagar</title>
<script type="module" src="/payments/element.js"></script><ventanilla-pay endpoint="/payments" order="${token}"></ventanilla-pay>`,
    }),
  );
  await page.goto(`${shop.origin}/checkout`);
  const opened = page.waitForEvent("popup");
  await page.locator("[part=button]").click();
  const bank = await opened;
  await bank.locator("#number").fill(cards.approved);
  await bank.locator("#expiry").fill("11/49");
  await bank.locator("#cvv").fill("123");
  await bank.locator("button[value=pay]").click();
  await expect(page.locator("ventanilla-pay")).toContainText("El banco confirmó su pago");
  await page.reload();
  await expect(page.locator("ventanilla-pay")).toContainText("El banco confirmó su pago");
  const { paid, attempts } = await shop.payments.findOrder("F-1001");
  expect([paid, attempts.length]).toEqual([true, 1]);
});
