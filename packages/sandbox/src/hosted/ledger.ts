import { challengeEnds } from "../decline-reasons.ts";
import type { FaultId } from "../fault-table.ts";
import type { Reason } from "../reason.ts";
import type { Runtime } from "../runtime.ts";
import type { TestCard } from "../test-cards.ts";
import { byHarm, type Warning } from "../warning.ts";
import { makeOutcome, movesMoney } from "./outcome.ts";
import { PreAuthorizations } from "./pre-authorizations.ts";
import type { Purchase } from "./purchase.ts";
import { describeSession, type LedgerSession, type Plan, type SandboxSession } from "./session.ts";
import { shareEqual } from "./share-equal.ts";

// The page and the query know a session for this many milliseconds (contract §8).
const sessionLifetime = 30 * 60 * 1000;
const longSessionLifetime = 45 * 60 * 1000;

/** The most sessions, and the most transactions, that the control API lists: more than a person looks at. */
export const maxListed = 500;

// Expired sessions stay listed until this many are held; from then on each creation makes room for itself.
const expiredKept = 1000;

// The issuer waits this long for the buyer's code.
const challengeTime = 10 * 60 * 1000;

const noFaults: readonly FaultId[] = [];

/** All sessions of one sandbox, in memory, and the rules by which they change. */
export class Ledger {
  readonly #bank: Pick<Runtime, "clock" | "identifiers" | "switches" | "faults" | "events">;
  // In the order of creation.
  readonly #byId = new Map<string, LedgerSession>();
  readonly #byPage = new Map<string, LedgerSession>();
  readonly #perOrder = new Map<string, number>();
  // By the merchant's number and the TransactionId: the newest session that has both.
  readonly #byTransactionId = new Map<string, Map<string, LedgerSession>>();
  readonly #preAuthorizations = new PreAuthorizations();
  #newest: LedgerSession | undefined;

  constructor(bank: Pick<Runtime, "clock" | "identifiers" | "switches" | "faults" | "events">) {
    this.#bank = bank;
  }

  /** Opens a session. The identifiers have the form that the switch `identifiers` names. */
  create(purchase: Purchase, warnings: readonly Warning[], direct = false): LedgerSession {
    const { identifiers, switches, clock } = this.#bank;
    const live = switches.get("identifiers") === "live";
    const before = this.#newest;
    const session: LedgerSession = {
      id: live ? `sess-${identifiers.hex("session", 32)}` : identifiers.guid("session").toUpperCase(),
      key: identifiers.hex("session-key", live ? 64 : 40),
      purchase: shareEqual(purchase, before?.purchase),
      warnings: shareEqual(byHarm(warnings), before?.warnings),
      createdAt: clock.now(),
      direct,
      page: undefined,
      outcome: undefined,
      challenge: undefined,
      plan: undefined,
      submittedAt: undefined,
      visibleAt: 0,
      faults: noFaults,
      cancelled: false,
      visits: 0,
      queries: 0,
      charges: 0,
    };
    this.#byId.set(session.id, session);
    this.#newest = session;
    this.#ofMerchant(purchase).set(purchase.transactionId, session);
    this.#perOrder.set(purchase.order, (this.#perOrder.get(purchase.order) ?? 0) + 1);
    this.#makeRoom();
    this.#publish(session);
    return session;
  }

  /** The session of this SESSION, expired or not. */
  find(id: string): LedgerSession | undefined {
    return this.#settleChallenge(this.#byId.get(id));
  }

  /** The session that one of these session-keys belongs to. */
  ownerOfKey(keys: ReadonlySet<string>): LedgerSession | undefined {
    return [...this.#byId.values()].find(({ key }) => keys.has(key));
  }

  /** The session whose payment page has this GUID, expired or not. */
  findByPage(page: string): LedgerSession | undefined {
    return this.#settleChallenge(this.#byPage.get(page));
  }

  /** The session of the same merchant that has the same TransactionId and has not expired. */
  holderOf(purchase: Purchase): LedgerSession | undefined {
    const session = this.#ofMerchant(purchase).get(purchase.transactionId);
    return session === undefined || this.isExpired(session) ? undefined : session;
  }

  /** The order of the pre-authorization that a confirmation (2240) names. */
  authorizedOrder({ confirmation }: Purchase): string | undefined {
    return confirmation === undefined ? undefined : this.#preAuthorizations.orderOf(confirmation.token);
  }

  /** Whether the life of a session is over. */
  isExpired(session: LedgerSession): boolean {
    return this.#bank.clock.now() >= this.expiresAt(session);
  }

  /** When the life of a session is over, by the switch `session-life`, in milliseconds since 1970. */
  expiresAt({ createdAt, submittedAt }: LedgerSession): number {
    const fromSubmission = this.#bank.switches.get("session-life") === "submission";
    return (fromSubmission ? (submittedAt ?? createdAt) : createdAt) + this.lifetime();
  }

  /** The length of a session's life, by the switch `session-life`, in milliseconds. */
  lifetime(): number {
    return this.#bank.switches.get("session-life") === "45-minutes" ? longSessionLifetime : sessionLifetime;
  }

  /** Publishes the listed sessions again: the switch `session-life` has moved the end of every one. */
  lifetimeChanged(): void {
    for (const session of [...this.#byId.values()].slice(-maxListed)) this.#publish(session);
  }

  /** The newest session; undefined before the first. */
  newest(): LedgerSession | undefined {
    return this.#newest;
  }

  /** Counts a visit of the buyer. Returns the page's GUID, the same for every visit. */
  visit(session: LedgerSession): string {
    session.visits += 1;
    session.page ??= this.#bank.identifiers.guid("page");
    this.#byPage.set(session.page, session);
    this.#takeFaults(session, "redirect-second-host", "refuse-framing", "coop");
    this.#publish(session);
    return session.page;
  }

  /** The buyer chooses how to pay the issuer back; undefined for one payment. */
  choosePlan(session: LedgerSession, plan: Plan | undefined): void {
    session.plan = plan;
  }

  /**
   * The issuer asks the buyer for a code (3-D Secure challenge) before it decides about the card. For the same card once
   * more it is another code: the earlier one is over, and it brings no further tries and no more time.
   */
  challenge(session: LedgerSession, card: TestCard): void {
    if (session.charges > 0) return;
    const { identifiers, clock } = this.#bank;
    const before = session.challenge?.card === card ? session.challenge : undefined;
    const code = identifiers.digits("otp", 6);
    session.challenge = { triesLeft: 3, since: clock.now(), ...before, card, code, resent: before !== undefined };
    this.#publish(session);
  }

  /**
   * The buyer's answer to the challenge: the right code charges the card; the third wrong one, and `undefined` for
   * leaving, end in TF. Returns whether the challenge is still open.
   */
  answerChallenge(session: LedgerSession, code: string | undefined): boolean {
    const { challenge } = session;
    if (challenge === undefined) return false;
    if (code === challenge.code) this.pay(session, challenge.card);
    else if (code === undefined) this.pay(session, challenge.card, challengeEnds.left);
    else if (challenge.triesLeft <= 1) this.pay(session, challenge.card, challengeEnds.wrongCodes);
    else {
      session.challenge = { ...challenge, triesLeft: challenge.triesLeft - 1 };
      return true;
    }
    return false;
  }

  /**
   * Charges a card, unless the session has been charged already; the outcome replaces an earlier decline.
   *
   * @param failed how 3-D Secure failed, which gives TF whatever the card
   */
  pay(session: LedgerSession, card: TestCard, failed?: Reason): void {
    if (session.charges > 0) return;
    session.challenge = undefined;
    session.submittedAt = this.#bank.clock.now();
    session.outcome = makeOutcome(this.#bank, session.purchase, card, failed);
    session.charges = movesMoney(session.outcome.ResponseCode) ? 1 : 0;
    session.cancelled = false;
    if (session.charges > 0 && session.purchase.type === "0100") {
      this.#preAuthorizations.keep(session.purchase, session.outcome);
    }
    this.#delayResult(session);
    this.#decideReturn(session);
    this.#publish(session);
  }

  /** Settles a pre-authorization by a session of type 2240, once (contract §3.4): no buyer, no page. */
  confirm(session: LedgerSession): void {
    if (session.outcome !== undefined) return;
    session.outcome = this.#preAuthorizations.confirm(this.#bank, session.purchase);
    session.charges = movesMoney(session.outcome.ResponseCode) ? 1 : 0;
    this.#delayResult(session);
    this.#decideReturn(session);
    this.#publish(session);
  }

  /** The buyer goes to CancelUrl: no result, and the session can still be paid. */
  cancel(session: LedgerSession): void {
    session.cancelled = session.outcome === undefined;
    this.#decideReturn(session);
    this.#publish(session);
  }

  /** Counts a query with the right key. */
  query(session: LedgerSession): void {
    session.queries += 1;
    this.#publish(session);
  }

  /** A session as `list` returns it. */
  describe(session: LedgerSession): SandboxSession {
    return describeSession(session, {
      creations: this.#perOrder.get(session.purchase.order) ?? 1,
      expired: this.isExpired(session),
      expiresAt: this.expiresAt(session),
    });
  }

  /** Every session held, oldest first, without secrets; the last `max` of them when a number is given. */
  list(max = Number.POSITIVE_INFINITY): SandboxSession[] {
    const held = [...this.#byId.values()].slice(-max);
    return held.map((session) => this.describe(this.#settleChallenge(session) ?? session));
  }

  /** Every session that has an outcome, oldest first. */
  decided(): LedgerSession[] {
    return [...this.#byId.values()].filter((session) => this.#settleChallenge(session)?.outcome !== undefined);
  }

  /** Forgets every session. */
  clear(): void {
    for (const map of [this.#byId, this.#byPage, this.#perOrder, this.#byTransactionId]) map.clear();
    this.#preAuthorizations.clear();
    this.#newest = undefined;
  }

  #publish(session: LedgerSession): void {
    this.#bank.events.publish("session", () => this.describe(session));
  }

  // A challenge without an answer in time was abandoned: it ends in TF when the session is next read. Returns the
  // session.
  #settleChallenge(session: LedgerSession | undefined): LedgerSession | undefined {
    const { challenge } = session ?? {};
    if (session && challenge && this.#bank.clock.now() - challenge.since >= challengeTime) {
      this.pay(session, challenge.card, challengeEnds.tooLate);
    }
    return session;
  }

  #decideReturn(session: LedgerSession): void {
    this.#takeFaults(
      session,
      "return-get",
      "return-script",
      "no-return",
      "double-return",
      "differing-session",
      "interim-only",
    );
  }

  #delayResult(session: LedgerSession): void {
    const { faults, clock } = this.#bank;
    const { order } = session.purchase;
    if (faults.take(order, "late-result")) session.visibleAt = clock.now() + 60_000;
    else if (faults.take(order, "return-before-result")) session.visibleAt = clock.now() + 3000;
    else session.visibleAt = 0;
  }

  /** The faults of `ids` that act now are faults of the session from now on. */
  #takeFaults(session: LedgerSession, ...ids: FaultId[]): void {
    const taken = this.#bank.faults.takeAll(session.purchase.order, ...ids);
    if (taken.length > 0) session.faults = [...new Set([...session.faults, ...taken])];
  }

  // At most two for each creation: the number held follows the number alive, and no creation has to remove many.
  #makeRoom(): void {
    for (let i = 0; i < 2 && this.#byId.size > expiredKept; i++) {
      const [oldest] = this.#byId.values();
      if (oldest === undefined || !this.isExpired(oldest)) return;
      this.#forget(oldest);
    }
  }

  #forget(session: LedgerSession): void {
    const { order, merchantNumber, transactionId } = session.purchase;
    this.#byId.delete(session.id);
    if (session.page !== undefined) this.#byPage.delete(session.page);
    const ofMerchant = this.#ofMerchant(session.purchase);
    if (ofMerchant.get(transactionId) === session) ofMerchant.delete(transactionId);
    if (ofMerchant.size === 0) this.#byTransactionId.delete(merchantNumber);
    const left = (this.#perOrder.get(order) ?? 1) - 1;
    if (left > 0) this.#perOrder.set(order, left);
    else this.#perOrder.delete(order);
  }

  /** Each merchant chooses its own TransactionIds. */
  #ofMerchant({ merchantNumber }: Purchase): Map<string, LedgerSession> {
    const known = this.#byTransactionId.get(merchantNumber) ?? new Map<string, LedgerSession>();
    this.#byTransactionId.set(merchantNumber, known);
    return known;
  }
}
