// A payment link in every browser: from the buyer's form to the receipt.
import { type LinkShop, startLinkShop } from "../links/shop.ts";
import { pesos } from "../shop.ts";
import { cards } from "./buyer.ts";
import type { Flow } from "./flows.ts";
import type { Window } from "./window.ts";
import { withoutScripts } from "./without-scripts.ts";

const clock = { now: () => Date.now(), move() {} };

/** Opens the page of a new link, and sends its form. */
async function openLink(shop: LinkShop, window: Window): Promise<void> {
  const { url } = await shop.pay.create({ amount: pesos(295_000), description: "Bizcocho de boda" });
  await window.open(`${url}?lang=es`);
  await window.fill("#email", "ana@example.com");
  await window.fill("#mobilePhone", "809 555 0123");
  await window.click("button", "Continuar");
}

async function seeReceipt(window: Window): Promise<void> {
  await window.click("a", "Ver el recibo");
  await window.see("h1", "Recibo de pago");
  await window.see("td", "2,950.00");
}

export const linkFlows: readonly Flow[] = [
  {
    title: "a buyer opens a payment link, pays in the bank's window, and sees the receipt",
    async run(buyer) {
      const shop = await startLinkShop({ clock, router: { background: true } });
      try {
        await openLink(shop, buyer.window);
        await buyer.window.click("[part=button]", "Pagar");
        const bank = await buyer.window.popup();
        await buyer.enterCard(cards.approved, bank);
        await bank.gone();
        await seeReceipt(buyer.window);
      } finally {
        await shop.close();
      }
    },
  },
  {
    title: "a payment link is paid without JavaScript",
    async run(buyer) {
      const shop = await startLinkShop({ clock, router: { background: true }, front: withoutScripts });
      try {
        await openLink(shop, buyer.window);
        await buyer.window.click("button", "Pagar");
        await buyer.window.click("button", "Continuar al banco");
        await buyer.enterCard(cards.approved);
        await buyer.window.click("a", "Volver al comercio");
        await seeReceipt(buyer.window);
      } finally {
        await shop.close();
      }
    },
  },
];
