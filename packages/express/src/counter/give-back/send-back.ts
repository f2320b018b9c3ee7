import { ArgumentError, GatewayError, isRealNumber, OutcomeUnknownError } from "@ventanilla/client";
import type { CallOptions, Rest, RestResult } from "@ventanilla/client/rest";
import { formatMoney } from "@ventanilla/web";
import type { Attempt, GivenBack, SentBack } from "../../attempt/attempt.ts";
import { decided } from "../../attempt/decided.ts";
import { beginSending, canBeSentBack, endSending, leftOf, sendingMs } from "../../attempt/given-back.ts";
import { viewOf } from "../../attempt/outcome.ts";
import { withoutCardNumbers } from "../../base/card-numbers.ts";
import { startWork, withTimeout } from "../../base/work.ts";
import { reasonOf, subjectOf } from "../../report/report.ts";
import { dayOf } from "../../staff/record-given-back.ts";
import type { RestOriginal } from "../options.ts";
import type { Visit } from "../visit.ts";

/** The call gives up so long before a person can say how it ended. */
const callMs = sendingMs - 30_000;
/** A call whose beginning took longer to write is not made: somebody may have said already that nothing went back. */
const maxWriteMs = 20_000;

/**
 * What the bank's REST operations need to give the charge back. `undefined` where they cannot.
 * @throws Error when the shop's `original()` fails, or takes longer than 10 seconds
 */
export async function originalOf(
  { exits }: Pick<Visit, "exits">,
  charge: Attempt,
  attempts: readonly Attempt[],
): Promise<RestOriginal | undefined> {
  const { reverse } = exits;
  if (reverse === undefined || !canBeSentBack(charge, attempts)) return undefined;
  const late = () => {
    throw new Error("reverse.original() had no answer after 10 s");
  };
  const asked = startWork(() => reverse.original(viewOf(charge)));
  const original = (await withTimeout(10_000, asked, late)) ?? undefined;
  if (original === undefined || typeof original["idempotency-key"] === "string") return original;
  throw new Error("reverse.original(): expected nothing, or an object with idempotency-key");
}

/** Whether the page offers to send the charge back. A shop that cannot say it now hides no page of its payments. */
export async function canSendNow(visit: Visit, charge: Attempt, attempts: readonly Attempt[]): Promise<boolean> {
  if (!visit.staff.mayReverse) return false;
  try {
    return (await originalOf(visit, charge, attempts)) !== undefined;
  } catch (error) {
    visit.settings.report.warn("no payment can be sent back now", { ...subjectOf(charge), error: reasonOf(error) });
    return false;
  }
}

/** What is sent back of which charge, and what a person was shown of it. */
export interface Sending extends Pick<SentBack, "amount" | "reason" | "by"> {
  rest: Rest;
  original: RestOriginal;
  charge: Attempt;
  /** The decision basis of the charge that the person was shown. */
  seen: string;
}

/**
 * Sends a part of a charge back to its card, once: what is about to happen is written before the bank is asked, and
 * whoever finds it written sends nothing. What the bank then clearly says is written in its place.
 * @returns the charge afterwards, with the part or with the outcome of the sending. `undefined` when nothing was sent,
 * because the charge has changed since it was shown, or a part is being sent already
 */
export async function sendBack(visit: Visit, sending: Sending): Promise<Attempt | undefined> {
  const { settings, record } = visit;
  const { charge, seen, amount, reason, by } = sending;
  const calls = await import("@ventanilla/client/rest");
  const sentBack: SentBack = { id: crypto.randomUUID(), amount, reason, by, at: await settings.store.now() };
  const { id } = sentBack;
  const begin = (now: Attempt) => beginSending(now, sentBack);
  const { attempt: written, change } = await record(charge, decided(begin, seen));
  if (change === undefined) return undefined;
  const isLate = (await settings.store.now()) - sentBack.at > maxWriteMs;
  const { repeated = false } = written.facts.sentBack ?? {};
  const end: Answer = isLate ? { what: "unsent" } : await ask(calls, sending, repeated);
  if (end.what === "approved") return recordReturn(visit, written, sentBack, end.result);
  const { what, said, error } = end;
  const message =
    what === "unclear" ? "the bank gave no clear answer to a void or refund" : "nothing was given back to a card";
  settings.report.warn(message, { ...subjectOf(charge), what, error: error && reasonOf(error) });
  const at = await settings.store.now();
  const outcome = { what, at, ...(said && { said: wordsOnly(said, sending.original) }) };
  const ended = decided((now) => endSending(now, id, outcome));
  return (await record(written, ended)).attempt;
}

/**
 * Records what the bank has given back. An alert has what the bank said where that cannot be, and where a person had
 * said that nothing went back. It is silent where a person has recorded the same.
 * @param sentBack what was sent
 * @throws what the store throws
 */
async function recordReturn(
  { settings, record }: Visit,
  charge: Attempt,
  { id, amount, reason, by }: SentBack,
  result: RestResult,
): Promise<Attempt> {
  const { store, report, timeZone } = settings;
  const references = referencesOf(result);
  const alert = (besides: string, error?: unknown) => {
    const named = references.pnRef === undefined ? "" : ` (pnRef ${references.pnRef})`;
    const message = `the bank gave ${formatMoney(amount)} back${named}, and ${besides}`;
    report.alert("return_unclear", message, subjectOf(charge), error);
  };
  try {
    const at = await store.now();
    const part = { amount, ...dayOf({}, charge, at, timeZone), ...references, reason, by, recordedAt: at };
    let before = charge;
    const decide = (now: Attempt) => {
      before = now;
      return endSending(now, id, part);
    };
    const { attempt, change } = await record(charge, decided(decide));
    const isSaid = attempt.facts.givenBack?.some(({ sending }) => sending === id) === true;
    if (change === undefined && !isSaid) alert("the payment had changed: nothing was recorded");
    if (change !== undefined && before.facts.sentBack?.outcome?.what === "denied") {
      alert("a person had recorded that nothing went back: it is recorded now");
    }
    return attempt;
  } catch (error) {
    alert("the store does not take it: nothing was recorded", error);
    throw error;
  }
}

/** What came of asking the bank. `said`: its own words, when it refused. */
type Answer =
  | { what: "approved"; result: RestResult }
  | { what: "refused" | "unclear" | "unsent"; said?: string; error?: unknown };

/** A wrong or forbidden request: with another status the bank may say that it has given the money back before. */
const clearlyRefused: ReadonlySet<number> = new Set([400, 401, 403]);

/** The bank's own words, without what may be a number or key of the request, and without what changes how they read. */
function wordsOnly(said: string, original: RestOriginal): string {
  let words = withoutCardNumbers(said);
  for (const name of Object.values(original)) {
    if (name !== undefined && name.length > 3) words = words.replaceAll(name, "…");
  }
  return words
    .replaceAll(/\S{20,}/g, "…")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, " ")
    .slice(0, 300);
}

/** Asks the bank to give it back, and says only what is known for sure. */
async function ask(calls: RestCalls, sending: Sending, mayHaveBeenSent: boolean): Promise<Answer> {
  const isWhole = sending.amount.minor === leftOf(sending.charge)?.minor;
  const options = { signal: AbortSignal.timeout(callMs), mayHaveBeenSent };
  try {
    const result = await (isWhole ? reverseAll : refundPart)(calls, sending, options);
    if (result.finality === "approved") return { what: "approved", result };
    const said = [result["response-code"], result["response-code-desc"]].filter(Boolean).join(" ");
    return result.finality === "declined" ? { what: "refused", said } : { what: "unclear" };
  } catch (error) {
    if (error instanceof GatewayError) {
      // The error itself may repeat the request, so it is not reported.
      const { status, errors } = error;
      const failure = new Error(`the bank refused it with status ${status}`);
      if (!clearlyRefused.has(status)) return { what: "unclear", error: failure };
      return { what: "refused", said: errors.map(({ message }) => message).join("; "), error: failure };
    }
    const isUnsent = error instanceof ArgumentError || (error instanceof OutcomeUnknownError && !error.sent);
    return { what: isUnsent ? "unsent" : "unclear", error };
  }
}

type RestCalls = typeof import("@ventanilla/client/rest");

/**
 * Takes the whole charge back: by a void while its batch is open, else by a refund. Where an earlier sending was in doubt,
 * and a person has found out that nothing went back, the client sends no refund by itself: it gives the request.
 */
async function reverseAll(calls: RestCalls, sending: Sending, options: CallOptions): Promise<RestResult> {
  const { rest, original, charge, amount } = sending;
  const at = new Date(charge.facts.settledAt ?? charge.createdAt);
  try {
    return (await calls.reverse(rest, { ...original, amount, at }, options)).result;
  } catch (error) {
    if (!options.mayHaveBeenSent || !(error instanceof OutcomeUnknownError) || error.code !== "unresolved") throw error;
    if (error.call.operation !== "refund") throw error;
    return calls.refund(rest, error.call.request, options);
  }
}

/** Gives a part back: a void is of the whole amount. */
function refundPart(calls: RestCalls, { rest, original, amount }: Sending, options: CallOptions): Promise<RestResult> {
  const { pnRef = "", txToken = pnRef, ...sale } = original;
  return calls.refund(rest, { ...sale, txToken, amount }, options);
}

/** The platform's reference, which the bank's lists have where it is a short number. */
function referencesOf({ pnRef }: RestResult): Pick<GivenBack, "reference" | "pnRef"> {
  if (pnRef === undefined) return {};
  const isShort = /^[A-Za-z0-9]{1,12}$/.test(pnRef) && isRealNumber(pnRef);
  return { pnRef: pnRef.slice(0, 100), ...(isShort && { reference: pnRef }) };
}
