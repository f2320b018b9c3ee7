import type { Session } from "./session.ts";
import type { PaymentRequest } from "./wire/payment-request.ts";

/**
 * The bank clearly said no: nothing was created. `status` is the HTTP status, `body` the beginning of the bank's answer
 * (at most 300 characters, control characters and anything like a card number or a key taken out).
 */
export class GatewayError extends Error {
  readonly code = "refused";
  readonly status: number;
  readonly body: string;

  constructor(status: number, body: string) {
    const excerpt = excerptOf(body);
    super(`The gateway refused the request with status ${status}: ${excerpt || "(empty answer)"}`);
    this.status = status;
    this.body = excerpt;
  }

  override get name(): string {
    return "GatewayError";
  }
}

/** Why there was no clear answer. */
export type OutcomeUnknownCode =
  | "timeout"
  | "aborted"
  | "network"
  | "server_error"
  | "rate_limited"
  | "unexpected_status"
  | "html"
  | "bad_json"
  | "malformed_answer"
  | "too_large";

/** The call that had no clear answer: make it again. Repeating either of them can't charge a buyer. */
export type Asked =
  | { operation: "createSession"; request: PaymentRequest }
  | { operation: "sessionResult"; session: Session };

/**
 * No clear answer came: neither a yes nor a no may be read into it. `asked` is what to ask again with; it is not
 * enumerable and never printed, since it holds the session's key or the buyer's data. `cause` is what went wrong below,
 * without addresses.
 */
export class OutcomeUnknownError extends Error {
  readonly code: OutcomeUnknownCode;
  readonly operation: Asked["operation"];
  /** The HTTP status, when an answer came at all. */
  readonly status: number | undefined;
  readonly #asked: Asked;

  constructor(code: OutcomeUnknownCode, asked: Asked, status?: number, cause?: unknown) {
    const seen = status === undefined ? "" : ` (status ${status})`;
    super(`${asked.operation} had no clear answer: ${reasons[code]}${seen}`, cause === undefined ? {} : { cause });
    this.code = code;
    this.operation = asked.operation;
    this.status = status;
    this.#asked = asked;
  }

  override get name(): string {
    return "OutcomeUnknownError";
  }

  get asked(): Asked {
    return this.#asked;
  }
}

const reasons: Record<OutcomeUnknownCode, string> = {
  timeout: "the deadline passed",
  aborted: "the caller gave up waiting",
  network: "the connection failed",
  server_error: "the service failed",
  rate_limited: "the service asked to slow down",
  unexpected_status: "the status is none that the service is known to give",
  html: "a web page came instead of JSON",
  bad_json: "the answer is not JSON",
  malformed_answer: "the answer lacks what it must hold",
  too_large: "the answer is larger than 64 KiB",
};

/** The beginning of a body, fit for a log line. */
function excerptOf(body: string): string {
  return body
    .slice(0, 2000)
    .replace(/("(?:session-key|sk)"\s*:\s*)"[^"]*"?/gi, '$1"[hidden]"')
    .replace(/\bsk=[^&\s"']*/gi, "sk=[hidden]")
    .replace(/\d(?:[ -]?\d){12,}/g, "[digits]")
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, 300);
}
