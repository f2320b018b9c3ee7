import type { IncomingMessage } from "node:http";

/**
 * Whether a request comes from a page of this origin. The browser itself says so in `Sec-Fetch-Site` or, where it is too
 * old for that, in `Origin`. A request with neither does not come from one.
 * @param request with the browser's headers
 * @param own the origin, such as `https://shop.example`
 * @returns false also for an address that somebody has typed
 * @see https://www.w3.org/TR/fetch-metadata/#sec-fetch-site-header
 * @example
 * if (!isSameOrigin(request, "https://shop.example")) response.sendStatus(403);
 */
export function isSameOrigin({ headers }: IncomingMessage, own: string): boolean {
  const { origin, "sec-fetch-site": site } = headers;
  return site === undefined ? origin === own : site === "same-origin";
}
