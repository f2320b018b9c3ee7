import assert from "node:assert/strict";
import { test } from "node:test";
import { ArgumentError, type Money } from "@ventanilla/client";
import { type Payments, ResolveError, type State } from "@ventanilla/express";
import type { Attempt, Store } from "@ventanilla/express/store";
import fc from "fast-check";
import { place, placePaidTwice } from "../../kept.ts";
import { often } from "../../part.ts";
import { stillRouter } from "../../shop.ts";
import { type Desk, openDesk } from "./counter.ts";
import { type SetClock, seeded } from "./seeded.ts";

const dayMs = 86_400_000;
const said = { reason: "so says the bank", by: "Ana" };
/** Some days before clocks in New York are put back. */
const begun = Date.parse("2026-10-28T12:00:00-04:00");
const zones = fc.constantFrom("America/Santo_Domingo", "America/New_York");

/** What may happen in a shop, after so many minutes. */
const anyStep = fc.record({
  minutes: fc.integer({ min: 0, max: 400 }),
  what: fc.constantFrom(
    ...(["approved", "approved", "declined", "review", "unknown", "paidTwice"] as const),
    ...(["decide", "giveBack", "giveBack"] as const),
  ),
  currency: fc.constantFrom<Money["currency"][]>("DOP", "USD"),
  minor: fc.integer({ min: 1, max: 500_000 }),
  card: fc.constantFrom("476134______0050", "546134******0050", undefined),
  product: fc.constantFrom("Cena", "=1+1", undefined),
  code: fc.constantFrom("00", "10"),
  mismatch: fc.constantFrom<string[][]>([], ["amount"], ["order"]),
  /** Which of the payments, how many days ago, and whether all of it. */
  which: fc.nat(),
  daysAgo: fc.integer({ min: 0, max: 3 }),
  isWhole: fc.boolean(),
  paid: fc.boolean(),
});
type Step = typeof anyStep extends fc.Arbitrary<infer One> ? One : never;

/** A shop in which steps happen, with its payments. */
interface Shop {
  store: Store;
  payments: Payments;
  attempts: Attempt[];
}

/** Takes the steps. What cannot be is refused by name, and changes nothing. */
async function play(shop: Shop, clock: SetClock, steps: readonly Step[]): Promise<void> {
  let at = begun;
  for (const each of steps) {
    at += each.minutes * 60_000;
    clock.set(new Date(at).toISOString());
    const { what } = each;
    const taken = what === "decide" || what === "giveBack" ? change(shop, each, at) : pay(shop, what, each);
    const isRefused = (error: unknown) => error instanceof ArgumentError || error instanceof ResolveError;
    await taken.catch((error: unknown) => assert.ok(isRefused(error), String(error)));
  }
}

async function pay({ store, attempts }: Shop, what: State | "paidTwice", step: Step): Promise<void> {
  const { minor, currency, card, product, ...answer } = step;
  const order = `O-${attempts.length}`;
  const { code, mismatch } = what === "review" ? answer : { code: "00" };
  const verdict = {
    code,
    reference: String(1000 + attempts.length),
    ...(mismatch && { mismatch }),
    ...(card && { maskedCard: card }),
  };
  const facts = { ...(product && { product }), verdict };
  attempts.push(
    what === "paidTwice"
      ? await placePaidTwice(store, order, minor)
      : await place(store, { order, currency, minor, state: what, facts }),
  );
}

async function change({ payments, attempts }: Shop, { what, which, daysAgo, isWhole, paid, minor }: Step, at: number) {
  const { id, amount } = attempts[which % attempts.length] ?? {};
  if (id === undefined || amount === undefined) return;
  if (what === "decide") return payments.resolve(id, { ...said, paid, ...(paid && { reference: String(at) }) });
  const on = new Date(at - daysAgo * dayMs).toISOString().slice(0, 10);
  const part = { minor: 1 + (minor % amount.minor), currency: amount.currency };
  return payments.recordGivenBack(id, { ...said, on, ...(!isWhole && { amount: part }) });
}

type Row = Record<string, string>;

/** The rows of a file of the counter, by the names of their columns. No text of these shops has a comma. */
async function rowsOf(desk: Desk, path: string): Promise<Row[]> {
  const { status, text } = await desk.see(path);
  assert.equal(status, 200, path);
  const [names = [], ...rows] = text
    .replace("\uFEFF", "")
    .trimEnd()
    .split("\r\n")
    .map((line) => line.split(","));
  return rows.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ""])));
}

/** What a column comes to in a currency, in minor units. */
const sumOf = (rows: readonly Row[], column: string, currency: string): number =>
  rows.filter((row) => row.Currency === currency).reduce((sum, row) => sum + Math.round(Number(row[column]) * 100), 0);

test("Business, the close, the list and what went back agree to the cent, whatever has happened", async () => {
  let days = 0;
  const agree = async (steps: readonly Step[], timeZone: string) => {
    const { store, clock } = await seeded([]);
    const { payments } = stillRouter({ store, timeZone });
    await play({ store, payments, attempts: [] }, clock, steps);
    const desk = await openDesk(payments);
    const byDay = await rowsOf(desk, "/business.csv?lang=en");
    for (const { Until: date = "", Currency: currency = "", ...row } of byDay) {
      const own = (column: string) => sumOf([{ ...row, Currency: currency }], column, currency);
      const from = (path: string) => rowsOf(desk, `${path}&lang=en`);
      const close = await from(`/close.csv?batch=${date}`);
      const list = await from(`/payments.csv?state=charged&batches=${date}`);
      assert.equal(sumOf(close, "Amount", currency), own("Net"), `the close of ${date}`);
      assert.equal(sumOf(list, "Amount", currency), own("Charged"), `the list of ${date}`);
      const returns = own("Given back") === 0 ? [] : await from(`/returns.csv?batches=${date}`);
      assert.equal(0 - sumOf(returns, "Amount", currency), own("Given back"), `what went back on ${date}`);
      days += 1;
    }
    for (const by of ["day", "week", "month"]) {
      const whole = await rowsOf(desk, `/business.csv?by=${by}&lang=en`);
      for (const question of ["scheme", "hour", "product"]) {
        const parts = await rowsOf(desk, `/business.csv?by=${by}&question=${question}&lang=en`);
        for (const column of ["Charged", "Given back", "Net", "Payments"])
          for (const currency of ["DOP", "USD"])
            assert.equal(sumOf(parts, column, currency), sumOf(whole, column, currency), `${column} by ${question}`);
      }
    }
  };
  const many = fc.array(anyStep, { minLength: 30, maxLength: 60, size: "max" });
  await fc.assert(fc.asyncProperty(many, zones, agree), { numRuns: often(10, 2) });
  assert.ok(days > 0);
});
