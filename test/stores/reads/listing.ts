import assert from "node:assert/strict";
import type { State, Verdict } from "@ventanilla/express";
import {
  type Attempt,
  type AttemptFilter,
  type AttemptPage,
  type AttemptsRequest,
  type Facts,
  groups,
  type ShopStore,
  type SpanTally,
} from "@ventanilla/express/store";
import { type Cases, dop, facts, ordersOf, type Scene } from "../../../packages/store-contract/src/scene.ts";

const hourMs = 3_600_000;
/** The start of a day, in milliseconds since the epoch. */
const day = 1_790_000_000_000;

/** Reads every page of a list, and returns the orders of all that is on them. */
async function ordersOnPages(read: (after: { after?: string }) => Promise<AttemptPage>): Promise<string[]> {
  const orders: string[] = [];
  for (let next: string | undefined, page: AttemptPage; ; next = page.next) {
    page = await read(next === undefined ? {} : { after: next });
    orders.push(...ordersOf(page.attempts));
    if (page.next === undefined) return orders;
  }
}

/** The orders of a list, read in pages of two. */
const listed = (store: ShopStore, request: Partial<AttemptsRequest> = {}): Promise<string[]> =>
  ordersOnPages((after) => store.listAttempts({ limit: 2, ...request, ...after }));

const verdict = (own: Partial<Verdict>): { facts: Facts } => ({ facts: { ...facts, verdict: { code: "00", ...own } } });

/** Inserts attempts that reached their states at these times. */
async function insertSettled(
  { attempt, move }: Scene,
  rows: readonly [order: string, state: State, settledAt: number, Partial<Facts>?][],
): Promise<void> {
  for (const [order, state, settledAt, more] of rows) {
    const { id } = await attempt({ order });
    await move(id, state, { facts: { ...facts, settledAt, ...more } });
  }
}

/** The sums of a span by hour, group and currency: a store may give them in any order. */
const sorted = (rows: readonly SpanTally[] = []): SpanTally[] => {
  const keyOf = ({ split, group, currency }: SpanTally) => `${split?.padStart(4)} ${group} ${currency}`;
  return rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
};

/** Lists of attempts, and their sums. */
export const listing: Cases = {
  async "attempts are listed the latest first, and a page says how the next one is named"({ attempt, store }) {
    assert.deepEqual(await store.listAttempts({ limit: 10 }), { attempts: [] });
    const made: Attempt[] = [];
    for (const order of ["A", "B", "C", "D", "E"]) made.unshift(await attempt({ order }));
    const { attempts, next } = await store.listAttempts({ limit: 2 });
    assert.deepEqual([attempts, typeof next], [made.slice(0, 2), "string"]);
    assert.deepEqual(await listed(store), ["E", "D", "C", "B", "A"]);
    assert.equal((await store.listAttempts({ limit: 5 })).next, undefined, "a full last page is the last one");
  },
  async "each filter finds its attempts, two together those of both, and none those of no one"(scene) {
    const { attempt, move, store } = scene;
    const usd = (minor: number) => ({ minor, currency: "USD" }) as const;
    const paid = await attempt({ order: "paid", amount: dop(700) });
    const usual = await attempt({ order: "usual", amount: usd(700), tax: usd(0) });
    await attempt({ order: "referred", facts: { ...facts, orderReference: "REF" } });
    await attempt({ order: "usual", amount: dop(50) });
    const again = await attempt({ order: "again", amount: dop(50) }, "unknown");
    await move(
      paid.id,
      "approved",
      verdict({ reference: "007", authorizationCode: "0AuTH1", maskedCard: "411111******1111" }),
    );
    await move(usual.id, "declined", verdict({ code: "51", reference: "R-1", maskedCard: "541234******4242" }));
    await move(again.id, "unknown", verdict({ code: "51", reference: "7" }));
    for (const [filter, ...orders] of [
      [{}, "again", "usual", "referred", "usual", "paid"],
      [{ groups: [...groups] }, "again", "usual", "referred", "usual", "paid"],
      [{ groups: ["approved", "declined"] }, "usual", "paid"],
      [{ groups: ["cancelled"] }],
      [{ toDecide: "unknown" }, "again"],
      [{ toDecide: "unknown", groups: ["approved"] }],
      [{ toDecide: "review" }],
      [{ currency: "USD" }, "usual"],
      [{ amount: dop(700) }, "paid"],
      [{ amount: dop(700), currency: "USD" }],
      [{ amount: dop(700), groups: ["waiting", "approved"] }, "paid"],
      [{ order: "usual" }, "usual", "usual"],
      [{ order: "REF" }, "referred"],
      [{ order: "referred", groups: ["waiting"], currency: "DOP" }, "referred"],
      [{ order: "referred", groups: ["failed", "decide"] }],
      [{ reference: "R-1" }, "usual"],
      [{ reference: "07" }, "again", "paid"],
      [{ reference: "0007", order: "paid" }, "paid"],
      [{ reference: "R-1", lastDigits: "1111" }],
      [{ authorizationCode: "auth1" }, "paid"],
      [{ authorizationCode: "00AUTH1", currency: "DOP", amount: dop(700), groups: ["approved"] }, "paid"],
      [{ lastDigits: "4242" }, "usual"],
      [{ lastDigits: "1111", order: "paid" }, "paid"],
      // Patterns, quotes and JSON are values.
      ...["%", "_aid", "paid' OR '1'='1", '{"code":"00"}', "$.code", "A; DROP TABLE attempts", "PAID"].flatMap(
        (text) => [[{ order: text }], [{ reference: text }], [{ authorizationCode: text }]],
      ),
    ] as [AttemptFilter, ...string[]][]) {
      assert.deepEqual(await listed(store, { filter }), orders, JSON.stringify(filter));
    }
  },
  async "what was paid in a span of time is listed, the earliest first, each on one page"(scene) {
    const { store } = scene;
    await insertSettled(scene, [
      ["third", "approved", day + 30],
      ["first", "approved", day],
      ["second", "approved", day + 20, { captureOf: "x" }],
      ["fourth", "approved", day + 30],
      ["fifth", "approved", day + 30],
      ["sixth", "approved", day + 30],
      ["before", "approved", day - 1],
      ["after", "approved", day + 100],
      ["authorized", "approved", day + 10, { capture: "later" }],
      ["declined", "declined", day + 10],
      ["review", "review", day + 10],
    ]);
    const approved = (from: number, until: number, after = {}) =>
      store.listAttempts({
        filter: { groups: ["charged"], reached: [{ from, until }] },
        earliestFirst: true,
        limit: 2,
        ...after,
      });
    assert.deepEqual((await approved(day, day + 100)).attempts[0], (await store.attemptsOf("first"))[0]);
    const orders = await ordersOnPages((after) => approved(day, day + 100, after));
    assert.deepEqual(orders, ["first", "second", "third", "fourth", "fifth", "sixth"]);
    assert.deepEqual(await approved(day + 40, day + 50), { attempts: [] });
  },
  async "the tally counts and adds up by group, currency and hour, also parts and what was given back"(scene) {
    const asked = { reason: "asked", by: "Ana", at: day };
    const resolved = { paid: true, ...asked };
    const named = { verdict: { code: "10" }, resolution: { ...resolved, approvedAmount: dop(40) } };
    await insertSettled(scene, [
      ["A", "approved", day],
      ["B", "approved", day + hourMs - 1],
      ["C", "approved", day + hourMs, named],
      ["in part", "approved", day + hourMs, { ...named, reversed: { returned: true, ...asked } }],
      ["unnamed", "approved", day + hourMs, { verdict: { code: "10" }, resolution: resolved }],
      ["D", "approved", day + 24 * hourMs],
      ["E", "approved", day + 1, { capture: "later" }],
      ["F", "declined", day + 2 * hourMs],
      ["G", "unknown", day - 1],
    ]);
    const usd = { minor: 7, currency: "USD" } as const;
    const { id } = await scene.attempt({ order: "H", amount: usd, tax: { ...usd, minor: 0 } });
    await scene.move(id, "approved", { facts: { settledAt: day } });
    const parts = { partial: { count: 2, minor: 80 }, reversed: { count: 1, minor: 40 }, partialUnknown: 1 };
    const spans = [
      { from: day, until: day + 24 * hourMs },
      { from: day + 5 * hourMs, until: day + 6 * hourMs },
    ];
    const [rows, none] = await scene.store.tallies({ spans, by: "hour" });
    assert.deepEqual(sorted(rows), [
      { split: "0", group: "approved", currency: "DOP", count: 2, minor: 200 },
      { split: "0", group: "approved", currency: "USD", count: 1, minor: 7 },
      { split: "0", group: "authorized", currency: "DOP", count: 1, minor: 100 },
      { split: "0", group: "givenBack", currency: "DOP", count: 1, minor: 40 },
      { split: "1", group: "approved", currency: "DOP", count: 3, minor: 80, ...parts },
      { split: "2", group: "declined", reason: "bank", currency: "DOP", count: 1, minor: 100 },
    ]);
    assert.deepEqual(none, []);
  },
};

/** Lists of what was created at different times. */
export const spanning: Cases = {
  async "a span of time holds its first millisecond, and not its last"({ attempt, pass, store }) {
    const made: number[] = [];
    for (const order of ["A", "B", "C"]) {
      made.push((await attempt({ order })).createdAt);
      await pass(60_000);
    }
    const [, from = 0] = made;
    for (const [filter, ...orders] of [
      [{ from }, "C", "B"],
      [{ until: from }, "A"],
      [{ from, until: from + 1, groups: ["waiting"] }, "B"],
      [{ from, until: from }],
      [{ from, currency: "USD" }],
    ] as [AttemptFilter, ...string[]][]) {
      assert.deepEqual(await listed(store, { filter }), orders, JSON.stringify(filter));
    }
  },
};
