import type { IncomingMessage, ServerResponse } from "node:http";
import { isSameOrigin } from "@ventanilla/web";
import type { Site } from "../base/site.ts";
import { addressOn, localPath } from "./addresses.ts";

/**
 * The origin of the shop's page that posted a launch: the router's own or one of `origins`; `undefined` for a request
 * that does not come from a page of the shop.
 * @param named the origin that the form names. It must not contradict the header. A page of the router names the origin
 * of the shop's page, for the links back to it
 */
export function launchingOrigin(
  request: IncomingMessage,
  named: string | undefined,
  { origin: own, origins }: Site,
): string | undefined {
  const { origin, "sec-fetch-site": site } = request.headers;
  if (origin !== undefined && origins.includes(origin)) {
    // It is `same-origin` where the page's own server passes the request on to the router.
    return site !== "none" && (named === undefined || named === origin) ? origin : undefined;
  }
  if (!isSameOrigin(request, own)) return undefined;
  const shop = named ?? own;
  return shop === own || origins.includes(shop) ? shop : undefined;
}

/**
 * Where the buyer goes back to: a path, which becomes an address when the shop's page is on another origin, or an
 * address on one of `origins`. Anything else is `undefined`.
 */
export function returnTarget(
  value: string | undefined,
  origin: string | undefined,
  settings: Site,
): string | undefined {
  const path = localPath(value);
  if (path === undefined) return addressOn(settings.origins, value);
  return origin === undefined || origin === settings.origin ? path : origin + path;
}

/** Where the router's own pages link to when the launch did not say. */
export function homeAddress(origin: string, { origin: own, home }: Site): string {
  return origin === own ? home : new URL(home, origin).href;
}

/**
 * Lets a page on one of `origins` read the answer (CORS), without cookies, and send the headers that it asks for.
 * @returns whether the request comes from such a page
 */
export function allowOrigin(request: IncomingMessage, response: ServerResponse, { origins }: Site): boolean {
  if (origins.length === 0) return false;
  response.appendHeader("Vary", "Origin");
  const { origin, "access-control-request-headers": asked } = request.headers;
  if (origin === undefined || !origins.includes(origin)) return false;
  response.setHeader("Access-Control-Allow-Origin", origin);
  if (request.method === "OPTIONS") {
    response.setHeader("Access-Control-Allow-Methods", "GET");
    response.setHeader("Access-Control-Max-Age", "600");
    if (asked !== undefined) response.setHeader("Access-Control-Allow-Headers", asked);
  }
  return true;
}
