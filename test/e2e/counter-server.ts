import { ventanilla } from "@ventanilla/express";
import { counter } from "@ventanilla/express/counter";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { StoreClock } from "@ventanilla/express/store";
import express, { type Express } from "express";
import { deadBank } from "../dead-bank.ts";
import { type Cases, Player, playAll } from "../express/counter/cases.ts";
import { merchant } from "../merchant.ts";

/** Longer than any that a shop would choose. */
const longOrder = "PEDIDO-DE-SESENTA-CARACTERES-QUE-NADIE-PARTE-0123456789-ABCD";
const longName = "María Altagracia de los Ángeles Rodríguez-Echavarría y Peña";

/** A counter whose shop has had a day with everything in it; what is done there is done to it alone. */
export interface OpenedCounter {
  /**
   * `/staff`, `/look` for staff with read access only, `/nobody`, and `/empty` of a shop without payments. At `/duty` the
   * visitor is the person whom a POST there has named last; without one, a page of the shop asks for the login.
   */
  app: Express;
  /** The ids of the payments, by what became of them. */
  cases: Record<keyof Cases | "long", string>;
  close(): Promise<void>;
}

function makeShop(publicUrl: string, clock: StoreClock) {
  const store = sqliteStore(":memory:", clock);
  const payments = ventanilla({
    publicUrl: `${publicUrl}/payments`,
    gateway: { sessionApiUrl: deadBank, gatewayUrl: deadBank },
    merchant,
    storefront: { name: "Colmado Larimar" },
    store,
    encryptionKeys: ["0".repeat(64)],
    order: () => undefined,
    onPaid: () => {},
    background: false,
    logger: { info: () => {}, warn: () => {}, error: () => {} },
  });
  return { store, payments };
}

/** @param publicUrl where browsers see the app */
export async function openCounter(publicUrl: string): Promise<OpenedCounter> {
  const clock = { time: Date.parse("2026-11-21T14:00:00Z"), now: () => clock.time };
  const [full, empty] = [makeShop(publicUrl, clock), makeShop(publicUrl, clock)];
  const player = new Player(full.store, clock);
  const cases = await playAll(player);
  const long = await player.review(longOrder, 999_999_999, { mismatch: ["amount"], orderAmount: cases.first.amount });
  await player.fail(longOrder, "TypeError: fetch failed (invoices.shop.example)");
  const app = express();
  const exits = { home: "/shop", signOut: "/logout" };
  app.use("/staff", counter(full.payments, { staff: () => "Ana Rodríguez", ...exits }));
  app.use("/look", counter(full.payments, { staff: () => ({ name: longName, may: ["look"] }), ...exits }));
  app.use("/nobody", counter(full.payments, { staff: () => undefined }));
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
    cases: Object.fromEntries(Object.entries({ ...cases, long }).map(([name, { id }]) => [name, id])) as Record<
      keyof Cases | "long",
      string
    >,
    close: async () => void (await Promise.all([full.payments.close(), empty.payments.close()])),
  };
}
