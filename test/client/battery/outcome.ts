import { ArgumentError, type confirm, GatewayError, OutcomeUnknownError, type Session } from "@ventanilla/client";
import type { RestResult, Reversal } from "@ventanilla/client/rest";

/** What a call gives. */
export type Answered = RestResult | Reversal | Awaited<ReturnType<typeof confirm>> | Session;

/** What a call told its caller. */
export interface Outcome {
  /** A session that was created counts as approved. */
  readonly kind: "approved" | "declined" | "review" | "pending" | "refused" | "not sent" | "unclear" | "misused";
  readonly result: RestResult | undefined;
  /** What the caller got; undefined where it got an error. */
  readonly answer: Answered | undefined;
  readonly error: unknown;
}

/** Kinds that say: by this call nothing happened. */
export const meansNotDone: ReadonlySet<Outcome["kind"]> = new Set(["declined", "refused", "not sent"]);

/** Waits for a call and sorts what it tells; anything thrown but the typed faults is thrown on. */
export async function outcomeOf(made: Promise<Answered>): Promise<Outcome> {
  try {
    const told = await made;
    const answer = "method" in told ? told.result : told;
    const kind = "finality" in answer ? answer.finality : "approved";
    const result = "response-code-source" in answer ? answer : undefined;
    return { kind, result, answer: told, error: undefined };
  } catch (error) {
    return { kind: kindOf(error), result: undefined, answer: undefined, error };
  }
}

function kindOf(error: unknown): Outcome["kind"] {
  if (error instanceof GatewayError) return "refused";
  if (error instanceof ArgumentError) return "misused";
  if (!(error instanceof OutcomeUnknownError)) throw error;
  // A key charges nobody, and a session that nobody knows is paid by nobody.
  if (error.operation === "idempotencyKey" || error.operation === "createSession") return "not sent";
  return error.sent ? "unclear" : "not sent";
}
