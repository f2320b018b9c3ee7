import assert from "node:assert/strict";
import type { Delivery } from "@ventanilla/express/store";
import { bank, type Case, idsOf, type Scene } from "./scene.ts";

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

/** The hook's writes and the delivery of its event are one transaction. */
export const delivering: Case[] = [
  {
    title: "what a hook writes and the event's delivery are committed together",
    needs: ["query"],
    async run(scene) {
      const { item, fence } = await paidShop(scene);
      const delivery = await open(scene, item.id, fence);
      await delivery.query(ship);
      assert.deepEqual((await delivery.query(shipped)).rows.map(plain), [{ order_id: "A-1" }]);
      await delivery.commit();
      assert.deepEqual((await scene.query(shipped)).map(plain), [{ order_id: "A-1" }]);
      await scene.pass(scene.leaseMs);
      assert.deepEqual(await scene.events(), []);
      assert.equal(await scene.store.settleClaim(item.id, fence, { kind: "retry", at: 0, error: "no" }), false);
    },
  },
  {
    title: "a rollback leaves nothing written, and the event is still claimed",
    needs: ["query"],
    async run(scene) {
      const { item, fence } = await paidShop(scene);
      const delivery = await open(scene, item.id, fence);
      await delivery.query(ship);
      await delivery.rollback();
      assert.deepEqual(await scene.query(shipped), []);
      assert.deepEqual(await scene.events(), []);
      assert.equal(await scene.store.settleClaim(item.id, fence, { kind: "retry", at: 0, error: "no" }), true);
      const again = await scene.event();
      const second = await open(scene, again.item.id, again.fence);
      await second.query(ship);
      await second.commit();
      assert.deepEqual((await scene.query(shipped)).map(plain), [{ order_id: "A-1" }]);
    },
  },
  {
    title: "a lost lease cannot open a delivery",
    async run(scene) {
      await scene.approve((await scene.attempt()).id);
      const mine = await scene.event();
      await scene.pass(scene.leaseMs);
      const theirs = await scene.event();
      assert.equal(await scene.store.openDelivery(mine.item.id, mine.fence), undefined);
      await (await open(scene, theirs.item.id, theirs.fence)).commit();
      assert.equal(await scene.store.openDelivery(theirs.item.id, theirs.fence), undefined);
      assert.equal(await scene.store.openDelivery("paid:nothing", 1), undefined);
    },
  },
  {
    title: "the hook gets the error of a failed statement, and its earlier writes can be rolled back",
    needs: ["query"],
    async run(scene) {
      const { item, fence } = await paidShop(scene);
      const delivery = await open(scene, item.id, fence);
      await delivery.query(ship);
      await assert.rejects(delivery.query("INSERT INTO no_such_table VALUES (1)"));
      await delivery.rollback();
      assert.deepEqual(await scene.query(shipped), []);
    },
  },
  {
    title: "a transaction in which a statement has failed is not committed, whatever the hook does about the error",
    needs: ["query"],
    async run(scene) {
      const { item, fence } = await paidShop(scene);
      const delivery = await open(scene, item.id, fence);
      await delivery.query(ship);
      // A hook that does not await it, or only logs the error.
      delivery.query(ship).catch(() => {});
      await assert.rejects(delivery.commit());
      await delivery.rollback();
      assert.deepEqual(await scene.query(shipped), []);
      await scene.pass(scene.leaseMs);
      assert.deepEqual(idsOf(await scene.events()), [item.id]);
    },
  },
  {
    title: "a transaction that has ended runs no more statements, and is not committed twice",
    async run(scene) {
      await scene.approve((await scene.attempt()).id);
      const { item, fence } = await scene.event();
      const delivery = await open(scene, item.id, fence);
      await delivery.commit();
      await delivery.rollback();
      await assert.rejects(delivery.query("SELECT 1"));
      await scene.pass(scene.leaseMs);
      assert.deepEqual(await scene.events(), []);
    },
  },
  {
    title: "the store continues after a delivery, however it ended",
    async run(scene) {
      const { attempt, store } = scene;
      for (const [order, end] of [
        ["A", "commit"],
        ["B", "rollback"],
        ["C", "commit"],
      ] as const) {
        await attempt({ order }, "declined");
        const { item, fence } = await scene.event();
        await (await open(scene, item.id, fence))[end]();
        await store.settleClaim(item.id, fence, { kind: "done" });
      }
      assert.deepEqual((await store.stats()).outbox, { due: 0, dead: 0 });
    },
  },
  {
    title: "when the process dies before the commit, nothing is written and the event is delivered again",
    needs: ["query", "crash", "again"],
    async run(scene) {
      const { item, fence } = await paidShop(scene);
      const delivery = await open(scene, item.id, fence);
      await delivery.query(ship);
      await scene.subject.crash?.();
      await assert.rejects(delivery.commit());
      await delivery.rollback().catch(() => {});
      const other = await scene.again();
      assert.deepEqual(await scene.query(shipped), []);
      await scene.pass(scene.leaseMs);
      assert.deepEqual(idsOf(await other.claimEvents({ banks: [bank], limit: 5, leaseMs: scene.leaseMs })), [item.id]);
    },
  },
];

/** A row with the usual prototype: engines differ in it. */
const plain = (row: Record<string, unknown>): Record<string, unknown> => ({ ...row });
