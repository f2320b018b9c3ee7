import { ventanilla } from "@ventanilla/express";
import { counter } from "@ventanilla/express/counter";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { StoreClock } from "@ventanilla/express/store";
import express, { type Express } from "express";
import { decided } from "#express/attempt/decided.ts";
import { beginSending, endSending } from "#express/attempt/given-back.ts";
import { deadBank } from "../dead-bank.ts";
import { type Cases, Player, playAll, twice } from "../express/counter/cases.ts";
import { keptIn } from "../kept.ts";
import { merchant } from "../merchant.ts";

/** Longer than any that a shop would choose. */
const longOrder = "PEDIDO-DE-SESENTA-CARACTERES-QUE-NADIE-PARTE-0123456789-ABCD";
const longShop = "Distribuidora Hermanas Rodríguez de la Cruz & Asociados, S. R. L.";
const longEmail = "altagracia.rodriguez+facturas@constructora-hermanos.example";
const longName = "María Altagracia de los Ángeles Rodríguez-Echavarría y Peña";

/** A counter whose shop has had a day with everything in it; what is done there is done to it alone. */
export interface OpenedCounter {
  /**
   * `/staff`, `/look` for staff with read access only, `/nobody`, `/empty` of a shop without payments, and `/large` of one
   * with large amounts, long names and emails, whose batch was compared. `/returns` is of one with two returns in doubt, of which
   * one can still be voided, and `/weeks` of one with four weeks of sales. At `/duty` the visitor is the person whom a POST there has named last; without one, a page of the shop asks for the login.
   */
  app: Express;
  /** The ids of the payments, by what became of them. */
  cases: Record<keyof Cases | "long" | "inPart" | "returned", string>;
  close(): Promise<void>;
}

function makeClock() {
  const clock = { time: Date.parse("2026-11-21T14:00:00Z"), now: () => clock.time };
  return clock;
}

function makeShop(publicUrl: string, clock: StoreClock, name: string, keepEmail = false) {
  const store = sqliteStore(":memory:", clock);
  const payments = ventanilla({
    publicUrl: `${publicUrl}/payments`,
    gateway: { sessionApiUrl: deadBank, gatewayUrl: deadBank },
    merchant,
    storefront: { name },
    keepEmail,
    store,
    encryptionKeys: ["0".repeat(64)],
    order: () => undefined,
    onPaid: () => {},
    background: false,
    logger: { info: () => {}, warn: () => {}, error: () => {} },
  });
  return { store, payments };
}

/** A shop with large amounts and long names, which keeps emails: what waits, a payment given back in part, and a batch that was compared. */
async function openLarge(publicUrl: string) {
  const clock = makeClock();
  const large = makeShop(publicUrl, clock, longShop, true);
  const player = new Player(large.store, clock, { email: longEmail });
  const whole = await player.approved(longOrder, 123_456_789);
  const inPart = await player.approved("FACTURA-000123-SANTIAGO", 98_765_432);
  await player.approved("A-7", 999_900, "USD");
  await player.review("CONTRATO-DE-OBRA-2026-0042", 123_456_789, { code: "10" });
  await player.review("A-1002", 98_765_432, { mismatch: ["amount"], orderAmount: whole.amount });
  await twice(player);
  const back = { amount: { ...inPart.amount, minor: 12_345_678 }, by: longName };
  await large.payments.recordGivenBack(inPart.id, {
    ...back,
    reference: "632600000501",
    reason: "una caja llegó rota",
  });
  const { recordAction } = keptIn(large.store);
  const subject = "batch:2026-11-21";
  // Before the order was paid twice, and before money went back.
  const counts = "agreed 2, differing 0, ours 1, bank 0, left 0";
  const note = `${counts}; DOP here 222222221 bank 98765432; USD here 999900 bank 999900; of 3-earlier`;
  await recordAction({ by: longName, action: "compare", subject, note });
  await recordAction({
    by: "Luis",
    action: "reconcile",
    subject,
    note: "el pago de las 6:58 p. m. está en el lote siguiente",
  });
  return { large, inPart };
}

/** A shop that has sent money of two days back, and has got no clear answer. */
async function openReturns(publicUrl: string) {
  const clock = makeClock();
  const { store, payments } = makeShop(publicUrl, clock, "Colmado Larimar");
  const player = new Player(store, clock);
  const sent = async (order: string, minor: number, part: number) => {
    const charge = await player.approved(order, minor);
    player.pass(5 * 60_000);
    const [id, at] = [crypto.randomUUID(), await store.now()];
    const sending = { id, at, amount: { ...charge.amount, minor: part }, reason: "una caja llegó rota", by: "Luis" };
    const begun = await player.play(
      charge,
      decided((now) => beginSending(now, sending)),
    );
    const outcome = { what: "unclear", at } as const;
    return player.play(
      begun,
      decided((now) => endSending(now, id, outcome)),
    );
  };
  await sent("FACTURA-000123-SANTIAGO", 98_765_432, 98_765_432);
  player.pass(24 * 60 * 60_000);
  const returned = await sent("A-1005", 118_000, 30_000);
  return { payments, returned };
}

/** What is sold: one of a long text, and more than the page has lines. */
const products = [
  "Bizcocho de tres leches",
  "Canasta de desayuno con café de altura, casabe a la leña, chocolate de taza y flores: entrega en casa",
  "Cacao en grano",
  ...Array.from({ length: 20 }, (_, n) => `Encargo ${n + 1}`),
];

/** A shop with four weeks of sales, closed on Sundays, and a return on some days. */
async function openWeeks(publicUrl: string) {
  const clock = makeClock();
  const dayMs = 24 * 60 * 60_000;
  clock.time -= 27 * dayMs;
  const { store, payments } = makeShop(publicUrl, clock, "Colmado Larimar");
  const player = new Player(store, clock);
  for (let day = 0; day < 28; day++) {
    const morning = clock.time;
    for (let nth = 0; nth < (day % 7 === 1 ? 0 : 1 + (day % 3)); nth++) {
      player.facts.product = products[nth === 0 ? day % 3 : (3 * day + nth) % products.length] ?? "";
      const charge = await player.approved(`C-${100 + 10 * day + nth}`, 1_234_567 + 310_000 * ((day * 5 + nth) % 7));
      if (day % 5 === 4) await player.declined(`C-${100 + 10 * day + nth}-x`, 42_000);
      if (day % 6 !== 3 || nth > 0) continue;
      const back = { amount: { ...charge.amount, minor: 250_000 }, reason: "una caja llegó rota", by: "Luis" };
      await payments.recordGivenBack(charge.id, { ...back, reference: `63250000${1000 + day}` });
    }
    if (day < 27) clock.time = morning + dayMs;
  }
  return payments;
}

/** @param publicUrl where browsers see the app */
export async function openCounter(publicUrl: string): Promise<OpenedCounter> {
  const clock = makeClock();
  const [full, empty] = [makeShop(publicUrl, clock, "Colmado Larimar"), makeShop(publicUrl, clock, longShop)];
  const player = new Player(full.store, clock);
  const cases = await playAll(player);
  const long = await player.review(longOrder, 999_999_999, { mismatch: ["amount"], orderAmount: cases.first.amount });
  await player.fail(longOrder, "TypeError: fetch failed (invoices.shop.example)");
  const { large, inPart } = await openLarge(publicUrl);
  const returns = await openReturns(publicUrl);
  const { returned } = returns;
  const weeks = await openWeeks(publicUrl);
  const app = express();
  const exits = { home: "/shop", signOut: "/logout" };
  app.use("/staff", counter(full.payments, { staff: () => "Ana Rodríguez", ...exits }));
  app.use("/look", counter(full.payments, { staff: () => ({ name: longName, may: ["look"] }), ...exits }));
  app.use("/nobody", counter(full.payments, { staff: () => undefined, home: "/login" }));
  app.use("/large", counter(large.payments, { staff: () => longName, ...exits }));
  app.use("/returns", counter(returns.payments, { staff: () => "Ana Rodríguez", ...exits }));
  app.use("/weeks", counter(weeks, { staff: () => "Ana Rodríguez", ...exits }));
  app.use("/empty", counter(empty.payments, { staff: () => longName }));
  let onDuty = "Ana Rodríguez";
  app.post("/duty/:name", ({ params: { name } }, response) => {
    onDuty = name === "nobody" ? "" : name;
    response.end();
  });
  app.use("/duty", (_request, response, next) => {
    if (onDuty === "") response.type("html").end("<!doctype html><title>Log in</title><h1>Log in</h1>");
    else next();
  });
  app.use("/duty", counter(full.payments, { staff: () => onDuty }));
  // Another member of the staff, who is quicker.
  app.post("/decide/:id", async ({ params: { id } }, response) => {
    await full.payments.resolve(id, { paid: false, reason: "case 1", by: "Luis" });
    response.end();
  });
  return {
    app,
    cases: Object.fromEntries(
      Object.entries({ ...cases, long, inPart, returned }).map(([name, { id }]) => [name, id]),
    ) as Record<keyof Cases | "long" | "inPart" | "returned", string>,
    close: async () => {
      await Promise.all(
        [weeks, ...[full, empty, large, returns].map(({ payments }) => payments)].map((each) => each.close()),
      );
    },
  };
}
