import assert from "node:assert/strict";
import type { State } from "@ventanilla/express";
import { type Facts, type Group, groups } from "@ventanilla/express/store";
import { type Cases, dop, facts, type Scene } from "../../../packages/store-contract/src/scene.ts";

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

const said = (paid: boolean): Partial<Facts> => ({ resolution: { paid, reason: "asked", by: "Ana", at: day } });
const left: Partial<Facts> = { returnedVia: "cancel", returnedAt: day, emptyAnswers: 2 };

/** The group of an attempt by its state and these facts. */
const grouped: readonly [State, Group, Partial<Facts>?][] = [
  ["preparing", "waiting"],
  ["preparing", "failed", { launchFailure: "refused" }],
  ["opened", "waiting"],
  ["opened", "waiting", { launchFailure: "refused" }],
  ["opened", "cancelled", left],
  ["opened", "cancelled", { ...left, emptyAnswers: 3 }],
  ["opened", "waiting", { ...left, emptyAnswers: 1 }],
  ["opened", "waiting", { returnedVia: "cancel", returnedAt: day }],
  ["opened", "waiting", { ...left, returnedVia: "return" }],
  ["opened", "waiting", { ...left, cardSentAt: day }],
  ["expired", "expired"],
  ["expired", "expired", left],
  ["unknown", "decide"],
  ["unknown", "decide", said(true)],
  ["unknown", "notPaid", said(false)],
  ["declined", "declined"],
  ["declined", "declined", said(false)],
  ["declined", "decide", { unconfirmedAt: day }],
  ["declined", "decide", { unconfirmedAt: day, ...said(true) }],
  ["declined", "declined", { unconfirmedAt: day, ...said(false) }],
  ["review", "decide"],
  ["review", "decide", said(true)],
  ["review", "notPaid", said(false)],
  ["approved", "approved"],
  ["approved", "approved", { capture: "later" }],
  ["approved", "approved", { duplicate: true }],
  ["approved", "approved", said(true)],
];

/** What the counter shows its staff: payments, tallies, events, actions; and alerts, each once. */
export const counting: Cases = {
  async "the tally names what was given back, itself or in the place of a further payment"(scene) {
    const decision = { returned: true, reason: "voided in the portal", by: "Luis", at: day };
    await insertSettled(scene, [
      ["itself", "approved", day, { duplicate: true, handled: decision }],
      ["first", "approved", day, { reversed: { ...decision, returnedAttempt: "first" } }],
      ["kept", "approved", day, { duplicate: true, handled: { ...decision, returnedAttempt: "first" } }],
    ]);
    const [[row] = []] = await scene.store.tallies({ spans: [{ from: day, until: day + hourMs }] });
    assert.deepEqual([row?.count, row?.reversed?.count], [3, 2]);
  },
  async "the tally counts what is under way in the hour of its creation"({ attempt, store }) {
    const { createdAt } = await attempt({ order: "A" });
    await attempt({ order: "B" }, "opened");
    const spans = [{ from: createdAt - 2 * hourMs, until: createdAt + hourMs }];
    const [rows] = await store.tallies({ spans, by: "hour" });
    assert.deepEqual(
      rows?.map(({ group, split, count }) => [group, split, count]),
      [["waiting", "2", 2]],
    );
  },
  async "every attempt is counted once, and listed by the filter of its group alone"({ attempt, move, store }) {
    const expected: Record<string, string[]> = Object.fromEntries(groups.map((group) => [group, []]));
    for (const [index, [state, group, more]] of grouped.entries()) {
      const order = `A-${index}`;
      const { id } = await attempt({ order, facts: { ...facts, ...(state === "preparing" && more) } });
      if (state !== "preparing") await move(id, state, { facts: { ...facts, settledAt: await store.now(), ...more } });
      expected[group]?.unshift(order);
    }
    for (const more of [{}, { currency: "DOP" }, { amount: dop(100) }, { from: 0 }] as const) {
      for (const group of groups) {
        const { attempts } = await store.listAttempts({ filter: { groups: [group], ...more }, limit: 100 });
        const orders = attempts.map(({ order }) => order);
        assert.deepEqual(orders, expected[group], `${group} ${JSON.stringify(more)}`);
      }
      const { attempts } = await store.listAttempts({ filter: { groups, ...more }, limit: 100 });
      assert.equal(attempts.length, grouped.length);
    }
    for (const [index, [, own]] of grouped.entries()) {
      for (const group of groups) {
        const { attempts } = await store.listAttempts({ filter: { order: `A-${index}`, groups: [group] }, limit: 9 });
        assert.equal(attempts.length, Number(group === own), `A-${index} ${group}`);
      }
    }
    const now = await store.now();
    const counted = new Map<string, number>();
    const [rows = []] = await store.tallies({ spans: [{ from: now - hourMs, until: now + hourMs }] });
    for (const { group, count } of rows) {
      const name = group === "authorized" ? "approved" : group;
      counted.set(name, (counted.get(name) ?? 0) + count);
    }
    assert.deepEqual(
      Object.fromEntries(groups.map((group) => [group, counted.get(group)])),
      Object.fromEntries(groups.map((group) => [group, expected[group]?.length])),
    );
  },
};
