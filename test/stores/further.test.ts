import assert from "node:assert/strict";
import { after, test } from "node:test";
import { ArgumentError } from "@ventanilla/client";
import { type Handling, ResolveError } from "@ventanilla/express";
import type { Attempt, Store } from "@ventanilla/express/store";
import fc from "fast-check";
import { handleDuplicate } from "#express/staff/handle-duplicate.ts";
import { keptIn, placeIn } from "../kept.ts";
import { pesos } from "../merchant.ts";
import { often, some } from "../part.ts";
import { startPostgres } from "../postgres.ts";
import { draft } from "./draft.ts";
import { enginesOn } from "./engines.ts";

const server = await startPostgres();
after(() => server.stop());

let orders = 0;

/** The payments of a new order, all of them approved. */
async function charged(store: Store, count: number): Promise<Attempt[]> {
  const order = `T-${++orders}`;
  const drafts = Array.from({ length: count }, (_, index) => ({ ...draft(order), amount: pesos(index + 1) }));
  const inserted: Attempt[] = [];
  for (const each of drafts) inserted.push((await keptIn(store).insertAttempt(each, 0)).attempt);
  for (const { id, version, facts } of inserted) {
    await keptIn(store).transition(id, version, { state: "approved", facts, announce: "order.paid" });
  }
  return keptIn(store).attemptsOf(order);
}

/** What a person says: about which payment, and that it is kept, or which one was given back. */
type Saying = [about: number, returned: number | "kept"];

const sayings = (count: number): fc.Arbitrary<Saying[][]> => {
  const which = fc.nat({ max: count - 1 });
  const saying = fc.tuple(which, fc.oneof(which, fc.constant("kept" as const)));
  // Those of one list are said at the same moment.
  return fc.array(fc.array(saying, { minLength: 1, maxLength: 2 }), { maxLength: 6 });
};

const play = fc
  .integer({ min: 2, max: 4 })
  .chain((count) => fc.record({ count: fc.constant(count), said: sayings(count) }));

/** Says it, if it may be said. Returns the payment that was given back, or `kept`. */
async function say(store: Store, attempts: readonly Attempt[], [about, returned]: Saying): Promise<string | undefined> {
  const id = attempts[about]?.id ?? assert.fail();
  const statement: Omit<Handling, "at"> = {
    returned: returned !== "kept",
    reason: "asked the bank",
    by: `Ana ${++orders}`,
  };
  const returnedAttempt = returned === "kept" ? undefined : attempts[returned]?.id;
  try {
    await handleDuplicate(placeIn(store), id, {
      ...statement,
      ...(returnedAttempt !== undefined && { returnedAttempt }),
    });
    return returnedAttempt ?? "kept";
  } catch (error) {
    assert.ok(error instanceof ArgumentError || error instanceof ResolveError, String(error));
    return undefined;
  }
}

const isWaiting = async (store: Store, order: string) =>
  (await keptIn(store).unsettled(10_000)).paidTwice.filter((attempt) => attempt.order === order);

for (const [name, open] of some("further payments", Object.entries(enginesOn(server)))) {
  test(`${name}: as many payments wait as are charged beyond the one that pays, and are not declared kept`, async () => {
    const store = await open();
    await fc.assert(
      fc.asyncProperty(play, async ({ count, said }) => {
        const attempts = await charged(store, count);
        const [{ order } = assert.fail()] = attempts;
        const statements = new Map<string, Handling>();
        const done: string[] = [];
        for (const together of said) {
          const results = await Promise.all(together.map((saying) => say(store, attempts, saying)));
          done.push(...results.filter((result) => result !== undefined));
          const kept = done.filter((result) => result === "kept");
          const reversed = done.filter((result) => result !== "kept");
          assert.equal(new Set(reversed).size, reversed.length, "given back twice");
          assert.equal((await isWaiting(store, order)).length, count - reversed.length - kept.length - 1);
          for (const { id, facts } of await keptIn(store).attemptsOf(order)) {
            for (const fact of ["handled", "reversed"] as const) {
              const before = statements.get(`${fact} ${id}`);
              if (before !== undefined) assert.deepEqual(facts[fact], before, "a statement was overwritten");
              if (facts[fact] !== undefined) statements.set(`${fact} ${id}`, facts[fact]);
            }
          }
        }
      }),
      { numRuns: often(60, 20) },
    );
    await store.close();
  });
}

test("of an order that was charged three times, each decision leaves the next one to be made", async () => {
  const store = await enginesOn(server).SQLite();
  const [first, second, third] = await charged(store, 3);
  assert.ok(first && second && third);
  const statement = { reason: "asked the bank", by: "Ana" };
  await assert.rejects(
    handleDuplicate(placeIn(store), second.id, { returned: true, returnedAttempt: third.id, ...statement }),
    {
      message: "returnedAttempt: it waits for a decision of its own: handle it first",
    },
  );
  await handleDuplicate(placeIn(store), second.id, { returned: true, returnedAttempt: first.id, ...statement });
  assert.deepEqual(await isWaiting(store, first.order), [third]);
  await assert.rejects(
    handleDuplicate(placeIn(store), third.id, { returned: true, returnedAttempt: first.id, ...statement }),
    {
      message: "returnedAttempt: it was given back already",
    },
  );
  // The second one pays the order now, and may be given back in the place of the third.
  await handleDuplicate(placeIn(store), third.id, { returned: true, returnedAttempt: second.id, ...statement });
  const facts = (await keptIn(store).attemptsOf(first.order)).map(({ facts: { handled, reversed } }) => [
    handled?.returnedAttempt,
    reversed?.returnedAttempt,
  ]);
  assert.deepEqual(facts, [
    [undefined, first.id],
    [first.id, second.id],
    [second.id, undefined],
  ]);
  await store.close();
});
