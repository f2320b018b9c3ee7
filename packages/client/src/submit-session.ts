import { GatewayError, OutcomeUnknownError } from "./errors.ts";
import { channelOf, type Gateway, type GatewayChannel } from "./gateway.ts";
import { send, Unclear } from "./send.ts";
import type { Session } from "./session.ts";

/**
 * Posts SESSION to the payment page from this server, as a confirmation (TransactionType 2240) needs it: no buyer is
 * there to do it. Sent once; sent again only while it surely never left this server. It returns when the page answered,
 * or when its answer was unclear: `sessionResult` tells what happened. GatewayError: the page refused it.
 * OutcomeUnknownError: `sent` is false when nothing reached the page; else the call was aborted.
 * @param options.deadline milliseconds in all. Default: 30,000
 */
export async function submitSession(
  gateway: Gateway,
  session: Session,
  { deadline = 30_000, signal }: { deadline?: number | undefined; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const channel = channelOf(gateway);
  return channel.calls.run(() => postSession(channel, session, deadline, signal));
}

/** The same as a part of the call that is under way. */
export async function postSession(
  { page }: GatewayChannel,
  session: Session,
  deadline: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const call = {
    method: "POST",
    path: "/authorize",
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
    body: new URLSearchParams({ SESSION: session.SESSION }).toString(),
    repeat: "unsent",
    deadline,
    signal,
    failed: { operation: "confirm", session },
    secrets: [session["session-key"]],
  } as const;
  try {
    await send(page, call, ({ status, text }) => {
      if (status >= 400) throw new GatewayError(status, text);
      if (status < 200) throw new Unclear("unexpected_status", false, status);
    });
  } catch (error) {
    if (!(error instanceof OutcomeUnknownError) || !error.sent || error.code === "aborted") throw error;
  }
}
