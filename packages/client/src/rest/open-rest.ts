import { randomUUID } from "node:crypto";
import { ArgumentError, refuseUnknownNames } from "@ventanilla/web";
import { Calls } from "../calls.ts";
import {
  type Channel,
  type ConnectionOptions,
  checkMilliseconds,
  connectionOptions,
  disconnect,
  openChannel,
} from "../channel.ts";
import { year2000 } from "../clock.ts";
import { bareAddress, serviceAddress } from "../service-address.ts";
import { checkBatchClose, usualBatchClose } from "../wire/next-batch-close.ts";
import { restFields } from "../wire/rest-fields.ts";
import { type BearerProvider, type BearerTokens, bearerTokens } from "./bearer-tokens.ts";
import { type MerchantMemory, memoryOf } from "./memory.ts";
import type { RestMerchant } from "./rest-request.ts";

/** How to reach the REST operations, and for whom. An address that is `undefined` is an error that names it. */
export interface RestOptions extends ConnectionOptions {
  /** `{base_url}` of the contract, up to the host: paths begin with /api/payment below it. */
  baseUrl: string | undefined;
  /** Merchant number, at most 15 digits. */
  merchantId: string;
  /** Terminal id, at most 8 characters. */
  terminalId: string;
  /**
   * Makes the `token` of a request. Default: a random one with void, check-out and refund, none with sale and check-in.
   */
  token?: (() => string) | undefined;
  /**
   * Gives a bearer token for refunds (contract §5.3); asked again after an hour, and once when the service refuses it.
   * A refund waits for it no longer than its own deadline and signal; `signal` is aborted once no call waits any more.
   */
  bearerToken?: BearerProvider | undefined;
  /**
   * The header of the bearer token; any but `authorization` carries the bare token. Default: `authorization`, as
   * `Bearer …`
   */
  bearerHeader?: string | undefined;
  /** When the merchant's batch closes, HH:MM (contract §8). `reverse` uses it. Default: 19:00 */
  batchClose?: string | undefined;
  /** The platform's time zone. Default: America/Santo_Domingo */
  timeZone?: string | undefined;
  /** Total deadlines in milliseconds, repetitions included, 100 to 600,000. */
  timeouts?:
    | {
        /** Default: 10,000 */
        idempotencyKey?: number | undefined;
        /** Default: 60,000 */
        transaction?: number | undefined;
      }
    | undefined;
  /** The clock, in milliseconds since 1970. Default: the host's */
  now?: (() => number) | undefined;
}

/**
 * Opened REST operations; give it to `sale` and the others. All that are opened in one process for one base address and
 * merchant share what they remember of the requests sent.
 */
export interface Rest {
  /** As it was given, without a slash at its end. */
  readonly baseUrl: string;
  /**
   * Waits for the calls in progress, then closes the connections. Further calls throw an ArgumentError. May be called
   * twice.
   */
  close(): Promise<void>;
}

/** The settings of an opened `Rest`. */
export interface RestSettings extends RestMerchant {
  readonly channel: Channel;
  readonly calls: Calls;
  readonly memory: MerchantMemory;
  readonly bearer: BearerTokens | undefined;
  readonly batchClose: string;
  readonly timeZone: string;
  readonly deadlines: { readonly idempotencyKey: number; readonly transaction: number };
  readonly now: () => number;
}

const names = [
  "baseUrl",
  "merchantId",
  "terminalId",
  "token",
  "bearerToken",
  "bearerHeader",
  "batchClose",
  "timeZone",
  "timeouts",
  ...connectionOptions,
  "now",
];

const settings = new WeakMap<object, RestSettings>();

/**
 * Opens the REST operations: checks the options, keeps connections, and does no I/O yet. A server that calls this handles
 * card numbers: PCI DSS applies to the whole server.
 * @param options the address is https, or http on the loopback
 * @returns what every operation takes
 * @throws ArgumentError naming an option that is unknown, missing or out of range
 * @see docs/contributing/contract.md#4.1
 * @example
 * const rest = openRest({
 *   baseUrl: process.env.REST_URL,
 *   merchantId: "349000000",
 *   terminalId: "58585858",
 *   bearerToken: () => fetchBearerToken(),
 * });
 */
export function openRest(options: RestOptions): Rest {
  refuseUnknownNames("rest", options, names);
  refuseUnknownNames("rest.timeouts", options.timeouts ?? {}, ["idempotencyKey", "transaction"]);
  const { token, bearerToken, bearerHeader = "authorization", now = Date.now } = options;
  const { batchClose = usualBatchClose.batchClose, timeZone = usualBatchClose.timeZone } = options;
  const { idempotencyKey = 10_000, transaction = 60_000 } = options.timeouts ?? {};
  for (const [name, value] of Object.entries({ token, bearerToken, now })) {
    if (value !== undefined && typeof value !== "function") {
      throw new ArgumentError(`rest.${name}: expected a function`);
    }
  }
  // With a clock in seconds, no batch would ever close and no bearer token would expire.
  if (!(now() >= year2000)) {
    throw new ArgumentError("rest.now: expected milliseconds since 1970, got a time before 2000");
  }
  if (typeof bearerHeader !== "string" || !/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(bearerHeader)) {
    throw new ArgumentError("rest.bearerHeader: expected the name of a header");
  }
  checkBatchClose(batchClose, timeZone, "rest.");
  const url = serviceAddress("rest.baseUrl", options.baseUrl);
  const merchantId = checkIdentifier("merchantId", "merchant-id", options.merchantId);
  const terminalId = checkIdentifier("terminalId", "terminal-id", options.terminalId);
  const opened: RestSettings = {
    merchantId,
    terminalId,
    service: `merchant ${merchantId}, terminal ${terminalId} at ${bareAddress(url)}`,
    token: token ?? randomUUID,
    givesToken: token !== undefined,
    bearer: bearerToken === undefined ? undefined : bearerTokens(bearerToken, bearerHeader, now),
    batchClose,
    timeZone,
    now,
    deadlines: {
      idempotencyKey: checkMilliseconds("rest.timeouts.idempotencyKey", idempotencyKey),
      transaction: checkMilliseconds("rest.timeouts.transaction", transaction),
    },
    channel: openChannel("rest", url, options),
    calls: new Calls("rest"),
    memory: memoryOf(bareAddress(url), merchantId),
  };
  const rest: Rest = { baseUrl: bareAddress(url), close: () => opened.calls.close(() => disconnect(opened.channel)) };
  settings.set(rest, opened);
  return rest;
}

/** The settings of a `Rest`: an ArgumentError unless `openRest` made it. */
export function settingsOf(rest: Rest): RestSettings {
  const found = settings.get(rest);
  if (found === undefined) throw new ArgumentError("rest: expected what openRest returned");
  return found;
}

function checkIdentifier(name: string, field: "merchant-id" | "terminal-id", value: unknown): string {
  const { bytes, pattern, expected } = restFields[field];
  if (typeof value !== "string" || value.length > bytes || !pattern.test(value)) {
    const missing = value === undefined ? "missing, " : "";
    const type = typeof value === "string" ? "" : " as a string";
    throw new ArgumentError(`rest.${name}: ${missing}expected ${expected}${type}, at most ${bytes}`);
  }
  return value;
}
