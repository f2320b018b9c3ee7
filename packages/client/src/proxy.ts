import { ArgumentError } from "@ventanilla/web";

/** A proxy that leads out of the merchant's network. */
export interface EgressProxy {
  readonly protocol: "http:" | "https:";
  readonly hostname: string;
  readonly port: string;
  /** As error messages name it: without name and password. */
  readonly host: string;
  /** The header with name and password, where its address has them. */
  readonly authorization: string | undefined;
}

/**
 * The proxy for an address: that of the option; else, where Node is told to use its variables (`NODE_USE_ENV_PROXY=1` or
 * `--use-env-proxy`), the one that Node's `fetch` would take. `false` is none.
 * @param name `gateway` or `rest`
 * @throws ArgumentError that names the option or the variable, and shows nothing of its value
 * @see https://nodejs.org/api/http.html#built-in-proxy-support
 */
export function proxyFor(name: string, { protocol, hostname, port }: URL, option: unknown): EgressProxy | undefined {
  if (option === false) return undefined;
  if (option !== undefined) return proxyAt(`${name}.proxy`, option);
  if (!usesVariables()) return undefined;
  // As undici: what speaks TLS goes through the proxy for plain connections where it has none of its own.
  const variable = (protocol === "https:" ? setOne("https_proxy") : undefined) ?? setOne("http_proxy");
  if (variable === undefined) return undefined;
  const usualPort = protocol === "https:" ? "443" : "80";
  return isExempt(bare(hostname), port || usualPort) ? undefined : proxyAt(variable, process.env[variable]);
}

function usesVariables(): boolean {
  const flags = [...process.execArgv, ...(process.env.NODE_OPTIONS ?? "").split(/\s+/)];
  const last = flags.findLast((flag) => /^--(?:no-)?use-env-proxy$/.test(flag));
  return last === undefined ? process.env.NODE_USE_ENV_PROXY === "1" : last === "--use-env-proxy";
}

/** The name of the variable that counts: in small letters before capitals. `undefined` where it is empty or not set. */
function setOne(name: string): string | undefined {
  const found = [name, name.toUpperCase()].find((each) => process.env[each] !== undefined);
  return found !== undefined && process.env[found] ? found : undefined;
}

/** A host's name without what means the same: brackets of IPv6, a dot at its end, capitals. */
const bare = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^\[(.+)\]$/, "$1")
    .replace(/(?<=.)\.$/, "");

/** Whether NO_PROXY excepts a host: by name, by a domain above it, by `*.domain` or `*`, each with or without a port. */
function isExempt(host: string, port: string): boolean {
  const list = process.env.no_proxy ?? process.env.NO_PROXY ?? "";
  return list.split(/[,\s]+/).some((entry) => {
    const [, named = "", ownPort = port] = /^(\[.+\]|[^:]+|.*:.*:.*?)(?::(\d+))?$/.exec(entry) ?? [];
    if (named === "" || ownPort !== port) return false;
    const domain = bare(named).replace(/^\*?\./, "");
    return domain === "*" || (host === domain && !named.startsWith("*")) || host.endsWith(`.${domain}`);
  });
}

function proxyAt(name: string, address: unknown): EgressProxy {
  const url = typeof address === "string" ? URL.parse(address) : null;
  // The address may hold a password: it is not quoted.
  const wrong = new ArgumentError(
    `${name}: expected the address of an HTTP proxy, such as http://proxy.example:3128 or http://name:password@proxy.example:3128`,
  );
  if (url === null || !/^https?:$/.test(url.protocol) || url.pathname !== "/" || url.search || url.hash) throw wrong;
  try {
    const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
    return {
      protocol: url.protocol as EgressProxy["protocol"],
      hostname: url.hostname.replace(/^\[(.+)\]$/, "$1"),
      port: url.port,
      host: url.host,
      authorization: credentials === ":" ? undefined : `Basic ${Buffer.from(credentials).toString("base64")}`,
    };
  } catch {
    throw wrong;
  }
}
