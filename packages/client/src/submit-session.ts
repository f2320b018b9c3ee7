import { checkMilliseconds } from "./channel.ts";
import { checkOptionNames, type HostedOptions } from "./check-option-names.ts";
import { GatewayError, OutcomeUnknownError } from "./errors.ts";
import { channelOf, type Gateway, type GatewayChannel } from "./gateway.ts";
import { send, UnclearAnswerError } from "./send.ts";
import { checkSession, type GuardedSession, type Session } from "./session.ts";

/**
 * Posts SESSION to the payment page from this server, as a confirmation (TransactionType 2240) needs it: no buyer is
 * there to do it. Sent once; sent again only while it surely never left this server. It returns when the page answered,
 * or when its answer was unclear: `sessionResult` tells what happened.
 * @param gateway what `openGateway` returned
 * @param session the session of a `confirmationRequest`
 * @param options `signal` gives up waiting; `deadline` in milliseconds in all. Default: 30,000
 * @throws ArgumentError where an argument is wrong; nothing was sent
 * @throws GatewayError when the page refuses it, or wants the form at another address (307, 308): set `gatewayUrl` to
 * that address
 * @throws OutcomeUnknownError when nothing reached the page (`sent` is false), or the call was aborted
 * @see docs/contributing/contract.md#4.2
 * @example
 * const session = await createSession(gateway, confirmationRequest(merchant, confirmation));
 * await submitSession(gateway, session, { deadline: 10_000 });
 * const answer = await sessionResult(gateway, session);
 */
export async function submitSession(
  gateway: Gateway,
  session: Session,
  options: HostedOptions & { deadline?: number | undefined } = {},
): Promise<void> {
  const channel = channelOf(gateway);
  const guarded = checkSession(session);
  checkOptionNames(options, "deadline");
  const deadline = checkMilliseconds("options.deadline", options.deadline ?? 30_000);
  const call = { operation: "submitSession", session: guarded } as const;
  return channel.calls.run(() => postSession(channel, call, deadline, options.signal));
}

/**
 * Posts a session that was checked, as a part of the call in progress.
 * @param failed that call, for an OutcomeUnknownError
 */
export async function postSession(
  { page }: GatewayChannel,
  failed: { readonly operation: "submitSession" | "confirm"; readonly session: GuardedSession },
  deadline: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const call = {
    method: "POST",
    path: "/authorize",
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
    body: new URLSearchParams({ SESSION: failed.session.SESSION }).toString(),
    repeat: "unsent",
    deadline,
    signal,
    failed,
    secrets: [failed.session["session-key"]],
  } as const;
  try {
    await send(page, call, ({ status, text }) => {
      // A 307 or 308 asks for the form at another address, and this one has not taken it.
      if (status >= 400 || status === 307 || status === 308) throw new GatewayError(status, text, call.secrets);
      if (status < 200) throw new UnclearAnswerError("unexpected_status", { status });
    });
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError) || !error.sent || error.code === "aborted") throw error;
  }
}
