import { readAnswer } from "#express/attempt/answer.ts";
import type { Attempt } from "#express/attempt/attempt.ts";
import type { TransitionEvent } from "#express/attempt/event.ts";
import type { EventType } from "#express/attempt/outbox-event.ts";
import { windowMs } from "#express/attempt/rules.ts";
import type { State } from "#express/attempt/state.ts";
import { next } from "#express/attempt/transition.ts";
import type { LedgerBank, Reading } from "./bank.ts";
import type { Random } from "./random.ts";

const second = 1000;
const minute = 60 * second;

const cards = { approved: "4761340000000050", declined: "4761340000001058", notFinal: "4761340000001918" } as const;
type Card = keyof typeof cards;

/** What somebody does at a time, in milliseconds after the session's creation. */
type Act =
  | { at: number; does: "pay"; card: Card; backAfter?: number }
  | { at: number; does: "leave"; backAfter?: number }
  | { at: number; does: "return" | "cancel" | "poll" };

/** How one life goes: what the buyer does, and what goes wrong. */
export interface Plan {
  reading: Reading;
  /** How long the bank takes to create the session, which our window does not count. */
  latency: number;
  acts: Act[];
  /** When the bank gives no answer: from, until. */
  outages: [from: number, until: number][];
  /** By how much and when the host's clock is set. */
  steps: { at: number; by: number }[];
  faults: { id: "late-result" | "code-09-times" | "early-404" | "declined-then-approved"; times: number }[];
}

/** How a life has ended. */
export interface End {
  charged: boolean;
  state: State;
  announced: EventType[];
  /** Whether the bank ever answered a query with the approval. */
  wasShown: boolean;
  /** Whether every query got a clear answer, and none a code that is not final. */
  wasAnswered: boolean;
  queries: number;
  /** For how long the bank would have shown the last card's result, in milliseconds. */
  visibleFor: number;
}

/** A moment of the session's life, most often near an edge of the thirty minutes. */
function moment(random: Random): number {
  if (random.chance(0.35)) return windowMs + random.between(-90, 45) * second + random.between(0, 999);
  return random.between(5, 62 * 60) * second;
}

/** Draws a life. */
export function plan(random: Random): Plan {
  const acts: Act[] = [];
  const tries = random.one([0, 0, 1, 1, 1, 2, 3]);
  for (let i = 0; i < tries; i++) {
    // A buyer who pays or leaves comes back at once, much later, or never.
    const backAfter = random.chance(0.8) ? random.between(200, 8000) : random.between(0, 40) * minute;
    const act = { at: moment(random), ...(random.chance(0.6) && { backAfter }) };
    const card = random.one<Card>(["approved", "approved", "declined", "declined", "notFinal"]);
    acts.push(random.chance(0.2) ? { ...act, does: "leave" } : { ...act, does: "pay", card });
  }
  const polls = random.between(0, 3);
  for (let i = 0; i < polls; i++) acts.push({ at: moment(random), does: "poll" });
  const outages: Plan["outages"] = [];
  while (random.chance(0.25)) {
    const from = moment(random);
    outages.push([from, from + random.one([5, 20, 60, 600, 3600]) * second * random.next()]);
  }
  const steps: Plan["steps"] = [];
  if (random.chance(0.1)) {
    const by = random.one([28, -28, 5, -5]) * minute;
    const at = moment(random);
    steps.push({ at, by }, { at: at + random.between(1, 1200) * second, by: -by });
  }
  const faults: Plan["faults"] = [];
  if (random.chance(0.15)) faults.push({ id: "late-result", times: random.between(1, 2) });
  if (random.chance(0.15)) faults.push({ id: "code-09-times", times: random.between(1, 4) });
  if (random.chance(0.05)) faults.push({ id: "early-404", times: random.between(1, 3) });
  if (random.chance(0.05)) faults.push({ id: "declined-then-approved", times: 1 });
  return {
    reading: random.one<Reading>(["creation", "creation", "submission", "45-minutes"]),
    latency: random.between(0, 2500),
    acts: acts.toSorted((a, b) => a.at - b.at),
    outages,
    steps,
    faults,
  };
}

/** True time and the clocks that go by it. */
export interface Time {
  /** Moves true time, in milliseconds since a life's session was created. */
  set(at: number): void;
  /** The host's wall clock is set. */
  step(by: number): void;
  /** The store's clock. */
  store(): number;
  began: number;
}

/** Lives one life: the buyer and the bank act when they do, the router asks when its schedule says. */
export function live(life: Plan, name: string, bank: LedgerBank, time: Time, random: Random): End {
  time.set(-life.latency);
  const createdAt = time.store();
  bank.setReading(life.reading);
  for (const { id, times } of life.faults) bank.faults.arm(id, { times, order: name });
  time.set(0);
  const session = bank.create(name, "100001");
  let attempt: Attempt = {
    id: name,
    order: name,
    bank: "",
    state: "preparing",
    version: 1,
    transactionId: "100001",
    amount: { minor: 295_000, currency: "DOP" },
    tax: { minor: 0, currency: "DOP" },
    createdAt,
    facts: { language: "es", mode: "redirect" },
  };
  let dueAt: number | null = null;
  const end: End = {
    charged: false,
    state: "preparing",
    announced: [],
    wasShown: false,
    wasAnswered: true,
    queries: 0,
    visibleFor: 0,
  };

  function happens(event: TransitionEvent): void {
    const change = next(attempt, event, time.store());
    if (change === undefined) return;
    const { announce, dueAt: due, returnHash, ...written } = change;
    attempt = { ...attempt, ...written, version: attempt.version + 1 };
    if (announce !== undefined) end.announced.push(announce);
    if (due !== undefined) dueAt = due;
  }

  function ask(now: number): void {
    if (attempt.facts.sealedKey === undefined) {
      happens({ type: "timePassed" });
      return;
    }
    end.queries++;
    const isOut = life.outages.some(([from, until]) => now >= from && now < until);
    const answer = readAnswer(attempt, isOut ? undefined : bank.query(session));
    if (answer.kind === "approved") end.wasShown = true;
    const isEarly = answer.kind === "gone" && now < windowMs;
    if (answer.kind === "unclear" || answer.kind === "inProgress" || isEarly) end.wasAnswered = false;
    happens({ type: "answered", answer });
  }

  function act(one: Act): void {
    if (one.does === "pay" || one.does === "leave") {
      if (bank.ledger.isExpired(session)) return;
      if (one.does === "leave") bank.ledger.cancel(session);
      else bank.pay(session, cards[one.card]);
      if (one.backAfter === undefined) return;
      acts.push({ at: one.at + one.backAfter, does: one.does === "pay" ? "return" : "cancel" });
      acts.sort((a, b) => a.at - b.at);
      return;
    }
    if (one.does !== "poll") happens({ type: "visited", via: one.does });
    ask(one.at);
  }

  const acts = [...life.acts];
  happens({
    type: "launched",
    launch: { language: "es", mode: "redirect" },
    session: { SESSION: session.id, sealedKey: "sealed", returnHash: "hash", createdAt },
  });

  const steps = life.steps.toSorted((a, b) => a.at - b.at);
  let now = 0;
  // True time goes on to what comes first: an act, a step of the clock, or the next look of the reconciler.
  for (let turns = 0; turns < 5000; turns++) {
    const waits: number =
      dueAt === null ? Number.POSITIVE_INFINITY : Math.max(0, dueAt - time.store()) + random.between(0, 550);
    const at = Math.min(now + waits, acts[0]?.at ?? Number.POSITIVE_INFINITY, steps[0]?.at ?? Number.POSITIVE_INFINITY);
    if (!Number.isFinite(at)) break;
    now = Math.max(now, at);
    time.set(now);
    if (steps[0] !== undefined && steps[0].at <= at) time.step(steps.shift()?.by ?? 0);
    else if (acts[0] !== undefined && acts[0].at <= at) act(acts.shift() as Act);
    else if (dueAt !== null && dueAt <= time.store()) ask(now);
  }
  bank.faults.disarm();
  const shownFrom = Math.max(session.submittedAt ?? 0, session.visibleAt);
  const visibleFor = Math.max(0, bank.ledger.expiresAt(session) - shownFrom);
  return { ...end, charged: session.charges > 0, state: attempt.state, visibleFor };
}
