import type { RestField, RestIssue } from "@ventanilla/client/wire";
import type { Switches } from "../switches.ts";

/** What is wrong with a request: by the rules of the contract, or `refused` by this bank alone. */
export type Issue = { field: string; kind: RestIssue["kind"] | "refused"; message: string };

// Without these there is no payment to make, however lenient the bank is.
const essential = new Set<string>([
  "idempotency-key",
  "card-number",
  "expiration-date",
  "amount",
] satisfies RestField[]);
// What the contract itself asks for of the authentication (contract §2.1).
const named = new Set<string>(["tds_status", "tds_servertransactionid"] satisfies RestField[]);

/** What is wrong with a request, and the missing fields that this bank takes it without, by its switches. */
export function forgiven(issues: readonly Issue[], switches: Switches): { issues: Issue[]; missing: string[] } {
  const lenient = switches.get("rest-mandatory-fields") === "lenient";
  const loose = switches.get("authentication-fields") === "status";
  const isForgiven = ({ field, kind }: Issue): boolean => {
    if (kind !== "missing") return false;
    return /^(?:tds|tkn)_/.test(field) ? loose && !named.has(field) : lenient && !essential.has(field);
  };
  return {
    issues: issues.filter((issue) => !isForgiven(issue)),
    missing: [...new Set(issues.filter(isForgiven).map(({ field }) => field))],
  };
}

/** The refusal of an environment whose other spelling this bank takes alone (contract §2.1), by its switch. */
export function environmentIssues({ environment }: Readonly<Record<string, unknown>>, switches: Switches): Issue[] {
  const taken = switches.get("environment");
  const spelled = typeof environment === "string" ? environment.trim() : "";
  if (taken === "either" || spelled === taken || !/^ecommerce$/i.test(spelled)) return [];
  return [{ field: "environment", kind: "wrong", message: `expected ${taken}, the one spelling that this bank takes` }];
}
