import { GatewayError, OutcomeUnknownError, responseCode, type TransactionResult } from "@ventanilla/client";
import type { Reversal, RestResult } from "@ventanilla/client/rest";

/** What a call told its caller. */
export interface Outcome {
  readonly kind: "approved" | "declined" | "review" | "pending" | "refused" | "not sent" | "unclear" | "misused";
  readonly result: RestResult | undefined;
  readonly error: unknown;
}

/** Kinds that say: by this call nothing happened. */
export const saysNothing: ReadonlySet<Outcome["kind"]> = new Set(["declined", "refused", "not sent"]);

/** Waits for a call and sorts what it tells; anything thrown but the typed faults is thrown on. */
export async function outcomeOf(made: Promise<RestResult | Reversal | TransactionResult>): Promise<Outcome> {
  try {
    const told = await made;
    if ("ResponseCode" in told) {
      return { kind: responseCode(told.ResponseCode, "confirmation").finality, result: undefined, error: undefined };
    }
    const result = "finality" in told ? told : told.result;
    return { kind: result.finality, result, error: undefined };
  } catch (error) {
    return { kind: kindOf(error), result: undefined, error };
  }
}

function kindOf(error: unknown): Outcome["kind"] {
  if (error instanceof GatewayError) return "refused";
  if (error instanceof TypeError) return "misused";
  if (!(error instanceof OutcomeUnknownError)) throw error;
  // A key charges nobody, and a session that nobody knows is paid by nobody.
  if (error.operation === "idempotencyKey" || error.operation === "createSession") return "not sent";
  return error.sent ? "unclear" : "not sent";
}
