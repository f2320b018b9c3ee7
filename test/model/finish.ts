import assert from "node:assert/strict";
import { keptIn } from "../kept.ts";
import { reconcile } from "./shop-steps.ts";
import { type OrderId, orders, type World } from "./world.ts";

const second = 1000;
/** Longer than the lease of a dead process, and than the time to the last query of a declined attempt. */
const timeToFind = (31 + 20 + 1) * second;

/**
 * The end of a run: the faults are healed, the processes stay alive, and time goes on until nothing is due any more.
 * Then every payment must have its correct result.
 * @param patient goes through the whole schedule; otherwise straight to shortly before the next window's end
 */
export async function finish(world: World, patient: boolean): Promise<void> {
  world.bank.faults.disarm();
  world.hookEnds.length = 0;
  for (const which of [0, 1]) world.dieAt(which, Number.POSITIVE_INFINITY, "before");
  const healedAt = world.now;
  if (!patient) skipAhead(world);
  await untilQuiet(world);
  for (const { id, dead } of world.witness.events.values()) {
    if (dead) await keptIn(world.process(0).life.store).reviveEvent(id);
  }
  await untilQuiet(world);
  everyPaymentIsFound(world, healedAt);
  everyEventIsDelivered(world);
}

function skipAhead(world: World): void {
  const ends = [...world.witness.attempts.values()].flatMap(({ windowEndsAt = 0 }) =>
    windowEndsAt > world.now ? [windowEndsAt] : [],
  );
  if (ends.length > 0) world.pass(Math.min(...ends) - world.now - 130 * second);
}

async function untilQuiet(world: World): Promise<void> {
  const { store } = world.process(0).life;
  for (let looks = 0; looks < 500; looks++) {
    const { attemptsSince, eventsSince } = await keptIn(store).backlog(0);
    if (attemptsSince === undefined && eventsSince === undefined) return;
    // An event behind one that is leased, or that waits for a retry, is always due.
    const event = eventsSince === undefined || eventsSince > world.now ? eventsSince : world.now + 10 * second;
    world.pass(Math.min(attemptsSince ?? Number.POSITIVE_INFINITY, event ?? Number.POSITIVE_INFINITY) - world.now);
    await reconcile(world, looks % 2);
    await world.settleDown();
  }
  assert.fail("the shop does not come to rest");
}

function everyPaymentIsFound(world: World, healedAt: number): void {
  for (const { id, order, state, amount, transactionId, facts, windowEndsAt = 0 } of world.witness.attempts.values()) {
    const session = world.bank.sessions().find(({ id: SESSION }) => SESSION === facts.SESSION);
    const approvedAt = world.approvedAt(facts.SESSION ?? "");
    const isApproved =
      session?.code === "00" &&
      session.order === (facts.orderReference ?? order) &&
      session.transactionId === transactionId;
    if (state === "approved") {
      assert.ok(isApproved || facts.resolution?.paid, `${id} is approved, and the bank says ${session?.code}`);
    } else if (facts.verdict?.mismatch?.includes("amount")) {
      assert.ok(isApproved, `${id} is under review for its amount, and the bank says ${session?.code}`);
    } else if (state === "review" && isApproved && amount.minor !== world.prices[order as OrderId]) {
      // It was under review when the bank's plain approval came, and stays there: by now the order costs something
      // else.
    } else if (approvedAt !== undefined) {
      const found = Math.max(healedAt + timeToFind, approvedAt + timeToFind) >= windowEndsAt;
      assert.ok(found, `${id} was paid ${(windowEndsAt - approvedAt) / second} s before the end and is ${state}`);
    }
    assert.ok(!["preparing", "opened"].includes(state), `${id} is still ${state}`);
    assert.equal(facts.sealedKey, undefined, `${id} is ${state} and still has its session key`);
  }
}

function everyEventIsDelivered(world: World): void {
  const { attempts, events } = world.witness;
  for (const { id, delivered } of events.values()) assert.ok(delivered, `${id} was never delivered`);
  for (const order of orders) {
    const approved = [...attempts.values()].filter(
      (attempt) => attempt.order === order && attempt.state === "approved",
    );
    const told = [...events.values()].filter((event) => event.order === order && event.id.startsWith("paid"));
    assert.equal(told.length, approved.length, `${order}: ${told.map(({ id }) => id).join()}`);
    assert.equal(events.has(`paid:${order}`), approved.length > 0);
  }
}
