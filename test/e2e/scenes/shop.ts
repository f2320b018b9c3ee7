import { expect } from "@playwright/test";
import { cards } from "../buyer.ts";
import { type Scene, type Stage, turnPage } from "./scene.ts";

/** One of each good: RD$ 16,680.00. */
const goods = "cacao,cafe,casabe,chocolate,miel,mamajuana,ambar,larimar,tambora";

/** Comes to what `withPlacedOrders` leads to with a query. */
async function place({ page, language, addresses }: Stage, query: string): Promise<void> {
  await page.goto(`${addresses.shop}/placed-order?lang=${language}&goods=${goods}&${query}`);
}

/** Shows what the checkout has closed. */
async function openCheckout({ page }: Stage): Promise<void> {
  await page.locator("ventanilla-pay [part=button]").waitFor();
  await page.locator(".cards > details > summary").click();
}

/** Places an order for each card and pays it in the same tab, until the shop shows `end`. */
async function payOrders(stage: Stage, paidWith: string[], end: string): Promise<void> {
  await place(stage, `mode=redirect&cards=${paidWith.join()}`);
  await stage.page.locator(end).waitFor();
}

export const shopScenes: readonly Scene[] = [
  {
    name: "the shop",
    async open({ page, language, addresses }) {
      await page.goto(`${addresses.shop}/?lang=${language}`);
      await page.locator("#ambar button").click();
      await page.locator(".products .notice").waitFor();
    },
    turn: turnPage,
  },
  {
    name: "the cart",
    open: (stage) => place(stage, "cart"),
    turn: turnPage,
  },
  {
    name: "the checkout",
    async open(stage) {
      await place(stage, "");
      await stage.page.locator("ventanilla-pay [part=button]").waitFor();
    },
    turn: turnPage,
  },
  {
    name: "the checkout's test cards",
    async open(stage) {
      await place(stage, "");
      await openCheckout(stage);
    },
    async turn(stage) {
      await turnPage(stage);
      await openCheckout(stage);
    },
  },
  {
    name: "the checkout of an order in installments",
    async open(stage) {
      await place(stage, "");
      const button = stage.page.locator("ventanilla-pay [part=button]");
      const before = await button.textContent();
      await stage.page.getByRole("button", { name: stage.language === "es" ? "En cuotas" : "Installments" }).click();
      await expect(button).not.toHaveText(before ?? "");
    },
  },
  {
    name: "the checkout of an order that was declined",
    async open(stage) {
      const { page } = stage;
      await place(stage, "mode=redirect");
      // The tag shows the end of a payment that it has begun itself.
      await page.locator("ventanilla-pay [part=button]").click();
      await page.fill("#number", cards.noFunds);
      await page.fill("#expiry", "11/49");
      await page.fill("#cvv", "123");
      await page.click("button[value=pay]");
      await page.locator("[part=note]").waitFor();
    },
  },
  {
    name: "the checkout without JavaScript",
    withoutScripts: true,
    async open({ page, language, addresses }) {
      await page.goto(`${addresses.shopWithoutScripts}/placed-order?lang=${language}`);
    },
    turn: turnPage,
  },
  {
    name: "the receipt",
    open: (stage) => payOrders(stage, [cards.approved], ".thanks"),
    turn: turnPage,
  },
  {
    name: "the orders",
    async open(stage) {
      await payOrders(stage, [cards.noFunds, cards.partlyApproved], ".empty .button");
      await stage.page.goto(`${stage.addresses.shop}/orders`);
    },
    turn: turnPage,
  },
  {
    name: "the page of an order under review",
    open: (stage) => payOrders(stage, [cards.partlyApproved], ".empty .button"),
    turn: turnPage,
  },
  {
    name: "the shop's page for an address that it does not have",
    async open({ page, language, addresses }) {
      await page.goto(`${addresses.shop}/no-such-page?lang=${language}`);
    },
  },
];
