/**
 * An absolute web address: https, or http on loopback, without user name and password.
 * @throws TypeError naming the option
 */
export function webAddress(name: string, value: unknown): URL {
  const url = typeof value === "string" && URL.canParse(value) ? new URL(value) : undefined;
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw new TypeError(`${name}: expected an absolute web address, got ${JSON.stringify(value) ?? typeof value}`);
  }
  if (url.protocol === "http:" && !/^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)) {
    throw new TypeError(`${name}: expected https (http is for loopback addresses only), got ${url.origin}`);
  }
  if (url.username || url.password) throw new TypeError(`${name}: expected no user name and no password`);
  return url;
}

/** @throws TypeError naming the entry that is not one exact origin */
export function exactOrigins(origins: unknown): string[] {
  if (!Array.isArray(origins)) throw new TypeError('origins: expected a list, such as ["https://www.shop.example"]');
  return origins.map((value, i) => {
    const { origin } = webAddress(`origins[${i}]`, value);
    if (origin !== value || origin.includes("*")) {
      throw new TypeError(
        `origins[${i}]: expected one exact origin, such as "https://www.shop.example", got "${value}"`,
      );
    }
    return origin;
  });
}

/** An address on one of the origins, as a browser writes it, or `undefined` for anything else. */
export function addressOn(origins: readonly string[], value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > 2000 || !URL.canParse(value)) return undefined;
  const { href, origin } = new URL(value);
  // Not so for `blob:` addresses, nor for those with a user name.
  return origins.includes(origin) && href.startsWith(`${origin}/`) ? href : undefined;
}

/**
 * A path on the shop's own origin, or `undefined` for anything that could lead elsewhere: another origin, `//host`,
 * backslashes, control characters.
 */
export function localPath(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > 2000 || !plainPath.test(value)) return undefined;
  const { pathname, search, hash } = new URL(value, "https://shop.invalid");
  // Taking out `..` can bring a second slash to the front.
  return plainPath.test(pathname) ? pathname + search + hash : undefined;
}

const plainPath = /^\/(?![/\\])[!-[\]-~]*$/;
