import { morning } from "../morning.ts";

/** Which of the sandbox's two behaviors a test is about: what merchants meet today, or the contract to the letter. */
export type Profile = "live" | "document";

/** The service under test: its addresses (without a slash at their end) and whose payments it takes. */
export interface Target {
  profile: Profile;
  /** `{session_api_url}` of the contract. */
  sessionApi: string;
  /** `{gateway_url}` of the contract. */
  gateway: string;
  /** `{base_url}` of the contract: REST is below `/api/payment`. */
  rest: string;
  /** The sandbox's control API; undefined against a foreign address. */
  control: string | undefined;
  merchant: { number: string; terminal: string; name: string; type: string; acquirer: string };
  /** An approved card: number, MM/YY, cvv. */
  card: { number: string; expiry: string; cvv: string };
  /** The header that carries the bearer token, and what stands before the token in it. */
  bearerHeader: string;
}

const env = process.env;
const bare = (address: string): string => address.replace(/\/+$/, "");

const running = new Map<Profile, Promise<{ url: string; close(): Promise<void> }>>();

/** The profiles to run: both of our own sandbox, or the one of the address given (PROFILE; default: live). */
export function targetProfiles(): readonly Profile[] {
  if (!env.BASE) return ["live", "document"];
  return [env.PROFILE === "document" ? "document" : "live"];
}

/** The service to test; starts a sandbox of that profile when no address was given. */
export async function targetOf(profile: Profile): Promise<Target> {
  const url = bare(env.BASE || (await sandboxUrl(profile)));
  return {
    profile,
    sessionApi: bare(env.SESSION_API || url),
    gateway: bare(env.GATEWAY || url),
    rest: bare(env.REST || url),
    control: env.BASE ? env.CONTROL && bare(env.CONTROL) : url,
    merchant: {
      number: env.MERCHANT_NUMBER || "349000000",
      terminal: env.MERCHANT_TERMINAL || "58585858",
      name: env.MERCHANT_NAME || "TIENDA DEMO           SANTO DOMINGO   DO",
      type: env.MERCHANT_TYPE || "5999",
      acquirer: env.MERCHANT_ACQUIRER || "349",
    },
    card: {
      number: env.CARD || "4761340000000050",
      expiry: env.CARD_EXPIRY || "11/29",
      cvv: env.CARD_CVV || "123",
    },
    bearerHeader: env.BEARER_HEADER || "authorization",
  };
}

/** Stops what `targetOf` started. */
export async function closeTargets(): Promise<void> {
  for (const sandbox of running.values()) await (await sandbox).close();
  running.clear();
}

async function sandboxUrl(profile: Profile): Promise<string> {
  let started = running.get(profile);
  if (started === undefined) {
    // The one import of a package of ours: everything else about the sandbox is said over HTTP. Its clock stands still
    // except when a test moves it.
    started = import("@ventanilla/sandbox").then(({ createSandbox }) => createSandbox({ profile, now: () => morning }));
    running.set(profile, started);
  }
  return (await started).url;
}
