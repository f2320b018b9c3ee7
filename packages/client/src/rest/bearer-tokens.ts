import { ArgumentError } from "@ventanilla/web";

/** A bearer token is valid for one hour (contract §5.3). One minute less, so that none expires while it is sent. */
const lifetime = 59 * 60_000;

/** Gives a token; `signal` is aborted once no call waits for it any more. */
export type BearerProvider = (options: { signal: AbortSignal }) => Promise<string> | string;

/** Bearer tokens for refunds, each kept until shortly before its hour ends. */
export interface BearerTokens {
  /**
   * A valid token. Callers that come while one is being fetched wait for the same one, each until its own signal is
   * aborted: then it rejects with the signal's reason.
   */
  current(signal: AbortSignal): Promise<string>;
  /** Forgets a token that the service refused; a newer one stays. */
  forget(token: string): void;
  /** The header that carries a token. */
  header(token: string): Record<string, string>;
}

/** A token that was asked for. */
interface PendingToken {
  readonly token: Promise<string>;
  /** When it is no longer used, by the clock `now`. */
  readonly ends: number;
  /** Aborted once no call waits for the token any more. */
  readonly nobodyWaits: AbortController;
  /** How many calls wait for it. */
  waiting: number;
  /** The token itself, once it is there. */
  value?: string;
}

/**
 * Bearer tokens from the caller's provider. The provider is asked once, and again after an hour or after `forget`. When
 * it fails, every call that waits rejects with an ArgumentError, of which its error is the cause, and the next call asks
 * again. The next call also asks again when all calls have given up waiting. A token that a header can't carry is an
 * ArgumentError, which does not show it.
 */
export function bearerTokens(provide: BearerProvider, name: string, now: () => number): BearerTokens {
  let kept: PendingToken | undefined;
  const given = async (signal: AbortSignal): Promise<unknown> => {
    try {
      return await provide({ signal });
    } catch (cause) {
      // Its own class may be that of an answer of the bank, which there was none of.
      const said = cause instanceof Error ? ` (${cause.name}: ${cause.message})` : "";
      throw new ArgumentError(`rest.bearerToken: failed${said}, so no refund was made`, { cause });
    }
  };
  const fetchToken = async (signal: AbortSignal) => {
    const token = await given(signal);
    if (typeof token !== "string" || !/^[!-~]{1,8192}$/.test(token)) {
      throw new ArgumentError(
        "rest.bearerToken: expected to give printable ASCII without spaces, at most 8192 characters",
      );
    }
    return token;
  };
  const ask = (): PendingToken => {
    const nobodyWaits = new AbortController();
    return { token: fetchToken(nobodyWaits.signal), ends: now() + lifetime, nobodyWaits, waiting: 0 };
  };
  const drop = (entry: PendingToken) => {
    if (kept === entry) kept = undefined;
  };
  return {
    async current(signal) {
      signal.throwIfAborted();
      if (kept === undefined || now() >= kept.ends) kept = ask();
      const entry = kept;
      entry.waiting++;
      try {
        entry.value = await unlessAborted(entry.token, signal);
        return entry.value;
      } catch (error) {
        if (!signal.aborted) drop(entry);
        throw error;
      } finally {
        entry.waiting--;
        if (entry.waiting === 0 && entry.value === undefined) {
          drop(entry);
          entry.nobodyWaits.abort();
        }
      }
    },
    forget(token) {
      if (kept?.value === token) kept = undefined;
    },
    header: (token) => ({ [name]: /^authorization$/i.test(name) ? `Bearer ${token}` : token }),
  };
}

/** The promise's value, unless the signal is aborted before: then its reason is thrown. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(signal.reason as Error);
    signal.addEventListener("abort", giveUp, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", giveUp));
  });
}
