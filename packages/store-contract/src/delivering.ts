import assert from "node:assert/strict";
import { type Cases, idsOf, type Scene } from "./scene.ts";

const shipments = "SELECT order_id FROM shop_shipments ORDER BY order_id";
const shipping = "INSERT INTO shop_shipments (order_id) VALUES ('A-1')";

/** Opens the delivery of the only event that is due. */
async function open({ event, store }: Scene) {
  const claim = await event();
  const delivery = (await store.openDelivery(claim.item.id, claim.fence)) ?? assert.fail("the lease holds");
  return { claim, delivery };
}

/** Opens the delivery of a paid order, and writes what is shipped to a table of the shop's. */
async function ship(scene: Scene) {
  await scene.query("CREATE TABLE shop_shipments (order_id varchar(40) PRIMARY KEY)");
  await scene.approve((await scene.attempt()).id);
  const opened = await open(scene);
  await opened.delivery.query(shipping);
  return opened;
}

/** Fails unless these orders were shipped, as everyone sees. */
async function assertShipped({ query }: Scene, ...orders: string[]): Promise<void> {
  assert.deepEqual(
    (await query(shipments)).map(({ order_id }) => order_id),
    orders,
  );
}

/** The delivery of an event. */
export const delivering: Cases = {
  async "a transaction ends once: after that it runs nothing, and the store continues, however it ended"(scene) {
    for (const end of ["commit", "rollback", "commit"] as const) {
      await scene.attempt({}, "declined");
      const { claim, delivery } = await open(scene);
      await delivery[end]();
      await delivery.rollback();
      await assert.rejects(delivery.query("SELECT 1"));
      await assert.rejects(delivery.commit());
      assert.equal(await scene.settle(claim, "done"), end === "rollback");
    }
    await scene.pass(scene.leaseMs);
    assert.deepEqual(await scene.events(), []);
    assert.deepEqual((await scene.store.stats()).outbox, { due: 0, dead: 0 });
  },
};

/** What a hook writes and the delivery of its event are one transaction. */
export const hooks: Cases = {
  async "what a hook writes and its delivery are committed together; after a rollback the event is still claimed"(
    scene,
  ) {
    const { claim, delivery: first } = await ship(scene);
    await first.rollback();
    await assertShipped(scene);
    assert.deepEqual(await scene.events(), []);
    assert.equal(await scene.settle(claim, 0), true);
    const { claim: held, delivery } = await open(scene);
    await delivery.query(shipping);
    const { rows } = await delivery.query<{ order_id: string }>(shipments);
    assert.equal(rows[0]?.order_id, "A-1");
    await delivery.commit();
    await assertShipped(scene, "A-1");
    await scene.pass(scene.leaseMs);
    assert.deepEqual(await scene.events(), []);
    assert.equal(await scene.settle(held, 0), false);
  },
  async "the hook gets the error of a failed statement; then nothing is committed, whatever the hook does"(scene) {
    const { claim, delivery } = await ship(scene);
    await assert.rejects(delivery.query("INSERT INTO no_such_table VALUES (1)"));
    // A hook that does not await it, or only logs the error.
    delivery.query(shipping).catch(() => {});
    await assert.rejects(delivery.commit());
    await delivery.rollback();
    await assertShipped(scene);
    await scene.pass(scene.leaseMs);
    assert.deepEqual(idsOf(await scene.events()), [claim.item.id]);
  },
};

/** The end of a process within a hook. */
export const crashing: Cases = {
  async "when the process dies before the commit, nothing is written and the event is delivered again"(scene) {
    const { claim, delivery } = await ship(scene);
    await scene.subject.crash?.();
    await assert.rejects(delivery.commit());
    await delivery.rollback().catch(() => {});
    const other = await scene.again();
    await assertShipped(scene);
    await scene.pass(scene.leaseMs);
    assert.deepEqual(idsOf(await other.claimEvents(scene.lease())), [claim.item.id]);
  },
};
