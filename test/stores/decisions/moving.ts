import assert from "node:assert/strict";
import type { State } from "@ventanilla/express";
import { states } from "@ventanilla/express/store";
import { announcing, type Cases, dop, facts, idsOf, longAgo } from "../../../packages/store-contract/src/scene.ts";
import { transition } from "../../kept.ts";

/** What the compare-and-set of an attempt writes. */
export const writing: Cases = {
  async "a change is written with the next version, and what it does not name stays, but for the facts"(scene) {
    const { attempt, store } = scene;
    const other = await attempt({ order: "B-2" });
    const { id } = await attempt({ facts: { ...facts, sealedKey: "secret", SESSION: "s" } });
    const hash = { windowEndsAt: 2000, returnHash: "hash" };
    const opened = await transition(store, id, 1, { state: "opened", facts: { ...facts, openedAt: 5 }, ...hash });
    assert.equal(opened.written, true);
    const { state, version, windowEndsAt, facts: said } = opened.attempt;
    assert.deepEqual([state, version, windowEndsAt, said], ["opened", 2, 2000, { ...facts, openedAt: 5 }]);
    assert.deepEqual(await store.findAttempt(id), opened.attempt);
    const { attempt: after } = await transition(store, id, 2, { state: "opened", facts });
    assert.deepEqual([after.version, after.windowEndsAt, after.facts], [3, 2000, facts]);
    assert.deepEqual(await store.findByReturnHash("hash"), after);
    assert.deepEqual(await store.findAttempt(other.id), other);
  },
  async "a change of a version that is too low or too high writes nothing at all, and gets what is so"(scene) {
    const { attempt, due, events, insert, store } = scene;
    const { id } = await attempt({ dueAt: longAgo });
    const { attempt: current } = await transition(store, id, 1, { state: "preparing", facts });
    const moved = { state: "approved", announce: "order.paid" } as const;
    for (const wrong of [1, 3, 9]) {
      const change = { ...moved, facts, windowEndsAt: 1, returnHash: "hash", dueAt: null };
      assert.deepEqual(await transition(store, id, wrong, change), { written: false, attempt: current });
      const update = { before: { ...current, version: wrong }, attempt: { ...current, version: wrong + 1 } };
      assert.equal(await store.update({ ...update, returnHash: "hash", dueAt: null }), false);
    }
    assert.deepEqual([await store.findAttempt(id), await store.findByReturnHash("hash")], [current, undefined]);
    assert.deepEqual([idsOf(await due()), await events(), (await insert()).kind], [[id], [], "joined"]);
  },
};

/** Which changes are written. */
export const moving: Cases = {
  async "what was done about two payments is written to both in one write, or to none, and once to what was given back"({
    approve,
    attempt,
    store,
  }) {
    const others = await Promise.all([attempt(), attempt({ amount: dop(7) }), attempt({ order: "B-2" })]);
    const [first, open, stranger] = others.map(({ id }) => id) as [string, string, string];
    const { id } = await attempt({ amount: dop(8) });
    await approve(first, "R-1");
    await approve(stranger, "R-2");
    const { version, facts: known } = await approve(id, "R-3");
    const handled = { returned: true, returnedAttempt: first, reason: "50% of it, 'voided'", by: "Ana", at: 7 };
    const change = { state: "approved", facts: { ...known, handled } } as const;
    const find = async (which: string) => (await store.findAttempt(which)) ?? assert.fail();
    const before = await Promise.all([find(first), find(open), find(stranger)]);
    assert.equal((await transition(store, id, version - 1, { ...change, reversed: first })).written, false);
    assert.deepEqual(await Promise.all([find(first), find(open), find(stranger)]), before);
    const { written, attempt: after } = await transition(store, id, version, { ...change, reversed: first });
    assert.ok(written);
    assert.deepEqual(after.facts.handled, handled);
    const { version: was, facts: had, ...same } = before[0];
    assert.deepEqual(await find(first), { ...same, version: was + 1, facts: { ...had, reversed: handled } });
    const all = [first, open, stranger, id];
    const then = await Promise.all(all.map(find));
    for (const none of [first, open, stranger, "nobody"]) {
      const refused = await transition(store, id, after.version, { ...change, reversed: none });
      assert.deepEqual(refused, { written: false, attempt: after });
    }
    assert.deepEqual(await Promise.all(all.map(find)), then);
  },
  async "of two further payments that name the same payment at once, one is written"({ approve, attempt, store }) {
    // One after the other: the case reads the attempts of the order in the order of their insertion.
    const first = await attempt({ amount: dop(7) });
    const second = await attempt({ amount: dop(8) });
    const third = await attempt({ amount: dop(9) });
    await approve(first.id, "R-1");
    const further = [await approve(second.id, "R-2"), await approve(third.id, "R-3")];
    const written = await Promise.all(
      further.map(async ({ id, version, facts: known }) => {
        const handled = { returned: true, returnedAttempt: first.id, reason: "voided", by: id, at: 7 };
        const change = { state: "approved", facts: { ...known, handled }, reversed: first.id } as const;
        return (await transition(store, id, version, change)).written;
      }),
    );
    assert.equal(written.filter(Boolean).length, 1);
    const [one, ...others] = await store.attemptsOf(first.order);
    const handled = others.map(({ facts: { handled: own } }) => own).filter((own) => own !== undefined);
    assert.deepEqual(handled, [one?.facts.reversed]);
  },
  async "no change leads to a state of a lower rank"({ attempt, events, store }) {
    for (const [rank, from] of states.entries()) {
      const current = await attempt({ order: from }, from);
      await events();
      for (const to of states.slice(0, rank)) {
        const { written, attempt: after } = await transition(store, current.id, current.version, {
          state: to,
          facts,
          ...announcing(to),
        });
        assert.equal(written, false, `${from} to ${to}`);
        assert.deepEqual(after, current);
      }
      assert.deepEqual(await events(), []);
    }
  },
  async "a change leads from every state to any of a higher rank"({ attempt, move }) {
    for (const [rank, from] of states.entries()) {
      for (const to of states.slice(rank + 1)) {
        const { id } = await attempt({ order: `${from}-${to}` }, from);
        assert.equal((await move(id, to)).state, to);
      }
    }
  },
  async "the same evidence in any order leads to the same state"({ attempt, store }) {
    const evidence: State[] = ["unknown", "approved", "declined", "review"];
    for (const [index, line] of permutations(evidence).entries()) {
      const { id } = await attempt({ order: `A-${index}` }, "opened");
      for (const state of line) {
        const current = await store.findAttempt(id);
        await transition(store, id, current?.version ?? 0, { state, facts, ...announcing(state) });
      }
      assert.equal((await store.findAttempt(id))?.state, "approved", line.join());
    }
  },
  async "a change that announces nothing is written without an event"({ attempt, move, event, events, store }) {
    const { id } = await attempt({}, "declined");
    await store.settleClaim(`declined:${id}`, (await event()).fence, { kind: "done" });
    const after = await move(id, "declined", { facts: { ...facts, askedAt: 7 } });
    assert.equal(after.facts.askedAt, 7);
    assert.deepEqual(await events(), []);
  },
  async "a change to an attempt that does not exist is an error"({ store, attempt, insert }) {
    await assert.rejects(transition(store, "nobody", 1, { state: "opened", facts }));
    const { id } = await attempt();
    const launch = crypto.randomUUID();
    await insert({ id: launch, amount: dop(100) });
    assert.equal((await store.findAttempt(launch))?.id, id);
  },
};

function permutations<T>(items: T[]): T[][] {
  if (items.length < 2) return [items];
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}
