import type { Buyer } from "./buyer.ts";
import { cards } from "./buyer.ts";
import type { Addresses } from "./start-server.ts";

/** A fault on the way to the bank, and what the buyer reads, in every browser. */
export interface FaultFlow {
  title: string;
  /** Where the buyer stands: a page with nothing but the tag. */
  shop: keyof Addresses;
  /** @param followsRedirects whether the browser follows a form's redirect that the policy does not name: Firefox does */
  run(buyer: Buyer, followsRedirects: boolean): Promise<void>;
}

const orderWith = (fault: string) => `R${Math.random().toString(36).slice(2, 9)}${fault}`;
const broken = () => orderWith("-broken");

async function startAt(buyer: Buyer, order: string): Promise<void> {
  await buyer.window.open(`${buyer.shop}/?order=${order}&mode=popup`);
  await buyer.window.see("button", "Pay by card");
}

async function readsShopFault(buyer: Buyer): Promise<void> {
  await startAt(buyer, broken());
  await buyer.pay("Pay by card");
  const window = await buyer.window.popup();
  await window.see("h1", "The store could not prepare the payment");
  await window.see("p", "not charged");
  await window.see("a", /Back to the/);
  await buyer.window.see("li", "failed");
  await buyer.window.see("[role=status]", "The store could not prepare the payment");
}

export const faultFlows: readonly FaultFlow[] = [
  {
    title: "a redirect that the policy does not name is found out, and the buyer pays",
    // Its router reaches the bank's page by the name that browsers use.
    shop: "nearShop",
    async run(buyer) {
      await startAt(buyer, orderWith("!host"));
      const bank = await buyer.openBank("Pay by card");
      await buyer.enterCard(cards.approved, bank);
      await bank.gone();
      await buyer.window.see("li", "approved");
    },
  },
  {
    title: "a redirect that nobody can find out about ends on a page with a way back",
    shop: "bareShop",
    async run(buyer, followsRedirects) {
      await startAt(buyer, orderWith("!host"));
      await buyer.pay("Pay by card");
      const window = await buyer.window.popup();
      if (followsRedirects) return window.see("#number");
      await window.see("h1", "The bank's page could not be opened");
      await window.see("a", /Back to the/);
      await window.click("#close");
      await window.gone();
    },
  },
  {
    title: "a fault of the shop ends in both windows with a true sentence",
    shop: "bareShop",
    run: readsShopFault,
  },
  {
    title: "a fault of the shop ends in both windows also where its pages are on another origin",
    shop: "staticShop",
    run: readsShopFault,
  },
  {
    title: "a fault of the shop is told also when the buyer has closed the window at once",
    shop: "bareShop",
    async run(buyer) {
      await startAt(buyer, broken());
      await buyer.pay("Pay by card");
      const window = await buyer.window.popup();
      await window.close();
      await buyer.window.see("li", "failed");
      await buyer.window.see("[role=status]", "not charged");
    },
  },
];
