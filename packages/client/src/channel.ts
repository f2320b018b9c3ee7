import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { createSecureContext } from "node:tls";
import { ArgumentError, refuseUnknownNames } from "@ventanilla/web";
import { buildConnector, Pool } from "undici";
import { type Clock, hostClock } from "./clock.ts";
import { ignoreContinue } from "./ignore-continue.ts";
import { type EgressProxy, proxyFor } from "./proxy.ts";
import { throughProxy } from "./tunnel.ts";

/** How connections to a service are made. */
export interface ConnectionOptions {
  /** Connections to each address of the service, at most. Default: 64 */
  connections?: number | undefined;
  /**
   * The HTTP proxy that leads out of the merchant's network: `http://proxy.example:3128`, with name and password where it
   * asks for them. `false`: none. Default: with `NODE_USE_ENV_PROXY=1` that of `HTTPS_PROXY` or `HTTP_PROXY`, but for the
   * hosts of `NO_PROXY`, as for Node's `fetch`; else none
   */
  proxy?: string | false | undefined;
  /** What a bank knows this server by, where it asks for a certificate (mutual TLS). Default: none */
  clientCertificate?: ClientCertificate | undefined;
}

/** A certificate and its private key: in PEM as `cert` and `key`, or both in PKCS #12 as `pfx`. */
export interface ClientCertificate {
  /** In PEM, followed by those between it and the bank's root. */
  cert?: string | Buffer | undefined;
  /** In PEM. */
  key?: string | Buffer | undefined;
  /** A .pfx or .p12 file. */
  pfx?: Buffer | undefined;
  /** Of an encrypted `key` or `pfx`. */
  passphrase?: string | undefined;
}

/** The connections and settings that the calls of one opened service use. */
export interface Channel {
  /** `gateway` or `rest`, as error messages name it. */
  readonly name: string;
  /** Connections that are kept alive and used again. */
  readonly pool: Pool;
  /** Connections for one request each, so that an earlier request on one can't disturb a call that moves money. */
  readonly singleUsePool: Pool;
  readonly origin: string;
  /** The host of the proxy that connections are made through. */
  readonly proxyHost: string | undefined;
  /** The path of the service's address, without a slash at its end. */
  readonly basePath: string;
  readonly clock: Clock;
}

/**
 * The largest answer, in bytes. A larger one is an error (`too_large`): every message of the service is far smaller.
 */
const maxBody = 64 * 1024;

/** The options of {@link openChannel}, as the check of names needs them. */
export const connectionOptions = ["connections", "proxy", "clientCertificate"] as const;

/** Opens a channel to the origin of `url`: keeps connections, does no I/O yet. */
export function openChannel(name: string, url: URL, given: ConnectionOptions): Channel {
  const proxy = proxyFor(name, url, given.proxy);
  const certificate = certificateOf(`${name}.clientCertificate`, given.clientCertificate);
  const options: Pool.Options = {
    connections: integerInRange(`${name}.connections`, given.connections ?? 64, 1, 10_000),
    pipelining: 1,
    maxResponseSize: maxBody,
    connect: connector(certificate, proxy),
  };
  const [pool, singleUsePool] = [new Pool(url.origin, options), new Pool(url.origin, options)];
  return {
    name,
    pool,
    singleUsePool,
    origin: url.origin,
    proxyHost: proxy?.host,
    basePath: url.pathname.replace(/\/+$/, ""),
    clock: hostClock,
  };
}

/** Checks that a certificate can be read and belongs to its key. The error quotes neither. */
function certificateOf(name: string, certificate: ClientCertificate | undefined): ClientCertificate {
  if (certificate === undefined) return {};
  refuseUnknownNames(name, certificate, ["cert", "key", "pfx", "passphrase"]);
  const { cert, key, pfx, passphrase } = certificate;
  if (pfx === undefined ? !cert || !key : cert !== undefined || key !== undefined) {
    throw new ArgumentError(`${name}: expected { cert, key } or { pfx }`);
  }
  // OpenSSL takes no option that is undefined.
  const given = pfx === undefined ? { cert, key } : { pfx };
  const checked = { ...given, ...(passphrase !== undefined && { passphrase }) };
  try {
    createSecureContext(checked);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
    throw new ArgumentError(
      `${name}: expected a certificate with its own key, and the passphrase where it has one (${code})`,
    );
  }
  return checked;
}

/** Closes a channel's connections. */
export async function disconnect({ pool, singleUsePool }: Channel): Promise<void> {
  await Promise.all([pool.close(), singleUsePool.close()]);
}

/**
 * Connects within 4 s, with TLS 1.2 at least (contract §5) and HTTP/1.1 only. Over HTTP/2 undici sends a request again
 * by itself when the peer ends the connection or refuses the stream: the request may be a refund that the bank has
 * read. All calls would also share one connection, so that one that stalls or ends would affect all of them.
 */
function connector(certificate: ClientCertificate, proxy: EgressProxy | undefined): buildConnector.connector {
  const options = { minVersion: "TLSv1.2", timeout: 4_000, allowH2: false, lookup: lookupLikeBrowsers } as const;
  const direct = buildConnector({ ...options, ...certificate });
  const connect = proxy === undefined ? direct : throughProxy(proxy, buildConnector(options), direct);
  return (target, done) =>
    connect(target, (...[error, socket]) => {
      if (error !== null) return done(error, null);
      ignoreContinue(socket);
      done(null, socket);
    });
}

/**
 * Resolves names below localhost to the loopback (RFC 6761, section 6.3), as browsers do and most systems' resolvers do
 * not.
 */
const lookupLikeBrowsers: LookupFunction = (host, options, done) =>
  lookup(host.endsWith(".localhost") ? "localhost" : host, options, done);

/**
 * Checks that a value is a whole number from `min` to `max`. Otherwise throws an ArgumentError that begins with `name` and
 * says that `what` was expected.
 */
function integerInRange(name: string, value: unknown, min: number, max: number, what = "a whole number"): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < min || value > max) {
    throw new ArgumentError(`${name}: expected ${what} from ${min} to ${max}`);
  }
  return value;
}

/**
 * Checks a deadline: milliseconds, a whole number from 100 to 600,000, since 60 most likely means seconds. Otherwise
 * throws an ArgumentError that begins with `name`.
 */
export function checkMilliseconds(name: string, value: unknown): number {
  return integerInRange(name, value, 100, 600_000, "milliseconds, a whole number");
}
