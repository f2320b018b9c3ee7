import { type RestField, type RestIssue, restEnvironments } from "@ventanilla/client/wire";
import type { Switches } from "../switches.ts";

/** What is wrong with a field: it breaks a rule of the contract, or this bank refuses it (`refused`). */
export type Issue = { field: string; kind: RestIssue["kind"] | "refused"; message: string };

// Without these there is no payment to make, however lenient the bank is.
const essential = new Set<string>([
  "idempotency-key",
  "card-number",
  "expiration-date",
  "amount",
] satisfies RestField[]);
// The fields of an authentication that the contract itself asks for (contract §2.1).
const requiredOfAuthentication = new Set<string>(["tds_status", "tds_servertransactionid"] satisfies RestField[]);

/** The issues that remain, and the missing fields that this bank does without, by its switches. */
export function forgiveMissing(issues: readonly Issue[], switches: Switches): { issues: Issue[]; missing: string[] } {
  const lenient = switches.get("rest-mandatory-fields") === "lenient";
  const loose = switches.get("authentication-fields") === "status";
  const isForgiven = ({ field, kind }: Issue): boolean => {
    if (kind !== "missing") return false;
    if (lenient) return !essential.has(field);
    return loose && /^(?:tds|tkn)_/.test(field) && !requiredOfAuthentication.has(field);
  };
  return {
    issues: issues.filter((issue) => !isForgiven(issue)),
    missing: [...new Set(issues.filter(isForgiven).map(({ field }) => field))],
  };
}

/** An environment in the spelling that this bank takes (contract §2.1), by its switch. */
export function spelledAs(environment: string, switches: Switches): string {
  const taken = switches.get("environment");
  return environment === "Ecommerce" && taken !== "either" ? taken : environment;
}

/**
 * The issues of a request to a bank that accepts only one spelling of Ecommerce, by its switch: the other one is
 * refused, and messages name the accepted one.
 */
export function inOneSpelling(
  issues: readonly Issue[],
  { environment }: Readonly<Record<string, unknown>>,
  switches: Switches,
): Issue[] {
  const taken = spelledAs("Ecommerce", switches);
  if (switches.get("environment") === "either") return [...issues];
  const environments = Object.keys(restEnvironments).map((name) => spelledAs(name, switches));
  const spelled = typeof environment === "string" ? environment.trim() : "";
  const expected = /^ecommerce$/i.test(spelled)
    ? `expected ${taken}, the one spelling that this bank takes`
    : `expected one of ${environments.join(", ")}`;
  const isWrong = ({ field, kind }: Issue): boolean => field === "environment" && kind === "wrong";
  const wrong: Issue = { field: "environment", kind: "wrong", message: expected };
  const isOther = /^ecommerce$/i.test(spelled) && spelled !== taken;
  return [...issues.filter((issue) => !isWrong(issue)), ...(isOther || issues.some(isWrong) ? [wrong] : [])];
}
