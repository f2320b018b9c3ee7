import { ArgumentError, type Gateway, openGateway } from "@ventanilla/client";
import { isLoopback } from "@ventanilla/web";
import type { Attempt } from "../attempt/attempt.ts";
import type { Options } from "../options.ts";
import { plainEncoding } from "../web/plain-encoding.ts";

/** The bank's gateways that a router can ask: the present one, and those before it. */
export interface Gateways {
  /** What {@link Attempt.bank} is for attempts that begin now: the address of the present gateway as {@link bankOf}. */
  bank: string;
  /** What it may be for those before: the earlier gateways, and other spellings that earlier versions wrote. */
  alsoBanks: readonly string[];
  /** The gateway that knows the attempt's session; `undefined` when this router can ask nobody about it. */
  of(attempt: Pick<Attempt, "bank">): Gateway | undefined;
  /** Waits for the calls in progress, then closes the connections. */
  close(): Promise<void>;
}

const loopbacks = ["localhost", "127.0.0.1", "[::1]"];

/**
 * The one form of a session API's address by which a bank is recognized, however the address is spelled: without the
 * slash at its end and the dot after the host, percent-encoding only where it is needed, and `localhost` for every name of
 * this machine.
 */
function bankOf(address: string): string {
  const url = new URL(address);
  url.hostname = isLoopback(url.hostname) ? "localhost" : url.hostname.replace(/\.$/, "");
  return url.origin + plainEncoding(url.pathname.replace(/\/+$/, ""));
}

/** What earlier versions wrote for this bank: the address as it was given, on any name of this machine. */
function spellingsOf({ sessionApiUrl }: Gateway): string[] {
  const url = new URL(sessionApiUrl);
  if (!isLoopback(url.hostname)) return [sessionApiUrl];
  return [
    sessionApiUrl,
    ...loopbacks.map((host) => sessionApiUrl.replace(url.host, url.host.replace(url.hostname, host))),
  ];
}

/**
 * Opens the gateways of the options.
 * @throws ArgumentError naming the option, or the entry of `earlierGateways`
 */
export function openGateways(gateway: Options["gateway"], earlier: unknown): Gateways & { present: Gateway } {
  const present = openOne(gateway);
  const former = openEarlier(earlier);
  const all = [present, ...former];
  const bank = bankOf(present.sessionApiUrl);
  const known = new Map<string, Gateway>();
  for (const each of all) {
    const name = bankOf(each.sessionApiUrl);
    if (!known.has(name)) known.set(name, each);
  }
  const spellings = new Set([...known.keys(), ...all.flatMap(spellingsOf)]);
  spellings.delete(bank);

  return {
    present,
    bank,
    alsoBanks: [...spellings],
    // One that was written before banks were kept is at any.
    of: (attempt) => (attempt.bank === "" ? present : known.get(nameOf(attempt))),
    async close() {
      await Promise.all(all.map((each) => each.close()));
    },
  };
}

/** `pageOrigins` is for launches, which are all at the present gateway. */
const openOne = ({ pageOrigins, ...addresses }: Options["gateway"]): Gateway => openGateway(addresses);

function openEarlier(earlier: unknown = []): Gateway[] {
  if (!Array.isArray(earlier)) {
    throw new ArgumentError("earlierGateways: expected a list, such as [{ sessionApiUrl, gatewayUrl }]");
  }
  return earlier.map((entry: unknown, index) => {
    const name = `earlierGateways[${index}]`;
    if (typeof entry !== "object" || entry === null) {
      throw new ArgumentError(`${name}: expected { sessionApiUrl, gatewayUrl }`);
    }
    try {
      return openOne(entry as Options["gateway"]);
    } catch (error) {
      if (!(error instanceof ArgumentError)) throw error;
      throw new ArgumentError(error.message.replace(/^gateway/, name), { cause: error });
    }
  });
}

/** A store of one's own may keep any text. */
const nameOf = ({ bank }: Pick<Attempt, "bank">): string => (URL.canParse(bank) ? bankOf(bank) : bank);
