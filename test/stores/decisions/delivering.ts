import assert from "node:assert/strict";
import type { Delivery } from "@ventanilla/express/store";
import type { Cases, Scene } from "../../../packages/store-contract/src/scene.ts";

const shipped = "SELECT order_id FROM shop_shipments ORDER BY order_id";
const ship = "INSERT INTO shop_shipments (order_id) VALUES ('A-1')";

/** A shop with a table of its own, a paid order, and the claim on its event. */
async function paidShop({ approve, attempt, event, query }: Scene) {
  await query("CREATE TABLE shop_shipments (order_id varchar(40) PRIMARY KEY)");
  await approve((await attempt()).id);
  return event();
}

/** Opens the delivery of an event whose claim is held. */
async function open({ store }: Scene, event: string, fence: number): Promise<Delivery> {
  const delivery = await store.openDelivery(event, fence);
  assert.ok(delivery, "the lease holds");
  return delivery;
}

/** What would begin or end a transaction, as a helper of the shop's or an ORM sends it. */
const controls = [
  "COMMIT",
  "  commit work;",
  "/* the order is shipped */ -- now\n Commit",
  ";COMMIT",
  "END",
  "end transaction",
  "ROLLBACK",
  "rollback transaction",
  "ABORT",
  "BEGIN",
  "begin immediate",
  "START TRANSACTION",
  "start/**/transaction read write",
  "COMMIT AND CHAIN",
  "PREPARE TRANSACTION 'shop'",
  "COMMIT PREPARED 'shop'",
  "SET TRANSACTION READ ONLY",
  "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY",
  `${ship}; COMMIT`,
  `${ship}; COMMIT; BEGIN`,
];

/** The hook's writes and the delivery of its event are one transaction. */
export const delivering: Cases = {
  async "what would end the transaction, or begin another, is refused: nothing is written, and the event is not delivered"(
    scene,
  ) {
    await paidShop(scene);
    for (const control of controls) {
      await scene.pass(scene.leaseMs);
      const { item, fence } = await scene.event();
      const delivery = await open(scene, item.id, fence);
      await delivery.query(ship.replace("A-1", "B-2"));
      await assert.rejects(delivery.query(control), control);
      // A helper that has failed sends this next; another one goes on as if nothing had happened.
      await delivery.query("ROLLBACK").catch(() => {});
      await delivery.query("BEGIN").catch(() => {});
      await delivery.query(ship).catch(() => {});
      await assert.rejects(delivery.commit(), control);
      await delivery.rollback();
      assert.deepEqual(await scene.query(shipped), [], control);
    }
    await scene.pass(scene.leaseMs);
    const { item, fence } = await scene.event();
    const delivery = await open(scene, item.id, fence);
    await delivery.query(ship);
    await delivery.commit();
    await scene.pass(scene.leaseMs);
    assert.deepEqual(await scene.events(), []);
  },
  async "savepoints work: what has failed after one is undone with it, and the rest is committed"(scene) {
    const { item, fence } = await paidShop(scene);
    const delivery = await open(scene, item.id, fence);
    await delivery.query(ship);
    await delivery.query("SAVEPOINT typeorm_1");
    await delivery.query("SAVEPOINT inner_1");
    await assert.rejects(delivery.query(ship));
    await delivery.query("ROLLBACK TO SAVEPOINT inner_1");
    await delivery.query(ship.replace("A-1", "B-2"));
    await delivery.query("rollback to typeorm_1");
    await delivery.query("-- as it began\nROLLBACK TO SAVEPOINT typeorm_1");
    await delivery.query("INSERT INTO shop_shipments (order_id) VALUES ('COMMIT; ROLLBACK')");
    await delivery.query("RELEASE SAVEPOINT typeorm_1");
    await delivery.commit();
    assert.deepEqual((await scene.query(shipped)).map(plain), [{ order_id: "A-1" }, { order_id: "COMMIT; ROLLBACK" }]);
    await scene.pass(scene.leaseMs);
    assert.deepEqual(await scene.events(), []);
  },
  async "what has failed before a savepoint is not undone by going back to it"(scene) {
    const { item, fence } = await paidShop(scene);
    const delivery = await open(scene, item.id, fence);
    await delivery.query(ship);
    await assert.rejects(delivery.query(ship));
    await delivery.query("SAVEPOINT late").catch(() => {});
    await delivery.query("ROLLBACK TO late").catch(() => {});
    await assert.rejects(delivery.commit());
    await delivery.rollback();
    assert.deepEqual(await scene.query(shipped), []);
  },
};

/** A row with the usual prototype: engines differ in it. */
const plain = (row: Record<string, unknown>): Record<string, unknown> => ({ ...row });
