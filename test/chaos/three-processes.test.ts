import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Attempt } from "@ventanilla/express/store";
import { createSandbox, type FaultId } from "@ventanilla/sandbox";
import { payAt, returnAddress, sessionOf } from "../buyer-at-bank.ts";
import { some } from "../part.ts";
import { cards } from "../shop.ts";
import { openTown, type Town } from "./town.ts";

const three = [0, 1, 2] as const;
type Which = (typeof three)[number];
const minute = 60_000;
const silent = { times: 1_000_000 };
const silences = ["result-500", "result-html"] as const satisfies FaultId[];

let town: Town;
let order = "";
let orders = 0;

before(async () => {
  town = await openTown({
    on: "postgres",
    processes: 3,
    seed: 43,
    hookFailures: 0,
    strangeHookEvery: 1_000_000,
    clockTrustedMs: 0,
  });
});
beforeEach(() => {
  order = `C-${++orders * 1000}`;
});
afterEach(() => town.sandbox.faults.disarm());
after(() => town.close());

const addressOf = (which: Which, path: string): string => `${town.processes.addresses[which]}/payments${path}`;

async function launch(which: Which, id = order, attempt = crypto.randomUUID()) {
  const body = new URLSearchParams({ order: id, attempt, lang: "es", mode: "popup" });
  const headers = { Origin: town.publicUrl };
  const page = await fetch(addressOf(which, "/attempts"), { method: "POST", body, headers, redirect: "manual" });
  return { attempt, status: page.status, SESSION: sessionOf(await page.text()) };
}

/** Launches, and is given a session. */
async function atBank(which: Which, id = order) {
  const { attempt, SESSION } = await launch(which, id);
  assert.ok(SESSION, `process ${which} gives no session`);
  return { attempt, SESSION };
}

/** Pays at the bank, or tries to; answers the way back. */
async function pay(SESSION: string, card: string): Promise<string> {
  const answer = await payAt(town.sandbox.url, SESSION, card);
  const back = returnAddress(await answer.text());
  assert.ok(back, "the bank's page has a way back");
  return new URL(back).pathname.replace("/payments", "");
}

async function comeBack(which: Which, path: string): Promise<void> {
  const body = new URLSearchParams({ Description: "Transaction Received" });
  const headers = { "Sec-Fetch-Site": "cross-site" };
  await fetch(addressOf(which, path), { method: "POST", body, headers, redirect: "manual" });
}

async function statusOf(which: Which, attempt: string, query = "?ask=1") {
  const answer = await fetch(addressOf(which, `/attempts/${attempt}${query}`));
  return (await answer.json()) as { outcome: string; safeToRetry: boolean };
}

/** When an answer of the bank about the attempt was last written. */
async function answeredAt(attempt: string): Promise<number> {
  const kept = `SELECT attempt FROM ${town.database.prefix}attempts WHERE id = ?`;
  const [row] = await town.database.query<{ attempt: string }>(kept, [attempt]);
  return (JSON.parse(row?.attempt ?? "{}") as Partial<Attempt>).facts?.askedAt ?? 0;
}

/**
 * Passes time, and asks the bank about the attempt, or waits for the answer to who asks: it could be written after what
 * comes next, of which it does not know.
 */
async function passUntilAnswered(attempt: string, ms: number): Promise<void> {
  const earlier = await answeredAt(attempt);
  await town.pass(ms);
  while ((await answeredAt(attempt)) < earlier + ms) await statusOf(1, attempt);
}

/** Every process refuses another session, and none says that it is safe to pay again. */
async function assertHeld(attempt: string, id = order): Promise<void> {
  for (const which of three) {
    const { outcome, safeToRetry } = await statusOf(which, attempt);
    assert.equal(safeToRetry, false, `process ${which} calls ${outcome} safe`);
  }
  const launches = await Promise.all(three.map((which) => launch(which, id)));
  const joined = new Set(launches.map(({ SESSION }) => SESSION));
  assert.deepEqual([...joined], [undefined], "no launch gets a session");
}

const sessionsOf = (id = order) => town.sessions().filter((session) => session.order === id);
const chargesOf = (id = order) => sessionsOf(id).reduce((sum, { charges }) => sum + charges, 0);

/** How often the shop has delivered the order. */
async function deliveries(id = order): Promise<number> {
  return (await town.database.query("SELECT 1 FROM fulfilments WHERE order_id = ?", [id])).length;
}

async function setPrice(cents: number): Promise<void> {
  await town.database.query("INSERT INTO prices (order_id, cents) VALUES (?, ?)", [order, cents]);
}

/**
 * The bank answers again. Within its window the shop hears of the payment, and delivers it. Time that passes while a
 * process works on what it has claimed takes its lease: at the end none passes.
 */
async function heal(): Promise<void> {
  town.sandbox.faults.disarm();
  for (let tries = 0; tries < 10 && (await deliveries()) === 0; tries++) await town.pass(20_000);
  for (let tries = 0; tries < 100 && (await deliveries()) === 0; tries++) await sleep(100);
}

/** The order was charged once, and delivered once. */
async function assertPaidOnce(): Promise<void> {
  assert.deepEqual([chargesOf(), await deliveries()], [1, 1]);
}

for (const silence of some("silences", silences)) {
  test(`three processes: paid at 26:00, and the bank's query fails while it still creates sessions (${silence})`, async () => {
    const { attempt, SESSION } = await atBank(0);
    await town.pass(26 * minute);
    town.sandbox.faults.arm(silence, silent);
    await pay(SESSION, cards.approved);
    await assertHeld(attempt);
    await heal();
    assert.equal(sessionsOf().length, 1);
    await assertPaidOnce();
  });

  test(`three processes: paid at 26:00, the window is closed, and the query still fails (${silence})`, async () => {
    const { attempt, SESSION } = await atBank(1);
    await town.pass(26 * minute);
    town.sandbox.faults.arm(silence, silent);
    await pay(SESSION, cards.approved);
    await town.pass(5 * minute);
    await assertHeld(attempt);
    town.sandbox.faults.disarm();
    await town.pass(60 * minute);
    await assertHeld(attempt);
    assert.deepEqual([sessionsOf().length, chargesOf()], [1, 1]);
  });

  test(`three processes: refused, then approved with a second card, and the query fails (${silence})`, async () => {
    const { attempt, SESSION } = await atBank(0);
    await town.pass(4 * minute);
    await comeBack(1, await pay(SESSION, cards.declined));
    assert.equal((await statusOf(2, attempt)).outcome, "declined");
    await passUntilAnswered(attempt, minute);
    town.sandbox.faults.arm(silence, silent);
    await pay(SESSION, cards.approved);
    // The bank is asked once a second at most: until then, the shop has its answer from before the payment.
    await town.pass(2000);
    await assertHeld(attempt);
    await heal();
    assert.equal(sessionsOf().length, 1);
    await assertPaidOnce();
  });

  test(`three processes: cancelled, paid by the back button, and cancelled again while the query fails (${silence})`, async () => {
    const { attempt, SESSION } = await atBank(0);
    const back = await pay(SESSION, "cancel");
    await comeBack(1, back);
    for (let times = 0; times < 2; times++) await passUntilAnswered(attempt, 2000);
    assert.deepEqual((await statusOf(0, attempt, "")).outcome, "cancelled");
    town.sandbox.faults.arm(silence, silent);
    await pay(SESSION, cards.approved);
    await comeBack(2, back);
    await setPrice(777);
    await assertHeld(attempt);
    await setPrice(orders * 1000 + 100);
    await heal();
    assert.equal(sessionsOf().length, 1);
    await assertPaidOnce();
  });
}

test("three processes: refused, then approved with a second card, and the one that asks stands still", async () => {
  const { attempt, SESSION } = await atBank(0);
  await comeBack(1, await pay(SESSION, cards.declined));
  await passUntilAnswered(attempt, 2000);
  town.sandbox.faults.arm("result-timeout");
  const asked = statusOf(0, attempt);
  const asking = `SELECT 1 FROM ${town.database.prefix}attempts WHERE id = ? AND attempt LIKE '%"question"%'`;
  while ((await town.database.query(asking, [attempt])).length === 0) await sleep(10);
  const goOn = town.processes.pause(0);
  try {
    await pay(SESSION, cards.approved);
    await town.pass(1500);
    for (const which of [1, 2] as const) {
      const { outcome, safeToRetry } = await statusOf(which, attempt);
      // Once the question of the one that stands still counts as lost, another one hears of the approval.
      assert.match(outcome, /^(?:pending|approved)$/, `process ${which}`);
      assert.equal(safeToRetry, false, `process ${which}`);
    }
  } finally {
    goOn();
  }
  await asked;
  await heal();
  assert.equal(sessionsOf().length, 1);
  await assertPaidOnce();
});

test("three processes: a refusal without a clear last answer holds its order", async () => {
  const { attempt, SESSION } = await atBank(0);
  await comeBack(1, await pay(SESSION, cards.declined));
  await town.pass(25 * minute);
  town.sandbox.faults.arm("result-500", silent);
  await pay(SESSION, cards.approved);
  for (let minutes = 0; minutes < 12; minutes++) await town.pass(minute);
  await assertHeld(attempt);
  town.sandbox.faults.disarm();
  await town.pass(20_000);
  await assertHeld(attempt);
  assert.deepEqual([sessionsOf().length, chargesOf()], [1, 1]);
  const told = `SELECT event FROM ${town.database.prefix}outbox WHERE order_id = ?`;
  const events = (await town.database.query<{ event: string }>(told, [order])).map(({ event }) => event).join();
  assert.match(events, /"attempt\.unconfirmed"/, "a person is told");
});

test("three processes: a bank that each of them spells otherwise is one bank, with one session", async () => {
  const sessions = await Promise.all(three.map((which) => atBank(which)));
  assert.equal(new Set(sessions.map(({ SESSION }) => SESSION)).size, 1);
  await comeBack(2, await pay(sessions[0]?.SESSION ?? "", cards.approved));
  await heal();
  for (const { attempt } of sessions) await assertHeld(attempt);
  await assertPaidOnce();
});

test("three processes: the same order under other spellings is one order", async () => {
  const [digits = ""] = /\d+/.exec(order) ?? [];
  const spellings = [order, `c-${digits}`, `Ｃ-${digits}`, `ｃ－${digits}`];
  const launches = await Promise.all(three.flatMap((which) => spellings.map((id) => atBank(which, id))));
  assert.equal(new Set(launches.map(({ SESSION }) => SESSION)).size, 1);
  const { attempt = "", SESSION = "" } = launches[5] ?? {};
  await comeBack(1, await pay(SESSION, cards.approved));
  await heal();
  for (const id of spellings) await assertHeld(attempt, id);
  await assertPaidOnce();
});

// The last one: the process stays at the other bank.
test("three processes, one of which goes to another bank: the live attempt holds its order, and is paid once", async () => {
  const other = await createSandbox();
  after(() => other.close());
  const { attempt, SESSION } = await atBank(0);
  await pay(SESSION, cards.approved);
  await town.processes.restart(2, { BANK_URL: other.url, EARLIER_BANK_URL: town.sandbox.url });
  assert.equal((await launch(2)).SESSION, undefined);
  await heal();
  await assertHeld(attempt);
  assert.deepEqual([other.sessions().length, sessionsOf().length, chargesOf(), await deliveries()], [0, 1, 1, 1]);
});
