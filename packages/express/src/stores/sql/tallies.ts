import { lineOf, type Section } from "../../attempt/sections-of.ts";
import type { SpanTally, StaffStore, TalliesRequest, TimeSpan } from "../staff-store.ts";
import { largestProducts } from "../tally-sum.ts";
import { pastAfterMs } from "./attempts.ts";
import { integer } from "./columns.ts";
import { change, type Database, joined, type Program, plain, rowOf, rowsOf, sql } from "./program.ts";

/** The sums of a span are kept when it ended so long ago: twice what `attempts.ts` calls past, as clocks may differ. */
const keptAfterMs = 2 * pastAfterMs;

/**
 * The method of a store that adds up many spans. The sums of a span that is over are kept, and taken away by the
 * transaction that changes something of it.
 */
export function talliesIn(db: Database, scope: string) {
  return {
    async tallies({ spans, by }) {
      if (spans.length === 0) return [];
      const now = await db.now();
      const { past, kept, isAhead } = await db.read(() => readKept(scope, { spans, by }, now));
      const all = new Map(kept);
      const fresh: Sums[] = [];
      let emptyUntil = Number.NEGATIVE_INFINITY;
      for (const span of spans.toSorted((one, other) => one.from - other.from)) {
        const key = keyOf(span);
        if (all.has(key)) continue;
        // One after the other: between two of them, others get their turn. Where nothing happened, all at once.
        const isEmpty = span.until <= emptyUntil;
        const rows = isEmpty ? [] : await db.read(() => tally(scope, span, by));
        if (!isEmpty && rows.length === 0) emptyUntil = await db.read(() => nextAfter(scope, span));
        all.set(key, rows);
        if (span.until <= now - keptAfterMs) fresh.push({ span, rows });
      }
      if (fresh.length > 0 || isAhead) await db.transaction(() => keep(scope, { by, past, fresh, now }));
      return spans.map((span) => all.get(keyOf(span)) ?? []);
    },
  } satisfies Partial<StaffStore>;
}

/** A span with its sums. */
interface Sums {
  span: TimeSpan;
  rows: SpanTally[];
}

/** When something happened first after a span. */
function* nextAfter(scope: string, { until }: TimeSpan): Program<number> {
  const next = yield* rowOf<Record<"reached" | "returned", unknown>>(sql`SELECT
    (SELECT min(reached_at) FROM @attempts[attempts_by_reached] WHERE scope = ${scope} AND reached_at >= ${until}) AS reached,
    (SELECT min(returned_at) FROM @returns[returns_by_returned] WHERE scope = ${scope} AND returned_at >= ${until}) AS returned`);
  const timeOf = (value: unknown) => (value === null ? Number.POSITIVE_INFINITY : integer(value));
  return Math.min(timeOf(next?.reached), timeOf(next?.returned));
}

const keyOf = ({ from, until }: TimeSpan): string => `${from} ${until}`;

/**
 * Reads the sums that are kept, and how often the past has changed: it is read first, so that sums that are made
 * afterwards are at least as new. What a clock that was ahead has kept is not used: `isAhead`.
 */
function* readKept(
  scope: string,
  { spans, by }: TalliesRequest,
  now: number,
): Program<{ past: number; kept: Map<string, SpanTally[]>; isAhead: boolean }> {
  const past = yield* pastOf(false);
  const [first, last] = [Math.min(...spans.map(({ from }) => from)), Math.max(...spans.map(({ from }) => from))];
  const rows = yield* rowsOf<Record<"from_at" | "until_at" | "kept_at", unknown> & { sums: string }>(
    sql`SELECT from_at, until_at, kept_at, sums FROM @tallies
      WHERE scope = ${scope} AND from_at >= ${first} AND from_at <= ${last} AND split_by = ${by ?? ""}`,
  );
  const spanOf = (row: (typeof rows)[number]) => ({ from: integer(row.from_at), until: integer(row.until_at) });
  const isAhead = rows.some((row) => integer(row.kept_at) > now);
  // Between two spans, the sums of others may be kept.
  const asked = new Set(spans.map(keyOf));
  const used = rows.filter((row) => integer(row.kept_at) <= now && asked.has(keyOf(spanOf(row))));
  return { past, isAhead, kept: new Map(used.map((row) => [keyOf(spanOf(row)), JSON.parse(row.sums) as SpanTally[]])) };
}

/** How often the past has changed. Locked, it does not change before the transaction ends. */
function* pastOf(isLocked: boolean): Program<number> {
  const found = sql`SELECT value FROM @sequences WHERE name = 'past'`;
  return integer((yield* rowOf<{ value: unknown }>(isLocked ? sql`${found} FOR UPDATE` : found))?.value);
}

/** Keeps sums, unless the past has changed since they were made, and deletes those of a clock that was ahead. */
function* keep(
  scope: string,
  { by, past, fresh, now }: Pick<TalliesRequest, "by"> & { past: number; fresh: readonly Sums[]; now: number },
): Program<void> {
  if ((yield* pastOf(true)) !== past) return;
  yield* change(sql`DELETE FROM @tallies WHERE scope = ${scope} AND kept_at > ${now}`);
  if (fresh.length === 0) return;
  // Whoever keeps sums has the lock: of what is not there yet, nothing else comes meanwhile.
  const { kept } = yield* readKept(scope, { spans: fresh.map(({ span }) => span), by }, now);
  const rows = fresh
    .filter(({ span }) => !kept.has(keyOf(span)))
    .map((each) => {
      const { from, until } = each.span;
      return sql`(${scope}, ${from}, ${until}, ${by ?? ""}, ${now}, ${JSON.stringify(each.rows)})`;
    });
  if (rows.length === 0) return;
  const columns = plain("scope, from_at, until_at, split_by, kept_at, sums");
  yield* change(sql`INSERT INTO @tallies (${columns}) VALUES ${joined(rows, ", ")}`);
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
function* tally(scope: string, { from, until }: TimeSpan, by: TalliesRequest["by"]): Program<SpanTally[]> {
  const split = (time: "reached_at" | "returned_at") =>
    by === "hour" ? sql`floor((${plain(time)} - ${from}) / 3600000) AS split` : plain(`${by ?? "''"} AS split`);
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
  const all = rows.map(({ section, currency, split: own, n, minor, ...row }) => ({
    ...(section === null ? { group: "givenBack" as const } : lineOf(section)),
    currency,
    ...(own !== null && own !== "" && { split: String(own) }),
    count: integer(n),
    minor: integer(minor),
    ...(integer(row.back_n) > 0 && { reversed: { count: integer(row.back_n), minor: integer(row.back_minor) } }),
    ...(integer(row.part_n) > 0 && { partial: { count: integer(row.part_n), minor: integer(row.part_minor) } }),
    ...(integer(row.unnamed_n) > 0 && { partialUnknown: integer(row.unnamed_n) }),
  }));
  return by === "product" ? largestProducts(all) : all;
}
