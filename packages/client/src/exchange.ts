import type { Dispatcher } from "undici";
import type { Channel } from "./channel.ts";

/** One request, as it leaves. */
export interface HttpRequest {
  readonly method: "GET" | "POST";
  /** The path and query: everything after the host. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Whether the request gets a connection of its own, which is closed after the answer. */
  readonly reset: boolean;
}

/** One whole answer: at most 64 KiB, decoded as UTF-8. */
export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  readonly retryAfter?: string | string[] | undefined;
}

/**
 * One request and its answer; follows no redirect. It uses undici's `dispatch`, not `request`: with the stream that
 * `request` makes for each body, createSession exceeds its bound in `test/bench/client.bench.ts`.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #onSent: () => void;
  readonly #chunks: Buffer[] = [];
  #resolve: ((answer: HttpAnswer) => void) | undefined;
  #reject: ((reason: Error) => void) | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #givenUp: Error | undefined;
  #status = 0;
  #retryAfter: HttpAnswer["retryAfter"];

  /** @param onSent called when the request begins to be sent over an open connection; never after `giveUp` */
  constructor(onSent: () => void) {
    this.#onSent = onSent;
  }

  /** Sends the request. Rejects with undici's error, or with the reason given to `giveUp`. */
  send({ pool, singleUsePool, origin }: Channel, request: HttpRequest): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      if (this.#givenUp !== undefined) return reject(this.#givenUp);
      this.#resolve = resolve;
      this.#reject = reject;
      (request.reset ? singleUsePool : pool).dispatch({ origin, ...request }, this);
    });
  }

  /** Ends the exchange, before or after the request has left. */
  giveUp(reason: Error): void {
    this.#givenUp = reason;
    this.#controller?.abort(reason);
    this.#reject?.(reason);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#givenUp === undefined) this.#onSent();
    else controller.abort(this.#givenUp);
  }

  onResponseStart(_: unknown, status: number, headers: { "retry-after"?: HttpAnswer["retryAfter"] }): void {
    this.#status = status;
    this.#retryAfter = headers["retry-after"];
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.#resolve?.({ status: this.#status, text: textOf(this.#chunks), retryAfter: this.#retryAfter });
  }

  onResponseError(_: unknown, error: Error): void {
    this.#reject?.(error);
  }
}

function textOf(chunks: readonly Buffer[]): string {
  const text = Buffer.concat(chunks).toString("utf8");
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
