import type { IncomingMessage, ServerResponse } from "node:http";
import { ArgumentError } from "@ventanilla/client";
import { isSameOrigin, webAddress } from "@ventanilla/web";
import type { Site } from "../base/site.ts";

/** @throws ArgumentError naming the entry that is not an address */
export function originsOf(name: string, addresses: unknown): string[] {
  if (!Array.isArray(addresses)) {
    throw new ArgumentError(`${name}: expected a list, such as ["https://www.shop.example"]`);
  }
  return addresses.map((value, i) => {
    const { url, problem } = webAddress(value);
    if (problem !== undefined) throw new ArgumentError(`${name}[${i}]: ${problem}`);
    return url.origin;
  });
}

/** @throws ArgumentError naming the entry of the option `origins` that is not one exact origin */
export function exactOrigins(given: readonly string[]): string[] {
  const origins = originsOf("origins", given);
  const i = origins.findIndex((origin, at) => origin !== given[at] || origin.includes("*"));
  if (i === -1) return origins;
  const expected = 'expected one exact origin, such as "https://www.shop.example"';
  throw new ArgumentError(`origins[${i}]: ${expected}, got "${given[i]}"`);
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

/**
 * The origin of the shop's page that posted a launch: the router's own or one of `origins`; `undefined` for a request
 * that does not come from a page of the shop.
 * @param named the origin that the form names. It must not contradict the header. A page of the router names the origin
 * of the shop's page, for the links back to it
 */
export function launchingOrigin(request: IncomingMessage, named: string | undefined, site: Site): string | undefined {
  const { origin, "sec-fetch-site": fetchedFrom } = request.headers;
  if (origin !== undefined && site.origins.includes(origin)) {
    // It is `same-origin` where the page's own server passes the request on to the router.
    return fetchedFrom !== "none" && (named === undefined || named === origin) ? origin : undefined;
  }
  if (!isSameOrigin(request, site.origin)) return undefined;
  const shop = named ?? site.origin;
  return shop === site.origin || site.origins.includes(shop) ? shop : undefined;
}

/**
 * Where the buyer goes back to: a path, which becomes an address when the shop's page is on another origin, or an
 * address on one of `origins`. Anything else is `undefined`.
 */
export function returnTarget(value: string | undefined, origin: string | undefined, site: Site): string | undefined {
  const path = localPath(value);
  if (path === undefined) return addressOn(site.origins, value);
  return origin === undefined || origin === site.origin ? path : origin + path;
}

/** Where the router's own pages link to when the launch did not say. */
export function homeAddress(origin: string, { origin: own, home }: Site): string {
  return origin === own ? home : new URL(home, origin).href;
}

/**
 * Lets a page on one of `origins` read the answer (CORS), without cookies, and send the headers that it asks for. Answers
 * its browser's preflight request, and refuses those of others.
 * @returns whether it was a preflight request: there is nothing more to answer
 */
export function answerPreflight(request: IncomingMessage, response: ServerResponse, { origins }: Site): boolean {
  const { origin, "access-control-request-headers": asked } = request.headers;
  const isAllowed = origin !== undefined && origins.includes(origin);
  if (origins.length > 0) response.appendHeader("Vary", "Origin");
  if (isAllowed) response.setHeader("Access-Control-Allow-Origin", origin);
  if (request.method !== "OPTIONS") return false;
  if (isAllowed) {
    response.setHeader("Access-Control-Allow-Methods", "GET");
    response.setHeader("Access-Control-Max-Age", "600");
    if (asked !== undefined) response.setHeader("Access-Control-Allow-Headers", asked);
  }
  response.writeHead(isAllowed ? 204 : 405, { Allow: "GET" });
  response.end();
  return true;
}
