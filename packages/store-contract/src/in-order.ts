import assert from "node:assert/strict";
import type { State } from "@ventanilla/express";
import { type Attempt, insertAttempt, type Plan, type ShopStore, type Taken } from "@ventanilla/express/store";
import {
  assertWritten,
  attemptIn,
  bank,
  type Cases,
  contenders,
  dop,
  facts,
  farAway,
  idsOf,
  longAgo,
  type Scene,
  times,
} from "./scene.ts";

/** Inserts an attempt in `order`, with what else `more` plans. Returns what its decision was told is taken, call by call. */
async function planned({ store }: Scene, order: string, more: Partial<Plan>, id: string = crypto.randomUUID()) {
  const told: Taken[] = [];
  await store.inOrder(order, (rows, now) => {
    told.push(rows.taken);
    // Told what is taken, it does without.
    if (told.length > 1) return { result: undefined };
    const insert = { attempt: attemptIn(rows, now, { order, id }), dueAt: farAway, browserHash: "browser" };
    return { result: undefined, plan: { ...(rows.reference === undefined && { reference: order }), insert, ...more } };
  });
  return told;
}

const updateOf = (before: Attempt, own: Partial<Attempt>) => ({
  before,
  attempt: { ...before, version: before.version + 1, ...own },
});

const eventOf = ({ id, order }: Attempt, code = "05") =>
  ({ id: `declined:${id}`, type: "attempt.declined", order, attempt: id, bank, verdict: { code } }) as const;

/** Reading an order, deciding, and writing the plan, in one. */
export const inOrder: Cases = {
  async "a decision is shown the attempts of its order, oldest first, its reference, and the store's clock"(scene) {
    const { attempt, move, store } = scene;
    const look = () => store.inOrder("A-1", (rows, now) => ({ result: { ...rows, now } }));
    const { transactionId, now, ...nothing } = await look();
    assert.match(transactionId, /^[1-9]\d{5}$/);
    assertWritten(now, await store.now(), await store.now());
    assert.deepEqual(nothing, { attempts: [], taken: {} });
    const { id } = await attempt({ facts: { ...facts, orderReference: "V-1" } });
    const others = [await attempt({ amount: dop(7) }), await attempt({ amount: dop(3) })];
    await attempt({ order: "A-10" });
    const shown = [await move(id, "opened"), ...others];
    const { attempts, reference, taken } = await look();
    assert.deepEqual([attempts, await store.attemptsOf("A-1"), reference, taken], [shown, shown, "V-1", {}]);
  },
  async "all of a plan is written, and its result is returned"({ attempt, due, event, store }) {
    const [old, older] = [await attempt({ amount: dop(3) }), await attempt()];
    const before = await store.now();
    const made = await store.inOrder("A-1", (rows, now) => {
      const own = attemptIn(rows, now, { amount: dop(7), windowEndsAt: now });
      const insert = { attempt: own, dueAt: longAgo, browserHash: "mine", returnHash: "hash" };
      const declined = { ...updateOf(old, { state: "declined" }), dueAt: longAgo, returnHash: "other" };
      const updates = [declined, updateOf(older, { state: "expired" })];
      const launch = { id: "launch", attempt: own.id, browserHash: "yours" };
      return { result: own, plan: { insert, updates, event: eventOf(old), launch } };
    });
    const declined = { ...old, state: "declined", version: 2 };
    assert.deepEqual(await store.attemptsOf("A-1"), [declined, { ...older, state: "expired", version: 2 }, made]);
    assert.deepEqual([await store.findByReturnHash("hash"), await store.findByReturnHash("other")], [made, declined]);
    assert.deepEqual(await store.findAttempt("launch"), made);
    const hashes = ["mine", "yours", "browser"].map((hash) => store.launchedBy(made.id, hash));
    assert.deepEqual(await Promise.all([...hashes, store.launchedBy(old.id, "yours")]), [true, true, false, false]);
    assert.deepEqual(new Set((await due()).map(({ item }) => item.id)), new Set([old.id, made.id]));
    const { createdAt, ...told } = (await event()).item;
    assert.deepEqual({ ...told, bank }, eventOf(old));
    assertWritten(createdAt, before, await store.now());
  },
  async "a decision without a plan writes nothing, and neither does one that throws: its error is passed on"(scene) {
    const { store } = scene;
    const error = new Error("no");
    const thrown = store.inOrder("A-1", () => {
      throw error;
    });
    await assert.rejects(thrown, (each) => each === error);
    assert.equal(await store.inOrder("A-1", () => ({ result: 7 })), 7);
    const order = await store.inOrder("A-1", ({ attempts, reference }) => ({ result: { attempts, reference } }));
    assert.deepEqual(order, { attempts: [], reference: undefined });
  },
  async "nothing is written of a plan or change of an attempt that is not as it was: it is decided again"(scene) {
    const { attempt, due, events, move, store } = scene;
    const old = await attempt({ dueAt: longAgo });
    const stale = await move(old.id, "opened");
    for (const before of [old, { ...stale, version: 9 }, { ...stale, id: "nobody" }]) {
      const late = { ...updateOf(before, { state: "expired", windowEndsAt: 1 }), returnHash: "hash", dueAt: null };
      assert.equal(await store.update(late), false);
      const updates = [updateOf(stale, { state: "declined" }), late];
      const launch = { id: "launch", attempt: old.id, browserHash: "b" };
      const id = crypto.randomUUID();
      assert.deepEqual(await planned(scene, "A-1", { updates, event: eventOf(old), launch }, id), [{}, {}]);
      const found = [store.findAttempt(id), store.findAttempt("launch"), store.findByReturnHash("hash")];
      assert.deepEqual(await Promise.all(found), [undefined, undefined, undefined]);
      assert.deepEqual([await store.attemptsOf("A-1"), await events()], [[stale], []]);
    }
    assert.deepEqual(idsOf(await due()), [old.id]);
  },
  async "what a unique key refuses is told to be taken, and by whom: nothing of the plan is written"(scene) {
    const { attempt, events, insert, store } = scene;
    await planned(scene, "A-1", { reference: "V-1", spelling: "a1" });
    const [holder = assert.fail()] = await store.attemptsOf("A-1");
    assert.ok(await store.update({ ...updateOf(holder, { state: "approved" }), approvalKey: "K" }));
    const launched = await attempt({ order: "D-4" });
    const launch = crypto.randomUUID();
    await insert({ id: launch, order: "D-4" });
    const other = await attempt({ order: "C-3" });
    const updates = [{ ...updateOf(other, { state: "approved" }), approvalKey: "K" }];
    for (const [order, plan, taken] of [
      ["B-2", {}, { id: holder.id }],
      ["B-2", {}, { id: launch }],
      ["B-2", { reference: "V-1" }, { reference: "V-1" }],
      ["B-2", { spelling: "a1" }, { spelling: { text: "a1", order: "A-1" } }],
      ["C-3", { updates, event: eventOf(other) }, { approval: { key: "K", attempt: holder.id } }],
    ] as [string, Partial<Plan>, Taken][]) {
      assert.deepEqual(await planned(scene, order, plan, taken.id), [{}, taken]);
    }
    assert.equal((await store.findAttempt(launch))?.id, launched.id);
    const kept = await store.inOrder("B-2", ({ attempts, reference }) => ({ result: [attempts, reference] }));
    assert.deepEqual([kept, await store.attemptsOf("C-3"), await events()], [[[], undefined], [other], []]);
    // Its own names are not taken, and nothing of B-2 was written.
    assert.deepEqual(await planned(scene, "A-1", { spelling: "a1" }), [{}]);
    assert.deepEqual([await store.orderByReference("V-1"), await store.orderByReference("D-4")], ["A-1", undefined]);
    assert.deepEqual(await planned(scene, "B-2", { reference: "V-2", spelling: "b2" }), [{}]);
  },
  async "an event or launch whose id exists is left out of the plan, in whatever state it is"(scene) {
    const { attempt, event, events, leaseMs, pass, settle, store } = scene;
    const { id } = await attempt();
    const again = (code: string) =>
      store.inOrder("A-1", ({ attempts: [before = assert.fail()] }) => {
        const launch = { id: "launch", attempt: id, browserHash: code };
        return { result: undefined, plan: { updates: [updateOf(before, {})], event: eventOf(before, code), launch } };
      });
    await again("05");
    await again("06");
    const claim = await event();
    assert.equal(claim.item.verdict?.code, "05");
    await again("07");
    await settle(claim, "dead");
    await again("08");
    assert.deepEqual(await events(), []);
    assert.equal(await store.reviveEvent(claim.item.id), true);
    await settle(await event(), "done");
    await again("09");
    await pass(leaseMs);
    assert.deepEqual(await events(), []);
    assert.equal((await store.findAttempt(id))?.version, 6, "the rest of each plan is written");
    assert.deepEqual([await store.launchedBy(id, "05"), await store.launchedBy(id, "06")], [true, false]);
  },
  async "of 60 plans and changes at once, each is made on what the one before it has written"(scene) {
    const { id } = await scene.attempt();
    const storeOf = await contenders(scene);
    const raised = (before: Attempt) =>
      updateOf(before, { facts: { ...facts, emptyAnswers: (before.facts.emptyAnswers ?? 0) + 1 } });
    const change = async (store: ShopStore) => store.update(raised((await store.findAttempt(id)) ?? assert.fail()));
    const plan = (store: ShopStore) =>
      store.inOrder("A-1", (rows, now) => {
        const attempt = attemptIn(rows, now, { amount: dop(rows.attempts.length) });
        const updates = rows.attempts.slice(0, 1).map(raised);
        return { result: true, plan: { updates, insert: { attempt, dueAt: farAway, browserHash: "browser" } } };
      });
    const write = async (index: number) => {
      while (!(await (index % 4 < 2 ? change : plan)(storeOf(index))));
    };
    await Promise.all(times(60, write));
    const [first, ...others] = await scene.store.attemptsOf("A-1");
    assert.deepEqual([first?.facts.emptyAnswers, first?.version], [60, 61]);
    assert.equal(others.map(({ amount }) => amount.minor).join(), times(30, (index) => index + 1).join());
  },
};

/** TransactionIds: six digits that identify a transaction at the bank. Each process may draw a block of them at once. */
export const numbering: Cases = {
  async "after the last TransactionId the first one follows, and those of live attempts are skipped"(scene) {
    const { again, draft, move, subject } = scene;
    for (const given of [
      { preparing: "999999", opened: "100000", declined: "100001" },
      { expired: "100001", unknown: "100002" },
    ]) {
      await subject.lastTransactionId?.(999_998);
      const other = await again();
      for (const [state, transactionId] of Object.entries(given)) {
        const { attempt } = await insertAttempt(other, draft({ order: state }), 0);
        assert.equal(attempt.transactionId, transactionId);
        await move(attempt.id, state as State, { facts: { clearAt: 1 } });
      }
    }
  },
  async "processes draw from one sequence: each number once, and a new one goes on behind"({ again, subject }) {
    await subject.lastTransactionId?.(299_999);
    // None can be paid, so nothing but the sequence keeps a number from being given twice.
    const draw = (store: ShopStore, order: string) =>
      store.inOrder(order, (rows, now) => {
        const attempt = attemptIn(rows, now, { order, state: "declined" });
        return { result: Number(rows.transactionId), plan: { insert: { attempt, dueAt: farAway, browserHash: "" } } };
      });
    const stores = [await again(), await again()] as const;
    const ids = await Promise.all(times(120, (index) => draw(stores[index % 2] ?? stores[0], `A-${index}`)));
    assert.deepEqual([new Set(ids).size, Math.min(...ids)], [120, 300_000]);
    assert.ok((await draw(await again(), "later")) > Math.max(...ids), ids.join());
  },
};
