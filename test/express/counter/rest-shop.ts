import assert from "node:assert/strict";
import { after } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { openRest, sale } from "@ventanilla/client/rest";
import type { GivenBackEvent, Options } from "@ventanilla/express";
import type { RestOriginal, ReverseOptions } from "@ventanilla/express/counter";
import type { Store } from "@ventanilla/express/store";
import { saleRequest } from "../../bank-and-clients.ts";
import { MovedClock, moveRest } from "../../client/moved-clock.ts";
import { keptIn } from "../../kept.ts";
import { merchant, pesos } from "../../merchant.ts";
import { cards, openStillShop, orderAt, pay, type StillShop, stoppedClock } from "../../shop.ts";
import { type Desk, openDesk } from "./counter.ts";

/** What a paid order costs, in minor units. */
export const price = 100_000;

/** A shop that can name the sale behind a payment to the bank's REST operations, with its counter. */
export interface RestShop extends StillShop {
  desk: Desk;
  /** The clock of the calls to the bank: it stands, however slow the machine is. */
  waited: MovedClock;
  /** Another router of the shop on the store, with its own counter. */
  openAnother(store: Store): Promise<Desk>;
  /** What the hook has heard. */
  heard: GivenBackEvent[];
  /** What the shop knows of each payment, by the id of its attempt. */
  originals: Map<string, RestOriginal>;
  /** Makes a sale of {@link price} at the bank's REST operations alone. */
  sellByRest(order: string): Promise<{ approvalCode: string; original: RestOriginal }>;
  /** Pays an order of {@link price} and makes the sale that stands for it at the bank's REST operations. */
  sell(order: string): Promise<string>;
  /** How much of all sales the bank has given back, in minor units, and how often it was asked to. */
  bank(): { moved: number; asked: number };
  /** What went back of a payment by the store: by its parts, and in the list of returns. */
  kept(id: string): Promise<[parts: number, listed: number]>;
}

/**
 * Opens the shop.
 * @param around what is put around its store
 */
export async function openRestShop(
  overrides: Partial<Options> = {},
  { clock = stoppedClock(), staff = {} }: { clock?: ReturnType<typeof stoppedClock>; staff?: object } = {},
): Promise<RestShop> {
  const heard: GivenBackEvent[] = [];
  const options = { order: () => orderAt(price), onGivenBack: (event: GivenBackEvent) => void heard.push(event) };
  const shop = await openStillShop({ ...options, ...overrides }, clock);
  const { sandbox, payments, store } = shop;
  const rest = openRest({
    baseUrl: sandbox.url,
    merchantId: merchant.number,
    terminalId: merchant.terminal,
    bearerToken: () => sandbox.issueToken().token,
    now: clock.now,
  });
  const waited = new MovedClock();
  moveRest(rest, waited);
  after(() => rest.close());
  const originals = new Map<string, RestOriginal>();
  const reverse: ReverseOptions = { rest, original: ({ id }) => originals.get(id) };
  const desk = await openDesk(payments, "Ana", { reverse, ...staff });
  const sellByRest: RestShop["sellByRest"] = async (order) => {
    const sold = await sale(rest, { ...saleRequest, amount: pesos(price), "invoice-number": order });
    assert.equal(sold.finality, "approved");
    return {
      approvalCode: sold["approval-code"] ?? assert.fail(),
      original: {
        "idempotency-key": sold["idempotency-key"] ?? assert.fail(),
        pnRef: sold.pnRef,
        "invoice-number": order,
        "client-ip": "127.0.0.1",
        "reference-number": "R-1",
      },
    };
  };
  return {
    ...shop,
    desk,
    waited,
    heard,
    originals,
    sellByRest,
    async openAnother(other) {
      const second = await openStillShop({ ...options, ...overrides, store: other }, clock);
      return openDesk(second.payments, "Eva", { reverse });
    },
    async sell(order) {
      const id = await pay(shop, order, cards.approved);
      originals.set(id, (await sellByRest(order)).original);
      return id;
    },
    bank() {
      const back = sandbox.transactions().filter(({ operation }) => operation === "void" || operation === "refund");
      return {
        moved: back.filter(({ code }) => code === "00").reduce((sum, { amount }) => sum + amount, 0),
        asked: sandbox.wire().filter(({ path }) => /\/(?:voids|refund)$/.test(path)).length,
      };
    },
    async kept(id) {
      const attempt = (await keptIn(store).findAttempt(id)) ?? assert.fail();
      const { returns } = await keptIn(store).listReturns({ from: 0, until: 9e15, limit: 100 });
      const sum = (each: readonly { amount: { minor: number } }[]) =>
        each.reduce((minor, { amount }) => minor + amount.minor, 0);
      return [sum(attempt.facts.givenBack ?? []), sum(returns.filter((each) => each.attempt === id))];
    },
  };
}

/**
 * What the form on the page of a payment sends, with the basis of what the page showed. One form says how a sending ended:
 * that it went back, or that it did not.
 */
export async function formOf(desk: Desk, id: string, path: "send-back" | "given-back" | "not-given-back") {
  const page = await desk.page(`/payments/${id}?lang=en`);
  const denies = path === "not-given-back";
  const [form] = new RegExp(`<form[^>]*/${denies ? "given-back" : path}".*?</form>`, "s").exec(page) ?? [];
  if (form === undefined || (denies && !form.includes('name="went" value="no"'))) return undefined;
  const textOf = (name: string) => new RegExp(`name="${name}"[^>]* value="([^"]*)"`).exec(form)?.[1] ?? "";
  return { seen: textOf("seen"), amount: textOf("amount"), on: textOf("on"), reason: "one box was broken" };
}

/** Sends a part back as a person does: by the form, the check page, and the confirmation. */
export async function giveBack(desk: Desk, id: string, amount?: string): Promise<number> {
  const form = (await formOf(desk, id, "send-back")) ?? assert.fail("the page has no form");
  const fields = { ...form, ...(amount !== undefined && { amount }) };
  const checked = await desk.post(`/payments/${id}/send-back`, fields);
  assert.equal(checked.status, 200);
  return (await desk.post(`/payments/${id}/send-back`, { ...fields, step: "record" })).status;
}

/** Sends a part back to a bank that does not answer: once it has the request, the call's time is up. */
export async function giveBackUnanswered(shop: RestShop, id: string, amount?: string): Promise<number> {
  const { asked } = shop.bank();
  const status = giveBack(shop.desk, id, amount);
  while (shop.bank().asked === asked) await turn();
  shop.waited.skip();
  return status;
}
