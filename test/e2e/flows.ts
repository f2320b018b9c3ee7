import assert from "node:assert/strict";
import { type Buyer, cards } from "./buyer.ts";

/** One way of paying, from the shelf to its end, in every browser: the title says what must come out. */
export interface Flow {
  title: string;
  run(buyer: Buyer): Promise<void>;
}

/** Flows of the engine's windows, tabs, history and forms, each with an order of its own. */
export const flows: readonly Flow[] = [
  {
    title: "a buyer pays in the bank's window and ends at the receipt",
    async run(buyer) {
      const order = await buyer.orderFromShelf();
      const bank = await buyer.openBank();
      await buyer.enterCard(cards.approved, bank);
      await bank.gone();
      await buyer.seesReceipt(order);
      await buyer.seesInOrders(order, "Pagado", "El banco aprobó el pago");
    },
  },
  {
    title: "a buyer pays in the same tab and ends at the receipt",
    async run(buyer) {
      const order = await buyer.orderFromShelf({ mode: "redirect" });
      await buyer.pay();
      await buyer.enterCard(cards.approved);
      await buyer.seesReceipt(order);
    },
  },
  {
    title: "two tabs open one session, and both end at the receipt",
    async run(buyer) {
      const order = await buyer.order();
      const tab = await buyer.window.tab();
      await tab.open(`${buyer.shop}/checkout/${order}`);
      const bank = await buyer.openBank();
      // The other tab may have noticed; then it offers to open the same payment again.
      await tab.click("[part=button]", /Pagar|Volver/);
      // In a second window, or, where the browser refuses that, in the tab itself.
      await buyer.waitsFor("two visits to the bank", async () => {
        const sessions = await buyer.sessionsOf(order);
        return sessions.length === 1 && sessions[0]?.visits === 2;
      });
      await buyer.enterCard(cards.approved, bank);
      await bank.gone();
      await buyer.seesReceipt(order);
      if (!(await tab.address()).startsWith(buyer.shop)) await tab.open(`${buyer.shop}/checkout/${order}`);
      await tab.arrive(`/orders/${order}`);
      assert.equal((await buyer.sessionsOf(order)).length, 1);
    },
  },
  {
    title: "without JavaScript the form inside the tag pays",
    async run({ withoutScripts: buyer }) {
      const order = await buyer.orderFromShelf();
      await buyer.pay();
      await buyer.window.click("button", "Continuar");
      await buyer.enterCard(cards.approved);
      await buyer.window.click("button", "Continuar");
      await buyer.window.click("a", "Volver al comercio");
      await buyer.seesReceipt(order);
    },
  },
  {
    title: "the back button leaves a page that can still pay",
    async run(buyer) {
      const order = await buyer.order({ mode: "redirect" });
      await buyer.pay();
      await buyer.window.see("#number");
      await buyer.window.back();
      await buyer.window.arrive(`/checkout/${order}`);
      await buyer.pay("a");
      await buyer.enterCard(cards.approved);
      await buyer.seesReceipt(order);
      assert.equal((await buyer.sessionsOf(order)).length, 1);
    },
  },
  {
    title: "a bank that is down closes nothing behind the buyer's back: its window says so, and so does the shop",
    async run({ withoutBank: buyer }) {
      const order = await buyer.order();
      await buyer.pay();
      const window = await buyer.window.popup();
      await window.see("h1", "No se pudo abrir la página del banco");
      await buyer.window.see("[role=status]", "no se le hizo ningún cargo");
      await window.click("button", "Cerrar");
      await window.gone();
      await buyer.seesInOrders(order, "Sin pagar", "Ir a pagar");
    },
  },
];

/**
 * Flows that ask something of the shop, the router and the bank alone, or of a window or its history what the flows above,
 * `complaints.spec.ts`, `origins.spec.ts` and `policy.spec.ts` ask of it in every engine.
 */
export const shopFlows: readonly Flow[] = [
  {
    title: "a buyer's place is kept on the shelf and in the cart, and their phone may be written with dashes",
    async run({ window, shop }) {
      await window.open(`${shop}/?lang=es`);
      await window.click("#tambora button");
      await window.see("#tambora button:focus");
      await window.click("#tambora .notice");
      await window.click("button[value=more]");
      await window.see("output", "2");
      await window.see("button[value=more]:focus");
      await window.fill("[name=phone]", "(809) 555-0123");
      await window.click("form.panel button");
      await window.arrive("/checkout/");
    },
  },
  {
    title: "a buyer who comes back from the installments page can pay at once instead, in the same session",
    async run(buyer) {
      const order = await buyer.order({ mode: "redirect" });
      await buyer.window.click("button", "En cuotas");
      await buyer.pay("en cuotas");
      await buyer.window.see("button[value=choose]");
      await buyer.window.back();
      await buyer.window.arrive(`/checkout/${order}`);
      await buyer.window.click("button", "Un solo pago");
      await buyer.window.see("button[aria-pressed=true]", "Un solo pago");
      await buyer.pay("a");
      await buyer.enterCard(cards.approved);
      await buyer.seesReceipt(order);
      assert.equal((await buyer.sessionsOf(order)).length, 1);
    },
  },
  {
    title: "a buyer who cancels at the bank has paid nothing and can pay afterwards",
    async run(buyer) {
      const order = await buyer.order();
      const first = await buyer.openBank();
      await first.click("button[value=cancel]");
      await first.gone();
      await buyer.window.see("[role=status]", "no se completó");
      const second = await buyer.openBank("Intentar de nuevo");
      await buyer.enterCard(cards.approved, second);
      await second.gone();
      await buyer.seesReceipt(order);
    },
  },
  {
    title: "a buyer who chooses installments at the bank pays the whole amount once and ends at the receipt",
    async run(buyer) {
      const order = await buyer.order();
      await buyer.window.click("button", "En cuotas");
      const bank = await buyer.openBank("en cuotas", "button[value=choose]");
      await bank.click("label", "6 cuotas");
      await bank.click("button[value=choose]");
      await buyer.enterCard(cards.approved, bank);
      await bank.gone();
      await buyer.seesReceipt(order);
      const sessions = await buyer.sessionsOf(order);
      assert.deepEqual(
        sessions.map(({ amount, charges }) => [amount, charges]),
        [[59_500, 1]],
      );
    },
  },
  {
    title: "an order that is captured later is approved for its buyer, and charged when the shop captures it",
    async run(buyer) {
      const { window } = buyer;
      await window.open(`${buyer.shop}/playground?lang=es&capture=on`);
      await window.see("#order", "P00l-");
      const order = new URL(await window.address()).searchParams.get("order") ?? "";
      const bank = await buyer.openBank();
      await buyer.enterCard(cards.approved, bank);
      await bank.gone();
      await window.see("#log code", "pay-settled");
      await window.click("button", "Cobrar todo");
      await window.see("#log code", "capture()");
      const sessions = await buyer.sessionsOf(order);
      assert.deepEqual(
        sessions.map(({ type, amount, state }) => [type, amount, state]),
        [
          ["0100", 295_000, "approved"],
          ["2240", 295_000, "approved"],
        ],
      );
    },
  },
  {
    title: "a declined buyer is told why and pays with another card: everything is in Spanish for a Spanish reader",
    async run(buyer) {
      const order = await buyer.order({ language: "es" });
      await buyer.window.see("html[lang=es] h1", "Pagar el pedido");
      const first = await buyer.openBank("Pagar");
      await first.see("html[lang=es] label[for=number]", "Número de tarjeta");
      await buyer.enterCard(cards.noFunds, first);
      await first.gone();
      await buyer.window.see("[role=status]", "fondos");
      const second = await buyer.openBank("Intentar de nuevo");
      await buyer.enterCard(cards.approved, second);
      await second.gone();
      await buyer.seesReceipt(order);
      await buyer.seesInOrders(order, "Pagado");
    },
  },
  {
    title: "an order under review says so to its buyer, on any page, and is not offered for payment",
    async run(buyer) {
      const { window } = buyer;
      const order = await buyer.order({ mode: "redirect" });
      await buyer.pay();
      await buyer.enterCard(cards.partlyApproved);
      await window.arrive(`/orders/${order}`);
      await window.see("h1", "Estamos revisando su pago");
      await window.see("p", "No vuelva a pagar");
      await buyer.seesInOrders(order, "En revisión", "Puede que ya se le haya cobrado");
      await window.see(`#${order}:not(:has(a[href*="/checkout/"]))`);
      await window.open(`${buyer.shop}/checkout/${order}`);
      await window.arrive(`/orders/${order}`);
    },
  },
  {
    title: "everything is in English for an English reader",
    async run(buyer) {
      const order = await buyer.orderFromShelf({ language: "en" });
      await buyer.window.see("html[lang=en] h1", "Pay order");
      const bank = await buyer.openBank("Pay");
      await bank.see("html[lang=en] label[for=number]", "Card number");
      await buyer.enterCard(cards.noFunds, bank);
      await bank.gone();
      await buyer.window.see("button", "Try again");
      await buyer.seesInOrders(order, "Not paid", "Go to payment");
    },
  },
  {
    title: "a bank that is down shows a clear page with a way back, and the order can still be paid",
    async run({ withoutBank: buyer }) {
      const order = await buyer.order({ mode: "redirect" });
      await buyer.pay();
      await buyer.window.see("h1", "No se pudo abrir la página del banco");
      await buyer.window.click("a", "Volver al comercio");
      await buyer.window.arrive(`/checkout/${order}`);
      await buyer.window.see("[role=status]", "no se le hizo ningún cargo");
      await buyer.seesInOrders(order, "Sin pagar", "Ir a pagar");
    },
  },
];
