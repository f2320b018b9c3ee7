import assert from "node:assert/strict";
import fc from "fast-check";
import { sessionOf } from "../buyer-at-bank.ts";
import { type OrderId, orders, type World } from "./world.ts";

type Drawn<T> = T extends fc.Arbitrary<infer Value> ? Value : never;

export const anyProcess = fc.constantFrom(0, 1);
export const anyOrder = fc.constantFrom(...orders);
/** An index, counted from the latest. */
export const anyOne = fc.constantFrom(0, 0, 0, 1, 2, 5);

/** The element at an index of {@link anyOne}; `undefined` when there is none. */
export const latest = <T>(all: readonly T[], from: number): T | undefined =>
  all.at(-1 - (from % Math.max(1, all.length)));

/** Where an order is launched: in which browser, at which process. */
export const launches = fc.record({
  browser: fc.constantFrom("A", "B"),
  order: anyOrder,
  which: anyProcess,
  sameId: fc.boolean(),
});

export async function launch(world: World, { browser, order, which, sameId }: Drawn<typeof launches>): Promise<void> {
  const known = `${browser} ${order}`;
  const attempt = (sameId && world.launched.get(known)) || world.newId();
  world.launched.set(known, attempt);
  const paidBefore = isPaid(world, order);
  const answer = await world.ask(which, "POST", "/attempts", { order, attempt }, { Origin: world.origin() });
  if (!answer) return;
  if (paidBefore) assert.equal(answer.status, 409, `${order} is paid and was launched again`);
  assert.ok([200, 409, 502].includes(answer.status), `a launch was answered ${answer.status}`);
  const SESSION = sessionOf(answer.text);
  if (SESSION === undefined) return;
  world.tabs.push({ order, SESSION });
  const owner = [...world.witness.attempts.values()].find(({ facts }) => facts.SESSION === SESSION);
  assert.ok(owner && owner.state !== "preparing", "a browser saw SESSION before it was noted");
}

function isPaid(world: World, order: OrderId): boolean {
  return [...world.witness.attempts.values()].some(
    (attempt) => attempt.order === order && attempt.state === "approved",
  );
}

/** A visit to an address that the bank gave, as it is or forged. */
export const visits = fc.record({
  back: anyOne,
  which: anyProcess,
  times: fc.constantFrom(1, 1, 1, 2),
  forged: fc.constantFrom("", "", "", "query", "way", "token"),
});

export async function visit(world: World, { back, which, times, forged }: Drawn<typeof visits>): Promise<void> {
  const kept = latest(world.returns, back);
  if (kept === undefined && forged !== "token") return;
  const token = `/return/${"A".repeat(43)}`;
  const swapped = kept?.startsWith("/return") ? kept.replace("return", "cancel") : kept?.replace("cancel", "return");
  const path = { "": kept, query: `${kept}?ResponseCode=00`, way: swapped, token }[forged] ?? token;
  const fields = { SESSION: "0", Description: "Transaction Received", ...(forged && { ResponseCode: "00" }) };
  for (let time = 0; time < times; time++) {
    const answer = await world.ask(which, "POST", path, fields);
    if (!answer) return;
    assert.equal(answer.status, forged === "token" ? 404 : 303);
  }
}

/** A browser asks for the status of its attempt. */
export const polls = fc.record({
  browser: fc.constantFrom("A", "B"),
  order: anyOrder,
  which: anyProcess,
  ask: fc.boolean(),
});

export async function poll(world: World, { browser, order, which, ask }: Drawn<typeof polls>): Promise<void> {
  const id = world.launched.get(`${browser} ${order}`);
  if (id === undefined) return;
  const answer = await world.ask(which, "GET", `/attempts/${id}${ask ? "?ask=1" : ""}`);
  // Not found: its launch has never reached the store.
  assert.ok(!answer || answer.status === 200 || answer.status === 404);
}

/** A process does what is due. */
export const reconcile = (world: World, which: number): Promise<unknown> =>
  world.unlessDead(which, world.process(which).payments.reconcileOnce({ budgetMs: 60_000 }));
