import type { Money, SessionResult, TransactionResult } from "@ventanilla/client";
import { responseCode } from "@ventanilla/client";

/**
 * The states of an attempt, lowest rank first. An attempt only ever moves to a higher rank, so evidence may arrive in
 * any order, from any process, and the end is the same.
 *
 * - `preparing`: the row is written; no session of it was ever shown to a browser.
 * - `opened`: the launch page was served: money may move from here.
 * - `expired`: the window is over, and the bank had no result when it was asked shortly before.
 * - `unknown`: the window is over without that evidence: a person has to look.
 * - `declined`: the bank gave a final refusal.
 * - `review`: approved-like, but not a plain approval of this attempt: a person has to look.
 * - `approved`: the bank's query gave `00` for exactly this attempt.
 */
export const states = ["preparing", "opened", "expired", "unknown", "declined", "review", "approved"] as const;
export type State = (typeof states)[number];

/** The rank of a state: 0 (`preparing`) to 6 (`approved`). */
export function rank(state: State): number {
  return states.indexOf(state);
}

/** What the bank said of a transaction, kept once there is a verdict. Holds no secret and no full card number. */
export interface Verdict {
  /** The issuer's response code, two characters. */
  code: string;
  authorizationCode?: string;
  /** The platform's retrieval reference number. */
  reference?: string;
  /** First six and last four digits, the rest masked. */
  maskedCard?: string;
  /** Why an approved-like answer is not an approval: the names of the fields that disagree. */
  mismatch?: string[];
}

/** Where the bank's page is shown: in a window of its own, in the shop's page itself, or in a frame of it. */
export type Mode = "popup" | "redirect" | "modal";

/** What is known of an attempt besides its state. Times are milliseconds since the epoch, by the store's clock. */
export interface Facts {
  language: "es" | "en";
  mode: Mode;
  /** Where the buyer goes back to: a same-origin path, or an address on one of the router's `origins`. */
  returnTo?: string;
  /** The origin of the page that launched, where that is not the router's own. */
  origin?: string;
  SESSION?: string;
  /** The session key, encrypted (see `vault.ts`); gone once nothing more is to be asked. */
  sealedKey?: string;
  openedAt?: number;
  /** The latest visit to the return or cancel address. A fact, never an outcome. */
  returnedAt?: number;
  returnedVia?: "return" | "cancel";
  /** When the bank was last asked and gave an answer of any kind. */
  askedAt?: number;
  /** When the bank last said that there is no result yet. */
  emptyAt?: number;
  /** How often in a row the bank had no result since the latest visit to the return or cancel address. */
  emptyAnswers?: number;
  /** When the bank first said, after the window's end, that it has no such session. */
  goneAt?: number;
  /** Why the last launch never reached the bank: an error code. */
  launchFailure?: string;
  verdict?: Verdict;
  settledAt?: number;
  /** What a person found out about an attempt that was `unknown` or under `review`. */
  resolution?: Resolution;
}

/** A person's word on an attempt that the bank's answers could not settle. */
export interface Resolution {
  paid: boolean;
  /** How they know, in their own words. */
  reason: string;
  by: string;
  at: number;
}

/** One try at paying an order: one gateway session, one TransactionId, one session key. */
export interface Attempt {
  /** UUID, made in the buyer's page. */
  id: string;
  /** The merchant's order id (OrdenID on the wire). */
  order: string;
  /** The session API that knows its session. */
  bank: string;
  state: State;
  /** Grows by one with every write; the compare-and-set key. */
  version: number;
  /** Six digits. */
  transactionId: string;
  amount: Money;
  tax: Money;
  createdAt: number;
  /** When the bank forgets the session: 30 minutes after it was created (seed, section 8). Absent before that. */
  windowEndsAt?: number;
  facts: Facts;
}

/** Whether the attempt keeps its order from being paid until a person has spoken. */
export function isUnresolved({ state, facts }: Attempt): boolean {
  return (state === "unknown" || state === "review") && facts.resolution === undefined;
}

/** How long the bank keeps a session and its result (seed, sections 3 and 8). */
export const windowMs: number = 30 * 60_000;

/** An answer without result this short before the window's end is evidence that nobody paid. */
const lastCallMs = 30_000;

/** A session that is gone is believed when the bank still says so this much later. */
export const believedAfterMs = 30_000;

/** What an answer of the bank means for an attempt: facts to keep and, perhaps, the state it points to. */
export interface Finding {
  state?: State;
  facts: Partial<Facts>;
}

/**
 * Judges the bank's answer to the result query. Only a finished transaction that names this very OrdenID and
 * TransactionId can approve or decline; anything unclear moves nothing.
 * @param now the store's clock, in milliseconds
 */
export function judge(attempt: Attempt, answer: SessionResult, now: number): Finding {
  switch (answer.status) {
    case "finished":
      return judgeResult(attempt, answer.result, now);
    case "pending":
      return {
        facts: { askedAt: now, emptyAt: now, emptyAnswers: (attempt.facts.emptyAnswers ?? 0) + 1 },
      };
    case "not-found":
      return judgeGone(attempt, now);
    case "wrong-key":
      return { facts: { askedAt: now } };
  }
}

function judgeResult(attempt: Attempt, result: TransactionResult, now: number): Finding {
  const code = result.ResponseCode;
  const { finality } = responseCode(code);
  if (finality === "pending") return { facts: { askedAt: now } };

  const mismatch = [...result.contradictions];
  if (result.OrdenID !== attempt.order) mismatch.push("OrdenID");
  if (result.TransactionId !== attempt.transactionId) mismatch.push("TransactionId");
  const verdict: Verdict = {
    code,
    ...(result.AuthorizationCode !== undefined && { authorizationCode: result.AuthorizationCode }),
    ...(result.RetrievalReferenceNumber !== undefined && { reference: result.RetrievalReferenceNumber }),
    ...(result.CreditCardNumber !== undefined && { maskedCard: result.CreditCardNumber }),
    ...(mismatch.length > 0 && { mismatch: [...new Set(mismatch)] }),
  };
  return {
    state: mismatch.length > 0 ? "review" : finality,
    facts: {
      askedAt: now,
      settledAt: now,
      verdict,
    },
  };
}

function judgeGone({ windowEndsAt, facts }: Attempt, now: number): Finding {
  if (windowEndsAt === undefined || now < windowEndsAt) return { facts: { askedAt: now } };
  const { goneAt = now, emptyAt = 0, returnedAt = 0, returnedVia } = facts;
  if (now - goneAt < believedAfterMs) return { facts: { askedAt: now, goneAt } };
  // Who came by the return address has sent a card: a result that never showed is no evidence that there was none.
  const nobodyPaid = emptyAt >= windowEndsAt - lastCallMs && returnedAt <= emptyAt && returnedVia !== "return";
  return { state: nobodyPaid ? "expired" : "unknown", facts: { askedAt: now, goneAt, settledAt: now } };
}

/**
 * Applies a finding to an attempt: the state moves only to a higher rank, and the verdict goes with the state that it
 * belongs to. Returns what to write, or `undefined` when nothing would change.
 */
export function advance(attempt: Attempt, finding: Finding): { state: State; facts: Facts } | undefined {
  const rises = finding.state !== undefined && rank(finding.state) > rank(attempt.state);
  const { verdict, settledAt, ...observed } = finding.facts;
  const facts: Facts = {
    ...attempt.facts,
    ...observed,
    ...(rises && {
      ...(verdict && { verdict }),
      ...(settledAt !== undefined && { settledAt }),
    }),
  };
  const state = rises && finding.state !== undefined ? finding.state : attempt.state;
  if (state === attempt.state && Object.keys(observed).length === 0) return undefined;
  return { state, facts };
}
