import assert from "node:assert/strict";
import { assertWritten, type Cases, clockErrorMs, longAgo, ordersOf } from "./scene.ts";

/** Runs `work` while `Date.now` of this process is wrong by `ms`. */
async function withSkew<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const { now } = Date;
  Date.now = () => now() + ms;
  try {
    return await work();
  } finally {
    Date.now = now;
  }
}

/** All processes use the store's clock, and not their own. */
export const clocks: Cases = {
  async "the store's clock returns whole milliseconds since the epoch, and goes forward"({ pass, store }) {
    const before = await store.now();
    assert.ok(Number.isInteger(before) && before > 1_600_000_000_000);
    await pass(50 + clockErrorMs);
    const passed = (await store.now()) - before;
    assert.ok(passed >= 45 && passed < 60_000, `${passed} ms`);
  },
  async "a host whose clock is wrong by 5 minutes claims at the right time, and writes no wrong one"(scene) {
    for (const ms of [-300_000, 300_000]) {
      const { attempt, due, event, events, leaseMs, store } = scene.shopOf(`${ms} ms`);
      const before = await store.now();
      await attempt({ order: "soon", dueAt: before + 60_000 });
      await attempt({ order: "due", dueAt: longAgo });
      assert.deepEqual(ordersOf(await withSkew(ms, due)), ["due"]);
      assert.deepEqual(await withSkew(-ms, due), []);
      const { createdAt } = await withSkew(-ms, () => attempt({ order: "told" }, "declined"));
      const { fence, item, leaseUntil } = await withSkew(ms, event);
      assert.deepEqual(await withSkew(-ms, events), []);
      const { at } = await withSkew(ms, () => store.recordAction({ by: "Ana", action: "retry", subject: "one" }));
      const written = [createdAt, item.createdAt, leaseUntil - leaseMs, await withSkew(ms, () => store.now()), at];
      for (const each of written) assertWritten(each, before, await store.now());
      await scene.pass(leaseMs);
      assert.ok((await withSkew(-ms, event)).fence > fence);
    }
  },
};
