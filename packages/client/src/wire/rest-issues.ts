import { isIP } from "node:net";
import { isCharge } from "./charge.ts";
import { restConditions } from "./rest-conditions.ts";
import { type RestField, restFields } from "./rest-fields.ts";
import type { RestIssue, RestValues } from "./rest-issue.ts";
import { restRelations } from "./rest-relations.ts";
import {
  type RestOperation,
  type RestRequirement,
  restRequirements,
  restRuleOf,
  takesField,
} from "./rest-requirements.ts";
import { spellings } from "./spellings.ts";

/**
 * Everything that breaks a rule of the contract in a request of one operation: requirements (§4.1), lengths and values
 * (§2.1), and the conditions among fields. The caller looks for names that are not REST fields.
 * @param operation the operation of the request
 * @param values the fields; amounts as text with two decimals
 * @returns the issues; empty when the request keeps every rule
 * @see docs/contributing/contract.md#4.1
 * @example
 * restIssues("void", { amount: "2950.00" }).map(({ field, message }) => `${field}: ${message}`);
 */
export function restIssues(operation: RestOperation, values: RestValues): RestIssue[] {
  const issues: RestIssue[] = [];
  for (const field of Object.keys(restFields) as RestField[]) {
    const issue = issueOf(operation, field, values[field]);
    if (issue !== undefined) issues.push({ field, ...issue });
  }
  for (const { operations, when, requires, meaning } of restConditions) {
    if (!operations.includes(operation) || !when.every((one) => holds(one, values))) continue;
    for (const field of requires) {
      if (namesOfField(field).every((name) => isUnset(values[name])))
        issues.push({ field, kind: "missing", message: `missing: ${meaning}` });
    }
  }
  const mustBeZero = values.environment === "ASI" && isCharge(operation);
  if (typeof values.amount === "string" && restFields.amount.pattern.test(values.amount)) {
    const isZero = /^0+\.00$/.test(values.amount);
    if (mustBeZero && !isZero) issues.push({ field: "amount", ...wrong("expected zero: ASI registers a card") });
    if (!mustBeZero && isZero) issues.push({ field: "amount", ...wrong("expected more than zero") });
  }
  return [...issues, ...restRelations(values)];
}

type Problem = Omit<RestIssue, "field">;

const wrong = (message: string): Problem => ({ kind: "wrong", message });

function issueOf(operation: RestOperation, field: RestField, value: unknown): Problem | undefined {
  const requirement: RestRequirement = restRequirements[operation][field];
  if (isUnset(value)) return requirement === "M" ? { kind: "missing", message: "missing" } : undefined;
  if (!takesField(operation, field)) return { kind: "unlisted", message: `not a field of a ${operation}` };
  const { expected, pattern, bytes: maxBytes } = restRuleOf(operation, field);
  if (typeof value !== "string") return wrong(`expected ${expected}, as a string`);
  // The length comes first, so that no pattern ever runs on a long text.
  const bytes = Buffer.byteLength(value, "utf8");
  if (bytes > maxBytes) return wrong(`expected at most ${maxBytes} bytes in UTF-8, got ${bytes}`);
  const fits = pattern.test(value) && (field !== "client-ip" || isIP(value) !== 0);
  return fits ? undefined : wrong(`expected ${expected}`);
}

/** A field's names: either of them fills it. */
const namesOfField = (field: RestField): readonly RestField[] =>
  field === "tds_aav" ? spellings.authenticationValue.send : [field];

/** Whether a clause of a condition holds. */
function holds({ any, is }: (typeof restConditions)[number]["when"][number], values: RestValues): boolean {
  if (is === "absent") return any.every((field) => isUnset(values[field]));
  if (is === "present") return any.some((field) => !isUnset(values[field]));
  return any.some((field) => is.includes(String(values[field])));
}

/** Whether a request lacks a field. In a request `N/A` is a value, although in an answer it is not. */
const isUnset = (value: unknown) => value === undefined || value === "";
