import { lineOf, type Section } from "../../attempt/sections-of.ts";
import type { SpanTally, StaffStore, TimeSpan } from "../staff-store.ts";
import { addedUpByLine, largestProducts } from "../tally-sum.ts";
import { pastAfterMs } from "./attempts.ts";
import { integer } from "./columns.ts";
import {
  changeAll,
  type Database,
  insert,
  type Program,
  plain,
  rowOf,
  rowsOf,
  type Statement,
  sql,
} from "./program.ts";

/** The sums of a span are kept when it ended so long ago: twice what `attempts.ts` calls past, as clocks may differ. */
const keptAfterMs = 2 * pastAfterMs;

/**
 * The method of a store that adds up many spans. The sums of a span that is over are kept, and taken away by the
 * transaction that changes something of it.
 */
export function talliesIn(db: Database, scope: string) {
  return {
    async tallies({ spans, by = "" }) {
      if (spans.length === 0) return [];
      const now = await db.now();
      const { past, kept, isAhead } = await db.read(() => readKept(scope, by, spans, now));
      const all: SpanTally[][] = [];
      const fresh: Sums[] = [];
      let since: number | undefined;
      for (const span of spans) {
        const { from, until } = span;
        const known = kept.get(keyOf(from, until));
        if (known !== undefined) {
          all.push(JSON.parse(known) as SpanTally[]);
          continue;
        }
        since ??= await db.read(() => firstReached(scope));
        // One after the other: between two of them, others get their turn.
        const rows = until <= since ? [] : await db.read(() => tally(scope, span, by));
        all.push(rows);
        if (until <= now - keptAfterMs) fresh.push({ from, until, sums: JSON.stringify(rows) });
      }
      if (fresh.length > 0 || isAhead) await db.transaction(() => keep(scope, by, fresh, past, now));
      return all;
    },
  } satisfies Partial<StaffStore>;
}

/** A span with its sums, as JSON. */
interface Sums extends TimeSpan {
  sums: string;
}

const keyOf = (from: string | number, until: string | number): string => `${from} ${until}`;

/**
 * Reads the sums that are kept, and how often the past has changed: it is read first, so that sums that are made
 * afterwards are at least as new. What a clock that was ahead has kept is not used: `isAhead`.
 */
function* readKept(scope: string, by: string, spans: readonly TimeSpan[], now: number) {
  const past = yield* timesChanged(plain(""));
  const [first, last] = [Math.min(...spans.map(({ from }) => from)), Math.max(...spans.map(({ from }) => from))];
  const rows = yield* rowsOf<Record<"from_at" | "until_at", string | number> & { kept_at: unknown; sums: string }>(
    sql`SELECT from_at, until_at, kept_at, sums FROM @tallies
      WHERE scope = ${scope} AND from_at >= ${first} AND from_at <= ${last} AND split_by = ${by}`,
  );
  const used = rows.filter((row) => integer(row.kept_at) <= now);
  const kept = new Map(used.map((row) => [keyOf(row.from_at, row.until_at), row.sums]));
  return { past, kept, isAhead: used.length < rows.length };
}

/** When an attempt reached its state first: nothing happened before. */
function* firstReached(scope: string): Program<number> {
  const first = sql`SELECT min(reached_at) AS at FROM @attempts[attempts_by_reached] WHERE scope = ${scope}`;
  const found = yield* rowOf<{ at: unknown }>(first);
  return found?.at == null ? Number.POSITIVE_INFINITY : integer(found.at);
}

/** How often the past has changed. Locked, it does not change before the transaction ends. */
function* timesChanged(lock: Statement): Program<number> {
  const found = yield* rowOf<{ value: unknown }>(sql`SELECT value FROM @sequences WHERE name = 'past'${lock}`);
  return integer(found?.value);
}

/** Keeps sums, unless the past has changed since they were made, and deletes those of a clock that was ahead. */
function* keep(scope: string, by: string, fresh: readonly Sums[], past: number, now: number): Program<void> {
  if ((yield* timesChanged(plain(" FOR UPDATE"))) !== past) return;
  const ahead = sql`DELETE FROM @tallies WHERE scope = ${scope} AND kept_at > ${now}`;
  // Whoever keeps sums has the lock: of what is not there yet, nothing else comes meanwhile.
  const rows = fresh.map(({ from, until, sums }) =>
    insert(
      "tallies",
      { scope, from_at: from, until_at: until, split_by: by, kept_at: now, sums },
      sql`SELECT 1 FROM @tallies WHERE scope = ${scope} AND from_at = ${from} AND until_at = ${until} AND split_by = ${by}`,
    ),
  );
  yield* changeAll([ahead, ...rows]);
}

/** A row of the tally, with the names of its columns. */
interface CountRow
  extends Pick<SpanTally, "currency">,
    Record<"n" | "minor" | "back_n" | "back_minor" | "part_n" | "part_minor" | "unnamed_n", unknown> {
  /** `null`: what went back. */
  section: Section | null;
  split: string | number | null;
}

/** The sums of a span by section, currency and what they are split by. */
function* tally(scope: string, { from, until }: TimeSpan, by: string): Program<SpanTally[]> {
  const split = (time: "reached_at" | "returned_at") =>
    by === "hour" ? sql`floor((${plain(time)} - ${from}) / 3600000) AS split` : plain(`${by || "''"} AS split`);
  const rows = yield* rowsOf<CountRow>(sql`SELECT section, currency, split, count(*) AS n, sum(counted) AS minor,
      count(reversal) AS back_n, sum(reversal) AS back_minor, count(part) AS part_n, sum(part) AS part_minor,
      count(unnamed_part) AS unnamed_n
    FROM (SELECT section, currency, counted, reversal, part, unnamed_part, ${split("reached_at")}
      FROM @attempts[attempts_by_reached] WHERE scope = ${scope} AND reached_at >= ${from} AND reached_at < ${until}) AS reached
    GROUP BY section, currency, split
    UNION ALL SELECT NULL, currency, split, count(*), sum(amount), 0, 0, 0, 0, 0
    FROM (SELECT currency, amount, ${split("returned_at")} FROM @returns[returns_by_returned]
      WHERE scope = ${scope} AND returned_at >= ${from} AND returned_at < ${until}) AS went
    GROUP BY currency, split`);
  const sums = addedUpByLine(
    rows.map(({ section, currency, split: own, ...row }) => ({
      ...(section === null ? { group: "givenBack" as const } : lineOf(section)),
      currency,
      ...(own !== null && own !== "" && { split: String(own) }),
      count: integer(row.n),
      minor: integer(row.minor),
      reversed: { count: integer(row.back_n), minor: integer(row.back_minor) },
      partial: { count: integer(row.part_n), minor: integer(row.part_minor) },
      partialUnknown: integer(row.unnamed_n),
    })),
  );
  return by === "product" ? largestProducts(sums) : sums;
}
