import { lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { ArgumentError } from "@ventanilla/web";
import { buildConnector, Pool } from "undici";
import { type Clock, hostClock } from "./clock.ts";
import { ignoreContinue } from "./ignore-continue.ts";

/** The connections and settings that the calls of one opened service use. */
export interface Channel {
  /** `gateway` or `rest`, as error messages name it. */
  readonly name: string;
  /** Connections that are kept alive and used again. */
  readonly pool: Pool;
  /** Connections for one request each, so that an earlier request on one can't disturb a call that moves money. */
  readonly singleUsePool: Pool;
  readonly origin: string;
  /** The path of the service's address, without a slash at its end. */
  readonly basePath: string;
  readonly clock: Clock;
}

/**
 * The largest answer, in bytes. A larger one is an error (`too_large`): every message of the service is far smaller.
 */
const maxBody = 64 * 1024;

/** Opens a channel to the origin of `url`: keeps connections, does no I/O yet. */
export function openChannel(name: string, url: URL, connections: unknown): Channel {
  const options: Pool.Options = {
    connections: integerInRange(`${name}.connections`, connections ?? 64, 1, 10_000),
    pipelining: 1,
    maxResponseSize: maxBody,
    connect: connector(),
  };
  const [pool, singleUsePool] = [new Pool(url.origin, options), new Pool(url.origin, options)];
  return {
    name,
    pool,
    singleUsePool,
    origin: url.origin,
    basePath: url.pathname.replace(/\/+$/, ""),
    clock: hostClock,
  };
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
function connector(): buildConnector.connector {
  const connect = buildConnector({
    minVersion: "TLSv1.2",
    timeout: 4_000,
    allowH2: false,
    lookup: lookupLikeBrowsers,
  });
  return (options, done) =>
    connect(options, (...[error, socket]) => {
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
