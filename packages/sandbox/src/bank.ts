import type { Ledger } from "./ledger.ts";
import type { BearerTokens } from "./rest/bearer-tokens.ts";
import type { RestLedger } from "./rest/rest-ledger.ts";
import type { Runtime } from "./runtime.ts";

/** One sandbox: everything its routes work with. */
export type Bank = Runtime & {
  readonly ledger: Ledger;
  readonly rest: RestLedger;
  readonly tokens: BearerTokens;
};
