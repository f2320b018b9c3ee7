import type { IncomingMessage } from "node:http";

/** A request as Express passes it on: `originalUrl` is the whole, `url` what is left of it below the mount. */
type Mounted = IncomingMessage & { originalUrl?: string };

const proxyHeaders = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-prefix"];

/**
 * Watches where requests for the router arrive, and warns once when that path is not the one of `publicUrl`, and no
 * proxy has changed it: the bank would send buyers who have paid to an address that nobody answers.
 */
export function makeMountWatch(mount: string): (request: Mounted) => void {
  const { pathname, host } = new URL(mount);
  const expected = comparable(pathname);
  let hasWarned = false;

  return function watchMount({ headers, url = "", originalUrl }) {
    if (hasWarned || !originalUrl?.endsWith(url)) return;
    const found = originalUrl.slice(0, originalUrl.length - url.length);
    if (comparable(found) === expected) return;
    if (proxyHeaders.some((name) => headers[name] !== undefined)) return;
    hasWarned = true;
    process.emitWarning(
      `publicUrl is ${mount}, and the router is mounted at ${found === "" ? "/" : found} (${headers.host ?? host}): the bank would send buyers who have paid to an address that answers 404. Make both the same; a proxy that changes the path has to send X-Forwarded-For`,
      { type: "VentanillaWarning", code: "VENTANILLA_PUBLIC_URL" },
    );
  };
}

/** A path in the form in which mounts are compared: Express ignores case, and a stranger may write extra slashes. */
const comparable = (path: string): string => path.toLowerCase().replace(/\/+/g, "/").replace(/\/$/, "");
