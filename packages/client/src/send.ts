import { setTimeout as sleep } from "node:timers/promises";
import { type Asked, type OutcomeUnknownCode, OutcomeUnknownError } from "./errors.ts";
import type { Channel } from "./gateway.ts";

/** One call of the session API. Every one of them may be repeated: none can charge a buyer. */
export interface Call {
  readonly method: "GET" | "POST";
  /** Below the session API's base path; holds the key, so it is never shown. */
  readonly path: string;
  readonly body?: string;
  /** Milliseconds for everything together: connecting, retries, bodies. */
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
  readonly asked: Asked;
}

/** An HTTP answer, read whole. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Thrown by the reader of an answer that says neither yes nor no; `retry` when another try may bring a better one. */
export class Unclear extends Error {
  readonly code: OutcomeUnknownCode;
  readonly retry: boolean;
  readonly status: number | undefined;
  readonly retryAfter: number;

  constructor(code: OutcomeUnknownCode, retry: boolean, status?: number, retryAfter = 0, cause?: unknown) {
    super(code, cause === undefined ? {} : { cause });
    this.code = code;
    this.retry = retry;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

const mostTries = 4;

/**
 * Sends the call and gives the answer to `read`. Tries again, with full jitter and as long as the deadline allows, when
 * the connection fails or the answer is a 5xx, 408, 429, HTML or broken JSON; Retry-After is honoured. Redirects are
 * never followed. Without a clear answer: OutcomeUnknownError.
 */
export async function send<T>(channel: Channel, call: Call, read: (answer: Answer) => T): Promise<T> {
  if (channel.pool.closed) throw new TypeError("gateway: expected an open one, this one is closed");
  const ends = performance.now() + call.deadline;
  const stop = new AbortController();
  const abort = () => stop.abort();
  const timer = setTimeout(abort, call.deadline);
  if (call.signal?.aborted) abort();
  call.signal?.addEventListener("abort", abort, { once: true });
  try {
    for (let tries = 1; ; tries++) {
      const unclear = await attempt(channel, call, stop.signal, read);
      if (!(unclear instanceof Unclear)) return unclear.value;
      const wait = Math.max(unclear.retryAfter, Math.random() * Math.min(1000, 100 * 2 ** (tries - 1)));
      const again = unclear.retry && tries < mostTries && performance.now() + wait < ends;
      if (again && !stop.signal.aborted) await sleep(wait, undefined, { signal: stop.signal }).catch(() => undefined);
      if (stop.signal.aborted) {
        const code = call.signal?.aborted ? "aborted" : "timeout";
        throw new OutcomeUnknownError(code, call.asked, unclear.status, causeOf(unclear, call));
      }
      if (!again) throw new OutcomeUnknownError(unclear.code, call.asked, unclear.status, causeOf(unclear, call));
    }
  } finally {
    clearTimeout(timer);
    call.signal?.removeEventListener("abort", abort);
  }
}

/** The answer's JSON; Unclear when it is a web page or broken. */
export function jsonOf({ status, text }: Answer): unknown {
  if (isHtml(text)) throw new Unclear("html", true, status);
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own error quotes the text, which may hold a key.
    throw new Unclear("bad_json", true, status);
  }
}

// By its first character, never its label: the service labels plain text as JSON, and servers label JSON as HTML.
export const isHtml = (text: string): boolean => /^\s*</.test(text);

async function attempt<T>(
  { pool, basePath }: Channel,
  { method, path, body }: Call,
  signal: AbortSignal,
  read: (answer: Answer) => T,
): Promise<{ value: T } | Unclear> {
  let answer: Answer;
  try {
    const {
      statusCode,
      headers,
      body: stream,
    } = await pool.request({
      method,
      path: basePath + path,
      signal,
      headers: body === undefined ? accept : acceptAndType,
      body: body ?? null,
    });
    answer = { status: statusCode, text: await stream.text() };
    if (statusCode >= 500 || statusCode === 408 || statusCode === 429) {
      const code = statusCode === 429 ? "rate_limited" : "server_error";
      return new Unclear(code, true, statusCode, millisecondsOf(headers["retry-after"]));
    }
  } catch (error) {
    const code = codeOf(error);
    if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") return new Unclear("too_large", false, undefined, 0, error);
    return new Unclear("network", code !== "UND_ERR_CLOSED" && code !== "UND_ERR_DESTROYED", undefined, 0, error);
  }
  try {
    return { value: read(answer) };
  } catch (error) {
    if (error instanceof Unclear) return error;
    throw error;
  }
}

const accept = { accept: "application/json", "user-agent": "ventanilla-client" };
const acceptAndType = { ...accept, "content-type": "application/json" };

/** Retry-After in either of its forms (RFC 9110, 10.2.3); 0 when there is none. */
function millisecondsOf(header: string | string[] | undefined): number {
  const text = String(header ?? "").slice(0, 64);
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return wait > 0 ? wait : 0;
}

const codeOf = (error: unknown) =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;

/** What went wrong below, as an error of its own: the original may point at sockets, addresses and the session's key. */
function causeOf({ cause }: Unclear, { path, asked }: Call): Error | undefined {
  if (!(cause instanceof Error)) return undefined;
  const key = asked.operation === "sessionResult" ? asked.session["session-key"] : undefined;
  const secrets = key === undefined ? [] : [path, key, encodeURIComponent(key)];
  const clean = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, "[hidden]"), text);
  const copy = new Error(clean(cause.message));
  copy.name = cause.name;
  const code = codeOf(cause);
  delete copy.stack;
  return Object.assign(copy, code === undefined ? {} : { code });
}
