import { type Rest, settingsOf } from "./open-rest.ts";
import { type CallOptions, checkCallOptions, operate } from "./operate.ts";
import { checkRestRequest, type VoidRequest } from "./rest-request.ts";
import type { RestResult } from "./rest-result.ts";
import type { UnclearRequest } from "./unclear-request.ts";

/**
 * Takes back a sale, or a check-in where the service offers that, before the merchant's batch close. Carries the
 * original's idempotency-key and pnRef. Repeated by itself only when it surely was not sent. After an unclear void, a
 * second call may void twice if the bank does not detect duplicates. If the second is refused, the result is `review` or
 * an OutcomeUnknownError (`refused_later`), never “nothing happened”.
 * @param rest what `openRest` returned
 * @param request the void, or `error.call.request` of an OutcomeUnknownError
 * @param options `signal` gives up waiting; `mayHaveBeenSent` after a crash
 * @returns the result: look at its `finality` first
 * @throws ArgumentError naming what is wrong, or a void or refund that this process saw approved. Nothing was sent
 * @throws GatewayError when the bank refuses the request
 * @throws OutcomeUnknownError without a clear answer within `timeouts.transaction` (default: 60 s); its `guidance` says
 * what to do
 * @see docs/contributing/contract.md#3.1
 * @example
 * await voidTransaction(rest, { "idempotency-key": key, pnRef: sold.pnRef, amount });
 */
export async function voidTransaction(
  rest: Rest,
  request: VoidRequest | UnclearRequest<"void">,
  options: CallOptions = {},
): Promise<RestResult> {
  const settings = settingsOf(rest);
  const checked = checkRestRequest("void", settings, request);
  checkCallOptions(options);
  return settings.calls.run(() => operate(settings, "void", checked, settings.deadlines.transaction, options));
}
