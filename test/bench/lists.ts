import { batchAt } from "@ventanilla/client";
import type { AttemptFilter, Store } from "@ventanilla/express/store";
import { keptIn } from "../kept.ts";
import { median } from "./measure.ts";
import { guard } from "./verdict.ts";

const rounds = 5;
const mostMs = 100;
const dayMs = 24 * 3_600_000;
const batch = batchAt(Date.now());
/** A year of batches, the latest first. */
const year = Array.from({ length: 366 }, (_, ago) => ({
  from: batch.from - ago * dayMs,
  until: batch.until - ago * dayMs,
}));

/** The conditions of a filter, and one of each kind that finds nothing. */
const conditions: Record<string, AttemptFilter> = {
  approved: { groups: ["approved"] },
  declined: { groups: ["declined"] },
  "refused by the issuer": { reason: "bank" },
  "without funds (none)": { reason: "funds" },
  "to decide": { groups: ["decide"] },
  "paid twice": { toDecide: "paidTwice" },
  unconfirmed: { toDecide: "unconfirmed" },
  unknown: { toDecide: "unknown" },
  "not paid (none)": { groups: ["notPaid"] },
  "waiting (none)": { groups: ["waiting"] },
  "in dollars": { currency: "USD" },
  "of one day": { from: Date.now() - 100 * dayMs, until: Date.now() - 99 * dayMs },
  "of tomorrow (none)": { from: Date.now() + dayMs },
  "of the usual amount": { amount: { minor: 100_000, currency: "DOP" } },
  "of another amount": { amount: { minor: 777, currency: "DOP" } },
  "of no amount (none)": { amount: { minor: 1, currency: "USD" } },
  "of an order": { order: "filled-77" },
  "of no order (none)": { order: "nobody" },
  "with a reference": { reference: "R77" },
  "with an authorization": { authorizationCode: "A77" },
  "of a card": { lastDigits: "4242" },
  "of a buyer": { email: "Buyer-77@example.com" },
  "of a regular buyer": { email: "regular@example.com" },
};

/** What sums are split by: the counter asks for it in batches alone. */
const parts: Record<string, AttemptFilter> = {
  "of Visa": { scheme: "Visa" },
  "of a product": { product: "Producto 0" },
  "of a product that was sold once": { product: "Encargo 500001" },
};

/**
 * All conditions alone, and every two that do not name the same field. Of a year of batches the counter lists those in which
 * its sums have what is looked for.
 */
function filters(): [string, AttemptFilter][] {
  const alone = Object.entries(conditions);
  const pairs = alone.flatMap(([one, first], index) =>
    alone
      .slice(index + 1)
      .filter(([, second]) => Object.keys(second).every((name) => !Object.hasOwn(first, name)))
      .map(([two, second]): [string, AttemptFilter] => [`${one}, ${two}`, { ...first, ...second }]),
  );
  const ofYear = [...alone, ...Object.entries(parts)]
    .filter(([label]) => !label.endsWith("(none)"))
    .map(([label, filter]): [string, AttemptFilter] => [`of a year, ${label}`, { ...filter, reached: year }]);
  return [["all", {}], ...alone, ...pairs, ["of a year", { reached: year }], ...ofYear];
}

/** Lists a store of a million attempts in every way: each must answer while a person waits. */
export async function benchLists(name: string, store: Store): Promise<void> {
  const found: { label: string; ms: number; rows: number }[] = [];
  const time = async (label: string, once: () => Promise<number>) => {
    const times: number[] = [];
    let rows = 0;
    for (let i = 0; i < rounds; i++) {
      const start = performance.now();
      rows = await once();
      times.push(performance.now() - start);
    }
    found.push({ label, ms: median(times), rows });
  };
  const list = async (filter: AttemptFilter, after?: string) =>
    keptIn(store).listAttempts({ filter, limit: 50, ...(after !== undefined && { after }) });
  for (const [label, filter] of filters()) {
    await time(label, async () => (await list(filter)).attempts.length);
    const { next } = await list(filter);
    if (next !== undefined) await time(`${label}, second page`, async () => (await list(filter, next)).attempts.length);
  }
  const day = { from: Date.now() - 50 * dayMs, until: Date.now() - 49 * dayMs };
  await time("payments of a day", async () => {
    const filter: AttemptFilter = { groups: ["charged"], reached: [day] };
    return (await keptIn(store).listAttempts({ filter, earliestFirst: true, limit: 500 })).attempts.length;
  });
  await time("tally of a day", async () => (await keptIn(store).tallies({ spans: [day], by: "hour" })).length);
  for (const by of [undefined, "hour", "scheme", "branch", "product"] as const) {
    const sums = async () => (await keptIn(store).tallies({ spans: year, by })).length;
    await time(`sums of a year of days by ${by ?? "nothing else"}`, sums);
  }
  await time("events of an order", async () => (await keptIn(store).eventsOf("filled-77")).length);
  await time("what needs a person", async () => (await keptIn(store).unsettled(50)).unconfirmed.length);
  report(name, found);
}

function report(name: string, found: { label: string; ms: number; rows: number }[]): void {
  const slowest = found.toSorted((a, b) => b.ms - a.ms);
  console.log(`\n${name}: ${found.length} lists of 1,000,000 attempts, the slowest of them`);
  for (const { label, ms, rows } of slowest.slice(0, 10)) {
    console.log(`  ${ms.toFixed(1).padStart(7)} ms  ${String(rows).padStart(4)} rows  ${label}`);
  }
  const [worst] = slowest;
  guard(`${name}: ms of the slowest of ${found.length} lists of 1,000,000 attempts`, worst?.ms ?? Number.NaN, {
    below: mostMs,
  });
}
