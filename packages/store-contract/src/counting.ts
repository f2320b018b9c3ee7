import assert from "node:assert/strict";
import type { State } from "@ventanilla/express";
import type { Facts, TallyRow } from "@ventanilla/express/store";
import { type Case, dop, facts, type Scene } from "./scene.ts";

const hourMs = 3_600_000;
/** The start of a day, in milliseconds since the epoch. */
const day = 1_790_000_000_000;

/** Inserts attempts that reached their states at these times. Returns their ids by their orders. */
async function insertSettled(
  scene: Scene,
  rows: readonly [order: string, state: State, settledAt: number, Partial<Facts>?][],
) {
  const ids: Record<string, string> = {};
  for (const [order, state, settledAt, more] of rows) {
    const { id } = await scene.attempt({ order, amount: dop(100) });
    await scene.move(id, state, { facts: { ...facts, settledAt, ...more } });
    ids[order] = id;
  }
  return ids;
}

/** The rows of a tally by hour, group and currency: a store may give them in any order. */
function inOrder(rows: readonly TallyRow[]): TallyRow[] {
  const keyOf = ({ hour, group, currency }: TallyRow) => `${String(hour).padStart(4)} ${group} ${currency}`;
  return rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

/** What the counter shows its staff: takings, tallies, events, actions; and alerts, each once. */
export const counting: Case[] = [
  {
    title: "takings are what was paid in a span of time, the earliest first, page by page",
    async run(scene) {
      const { store } = scene;
      const ids = await insertSettled(scene, [
        ["third", "approved", day + 30],
        ["first", "approved", day],
        ["second", "approved", day + 20, { captureOf: "x" }],
        ["before", "approved", day - 1],
        ["after", "approved", day + 100],
        ["authorized", "approved", day + 10, { capture: "later" }],
        ["declined", "declined", day + 10],
        ["review", "review", day + 10],
      ]);
      const span = { from: day, until: day + 100 };
      const page = await store.takings({ ...span, limit: 2 });
      assert.deepEqual(page.attempts[0], await store.findAttempt(ids.first ?? ""));
      const { next = "" } = page;
      const rest = await store.takings({ ...span, limit: 2, after: next });
      assert.deepEqual(
        [...page.attempts, ...rest.attempts].map(({ order }) => order),
        ["first", "second", "third"],
      );
      assert.equal(rest.next, undefined);
      assert.deepEqual(await store.takings({ from: day + 40, until: day + 50, limit: 2 }), { attempts: [] });
    },
  },
  {
    title: "takings of one moment are each on one page",
    async run(scene) {
      const orders = ["A", "B", "C", "D", "E"];
      await insertSettled(
        scene,
        orders.map((order) => [order, "approved", day]),
      );
      const listed = [];
      let after: string | undefined;
      do {
        const span = { from: day, until: day + 1, limit: 2 };
        const page = await scene.store.takings({ ...span, ...(after !== undefined && { after }) });
        listed.push(...page.attempts.map(({ order }) => order));
        after = page.next;
      } while (after !== undefined);
      assert.deepEqual(listed, orders);
    },
  },
  {
    title: "the tally counts and adds up by group, currency and hour, and agrees with the takings",
    async run(scene) {
      await insertSettled(scene, [
        ["A", "approved", day],
        ["B", "approved", day + hourMs - 1],
        ["C", "approved", day + hourMs],
        ["D", "approved", day + 24 * hourMs],
        ["E", "approved", day + 1, { capture: "later" }],
        ["F", "declined", day + 2 * hourMs],
        ["G", "unknown", day - 1],
      ]);
      const usd = { minor: 7, currency: "USD" } as const;
      const { id } = await scene.attempt({ order: "H", amount: usd, tax: { ...usd, minor: 0 } });
      await scene.move(id, "approved", { facts: { ...facts, settledAt: day } });
      const row = (hour: number, group: string, currency: string, count: number, minor: number) => ({
        hour,
        group,
        currency,
        count,
        minor,
      });
      assert.deepEqual(inOrder(await scene.store.tally({ from: day, until: day + 24 * hourMs })), [
        row(0, "approved", "DOP", 2, 200),
        row(0, "approved", "USD", 1, 7),
        row(0, "authorized", "DOP", 1, 100),
        row(1, "approved", "DOP", 1, 100),
        row(2, "declined", "DOP", 1, 100),
      ]);
      assert.deepEqual(await scene.store.tally({ from: day + 5 * hourMs, until: day + 6 * hourMs }), []);
    },
  },
  {
    title: "the tally adds up what a person named of an approval in part, and nothing of one that nobody named",
    async run(scene) {
      const verdict = { code: "10" };
      const back = { returned: true, reason: "voided", by: "Luis", at: day };
      const named = (minor: number): Partial<Facts> => ({
        verdict,
        resolution: { paid: true, reason: "asked", by: "Ana", at: day, approvedAmount: dop(minor) },
      });
      await insertSettled(scene, [
        ["whole", "approved", day],
        ["named", "approved", day, named(40)],
        ["all of it", "approved", day, named(100)],
        ["unknown", "approved", day, { verdict, resolution: { paid: true, reason: "asked", by: "Ana", at: day } }],
        ["by telephone", "approved", day, { ...named(30), verdict: { code: "00" }, givenBack: back }],
        ["waits", "review", day, { verdict }],
      ]);
      const [approved, waits] = inOrder(await scene.store.tally({ from: day, until: day + hourMs }));
      assert.deepEqual([approved?.count, approved?.minor], [5, 270]);
      assert.deepEqual(approved?.partial, { count: 2, minor: 70 });
      assert.deepEqual(approved?.givenBack, { count: 1, minor: 30 });
      assert.equal(approved?.partialUnknown, 1);
      assert.deepEqual([waits?.minor, waits?.partial, waits?.partialUnknown], [100, undefined, undefined]);
    },
  },
];
