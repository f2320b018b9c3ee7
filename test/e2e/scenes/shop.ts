import { cards } from "../buyer.ts";
import type { Scene, Stage } from "./scene.ts";

/** One of each good: RD$ 16,680.00. */
const goods = ["cacao", "cafe", "casabe", "chocolate", "miel", "mamajuana", "ambar", "larimar", "tambora"];

async function fillCart({ page, language, addresses }: Stage): Promise<void> {
  await page.goto(`${addresses.shop}/?lang=${language}`);
  await page.evaluate(async (names) => {
    for (const good of names)
      await fetch("/cart", { method: "POST", body: new URLSearchParams({ good, change: "add" }) });
  }, goods);
}

async function placeOrder(stage: Stage, query = ""): Promise<void> {
  const { page } = stage;
  await fillCart(stage);
  await page.goto(`${stage.addresses.shop}/cart`);
  await page.locator("form.panel button").click();
  await page.waitForURL(/checkout/);
  const order = new URL(page.url()).pathname.slice("/checkout/".length);
  await page.goto(`${stage.addresses.shop}/checkout/${order}${query}`);
  await page.locator("ventanilla-pay [part=button]").waitFor();
}

/** Places an order and pays it in the same tab, until the shop shows `end`. */
async function payOrder(stage: Stage, card: string, end: string): Promise<void> {
  const { page } = stage;
  await placeOrder(stage, "?mode=redirect");
  await page.locator("ventanilla-pay [part=button]").click();
  await page.fill("#number", card);
  await page.fill("#expiry", "11/49");
  await page.fill("#cvv", "123");
  await page.click("button[value=pay]");
  await page.locator(end).waitFor();
}

export const shopScenes: readonly Scene[] = [
  {
    name: "the shop",
    async open({ page, language, addresses }) {
      await page.goto(`${addresses.shop}/?lang=${language}`);
      await page.locator("#ambar button").click();
      await page.locator(".notice span").waitFor();
    },
  },
  {
    name: "the cart",
    async open(stage) {
      await fillCart(stage);
      await stage.page.goto(`${stage.addresses.shop}/cart`);
    },
  },
  {
    name: "the checkout",
    async open(stage) {
      await placeOrder(stage);
      await stage.page.locator("summary").click();
    },
  },
  {
    name: "the checkout of an order that was declined",
    open: (stage) => payOrder(stage, cards.noFunds, "[part=note]"),
  },
  {
    name: "the checkout without JavaScript",
    async open({ page, language, addresses }) {
      await page.goto(`${addresses.shopWithoutScripts}/placed-order?lang=${language}`);
    },
  },
  {
    name: "the receipt",
    open: (stage) => payOrder(stage, cards.approved, ".thanks"),
  },
  {
    name: "the orders",
    async open(stage) {
      await payOrder(stage, cards.noFunds, "[part=note]");
      await payOrder(stage, cards.partlyApproved, ".empty a");
      await stage.page.goto(`${stage.addresses.shop}/orders`);
    },
  },
  {
    name: "the page of an order under review",
    open: (stage) => payOrder(stage, cards.partlyApproved, ".empty a"),
  },
  {
    name: "the shop's page for an address that it does not have",
    async open({ page, language, addresses }) {
      await page.goto(`${addresses.shop}/no-such-page?lang=${language}`);
    },
  },
];
