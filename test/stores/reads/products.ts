import assert from "node:assert/strict";
import { type GivenBack, type KeptAttempt, readRows, type SpanTally, shelfOf } from "@ventanilla/express/store";
import { bank, type Cases, dop } from "../../../packages/store-contract/src/scene.ts";

const hourMs = 3_600_000;
/** The start of a day, in milliseconds since the epoch. */
const day = 1_790_000_000_000;
const part: GivenBack = { amount: dop(30), on: "2026-09-21", at: day, reason: "one box", by: "Ana", recordedAt: day };

const sorted = (rows: readonly SpanTally[]) => rows.toSorted((a, b) => (lineOf(a) < lineOf(b) ? -1 : 1));
const lineOf = ({ group, currency, split }: SpanTally) => [group, currency, split].join(" ");

/** Sums by what is sold, of which a shop may have very many. */
export const products: Cases = {
  async "of many products those that most was charged for have sums of their own, and the others one"(scene) {
    const { attempt, move, store } = scene;
    const rows: KeptAttempt[] = [];
    for (let i = 0; i < 70; i++) {
      const reference = `A-${i}`;
      const { id } = await attempt({ order: reference, amount: dop(100 + (i % 30)), tax: dop(0) });
      const own = {
        ...(i % 9 > 0 && { product: i === 29 ? "null" : `P-${i}` }),
        ...(i % 5 === 0 && { givenBack: [part] }),
      };
      const written = await move(id, i % 8 === 7 ? "declined" : "approved", { facts: { settledAt: day, ...own } });
      rows.push({ attempt: written, shelf: shelfOf(written), reference, bank, dueAt: null, tries: 0, fence: 0 });
    }
    const request = { spans: [{ from: day, until: day + hourMs }], by: "product" } as const;
    const [known = []] = await readRows(rows, [], Date.now).tallies(request);
    const names = new Set(known.map(({ split }) => split));
    assert.deepEqual([names.size, names.has(""), names.has(undefined), names.has("P-60")], [52, true, true, false]);
    assert.equal(
      known.reduce((sum, { group, count }) => sum + (group === "givenBack" ? 0 : count), 0),
      70,
    );
    for (const turn of [1, 2]) {
      const [read = []] = await store.tallies(request);
      assert.deepEqual(sorted(read), sorted(known), `turn ${turn}`);
    }
  },
};
