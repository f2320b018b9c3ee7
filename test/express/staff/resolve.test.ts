import assert from "node:assert/strict";
import { test } from "node:test";
import type { ResolveError } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { type Store, states } from "@ventanilla/express/store";
import { resolveAttempt } from "#express/staff/resolve.ts";
import { deadBankName } from "../../dead-bank.ts";
import { bankAt, keptIn, place } from "../../kept.ts";
import { cards, openShop, pay } from "../../shop.ts";

const paid = { paid: true, reason: "seen on the bank's statement of 21 November", by: "Ana" };
const notPaid = { paid: false, reason: "the bank's help desk: no charge", by: "Ana" };

const eventsOf = async (store: Store) =>
  (await keptIn(store).claimEvents({ banks: [deadBankName], limit: 100, leaseMs: 1000 })).map(({ item }) => item);
const refusedWith = (code: ResolveError["code"]) => (error: unknown) => {
  assert.equal((error as ResolveError).name, "ResolveError");
  assert.equal((error as ResolveError).code, code);
  return true;
};

test("an unknown attempt that was paid is approved, its order's hook runs once, and the word is kept", async () => {
  const store = sqliteStore(":memory:");
  const shop = await openShop({ store, background: false });
  const { id } = await place(store, { bank: bankAt(shop.sandbox), state: "unknown", facts: { sealedKey: "x.y" } });
  const before = await store.now();
  const view = await shop.payments.resolve(id, { ...paid, by: "  Ana " });
  assert.equal(view.state, "approved");
  assert.deepEqual({ ...view.resolution, at: 0 }, { ...paid, at: 0 });
  assert.ok((view.resolution?.at ?? 0) >= before);
  // When it was charged, which the lists and the batches go by, and not when the person said so.
  assert.deepEqual(
    shop.paid.map((payment) => [payment.id, payment.settledAt]),
    [["paid:A-1", view.settledAt]],
  );
  assert.equal((await keptIn(store).findAttempt(id))?.facts.sealedKey, undefined);
  assert.equal((await shop.payments.findOrder("A-1")).paid, true);
  assert.deepEqual(await shop.payments.reconcileOnce({ budgetMs: 60_000 }), { attempts: 0, events: 0 });
});

test("a partial approval under review can be taken as paid, with its code and reference", async () => {
  const shop = await openShop({ background: false });
  const attempt = await pay(shop, "C-3", cards.partial);
  assert.equal((await shop.status(attempt)).body.state, "review");
  await shop.payments.resolve(attempt, paid);
  const [payment] = shop.paid;
  assert.equal(payment?.code, "10");
  assert.equal(payment?.amountDiffers, true);
  assert.match(payment?.reference ?? "", /^\d+$/);
});

test("the contract's other code for a part is one, too: taken as paid, it is not the whole amount", async () => {
  const store = sqliteStore(":memory:");
  const shop = await openShop({ store, background: false });
  const verdict = { code: "32" };
  const { id } = await place(store, { bank: bankAt(shop.sandbox), state: "review", facts: { verdict } });
  await shop.payments.resolve(id, paid);
  assert.equal(shop.paid[0]?.amountDiffers, true);
});

test("how much the bank approved is kept with the word, reaches the hook, and is no more than was asked", async () => {
  const shop = await openShop({ background: false });
  const attempt = await pay(shop, "C-3", cards.partial);
  const { amount } = (await shop.payments.findOrder("C-3")).attempts[0] ?? assert.fail();
  const approved = (part: object) => ({ ...paid, approvedAmount: { minor: 1, currency: amount.currency, ...part } });
  for (const [wrong, message] of [
    [approved({ minor: amount.minor + 1 }), `approvedAmount.minor: expected at most ${amount.minor}, as asked, got`],
    [approved({ minor: 0 }), "approvedAmount.minor: expected 1 to "],
    [approved({ minor: 1.5 }), "approvedAmount.minor: expected a whole number"],
    [approved({ currency: "USD" }), "approvedAmount.currency: expected DOP, as asked, got USD"],
    [{ ...paid, approvedAmount: 1 }, "approvedAmount: expected { minor, currency }"],
    [{ ...approved({}), paid: false }, "approvedAmount: only a payment that was charged has one"],
    [{ ...paid, approvedAmuont: 1 }, "resolution.approvedAmuont: unknown field, did you mean approvedAmount?"],
  ] as const) {
    await assert.rejects(shop.payments.resolve(attempt, wrong as never), (error: Error) =>
      error.message.startsWith(message),
    );
  }
  const view = await shop.payments.resolve(attempt, approved({ minor: 70 }));
  assert.deepEqual(view.resolution?.approvedAmount, { minor: 70, currency: amount.currency });
  const [payment] = shop.paid;
  assert.deepEqual([payment?.approvedAmount, payment?.amount], [view.resolution?.approvedAmount, amount]);
});

test("an authorization code that a person writes in any case is kept, and found, as the bank writes it", async () => {
  const store = sqliteStore(":memory:");
  const { id } = await place(store, { state: "unknown" });
  await resolveAttempt(keptIn(store), id, { ...paid, authorizationCode: "Ab12cd" });
  const { attempts } = await keptIn(store).listAttempts({ filter: { authorizationCode: "AB12CD" }, limit: 2 });
  assert.deepEqual(
    attempts.map((attempt) => [attempt.id, attempt.facts.verdict?.authorizationCode]),
    [[id, "AB12CD"]],
  );
});

test("an attempt that was not paid keeps its state, and its order can be paid again", async () => {
  const store = sqliteStore(":memory:");
  const shop = await openShop({ store, background: false });
  const { id } = await place(store, { state: "unknown" });
  assert.equal((await shop.launch("A-1")).status, 409);
  assert.equal((await shop.payments.resolve(id, notPaid)).state, "unknown");
  const { body } = await shop.status(id);
  assert.deepEqual([body.state, body.outcome, body.safeToRetry], ["unknown", "expired", true]);
  assert.equal((await shop.launch("A-1")).status, 200);
  assert.deepEqual(shop.paid, []);
});

test("the bank's own approval still counts after a person said not paid", async () => {
  const store = sqliteStore(":memory:");
  const attempt = await resolveAttempt(keptIn(store), (await place(store, { state: "review" })).id, notPaid);
  const { attempt: after } = await keptIn(store).transition(attempt.id, attempt.version, {
    state: "approved",
    announce: "order.paid",
    facts: attempt.facts,
  });
  assert.equal(after.state, "approved");
  assert.ok((await keptIn(store).stats()).outbox.due >= 2);
});

test("a second payment of an order is told as one", async () => {
  const store = sqliteStore(":memory:");
  const first = await place(store, { minor: 100, facts: { clearAt: await store.now() } });
  const second = await place(store, { minor: 200 });
  await keptIn(store).transition(second.id, second.version, {
    state: "approved",
    announce: "order.paid",
    facts: second.facts,
  });
  await keptIn(store).transition(first.id, first.version, {
    state: "unknown",
    announce: "attempt.unknown",
    facts: first.facts,
  });
  await resolveAttempt(keptIn(store), first.id, paid);
  const types: string[] = [];
  for (let i = 0; i < 3; i++) {
    for (const event of await eventsOf(store)) types.push(event.type);
    for (const id of [`paid:A-1`, `unknown:${first.id}`]) await keptIn(store).settleClaim(id, 1, { kind: "done" });
  }
  assert.deepEqual(types, ["order.paid", "attempt.unknown", "order.paidAgain"]);
});

test("a person's word stands beside a reference that another attempt was approved with", async () => {
  const store = sqliteStore(":memory:");
  const verdict = { code: "10", reference: "123456789012" };
  const other = await place(store, { order: "B-2", facts: { verdict: { ...verdict, code: "00" } } });
  await keptIn(store).transition(other.id, other.version, {
    state: "approved",
    announce: "order.paid",
    facts: other.facts,
  });
  const attempt = await place(store, { state: "review", facts: { verdict } });
  const resolved = await resolveAttempt(keptIn(store), attempt.id, paid);
  assert.equal(resolved.state, "approved");
  assert.equal(resolved.facts.verdict?.reference, undefined);
  assert.deepEqual(resolved.facts.verdict?.mismatch, ["RetrievalReferenceNumber"]);
  await assert.rejects(resolveAttempt(keptIn(store), attempt.id, paid), refusedWith("already_resolved"));
});

test("a reference that a person names belongs to one payment, however many name it at once", async () => {
  const store = sqliteStore(":memory:");
  const ids: string[] = [];
  for (const order of ["A-1", "B-2"]) ids.push((await place(store, { order, state: "unknown" })).id);
  const word = { ...paid, reference: "632500000001" };
  const both = await Promise.allSettled(ids.map((id) => resolveAttempt(keptIn(store), id, word)));
  const refused = both.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []));
  assert.equal(refused.length, 1);
  assert.match(refused.join(), /^TypeError: reference: another payment has it$/);
  const waits = ids[both.findIndex(({ status }) => status === "rejected")] ?? "";
  const left = await keptIn(store).findAttempt(waits);
  assert.deepEqual([left?.state, left?.facts.resolution, left?.facts.verdict], ["unknown", undefined, undefined]);
  assert.deepEqual(left?.facts.history, undefined, "of what was refused nothing is kept");

  const corrected = await resolveAttempt(keptIn(store), waits, { ...word, reference: "632500000002" });
  assert.deepEqual([corrected.state, corrected.facts.verdict?.reference], ["approved", "632500000002"]);
});

test("a reference with zeros before it is the same without them", async () => {
  const store = sqliteStore(":memory:");
  const [first, second, third] = await Promise.all(
    ["A-1", "B-2", "C-3"].map((order) => place(store, { order, state: "unknown" })),
  );
  await resolveAttempt(keptIn(store), first?.id ?? "", { ...paid, reference: "000012345678" });
  const taken = /^TypeError: reference: another payment has it$/;
  for (const reference of ["12345678", "0012345678"])
    await assert.rejects(resolveAttempt(keptIn(store), second?.id ?? "", { ...paid, reference }), taken);
  await resolveAttempt(keptIn(store), second?.id ?? "", { ...paid, reference: "87654321" });
  await assert.rejects(resolveAttempt(keptIn(store), third?.id ?? "", { ...paid, reference: "000087654321" }), taken);
});

test("two banks may give the same reference", async () => {
  const store = sqliteStore(":memory:");
  const reference = "632500000001";
  for (const bank of ["https://one.example", "https://other.example"]) {
    const { id } = await place(store, { order: bank, state: "unknown", bank });
    const { state, facts } = await resolveAttempt(keptIn(store), id, { ...paid, reference });
    assert.deepEqual([state, facts.verdict?.reference], ["approved", reference]);
  }
});

test("a resolution that was cut short between its two writes can be given again", async () => {
  const store = sqliteStore(":memory:");
  const resolution = { ...paid, at: 1 };
  const { id } = await place(store, { state: "review", facts: { resolution } });
  assert.equal((await resolveAttempt(keptIn(store), id, paid)).state, "approved");
});

test("an attempt is resolved once, however many try at the same time", async () => {
  const store = sqliteStore(":memory:");
  for (let round = 0; round < 20; round++) {
    const { id } = await place(store, { order: `R-${round}`, state: round % 2 === 0 ? "unknown" : "review" });
    const tries = await Promise.allSettled(
      Array.from({ length: 30 }, (_, i) => resolveAttempt(keptIn(store), id, i % 2 === 0 ? paid : notPaid)),
    );
    const lost = tries.filter((one) => one.status === "rejected").map(({ reason }) => reason as ResolveError);
    assert.equal(lost.length, 29);
    assert.ok(lost.every(({ code }) => code === "already_resolved"));
    const attempt = await keptIn(store).findAttempt(id);
    assert.equal(attempt?.state === "approved", attempt?.facts.resolution?.paid);
  }
});

test("what the bank's answers settle is not resolved by a person", async () => {
  const store = sqliteStore(":memory:");
  for (const state of states.slice(states.indexOf("opened"))) {
    if (state === "unknown" || state === "review") continue;
    const { id } = await place(store, { order: state, state });
    await assert.rejects(resolveAttempt(keptIn(store), id, notPaid), refusedWith("wrong_state"));
    await assert.rejects(resolveAttempt(keptIn(store), id, notPaid), new RegExp(`is ${state}:`));
    assert.equal((await keptIn(store).findAttempt(id))?.facts.resolution, undefined);
  }
  await assert.rejects(resolveAttempt(keptIn(store), crypto.randomUUID(), paid), refusedWith("not_found"));
});

test("a malformed finding is refused by the field's name, and nothing is written", async () => {
  const store = sqliteStore(":memory:");
  const { id, version } = await place(store, { state: "unknown" });
  for (const [finding, message] of [
    [undefined, /^TypeError: resolution: expected/],
    [
      { ...paid, authorizationCod: "482913" },
      /^TypeError: resolution.authorizationCod: .*did you mean authorizationCode\?/,
    ],
    [{ ...paid, paid: "yes" }, /^TypeError: paid: expected/],
    [{ ...paid, reason: "" }, /^TypeError: reason: expected 1 to 500/],
    [{ ...paid, reason: " \t" }, /^TypeError: reason: expected/],
    [{ ...paid, reason: "x".repeat(501) }, /^TypeError: reason: expected/],
    [{ ...paid, reason: "one\ntwo" }, /^TypeError: reason: expected 1 to 500 characters of one line/],
    [{ ...paid, by: 7 }, /^TypeError: by: expected 1 to 100/],
    [{ ...paid, by: "x".repeat(101) }, /^TypeError: by: expected/],
    [{ ...paid, by: "\u001b[31mAna" }, /^TypeError: by: expected/],
    [{ ...paid, by: "\ud800" }, /^TypeError: by: expected/],
  ] as const) {
    await assert.rejects(resolveAttempt(keptIn(store), id, finding as typeof paid), message);
  }
  await assert.rejects(resolveAttempt(keptIn(store), "", paid), /^TypeError: attempt: expected/);
  assert.equal((await keptIn(store).findAttempt(id))?.version, version);
});

test("a card number that somebody writes into a reason is masked before it is kept", async () => {
  const store = sqliteStore(":memory:");
  const shop = await openShop({ store, background: false });
  const { id } = await place(store, { state: "unknown" });
  await shop.payments.resolve(id, { ...notPaid, reason: "card 4111 1111 1111 1111 of Luis: no charge" });
  assert.equal(
    (await keptIn(store).findAttempt(id))?.facts.resolution?.reason,
    "card 411111******1111 of Luis: no charge",
  );
});
