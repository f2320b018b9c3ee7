import assert from "node:assert/strict";
import type { Attempt, OrderRows, Plan, Taken } from "@ventanilla/express/store";
import {
  assertWritten,
  attemptIn,
  bank,
  type Cases,
  contenders,
  dop,
  facts,
  farAway,
  longAgo,
  type Scene,
  times,
} from "./scene.ts";

/** Inserts an attempt in `order`, with what else `more` plans. Returns what its decision was told is taken, call by call. */
async function planned(
  { store }: Scene,
  order: string,
  more: Partial<Plan>,
  own: Partial<Attempt> = {},
): Promise<Taken[]> {
  const told: Taken[] = [];
  await store.inOrder(order, (rows, now) => {
    told.push(rows.taken);
    // Told what is taken, it does without.
    if (told.length > 1) return { result: undefined };
    const insert = { attempt: attemptIn(rows, now, { order, ...own }), dueAt: farAway, browserHash: "browser" };
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
    assert.deepEqual({ attempts, reference, taken }, { attempts: shown, reference: "V-1", taken: {} });
    assert.deepEqual(await store.attemptsOf("A-1"), shown);
  },
  async "all of a plan is written, and its result is returned"({ attempt, due, event, store }) {
    const old = await attempt();
    const before = await store.now();
    const made = await store.inOrder("A-1", (rows, now) => {
      const own = attemptIn(rows, now, { amount: dop(7), windowEndsAt: now });
      const insert = { attempt: own, dueAt: longAgo, browserHash: "mine", returnHash: "hash" };
      const updates = [{ ...updateOf(old, { state: "declined" }), dueAt: longAgo, returnHash: "other" }];
      const launch = { id: "launch", attempt: own.id, browserHash: "yours" };
      return { result: own, plan: { insert, updates, event: eventOf(old), launch } };
    });
    const declined = { ...old, state: "declined", version: 2 };
    assert.deepEqual(await store.attemptsOf("A-1"), [declined, made]);
    assert.deepEqual([await store.findByReturnHash("hash"), await store.findByReturnHash("other")], [made, declined]);
    assert.deepEqual(await store.findAttempt("launch"), made);
    const hashes = ["mine", "yours", "browser"].map((hash) => store.launchedBy(made.id, hash));
    assert.deepEqual(await Promise.all(hashes), [true, true, false]);
    assert.deepEqual(new Set((await due()).map(({ item }) => item.id)), new Set([old.id, made.id]));
    const { createdAt, ...told } = (await event()).item;
    const { bank: _bank, ...written } = eventOf(old);
    assert.deepEqual(told, written);
    assertWritten(createdAt, before, await store.now());
  },
  async "a decision without a plan writes nothing, and neither does one that throws: its error is passed on"(scene) {
    const { store } = scene;
    assert.equal(await store.inOrder("A-1", () => ({ result: 7 })), 7);
    const error = new Error("no");
    const thrown = store.inOrder("A-1", () => {
      throw error;
    });
    await assert.rejects(thrown, (each) => each === error);
    const reference = await store.inOrder("A-1", (rows) => ({ result: rows.reference }));
    assert.deepEqual([await store.attemptsOf("A-1"), reference], [[], undefined]);
  },
  async "nothing of a plan is written when one of its attempts is not as it was before: it is decided again"(scene) {
    const { attempt, events, move, store } = scene;
    const old = await attempt();
    const stale = await move(old.id, "opened");
    for (const before of [old, { ...stale, version: 9 }, { ...stale, id: "nobody" }]) {
      const updates = [updateOf(stale, { state: "declined" }), updateOf(before, { state: "expired" })];
      const launch = { id: "launch", attempt: old.id, browserHash: "b" };
      const id = crypto.randomUUID();
      assert.deepEqual(await planned(scene, "A-1", { updates, event: eventOf(old), launch }, { id }), [{}, {}]);
      assert.deepEqual(await store.attemptsOf("A-1"), [stale]);
      assert.deepEqual([await store.findAttempt(id), await store.findAttempt("launch")], [undefined, undefined]);
      assert.deepEqual(await events(), []);
    }
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
    for (const [order, plan, own, taken] of [
      ["B-2", {}, { id: holder.id }, { id: holder.id }],
      ["B-2", {}, { id: launch }, { id: launch }],
      ["B-2", { reference: "V-1" }, {}, { reference: "V-1" }],
      ["B-2", { spelling: "a1" }, {}, { spelling: { text: "a1", order: "A-1" } }],
      ["C-3", { updates, event: eventOf(other) }, {}, { approval: { key: "K", attempt: holder.id } }],
    ] as [string, Partial<Plan>, Partial<Attempt>, Taken][]) {
      assert.deepEqual(await planned(scene, order, plan, own), [{}, taken]);
    }
    assert.equal((await store.findAttempt(launch))?.id, launched.id);
    assert.deepEqual([await store.attemptsOf("B-2"), await store.attemptsOf("C-3")], [[], [other]]);
    assert.deepEqual(await events(), []);
    // Its own names are not taken, and nothing of B-2 was written.
    assert.deepEqual(await planned(scene, "A-1", { spelling: "a1" }), [{}]);
    assert.equal(await store.orderByReference("V-1"), "A-1");
    assert.deepEqual(await planned(scene, "B-2", { reference: "V-2", spelling: "b2" }), [{}]);
  },
  async "ids, references and spellings are told apart byte by byte, up to 255 characters"(scene) {
    const long = "x".repeat(253);
    const names = ["A-1", "a-1", " A-1", "A-1 ", "Á-1", "A\u0301-1", `${long}x`, `${long}y`, `${"ñ".repeat(253)}x`];
    for (const name of names) {
      const told = await planned(scene, name, { reference: `V${name}`, spelling: name }, { id: name });
      assert.deepEqual(told, [{}], name);
    }
    for (const name of names) {
      const ids = (await scene.store.attemptsOf(name)).map(({ id }) => id);
      assert.deepEqual([ids, await scene.store.orderByReference(`V${name}`)], [[name], name]);
    }
  },
  async "an event or launch whose id exists is left out of the plan, also when it is claimed, dead or delivered"(
    scene,
  ) {
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
    assert.equal(await settle(claim, "dead"), true);
    await again("08");
    assert.deepEqual(await events(), []);
    assert.equal(await store.reviveEvent(claim.item.id), true);
    assert.equal(await settle(await event(), "done"), true);
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
    const raise = ({ attempts: [before = assert.fail()] }: OrderRows) => ({
      result: true,
      plan: { updates: [raised(before)] },
    });
    const append = (rows: OrderRows, now: number) => {
      const attempt = attemptIn(rows, now, { amount: dop(rows.attempts.length) });
      return { result: true, plan: { insert: { attempt, dueAt: farAway, browserHash: "browser" } } };
    };
    await Promise.all(
      times(60, async (index) => {
        const store = storeOf(index);
        const change = async () => store.update(raised((await store.findAttempt(id)) ?? assert.fail()));
        const plan = () => store.inOrder("A-1", index % 3 === 1 ? raise : append);
        while (!(await (index % 3 === 0 ? change() : plan())));
      }),
    );
    const [first, ...others] = await scene.store.attemptsOf("A-1");
    assert.deepEqual([first?.facts.emptyAnswers, first?.version], [40, 41]);
    assert.equal(others.map(({ amount }) => amount.minor).join(), times(20, (index) => index + 1).join());
  },
};
