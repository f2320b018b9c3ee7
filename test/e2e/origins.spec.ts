import { expect, type Page } from "@playwright/test";
import { Buyer, cards } from "./buyer.ts";
import { playwrightWindow } from "./playwright-window.ts";
import { runAddresses } from "./run-addresses.ts";
import { engineFree, test } from "./test.ts";

const addresses = runAddresses();

/** A buyer at the static shop's page, with an order of their own. */
async function buyerAt(page: Page, { mode = "popup", fault = "", shop = addresses.staticShop } = {}): Promise<Buyer> {
  const buyer = new Buyer(playwrightWindow(page), addresses, shop);
  await buyer.window.open(`${shop}/?order=S-${Date.now() % 1e9}${fault}&mode=${mode}`);
  return buyer;
}

test("a static shop pays through a router on another site, in a window, and no cookie goes there", async ({ page }) => {
  const cookies: (string | undefined)[] = [];
  page.on("request", async (request) => {
    if (request.url().includes("/payments/attempts/")) cookies.push((await request.allHeaders()).cookie);
  });
  const buyer = await buyerAt(page);
  const bank = await buyer.openBank("Pay by card");
  await buyer.enterCard(cards.approved, bank);
  await bank.gone();
  await buyer.window.see("li", "approved");
  expect(cookies.length).toBeGreaterThan(0);
  expect(cookies.filter(Boolean)).toEqual([]);
});

test("by redirect the buyer comes back to the static shop's page, which hears of it", async ({ page }) => {
  const buyer = await buyerAt(page, { mode: "redirect" });
  const address = await buyer.window.address();
  await buyer.pay("Pay by card");
  await buyer.enterCard(cards.approved);
  await buyer.window.arrive(address);
  await buyer.window.see("li", "approved");
});

test("a declined buyer of a static shop pays with another card", engineFree, async ({ page }) => {
  const buyer = await buyerAt(page);
  const first = await buyer.openBank("Pay by card");
  await buyer.enterCard(cards.noFunds, first);
  await first.gone();
  await buyer.window.see("li", "declined");
  const second = await buyer.openBank("Try again");
  await buyer.enterCard(cards.approved, second);
  await second.gone();
  await buyer.window.see("li", "approved");
});

test("where the bank's page has no opener, the static shop's page learns the outcome by asking", async ({ page }) => {
  const buyer = await buyerAt(page, { fault: "!coop" });
  const opened = page.context().waitForEvent("page");
  await buyer.pay("Pay by card");
  await buyer.enterCard(cards.approved, playwrightWindow(await opened));
  await buyer.window.see("li", "approved");
});

test("a page that the router does not list is refused in so many words", async ({ page }) => {
  const buyer = await buyerAt(page, { shop: addresses.staticShop.replace("static-shop", "other-shop") });
  await buyer.pay("Pay by card");
  const window = await buyer.window.popup();
  await window.see("h1", "Open the payment from the store");
});
