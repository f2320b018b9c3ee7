import { partsGivenBack } from "../../attempt/approval.ts";
import type { Attempt } from "../../attempt/attempt.ts";
import type { UpdatedAttempt } from "../../attempt/order-rows.ts";
import type { Shelf } from "../../attempt/shelf.ts";
import { shelfOf } from "../../attempt/shelf-of.ts";
import { joined, type Statement, sql } from "./program.ts";

/** What is older is in the past, where little changes. No sums are kept of what is younger: see `tallies.ts`. */
export const pastAfterMs = 12 * 3_600_000;

/** The last statements of a transaction that changed what happened at these times: kept sums of it are taken away. */
export function forgetSums(scope: string, times: readonly number[]): Statement[] {
  if (times.length === 0) return [];
  const kept = [...new Set(times)].map((at) => sql`(from_at <= ${at} AND until_at > ${at})`);
  return [
    sql`UPDATE @sequences SET value = value + 1 WHERE name = 'past'`,
    sql`DELETE FROM @tallies WHERE scope = ${scope} AND (${joined(kept, " OR ")})`,
  ];
}

/** What an attempt counts as in sums, and when. */
const countedAs = ({ section, reachedAt, counted, reversed, part, unnamedPart, scheme, branch, product }: Shelf) =>
  JSON.stringify([section, reachedAt, counted, reversed, part, unnamedPart, scheme, branch, product]);

/** The times in the past whose sums a change of an attempt changes: hardly ever any. */
export function pastTimesOf({ before, attempt }: Pick<UpdatedAttempt, "before" | "attempt">, now: number): number[] {
  const [old, own] = [shelfOf(before), shelfOf(attempt)];
  if (countedAs(old) === countedAs(own)) return [];
  return [old.reachedAt, ...timesOf(attempt)].filter((at) => at < now - pastAfterMs);
}

/** All times at which an attempt counts in sums. */
export const timesOf = (attempt: Attempt): number[] => [
  shelfOf(attempt).reachedAt,
  ...partsGivenBack(attempt).map(({ at }) => at),
];
