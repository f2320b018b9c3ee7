import assert from "node:assert/strict";
import { assertWritten, bank, type Case, clockErrorMs, longAgo } from "./scene.ts";

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
export const clocks: Case[] = [
  {
    title: "the store's clock returns whole milliseconds since the epoch, and goes forward",
    async run({ pass, store }) {
      const before = await store.now();
      assert.ok(Number.isInteger(before) && before > 1_600_000_000_000);
      await pass(50 + clockErrorMs);
      const after = await store.now();
      assert.ok(after - before >= 45 && after - before < 60_000, `${after - before} ms`);
    },
  },
  ...[-300_000, 300_000].map(
    (ms): Case => ({
      title: `a host whose clock is ${Math.abs(ms) / 60_000} minutes ${ms < 0 ? "slow" : "fast"} claims neither earlier nor later`,
      async run({ attempt, event, leaseMs, pass, store }) {
        await attempt({ order: "soon", dueAt: (await store.now()) + 60_000 });
        await attempt({ order: "due", dueAt: longAgo });
        const claims = await withSkew(ms, () => store.claimAttempts({ banks: [bank], limit: 5, leaseMs }));
        assert.deepEqual(
          claims.map(({ item }) => item.order),
          ["due"],
        );
        assert.deepEqual(await withSkew(-ms, () => store.claimAttempts({ banks: [bank], limit: 5, leaseMs })), []);
        await attempt({ order: "told" }, "declined");
        const { fence } = await withSkew(ms, event);
        assert.deepEqual(await withSkew(-ms, () => store.claimEvents({ banks: [bank], limit: 5, leaseMs })), []);
        await pass(leaseMs);
        const again = await withSkew(-ms, event);
        assert.ok(again.fence > fence);
      },
    }),
  ),
  {
    title: "no written time depends on a host's wrong clock",
    async run({ attempt, event, leaseMs, store }) {
      const before = await store.now();
      const { createdAt } = await withSkew(-300_000, () => attempt({}, "declined"));
      const { item, leaseUntil } = await withSkew(300_000, event);
      const told = await withSkew(300_000, () => store.now());
      const action = { by: "Ana", action: "retry", subject: "one" };
      const { at: actedAt } = await withSkew(300_000, () => store.recordAction(action));
      const after = await store.now();
      const written = [createdAt, item.createdAt, leaseUntil - leaseMs, told, actedAt];
      for (const at of written) assertWritten(at, before, after);
    },
  },
];
