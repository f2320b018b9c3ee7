import assert from "node:assert/strict";
import { assertWritten, type Cases, contenders, longAgo, ordersOf, times } from "./scene.ts";

const hourMs = 3_600_000;

/** What monitoring and people see of the store, and what they do. */
export const watching: Cases = {
  async "the backlog has the earliest due times of attempts and events"({ attempt, move, store }) {
    const early = await attempt({ order: "A", dueAt: longAgo });
    const later = await attempt({ order: "B", dueAt: longAgo + 1000 });
    const { attemptsSince: since, eventsSince: none, newestAt } = await store.backlog(0);
    assert.deepEqual([since, none, newestAt], [longAgo, undefined, later.createdAt]);
    const before = await store.now();
    await move(early.id, "declined", { dueAt: null });
    const { attemptsSince, eventsSince } = await store.backlog(0);
    assert.equal(attemptsSince, longAgo + 1000);
    assertWritten(eventsSince, before, await store.now());
  },
  async "events count as failing from the third claim on, and as dead once given up"(scene) {
    const { attempt, event, settle, store } = scene;
    const counts = async () => {
      const { failing, dead, eventsSince } = await store.backlog(0);
      return [failing, dead, eventsSince !== undefined];
    };
    const { id } = await attempt({}, "declined");
    for (let tries = 0; tries < 2; tries++) {
      await settle(await event(), longAgo);
      assert.deepEqual(await counts(), [0, 0, true]);
    }
    // Also when its hook never ends, so that it never fails.
    const claim = await event();
    assert.deepEqual(await counts(), [1, 0, true]);
    await settle(claim, "dead");
    assert.deepEqual(await counts(), [0, 1, false]);
    await store.reviveEvent(`declined:${id}`);
    assert.deepEqual(await counts(), [1, 0, true]);
    await settle(await event(), "done");
    assert.deepEqual(await counts(), [0, 0, false]);
  },
  async "the backlog lists a hundred opened attempts whose window ends next, and counts overtime"(scene) {
    const { attempt, move, store } = scene;
    const now = await store.now();
    for (const [order, state, windowEndsAt, aliveAt] of [
      ["second", "opened", now + 500_000],
      ["first", "opened", now + 400_000],
      ["over", "opened", longAgo],
      ["overtime", "opened", longAgo, now],
      ["later", "opened", now + 900_000],
      ["preparing", "preparing", now + 400_000],
      ["declined", "declined", now + 400_000],
    ] as const) {
      await move((await attempt({ order })).id, state, { windowEndsAt, facts: aliveAt ? { aliveAt } : {} });
    }
    const { closing, overtime } = await store.backlog(now + 600_000);
    assert.deepEqual([ordersOf(closing), overtime], [["first", "second"], 1]);
    assert.deepEqual(closing[0], (await store.attemptsOf("first"))[0]);
    for (let i = 0; i < 100; i++) {
      await move((await attempt({ order: `A-${i}` })).id, "opened", { windowEndsAt: now + 800_000 - i });
    }
    const orders = ["first", "second", ...times(98, (i) => `A-${99 - i}`)];
    assert.deepEqual(ordersOf((await store.backlog(now + 850_000)).closing), orders);
  },
  async "what needs a person is listed, oldest first: each kind has its own limit, and its count"(scene) {
    const { attempt, deliverAll, event, move, settle, store } = scene;
    const further = { facts: { duplicate: true } } as const;
    for (let i = 0; i < 4; i++) {
      for (const [kind, state, change] of [
        ["unknown", "unknown"],
        ["review", "review"],
        ["unconfirmed", "declined", { facts: { unconfirmedAt: 7 } }],
        ["paidTwice", "approved", further],
        ["none", "declined"],
        ["resolved", "unknown", { facts: { resolution: { paid: false, reason: "asked", by: "Ana", at: 1 } } }],
      ] as const) {
        await move((await attempt({ order: `${kind} ${i}` })).id, state, change);
      }
    }
    await deliverAll();
    const dead = [];
    for (const order of ["A", "B", "C"]) {
      await attempt({ order }, "declined");
      const claim = await event();
      await settle(claim, "dead");
      dead.push({ ...claim.item, error: "no" });
    }
    const { attempts, paidTwice, events, counts } = await store.unsettled(2);
    const orders = times(2, (i) => ["unknown", "review", "unconfirmed"].map((kind) => `${kind} ${i}`)).flat();
    assert.deepEqual([ordersOf(attempts), ordersOf(paidTwice)], [orders, ["paidTwice 0", "paidTwice 1"]]);
    assert.deepEqual(events, dead.slice(0, 2));
    assert.deepEqual(counts, { paidTwice: 4, review: 4, unconfirmed: 4, unknown: 4, events: 3 });
    await store.reviveEvent(dead[0]?.id ?? "");
    assert.deepEqual((await store.unsettled(9)).events, dead.slice(1));
    const { expired, opened, ...stats } = (await store.stats()).attempts;
    assert.deepEqual(
      [expired, opened, stats],
      [0, 0, { preparing: 0, unknown: 8, declined: 11, review: 4, approved: 4 }],
    );
    assert.deepEqual((await store.stats()).outbox, { due: 1, dead: 2 });
  },
  async "the events of an order say how their deliveries went"({ attempt, approve, events, settle, store }) {
    const { id } = await attempt({ order: "A-1" }, "declined");
    await attempt({ order: "B-2" }, "expired");
    const claim = (await events()).find(({ item }) => item.order === "A-1") ?? assert.fail();
    const [{ dueAt, ...leased } = assert.fail()] = await store.eventsOf("A-1");
    assert.deepEqual([leased.id, leased.tries, leased.dead, dueAt], [claim.item.id, 1, false, claim.leaseUntil]);
    await settle(claim, "dead");
    assert.deepEqual(await store.eventsOf("A-1"), [{ ...leased, dead: true, error: "no" }]);
    await approve(id);
    const before = await store.now();
    const paid = (await events()).find(({ item }) => item.type === "order.paid") ?? assert.fail();
    assert.equal(await settle(paid, "done"), true);
    const [, { deliveredAt, ...delivered } = assert.fail()] = await store.eventsOf("A-1");
    assertWritten(deliveredAt, before, await store.now());
    assert.deepEqual(delivered, { ...paid.item, tries: 1, dead: false });
    assert.deepEqual(await store.eventsOf("A"), []);
  },
  async "what the staff did is kept with the store's time, the earliest first, by what it was done to"({ store }) {
    const before = await store.now();
    const given = { by: "Ana", action: "resolve", subject: "one", note: "50% of it, 'said' the bank" };
    const first = await store.recordAction(given);
    const second = await store.recordAction({ by: "Luis", action: "retry", subject: "one" });
    await store.recordAction({ by: "Ana", action: "retry", subject: "two" });
    assertWritten(first.at, before, await store.now());
    assert.deepEqual(first, { ...given, at: first.at });
    assert.deepEqual(second, { by: "Luis", action: "retry", subject: "one", at: second.at });
    assert.deepEqual([await store.actionsOf("one"), await store.actionsOf("%")], [[first, second], []]);
  },
  async "an alert is claimed once by however many callers"(scene) {
    const storeOf = await contenders(scene);
    const claims = await Promise.all(times(8, (index) => storeOf(index).claimAlert("dead:paid:A-1")));
    assert.equal(claims.filter(Boolean).length, 1);
    assert.equal(await scene.store.claimAlert("dead:paid:A-1"), false);
    assert.equal(await scene.store.claimAlert("dead:paid:A-2"), true);
  },
};

/** Cases about days. */
export const forgetting: Cases = {
  async "an alert is forgotten after 30 days, and not before"({ pass, store }) {
    const claim = () => store.claimAlert("late:A");
    assert.equal(await claim(), true);
    await pass(30 * 24 * hourMs - 60_000);
    assert.equal(await claim(), false);
    await pass(120_000);
    assert.deepEqual([await claim(), await claim()], [true, false]);
  },
};
