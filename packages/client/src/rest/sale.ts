import { ArgumentError } from "../argument-error.ts";
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
 * Charges a card (contract §4.1). Fetches an idempotency key unless the request has one, and repeats with that same key
 * while there is no clear answer or the service says `09`, all within 60 s; so it charges once. A declined card is a
 * result; but an OutcomeUnknownError (`refused_later`) where a repetition is declined in words that may mean that an
 * earlier try charged, or after an approval that the client has seen. `replayed` tells an answer that was given before
 * from a new one. An ArgumentError, a GatewayError, or an OutcomeUnknownError whose operation is `idempotencyKey` or whose
 * `sent` is false mean that nothing was charged by this call, nor by an earlier one on the key that the client knows
 * of; after any other OutcomeUnknownError do what its `guidance` says, most often call again with `error.call.request`,
 * which holds the key. After a crash only a key that you fetched and stored before helps: call with it and
 * `mayHaveBeenSent: true`; one that is null or undefined is an ArgumentError, for a new one would be fetched in its place. A
 * key that was sent with another request is an ArgumentError.
 */
export const sale = (
  rest: Rest,
  request: SaleRequest | UnclearRequest<"sale">,
  options: CallOptions = {},
): Promise<RestResult> => charge("sale", rest, request, options);

/**
 * Authorizes an amount against the cardholder's credit, to be settled by `checkOut` (contract §3.2). Everything else as
 * with `sale`; the token for the check-out is `txToken`.
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
  // Before a key is fetched, so that a wrong request costs none.
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
