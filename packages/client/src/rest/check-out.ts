import { type Rest, settingsOf } from "./open-rest.ts";
import { type CallOptions, checkCallOptions, operate } from "./operate.ts";
import { type CheckOutRequest, checkRestRequest } from "./rest-request.ts";
import type { RestResult } from "./rest-result.ts";
import type { UnclearRequest } from "./unclear-request.ts";

/**
 * Settles a check-in, for its amount or less. Carries the check-in's idempotency-key, txToken and, when it had one,
 * approval-code. Repeated by itself only when it surely was not sent; for a second call the rules of
 * `voidTransaction` apply. The wire has no currency here: the bank settles in the check-in's own.
 * @param rest what `openRest` returned
 * @param request the check-out, or `error.call.request` of an OutcomeUnknownError
 * @param options `signal` gives up waiting; `mayHaveBeenSent` after a crash
 * @returns the result: look at its `finality` first
 * @throws ArgumentError naming what is wrong, or what this process knows to be done. Nothing was sent
 * @throws GatewayError when the bank refuses the request
 * @throws OutcomeUnknownError without a clear answer within `timeouts.transaction` (default: 60 s); its `guidance` says
 * what to do
 * @see docs/contributing/contract.md#3.2
 * @example
 * await checkOut(rest, {
 *   "idempotency-key": key,
 *   txToken,
 *   "approval-code": approvalCode,
 *   amount: { minor: 850_000, currency: "DOP" },
 *   itbis: { minor: 129_661, currency: "DOP" },
 *   environment: "Ecommerce",
 *   "client-ip": "203.0.113.7",
 *   "reference-number": "R-204",
 * });
 */
export async function checkOut(
  rest: Rest,
  request: CheckOutRequest | UnclearRequest<"checkOut">,
  options: CallOptions = {},
): Promise<RestResult> {
  const settings = settingsOf(rest);
  const checked = checkRestRequest("checkOut", settings, request);
  checkCallOptions(options);
  return settings.calls.run(() => operate(settings, "checkOut", checked, settings.deadlines.transaction, options));
}
