import type { RestField, RestIssue } from "@ventanilla/client/wire";
import type { Switches } from "../switches.ts";

/** Without these there is no payment to make, however lenient the bank is. */
const essential: readonly RestField[] = ["idempotency-key", "card-number", "expiration-date", "amount"];
/** What the contract itself asks for of the authentication and of the network token (contract §2.1). */
const named: readonly RestField[] = ["tds_status", "tds_servertransactionid"];

/** What is wrong with a request, and the missing fields that this bank takes it without, by its switches. */
export function forgiven(
  issues: readonly { field: string; message: string }[],
  switches: Switches,
): { issues: { field: string; message: string }[]; missing: string[] } {
  const lenient = switches.get("rest-mandatory-fields") === "lenient";
  const loose = switches.get("authentication-fields") === "status";
  const isForgiven = ({ field, message }: { field: string; message: string }): boolean => {
    if (!message.startsWith("missing")) return false;
    const name = field as RestIssue["field"];
    if (/^(?:tds|tkn)_/.test(field)) return loose && !named.includes(name);
    return lenient && !essential.includes(name);
  };
  return {
    issues: issues.filter((issue) => !isForgiven(issue)),
    missing: [...new Set(issues.filter(isForgiven).map(({ field }) => field))],
  };
}

/** The refusal of an environment whose other spelling this bank takes alone (contract §2.1), by its switch. */
export function environmentIssues(
  { environment }: Readonly<Record<string, unknown>>,
  switches: Switches,
): { field: string; message: string }[] {
  const taken = switches.get("environment");
  const spelled = typeof environment === "string" ? environment.trim() : "";
  if (taken === "either" || spelled === taken || !/^ecommerce$/i.test(spelled)) return [];
  return [{ field: "environment", message: `expected ${taken}, the one spelling that this bank takes` }];
}
