// Faults on the way to the bank, as a buyer sees them: of the shop, of its settings, and of the page around it.
import { expect } from "@playwright/test";
import { blockedRedirect, comesBackFromBlockedRedirect, paysAfterBlockedRedirect } from "./blocked-redirect.ts";
import { Buyer } from "./buyer.ts";
import { playwrightWindow } from "./playwright-window.ts";
import { runAddresses } from "./run-addresses.ts";
import { test } from "./test.ts";

const addresses = runAddresses();
const { bareShop } = addresses;

test(blockedRedirect.goesOn, async ({ page }) => {
  await paysAfterBlockedRedirect(new Buyer(playwrightWindow(page), addresses, addresses.nearShop));
});

test(blockedRedirect.goesBack, async ({ page, browserName }) => {
  await comesBackFromBlockedRedirect(new Buyer(playwrightWindow(page), addresses, bareShop), browserName === "firefox");
});

test("in a frame of another site, a form without the tag asks for the whole window and pays there", async ({
  page,
}) => {
  await page.goto(`${addresses.staticShop}/?order=F-1&mode=modal`);
  await page.evaluate(
    (src) => document.body.append(Object.assign(document.createElement("iframe"), { src })),
    bareShop,
  );
  const order = `F${Math.random().toString(36).slice(2, 9)}`;
  const frame = page.frameLocator("iframe");
  await frame.locator("h1").evaluate((heading, name) => {
    const form = document.createElement("form");
    Object.assign(form, { method: "post", action: "/payments/attempts" });
    form.append(Object.assign(document.createElement("input"), { name: "order", value: name }));
    form.append(Object.assign(document.createElement("input"), { name: "lang", value: "en" }));
    heading.append(form);
    form.submit();
  }, order);
  await frame.locator("button", { hasText: "Continue to the bank's page" }).click();
  const buyer = new Buyer(playwrightWindow(page), addresses, bareShop);
  await buyer.window.see("#number");
  expect(await buyer.sessionsOf(order)).toHaveLength(1);
});

// An order id of more than 20 bytes is one that the shop knows and the bank does not take.
for (const where of ["bareShop", "staticShop"] as const) {
  test(`a fault of the shop ends in both windows with a true sentence, of a page ${where === "bareShop" ? "beside its router" : "elsewhere"}`, async ({
    page,
  }) => {
    const buyer = new Buyer(playwrightWindow(page), addresses, addresses[where]);
    await buyer.window.open(`${buyer.shop}/?order=too-long-for-the-bank-${Date.now()}&mode=popup`);
    await buyer.pay("Pay by card");
    const window = await buyer.window.popup();
    await window.see("h1", "The store could not prepare the payment");
    await window.see("p", "not charged");
    await buyer.window.see("li", "failed");
    await buyer.window.see("[role=status]", "not charged");
    await expect(page.locator("[role=status]")).not.toContainText("did not answer");
    await window.see("a", /Back to the/);
  });
}

test("a fault of the shop is told also when the buyer has closed the window at once", async ({ page }) => {
  const buyer = new Buyer(playwrightWindow(page), addresses, bareShop);
  await buyer.window.open(`${bareShop}/?order=too-long-for-the-bank-${Date.now()}&mode=popup`);
  await buyer.pay("Pay by card");
  const window = await buyer.window.popup();
  await window.close();
  await buyer.window.see("li", "failed");
  await buyer.window.see("[role=status]", "not charged");
});
