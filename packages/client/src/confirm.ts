import { type Confirmation, confirmationRequest } from "./confirmation-request.ts";
import { createSession } from "./create-session.ts";
import { GatewayError, OutcomeUnknownError } from "./errors.ts";
import { channelOf, type Gateway } from "./gateway.ts";
import type { Merchant } from "./payment-request.ts";
import { responseCode } from "./response-codes.ts";
import { send, Unclear } from "./send.ts";
import type { Session } from "./session.ts";
import { sessionResult } from "./session-result.ts";
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
  await post(gateway, session, Math.max(1, Math.ceil((ends - clock.now()) / 2)), options.signal);
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

/** Posts SESSION to the page. An unclear answer is no fault here, since the query tells; one never sent is. */
async function post(gateway: Gateway, session: Session, deadline: number, signal: AbortSignal | undefined) {
  const call = {
    method: "POST",
    path: "/authorize",
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
    body: new URLSearchParams({ SESSION: session.SESSION }).toString(),
    repeat: "unsent",
    deadline,
    signal,
    asked: { operation: "confirm", session },
    secrets: [session["session-key"]],
  } as const;
  try {
    await send(channelOf(gateway).page, call, ({ status, text }) => {
      if (status >= 400) throw new GatewayError(status, text);
      if (status < 200) throw new Unclear("unexpected_status", false, status);
    });
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError) || !error.sent || error.code === "aborted") throw error;
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
