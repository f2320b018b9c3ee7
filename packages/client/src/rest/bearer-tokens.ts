import { ArgumentError } from "@ventanilla/web";

/** A bearer token is valid for one hour (contract §5.3). One minute less, so that none ends on its way. */
const lifetime = 59 * 60_000;

/** Gives a token; `signal` is aborted once no call waits for it any more. */
export type BearerProvider = (options: { signal: AbortSignal }) => Promise<string> | string;

/** Bearer tokens for refunds, kept for their hour. */
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
  readonly ends: number;
  readonly nobodyWaits: AbortController;
  waiting: number;
  value?: string;
}

/**
 * Bearer tokens from the caller's provider: asked once, and again after an hour or after `forget`. An error of the
 * provider rejects every call that waits, and the next call asks again; so it does when all have given up waiting. A
 * token that can't stand in a header is an ArgumentError, which does not show it.
 */
export function bearerTokens(provide: BearerProvider, name: string, now: () => number): BearerTokens {
  let kept: PendingToken | undefined;
  const fetch = async (signal: AbortSignal) => {
    const token: unknown = await provide({ signal });
    if (typeof token !== "string" || !/^[!-~]{1,8192}$/.test(token)) {
      throw new ArgumentError(
        "rest.bearerToken: expected to give printable ASCII without spaces, at most 8192 characters",
      );
    }
    return token;
  };
  const ask = (): PendingToken => {
    const nobodyWaits = new AbortController();
    return { token: fetch(nobodyWaits.signal), ends: now() + lifetime, nobodyWaits, waiting: 0 };
  };
  const forget = (entry: PendingToken) => {
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
        if (!signal.aborted) forget(entry);
        throw error;
      } finally {
        if (--entry.waiting === 0 && entry.value === undefined) {
          forget(entry);
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
