/**
 * Why a person's word about an attempt cannot be recorded:
 *
 * - `not_found`: there is no attempt with this id;
 * - `wrong_state`: the attempt is not `unknown`, under `review`, or refused without a clear last answer; or, for
 *   {@link Payments.recordHandling}, it is not a further payment;
 * - `already_resolved`: a person has said so before;
 * - `in_progress`: a capture of the payment that was given back is running, or its outcome is not known.
 */
export class ResolveError extends Error {
  override name = "ResolveError";
  /** Which of the reasons. */
  readonly code: "not_found" | "wrong_state" | "already_resolved" | "in_progress";

  /**
   * @param code which of the reasons
   * @param message the reason in a sentence, for the person who resolves
   */
  constructor(code: ResolveError["code"], message: string) {
    super(message);
    this.code = code;
  }
}
