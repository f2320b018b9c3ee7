import { type State, states } from "../../attempt/attempt.ts";
import { decidedStates } from "../../attempt/decision-kind.ts";
import { failingTries } from "../outbox-event.ts";
import { type AttemptRow, attemptFromRow, type EventRow, eventFromRow, integer, parsed } from "../rows.ts";
import { overtimeMs } from "../rules.ts";
import type { Elsewhere, Store, Unsettled } from "../store.ts";
import type { Database } from "./database.ts";
import { wherePaidTwice } from "./version-5-on.ts";
import { whereResolvable } from "./where-resolvable.ts";

const firstOf = (where: string): string => `SELECT * FROM ventanilla.attempts WHERE ${where} ORDER BY seq LIMIT $1`;

const countOf = (state: State): string =>
  `(SELECT count(*) FROM ventanilla.attempts WHERE state = '${state}' AND ${whereResolvable})`;

type Sums = Record<"attempts" | "events" | "dead" | "failing" | "unknown" | "review" | "closing", unknown> &
  Record<"newest" | "overtime", unknown>;

/** The methods of a store for people and monitoring. */
export function watchIn(db: Database): Pick<Store, "backlog" | "elsewhere" | "unsettled" | "stats"> {
  return {
    async backlog(closingBefore) {
      const [sums] = await db.ask<Sums>(
        `SELECT (SELECT min(due_at) FROM ventanilla.attempts WHERE due_at IS NOT NULL) AS attempts,
         (SELECT min(due_at) FROM ventanilla.outbox WHERE due_at IS NOT NULL) AS events,
         (SELECT count(*) FROM ventanilla.outbox WHERE dead) AS dead,
         (SELECT count(*) FROM ventanilla.outbox
           WHERE due_at IS NOT NULL AND tries >= ${failingTries}) AS failing,
         (SELECT created_at FROM ventanilla.attempts ORDER BY seq DESC LIMIT 1) AS newest,
         (SELECT count(*) FROM ventanilla.attempts WHERE state = 'opened' AND window_ends_at < ventanilla.now_ms()
           AND (facts ->> 'aliveAt')::bigint > window_ends_at + ${overtimeMs}) AS overtime,
         ${countOf("unknown")} AS unknown, ${countOf("review")} AS review,
         (SELECT jsonb_agg(to_jsonb(c) ORDER BY c.window_ends_at) FROM (
           SELECT * FROM ventanilla.attempts WHERE state = 'opened' AND window_ends_at < $1
           AND window_ends_at > (SELECT ventanilla.now_ms()) ORDER BY window_ends_at LIMIT 100) c) AS closing`,
        { closingBefore },
      );
      return {
        ...(sums?.attempts != null && { attemptsSince: integer(sums.attempts) }),
        ...(sums?.events != null && { eventsSince: integer(sums.events) }),
        ...(sums?.newest != null && { newestAt: integer(sums.newest) }),
        ...(integer(sums?.overtime) > 0 && { overtime: integer(sums?.overtime) }),
        dead: integer(sums?.dead),
        failing: integer(sums?.failing),
        unknown: integer(sums?.unknown),
        review: integer(sums?.review),
        closing: (parsed<AttemptRow[] | null>(sums?.closing) ?? []).map(attemptFromRow),
      };
    },
    elsewhere: (banks) => elsewhere(db, [...banks, ""]),
    unsettled: (limit) => unsettled(db, limit),
    async stats() {
      const rows = await db.ask<{ name: State | "due" | "dead"; n: unknown }>(
        `SELECT state::text AS name, count(*) AS n FROM ventanilla.attempts GROUP BY state
         UNION ALL SELECT 'due', count(due_at) FROM ventanilla.outbox
         UNION ALL SELECT 'dead', count(*) FROM ventanilla.outbox WHERE dead`,
        {},
        db.longDeadlineMs,
      );
      const counts = new Map(rows.map(({ name, n }) => [name, integer(n)]));
      const attempts = Object.fromEntries(states.map((state) => [state, counts.get(state) ?? 0]));
      return {
        attempts: attempts as Record<State, number>,
        outbox: { due: counts.get("due") ?? 0, dead: counts.get("dead") ?? 0 },
      };
    },
  };
}

const isElsewhere = "due_at IS NOT NULL AND NOT $1::jsonb ? bank";
const isToAsk = `${isElsewhere} AND facts ? 'sealedKey'`;
const dueElsewhere = (table: string): string => `SELECT bank, due_at FROM ventanilla.${table} WHERE ${isElsewhere}`;

async function elsewhere(db: Database, banks: readonly string[]): Promise<Elsewhere> {
  const due = `SELECT bank, min(due_at) AS since FROM (${dueElsewhere("attempts")}
    UNION ALL ${dueElsewhere("outbox")}) d GROUP BY bank`;
  const text = `SELECT (SELECT jsonb_agg(to_jsonb(b)) FROM (${due}) b) AS banks,
    (SELECT count(*) FROM ventanilla.attempts WHERE ${isToAsk}) AS count,
    (SELECT jsonb_agg(to_jsonb(a) ORDER BY a.seq) FROM (
      SELECT * FROM ventanilla.attempts WHERE ${isToAsk} ORDER BY seq LIMIT 20) a) AS attempts`;
  const [found] = await db.ask<Record<keyof Elsewhere, unknown>>(text, { banks });
  return {
    banks: parsed<Elsewhere["banks"] | null>(found?.banks) ?? [],
    count: integer(found?.count),
    attempts: (parsed<AttemptRow[] | null>(found?.attempts) ?? []).map(attemptFromRow),
  };
}

async function unsettled(db: Database, limit: number): Promise<Unsettled> {
  const parts = Object.values(decidedStates).map(
    (state) => `(${firstOf(`state = '${state}' AND ${whereResolvable}`)})`,
  );
  const attempts = await db.ask<AttemptRow>(`${parts.join(" UNION ALL ")} ORDER BY seq`, { limit });
  const paidTwice = await db.ask<AttemptRow>(firstOf(wherePaidTwice), { limit });
  const events = await db.ask<EventRow & { error: string }>(
    "SELECT * FROM ventanilla.outbox WHERE dead ORDER BY seq LIMIT $1",
    { limit },
  );
  const [counts] = await db.ask<Record<keyof Unsettled["counts"], unknown>>(
    `SELECT (SELECT count(*) FROM ventanilla.attempts WHERE ${wherePaidTwice}) AS "paidTwice",
     ${Object.entries(decidedStates)
       .map(([kind, state]) => `${countOf(state)} AS ${kind},`)
       .join(" ")}
     (SELECT count(*) FROM ventanilla.outbox WHERE dead) AS events`,
    {},
  );
  return {
    attempts: attempts.map(attemptFromRow),
    paidTwice: paidTwice.map(attemptFromRow),
    events: events.map((row) => ({ ...eventFromRow(row), error: row.error })),
    counts: {
      paidTwice: integer(counts?.paidTwice),
      review: integer(counts?.review),
      unconfirmed: integer(counts?.unconfirmed),
      unknown: integer(counts?.unknown),
      events: integer(counts?.events),
    },
  };
}
