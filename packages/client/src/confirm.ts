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
 * Settles a pre-authorization (TransactionType 2240) from this server, without a buyer: creates a session that returns
 * the values of its result, posts SESSION to the payment page, and asks for the result until there is one: within
 * `timeouts.confirm` in all (default: 60 s).
 *
 * Where the page refuses the post, something in front of the bank may have refused, not the bank: the bank is asked
 * until the deadline, and the error then has the refusal's `status`, and the refusal as its `cause`.
 * @param gateway what `openGateway` returned
 * @param merchant the merchant of the pre-authorization
 * @param confirmation the pre-authorization's result, and an amount that is not above its own
 * @param options `signal` gives up waiting
 * @returns the result: look at its `finality` first. `review` with the advice `already-settled` (code 26): an earlier
 * confirmation has settled it
 * @throws ArgumentError naming what is wrong; nothing was sent
 * @throws GatewayError when the bank refuses the session: nothing was settled by this call
 * @throws OutcomeUnknownError without a clear answer. Nothing was settled by this call where `operation` is
 * `createSession` or `sent` is false; otherwise ask `sessionResult` with `error.call.session` before you confirm again
 * @see docs/contributing/contract.md#3.4
 * @example
 * const settled = await confirm(gateway, merchant, { ...order, result: authorized, transactionId: "000043" });
 * if (settled.finality === "approved") ship(settled.AuthorizationCode);
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
    // Half of the time that is left: the result has to be asked for afterwards.
    const deadline = Math.ceil(msLeft(channel.clock, ends) / 2);
    const refusal = await refusalFrom(
      postSession(channel, { operation: "confirm", session }, deadline, options.signal),
    );
    return confirmationResult(request, await askForResult(channel, session, ends, options.signal, refusal));
  });
}

/** The GatewayError that a post fails with; undefined when it succeeds. */
async function refusalFrom(post: Promise<void>): Promise<GatewayError | undefined> {
  try {
    await post;
  } catch (error) {
    if (error instanceof GatewayError) return error;
    throw error;
  }
  return undefined;
}

/** Asks until there is a final result. A session that the page refused may have one, too. */
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

/** The result once it is final; undefined while the bank has none, or its answer cannot be read. */
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
