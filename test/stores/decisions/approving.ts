import assert from "node:assert/strict";
import {
  assertWritten,
  type Cases,
  dop,
  facts,
  idsOf,
  type Scene,
} from "../../../packages/store-contract/src/scene.ts";
import { transition } from "../../kept.ts";

/** Which events changes write, and which approval pays the order. */
export const approving: Cases = {
  async "the first approval pays the order, and is announced once"({ approve, attempt, event, events, store }) {
    const { id } = await attempt();
    const before = await store.now();
    await approve(id, "R-1");
    const { item, fence } = await event();
    const { createdAt, ...rest } = item;
    assert.deepEqual(rest, {
      id: "paid:A-1",
      type: "order.paid",
      order: "A-1",
      attempt: id,
      verdict: { code: "00", reference: "R-1" },
    });
    assertWritten(createdAt, before, await store.now());
    assert.equal(await store.settleClaim(item.id, fence, { kind: "done" }), true);
    await approve(id, "R-1");
    assert.deepEqual(await events(), []);
  },
  async "every later approval of the order pays it again"({ approve, attempt, event, store }) {
    const ids = [];
    for (const minor of [1, 2, 3]) ids.push((await attempt({ amount: dop(minor) })).id);
    for (const id of ids.toReversed()) await approve(id);
    const told = [];
    for (let i = 0; i < 3; i++) {
      const { item, fence } = await event();
      told.push([item.id, item.type, item.attempt]);
      await store.settleClaim(item.id, fence, { kind: "done" });
    }
    assert.deepEqual(told, [
      ["paid:A-1", "order.paid", ids[2]],
      [`paidAgain:${ids[1]}`, "order.paidAgain", ids[1]],
      [`paidAgain:${ids[0]}`, "order.paidAgain", ids[0]],
    ]);
  },
  ...Object.fromEntries(
    (["declined", "expired", "unknown", "review"] as const).map((state) => [
      `a move to ${state} writes its event`,
      async ({ attempt, event, move }: Scene) => {
        const { id } = await attempt({}, "opened");
        await move(id, state, { facts: { ...facts, verdict: { code: "05" } } });
        const { item } = await event();
        assert.deepEqual(
          [item.id, item.type, item.order, item.attempt, item.verdict],
          [`${state}:${id}`, `attempt.${state}`, "A-1", id, { code: "05" }],
        );
      },
    ]),
  ),
  async "a move that announces nothing writes no event, whatever the state"({ attempt, events, store }) {
    for (const state of ["opened", "expired", "unknown", "declined", "review"] as const) {
      const { id, version } = await attempt({ order: state });
      assert.equal((await transition(store, id, version, { state, facts })).written, true);
    }
    assert.deepEqual(await events(), []);
  },
  async "the event that a change names is written, also when the state stays"({ attempt, event, move, store }) {
    const { id } = await attempt({}, "declined");
    const declined = await event();
    await store.settleClaim(declined.item.id, declined.fence, { kind: "done" });
    await move(id, "declined", { announce: "attempt.unconfirmed", facts: { ...facts, verdict: { code: "05" } } });
    const { item } = await event();
    assert.deepEqual(
      [item.id, item.type, item.order, item.attempt, item.verdict],
      [`unconfirmed:${id}`, "attempt.unconfirmed", "A-1", id, { code: "05" }],
    );
  },
  async "an event whose id exists is not written again, whether it waits, is claimed, dead or delivered"({
    attempt,
    event,
    events,
    move,
    store,
    pass,
    leaseMs,
  }) {
    const { id } = await attempt({}, "opened");
    const announce = (code: string) =>
      move(id, "opened", { announce: "attempt.unconfirmed", facts: { ...facts, verdict: { code } } });
    await announce("05");
    assert.equal((await announce("06")).facts.verdict?.code, "06", "the change itself is written");
    const claim = await event();
    assert.equal(claim.item.verdict?.code, "05");
    await announce("07");
    assert.deepEqual(await events(), []);
    assert.equal(await store.settleClaim(claim.item.id, claim.fence, { kind: "dead", error: "no" }), true);
    await announce("08");
    assert.deepEqual(await events(), []);
    assert.equal(await store.reviveEvent(claim.item.id), true);
    const revived = await event();
    assert.equal(revived.item.verdict?.code, "05");
    assert.equal(await store.settleClaim(revived.item.id, revived.fence, { kind: "done" }), true);
    await announce("09");
    await pass(leaseMs);
    assert.deepEqual(await events(), []);
    assert.deepEqual((await store.stats()).outbox, { due: 0, dead: 0 });
  },
  async "an event without a verdict has none"({ attempt, event }) {
    await attempt({}, "expired");
    assert.equal("verdict" in (await event()).item, false);
  },
  async "an event keeps the verdict of the time when it was written"({ attempt, event, move, store }) {
    const { id } = await attempt();
    await move(id, "declined", { facts: { ...facts, verdict: { code: "05" } } });
    await move(id, "approved", { facts: { ...facts, verdict: { code: "00", authorizationCode: "1" } } });
    const declined = await event();
    assert.deepEqual(declined.item.verdict, { code: "05" });
    await store.settleClaim(declined.item.id, declined.fence, { kind: "done" });
    assert.deepEqual((await event()).item.verdict, { code: "00", authorizationCode: "1" });
  },
  async "a reference that another attempt was approved with turns an approval into a review"({
    approve,
    attempt,
    events,
    insert,
    move,
    store,
  }) {
    const [one, two] = [await attempt(), await attempt({ order: "B-2" })];
    await approve(one.id, "R-1");
    const verdict = { code: "00", reference: "R-1", maskedCard: "411111******1111" };
    const after = await move(two.id, "approved", { facts: { ...facts, verdict } });
    const judged = { ...verdict, mismatch: ["RetrievalReferenceNumber"] };
    assert.equal(after.state, "review");
    assert.deepEqual(after.facts.verdict, judged);
    assert.deepEqual(await store.findAttempt(two.id), after);
    const told = await events();
    assert.deepEqual(idsOf(told), ["paid:A-1", `review:${two.id}`]);
    assert.deepEqual(told[1]?.item.verdict, judged);
    assert.equal((await insert({ order: "B-2" })).kind, "blocked");
  },
  async "a reference that another attempt was approved with is added to what else contradicts the approval"({
    approve,
    attempt,
    move,
  }) {
    await approve((await attempt()).id, "R-1");
    const { id } = await attempt({ order: "B-2" });
    const verdict = { code: "00", reference: "R-1", mismatch: ["amount", "RetrievalReferenceNumber"] };
    const review = await move(id, "review", { facts: { ...facts, verdict: { ...verdict, mismatch: ["amount"] } } });
    const after = await move(id, "approved", { facts: review.facts });
    assert.deepEqual([after.state, after.facts.verdict], ["review", verdict]);
  },
  async "an approval is refused whose reference a person has named, and another attempt has"({
    approve,
    attempt,
    events,
    store,
  }) {
    await approve((await attempt({ order: "B-2" })).id, "0012");
    const waits = await attempt({}, "unknown");
    const said = (reference: string) => ({
      ...facts,
      resolution: { paid: true, reason: "r", by: "b", at: 1, reference },
      verdict: { code: "00", reference },
    });
    const approval = { state: "approved", announce: "order.paid" } as const;
    const refused = await transition(store, waits.id, waits.version, { ...approval, facts: said("12") });
    assert.deepEqual(refused, { written: false, attempt: waits });
    assert.deepEqual(idsOf(await events()), ["paid:B-2", `unknown:${waits.id}`]);
    const written = await transition(store, waits.id, waits.version, { ...approval, facts: said("13") });
    assert.deepEqual([written.written, written.attempt.state], [true, "approved"]);
  },
  async "an attempt under review stays there when its approval has a taken reference, and is announced once"({
    approve,
    attempt,
    event,
    events,
    store,
  }) {
    const [one, two] = [await attempt(), await attempt({ order: "B-2" }, "review")];
    const review = await event();
    await store.settleClaim(review.item.id, review.fence, { kind: "done" });
    await approve(one.id, "R-1");
    assert.equal((await approve(two.id, "R-1")).state, "review");
    assert.deepEqual(idsOf(await events()), ["paid:A-1"]);
  },
  async "a reference counts within an order as well"({ approve, attempt }) {
    const [one, two] = [await attempt(), await attempt({ amount: dop(200) })];
    await approve(one.id, "R-1");
    assert.equal((await approve(two.id, "R-1")).state, "review");
  },
  async "a reference of digits is the same with zeros before it, also for two at one time"({ attempt, move, store }) {
    const approve = async (order: string, reference: string) => {
      const { id } = await attempt({ order }, "opened");
      return { id, move: () => move(id, "approved", { facts: { ...facts, verdict: { code: "00", reference } } }) };
    };
    const both = [await approve("A-1", "12345678"), await approve("B-2", "000012345678")];
    await Promise.all(both.map((one) => one.move()));
    const states = await Promise.all(both.map(async ({ id }) => (await store.findAttempt(id))?.state));
    assert.deepEqual(new Set(states), new Set(["approved", "review"]));
    for (const [order, reference] of Object.entries({ "C-3": "R012", "D-4": "R12", "E-5": "010", "F-6": "012A" })) {
      const one = await approve(order, reference);
      await one.move();
      assert.equal((await store.findAttempt(one.id))?.state, "approved", reference);
      assert.equal((await store.findAttempt(one.id))?.facts.verdict?.reference, reference);
    }
  },
  async "a reference that identifies nothing, such as zeros alone, is nobody's"({ approve, attempt }) {
    for (const [index, reference] of ["000000000000", "0", "------------", "N/A", "000000000000", "0"].entries()) {
      const { id } = await attempt({ order: `Z-${index}` });
      assert.equal((await approve(id, reference)).state, "approved", reference);
    }
  },
  async "the same reference at another bank is another reference"({ approve, attempt }) {
    const one = await attempt({ order: "A", bank: "https://one.example" });
    const two = await attempt({ order: "B", bank: "https://two.example" });
    const three = await attempt({ order: "C", bank: "https://two.example" });
    const states = [];
    for (const { id } of [one, two, three]) states.push((await approve(id, "R-1")).state);
    assert.deepEqual(states, ["approved", "approved", "review"]);
  },
  async "approvals without a reference do not conflict"({ approve, attempt }) {
    const [one, two] = [await attempt(), await attempt({ order: "B-2" })];
    assert.equal((await approve(one.id)).state, "approved");
    assert.equal((await approve(two.id)).state, "approved");
  },
  async "an approval after a refusal, a doubt or a review pays the order"({ approve, attempt, insert }) {
    for (const state of ["expired", "unknown", "declined", "review"] as const) {
      const { id } = await attempt({ order: state }, state);
      assert.equal((await approve(id)).state, "approved");
      assert.equal((await insert({ order: state })).kind, "paid");
    }
  },
};
