import type { IncomingMessage } from "node:http";
import { BlockList, isIPv6 } from "node:net";
import type { Site } from "../base/site.ts";

/** How many launches, from how many browsers, there must be before the warning. */
const minLaunches = 20;
const minBrowsers = 3;

const networks = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.168.0.0/16
  ::/127 fc00::/7 fe80::/10`;

const familyOf = (address: string) => (isIPv6(address) ? "ipv6" : "ipv4");

const privateNetworks = new BlockList();
for (const network of networks.split(/\s+/)) {
  const [address = "", bits] = network.split("/");
  privateNetworks.addSubnet(address, Number(bits), familyOf(address));
}

const isPrivate = (address: string): boolean => privateNetworks.check(address.replace(/%.*/, ""), familyOf(address));

/**
 * Watches the addresses of launches, and warns once when all of them are one private address although the shop is on
 * the internet, or a proxy names other addresses: then the app does not trust its proxy, all buyers share one limit,
 * and the bank is given the proxy's address.
 */
export function makeProxyWatch({ origin }: Site) {
  let isWatching = true;
  let firstAddress: string | undefined;
  let launches = 0;
  // Plain http is allowed on loopback only.
  let isPublic = origin.startsWith("https:");
  const browsers = new Set<string>();

  return function watchProxy({ headers }: IncomingMessage, address: string, browser: string): void {
    isWatching &&= firstAddress === undefined ? isPrivate(address) : address === firstAddress;
    if (!isWatching) return;
    firstAddress = address;
    launches++;
    isPublic ||= headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined;
    if (browsers.size < minBrowsers) browsers.add(browser);
    if (launches < minLaunches || browsers.size < minBrowsers || !isPublic) return;
    isWatching = false;
    process.emitWarning(
      `every launch came from ${address}, so all buyers share one limit: tell Express which proxy it stands behind, app.set("trust proxy", 1); with another server, set request.ip`,
      { type: "VentanillaWarning", code: "VENTANILLA_TRUST_PROXY" },
    );
  };
}
