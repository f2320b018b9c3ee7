import { expect } from "@playwright/test";
import { Buyer, cards } from "./buyer.ts";
import { playwrightWindow } from "./playwright-window.ts";
import { runAddresses } from "./run-addresses.ts";
import { test } from "./test.ts";

test("an element that its route takes away while the bank's window is open: the promise tells the outcome", async ({
  page,
}, { project }) => {
  const addresses = runAddresses();
  const origin = await (await fetch(addresses.examples)).text();
  const buyer = new Buyer(playwrightWindow(page), addresses, origin);
  const order = `${project.name}-routes`;
  await buyer.window.open(`${origin}/routes/?order=${order}`);
  const bank = await buyer.openBank("Pay by card");
  // The page is covered while the bank's window is open: its links are not, for whoever goes back in the browser.
  await page.evaluate(() => {
    location.hash = "#shelf";
  });
  await expect(page.locator("ventanilla-pay")).toHaveCount(0);
  await buyer.enterCard(cards.approved, bank);
  await bank.gone();
  await buyer.window.see("#news", `Order ${order} is paid.`);
  await buyer.window.click("a", "Order");
  await buyer.window.see("[part=message]", "Paid");
});
