import { checkOptionNames, type HostedOptions } from "./check-option-names.ts";
import type { HttpAnswer } from "./exchange.ts";
import { channelOf, type Gateway, type GatewayChannel } from "./gateway.ts";
import { hideIn } from "./hide.ts";
import { isHtml, jsonOf, send, UnclearAnswerError } from "./send.ts";
import { checkSession, type GuardedSession, type Session } from "./session.ts";
import { spellings } from "./wire/spellings.ts";
import { TransactionResult } from "./wire/transaction-result.ts";

/**
 * What the bank says about a session.
 * - `finished`: the issuer's answer, which may be a refusal.
 * - `pending`: the buyer has not finished yet.
 * - `not-found`: the bank has no such session, most often because its 30 minutes are over. That says nothing about the
 *   payment.
 * - `wrong-key`: the session exists and has another key.
 * @see docs/contributing/contract.md#4.2
 */
export type SessionResult =
  | { status: "finished"; result: TransactionResult }
  | { status: "pending" }
  | { status: "not-found" }
  | { status: "wrong-key" };

/**
 * Asks for a session's result. It may be asked at any time and repeatedly, at most once a second. Compare it with what
 * you sent by `resultContradictions` before you believe an approval.
 * @param gateway what `openGateway` returned
 * @param session identifier and key, as `createSession` returned them
 * @param options `signal` gives up waiting
 * @returns what the bank knows of the session
 * @throws ArgumentError where an argument is wrong; nothing was sent
 * @throws OutcomeUnknownError without a clear answer within `timeouts.sessionResult` (default: 5 s): neither paid nor
 * not paid
 * @see docs/contributing/contract.md#4.2
 * @example
 * const answer = await sessionResult(gateway, { SESSION, "session-key": key });
 * if (answer.status === "finished" && responseCode(answer.result.ResponseCode).finality === "approved") {
 *   // Paid, where resultContradictions() finds nothing.
 * }
 */
export async function sessionResult(
  gateway: Gateway,
  session: Session,
  options: HostedOptions = {},
): Promise<SessionResult> {
  const channel = channelOf(gateway);
  checkOptionNames(options);
  const guarded = checkSession(session);
  return channel.calls.run(() => queryResult(channel, guarded, options.signal));
}

/** Asks for the result of a session that was checked, as a part of the call in progress. */
export function queryResult(
  channel: GatewayChannel,
  guarded: GuardedSession,
  signal: AbortSignal | undefined,
  deadline: number = channel.deadlines.sessionResult,
): Promise<SessionResult> {
  const key = encodeURIComponent(guarded["session-key"]);
  const call = {
    method: "GET",
    path: `/sessions/${encodeURIComponent(guarded.SESSION)}?sk=${key}`,
    repeat: "always",
    secrets: [guarded["session-key"]],
    deadline,
    signal,
    failed: { operation: "sessionResult", session: guarded },
  } as const;
  return send(channel, call, (answer) => readResult(answer, call.secrets));
}

/** Reads the answer to a query, or throws UnclearAnswerError. The secrets are hidden in `unknown`. */
export function readResult(answer: HttpAnswer, secrets: readonly string[]): SessionResult {
  const { status, text } = answer;
  if (status === 200) {
    const result = TransactionResult.safeParse(jsonOf(answer));
    if (!result.success) throw new UnclearAnswerError("malformed_answer", { status });
    return { status: "finished", result: { ...result.data, unknown: hideIn(result.data.unknown, secrets) } };
  }
  if (isHtml(text)) throw new UnclearAnswerError("html", { canRetry: true, status });
  const message = messageOf(text);
  if (status === 404 && says(message, spellings.notFinished)) return { status: "pending" };
  if (status === 404 && says(message, spellings.expired)) return { status: "not-found" };
  if (status === 400 && says(message, spellings.wrongKey)) return { status: "wrong-key" };
  throw new UnclearAnswerError("unexpected_status", { status });
}

/** Whether the message is one of these, with or without a period. */
const says = (message: string, { read }: { readonly read: readonly string[] }) =>
  read.some((known) => known.toLowerCase() === message.replace(/\.$/, ""));

/** The message of an error answer: `{"message":"…"}`, a JSON string or plain text, in lower case. */
function messageOf(text: string): string {
  const said = jsonOrText(text);
  const message =
    typeof said === "object" && said !== null && Object.hasOwn(said, "message") && "message" in said
      ? said.message
      : said;
  return typeof message === "string" ? message.trim().toLowerCase() : "";
}

/** The parsed JSON; the text itself when it is not JSON. */
function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
