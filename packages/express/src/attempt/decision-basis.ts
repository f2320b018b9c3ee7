import { createHash } from "node:crypto";
import type { Attempt } from "./attempt.ts";

/**
 * What a person's decision about the attempt rests on, as 43 characters. They change with what would change the decision,
 * and with nothing else: not with a visit, nor with a question that the bank answers as before.
 */
export function decisionBasis({ state, facts }: Attempt): string {
  const { verdict, unconfirmedAt, resolution, furtherApproval, handled, givenBack, released, heldFor } = facts;
  const basis = [state, verdict, unconfirmedAt, resolution, furtherApproval, handled, givenBack, released, heldFor];
  return createHash("sha256").update(JSON.stringify(basis, inOrder)).digest("base64url");
}

/** Whether a text has the form of {@link decisionBasis}. */
export const isDecisionBasis = (text: string): boolean => /^[\w-]{43}$/.test(text);

/** A database may give the fields of an object back in another order. */
function inOrder(_name: string, value: unknown): unknown {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? Object.fromEntries(Object.entries(value).toSorted(byName)) : value;
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);
