import { lineOf, type Section } from "../../attempt/sections-of.ts";
import type { SpanTally, StaffStore, TimeSpan } from "../staff-store.ts";
import { addedUpByLine, largestProducts } from "../tally-sum.ts";
import { pastAfterMs } from "./attempts.ts";
import { integer } from "./columns.ts";
import { changeAll, type Database, type Program, rowOf, rowsOf, rowsOfAll } from "./program.ts";
import { insert, plain, sql } from "./statement.ts";

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
      const { changes, since, kept, isAhead } = await db.read(() => readKept(scope, by, spans, now));
      const all: SpanTally[][] = [];
      const fresh: Sums[] = [];
      for (const span of spans) {
        const known = kept.get(keyOf(span.from, span.until));
        // One after the other: between two of them, others get their turn.
        const read = async () => (span.until <= since ? [] : db.read(() => tally(scope, span, by)));
        const sums = known === undefined ? await read() : (JSON.parse(known) as SpanTally[]);
        all.push(sums);
        if (known === undefined && span.until <= now - keptAfterMs) fresh.push({ ...span, sums });
      }
      if (fresh.length > 0 || isAhead) await db.transaction(() => keep(scope, by, fresh, changes, now));
      return all;
    },
  } satisfies Partial<StaffStore>;
}

/** A span with its sums. */
interface Sums extends TimeSpan {
  sums: SpanTally[];
}

const keyOf = (from: string | number, until: string | number): string => `${from} ${until}`;

/** How often the past has changed. Locked, it does not change before the transaction ends. */
const timesChanged = sql`SELECT value FROM @sequences WHERE name = 'past'`;

/**
 * Reads the sums that are kept, and before them how often the past has changed: sums that are made afterwards are at least
 * as new. What a clock that was ahead has kept is not used: `isAhead`. Before `since` no attempt reached its state.
 */
function* readKept(scope: string, by: string, spans: readonly TimeSpan[], now: number) {
  const [first, last] = [Math.min(...spans.map(({ from }) => from)), Math.max(...spans.map(({ from }) => from))];
  const [[past], [earliest], rows] = yield* rowsOfAll<[{ value: unknown }[], { at: unknown }[], KeptRow[]]>([
    timesChanged,
    sql`SELECT min(reached_at) AS at FROM @attempts[attempts_by_reached] WHERE scope = ${scope}`,
    sql`SELECT from_at, until_at, kept_at, sums FROM @tallies
      WHERE scope = ${scope} AND from_at >= ${first} AND from_at <= ${last} AND split_by = ${by}`,
  ]);
  const used = rows.filter((row) => integer(row.kept_at) <= now);
  return {
    changes: integer(past?.value),
    since: earliest?.at == null ? Number.POSITIVE_INFINITY : integer(earliest.at),
    kept: new Map(used.map((row) => [keyOf(row.from_at, row.until_at), row.sums])),
    isAhead: used.length < rows.length,
  };
}

interface KeptRow extends Record<"from_at" | "until_at", string | number> {
  kept_at: unknown;
  sums: string;
}

/** Keeps sums, unless the past has changed since they were made, and deletes those of a clock that was ahead. */
function* keep(scope: string, by: string, fresh: readonly Sums[], changes: number, now: number): Program<void> {
  const past = yield* rowOf<{ value: unknown }>(sql`${timesChanged} FOR UPDATE`);
  if (integer(past?.value) !== changes) return;
  const ahead = sql`DELETE FROM @tallies WHERE scope = ${scope} AND kept_at > ${now}`;
  // Whoever keeps sums has the lock: of what is not there yet, nothing else comes meanwhile.
  const rows = fresh.map(({ from, until, sums }) =>
    insert(
      "tallies",
      { scope, from_at: from, until_at: until, split_by: by, kept_at: now, sums: JSON.stringify(sums) },
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
