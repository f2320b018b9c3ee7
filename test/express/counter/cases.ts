import type { Verdict } from "@ventanilla/express";
import type { Facts, Store } from "@ventanilla/express/store";
import type { BankAnswer } from "#express/attempt/answer.ts";
import type { Attempt } from "#express/attempt/attempt.ts";
import { windowMs } from "#express/attempt/rules.ts";
import { record } from "#express/record.ts";
import { deadBankName } from "../../dead-bank.ts";
import { keptIn } from "../../kept.ts";
import { merchant, pesos } from "../../merchant.ts";
import { canary } from "./secrets.ts";

const minute = 60_000;

/** Plays payments into a store, through the router's own rules. */
export class Player {
  readonly store: Store;
  readonly clock: { time: number };
  /** What is known of every buyer. */
  readonly facts: Partial<Facts>;

  constructor(store: Store, time: { time: number }, facts: Partial<Facts> = {}) {
    this.store = store;
    this.clock = time;
    this.facts = facts;
  }

  pass(ms: number): void {
    this.clock.time += ms;
  }

  /** A buyer begins to pay. */
  async begin(
    order: string,
    minor: number,
    facts: Partial<Facts> = {},
    currency: "DOP" | "USD" = "DOP",
  ): Promise<Attempt> {
    const now = await this.store.now();
    const { attempt } = await keptIn(this.store).insertAttempt(
      {
        id: crypto.randomUUID(),
        order,
        bank: deadBankName,
        amount: { minor, currency },
        tax: { minor: Math.round((minor * 18) / 118), currency },
        browserHash: canary.browserHash,
        facts: { language: "es", mode: "redirect", merchant: { ...merchant }, ...this.facts, ...facts },
        dueAt: now + minute,
      },
      now,
    );
    return attempt;
  }

  /** The bank's page is open. */
  async open(attempt: Attempt): Promise<Attempt> {
    this.pass(2000);
    const now = await this.store.now();
    const { SESSION, sealedKey, returnHash } = canary;
    const { language, mode } = attempt.facts;
    return this.play(attempt, {
      type: "launched",
      launch: { language, mode },
      session: { SESSION, sealedKey, returnHash: returnHash + attempt.transactionId, createdAt: now },
    });
  }

  play(attempt: Attempt, event: Parameters<typeof record>[2]): Promise<Attempt> {
    return record(keptIn(this.store), attempt, event).then((recorded) => recorded.attempt);
  }

  async answer(attempt: Attempt, kind: BankAnswer["kind"], verdict: Partial<Verdict> = {}): Promise<Attempt> {
    const isFinal = kind === "approved" || kind === "declined" || kind === "review";
    const answer = (isFinal ? { kind, verdict: { code: "00", ...verdict } } : { kind }) as BankAnswer;
    return this.play(attempt, { type: "answered", answer });
  }

  /** A payment that is approved as most are. */
  async approved(order: string, minor: number, currency?: "DOP" | "USD"): Promise<Attempt> {
    let attempt = await this.open(await this.begin(order, minor, {}, currency));
    this.pass(45_000);
    attempt = await this.answer(attempt, "empty");
    this.pass(60_000);
    attempt = await this.play(attempt, { type: "visited", via: "return" });
    this.pass(1000);
    return this.answer(attempt, "approved", this.verdict());
  }

  async declined(order: string, minor: number, code = "51"): Promise<Attempt> {
    let attempt = await this.open(await this.begin(order, minor));
    this.pass(90_000);
    attempt = await this.play(attempt, { type: "visited", via: "return" });
    this.pass(1000);
    return this.answer(attempt, "declined", { code, maskedCard: "476134______1058" });
  }

  /** The buyer never came back, and the bank said too little. */
  async unknown(order: string, minor: number): Promise<Attempt> {
    let attempt = await this.open(await this.begin(order, minor));
    for (let i = 0; i < 6; i++) {
      this.pass(4 * minute);
      attempt = await this.answer(attempt, i === 2 ? "inProgress" : i === 4 ? "unclear" : "empty");
    }
    this.pass(7 * minute);
    attempt = await this.answer(attempt, "gone");
    this.pass(31_000);
    return this.answer(attempt, "gone");
  }

  async review(order: string, minor: number, verdict: Partial<Verdict>): Promise<Attempt> {
    let attempt = await this.open(await this.begin(order, minor));
    this.pass(2 * minute);
    attempt = await this.play(attempt, { type: "visited", via: "return" });
    this.pass(1000);
    attempt = await this.answer(attempt, "review", { ...this.verdict(), ...verdict });
    return attempt;
  }

  #number = 482_912;

  verdict(): Verdict {
    this.#number++;
    return {
      code: "00",
      authorizationCode: String(this.#number),
      reference: `6325${String(this.#number).padStart(8, "0")}`,
      maskedCard: "476134______0050",
    };
  }

  /** An event of the order that its hook failed with for good. */
  async fail(order: string, error: string): Promise<void> {
    for (const { item, fence } of await keptIn(this.store).claimEvents({
      limit: 100,
      leaseMs: 1000,
      banks: [deadBankName],
    })) {
      const settlement = item.order === order ? ({ kind: "dead", error } as const) : ({ kind: "done" } as const);
      await keptIn(this.store).settleClaim(item.id, fence, settlement);
    }
  }

  /** Tells the shop all that it is to know. */
  async deliver(): Promise<void> {
    for (;;) {
      const claims = await keptIn(this.store).claimEvents({ limit: 100, leaseMs: 1000, banks: [deadBankName] });
      if (claims.length === 0) return;
      for (const { item, fence } of claims) await keptIn(this.store).settleClaim(item.id, fence, { kind: "done" });
    }
  }
}

/** The attempts of {@link playAll}, by what became of them. */
export type Cases = Record<
  | "approved"
  | "declined"
  | "cancelled"
  | "expired"
  | "waiting"
  | "unknown"
  | "review"
  | "otherAmount"
  | "orderGone"
  | "unconfirmed"
  | "paidTwice"
  | "first"
  | "failed",
  Attempt
>;

/** Plays one payment of each kind, and more, into an empty store: over some eight hours. */
export async function playAll(player: Player): Promise<Cases> {
  const unknown = await player.unknown("A-1001", 295_000);
  const otherAmount = await player.review("A-1002", 100_000, { mismatch: ["amount"], orderAmount: pesos(120_000) });
  const review = await player.review("A-1003", 58_000, { code: "10" });
  const orderGone = await player.review("A-1004", 41_500, { mismatch: ["order"] });
  player.pass(40 * minute);
  const first = await player.approved("A-1005", 118_000);
  const failed = await player.play(await player.begin("A-1006", 75_000), {
    type: "launchFailed",
    reason: "unreachable",
  });
  let cancelled = await player.open(await player.begin("A-1007", 75_000));
  player.pass(minute);
  cancelled = await player.play(cancelled, { type: "visited", via: "cancel" });
  for (let i = 0; i < 2; i++) {
    player.pass(1000);
    cancelled = await player.answer(cancelled, "empty");
  }
  for (let i = 0; i < 12; i++) {
    await player.approved(`B-${2001 + i}`, 29_500 + i * 84_350);
    if (i % 3 === 0) await player.declined(`B-${2001 + i}-x`, 42_000);
    player.pass(20 * minute);
  }
  await player.deliver();
  const declined = await player.declined("A-1008", 16_000);
  const usd = await player.approved("A-1009", 12_900, "USD");
  await player.fail(usd.order, "TypeError: fetch failed (invoices.shop.example)");
  let unconfirmed = await player.declined("A-1010", 88_000);
  player.pass(windowMs);
  unconfirmed = await player.play(unconfirmed, { type: "visited", via: "return" });
  for (let i = 0; i < 2; i++) {
    player.pass(40_000);
    unconfirmed = await player.answer(unconfirmed, "gone");
  }
  let expired = await player.open(await player.begin("A-1011", 33_000));
  player.pass(windowMs - 20_000);
  expired = await player.answer(expired, "empty");
  player.pass(22_000);
  expired = await player.answer(expired, "gone");
  player.pass(31_000);
  expired = await player.answer(expired, "gone");
  const second = await twice(player);
  const waiting = await player.open(await player.begin("A-1013", 64_000));
  player.pass(3 * minute);
  return {
    approved: first,
    declined,
    cancelled,
    expired,
    waiting,
    unknown,
    review,
    otherAmount,
    orderGone,
    unconfirmed,
    paidTwice: second,
    first,
    failed,
  };
}

/** Two windows of one order, and both are paid. */
export async function twice(player: Player, facts: Partial<Facts> = {}): Promise<Attempt> {
  // The bank says that nothing was charged by then: a launch needs that.
  const one = await player.answer(await player.open(await player.begin("A-1012", 250_000, facts)), "empty");
  // Another amount: a launch does not join the first.
  const other = await player.open(await player.begin("A-1012", 249_000, facts));
  player.pass(2 * minute);
  await player.answer(one, "approved", player.verdict());
  player.pass(20_000);
  return player.answer(other, "approved", player.verdict());
}
