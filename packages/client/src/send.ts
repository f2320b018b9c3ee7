import type { Channel } from "./channel.ts";
import { type FailedCall, GatewayError, type OutcomeUnknownCode, OutcomeUnknownError } from "./errors.ts";
import { Exchange, type HttpAnswer, type HttpRequest } from "./exchange.ts";
import { hide } from "./hide.ts";
import { hasRepeatedName } from "./repeated-name.ts";

/**
 * When a call may be repeated. `always`: it can't charge a buyer. `same-key`: it charges once however often it is sent,
 * but a later refusal says nothing about an earlier try. `unsent`: only while it surely never left this server.
 */
type Repeat = "always" | "same-key" | "unsent";

/** One call of the service. */
export interface Call {
  readonly method: "GET" | "POST";
  /** Below the channel's base path; may hold a key, so it is never shown. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly repeat: Repeat;
  /** Milliseconds for everything together: connecting, retries, bodies. */
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
  /** Whether another call may have done what this one asks for; called once the answer is there. Default: no */
  readonly earlier?: () => boolean;
  readonly failed: FailedCall;
  /** Texts that no error may show. */
  readonly secrets: readonly string[];
}

/** Thrown by the reader of an answer that says neither yes nor no. */
export class UnclearAnswerError extends Error {
  readonly code: OutcomeUnknownCode;
  /** Whether another try may get a better answer. */
  readonly canRetry: boolean;
  /** The HTTP status, when an answer came at all. */
  readonly status: number | undefined;
  /** Milliseconds to wait at least before another try. */
  readonly retryAfterMs: number;

  constructor(
    code: OutcomeUnknownCode,
    { canRetry = false, status, retryAfterMs = 0, cause }: UnclearAnswerDetails = {},
  ) {
    super(code, cause === undefined ? {} : { cause });
    this.code = code;
    this.canRetry = canRetry;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

/** What is known of an unclear answer. */
interface UnclearAnswerDetails {
  /** Default: false */
  canRetry?: boolean;
  status?: number;
  /** Default: 0 */
  retryAfterMs?: number;
  cause?: unknown;
}

// A transaction without a clear answer is worth more tries than a session that can be made again. `first` and
// `maxPause`: the first and the longest pause, in milliseconds. `share`: the part of the deadline that one try may
// take, so that a connection that hangs leaves time for another; for a call that is not repeated once it was sent, the
// part until it is sent.
const retries = {
  always: { tries: 4, first: 100, maxPause: 1_000, share: 2 / 3 },
  "same-key": { tries: 6, first: 200, maxPause: 5_000, share: 1 / 2 },
  unsent: { tries: 4, first: 100, maxPause: 1_000, share: 1 / 2 },
} as const;

/** Reads an answer; `repeated` is whether the same request may have been carried out before. */
type Reader<T> = (answer: HttpAnswer, repeated: boolean) => T;

/**
 * Sends the call and gives the answer to `read`. Tries again, one after the other with full jitter and as long as the
 * deadline and `repeat` allow, when the connection fails or the answer is a 5xx, 408, 429, HTML or broken JSON;
 * Retry-After is honored. Redirects are never followed. Without a clear answer, or when what may have happened before
 * is refused: OutcomeUnknownError.
 */
export async function send<T>(channel: Channel, call: Call, read: Reader<T>): Promise<T> {
  const { clock } = channel;
  const ends = clock.now() + call.deadline;
  const { tries: maxTries, first, maxPause } = retries[call.repeat];
  const progress = { sent: false };
  let failures = 0;
  for (let tries = 1; ; tries++) {
    const sentBefore = progress.sent;
    // It does not matter for a call that may always be repeated.
    const isRepeated = () => call.repeat !== "always" && (sentBefore || call.earlier?.() === true);
    const unclear = await attempt(channel, call, ends, progress, (answer) => read(answer, isRepeated()));
    if (!(unclear instanceof UnclearAnswerError)) {
      if ("value" in unclear) return unclear.value;
      if (!isRepeated()) throw unclear.refused;
      const { status } = unclear.refused;
      throw new OutcomeUnknownError("refused_later", call.failed, { status, cause: unclear.refused });
    }
    const wait = Math.max(unclear.retryAfterMs, Math.random() * Math.min(maxPause, first * 2 ** (tries - 1)));
    // While the first request is still being worked on, waiting is what helps: only the deadline ends it.
    if (unclear.code !== "in_progress") failures++;
    const mayRepeat = unclear.canRetry && !(call.repeat === "unsent" && progress.sent);
    const again = mayRepeat && failures < maxTries && clock.now() + wait < ends;
    if (again && !call.signal?.aborted) await clock.pause(wait, call.signal);
    const aborted = call.signal?.aborted === true;
    if (again && !aborted && clock.now() < ends) continue;
    let code = unclear.code;
    if (aborted) code = "aborted";
    else if (clock.now() >= ends) code = "timeout";
    throw new OutcomeUnknownError(code, call.failed, {
      status: unclear.status,
      cause: causeOf(unclear, call),
      sent: progress.sent || call.earlier?.() === true,
      channel,
    });
  }
}

/** The answer's JSON; UnclearAnswerError when it is a web page or broken, or says one name twice. */
export function jsonOf({ status, text }: HttpAnswer): unknown {
  if (isHtml(text)) throw new UnclearAnswerError("html", { canRetry: true, status });
  const json = parseJson(text, status);
  if (hasRepeatedName(text, json)) throw new UnclearAnswerError("malformed_answer", { status });
  return json;
}

function parseJson(text: string, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own error quotes the text, which may hold a key.
    throw new UnclearAnswerError("bad_json", { canRetry: true, status });
  }
}

/**
 * Whether an answer is a web page: by its first character, never by its Content-Type. The service labels plain text as
 * JSON, and servers label JSON as HTML.
 */
export const isHtml = (text: string): boolean => /^\s*</.test(text);

/** Makes one try. Returns the value that `read` returned, a clear refusal, or why there was no clear answer. */
async function attempt<T>(
  channel: Channel,
  call: Call,
  ends: number,
  progress: { sent: boolean },
  read: (answer: HttpAnswer) => T,
): Promise<{ value: T } | { refused: GatewayError } | UnclearAnswerError> {
  const { deadline, repeat, signal } = call;
  const { clock } = channel;
  let late = false;
  const giveUpAfter = (share: number) =>
    clock.after(Math.min(deadline * share, ends - clock.now()), () => {
      late = true;
      exchange.giveUp(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
    });
  const exchange = new Exchange(() => {
    progress.sent = true;
    if (repeat !== "unsent") return;
    // From here on it is the only try, and may take all the time that is left.
    stopTimer();
    stopTimer = giveUpAfter(1);
  });
  const abort = () => exchange.giveUp(new DOMException("This operation was aborted", "AbortError"));
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  let stopTimer = giveUpAfter(retries[repeat].share);
  let answer: HttpAnswer;
  try {
    answer = await exchange.send(channel, requestOf(channel, call));
  } catch (error) {
    return unclearError(error, late);
  } finally {
    stopTimer();
    signal?.removeEventListener("abort", abort);
  }
  return judge(answer, read);
}

function requestOf({ basePath }: Channel, { method, path, headers, body, repeat }: Call): HttpRequest {
  const common = body === undefined ? accept : acceptAndType;
  return {
    method,
    path: basePath + path,
    headers: headers === undefined ? common : { ...common, ...headers },
    body: body ?? null,
    // A call that moves money has its own connection, so that it never reads an answer to an earlier request.
    reset: repeat !== "always",
  };
}

/** A failed connection as an unclear answer. */
function unclearError(error: unknown, late: boolean): UnclearAnswerError {
  const code = codeOf(error);
  if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") return new UnclearAnswerError("too_large", { cause: error });
  if (late) return new UnclearAnswerError("timeout", { canRetry: true, cause: error });
  // Every error of a connection has a code. What has none was thrown by a program: ours, undici or the runtime.
  if (code === undefined && !(error instanceof DOMException)) return new UnclearAnswerError("fault", { cause: error });
  const isClosed = code === "UND_ERR_CLOSED" || code === "UND_ERR_DESTROYED";
  return new UnclearAnswerError("network", { canRetry: !isClosed, cause: error });
}

/** Reads an answer, unless its status already says that it is unclear. */
function judge<T>(
  answer: HttpAnswer,
  read: (answer: HttpAnswer) => T,
): { value: T } | { refused: GatewayError } | UnclearAnswerError {
  const { status, retryAfter } = answer;
  if (status >= 500 || status === 408 || status === 429) {
    const code = status === 429 ? "rate_limited" : "server_error";
    return new UnclearAnswerError(code, { canRetry: true, status, retryAfterMs: millisecondsOf(retryAfter) });
  }
  try {
    return { value: read(answer) };
  } catch (error) {
    if (error instanceof UnclearAnswerError) return error;
    if (error instanceof GatewayError) return { refused: error };
    throw error;
  }
}

const accept = { accept: "application/json", "user-agent": "ventanilla-client" };
const acceptAndType = { ...accept, "content-type": "application/json" };

/** Retry-After, in either of its forms (RFC 9110, 10.2.3), in milliseconds; 0 when there is none. */
function millisecondsOf(header: string | string[] | undefined): number {
  const text = String(header ?? "").slice(0, 64);
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return wait > 0 ? wait : 0;
}

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;

/**
 * A copy of the underlying error: its name, message and code. The original may refer to sockets, addresses and keys.
 */
function causeOf({ cause }: UnclearAnswerError, { path, secrets }: Call): Error | undefined {
  if (!(cause instanceof Error)) return undefined;
  const copy = new Error(hide(cause.message, [path, ...secrets]));
  copy.name = cause.name;
  const code = codeOf(cause);
  delete copy.stack;
  return Object.assign(copy, code === undefined ? {} : { code });
}
