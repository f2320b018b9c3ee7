import { ArgumentError } from "./argument-error.ts";
import { expectThat } from "./expect-that.ts";

/** What {@link webAddress} answers: the address, or what is wrong with it, in words that follow an option's name. */
export type CheckedAddress = { url: URL; problem?: undefined } | { url?: undefined; problem: string };

/**
 * Whether a host is this machine itself.
 * @param host a name or an IP address, an IPv6 address with or without its brackets
 * @returns true for `localhost` and the names below it, 127.0.0.0/8 and ::1
 * @see https://www.rfc-editor.org/rfc/rfc6761#section-6.3
 * @example
 * isLoopback("shop.localhost"); // true
 */
export function isLoopback(host: string): boolean {
  return /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
}

/**
 * Checks a web address: absolute, https (or http on the loopback), without user name and password.
 * @param value of any type
 * @returns the address, or what is wrong with it: never a part of the value that may be a secret
 * @example
 * const { url, problem } = webAddress(options.publicUrl);
 * if (problem) throw new ArgumentError(`publicUrl: ${problem}`);
 */
export function webAddress(value: unknown): CheckedAddress {
  const url = typeof value === "string" && URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) return { problem: notAbsolute(value) };
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    return { problem: "expected https, since the host is not the loopback" };
  }
  return url.username || url.password ? { problem: "expected an address without user name and password" } : { url };
}

function notAbsolute(value: unknown): string {
  const expected = "expected an absolute https address, or an http one on the loopback";
  if (value === undefined || value === "") return `missing, ${expected}`;
  // A host with its port and path, and nothing that may be a secret: no credentials, query or fragment.
  const text = typeof value === "string" ? value : "";
  const [, host] = /^([\w.-]{1,100}|\[::1\]):\d+(?:\/[\w./-]{0,100})?$/.exec(text) ?? [];
  return host === undefined ? expected : `${expected}: did you mean http${isLoopback(host) ? "" : "s"}://${text}?`;
}

/**
 * Checks an address below which there are others: see {@link webAddress}, and without query and fragment.
 * @param name of the option
 * @param value of any type
 * @returns the address without a slash at its end, and its origin
 * @throws ArgumentError naming the option
 * @example
 * bareAddress("publicUrl", "https://shop.example/pay/").href; // "https://shop.example/pay"
 */
export function bareAddress(name: string, value: unknown): { href: string; origin: string } {
  const { url, problem } = webAddress(value);
  if (problem !== undefined) throw new ArgumentError(`${name}: ${problem}`);
  expectThat(!/[?#]/.test(url.href), name, "no query and no fragment");
  return { href: url.href.replace(/\/+$/, ""), origin: url.origin };
}
