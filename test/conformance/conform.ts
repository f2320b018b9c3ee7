import { after, test } from "node:test";
import { some } from "../part.ts";
import { type Profile, type Target, targetOf, targetProfiles } from "./target.ts";

/**
 * What a test needs beyond an address. `control`: the sandbox's control API (clock, tokens, faults). `page`: the
 * sandbox's own payment page, whose form the test fills in. `card`: a test card that may be charged. `bearer`: a bearer
 * token for refunds. `https`: an address with TLS.
 */
export type Need = "control" | "page" | "card" | "bearer" | "https";

/** A test as it was registered. */
export interface Registered {
  title: string;
  needs: readonly Need[];
  profile: Profile | undefined;
}

/** Every test registered so far in this process, for the table in `docs/`. */
export const registered: Registered[] = [];

/** Under CONFORMANCE_LIST the tests are only listed: nothing is started and nothing runs. */
const listing = process.env.CONFORMANCE_LIST !== undefined;

/**
 * A test of the contract. Its title begins with the section. It runs once for each profile of the sandbox
 * (or `profile` alone), or once against a foreign address, where it is left out, and says why, if it needs what that
 * address has not got.
 */
export function conform(
  title: string,
  options: { needs?: readonly Need[]; profile?: Profile },
  run: (target: Target) => Promise<void>,
): void {
  const { needs = [], profile } = options;
  registered.push({ title, needs, profile });
  if (listing) return;
  const isWrong = (name: Profile): boolean => profile !== undefined && profile !== name;
  // Against our own sandbox both profiles run: there the other one's test is beside it, not left out.
  const names = targetProfiles().filter((name) => process.env.BASE || !isWrong(name));
  for (const name of some(title, names)) {
    const reason = isWrong(name) ? `is about profile ${profile}` : reasonToLeaveOut(needs);
    test(`${title} [${name}]`, { skip: reason === undefined ? false : `left out: ${reason}` }, async () =>
      run(await targetOf(name)),
    );
  }
}

function reasonToLeaveOut(needs: readonly Need[]): string | undefined {
  const foreign = Boolean(process.env.BASE);
  const controlled = !foreign || process.env.CONTROL !== undefined;
  const lacks: Record<Need, string | false> = {
    control: !controlled && "needs the sandbox's control API (CONTROL)",
    page: !controlled && "fills in the sandbox's own payment page",
    card: !controlled && !process.env.CARD && "needs a test card (CARD)",
    bearer: !controlled && !process.env.BEARER && "needs a bearer token (BEARER)",
    https: !process.env.BASE?.startsWith("https:") && "needs an https address (BASE)",
  };
  return needs.map((need) => lacks[need]).find((reason) => typeof reason === "string");
}

if (!listing) after(async () => (await import("./target.ts")).closeTargets());
