import { GatewayError } from "../errors.ts";
import type { Money } from "../money.ts";
import { refuseUnknownNames } from "../refuse-unknown-names.ts";
import { nextBatchClose } from "./batch-close.ts";
import { type Rest, type RestSettings, settingsOf } from "./open-rest.ts";
import type { CallOptions } from "./operate.ts";
import { refund } from "./refund.ts";
import type { RestResult } from "./rest-result.ts";
import { voidTransaction } from "./void.ts";

/** The sale to take back: what you sent, what came back, and when. */
export interface Original {
  "idempotency-key": string;
  /** Of the sale's answer; a void needs it. */
  pnRef: string | undefined;
  /** Of the sale's answer, when it had one; else pnRef stands for it in a refund. */
  txToken?: string | undefined;
  /** The whole amount of the sale. */
  amount: Money;
  /** When the sale was made: a Date, or milliseconds since 1970. */
  at: Date | number;
  "invoice-number": string;
  "client-ip": string;
  "reference-number": string;
}

/**
 * What `reverse` did. `void` with its result; or `refund` with its result and, when a void was tried first, the void's
 * refusal.
 */
export type Reversal =
  | { did: "void"; result: RestResult }
  | { did: "refund"; result: RestResult; refusedVoid?: RestResult | GatewayError };

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
 * Takes back a whole sale: by a void until the first batch close after it, by a refund from then on (seed 3.1, 3.3, 8).
 * When the void is clearly refused and the batch has closed meanwhile, by our clock or by what the refusal says, it goes
 * on with the refund. Says which it did; look at the result's finality, for that may be refused too. An unclear void is
 * an OutcomeUnknownError and no refund follows. A sale of a time to come is a TypeError.
 */
export async function reverse(rest: Rest, original: Original, options: CallOptions = {}): Promise<Reversal> {
  const settings = settingsOf(rest);
  refuseUnknownNames("Original", original, names);
  const at = original.at instanceof Date ? original.at.getTime() : original.at;
  // Ten minutes for clocks that differ.
  if (!Number.isFinite(at) || Math.abs(at) > 8e15 || at > settings.now() + 600_000) {
    throw new TypeError("Original.at: expected when the sale was made, a Date or milliseconds since 1970");
  }
  if (isClosed(settings, at)) return { did: "refund", result: await refundOf(rest, original, options) };
  const { "idempotency-key": key, pnRef = "", amount } = original;
  let answer: RestResult | GatewayError;
  try {
    answer = await voidTransaction(rest, { "idempotency-key": key, pnRef, amount }, options);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    answer = error;
  }
  const refused = answer instanceof GatewayError || answer.finality === "declined";
  if (refused && (isClosed(settings, at) || saysClosed(answer))) {
    return { did: "refund", result: await refundOf(rest, original, options), refusedVoid: answer };
  }
  if (answer instanceof GatewayError) throw answer;
  return { did: "void", result: answer };
}

const isClosed = ({ now, batchClose, timeZone }: RestSettings, at: number) =>
  now() >= nextBatchClose(at, batchClose, timeZone);

/** Whether a refused void says itself that its batch is closed: 77, or words to that effect. */
function saysClosed(answer: RestResult | GatewayError): boolean {
  const words = answer instanceof GatewayError ? answer.body : (answer["response-code-desc"] ?? "");
  return (
    (!(answer instanceof GatewayError) && answer["response-code"] === "77") || /\b(?:batch|lote|cierre)\b/i.test(words)
  );
}

function refundOf(rest: Rest, original: Original, options: CallOptions): Promise<RestResult> {
  const { at: _at, pnRef = "", txToken = pnRef, ...request } = original;
  return refund(rest, { ...request, txToken }, options);
}
