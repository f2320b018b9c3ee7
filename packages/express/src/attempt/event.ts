import type { BankAnswer, OrderNow } from "./answer.ts";
import type { Attempt, Facts, Happening, LaunchFailure } from "./attempt.ts";
import type { Change } from "./change.ts";

/** A session that the router has created for an attempt. */
export interface NewSession {
  SESSION: string;
  sealedKey: string;
  /** SHA-256 of the token in its return address, hex. */
  returnHash: string;
  /** The store's clock right before the bank was asked for it. */
  createdAt: number;
}

/** How an attempt is launched: language, mode, and where the buyer returns to. */
export type LaunchFacts = Pick<Facts, "language" | "mode" | "returnTo" | "origin">;

/** What an attempt keeps of an order for the staff alone. */
export type KeptOfOrder = Pick<Facts, "email" | "product">;

/** What happens to an attempt. */
export type TransitionEvent =
  /** The buyer clicked, and a session is about to be created or handed out again. */
  | { type: "launchBegun" }
  /**
   * The launch page is about to be served. `session` is missing when the attempt has one. `kept`: of the order that the
   * session was begun with; an earlier launch without a session may have been of another one
   */
  | { type: "launched"; launch: LaunchFacts; session?: NewSession; kept?: KeptOfOrder; sender?: string }
  /** The launch never reached the bank's page. */
  | { type: "launchFailed"; reason: LaunchFailure }
  /** A browser came to the return or cancel address. */
  | { type: "visited"; via: "return" | "cancel" }
  /**
   * The bank is about to be asked, unless another question is under way or was answered within the last second.
   * `isUrgent`: also within that second. `answered`: a question whose answer the store did not take, and this process has
   */
  | { type: "asking"; question: string; isUrgent: boolean; answered?: string }
  /**
   * The bank was asked. `question`: the id that it was asked with. `orderNow`, with an approval: what the shop says that
   * the order costs now. `askedAt`: the store's time right before, which may be long before the store takes the answer.
   * Default: now
   */
  | { type: "answered"; answer: BankAnswer; orderNow?: OrderNow | undefined; askedAt?: number; question?: string }
  /** The attempt was due, and the bank was not asked. */
  | { type: "timePassed" }
  /** The attempt was due, and nobody can ask the bank: its gateway is not known any more. */
  | { type: "unasked" }
  /**
   * A person, a capture or its authorization changes it: by a pure function that the event brings along, of `decided.ts` or
   * `given-back.ts`. `happened`: what the history says of the change. Default: nothing
   */
  | {
      type: "decided";
      decide(attempt: Attempt, now: number): Change | undefined;
      happened?(change: Change, before: Attempt): Happening | undefined;
    };

/** The attempt as it is after an event, and what the event has changed: `undefined` when it has changed nothing. */
export interface Recorded {
  attempt: Attempt;
  change: Change | undefined;
}

/** Records an event, then announces what the change announces. Returns the attempt as it is afterwards. */
export type Recorder = (attempt: Attempt, event: TransitionEvent) => Promise<Attempt>;
