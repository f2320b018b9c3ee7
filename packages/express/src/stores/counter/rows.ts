import type { AttemptPage, EventRecord, KeptAction, TallyRow } from "../counter-store.ts";
import { type AttemptRow, attemptFromRow, type EventRow, eventFromRow, integer } from "../rows.ts";
import { cursorOf } from "./checks.ts";

/** A row of a list: with its number, and in takings with the time of its approval. */
export interface ListedRow extends AttemptRow {
  seq: unknown;
  settled_at?: unknown;
}

/** The page of these rows. One row more than `limit` shows that another page follows. */
export function pageFromRows(rows: readonly ListedRow[], limit: number): AttemptPage {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  const next = last && cursorOf({ at: integer(last.settled_at ?? last.created_at), seq: integer(last.seq) });
  return { attempts: rows.slice(0, limit).map(attemptFromRow), ...(next !== undefined && { next }) };
}

/** A row of the tally, with the names of its columns. */
export interface CountRow extends Pick<TallyRow, "currency"> {
  name: TallyRow["group"];
  hour: unknown;
  n: unknown;
  minor: unknown;
  back_n: unknown;
  back_minor: unknown;
  part_n: unknown;
  part_minor: unknown;
  unnamed_n: unknown;
}

/** @throws Error when a column holds a number that is out of bounds */
export function tallyFromRow({ name, currency, hour, n, minor, ...row }: CountRow): TallyRow {
  const back = integer(row.back_n);
  const part = integer(row.part_n);
  const unnamed = integer(row.unnamed_n);
  return {
    group: name,
    currency,
    hour: integer(hour),
    count: integer(n),
    minor: integer(minor),
    ...(back > 0 && { givenBack: { count: back, minor: integer(row.back_minor) } }),
    ...(part > 0 && { partial: { count: part, minor: integer(row.part_minor) } }),
    ...(unnamed > 0 && { partialUnknown: unnamed }),
  };
}

/** A row of the outbox with the state of its delivery. */
export interface EventRecordRow extends EventRow {
  dead: unknown;
  error: string | null;
  delivered_at: unknown;
}

/** The event of a row, with the state of its delivery. */
export function eventRecordFromRow(row: EventRecordRow): EventRecord {
  return {
    ...eventFromRow(row),
    tries: integer(row.tries),
    ...(row.due_at !== null && { dueAt: integer(row.due_at) }),
    ...(row.delivered_at !== null && { deliveredAt: integer(row.delivered_at) }),
    dead: Boolean(row.dead),
    ...(row.error !== null && { error: row.error }),
  };
}

/** A row of the staff's actions. */
export interface ActionRow {
  at: unknown;
  by_name: string;
  action: string;
  subject: string;
  note: string | null;
}

/** The action of a row. Its note is absent when there is none. */
export function actionFromRow({ at, by_name, action, subject, note }: ActionRow): KeptAction {
  return { by: by_name, action, subject, ...(note !== null && { note }), at: integer(at) };
}

/** How long a claimed alert is remembered: 30 days, in milliseconds. */
export const alertKeptMs: number = 30 * 24 * 60 * 60_000;
