import assert from "node:assert/strict";
import type { AttemptDraft, Facts } from "@ventanilla/express/store";
import { type Cases, dop, facts, idsOf, times } from "./scene.ts";

/** Texts that break careless code. */
const hostile = [
  "'; DROP TABLE attempts; --",
  '"quoted" `ticked` \\ back',
  "__proto__",
  "constructor",
  "toString",
  "$1 ?1 :a %s %% {}",
  "NULL",
  "",
  " \t\r\n\u001b[31m",
  "\u2028\u2029\u202e\ufeff",
  "<script>alert(1)</script>",
  "año · 通貨 · 💳🇩🇴 · עברית",
  "x".repeat(200),
  "💳".repeat(100),
];

/** Values are read as they were written, also later and in another process. */
export const keeping: Cases = {
  async "an order id may be any text of up to 255 characters: it is paid, delivered and found by what the staff did"(
    scene,
  ) {
    const { approve, attempt, events, insert, settle, store } = scene;
    const orders = [...hostile, `${"A".repeat(254)}1`, `${"A".repeat(254)}2`];
    for (const order of orders) {
      const { id } = await attempt({ order, browserHash: order });
      assert.equal(await store.launchedBy(id, order), true);
      const paid = await approve(id, `R-${order.slice(-200)}`);
      assert.equal(paid.order, order);
      assert.deepEqual(await insert({ order }), { kind: "paid", attempt: (await store.attemptsOf(order))[0] });
    }
    const claims = await events();
    assert.deepEqual(idsOf(claims).toSorted(), orders.map((order) => `paid:${order}`).toSorted());
    for (const claim of claims) {
      assert.equal(await settle(claim, "dead"), true);
      assert.equal(await store.reviveEvent(claim.item.id), true);
      const action = await store.recordAction({ by: "Ana", action: "retry", subject: claim.item.id });
      assert.deepEqual(await store.actionsOf(claim.item.id), [action]);
    }
  },
  async "facts may be any text, and one with the name of a prototype is data"({ attempt, move, store }) {
    const odd = JSON.parse('{"language":"es","mode":"popup","__proto__":{"state":"approved"}}') as Facts;
    const { id } = await attempt({ facts: odd });
    assert.deepEqual((await store.findAttempt(id))?.facts, odd);
    assert.equal(({} as { state?: unknown }).state, undefined);
    for (const text of [...hostile, "x".repeat(100_000)]) {
      const said = { returnTo: text, verdict: { code: "05", mismatch: [text] } };
      await move(id, "preparing", { facts: said });
      const { returnTo, verdict } = (await store.findAttempt(id))?.facts ?? {};
      assert.deepEqual({ returnTo, verdict }, said);
    }
  },
  async "a NUL is kept, or refused by a clear error: never cut off"({ attempt, insert, store }) {
    for (const [field, draft] of [
      ["order", { order: "A\0B" }],
      ["facts", { order: "facts", facts: { ...facts, returnTo: "/a\0b" } }],
    ] as [string, Pick<AttemptDraft, "order"> & Partial<AttemptDraft>][]) {
      const inserted = await insert(draft).catch((error: unknown) => error);
      const [found] = await store.attemptsOf(draft.order).catch(() => []);
      if (inserted instanceof Error) {
        assert.equal((inserted as { code?: unknown }).code, "ERR_VENTANILLA_ARGUMENT", inserted.message);
        assert.match(inserted.message, new RegExp(`^${field}.*NUL`));
        assert.equal(found, undefined);
      } else assert.deepEqual([found?.order, found?.facts], [draft.order, draft.facts ?? facts]);
    }
    await attempt({ order: "A" });
  },
  async "amounts and times are kept exactly"({ attempt, move, store }) {
    for (const minor of [0, 1, 2 ** 31, 999_999_999_999, Number.MAX_SAFE_INTEGER]) {
      const { id } = await attempt({ order: `A-${minor}`, amount: dop(minor), tax: dop(minor) });
      await move(id, "opened", { windowEndsAt: minor });
      const found = await store.findAttempt(id);
      assert.deepEqual([found?.amount.minor, found?.tax.minor, found?.windowEndsAt], [minor, minor, minor]);
    }
  },
  async "migrate and checkWrite change nothing at any time, and a store may be closed twice"(scene) {
    const { approve, attempt, event, settle, store } = scene;
    await Promise.all([store.migrate(), store.checkWrite()]);
    const paid = await approve((await attempt()).id);
    const claim = await event();
    const stats = await store.stats();
    const applied = await Promise.all(times(10, () => store.checkWrite().then(() => store.migrate())));
    assert.deepEqual([applied.flat(), await store.stats()], [[], stats]);
    assert.deepEqual(await store.findAttempt(paid.id), paid);
    assert.equal(await settle(claim, "done"), true);
    await store.close();
    await store.close();
  },
};

/** What another process sees. */
export const sharing: Cases = {
  async "two processes read each other's writes, and everything is still there after all stores are closed"(scene) {
    const { again, approve, attempt, event, insert, lease, store } = scene;
    const { id } = await attempt({ browserHash: "mine" });
    const other = await again();
    assert.deepEqual(await other.findAttempt(id), await store.findAttempt(id));
    assert.equal(await other.launchedBy(id, "mine"), true);
    assert.equal((await other.transition(id, 1, { state: "opened", facts })).written, true);
    assert.equal((await store.transition(id, 1, { state: "declined", facts })).written, false);
    await insert({ id: "launch" });
    const approved = await approve(id, "R-1");
    const { item, fence } = await event();
    assert.deepEqual(await other.claimEvents(lease()), []);
    const done = await store.recordAction({ by: "Ana", action: "resolve", subject: "one", note: "asked" });
    assert.deepEqual([await store.claimAlert("dead"), await other.claimAlert("dead")], [true, false]);
    for (const each of [store, other]) await each.close();
    const later = await again();
    assert.deepEqual(await later.findAttempt("launch"), approved);
    assert.deepEqual([await later.actionsOf("one"), await later.claimAlert("dead")], [[done], false]);
    assert.deepEqual(await later.claimEvents(lease()), []);
    assert.equal(await later.settleClaim(item.id, fence, { kind: "done" }), true);
  },
};
