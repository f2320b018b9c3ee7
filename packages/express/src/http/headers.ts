import type { ServerResponse } from "node:http";

/** Headers of every answer of the router: not cached, not sniffed, no Referer sent on. */
export const privateHeaders: Record<string, string> = {
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/**
 * Removes headers that a middleware such as helmet has set for the shop's own pages. COOP would separate the popup from
 * the page that opened it, also on a redirect; report-only policies would report what the router's pages do on purpose.
 */
export function removeShopHeaders(response: ServerResponse): void {
  response.removeHeader("Cross-Origin-Opener-Policy");
  response.removeHeader("Cross-Origin-Opener-Policy-Report-Only");
  response.removeHeader("Content-Security-Policy-Report-Only");
}
