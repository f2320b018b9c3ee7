import { ArgumentError } from "@ventanilla/client";
import { webAddress } from "@ventanilla/web";

/**
 * Checks the web address of an option.
 * @throws ArgumentError naming the option
 */
function addressOf(name: string, value: unknown): URL {
  const { url, problem } = webAddress(value);
  if (problem !== undefined) throw new ArgumentError(`${name}: ${problem}`);
  return url;
}

/**
 * The origins of a list of addresses.
 * @throws ArgumentError naming the entry that is not an address
 */
export function originsOf(name: string, addresses: unknown): string[] {
  if (!Array.isArray(addresses)) {
    throw new ArgumentError(`${name}: expected a list, such as ["https://www.shop.example"]`);
  }
  return addresses.map((value, i) => addressOf(`${name}[${i}]`, value).origin);
}

/**
 * Checks the option `origins`.
 * @throws ArgumentError naming the entry that is not one exact origin
 */
export function exactOrigins(origins: unknown): string[] {
  return originsOf("origins", origins).map((origin, i) => {
    const value = (origins as string[])[i];
    if (origin !== value || origin.includes("*")) {
      throw new ArgumentError(
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
  // The second condition refuses `blob:` addresses and those with a user name.
  return origins.includes(origin) && href.startsWith(`${origin}/`) ? href : undefined;
}

/**
 * A path on the shop's own origin, or `undefined` for anything that could lead elsewhere: another origin, `//host`,
 * backslashes, control characters.
 */
export function localPath(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > 2000 || !plainPath.test(value)) return undefined;
  const { pathname, search, hash } = new URL(value, "https://shop.invalid");
  // Resolving `..` can leave two slashes at the beginning.
  return plainPath.test(pathname) ? pathname + search + hash : undefined;
}

const plainPath = /^\/(?![/\\])[!-[\]-~]*$/;
