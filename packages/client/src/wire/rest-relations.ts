import { parseRestAmount } from "./rest-amount.ts";
import { restSchemeOf } from "./rest-card-schemes.ts";
import { restFields } from "./rest-fields.ts";
import type { RestIssue, RestValues } from "./rest-issue.ts";
import { tokenEcis } from "./rest-values.ts";

/** Parts of the amount: none of them may be above it. */
const parts = ["tip", "tax", "itbis"] as const;

/**
 * What is wrong between fields that are each valid: parts of the amount that are above it, a card number or cvv whose
 * length its scheme does not have, an ECI of another scheme, two 3-D Secure values. Messages show amounts, never secrets.
 */
export function restRelations(values: RestValues): RestIssue[] {
  return [...amountIssues(values), ...cardIssues(values), ...authenticationIssues(values)];
}

function authenticationIssues({ tds_aav: value, tds_avv: other }: RestValues): RestIssue[] {
  if (!value || !other || value === other) return [];
  return [{ field: "tds_avv", kind: "wrong", message: "expected the value of tds_aav: they are one field" }];
}

function amountIssues(values: RestValues): RestIssue[] {
  const amount = parseRestAmount(values.amount);
  // An amount of zero is an issue by itself, except when it registers a card.
  if (amount === undefined || (amount === 0 && values.environment !== "ASI")) return [];
  return parts.flatMap((field) => {
    const part = parseRestAmount(values[field]);
    if (part === undefined || part <= amount) return [];
    const message = `expected at most the amount, ${String(values.amount)}, got ${String(values[field])}`;
    return [{ field, kind: "above", message }];
  });
}

function cardIssues({ "card-number": number, cvv, tkn_eci: eci }: RestValues): RestIssue[] {
  if (typeof number !== "string" || !restFields["card-number"].pattern.test(number)) return [];
  const [name, scheme] = restSchemeOf(number) ?? [];
  if (name === undefined || scheme === undefined) return [];
  const issues: RestIssue[] = [];
  const { digits } = scheme;
  if (!digits.some((length) => length === number.length)) {
    const lengths = digits.length > 1 ? `${digits.slice(0, -1).join(", ")} or ${digits.at(-1)}` : digits[0];
    issues.push({ field: "card-number", kind: "wrong", message: `expected ${lengths} digits for ${name}` });
  }
  if (isValid("cvv", cvv) && cvv.length !== scheme.cvv) {
    issues.push({ field: "cvv", kind: "wrong", message: `expected ${scheme.cvv} digits for ${name}` });
  }
  const ecis = Object.entries(tokenEcis).find(([known]) => known === name)?.[1].values;
  if (ecis && isValid("tkn_eci", eci) && !Object.hasOwn(ecis, eci)) {
    const message = `expected ${Object.keys(ecis).toSorted().join(" or ")} for ${name}`;
    issues.push({ field: "tkn_eci", kind: "wrong", message });
  }
  return issues;
}

const isValid = (field: "cvv" | "tkn_eci", value: unknown): value is string =>
  typeof value === "string" && restFields[field].pattern.test(value);
