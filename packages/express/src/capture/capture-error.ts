/**
 * Why an order cannot be captured or released, or was not captured:
 *
 * - `not_authorized`: no attempt at the order is authorized, or not the one that was named;
 * - `already_paid`: it is captured with another amount or tax, or of another authorization, or another attempt has paid
 *   it; or it is captured at all, when the order is to be released;
 * - `in_progress`: a capture of another amount or tax, or of another authorization, is running; or any capture, when the
 *   order is to be released;
 * - `in_review`: it is not known whether an earlier capture settled it: resolve that one first;
 * - `uncapturable`: what the bank needs for it was not given, cannot be decrypted, or is no longer kept after 31 days;
 * - `other_bank`: it was authorized at another session API than this router's `gateway` and `earlierGateways`;
 * - `not_sent`: the bank created no session, or its page was never reached: nothing was settled. `cause` says why.
 */
export class CaptureError extends Error {
  override name = "CaptureError";
  /** Which of the reasons. */
  readonly code:
    | "not_authorized"
    | "already_paid"
    | "in_progress"
    | "in_review"
    | "uncapturable"
    | "other_bank"
    | "not_sent";

  /**
   * @param code which of the reasons
   * @param message the reason in a sentence, for the merchant
   * @param options `cause`: the error behind it
   */
  constructor(code: CaptureError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
