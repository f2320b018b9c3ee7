import assert from "node:assert/strict";
import { type Facts, insertAttempt } from "@ventanilla/express/store";
import { assertWritten, type Cases, dop, facts, type Scene } from "../../../packages/store-contract/src/scene.ts";

/** The insertion of drafts. */
export const inserting: Cases = {
  async "a new attempt is `preparing`, in version 1, with the values of its draft"({ store, draft }) {
    const before = await store.now();
    const given = draft({ tax: dop(18), facts: { ...facts, returnTo: "/cart" } });
    const { kind, attempt } = await insertAttempt(store, given, 0);
    const { createdAt, transactionId, ...rest } = attempt;
    assert.equal(kind, "inserted");
    assert.deepEqual(rest, {
      id: given.id,
      order: "A-1",
      bank: given.bank,
      state: "preparing",
      version: 1,
      amount: dop(100),
      tax: dop(18),
      facts: given.facts,
    });
    assertWritten(createdAt, before, await store.now());
    assert.match(transactionId, /^\d{6}$/);
    assert.deepEqual(await store.findAttempt(given.id), attempt);
  },
  async "a launch of the same order, amount, tax and currency joins the live attempt"({ attempt, insert, move }) {
    const first = await attempt();
    for (const state of ["preparing", "opened"] as const) {
      const current = await move(first.id, state, { windowEndsAt: 2000 });
      assert.deepEqual(await insert({}, 1000), { kind: "joined", attempt: current }, state);
    }
  },
  async "an order that is paid or blocked at one bank is paid or blocked at every other"({ approve, attempt, insert }) {
    const paid = await attempt({ order: "paid" });
    await approve(paid.id);
    const stuck = await attempt({ order: "blocked" }, "unknown");
    for (const [order, id] of [
      ["paid", paid.id],
      ["blocked", stuck.id],
    ] as const) {
      const insertion = await insert({ order, bank: "https://other.example" });
      assert.deepEqual([insertion.kind, insertion.attempt.id], [order, id]);
    }
  },
  async "a launch with another amount, tax or currency gets an attempt of its own; the old one stays"({
    attempt,
    store,
  }) {
    const first = await attempt();
    await attempt({ amount: dop(101) });
    await attempt({ tax: dop(1) });
    await attempt({ amount: { minor: 100, currency: "USD" }, tax: { minor: 0, currency: "USD" } });
    assert.equal((await store.attemptsOf("A-1")).length, 4);
    assert.deepEqual(await store.findAttempt(first.id), first);
  },
  async "an opened attempt is joined only if it can be paid after `joinableUntil`"({ attempt, insert, move }) {
    const first = await attempt();
    await move(first.id, "opened", { windowEndsAt: 2000, facts: { clearAt: 1 } });
    assert.equal((await insert({}, 1999)).kind, "joined");
    assert.equal((await insert({}, 2000)).kind, "inserted");
  },
  async "of two joinable attempts the newer one is joined"({ attempt, insert, move }) {
    const old = await attempt();
    await move(old.id, "opened", { windowEndsAt: 2000, facts: { clearAt: 1 } });
    const { attempt: young } = await insert({}, 2000);
    await move(young.id, "opened", { windowEndsAt: 3000, facts: { clearAt: 1 } });
    assert.equal((await insert({}, 1000)).attempt.id, young.id);
  },
  async "a launch of a paid order returns the attempt that paid it"({ attempt, approve, insert, move }) {
    const payer = await attempt();
    const live = await attempt({ amount: dop(200) });
    const unknown = await attempt({ amount: dop(300) });
    await move(unknown.id, "unknown");
    const approved = await approve(payer.id);
    await approve(live.id);
    for (const minor of [100, 200, 300, 400]) {
      assert.deepEqual(await insert({ amount: dop(minor) }), { kind: "paid", attempt: approved });
    }
  },
  ...Object.fromEntries(
    (["unknown", "review"] as const).map((state) => [
      `an attempt in ${state} blocks its order, until it is resolved`,
      async ({ attempt, insert, move }: Scene) => {
        const { id } = await attempt();
        const stuck = await move(id, state);
        assert.deepEqual(await insert(), { kind: "blocked", attempt: stuck });
        assert.deepEqual(await insert({ amount: dop(200) }), { kind: "blocked", attempt: stuck });
        await move(id, state, { facts: { ...facts, resolution: { paid: false, reason: "asked", by: "me", at: 1 } } });
        assert.equal((await insert()).kind, "inserted");
      },
    ]),
  ),
  async "a live attempt is not joined while another one of its order blocks"({ attempt, insert, move }) {
    const stuck = await attempt();
    await attempt({ amount: dop(200) });
    await move(stuck.id, "unknown");
    assert.equal((await insert({ amount: dop(200) })).kind, "blocked");
  },
  async "an attempt that is not joined blocks its order while a card may be in progress in it"({
    attempt,
    insert,
    move,
  }) {
    const { id } = await attempt();
    for (const more of [{ cardSentAt: 1 }, { cardSentAt: 1, clearAt: 2 }, { returnedAt: 2 }] as const) {
      const underWay = await move(id, "opened", { windowEndsAt: 3000, facts: more });
      assert.deepEqual(await insert({}, 3000), { kind: "blocked", attempt: underWay });
      assert.deepEqual(await insert({ amount: dop(200) }), { kind: "blocked", attempt: underWay });
      assert.deepEqual(await insert(), { kind: "joined", attempt: underWay });
    }
    assert.equal((await insert({}, 3000 + 40 * 60_000)).kind, "inserted");
  },
  async "an opened attempt that is not joined blocks its order, until the bank was clear about it since the launch began"({
    attempt,
    insert,
    move,
  }) {
    const { id } = await attempt();
    // A launch that began at 1000.
    const other = () => insert({ amount: dop(200) }, 301_000);
    const held: Partial<Facts>[] = [
      {},
      { clearAt: 999 },
      { returnedAt: 2, returnedVia: "cancel", emptyAnswers: 2 },
      { goneAt: 1000, clearAt: 999 },
    ];
    for (const more of held) {
      const payable = await move(id, "opened", { windowEndsAt: 302_000, facts: more });
      assert.deepEqual(await other(), { kind: "blocked", attempt: payable });
      assert.deepEqual(await insert({}, 302_000), { kind: "blocked", attempt: payable });
      assert.deepEqual(await insert({}, 301_000), { kind: "joined", attempt: payable });
    }
    await move(id, "opened", { facts: { clearAt: 1000 } });
    assert.equal((await other()).kind, "inserted");
  },
  async "no attempt blocks its order for longer than 40 minutes after its window, or after its session was gone"({
    attempt,
    insert,
    move,
  }) {
    for (const [order, ends, more] of [
      ["window", 3000, {}],
      ["gone", 90_000, { goneAt: 90_000 }],
    ] as const) {
      const { id } = await attempt({ order });
      await move(id, "opened", { windowEndsAt: 3000, facts: more });
      assert.equal((await insert({ order }, ends + 40 * 60_000 - 1)).kind, "blocked", order);
      assert.equal((await insert({ order }, ends + 40 * 60_000)).kind, "inserted", order);
    }
  },
  async "a refused attempt blocks its order while another card may be in progress in it"({ attempt, insert, move }) {
    const { id } = await attempt();
    await move(id, "opened", { windowEndsAt: 3000 });
    for (const more of [{}, { clearAt: 999 }]) {
      const refused = await move(id, "declined", { facts: { sealedKey: "sealed", ...more } });
      assert.deepEqual(await insert({}, 301_000), { kind: "blocked", attempt: refused });
    }
    // Who was refused has come back from there.
    await move(id, "declined", { facts: { clearAt: 1000, cardSentAt: 1 } });
    assert.equal((await insert({}, 301_000)).kind, "inserted");
  },
  async "a refused attempt that nobody can ask about any more blocks its order only without a clear last answer"({
    attempt,
    insert,
    move,
  }) {
    const { id } = await attempt();
    const unconfirmed = await move(id, "declined", { facts: { ...facts, unconfirmedAt: 1 } });
    assert.deepEqual(await insert(), { kind: "blocked", attempt: unconfirmed });
    const resolution = { paid: false, reason: "asked", by: "me", at: 1 };
    await move(id, "declined", { facts: { ...facts, unconfirmedAt: 1, resolution } });
    assert.equal((await insert()).kind, "inserted");
  },
  async "an attempt in which a card may be in progress also blocks an order that has one to join"({
    attempt,
    insert,
    move,
  }) {
    const joinable = await attempt();
    const other = await attempt({ amount: dop(200) });
    const underWay = await move(other.id, "opened", { windowEndsAt: 3000, facts: { ...facts, cardSentAt: 1 } });
    assert.deepEqual(await insert(), { kind: "blocked", attempt: underWay });
    await move(other.id, "declined");
    assert.equal((await insert()).attempt.id, joinable.id);
  },
  async "declined and expired attempts neither block nor are joined"({ attempt }) {
    await attempt({}, "declined");
    await attempt({}, "expired");
    await attempt();
  },
  async "the id of a draft finds the attempt, whatever the result of the insertion"({
    attempt,
    approve,
    insert,
    move,
    store,
  }) {
    const joined = await attempt({ order: "joined" });
    const paid = await attempt({ order: "paid" });
    const blocked = await attempt({ order: "blocked" }, "unknown");
    await approve(paid.id);
    for (const { id, order } of [joined, paid, blocked]) {
      const launch = crypto.randomUUID();
      assert.equal((await insert({ id: launch, order })).kind, order);
      assert.equal((await store.findAttempt(launch))?.id, id);
    }
    const later = await move(joined.id, "opened");
    assert.deepEqual(await store.findAttempt(joined.id), later);
  },
  async "an id that another attempt owns stays with it, and the new attempt gets another id"({
    attempt,
    insert,
    store,
  }) {
    const first = await attempt({}, "declined");
    const { kind, attempt: second } = await insert({ id: first.id });
    assert.equal(kind, "inserted");
    assert.notEqual(second.id, first.id);
    assert.deepEqual(await store.findAttempt(first.id), first);
    assert.deepEqual(await store.findAttempt(second.id), second);
    assert.equal((await insert({ id: first.id })).kind, "joined");
    assert.deepEqual(await store.findAttempt(first.id), first);
  },
  async "a draft that comes twice makes one attempt"({ draft, store }) {
    const given = draft();
    const { attempt } = await insertAttempt(store, given, 0);
    assert.deepEqual(await insertAttempt(store, given, 0), { kind: "joined", attempt });
    assert.equal((await store.attemptsOf("A-1")).length, 1);
  },
  async "only the browsers that launched or joined an attempt have launched it"({ attempt, insert, store }) {
    const first = await attempt({ browserHash: "one" });
    await insert({ browserHash: "two" });
    const other = await attempt({ order: "B-2", browserHash: "three" });
    const known = (id: string) => Promise.all(["one", "two", "three", ""].map((hash) => store.launchedBy(id, hash)));
    assert.deepEqual(await known(first.id), [true, true, false, false]);
    assert.deepEqual(await known(other.id), [false, false, true, false]);
    assert.deepEqual(await known("nobody"), [false, false, false, false]);
  },
};
