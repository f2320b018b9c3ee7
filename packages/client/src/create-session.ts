import { checkOptionNames, type HostedOptions } from "./check-option-names.ts";
import { checkPaymentRequest } from "./check-payment-request.ts";
import { GatewayError } from "./errors.ts";
import type { HttpAnswer } from "./exchange.ts";
import { channelOf, type Gateway, type GatewayChannel } from "./gateway.ts";
import { canBeHidden } from "./hide.ts";
import { type Call, isHtml, jsonOf, send, UnclearAnswerError } from "./send.ts";
import { GuardedSession } from "./session.ts";
import type { PaymentRequestRule } from "./wire/field-rule.ts";
import type { PaymentRequest } from "./wire/payment-request.ts";
import { type PaymentRequestField, paymentRequestFields } from "./wire/payment-request-fields.ts";
import { SessionResponse } from "./wire/session-response.ts";

/**
 * Creates a session, server to server: the payment's parameters go to the bank, and the session's identifier and key
 * come back. Store the key on the server, and send the buyer on with `authorizeForm`. Tries again by itself within the
 * deadline, and may always be called again: an orphaned session cannot be paid.
 * @param gateway what `openGateway` returned
 * @param request the wire message, which `paymentRequest` makes
 * @param options `signal` gives up waiting
 * @returns the session; `session["session-key"]` reads its key, which JSON and `util.inspect` leave out
 * @throws ArgumentError naming the field that breaks a rule of `paymentRequestFields`; nothing was sent
 * @throws GatewayError when the bank refuses the request
 * @throws OutcomeUnknownError without a clear answer within `timeouts.createSession` (default: 10 s)
 * @see docs/contributing/contract.md#4.2
 * @example
 * const session = await createSession(gateway, paymentRequest(merchant, payment));
 * await store(session.SESSION, session["session-key"]);
 */
export async function createSession(
  gateway: Gateway,
  request: PaymentRequest,
  options: HostedOptions = {},
): Promise<GuardedSession> {
  const channel = channelOf(gateway);
  checkOptionNames(options);
  const checked = checkPaymentRequest(request);
  return channel.calls.run(() => requestSession(channel, checked, options.signal));
}

/** Creates a session with a request that was checked, as a part of the call in progress. */
export function requestSession(
  channel: GatewayChannel,
  checked: PaymentRequest,
  signal: AbortSignal | undefined,
  deadline: number = channel.deadlines.createSession,
): Promise<GuardedSession> {
  const call = {
    method: "POST",
    path: "/sessions",
    body: JSON.stringify(checked),
    repeat: "always",
    // A refusal may repeat the request: no log may contain the buyer's data, or a token in an address of the shop.
    secrets: privateValues(checked),
    deadline,
    signal,
    failed: { operation: "createSession", request: checked },
  } as const;
  return send(channel, call, (answer) => readSession(answer, call));
}

const privateFields = Object.entries<PaymentRequestRule>(paymentRequestFields).flatMap(([name, rule]) =>
  rule.private ? [name as PaymentRequestField] : [],
);

/** The values of a request that no error may show. */
const privateValues = (request: { readonly [F in PaymentRequestField]?: string | undefined }): string[] =>
  privateFields.map((name) => request[name]).filter(canBeHidden);

/** Reads the answer to a creation: a session, a GatewayError without the secrets, or UnclearAnswerError. */
export function readSession(answer: HttpAnswer, call: Pick<Call, "secrets">): GuardedSession {
  const { status, text } = answer;
  if (status === 200 || status === 201) {
    const session = SessionResponse.safeParse(jsonOf(answer));
    if (!session.success) throw new UnclearAnswerError("malformed_answer", { status });
    return new GuardedSession(session.data);
  }
  if (isHtml(text)) throw new UnclearAnswerError("html", { canRetry: true, status });
  if (status >= 400) throw new GatewayError(status, text, call.secrets);
  throw new UnclearAnswerError("unexpected_status", { status });
}
