import { ArgumentError, refuseUnknownNames } from "@ventanilla/web";
import { Calls } from "./calls.ts";
import {
  type Channel,
  type ConnectionOptions,
  checkMilliseconds,
  connectionOptions,
  disconnect,
  openChannel,
} from "./channel.ts";
import { bareAddress, serviceAddress } from "./service-address.ts";

/** How to reach the service. An address that is `undefined`, as a variable that is not set, is an error that names it. */
export interface GatewayOptions extends ConnectionOptions {
  /** `{session_api_url}` of the contract: sessions are created and queried below it, from this server. */
  sessionApiUrl: string | undefined;
  /** `{gateway_url}` of the contract: the buyer's browser is sent there. */
  gatewayUrl: string | undefined;
  /**
   * Path of the installments page below `gatewayUrl`; live ones contain the brand's name. Default:
   * `/servicios/pagosxcuotas/gatewayPagosCuotas`, as the contract writes it.
   */
  installmentsPath?: string | undefined;
  /** Total deadlines in milliseconds, answers and retries included, 100 to 600,000. */
  timeouts?:
    | {
        /** Default: 10,000 */
        createSession?: number | undefined;
        /** Default: 5,000 */
        sessionResult?: number | undefined;
        /** Default: 60,000 */
        confirm?: number | undefined;
      }
    | undefined;
}

/** An open gateway; give it to `createSession`, `sessionResult`, `authorizeForm` and the others. */
export interface Gateway {
  /** As it was given, without a slash at its end. */
  readonly sessionApiUrl: string;
  /** As it was given, without a slash at its end. */
  readonly gatewayUrl: string;
  /**
   * Waits for the calls in progress, then closes the connections. Further calls throw an ArgumentError. May be called
   * twice.
   */
  close(): Promise<void>;
}

/** The connections and settings that the calls of a gateway use. */
export interface GatewayChannel extends Channel {
  /** To the payment page itself, to which `confirm` and `submitSession` post. */
  readonly page: Channel;
  readonly calls: Calls;
  readonly installmentsPath: string;
  readonly deadlines: { readonly createSession: number; readonly sessionResult: number; readonly confirm: number };
}

// 2 to 256 characters, and no segment of dots alone, so that the address stays below gatewayUrl.
const plainPath = /^(?=.{2,256}$)(?:\/(?!\.+(?:\/|$))[\w.~-]+)+$/;

const channels = new WeakMap<object, GatewayChannel>();

/**
 * Opens a gateway: checks the options, keeps connections, and does no I/O yet. Open one for each process, and close it
 * when the process ends.
 * @param options addresses are https, or http on the loopback
 * @returns the gateway
 * @throws ArgumentError naming an option that is unknown, missing or out of range
 * @see docs/contributing/contract.md#4.2
 * @example
 * const gateway = openGateway({
 *   sessionApiUrl: process.env.SESSION_API_URL,
 *   gatewayUrl: process.env.GATEWAY_URL,
 * });
 */
export function openGateway(options: GatewayOptions): Gateway {
  refuseUnknownNames("gateway", options, [
    "sessionApiUrl",
    "gatewayUrl",
    "installmentsPath",
    "timeouts",
    ...connectionOptions,
  ]);
  refuseUnknownNames("gateway.timeouts", options.timeouts ?? {}, ["createSession", "sessionResult", "confirm"]);
  const api = serviceAddress("gateway.sessionApiUrl", options.sessionApiUrl);
  const page = serviceAddress("gateway.gatewayUrl", options.gatewayUrl);
  const { installmentsPath = "/servicios/pagosxcuotas/gatewayPagosCuotas" } = options;
  if (typeof installmentsPath !== "string" || !plainPath.test(installmentsPath)) {
    throw new ArgumentError("gateway.installmentsPath: expected a path such as /servicios/…/gatewayPagosCuotas");
  }
  const { createSession = 10_000, sessionResult = 5_000, confirm = 60_000 } = options.timeouts ?? {};
  const deadlines = {
    createSession: checkMilliseconds("gateway.timeouts.createSession", createSession),
    sessionResult: checkMilliseconds("gateway.timeouts.sessionResult", sessionResult),
    confirm: checkMilliseconds("gateway.timeouts.confirm", confirm),
  };
  const channel = openChannel("gateway", api, options);
  const pageChannel = openChannel("gateway", page, options);
  const calls = new Calls("gateway");
  const closeBoth = async () => {
    await Promise.all([disconnect(channel), disconnect(pageChannel)]);
  };
  const gateway: Gateway = {
    sessionApiUrl: bareAddress(api),
    gatewayUrl: bareAddress(page),
    close: () => calls.close(closeBoth),
  };
  channels.set(gateway, { ...channel, page: pageChannel, calls, installmentsPath, deadlines });
  return gateway;
}

/** The channel of a gateway: an ArgumentError unless `openGateway` made it. */
export function channelOf(gateway: Gateway): GatewayChannel {
  const channel = channels.get(gateway);
  if (channel === undefined) throw new ArgumentError("gateway: expected what openGateway returned");
  return channel;
}
