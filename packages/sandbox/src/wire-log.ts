import type { Reason } from "./reason.ts";
import { maskHeaders, maskSecrets } from "./secrets/mask-secrets.ts";

/** One exchange on the wire, its secrets masked. */
export type WireEntry = {
  /** Counts up from 1. */
  id: number;
  /** Milliseconds since 1970, by the sandbox's clock. */
  at: number;
  /** The HTTP method. */
  method: string;
  /** Path and query, secrets masked. */
  path: string;
  /** HTTP status; 0 when a fault kept the response back. */
  status: number;
  /** Milliseconds until the response was sent. */
  ms: number;
  /** Secrets masked; bodies up to 8 KiB. */
  request: { headers: Record<string, string>; body: string };
  /** The response, with secrets masked. */
  response: { headers: Record<string, string>; body: string };
  /** What the live service silently ignores, and the faults that acted. */
  warnings: readonly string[];
  /** The same warnings in Spanish, where they have any. */
  warningsEs: readonly string[];
  /** Why it was declined or refused: `en`, and `es` where it has Spanish. */
  reason?: Reason;
};

const maxEntries = 500;
const maxLoggedLength = 8 * 1024;

/** The last 500 exchanges, masked before they are kept: a card number is never held, not even here. */
export class WireLog {
  readonly #onAdded: (entry: WireEntry) => void;
  #entries: WireEntry[] = [];
  #count = 0;

  /** @param onAdded receives each exchange */
  constructor(onAdded: (entry: WireEntry) => void) {
    this.#onAdded = onAdded;
  }

  add(exchange: Omit<WireEntry, "id" | "request" | "response"> & { request: Message; response: Message }): void {
    this.#count++;
    const entry: WireEntry = {
      ...exchange,
      id: this.#count,
      path: maskAndCut(exchange.path),
      request: maskMessage(exchange.request),
      response: maskMessage(exchange.response),
      warnings: exchange.warnings.map(maskSecrets),
      warningsEs: exchange.warningsEs.map(maskSecrets),
    };
    this.#entries.push(entry);
    if (this.#entries.length > maxEntries) this.#entries.shift();
    this.#onAdded(entry);
  }

  /** Oldest first. */
  list(): WireEntry[] {
    return [...this.#entries];
  }

  clear(): void {
    this.#entries = [];
    this.#count = 0;
  }
}

type Message = { headers: Readonly<Record<string, string | string[] | undefined>>; body: string | Buffer };

function maskMessage({ headers, body }: Message): WireEntry["request"] {
  const shown = typeof body === "string" ? textBody(headers, body) : binaryBody(body);
  return { headers: maskHeaders(headers), body: shown };
}

// Pages are long and have no fields: only their length is logged.
function textBody(headers: Message["headers"], body: string): string {
  if (String(headers["content-type"]).startsWith("text/html")) return `(a page of ${body.length} characters)`;
  return maskAndCut(body);
}

// Masked before it is cut, so that no half of a number or key remains at the end.
function maskAndCut(whole: string): string {
  const text = maskSecrets(whole);
  return text.length > maxLoggedLength ? `${text.slice(0, maxLoggedLength)}…` : text;
}

const binaryBody = (body: Buffer): string => (body.length === 0 ? "" : `(${body.length} bytes)`);
