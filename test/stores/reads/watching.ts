import assert from "node:assert/strict";
import { type Attempt, decisionKinds, type Elsewhere } from "@ventanilla/express/store";
import {
  assertWritten,
  bank,
  type Cases,
  dop,
  facts,
  farAway,
  longAgo,
  ordersOf,
} from "../../../packages/store-contract/src/scene.ts";

const other = "https://other.example";
const third = "https://third.example";
const sealed = { facts: { ...facts, sealedKey: "k" } };
const nothing: Elsewhere = { banks: [], count: 0, attempts: [] };

const sorted = ({ banks, ...rest }: Elsewhere): Elsewhere => ({
  ...rest,
  banks: banks.toSorted((a, b) => (a.bank < b.bank ? -1 : 1)),
});

/** What monitoring and people see of a store. */
export const watching: Cases = {
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
  async "the backlog has the earliest due times of attempts and events"({ attempt, move, store }) {
    const early = await attempt({ order: "A", dueAt: longAgo });
    await attempt({ order: "B", dueAt: longAgo + 1000 });
    const { attemptsSince: since, eventsSince: none } = await store.backlog(0);
    assert.deepEqual([since, none], [longAgo, undefined]);
    const before = await store.now();
    await move(early.id, "declined", { dueAt: null });
    const { attemptsSince, eventsSince } = await store.backlog(0);
    assert.equal(attemptsSince, longAgo + 1000);
    assertWritten(eventsSince, before, await store.now());
  },
  async "the newest session is the latest of those that can be paid, whatever the others' times are"(scene) {
    const { attempt, move, store } = scene;
    const created: [order: string, createdAt: number][] = [
      ["A", farAway],
      ["B", longAgo + 1000],
      ["C", longAgo],
    ];
    const ids: string[] = [];
    for (const [order, createdAt] of created) {
      const { id } = await attempt({ order });
      ids.push(id);
      await move(id, "opened", { windowEndsAt: createdAt + 30 * 60_000 });
    }
    for (const [at, id] of ids.entries()) {
      assert.equal((await store.backlog(0)).newestAt, created[at]?.[1]);
      await move(id, "approved", { facts: { settledAt: farAway } });
    }
    assert.equal((await store.backlog(0)).newestAt, undefined);
  },
  async "events count as failing from the third claim on, and as dead once given up"(scene) {
    const { attempt, event, settle, store } = scene;
    const counts = async () => {
      const { failing, eventsSince } = await store.backlog(0);
      return [failing, (await store.countUnsettled()).events, eventsSince !== undefined];
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
  async "the backlog counts opened attempts in overtime, and those whose window ends without a clear answer"(scene) {
    const { attempt, move, store } = scene;
    const now = await store.now();
    for (const [order, state, windowEndsAt, known] of [
      ["first", "opened", now + 400_000],
      ["second", "opened", now + 500_000, { clearAt: now + 379_999 }],
      ["clear", "opened", now + 500_000, { clearAt: now + 380_000 }],
      ["over", "opened", longAgo],
      ["overtime", "opened", longAgo, { aliveAt: now }],
      ["later", "opened", now + 900_000],
      ["preparing", "preparing", now + 400_000],
      ["declined", "declined", now + 400_000],
    ] as const) {
      await move((await attempt({ order })).id, state, { windowEndsAt, facts: known ?? {} });
    }
    const { unqueried, overtime } = await store.backlog(now + 600_000);
    assert.deepEqual([unqueried, overtime], [2, 1]);
    assert.equal((await store.backlog(now + 900_001)).unqueried, 3);
  },
  async "what needs a person is listed, oldest first: each kind has its own limit, and its count"(scene) {
    const { attempt, deliverAll, event, move, settle, store } = scene;
    const further = { facts: { duplicate: true } } as const;
    const said = { amount: dop(1), reason: "asked", by: "Ana", at: 1 };
    const sentBack = { id: "sent", ...said, outcome: { what: "unclear", at: 2 } } as const;
    for (let i = 0; i < 4; i++) {
      for (const [kind, state, change] of [
        ["unknown", "unknown"],
        ["review", "review"],
        ["unconfirmed", "declined", { facts: { unconfirmedAt: 7 } }],
        ["paidTwice", "approved", further],
        ["returnUnclear", "approved", { facts: { sentBack } }],
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
    const { events, ...waiting } = await store.unsettled(2);
    for (const kind of decisionKinds) assert.deepEqual(ordersOf(waiting[kind]), [`${kind} 0`, `${kind} 1`]);
    assert.deepEqual(events, dead.slice(0, 2));
    const counts = await store.countUnsettled();
    assert.deepEqual(counts, { paidTwice: 4, returnUnclear: 4, review: 4, unconfirmed: 4, unknown: 4, events: 3 });
    await store.reviveEvent(dead[0]?.id ?? "");
    assert.deepEqual((await store.unsettled(9)).events, dead.slice(1));
    const { expired, opened, ...stats } = (await store.stats()).attempts;
    assert.deepEqual(
      [expired, opened, stats],
      [0, 0, { preparing: 0, unknown: 8, declined: 11, review: 4, approved: 8 }],
    );
    assert.deepEqual((await store.stats()).outbox, { due: 1, dead: 2 });
  },
  async "what waits elsewhere is told by bank, with the attempts to ask about, the oldest of them"(scene) {
    const { attempt, move, store } = scene;
    const elsewhere = async (...banks: string[]) => sorted(await store.elsewhere(banks));
    const here = await move((await attempt({ order: "here", dueAt: longAgo })).id, "opened", sealed);
    assert.deepEqual(await elsewhere(bank), nothing);
    assert.deepEqual(await elsewhere(), { banks: [{ bank, since: longAgo }], count: 1, attempts: [here] });
    const there: Attempt[] = [];
    for (let index = 0; index < 22; index++) {
      const { id } = await attempt({ order: `there-${index}`, dueAt: longAgo + 5 + index, bank: other });
      there.push(await move(id, "opened", sealed));
    }
    await attempt({ order: "unopened", dueAt: longAgo, bank: third });
    assert.deepEqual(await elsewhere(bank), {
      banks: [
        { bank: other, since: longAgo + 5 },
        { bank: third, since: longAgo },
      ],
      count: 22,
      attempts: there.slice(0, 20),
    });
    assert.deepEqual(await elsewhere(bank, other, third), nothing);
    // An event is left, after the attempts have ended.
    for (const { id } of there) await move(id, "declined", { dueAt: null });
    const { banks: left } = await elsewhere(bank, third);
    assert.deepEqual([left.map((each) => each.bank), (left[0]?.since ?? 0) > longAgo + 30], [[other], true]);
  },
};
