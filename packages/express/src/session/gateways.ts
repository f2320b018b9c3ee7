import { ArgumentError, type Gateway, type GatewayOptions, openGateway } from "@ventanilla/client";
import { expectThat, isLoopback } from "@ventanilla/web";
import type { Attempt } from "../attempt/attempt.ts";
import { plainEncoding } from "../http/asked-address.ts";

/**
 * The one form of a session API's address by which a bank is recognized: without the slash at its end and the dot after
 * the host, percent-encoding only where it is needed, and `localhost` for every name of this machine.
 */
function bankOf(address: string): string {
  const url = new URL(address);
  url.hostname = isLoopback(url.hostname) ? "localhost" : url.hostname.replace(/\.$/, "");
  return url.origin + plainEncoding(url.pathname.replace(/\/+$/, ""));
}

/** A gateway as the shop names it. `pageOrigins` is for launches, which are all at the present one. */
interface ShopGateway extends Pick<GatewayOptions, "sessionApiUrl" | "gatewayUrl"> {
  pageOrigins?: string[];
}

/**
 * Opens the gateways of the options.
 * @throws ArgumentError naming the option, or the entry of `earlierGateways`
 */
export function openGateways(gateway: ShopGateway, earlier: unknown) {
  const present = openOne(gateway);
  const all = [present, ...openEarlier(earlier)];
  // Of two for one bank the first counts.
  const known = new Map(all.toReversed().map((each) => [bankOf(each.sessionApiUrl), each]));
  return {
    present,
    /** What {@link Attempt.bank} is for attempts that begin now: the address of the present gateway as {@link bankOf}. */
    bank: bankOf(present.sessionApiUrl),
    /** What it is for all that this router can ask about: of the present gateway, and of the earlier ones. */
    banks: [...known.keys()],
    /** The gateway that knows the attempt's session; `undefined` when this router can ask nobody about it. */
    of: ({ bank }: Pick<Attempt, "bank">) =>
      // A store of one's own may keep any text.
      known.get(bank) ?? (URL.canParse(bank) ? known.get(bankOf(bank)) : undefined),
    /** Waits for the calls in progress, then closes the connections. */
    close: () => Promise.all(all.map((each) => each.close())),
  };
}

/** The bank's gateways that a router can ask: the present one, and those before it. */
export type Gateways = ReturnType<typeof openGateways>;

const openOne = ({ pageOrigins, ...addresses }: ShopGateway): Gateway => openGateway(addresses);

function openEarlier(earlier: unknown = []): Gateway[] {
  expectThat(Array.isArray(earlier), "earlierGateways", "a list, such as [{ sessionApiUrl, gatewayUrl }]");
  return earlier.map((entry: unknown, index) => {
    const name = `earlierGateways[${index}]`;
    expectThat(typeof entry === "object" && entry !== null, name, "{ sessionApiUrl, gatewayUrl }");
    try {
      return openOne(entry as ShopGateway);
    } catch (error) {
      if (!(error instanceof ArgumentError)) throw error;
      throw new ArgumentError(error.message.replace(/^gateway/, name), { cause: error });
    }
  });
}
