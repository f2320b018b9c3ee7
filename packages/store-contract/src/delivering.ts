import assert from "node:assert/strict";
import type { Delivery } from "@ventanilla/express/store";
import { type Cases, contenders, type Scene } from "./scene.ts";

const shipments = "SELECT order_id FROM shop_shipments ORDER BY order_id";
const shipping = "INSERT INTO shop_shipments (order_id) VALUES ('A-1')";

/** Ends a delivery without its commit. */
type End = (delivery: Delivery, scene: Scene) => Promise<unknown>;

/** Writes to a table of the shop's in a delivery that ends so, and then in another one, which is committed. */
async function shipTwice(scene: Scene, end: End): Promise<void> {
  const { approve, attempt, event, lease, leaseMs, pass, query, store } = scene;
  const shipped = async () => (await query(shipments)).map(({ order_id }) => order_id);
  await query("CREATE TABLE shop_shipments (order_id varchar(40) PRIMARY KEY)");
  await approve((await attempt()).id);
  const { item, fence } = await event();
  const first = (await store.openDelivery(item.id, fence)) ?? assert.fail("the lease holds");
  await first.query(shipping);
  await end(first, scene);
  const other = (await contenders(scene))(1);
  const claim = () => other.claimEvents(lease());
  assert.deepEqual([await shipped(), await claim()], [[], []]);
  await pass(leaseMs);
  const [again = assert.fail("the event is claimed again")] = await claim();
  const second = (await other.openDelivery(item.id, again.fence)) ?? assert.fail("the lease holds");
  await second.query(shipping);
  assert.equal((await second.query<{ order_id: string }>(shipments)).rows[0]?.order_id, "A-1");
  await second.commit();
  await pass(leaseMs);
  assert.deepEqual([await shipped(), await claim()], [["A-1"], []]);
  assert.equal(await other.settleClaim(item.id, again.fence, { kind: "done" }), false);
}

/** The delivery of an event. */
export const delivering: Cases = {
  async "a transaction ends once: after that it runs nothing, and the store continues, however it ended"(scene) {
    const { attempt, event, events, leaseMs, pass, settle, store } = scene;
    for (const end of ["commit", "rollback", "commit"] as const) {
      await attempt({}, "declined");
      const claim = await event();
      const delivery = (await store.openDelivery(claim.item.id, claim.fence)) ?? assert.fail("the lease holds");
      await delivery[end]();
      await delivery.rollback();
      await assert.rejects(delivery.query("SELECT 1"));
      await assert.rejects(delivery.commit());
      assert.equal(await settle(claim, "done"), end === "rollback");
    }
    await pass(leaseMs);
    assert.deepEqual([await events(), (await store.stats()).outbox], [[], { due: 0, dead: 0 }]);
  },
};

const after = (what: string, end: End): Cases => ({
  [`what a hook writes and its delivery are committed together: after ${what} nothing is written, and it is claimed again`]:
    (scene) => shipTwice(scene, end),
});

/** What a hook writes and the delivery of its event are one transaction. */
export const hooks: Cases = {
  ...after("a rollback", (delivery) => delivery.rollback()),
  ...after("a failed statement, whatever the hook does then,", async (delivery) => {
    await assert.rejects(delivery.query("INSERT INTO no_such_table VALUES (1)"));
    // A hook that does not await it, or only logs the error.
    delivery.query(shipping).catch(() => {});
    await assert.rejects(delivery.commit());
    await delivery.rollback();
  }),
};

/** The end of a process within a hook. */
export const crashing: Cases = after("the end of the process", async (delivery, { subject }) => {
  await subject.crash?.();
  await assert.rejects(delivery.commit());
  await delivery.rollback().catch(() => {});
});
