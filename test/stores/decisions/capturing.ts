import assert from "node:assert/strict";
import { type Cases, dop, facts, type Scene } from "../../../packages/store-contract/src/scene.ts";

const later = { ...facts, capture: "later" as const };

/** An authorized order, and a draft of its capture. */
async function authorize({ attempt, move }: Scene, order = "A-1", reference = `R-${order}`) {
  const { id } = await attempt({ order, facts: later }, "opened");
  const verdict = { code: "00", reference };
  const authorized = await move(id, "approved", { announce: "order.authorized", facts: { ...later, verdict } });
  return { authorized, capture: { order, facts: { ...facts, captureOf: id }, amount: dop(60) } };
}

/** Orders whose money is authorized first, and captured later. */
export const capturing: Cases = {
  async "an authorization is announced by its own name, and keeps the order from being paid again"(scene) {
    const { authorized } = await authorize(scene);
    const { item } = await scene.event();
    assert.deepEqual([item.id, item.type], [`authorized:${authorized.id}`, "order.authorized"]);
    assert.deepEqual(await scene.insert(), { kind: "paid", attempt: authorized });
    assert.deepEqual(await scene.insert({ facts: later }), { kind: "paid", attempt: authorized });
  },
  async "an authorization waits for no notice of its order that was claimed before"(scene) {
    await scene.attempt({ amount: dop(1) }, "declined");
    const notice = await scene.event();
    const { authorized } = await authorize(scene);
    assert.equal((await scene.event()).item.id, `authorized:${authorized.id}`);
    await scene.store.settleClaim(notice.item.id, notice.fence, { kind: "done" });
  },
  async "a launch to capture later does not join a launch to pay at once, and vice versa"({ attempt, insert }) {
    const atOnce = await attempt();
    const authorizing = await attempt({ facts: later });
    assert.deepEqual(await insert(), { kind: "joined", attempt: atOnce });
    assert.deepEqual(await insert({ facts: later }), { kind: "joined", attempt: authorizing });
  },
  async "an authorization of an order that is paid or authorized already is announced as paid again"({
    attempt,
    move,
    event,
    store,
  }) {
    const ids = [];
    for (const minor of [1, 2, 3]) ids.push((await attempt({ amount: dop(minor), facts: later }, "opened")).id);
    const told = [];
    for (const id of ids) {
      await move(id, "approved", { announce: "order.authorized" });
      const { item, fence } = await event();
      told.push([item.id, item.type]);
      await store.settleClaim(item.id, fence, { kind: "done" });
    }
    assert.deepEqual(told, [
      [`authorized:${ids[0]}`, "order.authorized"],
      [`paidAgain:${ids[1]}`, "order.paidAgain"],
      [`paidAgain:${ids[2]}`, "order.paidAgain"],
    ]);
  },
  async "a capture is inserted once: it is joined while it is open, of whatever amount"(scene) {
    const { capture } = await authorize(scene);
    const first = await scene.attempt(capture);
    for (const state of ["preparing", "opened"] as const) {
      const current = await scene.move(first.id, state);
      assert.deepEqual(await scene.insert(capture), { kind: "joined", attempt: current }, state);
      assert.deepEqual(await scene.insert({ ...capture, amount: dop(1) }), { kind: "joined", attempt: current });
    }
  },
  async "a capture in doubt blocks another until it is resolved; a failed capture does not"(scene) {
    for (const state of ["unknown", "review"] as const) {
      const { capture } = await authorize(scene, state);
      const first = await scene.attempt(capture, state);
      assert.deepEqual(await scene.insert(capture), { kind: "blocked", attempt: first });
      await scene.move(first.id, state, {
        facts: { ...facts, resolution: { paid: false, reason: "r", by: "b", at: 1 } },
      });
      assert.equal((await scene.insert(capture)).kind, "inserted");
    }
    for (const state of ["expired", "declined"] as const) {
      const { capture } = await authorize(scene, state);
      await scene.attempt(capture, state);
      assert.equal((await scene.insert(capture)).kind, "inserted");
    }
  },
  async "a capture pays the order once, and no capture follows it"(scene) {
    const { capture } = await authorize(scene);
    const { item: authorization, fence } = await scene.event();
    const { id } = await scene.attempt(capture, "opened");
    const captured = await scene.approve(id, "R-2");
    assert.equal(captured.state, "approved");
    assert.deepEqual(await scene.events(), [], "order.paid waits for order.authorized");
    await scene.store.settleClaim(authorization.id, fence, { kind: "done" });
    const { item } = await scene.event();
    assert.deepEqual([item.id, item.type, item.attempt], ["paid:A-1", "order.paid", id]);
    assert.deepEqual(await scene.insert(capture), { kind: "paid", attempt: captured });
    assert.equal((await scene.insert()).kind, "paid");
  },
  async "a capture may have the reference of its authorization, but not that of another attempt"(scene) {
    const one = await authorize(scene, "A-1", "R-1");
    const two = await authorize(scene, "B-2", "R-2");
    const approve = async (draft: typeof one.capture, reference: string) => {
      const { id } = await scene.attempt(draft, "opened");
      return scene.move(id, "approved", { facts: { ...facts, verdict: { code: "00", reference } } });
    };
    assert.equal((await approve(one.capture, "R-1")).state, "approved");
    assert.equal((await approve(two.capture, "R-1")).state, "review");
  },
  async "an order has one capture, whichever of its authorizations it settles"(scene) {
    const ids = [];
    for (const minor of [1, 2]) {
      ids.push((await scene.attempt({ amount: dop(minor), facts: later }, "opened")).id);
    }
    for (const id of ids) await scene.move(id, "approved", { announce: "order.authorized" });
    const [first = "", second = ""] = ids;
    const further = await Promise.all(ids.map((id) => scene.store.findAttempt(id)));
    assert.deepEqual(
      further.map((attempt) => attempt?.facts.duplicate),
      [undefined, true],
    );
    const captures = [first, second].map((id) => ({ facts: { ...facts, captureOf: id } }));
    const { id } = await scene.attempt(captures[0], "opened");
    assert.equal((await scene.insert(captures[1])).attempt.id, id);
    await scene.approve(id);
    assert.equal((await scene.insert(captures[1])).kind, "paid");
  },
  async "a second capture of an order that the bank approves all the same is announced as paid again"(scene) {
    const { capture } = await authorize(scene);
    const ids = [];
    for (let i = 0; i < 2; i++) ids.push((await scene.attempt(capture, "expired")).id);
    for (const id of ids) await scene.approve(id);
    const told = [];
    for (let i = 0; i < 5; i++) {
      const { item, fence } = await scene.event();
      if (item.type.startsWith("order.")) told.push(item.id);
      await scene.store.settleClaim(item.id, fence, { kind: "done" });
    }
    assert.deepEqual(told.slice(1).toSorted(), [`paidAgain:${ids[1]}`, "paid:A-1"].toSorted());
  },
  async "a payment at once beside an authorization pays the order"({ attempt, approve, move, event, store }) {
    const authorizing = await attempt({ facts: later }, "opened");
    const atOnce = await attempt({}, "opened");
    await move(authorizing.id, "approved", { announce: "order.authorized" });
    const { item, fence } = await event();
    await store.settleClaim(item.id, fence, { kind: "done" });
    await approve(atOnce.id);
    const paid = await event();
    assert.equal(paid.item.id, "paid:A-1");
    await store.settleClaim(paid.item.id, paid.fence, { kind: "done" });
    // The router records that it found the authorization beside the payment.
    const overtaken = { ...later, duplicate: true } as const;
    await move(authorizing.id, "approved", { announce: "order.paidAgain", facts: overtaken });
    assert.equal((await event()).item.id, `paidAgain:${authorizing.id}`);
    const { paidTwice } = await store.unsettled(10);
    assert.deepEqual(
      paidTwice.map(({ id }) => id),
      [authorizing.id],
    );
  },
  async "an order whose authorizations were all released or given back can be paid or authorized again"(scene) {
    const statement = { reason: "r", by: "b", at: 1 };
    const endings = [
      { released: statement },
      { reversed: { ...statement, returned: true } },
      { handled: { ...statement, returned: true } },
    ];
    for (const [index, ending] of endings.entries()) {
      const order = `A-${index}`;
      const first = await scene.attempt({ order, amount: dop(1), facts: later }, "opened");
      const second = await scene.attempt({ order, amount: dop(2), facts: later }, "opened");
      await scene.move(first.id, "approved", { announce: "order.authorized" });
      const further = await scene.move(second.id, "approved", { announce: "order.authorized" });
      await scene.move(further.id, "approved", { facts: { ...further.facts, ...ending } });
      assert.equal((await scene.insert({ order })).kind, "paid", "one is left");
      await scene.move(first.id, "approved", { facts: { ...later, reversed: { ...statement, returned: true } } });
      const { id } = await scene.attempt({ order, facts: later }, "opened");
      const again = await scene.move(id, "approved", { announce: "order.authorized" });
      assert.equal(again.facts.duplicate, undefined, "it is the only one");
      assert.deepEqual(await scene.insert({ order }), { kind: "paid", attempt: again });
    }
  },
  async "an order whose sale was given back stays paid"(scene) {
    const { id } = await scene.attempt({}, "opened");
    const { facts: paid } = await scene.approve(id, "R-1");
    const reversed = { reason: "r", by: "b", at: 1, returned: true };
    await scene.move(id, "approved", { facts: { ...paid, reversed } });
    assert.equal((await scene.insert()).kind, "paid");
  },
  async "an order whose authorization was released can be authorized again, unless its capture is in doubt"(scene) {
    const { authorized, capture } = await authorize(scene);
    const released = { reason: "r", by: "b", at: 1 };
    const declined = await scene.attempt(capture, "declined");
    await scene.move(authorized.id, "approved", { facts: { ...authorized.facts, released } });
    const { kind, attempt } = await scene.insert({ facts: later });
    assert.equal(kind, "inserted");
    await scene.move(attempt.id, "approved", { announce: "order.authorized", facts: later });
    assert.equal((await scene.store.findAttempt(attempt.id))?.facts.duplicate, undefined);
    await scene.move(attempt.id, "approved", { facts: { ...later, released } });
    await scene.move(declined.id, "review");
    assert.equal((await scene.insert()).kind, "blocked");
  },
  async "while a capture is open nobody launches, though its authorization has ended"(scene) {
    const { authorized, capture } = await authorize(scene);
    const open = await scene.attempt({ ...capture, amount: dop(100) });
    await scene.move(authorized.id, "approved", {
      facts: { ...authorized.facts, released: { reason: "r", by: "b", at: 1 } },
    });
    for (const state of ["preparing", "opened"] as const) {
      const current = await scene.move(open.id, state, { windowEndsAt: 2000 });
      assert.deepEqual(await scene.insert({}, 1000), { kind: "blocked", attempt: current }, state);
    }
  },
};
