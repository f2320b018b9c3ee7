import { ArgumentError } from "@ventanilla/web";
import { year2000 } from "../clock.ts";
import { GatewayError, OutcomeUnknownError } from "../errors.ts";
import type { Money } from "../money.ts";
import { ownFields } from "../own-fields.ts";
import { nextBatchClose } from "../wire/next-batch-close.ts";
import { type Rest, type RestSettings, settingsOf } from "./open-rest.ts";
import { type CallOptions, checkCallOptions, operate } from "./operate.ts";
import { type CheckedRefund, checkRefund, sendRefund } from "./refund.ts";
import { errorSaysClosed } from "./refusal-error.ts";
import { deniesClosed, saysClosed } from "./refusal-words.ts";
import { type CheckedRequest, checkRestRequest } from "./rest-request.ts";
import { type RestResult, wordsOfAnswer } from "./rest-result.ts";

/** The sale to take back: what you sent, what came back, and when. */
export interface Original {
  /** From the sale's request. */
  "idempotency-key": string;
  /** From the sale's answer; a void needs it. */
  pnRef: string | undefined;
  /** From the sale's answer, when it had one. Default: pnRef, in a refund */
  txToken?: string | undefined;
  /** The whole amount of the sale. */
  amount: Money;
  /** When the sale was made. A number is refused, since it may be seconds or milliseconds. */
  at: Date;
  /** For the refund: the merchant's reference, at most 15 bytes. */
  "invoice-number": string;
  /** For the refund: IP address of the merchant's application. */
  "client-ip": string;
  /** For the refund: the merchant's payment reference. */
  "reference-number": string;
}

/**
 * What `reverse` did, by its `method`: `void` with its result; or `refund` with its result and, when a void was tried
 * first, the void's refusal.
 */
export type Reversal =
  | { method: "void"; result: RestResult }
  | { method: "refund"; result: RestResult; refusedVoid?: RestResult | GatewayError };

const names = [
  "idempotency-key",
  "pnRef",
  "txToken",
  "amount",
  "at",
  "invoice-number",
  "client-ip",
  "reference-number",
];

/**
 * Takes back a whole sale: by a void until the first batch close after it, by a refund from then on. Goes on from the
 * void to the refund only when the void is refused with 77, or in words that say unmistakably that the batch is closed.
 * Before anything is sent, both requests are checked, and whether `openRest` got a `bearerToken`.
 *
 * This process remembers what it has sent. A second call, at the same time or later:
 * - Already taken back, or a refund in progress: an ArgumentError.
 * - Void in progress or without a clear answer, batch open: sends the void again, and never a refund.
 * - Otherwise, after a void or refund without a clear answer: an OutcomeUnknownError (`unresolved`); nothing is sent.
 * - Another call has taken the sale back, or may have, right before this one's refund is sent: `unresolved` as well.
 * - Another process, after a crash: `mayHaveBeenSent: true` treats the sale as one whose void had no clear answer.
 *   Without it, a call after the close refunds a sale that the earlier process may have voided.
 * @param rest what `openRest` returned, with `bearerToken`
 * @param original the sale: what you sent, what came back, and when
 * @param options `signal` gives up waiting; `mayHaveBeenSent` after a crash
 * @returns what was done: look at the result's `finality` first, for a void or refund may be refused, or under review
 * @throws ArgumentError naming what is wrong, such as a sale dated in the future. Nothing was taken back
 * @throws GatewayError when the bank refuses the request
 * @throws OutcomeUnknownError without a clear answer; no refund follows. Look the sale up with the bank, and call
 * `refund` with `error.call.request` if it was not taken back
 * @see docs/contributing/contract.md#3.1
 * @example
 * const { method, result } = await reverse(rest, original);
 * log(`${method}: ${result.finality}`);
 */
export async function reverse(rest: Rest, original: Original, options: CallOptions = {}): Promise<Reversal> {
  const settings = settingsOf(rest);
  checkCallOptions(options);
  const { at, ...sale } = ownFields("original", original, names);
  const sold = timeOfSale(at, settings.now());
  const key = sale["idempotency-key"];
  refuseTakenBack(settings, key);
  const { pnRef = "", txToken = pnRef, ...request } = sale;
  const closed = settings.now() >= nextBatchClose(sold, settings.batchClose, settings.timeZone);
  const undo = { "idempotency-key": key, pnRef, amount: sale.amount };
  const toVoid = closed ? undefined : checkRestRequest("void", settings, undo);
  const toRefund = checkRefund(settings, { ...request, txToken });
  const { sent } = settings.memory;
  const doubtful = options.mayHaveBeenSent === true || sent.happened("void", key) !== "no";
  // The bank may carry out both a void and a refund: it does not check the one for the other.
  if (sent.happened("refund", key) !== "no" || (toVoid === undefined && doubtful)) throw unresolvedError(toRefund);
  return settings.calls.run(() => takeBack(settings, toVoid, toRefund, { ...options, mayHaveBeenSent: doubtful }));
}

/** Voids while the batch is open. Refunds after its close, or when the void is refused because the batch is closed. */
async function takeBack(
  settings: RestSettings,
  toVoid: CheckedRequest<"void"> | undefined,
  toRefund: CheckedRefund,
  options: CallOptions,
): Promise<Reversal> {
  const { sent } = settings.memory;
  const { key } = toRefund.checked;
  // Asked at the last moment: another call may have sent a void or refund of the same sale meanwhile.
  const unlessTakenBack = () => {
    if (sent.happened("void", key) !== "no" || sent.happened("refund", key) !== "no") throw unresolvedError(toRefund);
  };
  const refundIt = () => sendRefund(settings, toRefund, options, unlessTakenBack);
  if (toVoid === undefined) return { method: "refund", result: await refundIt() };
  const answer = await voidOrRefusal(settings, toVoid, options);
  if (!options.mayHaveBeenSent && isClosed(answer)) {
    return { method: "refund", result: await refundIt(), refusedVoid: answer };
  }
  if (answer instanceof GatewayError) throw answer;
  return { method: "void", result: answer };
}

/** The sale's time in milliseconds. A sale dated in 1970 would be refunded although its batch is still open. */
function timeOfSale(at: unknown, now: number): number {
  if (!(at instanceof Date) || Number.isNaN(at.getTime())) {
    throw new ArgumentError("original.at: expected a Date, since a number may be seconds or milliseconds");
  }
  const time = at.getTime();
  if (time < year2000) throw new ArgumentError("original.at: expected a time since 2000: a Date takes milliseconds");
  // Ten minutes for clocks that differ.
  if (time > now + 600_000) {
    throw new ArgumentError("original.at: expected the time of the sale, got a time in the future");
  }
  return time;
}

/** Throws an ArgumentError when this process has taken the sale back. */
function refuseTakenBack({ memory: { sent } }: RestSettings, key: string): void {
  for (const method of ["void", "refund"] as const) {
    if (sent.happened(method, key) !== "yes") continue;
    throw new ArgumentError(
      `original.idempotency-key: expected a sale that was not taken back, this one was by a ${method}`,
    );
  }
}

const unresolvedError = ({ checked }: CheckedRefund) =>
  new OutcomeUnknownError("unresolved", { operation: "refund", request: checked.request });

/** The void's result, or its clear refusal. */
async function voidOrRefusal(settings: RestSettings, checked: CheckedRequest<"void">, options: CallOptions) {
  try {
    return await operate(settings, "void", checked, settings.deadlines.transaction, options);
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
}

/** Whether a refused void says itself that its batch is closed: 77, or words that leave no doubt. */
function isClosed(answer: RestResult | GatewayError): boolean {
  if (answer instanceof GatewayError) return errorSaysClosed(answer);
  if (answer.finality !== "declined") return false;
  const words = wordsOfAnswer(answer);
  return answer["response-code"] === "77" ? !deniesClosed(words) : saysClosed(words);
}
