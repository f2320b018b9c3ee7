import assert from "node:assert/strict";
import {
  assertWritten,
  bank,
  type Cases,
  clockErrorMs,
  contenders,
  farAway,
  idsOf,
  longAgo,
  ordersOf,
  times,
} from "./scene.ts";

const other = "https://other.example";

/** Finding attempts, and claiming those that are due. */
export const claiming: Cases = {
  async "finding what does not exist returns nothing, and is not an error"({ due, events, store }) {
    const found = [store.findAttempt("nobody"), store.findByReturnHash("nothing"), store.orderByReference("nothing")];
    assert.deepEqual(await Promise.all(found), [undefined, undefined, undefined]);
    const lists = [store.attemptsOf("nothing"), store.eventsOf("nothing"), store.actionsOf("nothing"), due(), events()];
    assert.deepEqual(await Promise.all(lists), [[], [], [], [], []]);
    const counts = { paidTwice: 0, returnUnclear: 0, review: 0, unconfirmed: 0, unknown: 0, events: 0 };
    assert.deepEqual(await store.countUnsettled(), counts);
    assert.deepEqual(await store.backlog(farAway), { failing: 0, overtime: 0, unqueried: 0 });
  },
  async "a due attempt is claimed as it is, for a lease; a change keeps, sets or removes its due time"(scene) {
    const { attempt, due, leaseMs, move, pass, store } = scene;
    const given = await attempt({ dueAt: (await store.now()) + leaseMs + clockErrorMs });
    assert.deepEqual(await due(), []);
    await pass(leaseMs + 2 * clockErrorMs);
    const before = await store.now();
    const [first = assert.fail()] = await due();
    assertWritten(first.leaseUntil, before + leaseMs, (await store.now()) + leaseMs);
    assert.deepEqual(await due(), []);
    await pass(leaseMs);
    const [second = assert.fail()] = await due();
    assert.deepEqual([first.item, first.tries, second.item, second.tries], [given, 0, given, 1]);
    assert.ok(second.fence > first.fence);
    await move(given.id, "preparing");
    assert.deepEqual(await due(), []);
    await pass(leaseMs);
    assert.deepEqual(idsOf(await due()), [given.id]);
    // The due time that a change sets ends the lease.
    await move(given.id, "opened", { dueAt: longAgo });
    assert.deepEqual(idsOf(await due()), [given.id]);
    await move(given.id, "opened", { dueAt: null });
    await pass(leaseMs);
    assert.deepEqual(await due(), []);
  },
  async "attempts whose window ends next are claimed first, then the earliest, all of one bank"(scene) {
    const { attempt, due, move, store } = scene;
    const now = await store.now();
    for (const [order, ends, dueAt, at] of [
      ["none", undefined, longAgo + 2000],
      ["last", now + 600_000, longAgo + 1000],
      ["over", longAgo, longAgo],
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
    const at: Record<string, string> = { A: bank, B: other, C: "https://third.example", D: "https://fourth.example" };
    for (const order of "ABC") await attempt({ order, dueAt: longAgo, bank: at[order] ?? "" }, "declined");
    for (const [names = "", orders] of ["", "D", "B B", "ACD AC", "ABC"].map((row) => row.split(" "))) {
      const banks = names.split("").map((name) => at[name] ?? "");
      for (const claims of [await due({ banks }), await events({ banks })]) {
        assert.equal(ordersOf(claims).toSorted().join(""), orders ?? "");
      }
    }
  },
  async "16 workers claim 480 attempts, each once; their TransactionIds are six digits, all different"(scene) {
    const storeOf = await contenders(scene);
    const numbers = new Set<string>();
    for (let index = 0; index < 480; index += 48) {
      const made = times(48, (next) => scene.attempt({ order: `A-${index + next}`, dueAt: longAgo }));
      for (const { transactionId } of await Promise.all(made)) numbers.add(transactionId);
    }
    assert.deepEqual([numbers.size, [...numbers].filter((id) => !/^[1-9]\d{5}$/.test(id))], [480, []]);
    const claimed: string[] = [];
    async function claim(worker: number, limit: number): Promise<void> {
      const claims = await storeOf(worker).claimAttempts({ banks: [bank], limit, leaseMs: 600_000 });
      claimed.push(...idsOf(claims));
      if (claims.length > 0) await claim(worker, limit);
    }
    await Promise.all(times(16, (worker) => claim(worker, 3)));
    // A worker may find nothing while others claim the rest: what is left is claimed here.
    await claim(0, 1000);
    assert.deepEqual([claimed.length, new Set(claimed).size], [480, 480]);
  },
};
