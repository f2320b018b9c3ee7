import assert from "node:assert/strict";
import type { AttemptDraft, Facts } from "@ventanilla/express/store";
import { type Cases, dop, facts, idsOf } from "./scene.ts";

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
  "💳".repeat(100),
  "A-1 ",
  ...["A", "a", " A", "Á", "A\u0301"].map((letter) => `${letter}-1`),
  ...["x", "y"].map((last) => `${"A".repeat(254)}${last}`),
  `${"ñ".repeat(254)}x`,
];

/** Values are read as they were written, also later and in another process. */
export const keeping: Cases = {
  async "ids, references and spellings may be any text of up to 255 characters, and are told apart"(scene) {
    const { approve, attempt, events, insert, settle, store } = scene;
    const referenceOf = (order: string) => `${order}V`.slice(-255);
    for (const order of hostile) {
      const named = { facts: { ...facts, orderReference: referenceOf(order) }, spelling: order, browserHash: order };
      const { id } = await attempt({ id: order, order, ...named });
      assert.deepEqual([id, await store.launchedBy(order, order)], [order, true]);
      const paid = await approve(order, `R-${order.slice(-200)}`);
      assert.deepEqual([paid.state, await insert({ order })], ["approved", { kind: "paid", attempt: paid }]);
    }
    const claims = await events();
    assert.deepEqual(idsOf(claims).toSorted(), hostile.map((order) => `paid:${order}`).toSorted());
    for (const claim of claims) {
      assert.equal(await settle(claim, "dead"), true);
      assert.equal(await store.reviveEvent(claim.item.id), true);
      const action = await store.recordAction({ by: "Ana", action: "retry", subject: claim.item.id });
      assert.deepEqual(await store.actionsOf(claim.item.id), [action]);
    }
    for (const order of hostile) {
      assert.deepEqual(idsOf(await store.attemptsOf(order)), [order]);
      assert.equal(await store.orderByReference(referenceOf(order)), order);
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
};
