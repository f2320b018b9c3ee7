import { year2000 } from "../clock.ts";
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
  /** When the sale was made. No number, which may be seconds or milliseconds. */
  at: Date;
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
 * an OutcomeUnknownError and no refund follows. A sale dated in the future is a TypeError.
 */
export async function reverse(rest: Rest, original: Original, options: CallOptions = {}): Promise<Reversal> {
  const settings = settingsOf(rest);
  refuseUnknownNames("Original", original, names);
  const at = timeOfSale(original.at, settings.now());
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

/** The sale's time in milliseconds. One of 1970 would be taken back by a refund, though its batch is still open. */
function timeOfSale(at: unknown, now: number): number {
  if (!(at instanceof Date) || Number.isNaN(at.getTime())) {
    throw new TypeError("Original.at: expected a Date, since a number may be seconds or milliseconds");
  }
  const time = at.getTime();
  if (time < year2000) throw new TypeError("Original.at: expected a time since 2000: a Date takes milliseconds");
  // Ten minutes for clocks that differ.
  if (time > now + 600_000) throw new TypeError("Original.at: expected the time of the sale, not one to come");
  return time;
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
