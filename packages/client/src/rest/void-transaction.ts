import { type Rest, settingsOf } from "./open-rest.ts";
import { type CallOptions, checkCallOptions, operate } from "./operate.ts";
import { checkRestRequest, type VoidRequest } from "./rest-request.ts";
import type { RestResult } from "./rest-result.ts";
import type { UnclearRequest } from "./unclear-request.ts";

/**
 * Takes back a sale, or a check-in where the service knows that, before the merchant's batch close (contract §3.1).
 * Carries the original's idempotency-key and pnRef. Never repeated by itself unless it surely was not sent: without a
 * clear answer it is an OutcomeUnknownError whose `guidance` says what to do. After a void or refund that this process saw
 * approved it is an ArgumentError; after an unclear one a second call may void a second time at a bank that does not see that it
 * is the second; refused, it is never told that nothing happened: it is `review`, or an OutcomeUnknownError
 * (`refused_later`).
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
