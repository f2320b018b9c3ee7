import { isIP, isIPv6 } from "node:net";

/**
 * An IP address without the port that some proxies forward with it.
 * @param address `203.0.113.1:51231`, `[2001:db8::1]:51231`, or an address alone
 * @returns the address; another text as it is
 * @example
 * withoutPort("203.0.113.1:51231"); // "203.0.113.1"
 */
export const withoutPort = (address: string): string =>
  isIP(address) ? address : address.replace(/^\[?([^[\]]+)\]?:\d{1,5}$/, "$1");

/**
 * What an IP address counts as: an IPv4 address as itself, mapped into IPv6 or not; an IPv6 address by its first 64 bits,
 * which one subscriber has.
 * @param given as a socket or a proxy says it, with a zone and a port or without
 * @returns the network; another text as it is
 * @example
 * networkOf("2001:db8::1"); // "2001:db8:0:0"
 */
export function networkOf(given: string): string {
  const address = withoutPort(given);
  if (!isIPv6(address)) return address;
  // The URL parser writes all spellings of an address in one way: lower case, hexadecimal, no leading zeros.
  const { hostname } = new URL(`http://[${address.replace(/%.*/, "")}]`);
  const [head = [], tail = []] = hostname
    .slice(1, -1)
    .split("::")
    .map((part) => (part === "" ? [] : part.split(":")));
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill("0"), ...tail];
  const [high = "", low = ""] = groups.slice(6);
  const isMappedIPv4 = groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff";
  if (isMappedIPv4) {
    return [high, low]
      .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
      .join(".");
  }
  return groups.slice(0, 4).join(":");
}
