/** A bearer token is valid for one hour (seed 5.3). One minute less, so that none ends on its way. */
const lifetime = 59 * 60_000;

/** Bearer tokens for refunds, kept for their hour. */
export interface BearerTokens {
  /** A valid token. Callers that come while one is being fetched wait for the same one. */
  current(): Promise<string>;
  /** Forgets a token that the service refused; a newer one stays. */
  forget(token: string): void;
  /** The header that carries a token. */
  header(token: string): Record<string, string>;
}

/**
 * Bearer tokens from the caller's provider: asked once, and again after an hour or after `forget`. What the provider
 * throws goes to whoever waits, and the next one asks anew. A token that can't stand in a header is a TypeError, which
 * does not show it.
 */
export function bearerTokens(provide: () => Promise<string> | string, name: string, now: () => number): BearerTokens {
  let kept: { token: Promise<string>; value?: string; ends: number } | undefined;
  const fetch = async () => {
    const token: unknown = await provide();
    if (typeof token !== "string" || !/^[!-~]{1,8192}$/.test(token)) {
      throw new TypeError("rest.bearerToken: expected to give printable ASCII without spaces, at most 8192 characters");
    }
    return token;
  };
  return {
    async current() {
      if (kept !== undefined && now() < kept.ends) return kept.token;
      const entry: NonNullable<typeof kept> = { token: fetch(), ends: now() + lifetime };
      kept = entry;
      try {
        entry.value = await entry.token;
        return entry.value;
      } catch (error) {
        if (kept === entry) kept = undefined;
        throw error;
      }
    },
    forget(token) {
      if (kept?.value === token) kept = undefined;
    },
    header: (token) => ({ [name]: /^authorization$/i.test(name) ? `Bearer ${token}` : token }),
  };
}
