import { createHash } from "node:crypto";
import type { Attempt, Facts } from "./attempt.ts";

/** The facts that a person's decision depends on. */
const decisive = [
  "verdict",
  "unconfirmedAt",
  "resolution",
  "duplicate",
  "handled",
  "reversed",
  "released",
  "heldFor",
  "givenBack",
  "sentBack",
] as const satisfies (keyof Facts)[];

/**
 * A hash of everything that a person's decision about the attempt depends on, 43 characters. It changes with nothing
 * else: not with a visit, nor with a query that the bank answers as before.
 */
export function decisionBasis({ state, facts }: Attempt): string {
  const told = decisive.map((name) => facts[name]);
  return createHash("sha256")
    .update(JSON.stringify([state, told], sortFields))
    .digest("base64url");
}

/** Sorts the fields of an object, because a database may return them in another order. */
function sortFields(_name: string, value: unknown): unknown {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? Object.fromEntries(Object.entries(value).toSorted(byName)) : value;
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);
