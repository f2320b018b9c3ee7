import assert from "node:assert/strict";
import { assertWritten, bank, type Cases, clockErrorMs, farAway, idsOf, longAgo, ordersOf } from "./scene.ts";

const other = "https://other.example";
const third = "https://third.example";
/** Which attempts are claimed, and for how long. */
export const claiming: Cases = {
  async "attempts are claimed from their due time on, and at most as many as the limit"(scene) {
    const { attempt, due, leaseMs, pass, store } = scene;
    for (const index of [1, 2, 3]) await attempt({ order: `due-${index}`, dueAt: longAgo + index });
    await attempt({ order: "later", dueAt: (await store.now()) + 2 * leaseMs + clockErrorMs });
    await attempt({ order: "never", dueAt: farAway });
    const lease = { limit: 2, leaseMs: 4 * leaseMs + 4000 };
    assert.deepEqual([(await due(lease)).length, (await due(lease)).length, (await due(lease)).length], [2, 1, 0]);
    await pass(2 * leaseMs + 2 * clockErrorMs);
    assert.deepEqual(ordersOf(await due()), ["later"]);
  },
  async "a claim has the attempt as it is, until its lease ends, and raises the fence, not the version"(scene) {
    const { attempt, due, leaseMs, move, pass, store } = scene;
    const given = await attempt({ dueAt: longAgo });
    const before = await store.now();
    const [first] = await due();
    assert.deepEqual([first?.item, first?.tries], [given, 0]);
    assertWritten(first?.leaseUntil, before + leaseMs, (await store.now()) + leaseMs);
    assert.deepEqual(await due(), []);
    await pass(leaseMs);
    const [second] = await due();
    assert.deepEqual([second?.item, second?.tries], [given, 1]);
    assert.ok((second?.fence ?? 0) > (first?.fence ?? 0));
    // The due time that a change sets ends the lease.
    await move(given.id, "opened", { dueAt: longAgo });
    assert.deepEqual(idsOf(await due()), [given.id]);
  },
  async "attempts whose window ends next are claimed first, then the earliest, all of one bank"(scene) {
    const { attempt, due, move, store } = scene;
    const now = await store.now();
    for (const [order, ends, dueAt, at] of [
      ["over", longAgo, longAgo],
      ["last", now + 600_000, longAgo + 1000],
      ["none", undefined, longAgo + 2000],
      ["next", now + 300_000, longAgo + 4000],
      ["second", now + 400_000, longAgo + 3000],
      ["elsewhere", now + 200_000, longAgo, other],
      ["elsewhere, none", undefined, longAgo, other],
    ] as const) {
      const { id } = await attempt({ order, dueAt, bank: at ?? bank });
      if (ends !== undefined) await move(id, "opened", { windowEndsAt: ends });
    }
    const orders = [];
    for (const limit of [1, 1, 2, 5]) orders.push(...ordersOf(await due({ limit })));
    assert.deepEqual(orders, ["next", "second", "last", "over", "none"]);
  },
  async "a claim takes attempts and events of its banks: of one, of several, of none"({ attempt, due, events }) {
    const at: Record<string, string> = { A: bank, B: other, C: third, D: "https://fourth.example" };
    for (const order of "ABC") await attempt({ order, dueAt: longAgo, bank: at[order] ?? "" }, "declined");
    for (const [names = "", orders] of ["", "D", "B B", "ACD AC", "ABC"].map((row) => row.split(" "))) {
      const banks = names.split("").map((name) => at[name] ?? "");
      for (const claims of [await due({ banks }), await events({ banks })]) {
        assert.equal(ordersOf(claims).toSorted().join(""), orders ?? "");
      }
    }
  },
};
