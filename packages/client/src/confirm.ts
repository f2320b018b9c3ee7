import { type Confirmation, confirmationRequest } from "./confirmation-request.ts";
import { createSession } from "./create-session.ts";
import { OutcomeUnknownError } from "./errors.ts";
import { channelOf, type Gateway } from "./gateway.ts";
import type { Merchant } from "./payment-request.ts";
import { responseCode } from "./response-codes.ts";
import type { Session } from "./session.ts";
import { sessionResult } from "./session-result.ts";
import { submitSession } from "./submit-session.ts";
import type { TransactionResult } from "./wire/transaction-result.ts";

/**
 * Settles a pre-authorization (TransactionType 2240, seed 3.4) from this server, without a buyer: creates a session that
 * returns the values of its result, posts SESSION to the payment page, and asks for the result until there is one. A
 * refusal is a result: look at `responseCode(result.ResponseCode, "confirmation").finality`; 26 (`already-settled`) means
 * that an earlier confirmation has settled it. An OutcomeUnknownError whose operation is `createSession`, or whose `sent`
 * is false, means that nothing was settled; after any other ask `sessionResult` with `error.asked.session` before you
 * confirm again. 60 s in all.
 */
export async function confirm(
  gateway: Gateway,
  merchant: Merchant,
  confirmation: Confirmation,
  options: { signal?: AbortSignal | undefined } = {},
): Promise<TransactionResult> {
  const { clock, deadlines } = channelOf(gateway);
  const ends = clock.now() + deadlines.confirm;
  const session = await createSession(gateway, confirmationRequest(merchant, confirmation), options);
  const deadline = Math.max(1, Math.ceil((ends - clock.now()) / 2));
  await submitSession(gateway, session, { deadline, signal: options.signal });
  for (let wait = 250; ; wait = Math.min(2 * wait, 5_000)) {
    const result = await finalResult(gateway, session, options.signal);
    if (result !== undefined) return result;
    const code = options.signal?.aborted ? "aborted" : "timeout";
    if (code === "aborted" || clock.now() + wait > ends) {
      throw new OutcomeUnknownError(code, { operation: "confirm", session });
    }
    await clock.pause(wait, options.signal);
  }
}

/** The result once it is final; undefined while there is none, or none that could be read. */
async function finalResult(gateway: Gateway, session: Session, signal: AbortSignal | undefined) {
  try {
    const answer = await sessionResult(gateway, session, { signal });
    if (answer.status !== "finished" || responseCode(answer.result.ResponseCode, "confirmation").finality === "pending")
      return undefined;
    return answer.result;
  } catch (error) {
    if (error instanceof OutcomeUnknownError) return undefined;
    throw error;
  }
}
