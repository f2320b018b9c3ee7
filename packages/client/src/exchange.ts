import type { Dispatcher } from "undici";
import type { Channel } from "./channel.ts";

/** One request, as it leaves. */
export interface Outgoing {
  readonly method: "GET" | "POST";
  /** From the host on. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Whether it has a connection of its own, which ends with the answer. */
  readonly ownConnection: boolean;
}

/** One answer, read whole: at most 64 KiB, as UTF-8. */
export interface Incoming {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | string[] | undefined;
}

/** One try, as it goes on. */
export interface Try {
  /** Called when the request begins to leave for a connected, secured peer, and never when it was given up before. */
  started(): void;
  /** Gives the try up; there once it is under way. No signal of its own, which would cost as much as the request. */
  giveUp?: (reason: Error) => void;
}

/**
 * Sends one request over the channel and reads its answer; follows no redirect. Rejects with undici's error, or with
 * that for which the try was given up: an AbortError once the signal is aborted.
 */
export function exchange(
  { pool, singleUsePool, origin }: Channel,
  { ownConnection, ...request }: Outgoing,
  signal: AbortSignal | undefined,
  one: Try,
): Promise<Incoming> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let answer = { status: 0, retryAfter: undefined as string | string[] | undefined };
    const chunks: Buffer[] = [];
    let given: Error | undefined;
    one.giveUp = (reason) => {
      given = reason;
      controller?.abort(reason);
      reject(reason);
    };
    const stop = () => one.giveUp?.(new DOMException("This operation was aborted", "AbortError"));
    if (signal?.aborted) return stop();
    signal?.addEventListener("abort", stop, { once: true });
    const end = () => signal?.removeEventListener("abort", stop);
    // Below undici's own `request`: no stream is made for a body of a few hundred bytes.
    (ownConnection ? singleUsePool : pool).dispatch(
      { origin, ...request, reset: ownConnection },
      {
        onRequestStart(begun) {
          controller = begun;
          if (given === undefined) one.started();
          else begun.abort(given);
        },
        onResponseStart(_controller, status, headers) {
          answer = { status, retryAfter: headers["retry-after"] };
        },
        onResponseData(_controller, chunk) {
          chunks.push(chunk);
        },
        onResponseEnd() {
          end();
          resolve({ ...answer, text: textOf(chunks) });
        },
        onResponseError(_controller, error) {
          end();
          reject(error);
        },
      },
    );
  });
}

function textOf(chunks: Buffer[]): string {
  const text = (chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)).toString("utf8");
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
