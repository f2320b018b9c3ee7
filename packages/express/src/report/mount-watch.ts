import type { IncomingMessage } from "node:http";
import { isLoopback, printable } from "@ventanilla/web";
import type { Site } from "../base/site.ts";

/** A request as Express passes it on: `originalUrl` is the whole, `url` what is left of it below the mount. */
export type Mounted = IncomingMessage & { originalUrl?: string };

const proxyHeaders = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-prefix"];

/** How many origins are warned of: a stranger may invent some, and must not use up the one that is real. */
const maxOrigins = 5;

/**
 * Watches where requests for the router arrive, and warns: once when the path is not the one of `publicUrl`, and no
 * proxy has changed it; and once of each other host or port that a buyer's page has. The bank would send buyers who have
 * paid to an address that nobody answers.
 */
export function makeMountWatch({ mount, origin: own, origins }: Pick<Site, "mount" | "origin" | "origins">) {
  const { pathname, host } = new URL(mount);
  let hasWarnedOfPath = false;
  const known = new Set([own, ...origins]);
  const maxKnown = known.size + maxOrigins;

  function watchPath({ headers, url = "", originalUrl }: Mounted): void {
    if (hasWarnedOfPath || !originalUrl?.endsWith(url)) return;
    const found = originalUrl.slice(0, originalUrl.length - url.length);
    if (found === pathname || comparable(found) === comparable(pathname)) return;
    if (proxyHeaders.some((name) => headers[name] !== undefined)) return;
    hasWarnedOfPath = true;
    warn(
      `publicUrl is ${mount}, and the router is mounted at ${found === "" ? "/" : found} (${headers.host ?? host}): the bank would send buyers who have paid to an address that answers 404. Make both the same; a proxy that changes the path has to send X-Forwarded-For`,
    );
  }

  /** A page whose browser calls it of the same origin as the router, at another origin than `publicUrl`. */
  function watchOrigin({ headers }: IncomingMessage): void {
    const { origin, host: asked, "x-forwarded-host": forwarded = asked, "sec-fetch-site": site } = headers;
    if (site !== "same-origin" || origin === undefined || known.has(origin) || known.size >= maxKnown) return;
    if (!URL.canParse(origin)) return;
    const page = new URL(origin);
    // A development server often passes requests on under the host of the router.
    if (page.host !== forwarded && !isLoopback(page.hostname)) return;
    known.add(origin);
    warn(
      `publicUrl is ${mount}, and a request says that the buyer's page is on ${printable(origin, 100)}: the bank sends buyers who have paid to publicUrl. If that is your page, publicUrl is ${printable(page.origin + pathname.replace(/\/$/, ""), 200)}, also where a server in front of the router passes its requests on; or redirect the one host to the other`,
    );
  }

  return function watchMount(request: Mounted): void {
    watchPath(request);
    watchOrigin(request);
  };
}

function warn(message: string): void {
  process.emitWarning(message, { type: "VentanillaWarning", code: "VENTANILLA_PUBLIC_URL" });
}

/** A path in the form in which mounts are compared: Express ignores case, and a stranger may write extra slashes. */
const comparable = (path: string): string => path.toLowerCase().replace(/\/+/g, "/").replace(/\/$/, "");
