import type { SpanTally, StaffStore, TalliesRequest, TimeSpan } from "../staff-store.ts";
import { integer } from "./columns.ts";
import { tally } from "./lists.ts";
import { pastAfterMs } from "./past.ts";
import { change, type Database, insert, type Program, rowOf, rowsOf, sql } from "./program.ts";

/** The sums of a span are kept when it ended so long ago: twice what `past.ts` calls past, as clocks may differ. */
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
      const fresh: Sums[] = [];
      const all: SpanTally[][] = [];
      for (const span of spans) {
        // One after the other: between two of them, others get their turn.
        const rows = kept.get(keyOf(span)) ?? (await db.read(() => tally(scope, span, by)));
        all.push(rows);
        if (!kept.has(keyOf(span)) && span.until <= now - keptAfterMs) fresh.push({ span, rows });
      }
      if (fresh.length > 0 || isAhead) await db.transaction(() => keep(scope, { by, past, fresh, now }));
      return all;
    },
  } satisfies Partial<StaffStore>;
}

/** A span with its sums. */
interface Sums {
  span: TimeSpan;
  rows: SpanTally[];
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
  const used = rows.filter((row) => integer(row.kept_at) <= now);
  const isAhead = used.length < rows.length;
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
  for (const { span, rows } of fresh) {
    const own = { scope, from_at: span.from, until_at: span.until, split_by: by ?? "" };
    const known = sql`SELECT 1 FROM @tallies WHERE scope = ${scope} AND from_at = ${span.from}
      AND until_at = ${span.until} AND split_by = ${own.split_by}`;
    yield* change(insert("tallies", { ...own, kept_at: now, sums: JSON.stringify(rows) }, known));
  }
}
