import { type Rest, settingsOf } from "./open-rest.ts";
import { type CallOptions, checkCallOptions, operate } from "./operate.ts";
import { type CheckOutRequest, checkRestRequest } from "./rest-request.ts";
import type { RestResult } from "./rest-result.ts";
import type { UnclearRequest } from "./unclear-request.ts";

/**
 * Settles a check-in, for its amount or less (contract §3.2). Carries the check-in's idempotency-key, txToken and, when
 * it had one, approval-code. Never repeated by itself unless it surely was not sent: without a clear answer it is an
 * OutcomeUnknownError whose `guidance` says what to do, and a second call is as one of `void`. The wire has no currency
 * here: of a check-in of this process another one is an ArgumentError, of any other the bank settles in its own.
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
