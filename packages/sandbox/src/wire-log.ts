import { maskHeaders, maskSecrets } from "./mask-secrets.ts";
import type { Reason } from "./reason.ts";

/** One exchange on the wire, its secrets masked. */
export type WireEntry = {
  /** Counts up from 1. */
  id: number;
  /** Milliseconds since 1970, by the sandbox's clock. */
  at: number;
  method: string;
  path: string;
  /** 0 when the bank did not answer, by a fault. */
  status: number;
  /** How long the answer took. */
  ms: number;
  request: { headers: Record<string, string>; body: string };
  response: { headers: Record<string, string>; body: string };
  /** What the live service ignores without a word, and the faults that acted. */
  warnings: readonly string[];
  /** Why it was declined or refused: `en`, and `es` where it has Spanish. */
  reason?: Reason;
};

const kept = 500;
const maxBodyLength = 8 * 1024;

/** Where one entry is kept, as JSON; used again by the entry that takes its place. */
type Slot = { bytes: Buffer; length: number };

/** The last 500 exchanges. Masks before it keeps: a card number is never held, not even here. */
export class WireLog {
  // As bytes outside the heap: five hundred live objects with all their texts would make each garbage collection expensive.
  #slots: Slot[] = [];
  readonly #added: (entry: WireEntry) => void;
  #count = 0;

  /** @param added told of each exchange */
  constructor(added: (entry: WireEntry) => void) {
    this.#added = added;
  }

  add(exchange: Omit<WireEntry, "id" | "request" | "response"> & { request: Message; response: Message }): void {
    const entry: WireEntry = {
      ...exchange,
      id: ++this.#count,
      path: shortened(exchange.path),
      request: masked(exchange.request),
      response: masked(exchange.response),
      warnings: exchange.warnings.map(maskSecrets),
    };
    const text = JSON.stringify(entry);
    const length = Buffer.byteLength(text);
    const at = (entry.id - 1) % kept;
    const { bytes } = this.#slots[at] ?? {};
    const slot = { bytes: bytes && bytes.length >= length ? bytes : Buffer.allocUnsafeSlow(length + 256), length };
    slot.bytes.write(text);
    this.#slots[at] = slot;
    this.#added(entry);
  }

  /** Oldest first. */
  list(): WireEntry[] {
    const next = this.#count % kept;
    return [...this.#slots.slice(next), ...this.#slots.slice(0, next)].map(
      ({ bytes, length }) => JSON.parse(bytes.toString("utf8", 0, length)) as WireEntry,
    );
  }

  clear(): void {
    this.#slots = [];
    this.#count = 0;
  }
}

type Message = { headers: Readonly<Record<string, string | string[] | undefined>>; body: string | Buffer };

function masked({ headers, body }: Message): WireEntry["request"] {
  return { headers: maskHeaders(headers), body: typeof body === "string" ? readable(headers, body) : binary(body) };
}

// Pages are long and hold no message; what matters of them is that they came.
function readable(headers: Message["headers"], body: string): string {
  if (String(headers["content-type"]).startsWith("text/html")) return `(a page of ${body.length} characters)`;
  return shortened(body);
}

// Masked before it is cut, so that no half of a number or key is left at the end.
function shortened(whole: string): string {
  const text = maskSecrets(whole);
  return text.length > maxBodyLength ? `${text.slice(0, maxBodyLength)}…` : text;
}

const binary = (body: Buffer): string => (body.length === 0 ? "" : `(${body.length} bytes)`);
