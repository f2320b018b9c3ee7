import type { Authentications } from "./authentication/authentications.ts";
import type { Ledger } from "./hosted/ledger.ts";
import type { RestLedger } from "./rest/rest-ledger.ts";
import type { TokenIssuer } from "./rest/token-issuer.ts";
import type { Runtime } from "./runtime.ts";

/** One sandbox: everything its routes work with. */
export type Bank = Runtime & {
  readonly ledger: Ledger;
  readonly rest: RestLedger;
  readonly tokens: TokenIssuer;
  readonly authentications: Authentications;
};
