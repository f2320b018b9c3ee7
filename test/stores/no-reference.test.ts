import assert from "node:assert/strict";
import { after, test } from "node:test";
import { keptIn } from "../kept.ts";
import { startPostgres } from "../postgres.ts";
import { draft } from "./draft.ts";
import { enginesOn } from "./engines.ts";

const server = await startPostgres();
after(() => server.stop());

/** What banks fill a field of a fixed width with when they have no reference. */
const noReferences = ["000000000000", "0", "000", "            ", "------------", "-", "N/A", "n/a", "null", "0-0", ""];

for (const [engine, open] of Object.entries(enginesOn(server))) {
  test(`${engine}: a reference that identifies nothing never makes another approval look like the same`, async () => {
    const store = await open();
    for (const [index, reference] of [...noReferences, ...noReferences].entries()) {
      const { attempt } = await keptIn(store).insertAttempt(draft(`Z-${index}`), 0);
      const facts = { ...attempt.facts, verdict: { code: "00", reference, authorizationCode: "000000" } };
      const change = { state: "approved", facts, announce: "order.paid" } as const;
      const { written, attempt: paid } = await keptIn(store).transition(attempt.id, attempt.version, change);
      assert.deepEqual([written, paid.state, paid.facts.verdict?.reference], [true, "approved", undefined], reference);
    }
    // One digit that is not zero makes it a reference.
    for (const [order, state] of [
      ["R-1", "approved"],
      ["R-2", "review"],
    ] as const) {
      const { attempt } = await keptIn(store).insertAttempt(draft(order), 0);
      const facts = { ...attempt.facts, verdict: { code: "00", reference: "000000000010" } };
      const change = { state: "approved", facts, announce: "order.paid" } as const;
      assert.equal((await keptIn(store).transition(attempt.id, attempt.version, change)).attempt.state, state);
    }
    await store.close();
  });
}
