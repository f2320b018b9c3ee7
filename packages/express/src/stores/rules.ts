import { isRealNumber } from "@ventanilla/client";
import { type Attempt, type Facts, isLive } from "../attempt/attempt.ts";
import type { Change } from "../attempt/change.ts";
import { heldUntil } from "../attempt/holds-order.ts";
import { maxLengths } from "../attempt/max-lengths.ts";
import { awaitsResolution } from "../attempt/needs-person.ts";
import type { EventType } from "./outbox-event.ts";
import type { AttemptDraft, Insertion } from "./store.ts";

/** For tests: the clock of a store, instead of the clock of the host. */
export interface StoreClock {
  /** Milliseconds since the epoch. */
  now(): number;
}

/** TransactionIds are six digits, given in ascending order, and after the last of them from the first on again. */
export const firstTransactionId = 100_000;
export const transactionIdCount = 900_000;

/**
 * The counter of TransactionIds rises by at least one in this time, also where nobody pays, and never falls behind the
 * clock. So an older copy of the database does not give numbers a second time that were given after it was made, unless
 * these were more than one in ten seconds on an average day. All six digits are used up after 104 days at the earliest.
 */
export const msPerTransactionId = 10_000;

/** The TransactionId of a number of the counter. */
export const transactionIdOf = (number: number): string =>
  String(firstTransactionId + ((number - firstTransactionId) % transactionIdCount));

/**
 * Whether the attempt was begun at the bank, and for the merchant number, of the draft. One that was written before these
 * were kept is of any.
 */
function isOfSameMerchant({ bank, facts }: Attempt, draft: AttemptDraft): boolean {
  const { merchantNumber = draft.facts.merchantNumber } = facts;
  return (bank === draft.bank || bank === "") && merchantNumber === draft.facts.merchantNumber;
}

/**
 * Whether the attempt can be paid at another bank, or to another merchant number, than the draft's: nobody can join it
 * here, and a session beside it could charge the order twice. The stores have the same rule in SQL.
 * @param until see `Store.insertAttempt`
 */
export function holdsElsewhere(attempt: Attempt, draft: AttemptDraft, until: number): boolean {
  const { state, facts } = attempt;
  const isOpen = isLive(state) && facts.launchFailure === undefined;
  return isOpen && !isOfSameMerchant(attempt, draft) && heldUntil(attempt) > until;
}

/** Whether a launch with this draft can join the attempt, which must still be payable after `until`. */
export function isJoinable(attempt: Attempt, draft: AttemptDraft, until: number): boolean {
  const { state, windowEndsAt = 0 } = attempt;
  const { amount, tax, facts } = draft;
  const isSame =
    isOfSameMerchant(attempt, draft) &&
    attempt.facts.capture === facts.capture &&
    attempt.amount.minor === amount.minor &&
    attempt.tax.minor === tax.minor &&
    attempt.amount.currency === amount.currency;
  return isSame && (state === "preparing" || (state === "opened" && windowEndsAt > until));
}

/** Where `launches` maps the spelling of an order to its first attempt. No launch has such an id: those are UUIDs. */
export const spellingKey = (spelling: string): string => `order:${spelling}`;

/** The capture that prevents another one, and why: it is done (`paid`), in doubt (`blocked`), or open (`joined`). */
export function earlierCapture(attempts: readonly Attempt[]): Insertion | undefined {
  const captures = attempts.filter(({ facts }) => facts.captureOf !== undefined);
  const find = (kind: Insertion["kind"], which: (attempt: Attempt) => boolean): Insertion | undefined => {
    const attempt = captures.findLast(which);
    return attempt && { kind, attempt };
  };
  return (
    find("paid", ({ state }) => state === "approved") ??
    find("blocked", awaitsResolution) ??
    find("joined", ({ state }) => isLive(state))
  );
}

const second = 1000;
const hour = 3600 * second;

/**
 * The condition, in SQL, for rows whose due time a clock that was ahead has written: nobody would claim them for as long as
 * it was ahead. No work waits for more than a day. While a window is open, the next question never comes after its end
 * and, before its last two minutes, never later than they begin.
 * @param now the store's time, in SQL
 */
export function isDueByWrongClock(table: "attempts" | "outbox", now: string): string {
  // Some rows are never due: that is centuries away.
  const isFar = `due_at > ${now} + ${25 * hour} AND due_at < ${now} + ${876_000 * hour}`;
  if (table === "outbox") return isFar;
  const isOpen = `state IN ('opened', 'declined', 'review') AND window_ends_at > ${now}`;
  const isLate = `due_at > window_ends_at + ${2 * second}
    OR (window_ends_at > ${now} + ${120 * second} AND due_at > window_ends_at - ${60 * second})`;
  return `(${isFar}) OR (${isOpen} AND (${isLate}))`;
}

/** A bank that knows a session for so long after its window contradicts the clock. */
export const overtimeMs = 5 * 60_000;

/** The id of an event: the same for every repetition. */
export function eventIdOf(type: EventType, { id, order }: Attempt): string {
  return type === "order.paid" ? `paid:${order}` : `${type.slice(type.indexOf(".") + 1)}:${id}`;
}

/**
 * The form of a reference by which approvals are unique: digits without the zeros before them, which people and
 * spreadsheets drop.
 */
export const withoutZeros = (reference: string): string => reference.replace(/^0+(?=\d+$)/, "");

/** A text with none, one, two, … zeros before it, as long as `maxLength` allows. */
const withZeros = (bare: string, maxLength: number): string[] =>
  Array.from({ length: maxLength - bare.length + 1 }, (_, count) => "0".repeat(count) + bare);

/**
 * The spellings of the same reference: digits may have zeros before them, up to the longest reference. Shortest first.
 */
export function spellingsOf(reference: string): string[] {
  if (!/^\d+$/.test(reference)) return [reference];
  return withZeros(withoutZeros(reference), Math.max(reference.length, maxLengths.reference));
}

/**
 * The spellings of the same authorization code of letters and digits: people type capitals as small letters, and
 * spreadsheets drop the zeros before it.
 */
export function codeSpellingsOf(code: string): string[] {
  if (!/^[0-9A-Za-z]+$/.test(code)) return [code];
  const bare = code.replace(/^0+(?=.)/, "");
  const cases = new Set([bare, bare.toUpperCase(), bare.toLowerCase()]);
  const maxLength = Math.max(code.length, maxLengths.authorizationCode);
  return [...cases].flatMap((each) => withZeros(each, maxLength));
}

/**
 * The facts of a change, those of an approval without a reference that identifies nothing: zeros alone would make every
 * later approval that has them look like another attempt's.
 */
export function withRealReference({ state, facts }: Change): Facts {
  if (state !== "approved" || facts.verdict?.reference === undefined) return facts;
  const { reference, ...verdict } = facts.verdict;
  return isRealNumber(reference) ? facts : { ...facts, verdict };
}

/** Whether a person has named the reference of the approval: then it is refused when another attempt has it. */
export const hasNamedReference = ({ resolution }: Facts): boolean => resolution?.reference !== undefined;

/** The facts of an approval whose reference another attempt has, and that nobody named: it goes under review. */
export function withTakenReference(facts: Facts): Facts {
  const mismatch = new Set([...(facts.verdict?.mismatch ?? []), "RetrievalReferenceNumber"]);
  return { ...facts, verdict: { code: "00", ...facts.verdict, mismatch: [...mismatch] } };
}
