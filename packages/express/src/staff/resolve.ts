import { ArgumentError, isRealNumber, type Money, parseMoney } from "@ventanilla/client";
import { checkLine, refuseUnknownNames } from "@ventanilla/web";
import type { Attempt, Resolution } from "../attempt/attempt.ts";
import { resolved } from "../attempt/decided.ts";
import { awaitsResolution } from "../attempt/needs-person.ts";
import { maxLengths } from "../attempt/rules.ts";
import { withoutCardNumbers } from "../base/card-numbers.ts";
import { describeValue } from "../order/order-id.ts";
import { type OnAnnounced, record } from "../record.ts";
import type { ShopStore } from "../stores/store.ts";
import { ResolveError } from "./resolve-error.ts";

/** What a person has found out: {@link Resolution} without the time, which is the store's. */
export type ResolutionInput = Omit<Resolution, "at">;

const numberNames = ["reference", "authorizationCode"] as const;

/** The numbers of a payment that the bank named to a person. */
export type BankNumbers = Pick<ResolutionInput, (typeof numberNames)[number]>;

/**
 * Records, once, what a person has found out about an attempt that is `unknown`, under `review`, or refused without a
 * clear last answer of the bank.
 *
 * - Paid: it moves to `approved`, and the store writes the order's `order.paid`, or `order.paidAgain` when another
 *   attempt had paid it.
 * - Not paid: the state stays, and the order can be paid again. If the bank still says `00` later, that counts.
 *
 * @param id the attempt's id, or that of a launch that joined it
 * @param onAnnounced called with the event in a running router. Default: its reconciler finds the event
 * @param seen the decision basis that the person was shown; on any other nothing is recorded. Default: the latest
 * @throws ArgumentError naming the field that is malformed; ResolveError `not_found`, `wrong_state` (the bank's answers
 * settle it) or `already_resolved`
 */
export async function resolveAttempt(
  store: ShopStore,
  id: string,
  resolution: ResolutionInput,
  onAnnounced: OnAnnounced = async () => {},
  seen?: string,
): Promise<Attempt> {
  checkAttemptId(id);
  const checked = checkResolution(resolution);
  const { paid } = checked;
  const attempt = await requireAttempt(store, id);
  checkPart(checked.approvedAmount, attempt.amount);
  if (checked.reference !== undefined) await checkUnused(store, attempt, checked.reference);
  const decision = { ...checked, at: await store.now() };
  let after = await record(store, attempt, resolved(decision, seen));
  if (after.change === undefined) {
    // The change is refused when another payment has got the same reference meanwhile.
    if (checked.reference !== undefined) await checkUnused(store, attempt, checked.reference);
    throw resolveErrorOf(after.attempt);
  }
  // An approval stays under review when its reference is another attempt's. The person has decided about this one: the
  // second write approves it without the reference.
  if (paid && after.attempt.state !== "approved") after = await record(store, after.attempt, resolved(decision));
  const { announce } = after.change ?? {};
  if (announce !== undefined) await onAnnounced(after.attempt, announce);
  return after.attempt;
}

/** @throws ArgumentError when the id is not a string, or is empty */
export function checkAttemptId(id: unknown): void {
  if (typeof id === "string" && id !== "") return;
  throw new ArgumentError(`attempt: expected the attempt's id, a string that is not empty, got ${describeValue(id)}`);
}

/**
 * Finds the attempt that a person decides about.
 * @throws ResolveError `not_found`
 */
export async function requireAttempt(store: ShopStore, id: string): Promise<Attempt> {
  const attempt = await store.findAttempt(id);
  if (attempt === undefined) throw new ResolveError("not_found", "there is no attempt with this id");
  return attempt;
}

function resolveErrorOf(attempt: Attempt): ResolveError {
  const { state, facts } = attempt;
  const { resolution } = facts;
  if (resolution) {
    const { paid, by, at } = resolution;
    const said = `${by} said ${paid ? "paid" : "not paid"} at ${new Date(at).toISOString()}`;
    return new ResolveError("already_resolved", `the attempt was already resolved: ${said}`);
  }
  if (awaitsResolution(attempt)) {
    return new ResolveError("wrong_state", "the attempt has changed since it was shown");
  }
  return new ResolveError(
    "wrong_state",
    `the attempt is ${state}: only one that is unknown, under review, or refused without a clear last answer can be resolved`,
  );
}

function checkResolution(resolution: ResolutionInput): ResolutionInput {
  if (typeof resolution !== "object" || resolution === null) {
    throw new ArgumentError("resolution: expected { paid, reason, by }");
  }
  refuseUnknownNames("resolution", resolution, ["paid", "reason", "by", ...numberNames, "approvedAmount"]);
  const { paid, approvedAmount } = resolution;
  if (typeof paid !== "boolean") throw new ArgumentError("paid: expected true or false");
  if (!paid && approvedAmount !== undefined) throw notChargedError("approvedAmount");
  const part = approvedAmount !== undefined && { approvedAmount: parseMoney(approvedAmount, "approvedAmount", 1) };
  return { paid, ...checkStatement(resolution), ...checkNumbers(resolution), ...part };
}

const notChargedError = (name: string) => new ArgumentError(`${name}: only a payment that was charged has one`);

/**
 * @throws ArgumentError when the part has another currency than the amount that the bank was asked for, or is above it
 */
function checkPart(part: Money | undefined, asked: Money): void {
  if (part === undefined) return;
  if (part.currency !== asked.currency) {
    throw new ArgumentError(`approvedAmount.currency: expected ${asked.currency}, as asked, got ${part.currency}`);
  }
  if (part.minor > asked.minor) {
    throw new ArgumentError(`approvedAmount.minor: expected at most ${asked.minor}, as asked, got ${part.minor}`);
  }
}

/**
 * Checks the numbers that the bank named.
 * @throws ArgumentError naming the field
 */
export function checkNumbers({ paid, ...given }: BankNumbers & Pick<ResolutionInput, "paid">): BankNumbers {
  const numbers: BankNumbers = {};
  for (const name of numberNames) {
    const max = maxLengths[name];
    const value: unknown = given[name];
    if (value === undefined) continue;
    if (!paid) throw notChargedError(name);
    if (typeof value !== "string" || value.length > max || !/^[0-9A-Za-z]+$/.test(value)) {
      throw new ArgumentError(`${name}: expected 1 to ${max} letters or digits`);
    }
    if (!isRealNumber(value)) throw new ArgumentError(`${name}: expected the bank's number, not zeros alone`);
    // The bank's codes are in capitals, and people type them in small letters, too.
    numbers[name] = name === "authorizationCode" ? value.toUpperCase() : value;
  }
  return numbers;
}

/**
 * Checks that no other payment of the attempt's bank was approved with the reference. The authorization that the attempt
 * captures may have it.
 * @throws ArgumentError when another one has it
 */
export async function checkUnused(store: ShopStore, attempt: Attempt, reference: string): Promise<void> {
  const { id, bank, facts } = attempt;
  const { attempts } = await store.listAttempts({ filter: { reference, groups: ["approved"] }, limit: 100 });
  const taker = attempts.find((other) => other.bank === bank && other.id !== id && other.id !== facts.captureOf);
  if (taker) throw new ArgumentError("reference: another payment has it");
}

/**
 * Checks what a person says, and who they are. A card number in it is masked, because it is kept and shown.
 * @throws ArgumentError naming the field
 */
export function checkStatement({ reason, by }: { reason: string; by: string }): { reason: string; by: string } {
  return {
    reason: withoutCardNumbers(checkLine("reason", reason, maxLengths.reason)),
    by: withoutCardNumbers(checkLine("by", by, maxLengths.name)),
  };
}
