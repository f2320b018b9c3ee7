import type { IncomingMessage } from "node:http";

/**
 * The value of a cookie of a request, as it was sent.
 * @param request with the browser's headers
 * @param name of the cookie, in which every letter counts
 * @returns `undefined` where there is none
 * @example
 * const language = cookieOf(request, "language");
 */
export function cookieOf({ headers }: IncomingMessage, name: string): string | undefined {
  const found = headers.cookie?.split(/; */).find((part) => part.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}
