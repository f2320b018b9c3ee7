// One order on two devices: what one has done, the other shows, without a cookie or storage in common.
import { expect } from "@playwright/test";
import { Buyer, cards } from "./buyer.ts";
import { playwrightWindow } from "./playwright-window.ts";
import { runAddresses } from "./run-addresses.ts";
import { test } from "./test.ts";

const addresses = runAddresses();
const approvedInPart = "4761340000001108";

for (const [card, end, seen] of [
  [cards.approved, "approved", "Paid"],
  [approvedInPart, "unknown", "Payment under review"],
] as const) {
  test(`an order that is ${end} on one device is ${end} on the other, and cannot be paid there`, async ({
    page,
    browser,
  }) => {
    const order = `D${Math.random().toString(36).slice(2, 9)}`;
    const address = `${addresses.bareShop}/?order=${order}&mode=popup`;
    const buyer = new Buyer(playwrightWindow(page), addresses, addresses.bareShop);
    await buyer.window.open(address);
    await buyer.enterCard(card, await buyer.openBank("Pay by card"));
    await buyer.window.see("[part=message]", seen);
    const other = await browser.newContext();
    try {
      const device = await other.newPage();
      await device.goto(address);
      await playwrightWindow(device).see("[part=message]", seen);
      await expect(device.locator("ventanilla-pay").locator("button").first()).toBeHidden();
    } finally {
      await other.close();
    }
    expect(await buyer.sessionsOf(order)).toHaveLength(1);
  });
}
