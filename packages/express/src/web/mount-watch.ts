import type { IncomingMessage } from "node:http";
import { printable } from "../operate/printable.ts";
import type { Settings } from "../settings.ts";

/** A request as Express passes it on: `originalUrl` is the whole, `url` what is left of it below the mount. */
type Mounted = IncomingMessage & { originalUrl?: string };

const proxyHeaders = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-prefix"];

/**
 * Watches where requests for the router arrive, and warns once of each: when the path is not the one of `publicUrl`, and
 * no proxy has changed it; and when the buyer's page has another host or port. The bank would send buyers who have paid
 * to an address that nobody answers.
 */
export function makeMountWatch(settings: Pick<Settings, "mount" | "origin" | "origins">): (request: Mounted) => void {
  const [watchPath, watchOrigin] = [makePathWatch(settings.mount), makeOriginWatch(settings)];
  return function watchMount(request) {
    watchPath(request);
    watchOrigin(request);
  };
}

function makePathWatch(mount: string): (request: Mounted) => void {
  const { pathname, host } = new URL(mount);
  const expected = comparable(pathname);
  let hasWarned = false;

  return function watchPath({ headers, url = "", originalUrl }) {
    if (hasWarned || !originalUrl?.endsWith(url)) return;
    const found = originalUrl.slice(0, originalUrl.length - url.length);
    if (comparable(found) === expected) return;
    if (proxyHeaders.some((name) => headers[name] !== undefined)) return;
    hasWarned = true;
    warn(
      `publicUrl is ${mount}, and the router is mounted at ${found === "" ? "/" : found} (${headers.host ?? host}): the bank would send buyers who have paid to an address that answers 404. Make both the same; a proxy that changes the path has to send X-Forwarded-For`,
    );
  };
}

/** A page whose browser calls it of the same origin as the router, at another origin than `publicUrl`. */
function makeOriginWatch({ mount, origin: own, origins }: Pick<Settings, "mount" | "origin" | "origins">) {
  let hasWarned = false;

  return function watchOrigin({ headers: { origin, "sec-fetch-site": site } }: IncomingMessage): void {
    if (hasWarned || site !== "same-origin" || origin === undefined || origin === "null") return;
    if (origin === own || origins.includes(origin)) return;
    hasWarned = true;
    warn(
      `publicUrl is ${mount}, and a buyer pays on ${printable(origin, 100)}: the bank sends buyers who have paid to publicUrl. Correct its host and port, or redirect the one host to the other`,
    );
  };
}

function warn(message: string): void {
  process.emitWarning(message, { type: "VentanillaWarning", code: "VENTANILLA_PUBLIC_URL" });
}

/** A path in the form in which mounts are compared: Express ignores case, and a stranger may write extra slashes. */
const comparable = (path: string): string => path.toLowerCase().replace(/\/+/g, "/").replace(/\/$/, "");
