import { checkOptionNames, type HostedOptions } from "./check-option-names.ts";
import { checkPaymentRequest } from "./check-payment-request.ts";
import { msLeft } from "./clock.ts";
import { type Confirmation, confirmationRequest } from "./confirmation-request.ts";
import { type ConfirmationResult, confirmationResult } from "./confirmation-result.ts";
import { requestSession } from "./create-session.ts";
import { GatewayError, OutcomeUnknownError } from "./errors.ts";
import { channelOf, type Gateway, type GatewayChannel } from "./gateway.ts";
import type { Merchant } from "./payment-request.ts";
import { responseCode } from "./response-codes.ts";
import type { GuardedSession } from "./session.ts";
import { queryResult } from "./session-result.ts";
import { postSession } from "./submit-session.ts";
import type { TransactionResult } from "./wire/transaction-result.ts";

/**
 * Settles a pre-authorization (TransactionType 2240, contract §3.4) from this server, without a buyer: creates a
 * session that returns the values of its result, posts SESSION to the payment page, and asks for the result until there
 * is one. A refusal is a result: look at its `finality`; code 26 means that an earlier confirmation has settled it
 * (`review`, with the advice `already-settled`). A GatewayError means that nothing was settled by this call: the
 * session was refused. So does an OutcomeUnknownError whose operation is `createSession`, or whose `sent` is false; after
 * any other ask `sessionResult` with `error.call.session` before you confirm again. One that comes of a page's refusal has
 * its `status`, and the refusal as its `cause`: whoever stands before the bank may have refused, not it, so the bank is
 * asked until the deadline, and "not finished" is no denial. 60 s in all.
 */
export async function confirm(
  gateway: Gateway,
  merchant: Merchant,
  confirmation: Confirmation,
  options: HostedOptions = {},
): Promise<ConfirmationResult> {
  const channel = channelOf(gateway);
  checkOptionNames(options);
  const request = checkPaymentRequest(confirmationRequest(merchant, confirmation));
  return channel.calls.run(async () => {
    const ends = channel.clock.now() + channel.deadlines.confirm;
    const toCreate = Math.min(channel.deadlines.createSession, msLeft(channel.clock, ends));
    const session = await requestSession(channel, request, options.signal, toCreate);
    const deadline = Math.ceil(msLeft(channel.clock, ends) / 2);
    const refusal = await refusalOf(postSession(channel, { operation: "confirm", session }, deadline, options.signal));
    return confirmationResult(request, await askForResult(channel, session, ends, options.signal, refusal));
  });
}

/** The clear refusal that a post ends with; undefined when it ends without. */
async function refusalOf(post: Promise<void>): Promise<GatewayError | undefined> {
  try {
    await post;
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  return undefined;
}

/** Asks until there is a final result; a session that the page refused may have one as well. */
async function askForResult(
  channel: GatewayChannel,
  session: GuardedSession,
  ends: number,
  signal: AbortSignal | undefined,
  refusal: GatewayError | undefined,
): Promise<TransactionResult> {
  const { clock } = channel;
  for (let wait = 250; ; wait = Math.min(2 * wait, 5_000)) {
    const deadline = Math.min(channel.deadlines.sessionResult, msLeft(clock, ends));
    const result = await finalResult(channel, session, signal, deadline);
    if (result !== undefined) return result;
    const aborted = signal?.aborted === true;
    if (aborted || clock.now() + wait > ends) {
      const details = { status: refusal?.status, cause: refusal };
      throw new OutcomeUnknownError(aborted ? "aborted" : "timeout", { operation: "confirm", session }, details);
    }
    await clock.pause(wait, signal);
  }
}

/** The result once it is final; undefined as long as the bank has none, or says nothing that can be read. */
async function finalResult(
  channel: GatewayChannel,
  session: GuardedSession,
  signal: AbortSignal | undefined,
  deadline: number,
): Promise<TransactionResult | undefined> {
  try {
    const answer = await queryResult(channel, session, signal, deadline);
    if (answer.status !== "finished") return undefined;
    const { finality } = responseCode(answer.result.ResponseCode, "confirmation");
    return finality === "pending" ? undefined : answer.result;
  } catch (error) {
    if (error instanceof OutcomeUnknownError) return undefined;
    throw error;
  }
}
