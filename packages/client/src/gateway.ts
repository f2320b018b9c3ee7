import { Pool } from "undici";
import { refuseUnknownNames } from "./refuse-unknown-names.ts";

/** How to reach the service. */
export interface GatewayOptions {
  /** `{session_api_url}` of the seed: sessions are created and queried below it, from this server. */
  sessionApiUrl: string;
  /** `{gateway_url}` of the seed: the buyer's browser is sent there. */
  gatewayUrl: string;
  /** Total deadlines in milliseconds, answers and retries included: 10000 for createSession, 5000 for sessionResult. */
  timeouts?: { createSession?: number | undefined; sessionResult?: number | undefined } | undefined;
  /** The most connections kept open to the session API: 64 unless told. */
  connections?: number | undefined;
}

/** An open gateway; give it to `createSession`, `sessionResult` and `authorizeForm`. */
export interface Gateway {
  readonly sessionApiUrl: string;
  readonly gatewayUrl: string;
  /** Lets the calls under way finish, then closes the connections. */
  close(): Promise<void>;
}

/** What the calls of a gateway go through. */
export interface Channel {
  readonly pool: Pool;
  /** The path of `sessionApiUrl`, without a slash at its end. */
  readonly basePath: string;
  readonly deadlines: { readonly createSession: number; readonly sessionResult: number };
}

/** An answer beyond this is cut off: every message of the service is far smaller. */
export const longestBody = 64 * 1024;

const channels = new WeakMap<object, Channel>();

/**
 * Opens a gateway: keeps connections, does no I/O yet. Addresses are https, or http on the loopback; anything else, and
 * any option out of range, is a TypeError naming it.
 */
export function openGateway(options: GatewayOptions): Gateway {
  refuseUnknownNames("gateway", options, ["sessionApiUrl", "gatewayUrl", "timeouts", "connections"]);
  refuseUnknownNames("gateway.timeouts", options.timeouts ?? {}, ["createSession", "sessionResult"]);
  const api = address("sessionApiUrl", options.sessionApiUrl);
  const page = address("gatewayUrl", options.gatewayUrl);
  const deadlines = {
    createSession: whole("timeouts.createSession", options.timeouts?.createSession ?? 10_000, 600_000),
    sessionResult: whole("timeouts.sessionResult", options.timeouts?.sessionResult ?? 5_000, 600_000),
  };
  const pool = new Pool(api.origin, {
    connections: whole("connections", options.connections ?? 64, 10_000),
    pipelining: 1,
    maxResponseSize: longestBody,
    connect: { minVersion: "TLSv1.2", timeout: 4_000 },
  });
  const gateway: Gateway = {
    sessionApiUrl: bare(api),
    gatewayUrl: bare(page),
    close: () => pool.close(),
  };
  channels.set(gateway, { pool, basePath: api.pathname.replace(/\/+$/, ""), deadlines });
  return gateway;
}

/** The channel of a gateway: a TypeError unless `openGateway` made it. */
export function channelOf(gateway: Gateway): Channel {
  const channel = channels.get(gateway);
  if (channel === undefined) throw new TypeError("gateway: expected what openGateway returned");
  return channel;
}

function address(name: string, value: unknown): URL {
  const url = typeof value === "string" && URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new TypeError(`gateway.${name}: expected an absolute https address`);
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    throw new TypeError(`gateway.${name}: expected https, since the host is not the loopback`);
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new TypeError(`gateway.${name}: expected an address without credentials, query or fragment`);
  }
  return url;
}

const isLoopback = (host: string) =>
  host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host) || /^(?:.+\.)?localhost$/.test(host);

const bare = (url: URL) => url.href.replace(/\/+$/, "");

function whole(name: string, value: unknown, most: number): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < 1 || value > most) {
    throw new TypeError(`gateway.${name}: expected a whole number from 1 to ${most}`);
  }
  return value;
}
