import assert from "node:assert/strict";
import type { Attempt, OrderRows, Plan, Taken } from "@ventanilla/express/store";
import { assertWritten, bank, type Case, contenders, dop, facts, farAway, longAgo, type Scene } from "./scene.ts";

/** An attempt as a plan may insert it. */
const attemptIn = ({ transactionId }: OrderRows, createdAt: number, own: Partial<Attempt> = {}): Attempt => ({
  id: crypto.randomUUID(),
  order: "A-1",
  bank,
  state: "preparing",
  version: 1,
  transactionId,
  amount: dop(100),
  tax: dop(0),
  createdAt,
  facts,
  ...own,
});

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
export const inOrder: Case[] = [
  {
    title: "a decision is shown the attempts of its order, oldest first, its reference, and the store's clock",
    async run({ attempt, store }) {
      const look = () => store.inOrder("A-1", (rows, now) => ({ result: { ...rows, now } }));
      const { transactionId, now, ...nothing } = await look();
      assert.match(transactionId, /^[1-9]\d{5}$/);
      assertWritten(now, await store.now(), await store.now());
      assert.deepEqual(nothing, { attempts: [], taken: {} });
      const first = await attempt({ facts: { ...facts, orderReference: "V-1" } });
      const second = await attempt({ amount: dop(7) });
      await attempt({ order: "A-10" });
      const { attempts, reference, taken } = await look();
      assert.deepEqual({ attempts, reference, taken }, { attempts: [first, second], reference: "V-1", taken: {} });
    },
  },
  {
    title: "all of a plan is written, and its result is returned",
    async run(scene) {
      const { attempt, event, leaseMs, store } = scene;
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
      const claims = await store.claimAttempts({ banks: [bank], limit: 5, leaseMs });
      assert.deepEqual(new Set(claims.map(({ item }) => item.id)), new Set([old.id, made.id]));
      const { createdAt, ...told } = (await event()).item;
      const { bank: _bank, ...written } = eventOf(old);
      assert.deepEqual(told, written);
      assertWritten(createdAt, before, await store.now());
    },
  },
  {
    title: "a decision without a plan writes nothing, and neither does one that throws: its error is passed on",
    async run({ store }) {
      assert.equal(await store.inOrder("A-1", () => ({ result: 7 })), 7);
      const error = new Error("no");
      const thrown = store.inOrder("A-1", () => {
        throw error;
      });
      await assert.rejects(thrown, (each) => each === error);
      const reference = await store.inOrder("A-1", (rows) => ({ result: rows.reference }));
      assert.deepEqual([await store.attemptsOf("A-1"), reference], [[], undefined]);
    },
  },
  {
    title: "nothing of a plan is written when one of its attempts is not as it was before: it is decided again",
    async run(scene) {
      const old = await scene.attempt();
      const stale = await scene.move(old.id, "opened");
      const id = crypto.randomUUID();
      for (const before of [old, { ...stale, version: 9 }, { ...stale, id: "nobody" }]) {
        const updates = [updateOf(stale, { state: "declined" }), updateOf(before, { state: "expired" })];
        const launch = { id: "launch", attempt: old.id, browserHash: "b" };
        const told = await planned(scene, "A-1", { updates, event: eventOf(old), launch }, { id });
        assert.deepEqual(told, [{}, {}]);
        assert.deepEqual(await scene.store.attemptsOf("A-1"), [stale]);
        assert.deepEqual(
          [await scene.store.findAttempt(id), await scene.store.findAttempt("launch")],
          [undefined, undefined],
        );
        assert.deepEqual(await scene.events(), []);
      }
    },
  },
  {
    title: "an id is told to be taken by an attempt or a launch, and nothing is written",
    async run(scene) {
      const { id } = await scene.attempt();
      const launch = crypto.randomUUID();
      await scene.insert({ id: launch });
      for (const taken of [id, launch]) {
        assert.deepEqual(await planned(scene, "B-2", {}, { id: taken }), [{}, { id: taken }]);
        assert.equal((await scene.store.findAttempt(taken))?.id, id);
      }
      assert.deepEqual(await planned(scene, "B-2", {}), [{}], "nothing of the order was written");
    },
  },
  {
    title: "a reference, a spelling and the key of an approval are told to be taken, and by whom",
    async run(scene) {
      await planned(scene, "A-1", { reference: "V-1", spelling: "a1" });
      const [holder] = await scene.store.attemptsOf("A-1");
      assert.ok(holder);
      assert.ok(await scene.store.update({ ...updateOf(holder, { state: "approved" }), approvalKey: "K" }));
      const other = await scene.attempt({ order: "C-3" });
      const updates = [{ ...updateOf(other, { state: "approved" }), approvalKey: "K" }];
      for (const [order, plan, taken] of [
        ["B-2", { reference: "V-1" }, { reference: "V-1" }],
        ["B-2", { spelling: "a1" }, { spelling: { text: "a1", order: "A-1" } }],
        ["C-3", { updates, event: eventOf(other) }, { approval: { key: "K", attempt: holder.id } }],
      ] as [string, Partial<Plan>, Taken][]) {
        assert.deepEqual(await planned(scene, order, plan), [{}, taken]);
      }
      assert.deepEqual([await scene.store.attemptsOf("B-2"), await scene.store.attemptsOf("C-3")], [[], [other]]);
      assert.deepEqual(await scene.events(), []);
      // Its own names are not taken.
      assert.deepEqual(await planned(scene, "A-1", { spelling: "a1" }), [{}]);
      assert.equal(await scene.store.orderByReference("V-1"), "A-1");
    },
  },
  {
    title: "ids, references and spellings are told apart byte by byte, up to 255 characters",
    async run(scene) {
      const long = "x".repeat(253);
      const names = ["A-1", "a-1", " A-1", "A-1 ", "Á-1", "A\u0301-1", `${long}x`, `${long}y`, `${"ñ".repeat(253)}x`];
      for (const name of names) {
        const told = await planned(scene, name, { reference: `V${name}`, spelling: name }, { id: name });
        assert.deepEqual(told, [{}], name);
      }
      for (const name of names) {
        assert.deepEqual(
          (await scene.store.attemptsOf(name)).map(({ id }) => id),
          [name],
        );
        assert.equal(await scene.store.orderByReference(`V${name}`), name);
      }
    },
  },
  {
    title:
      "an event or launch whose id exists is left out of the plan, whether it waits, is claimed, dead or delivered",
    async run({ attempt, event, events, leaseMs, pass, store }) {
      const { id } = await attempt();
      const again = (code: string) =>
        store.inOrder("A-1", ({ attempts: [before] }) => {
          assert.ok(before);
          const launch = { id: "launch", attempt: id, browserHash: code };
          return { result: undefined, plan: { updates: [updateOf(before, {})], event: eventOf(before, code), launch } };
        });
      await again("05");
      await again("06");
      const claim = await event();
      assert.equal(claim.item.verdict?.code, "05");
      await again("07");
      assert.equal(await store.settleClaim(claim.item.id, claim.fence, { kind: "dead", error: "no" }), true);
      await again("08");
      assert.deepEqual(await events(), []);
      assert.equal(await store.reviveEvent(claim.item.id), true);
      const revived = await event();
      assert.equal(await store.settleClaim(revived.item.id, revived.fence, { kind: "done" }), true);
      await again("09");
      await pass(leaseMs);
      assert.deepEqual(await events(), []);
      assert.equal((await store.findAttempt(id))?.version, 6, "the rest of each plan is written");
      assert.deepEqual([await store.launchedBy(id, "05"), await store.launchedBy(id, "06")], [true, false]);
    },
  },
  {
    title: "of 60 decisions and changes of one attempt at once, each is made on what the one before it has written",
    async run(scene) {
      const { id } = await scene.attempt();
      const storeOf = await contenders(scene);
      const raised = (before: Attempt) =>
        updateOf(before, { facts: { ...facts, emptyAnswers: (before.facts.emptyAnswers ?? 0) + 1 } });
      await Promise.all(
        Array.from({ length: 60 }, async (_, index) => {
          const store = storeOf(index);
          const decide = ({ attempts: [before] }: OrderRows) => {
            assert.ok(before);
            return { result: true, plan: { updates: [raised(before)] } };
          };
          const change = async () => store.update(raised((await store.findAttempt(id)) ?? assert.fail()));
          for (let isWritten = false; !isWritten; ) {
            isWritten = index % 3 === 0 ? await change() : await store.inOrder("A-1", decide);
          }
        }),
      );
      const after = await scene.store.findAttempt(id);
      assert.deepEqual([after?.facts.emptyAnswers, after?.version], [60, 61]);
    },
  },
];
