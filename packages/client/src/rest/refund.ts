import { ArgumentError } from "@ventanilla/web";
import { msLeft } from "../clock.ts";
import { GatewayError, OutcomeUnknownError } from "../errors.ts";
import type { BearerTokens } from "./bearer-tokens.ts";
import { type Rest, type RestSettings, settingsOf } from "./open-rest.ts";
import { type CallOptions, checkCallOptions, operate } from "./operate.ts";
import { type CheckedRequest, checkRestRequest, type RefundRequest } from "./rest-request.ts";
import type { RestResult } from "./rest-result.ts";
import type { UnclearRequest } from "./unclear-request.ts";

/**
 * Returns an original's amount or less, once. Carries the original's idempotency-key and txToken, and a bearer token
 * from `openRest`'s `bearerToken`: kept for its hour, fetched again and sent once more when the service answers 401.
 * Otherwise repeated by itself only when it surely was not sent.
 * @param rest what `openRest` returned, with `bearerToken`
 * @param request the refund, or `error.call.request` of an OutcomeUnknownError
 * @param options `signal` gives up waiting; `mayHaveBeenSent` after a crash
 * @returns the result: look at its `finality` first
 * @throws ArgumentError naming what is wrong, such as a `bearerToken` that failed, with its error as `cause`; or the
 * original when this process has already refunded it
 * @throws GatewayError when the bank refuses the request
 * @throws OutcomeUnknownError without a clear answer within `timeouts.transaction` (default: 60 s); its `guidance` says
 * what to do
 * @see docs/contributing/contract.md#3.3
 * @example
 * const { finality } = await refund(rest, {
 *   "idempotency-key": key,
 *   txToken,
 *   amount: { minor: 50_000, currency: "DOP" },
 *   "invoice-number": "A-1042",
 *   "client-ip": "203.0.113.7",
 *   "reference-number": "R-1042",
 * });
 */
export async function refund(
  rest: Rest,
  request: RefundRequest | UnclearRequest<"refund">,
  options: CallOptions = {},
): Promise<RestResult> {
  const settings = settingsOf(rest);
  checkCallOptions(options);
  const checked = checkRefund(settings, request);
  return settings.calls.run(() => sendRefund(settings, checked, options));
}

/** A refund that passed every rule, and where its bearer token comes from. */
export interface CheckedRefund {
  readonly checked: CheckedRequest<"refund">;
  readonly bearer: BearerTokens;
}

/** Checks a refund before it is sent. Throws an ArgumentError that names what is wrong. */
export function checkRefund(settings: RestSettings, request: RefundRequest | UnclearRequest<"refund">): CheckedRefund {
  const checked = checkRestRequest("refund", settings, request);
  const { bearer } = settings;
  if (bearer === undefined) throw new ArgumentError("rest.bearerToken: missing, a refund needs it");
  settings.memory.sent.assertMayFollow("refund", checked);
  return { checked, bearer };
}

/** Sends a refund that was checked. `before` is called right before each request is sent, and may still throw. */
export async function sendRefund(
  settings: RestSettings,
  toSend: CheckedRefund,
  options: CallOptions,
  before: () => void = () => undefined,
): Promise<RestResult> {
  const { checked, bearer } = toSend;
  const { channel, deadlines } = settings;
  const ends = channel.clock.now() + deadlines.transaction;
  const left = () => msLeft(channel.clock, ends);
  const sendOnce = (token: string) => {
    before();
    return operate(settings, "refund", checked, left(), options, { headers: bearer.header(token), token });
  };
  const token = await tokenWithin(settings, toSend, left(), options);
  try {
    return await sendOnce(token);
  } catch (error) {
    // A 401 refuses the bearer token alone, whatever an earlier call did.
    const refused =
      error instanceof GatewayError || (error instanceof OutcomeUnknownError && error.code === "refused_later");
    if (!refused || error.status !== 401) throw error;
    bearer.forget(token);
    return sendOnce(await tokenWithin(settings, toSend, left(), options));
  }
}

/** Waits for a bearer token, no longer than `deadline` milliseconds or the call's signal. */
async function tokenWithin(
  { channel, memory: { sent } }: RestSettings,
  { checked, bearer }: CheckedRefund,
  deadline: number,
  options: CallOptions,
): Promise<string> {
  const late = new AbortController();
  const stopTimer = channel.clock.after(deadline, () => late.abort());
  const signal = options.signal === undefined ? late.signal : AbortSignal.any([options.signal, late.signal]);
  try {
    return await bearer.current(signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    const earlier = options.mayHaveBeenSent === true || sent.mayHaveHappened("refund", checked);
    const code = options.signal?.aborted ? "aborted" : "timeout";
    throw new OutcomeUnknownError(code, { operation: "refund", request: checked.request }, { sent: earlier });
  } finally {
    stopTimer();
  }
}
