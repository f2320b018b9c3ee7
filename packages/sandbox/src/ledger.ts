import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { maskNumber } from "./card-number.ts";
import type { Clock } from "./clock.ts";
import type { Currency, Purchase } from "./purchase.ts";
import type { TestCard } from "./test-cards.ts";

/** What the bank decided about one submitted card. Holds the masked number only. */
export type Outcome = {
  ResponseCode: string;
  /** Undefined when nothing was sent to an issuer: a refusal of the platform itself. */
  remoteCode: string | undefined;
  authorizationCode: string | undefined;
  /** Twelve digits, unique in this sandbox. */
  reference: string;
  maskedCard: string;
  /** `txn-` and 32 hexadecimal digits. */
  token: string;
};

/** One session as the ledger keeps it. `id` and `key` are the merchant's, `page` is what the browser sees. */
export type Session = {
  readonly id: string;
  readonly key: string;
  readonly purchase: Purchase;
  readonly warnings: readonly string[];
  readonly createdAt: number;
  /** The page's own GUID; undefined until the buyer comes to the page. */
  page: string | undefined;
  outcome: Outcome | undefined;
  cancelled: boolean;
  visits: number;
  queries: number;
  charges: number;
};

/** What `sandbox.sessions()` tells of a session: no key, no address, nothing of the card. */
export type SandboxSession = {
  /** The SESSION of its creation. */
  id: string;
  order: string;
  transactionId: string;
  /** Minor units; undefined when the sandbox could not read Amount. */
  amount: number | undefined;
  currency: Currency | undefined;
  /** `cancelled`: the buyer left by CancelUrl and there is no result; the session can still be paid. */
  state: "created" | "opened" | "cancelled" | "declined" | "approved";
  /** The ResponseCode of the result; undefined while there is none. */
  code: string | undefined;
  /** 30 minutes old or more: page and query know it no more. */
  expired: boolean;
  /** Milliseconds since 1970, by the sandbox's clock. */
  createdAt: number;
  /** How many sessions the sandbox holds for this order, this one included. */
  creations: number;
  /** How often its SESSION was posted to the payment page. */
  visits: number;
  /** How often its result was asked for with the right key. */
  queries: number;
  /** How often money moved: 0 or 1. */
  charges: number;
  /** What the live service would have swallowed in silence when it was created. */
  warnings: readonly string[];
};

// How long page and query know a session after its creation, in milliseconds (seed section 8).
const sessionLifetime = 30 * 60 * 1000;

// Expired sessions stay listed until this many are held; from then on each creation makes room for itself.
const expiredKept = 1000;

// Codes with which money may have moved: such a session is never charged again.
const charging = new Set(["00", "10", "11", "16", "32"]);

/** All sessions of one sandbox, in memory, and the rules by which they change. */
export class Ledger {
  readonly #clock: Clock;
  readonly #byId = new Map<string, Session>();
  readonly #byPage = new Map<string, Session>();
  // In the order of creation. Sessions before `#oldest` are gone; a Map emptied from its front would get slow.
  #all: Session[] = [];
  #oldest = 0;
  #lastReference = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Opens a session. The identifiers have the live form: `sess-` + 32 and 64 hexadecimal digits. */
  create(purchase: Purchase, warnings: readonly string[]): Session {
    const random = randomBytes(48).toString("hex");
    const session: Session = {
      id: `sess-${random.slice(0, 32)}`,
      key: random.slice(32),
      purchase,
      warnings,
      createdAt: this.#clock.now(),
      page: undefined,
      outcome: undefined,
      cancelled: false,
      visits: 0,
      queries: 0,
      charges: 0,
    };
    this.#byId.set(session.id, session);
    this.#all.push(session);
    this.#makeRoom();
    return session;
  }

  /** The session of this SESSION, expired or not. */
  find(id: string): Session | undefined {
    return this.#byId.get(id);
  }

  /** The session whose payment page has this GUID, expired or not. */
  findByPage(page: string): Session | undefined {
    return this.#byPage.get(page);
  }

  /** Whether the 30 minutes of a session are over. */
  isExpired(session: Session): boolean {
    return this.#clock.now() - session.createdAt >= sessionLifetime;
  }

  /** The buyer comes to the page. Gives the page's GUID, the same for every visit. */
  visit(session: Session): string {
    session.visits += 1;
    session.page ??= randomUUID();
    this.#byPage.set(session.page, session);
    return session.page;
  }

  /** Charges a card, unless the session has been charged already; the outcome replaces one that was not approved. */
  pay(session: Session, card: TestCard): void {
    if (session.charges > 0) return;
    const refusal = platformRefusal(session.purchase);
    const code = refusal ?? card.ResponseCode;
    const charged = charging.has(code);
    session.outcome = {
      ResponseCode: code,
      // 3-D Secure fails before the issuer is asked.
      remoteCode: refusal === undefined && code !== "TF" ? code : undefined,
      authorizationCode: charged ? String(randomInt(1_000_000)).padStart(6, "0") : undefined,
      reference: this.#nextReference(),
      maskedCard: maskNumber(card.number),
      token: `txn-${randomBytes(16).toString("hex")}`,
    };
    session.charges = charged ? 1 : 0;
    session.cancelled = false;
  }

  /** The buyer leaves by CancelUrl: no result, and the session stays usable. */
  cancel(session: Session): void {
    session.cancelled = session.outcome === undefined;
  }

  /** Every session held, oldest first, without secrets. */
  list(): SandboxSession[] {
    const held = this.#all.slice(this.#oldest);
    const creations = new Map<string, number>();
    for (const { purchase } of held) creations.set(purchase.order, (creations.get(purchase.order) ?? 0) + 1);
    return held.map((session) => ({
      id: session.id,
      order: session.purchase.order,
      transactionId: session.purchase.transactionId,
      amount: session.purchase.amount,
      currency: session.purchase.currency,
      state: stateOf(session),
      code: session.outcome?.ResponseCode,
      expired: this.isExpired(session),
      createdAt: session.createdAt,
      creations: creations.get(session.purchase.order) ?? 1,
      visits: session.visits,
      queries: session.queries,
      charges: session.charges,
      warnings: session.warnings,
    }));
  }

  // Two for each one that comes: the number held follows the number alive without a pause for sweeping.
  #makeRoom(): void {
    for (let i = 0; i < 2 && this.#all.length - this.#oldest > expiredKept; i++) {
      const session = this.#all[this.#oldest];
      if (session === undefined || !this.isExpired(session)) return;
      this.#byId.delete(session.id);
      if (session.page !== undefined) this.#byPage.delete(session.page);
      this.#oldest += 1;
    }
    if (this.#oldest > expiredKept && this.#oldest * 2 > this.#all.length) {
      this.#all = this.#all.slice(this.#oldest);
      this.#oldest = 0;
    }
  }

  // From the clock, so that references also differ from those of an earlier run whose results a shop still has.
  #nextReference(): string {
    this.#lastReference = Math.max(this.#lastReference + 1, Math.floor(this.#clock.now()));
    return String(this.#lastReference).slice(-12).padStart(12, "0");
  }
}

/** The code with which the platform itself refuses a purchase, whatever the card; undefined when it does not. */
function platformRefusal({ merchantNumber, amount, currency }: Purchase): string | undefined {
  if (!/^\d{1,15}$/.test(merchantNumber)) return "03";
  if (amount === undefined || amount === 0) return "13";
  return currency === undefined ? "12" : undefined;
}

/** Where a session stands, in one word. */
function stateOf({ outcome, charges, cancelled, visits }: Session): SandboxSession["state"] {
  if (outcome) return charges > 0 ? "approved" : "declined";
  if (cancelled) return "cancelled";
  return visits > 0 ? "opened" : "created";
}
