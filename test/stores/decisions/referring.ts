import assert from "node:assert/strict";
import {
  type Attempt,
  type AttemptDraft,
  type Insertion,
  insertAttempt,
  OrderReferenceTakenError,
} from "@ventanilla/express/store";
import { type Cases, dop, facts, type Scene } from "../../../packages/store-contract/src/scene.ts";

const uuid = "0b5f6a54-93c1-4a63-8d3c-6f6d8f0f6c11";

/** The draft of an order that asks for this reference. */
const draftWith = (orderReference: string, order = uuid): Partial<AttemptDraft> => ({
  order,
  facts: { ...facts, orderReference },
});

const referenceOf = ({ facts: { orderReference } }: Attempt): string | undefined => orderReference;

/** Fails unless the insertion is refused because of its reference, and nothing is written. */
async function assertTaken({ insert, store }: Scene, draft: Partial<AttemptDraft>): Promise<void> {
  const id = crypto.randomUUID();
  await assert.rejects(insert({ id, ...draft }), OrderReferenceTakenError);
  assert.equal(await store.findAttempt(id), undefined, "nothing is written");
}

/** The references by which the bank knows orders. */
export const referring: Cases = {
  async "an order keeps the reference of its first attempt, whatever later drafts say"({
    attempt,
    insert,
    move,
    store,
  }) {
    const first = await attempt(draftWith("V-1"));
    assert.equal(referenceOf(first), "V-1");
    assert.equal((await insert(draftWith("V-2"))).attempt.id, first.id);
    await move(first.id, "declined");
    for (const draft of [draftWith("V-2"), { order: uuid, amount: dop(200) }]) {
      assert.equal(referenceOf(await attempt(draft)), "V-1");
    }
    assert.equal(await store.orderByReference("V-2"), undefined, "a reference that is not used is not taken");
    assert.equal(await store.orderByReference("V-1"), uuid);
  },
  async "an order that was sent under its own id stays so"({ attempt, store }) {
    await attempt({ order: "A-1" }, "declined");
    const second = await attempt(draftWith("V-1", "A-1"));
    assert.ok(!("orderReference" in second.facts));
    assert.equal(await store.orderByReference("V-1"), undefined);
  },
  async "a capture has the reference of its authorization"({ attempt, insert, move }) {
    const given = { ...draftWith("V-1"), facts: { ...facts, orderReference: "V-1", capture: "later" as const } };
    const { id } = await attempt(given);
    await move(id, "approved", { announce: "order.authorized", facts: { ...given.facts, verdict: { code: "00" } } });
    const { kind, attempt: capture } = await insert({ order: uuid, facts: { ...facts, captureOf: id } });
    assert.deepEqual([kind, referenceOf(capture)], ["inserted", "V-1"]);
  },
  async "a reference belongs to one order: another's reference or id is refused, and nothing is written"(scene) {
    const { attempt, store } = scene;
    await attempt(draftWith("V-1"));
    await attempt({ order: "A-1" });
    await assertTaken(scene, draftWith("V-1", "B-2"));
    await assertTaken(scene, draftWith("A-1", "B-2"));
    await assertTaken(scene, { order: "V-1" });
    assert.deepEqual(await store.attemptsOf("B-2"), []);
    assert.equal(referenceOf(await attempt(draftWith("V-2", "B-2"))), "V-2");
    // An order whose id is another's reference is sent under a reference of its own.
    assert.equal(referenceOf(await attempt(draftWith("V-3", "V-1"))), "V-3");
    assert.deepEqual(await Promise.all(["V-1", "V-2", "V-3", "A-1"].map((name) => store.orderByReference(name))), [
      uuid,
      "B-2",
      "V-1",
      undefined,
    ]);
  },
  async "ids and references are told apart byte by byte"({ attempt, store }) {
    const orders = ["x".repeat(255), `${"x".repeat(254)}y`, `${"ñ".repeat(127)}x`, " A-1", "A-1 ", "a-1"];
    for (const [index, order] of orders.entries()) await attempt(draftWith(`V-${index}`, order));
    await attempt(draftWith("v-0", "A-1"));
    for (const [index, order] of orders.entries()) {
      assert.equal(await store.orderByReference(`V-${index}`), order);
      assert.equal((await store.attemptsOf(order)).length, 1);
    }
  },
  async "of 30 orders that ask for one reference at once, one has it"(scene) {
    const stores = scene.subject.again ? [scene.store, await scene.again()] : [scene.store];
    for (let race = 0; race < 5; race++) {
      const reference = `V-${race}`;
      const results = await insertAll(
        Array.from({ length: 30 }, (_, i) => {
          // One of them has the reference as its id.
          const draft = i === 0 ? { order: reference } : draftWith(reference, `A-${race}-${i}`);
          return () => insertAttempt(stores[i % stores.length] ?? scene.store, scene.draft(draft), 0);
        }),
      );
      assert.equal(results.length, 1);
    }
  },
};

/**
 * Runs all insertions at once, and returns those that succeed.
 * @throws any error but an {@link OrderReferenceTakenError}
 */
async function insertAll(inserts: (() => Promise<Insertion>)[]): Promise<Insertion[]> {
  const results = await Promise.allSettled(inserts.map((insert) => insert()));
  return results.flatMap((result) => {
    if (result.status === "fulfilled") return [result.value];
    assert.ok(result.reason instanceof OrderReferenceTakenError, String(result.reason));
    return [];
  });
}
