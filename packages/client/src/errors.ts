import { excerptOf } from "./excerpt.ts";
import { failedConnection } from "./failed-connection.ts";
import type { UnclearRequest } from "./rest/unclear-request.ts";
import type { Session } from "./session.ts";
import { isCharge } from "./wire/charge.ts";
import type { PaymentRequest } from "./wire/payment-request.ts";

/** What the bank says about one field of a request that it refused. */
export interface FieldError {
  /** Its name on the wire. */
  readonly field: string;
  /** What it should have been, in the bank's words. */
  readonly message: string;
}

/**
 * The bank clearly said no: nothing happened by this call.
 * @see docs/contributing/contract.md#7
 * @example
 * if (error instanceof GatewayError) log(error.status, error.errors);
 */
export class GatewayError extends Error {
  /** Stable: what to test where the class itself is not at hand. */
  readonly code = "refused";
  /** The HTTP status. */
  readonly status: number;
  /** The beginning of the bank's answer: at most 300 characters, without control characters, card numbers and keys. */
  readonly body: string;
  /** What a REST validation error says about each field, at most 20 of them. */
  readonly errors: readonly FieldError[];

  constructor(status: number, body: string, secrets: readonly string[] = []) {
    const excerpt = excerptOf(body, secrets);
    super(`The gateway refused the request with status ${status}: ${excerpt || "(empty answer)"}`);
    this.status = status;
    this.body = excerpt;
    this.errors = fieldErrorsOf(body, secrets);
  }

  override get name(): string {
    return "GatewayError";
  }
}

/**
 * Why there was no clear answer.
 * - `timeout`, `aborted`: the deadline passed, or the caller gave up waiting.
 * - `network`: the connection failed.
 * - `fault`: this program failed, not the connection; `cause` is the error.
 * - `server_error`, `rate_limited`, `unexpected_status`: the HTTP status says it.
 * - `html`, `bad_json`, `malformed_answer`, `too_large`: the answer could not be read.
 * - `in_progress`: the service was still working on the first request.
 * - `refused_later`: the repeated request was refused; the first one may still have gone through.
 * - `unresolved`: an earlier call may have gone through, so nothing was sent.
 */
export type OutcomeUnknownCode =
  | "timeout"
  | "aborted"
  | "network"
  | "fault"
  | "server_error"
  | "rate_limited"
  | "unexpected_status"
  | "html"
  | "bad_json"
  | "malformed_answer"
  | "too_large"
  | "in_progress"
  | "refused_later"
  | "unresolved";

/** The call that had no clear answer, with its arguments; `guidance` says whether it may be made again. */
export type FailedCall =
  | { operation: "createSession"; request: PaymentRequest }
  | { operation: "sessionResult"; session: Session }
  | { operation: "confirm"; session: Session }
  | { operation: "submitSession"; session: Session }
  | { operation: "authenticate"; transactionId: string }
  | { operation: "authenticationStatus"; transactionId: string }
  | { operation: "idempotencyKey" }
  | { operation: "sale"; request: UnclearRequest<"sale"> }
  | { operation: "void"; request: UnclearRequest<"void"> }
  | { operation: "checkIn"; request: UnclearRequest<"checkIn"> }
  | { operation: "checkOut"; request: UnclearRequest<"checkOut"> }
  | { operation: "refund"; request: UnclearRequest<"refund"> };

/**
 * No clear answer came: conclude neither a yes nor a no from it. `cause` is what went wrong below, without addresses.
 * @example
 * if (error instanceof OutcomeUnknownError) log(error.operation, error.guidance);
 */
export class OutcomeUnknownError extends Error {
  /** Why there was no clear answer. */
  readonly code: OutcomeUnknownCode;
  /** What was called. */
  readonly operation: FailedCall["operation"];
  /** The HTTP status, when an answer came at all. */
  readonly status: number | undefined;
  /**
   * False when the request surely never left this server: then nothing happened by this call. True as well when an
   * earlier call sent it, as far as the client knows: the request came from an error, its key was sent by this process,
   * or `mayHaveBeenSent` said so.
   */
  readonly sent: boolean;
  /** What to do next. */
  readonly guidance: string;
  readonly #call: FailedCall;

  constructor(
    code: OutcomeUnknownCode,
    call: FailedCall,
    details: { status?: number | undefined; cause?: unknown; sent?: boolean; channel?: Destination } = {},
  ) {
    const { status, cause, sent = true, channel } = details;
    const seen = status === undefined ? "" : ` (status ${status})`;
    const next = guidanceFor(code, call.operation, sent);
    super(
      `${call.operation} had no clear answer: ${reasonOf(code, sent, channel, cause)}${seen}. ${next}`,
      cause === undefined ? {} : { cause },
    );
    this.code = code;
    this.operation = call.operation;
    this.status = status;
    this.sent = sent;
    this.guidance = next;
    this.#call = call;
  }

  override get name(): string {
    return "OutcomeUnknownError";
  }

  /** What to ask again with. Not enumerable and never printed, since it holds keys, card or buyer's data. */
  get call(): FailedCall {
    return this.#call;
  }
}

/** Where a call goes: the service, and the host of the proxy before it. */
interface Destination {
  readonly origin: string;
  readonly proxyHost: string | undefined;
}

/**
 * Why there was no clear answer; a failed connection by its host and what went wrong with it, and a proxy by its own.
 */
function reasonOf(code: OutcomeUnknownCode, sent: boolean, channel: Destination | undefined, cause: unknown): string {
  if (channel === undefined) return reasons[code];
  if (code === "network") return failedConnection(channel.origin, cause);
  if (code === "fault" && cause instanceof Error)
    return `this program failed, not the connection (${cause.name}: ${cause.message})`;
  const isWaiting = code === "timeout" && !sent && channel.proxyHost !== undefined;
  return isWaiting ? `the deadline passed before the proxy ${channel.proxyHost} had connected` : reasons[code];
}

const reasons: Record<OutcomeUnknownCode, string> = {
  timeout: "the deadline passed",
  aborted: "the caller gave up waiting",
  network: "the connection failed",
  fault: "this program failed",
  server_error: "the service failed",
  rate_limited: "the service asked to slow down",
  unexpected_status: "unexpected HTTP status",
  html: "a web page came instead of JSON",
  bad_json: "the answer is not JSON",
  malformed_answer: "a required field of the answer is missing or malformed",
  too_large: "the answer is larger than 64 KiB",
  in_progress: "the first request is still being worked on",
  refused_later: "the repeated request was refused; the first one may still have gone through",
  unresolved: "an earlier call may have gone through, so nothing was sent now",
};

const unsent = "Nothing was sent by this call: make it again.";
const earlier = "An earlier call may have gone through: ask the bank, by its reference";
const sameKey = "Make the same call with the same idempotency-key (error.call.request): it can't charge twice.";
const lookUp = "It may have gone through: ask the bank, by its reference, before you send it again.";

const guidance: Record<FailedCall["operation"], string> = {
  createSession: "Create a new session. The earlier one, if it exists, cannot be paid: no buyer has it.",
  sessionResult: "Ask again. Do not treat this as paid or as not paid.",
  confirm: "Ask sessionResult with error.call.session, and confirm again only if the bank says that it did not happen.",
  submitSession:
    "Ask sessionResult with error.call.session, and submit again only if the bank says that it did not happen.",
  authenticate:
    "Nobody is charged by it: ask authenticationStatus with error.call.transactionId, or authenticate again with a new one.",
  authenticationStatus: "Ask again: asking never charges anyone.",
  idempotencyKey: "Ask again: asking for a key never charges anyone.",
  sale: sameKey,
  checkIn: sameKey,
  void: lookUp,
  checkOut: lookUp,
  refund: lookUp,
};

function guidanceFor(code: OutcomeUnknownCode, operation: FailedCall["operation"], sent: boolean): string {
  if (!sent) return unsent;
  if (code !== "refused_later" && code !== "unresolved") return guidance[operation];
  return isCharge(operation) ? `${earlier}; a new key could charge twice.` : `${earlier}, before you send it again.`;
}

/** The `errors` of a validation error, at most 20, each cleaned like an excerpt. */
function fieldErrorsOf(body: string, secrets: readonly string[]): FieldError[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return [];
  }
  const list: unknown = typeof parsed === "object" && parsed !== null && "errors" in parsed ? parsed.errors : undefined;
  if (!Array.isArray(list)) return [];
  return list.slice(0, 20).flatMap((entry: unknown) => {
    if (typeof entry !== "object" || entry === null || !("field" in entry) || !("message" in entry)) return [];
    const { field, message } = entry;
    if (typeof field !== "string" || typeof message !== "string") return [];
    return [{ field: excerptOf(field, secrets, 80), message: excerptOf(message, secrets, 200) }];
  });
}
