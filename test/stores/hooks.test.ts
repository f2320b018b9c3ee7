import assert from "node:assert/strict";
import { after, test } from "node:test";
import { keptIn } from "../kept.ts";
import { startPostgres } from "../postgres.ts";
import { bank, draft } from "./draft.ts";
import { enginesOn } from "./engines.ts";

const server = await startPostgres();
after(() => server.stop());

for (const [engine, open] of Object.entries(enginesOn(server))) {
  test(`${engine}: a value that is not a statement fails, and the delivery with it, also where the hook does not wait`, async () => {
    const store = keptIn(await open());
    const { attempt } = await store.insertAttempt(draft(), 0);
    await store.transition(attempt.id, 1, { state: "approved", announce: "order.paid", facts: attempt.facts });
    const [claim] = await store.claimEvents({ banks: [bank], limit: 1, leaseMs: 600_000 });
    const delivery = await store.openDelivery(claim?.item.id ?? "", claim?.fence ?? 0);
    assert.ok(delivery);
    const failing = delivery.query(undefined as never).catch((error: unknown) => error);
    await assert.rejects(delivery.commit());
    assert.ok((await failing) instanceof Error);
    assert.equal((await store.eventsOf("A-1"))[0]?.deliveredAt, undefined);
  });
}
