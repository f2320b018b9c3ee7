import { ArgumentError, batchOf, checkBatchClose, type Money, parseMoney } from "@ventanilla/client";
import { formatMoney, refuseUnknownNames } from "@ventanilla/web";
import { chargeOf, isBeingSent } from "../attempt/approval.ts";
import type { Attempt, GivenBack } from "../attempt/attempt.ts";
import { decided } from "../attempt/decided.ts";
import type { Recorder } from "../attempt/event.ts";
import { giveBack, leftOf, lookAtSending, type NotGivenBack, whyNotGivenBack } from "../attempt/given-back.ts";
import { type OnAnnounced, record } from "../record.ts";
import type { ShopStore } from "../stores/store.ts";
import { checkAttemptId, checkNumbers, checkStatement, requireAttempt } from "./resolve.ts";
import { ResolveError } from "./resolve-error.ts";

/** What a person or the shop says about money that went back: {@link GivenBack} with what has a default left out. */
export interface GivenBackInput extends Pick<GivenBack, "reference" | "reason" | "by"> {
  /** How much, above 0. Default: what is left of the payment */
  amount?: Money;
  /** The day on which the bank did it, in the shop's time zone: `2026-11-27`. Default: today */
  on?: string;
  /** On that day the bank did it before this time, in milliseconds: the close of a batch that the bank counts it in. */
  before?: number;
}

/** Where and when it is recorded. */
export interface Place {
  store: ShopStore;
  timeZone: string;
}

/**
 * Records that money of a payment went back to the buyer: by a void or refund that somebody has made at the bank. It
 * moves no money. Of a captured authorization, the capture's money went back.
 * @param id of the attempt, or of a launch that joined it
 * @param onAnnounced called with the event in a running router. Default: its reconciler finds the event
 * @param seen the decision basis of the charge that the person was shown; on any other nothing is recorded. Default: the
 * latest
 * @returns the charge
 * @throws ArgumentError naming the field that is malformed; ResolveError `not_found`, `wrong_state` or `already_resolved`
 */
export async function recordGivenBack(
  { store, timeZone }: Place,
  id: string,
  input: GivenBackInput,
  onAnnounced: OnAnnounced = async () => {},
  seen?: string,
): Promise<Attempt> {
  checkAttemptId(id);
  if (typeof input !== "object" || input === null) throw new ArgumentError("givenBack: expected { reason, by }");
  refuseUnknownNames("givenBack", input, ["amount", "on", "before", "reference", "reason", "by"]);
  const statement = checkStatement(input);
  const numbers = checkReference(input.reference);
  if (input.before !== undefined && !Number.isSafeInteger(input.before)) {
    throw new ArgumentError("before: expected milliseconds since the epoch");
  }
  const attempt = await requireAttempt(store, id);
  const attempts = await store.attemptsOf(attempt.order);
  const charge = chargeOf(attempt, attempts);
  const recordedAt = await store.now();
  const part = {
    amount: amountOf(input.amount, charge),
    ...dayOf(input, charge, recordedAt, timeZone),
    ...numbers,
    ...statement,
    recordedAt,
  };
  const problem = whyNotGivenBack(charge, part, attempts);
  if (problem !== undefined) throw problemError(problem, charge, part.amount);
  const { change, attempt: after } = await record(
    store,
    charge,
    decided((now) => giveBack(now, part), seen),
  );
  if (change?.announce === undefined) {
    const later = whyNotGivenBack(after, part);
    if (later !== undefined) throw problemError(later, after, part.amount);
    throw new ResolveError("wrong_state", "the payment has changed since it was shown");
  }
  await onAnnounced(after, change.announce);
  return after;
}

/** @throws ArgumentError when it is none of the bank's */
export const checkReference = (reference: string | undefined): Pick<GivenBack, "reference"> =>
  checkNumbers({ paid: true, ...(reference !== undefined && { reference }) });

/** Looks whether a part that was sent back by REST is in doubt. */
export async function lookAtReturn(recorder: Recorder, charge: Attempt): Promise<void> {
  await recorder(charge, decided(lookAtSending));
}

/** @throws ArgumentError when it is no amount above 0 in the payment's currency */
function amountOf(given: Money | undefined, charge: Attempt): Money {
  const { currency } = charge.amount;
  if (given === undefined) return { minor: Math.max(leftOf(charge)?.minor ?? 0, 1), currency };
  const amount = parseMoney(given, "amount", 1);
  if (amount.currency === currency) return amount;
  throw new ArgumentError(`amount.currency: expected ${currency}, as paid, got ${amount.currency}`);
}

/** From when on a part may have gone back: since the payment, or since it was sent back, where nobody knows how that ended. */
export const mayGoBackSince = (charge: Attempt): number =>
  (isBeingSent(charge) ? charge.facts.sentBack?.at : undefined) ?? charge.facts.settledAt ?? charge.createdAt;

/**
 * The day, and a time within it: now, or the middle of an earlier day, which is before most batches close; not before the
 * payment; and where the day allows that, `before` a close that is known.
 * @throws ArgumentError when it is no day between the payment and now
 */
export function dayOf(
  { on: given, before = Number.POSITIVE_INFINITY }: Pick<GivenBackInput, "on" | "before">,
  charge: Attempt,
  now: number,
  timeZone: string,
): Pick<GivenBack, "on" | "at"> {
  checkBatchClose("12:00", timeZone);
  const { format } = new Intl.DateTimeFormat("sv-SE", { timeZone });
  const today = format(now);
  const since = mayGoBackSince(charge);
  const paidOn = format(since);
  const on = given ?? today;
  const usual = on === today ? now : noonOf(on, timeZone);
  if (on > today || on < paidOn)
    throw new ArgumentError(`on: expected a day from ${paidOn}, of the payment, to ${today}`);
  const times = [Math.min(usual, before - 1), usual].map((at) => Math.max(at, since));
  return { on, at: times.find((at) => format(at) === on) ?? usual };
}

function noonOf(on: string, timeZone: string): number {
  try {
    return batchOf(on, "12:00", timeZone).until;
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    throw new ArgumentError("on: expected a date such as 2026-11-20", { cause: error });
  }
}

const sentences = {
  not_charged: "the attempt has charged nothing: what the bank only holds is released",
  to_handle: "it is one of two payments of its order, and a person has still to decide which one goes back",
  part_unnamed: "the bank approved a part of the amount, and nobody has said how much: name it in the counter first",
  being_sent: "a part of it was sent back by REST: first say how that ended",
  already_recorded: "a part of this amount and reference, or of this day, is recorded already",
} as const satisfies Partial<Record<NotGivenBack, string>>;

function problemError(problem: NotGivenBack, charge: Attempt, { minor }: Money): Error {
  if (problem !== "too_much") {
    return new ResolveError(problem === "already_recorded" ? "already_resolved" : "wrong_state", sentences[problem]);
  }
  const { currency } = charge.amount;
  const left = leftOf(charge)?.minor ?? 0;
  if (left <= 0) return new ResolveError("already_resolved", "all of the payment is recorded as given back");
  const [most, got] = [left, minor].map((each) => formatMoney({ minor: each, currency }));
  return new ArgumentError(`amount: expected at most ${most}, what is left of the payment, got ${got}`);
}
