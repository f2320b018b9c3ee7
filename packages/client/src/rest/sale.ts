import { ArgumentError } from "@ventanilla/web";
import { msLeft } from "../clock.ts";
import type { Charge } from "../wire/charge.ts";
import { fetchKey } from "./idempotency-key.ts";
import { type Rest, type RestSettings, settingsOf } from "./open-rest.ts";
import { type CallOptions, checkCallOptions, operate } from "./operate.ts";
import {
  type CheckedRequest,
  type CheckInRequest,
  checkRestRequest,
  owners,
  pendingKey,
  type RestRequest,
  type SaleRequest,
} from "./rest-request.ts";
import type { RestResult } from "./rest-result.ts";
import type { UnclearRequest } from "./unclear-request.ts";

/**
 * Charges a card. Fetches an idempotency key unless the request has one, and repeats with that same key while there is
 * no clear answer or the service says `09`, all within `timeouts.transaction` (default: 60 s); so it charges once. A
 * declined card is a result, and `replayed` tells an answer that was given before from a new one.
 *
 * After a crash only a key that you fetched and stored before helps: call with it and `mayHaveBeenSent: true`.
 * @param rest what `openRest` returned
 * @param request the sale, or `error.call.request` of an OutcomeUnknownError. A key that is null or undefined is
 * refused: a new one would be fetched in its place
 * @param options `signal` gives up waiting; `mayHaveBeenSent` after a crash
 * @returns the result: look at its `finality` first
 * @throws ArgumentError naming up to ten fields, or the key that was sent with another request. Nothing was charged by
 * this call
 * @throws GatewayError when the bank refuses the request: nothing was charged by this call
 * @throws OutcomeUnknownError without a clear answer. When `operation` is `idempotencyKey` or `sent` is false, nothing
 * was charged, neither by this call nor by an earlier one on the key that the client knows of; otherwise do what
 * `guidance` says. `refused_later`: a repetition was declined, and an earlier try may have charged
 * @see docs/contributing/contract.md#4.1
 * @example
 * const result = await sale(rest, {
 *   "card-number": cardNumber,
 *   "expiration-date": "11/29",
 *   cvv,
 *   environment: "Ecommerce",
 *   amount: { minor: 295_000, currency: "DOP" },
 *   "invoice-number": "A-1042",
 *   "client-ip": "203.0.113.7",
 *   "reference-number": "R-1042",
 * });
 * if (result.finality === "approved") ship(result["approval-code"]);
 */
export const sale = (
  rest: Rest,
  request: SaleRequest | UnclearRequest<"sale">,
  options: CallOptions = {},
): Promise<RestResult> => charge("sale", rest, request, options);

/**
 * Authorizes an amount against the cardholder's credit, to be settled by `checkOut`. Everything else as with `sale`;
 * the token for the check-out is `txToken`.
 * @param rest what `openRest` returned
 * @param request the check-in, or `error.call.request` of an OutcomeUnknownError
 * @param options `signal` gives up waiting; `mayHaveBeenSent` after a crash
 * @returns the result: look at its `finality` first
 * @throws ArgumentError as `sale` does
 * @throws GatewayError as `sale` does
 * @throws OutcomeUnknownError as `sale` does
 * @see docs/contributing/contract.md#3.2
 * @example
 * const held = await checkIn(rest, {
 *   "card-number": cardNumber,
 *   "expiration-date": "11/29",
 *   cvv,
 *   environment: "Ecommerce",
 *   amount: { minor: 1_000_000, currency: "DOP" },
 *   tip: { minor: 0, currency: "DOP" },
 *   "invoice-number": "H-204",
 *   "client-ip": "203.0.113.7",
 *   "reference-number": "R-204",
 * });
 * if (held.finality === "approved") await keep(held.txToken, held["approval-code"]);
 */
export const checkIn = (
  rest: Rest,
  request: CheckInRequest | UnclearRequest<"checkIn">,
  options: CallOptions = {},
): Promise<RestResult> => charge("checkIn", rest, request, options);

async function charge<O extends Charge>(
  operation: O,
  rest: Rest,
  request: RestRequest<O> | UnclearRequest<O>,
  options: CallOptions,
): Promise<RestResult> {
  const settings = settingsOf(rest);
  checkCallOptions(options);
  // Checked before a key is fetched, so that a wrong request uses up no key.
  const first = checkRestRequest(operation, settings, request, pendingKey);
  if (first.key === undefined && options.mayHaveBeenSent) {
    throw new ArgumentError(
      `${owners[operation]}.idempotency-key: missing: with mayHaveBeenSent it is the key that was sent`,
    );
  }
  return settings.calls.run(() => chargeOnce(operation, settings, first, options));
}

/** Charges with the request's key, or with one fetched for it. */
async function chargeOnce<O extends Charge>(
  operation: O,
  settings: RestSettings,
  first: CheckedRequest<O>,
  options: CallOptions,
): Promise<RestResult> {
  const { channel, deadlines } = settings;
  const ends = channel.clock.now() + deadlines.transaction;
  const left = () => msLeft(channel.clock, ends);
  if (first.key !== undefined) return operate(settings, operation, first, left(), options);
  const key = await fetchKey(settings, Math.min(deadlines.idempotencyKey, left()), options, first.secrets);
  const checked = checkRestRequest(operation, settings, first.request, key);
  return operate(settings, operation, checked, left(), options);
}
