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
import { authenticationFields } from "../wire/authentication-fields.ts";

/** How to reach the 3-D Secure server, and for whom. An address that is `undefined` is an error that names it. */
export interface ThreeDsOptions extends ConnectionOptions {
  /** Address of the 3-D Secure server: paths begin with /servicios/3ds/server below it. */
  baseUrl: string | undefined;
  /** Code of the integrator, from the account executive. */
  integratorCode: string;
  /** What requests are signed with. A secret: it is in no error and never sent. */
  apiKey: string;
  /** Total deadlines in milliseconds, repetitions included, 100 to 600,000. */
  timeouts?:
    | {
        /** Default: 30,000 */
        authentication?: number | undefined;
        /** Default: 10,000 */
        status?: number | undefined;
      }
    | undefined;
  /** The clock, in milliseconds since 1970. Default: the host's */
  now?: (() => number) | undefined;
}

/** An opened 3-D Secure server; give it to `authenticate` and `authenticationStatus`. */
export interface ThreeDs {
  /** As it was given, without a slash at its end. */
  readonly baseUrl: string;
  /**
   * Waits for the calls in progress, then closes the connections. Further calls throw an ArgumentError. May be called
   * twice.
   */
  close(): Promise<void>;
}

/** The settings of an opened `ThreeDs`. */
export interface ThreeDsSettings {
  readonly channel: Channel;
  readonly calls: Calls;
  readonly integratorCode: string;
  readonly apiKey: string;
  readonly deadlines: { readonly authentication: number; readonly status: number };
  readonly now: () => number;
}

const settings = new WeakMap<object, ThreeDsSettings>();

/**
 * Opens the 3-D Secure server: checks the options, keeps connections, and does no I/O yet. A server that calls this
 * handles card numbers: PCI DSS applies to the whole server.
 * @param options the address is https, or http on the loopback
 * @returns what `authenticate` and `authenticationStatus` take
 * @throws ArgumentError naming an option that is unknown, missing or out of range
 * @see docs/guide/rest.md#with-3-d-secure
 * @example
 * const threeDs = openThreeDs({
 *   baseUrl: process.env.THREE_DS_URL,
 *   integratorCode: "INT-1",
 *   apiKey: process.env.THREE_DS_API_KEY ?? "",
 * });
 */
export function openThreeDs(options: ThreeDsOptions): ThreeDs {
  refuseUnknownNames("threeDs", options, [
    "baseUrl",
    "integratorCode",
    "apiKey",
    "timeouts",
    "now",
    ...connectionOptions,
  ]);
  refuseUnknownNames("threeDs.timeouts", options.timeouts ?? {}, ["authentication", "status"]);
  const { integratorCode, apiKey, now = Date.now } = options;
  const { authentication = 30_000, status = 10_000 } = options.timeouts ?? {};
  if (typeof now !== "function" || !(now() >= year2000)) {
    throw new ArgumentError("threeDs.now: expected a function that gives milliseconds since 1970");
  }
  const { pattern, expected } = authenticationFields.integratorCode;
  if (typeof integratorCode !== "string" || !pattern.test(integratorCode)) {
    throw new ArgumentError(`threeDs.integratorCode: expected ${expected}`);
  }
  if (typeof apiKey !== "string" || !/^[!-~]{1,512}$/.test(apiKey)) {
    throw new ArgumentError("threeDs.apiKey: expected printable ASCII without spaces, at most 512 characters");
  }
  const url = serviceAddress("threeDs.baseUrl", options.baseUrl);
  const opened: ThreeDsSettings = {
    integratorCode,
    apiKey,
    now,
    deadlines: {
      authentication: checkMilliseconds("threeDs.timeouts.authentication", authentication),
      status: checkMilliseconds("threeDs.timeouts.status", status),
    },
    channel: openChannel("threeDs", url, options),
    calls: new Calls("threeDs"),
  };
  const threeDs: ThreeDs = {
    baseUrl: bareAddress(url),
    close: () => opened.calls.close(() => disconnect(opened.channel)),
  };
  settings.set(threeDs, opened);
  return threeDs;
}

/** The settings of a `ThreeDs`: an ArgumentError unless `openThreeDs` made it. */
export function settingsOf(threeDs: ThreeDs): ThreeDsSettings {
  const found = settings.get(threeDs);
  if (found === undefined) throw new ArgumentError("threeDs: expected what openThreeDs returned");
  return found;
}
