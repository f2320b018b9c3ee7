import type { Page } from "@playwright/test";
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

async function placeOrder(stage: Stage, query = ""): Promise<string> {
  const { page } = stage;
  await fillCart(stage);
  await page.goto(`${stage.addresses.shop}/cart`);
  await page.locator("form.panel button").click();
  await page.waitForURL(/checkout/);
  const order = new URL(page.url()).pathname.slice("/checkout/".length);
  await page.goto(`${stage.addresses.shop}/checkout/${order}${query}`);
  await page.locator("ventanilla-pay [part=button]").waitFor();
  return order;
}

async function payHere(page: Page, card: string): Promise<void> {
  await page.locator("ventanilla-pay [part=button]").click();
  await page.fill("#number", card);
  await page.fill("#expiry", "11/49");
  await page.fill("#cvv", "123");
  await page.click("button[value=pay]");
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
    async open(stage) {
      await placeOrder(stage, "?mode=redirect");
      await payHere(stage.page, cards.noFunds);
      await stage.page.locator("[part=note]").waitFor();
    },
  },
  {
    name: "the checkout without JavaScript",
    async open({ page, language, addresses }) {
      await page.goto(`${addresses.shopWithoutScripts}/placed-order?lang=${language}`);
    },
  },
  {
    name: "the receipt",
    async open(stage) {
      await placeOrder(stage, "?mode=redirect");
      await payHere(stage.page, cards.approved);
      await stage.page.locator(".thanks").waitFor();
    },
  },
  {
    name: "the orders",
    async open(stage) {
      await placeOrder(stage, "?mode=redirect");
      await payHere(stage.page, cards.noFunds);
      await stage.page.locator("[part=note]").waitFor();
      await placeOrder(stage, "?mode=redirect");
      await payHere(stage.page, cards.partlyApproved);
      await stage.page.locator(".empty a").waitFor();
      await stage.page.goto(`${stage.addresses.shop}/orders`);
    },
  },
  {
    name: "the page of an order under review",
    async open(stage) {
      await placeOrder(stage, "?mode=redirect");
      await payHere(stage.page, cards.partlyApproved);
      await stage.page.locator(".empty a").waitFor();
    },
  },
  {
    name: "the shop's page for an address that it does not have",
    async open({ page, language, addresses }) {
      await page.goto(`${addresses.shop}/no-such-page?lang=${language}`);
    },
  },
];
