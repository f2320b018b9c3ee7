import type { SQLInputValue, StatementSync } from "node:sqlite";
import type { Answer } from "../sql/program.ts";
import { type Dialect, textIn } from "../sql/statement.ts";

/**
 * Node's SQLite, loaded when this file runs. An import would be resolved before any code runs: with a Node without
 * SQLite, the program could not say which version is needed.
 */
export const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
/** A connection of Node's SQLite. */
export type DatabaseSync = InstanceType<typeof DatabaseSync>;

/** The beginning of the tables' names: a shop may keep its own in the same file. */
const prefix = "ventanilla_";

const dialect: Dialect = { prefix, using: (index) => `INDEXED BY ${prefix}${index}` };

/**
 * The text of a statement as this engine takes it: one connection writes at a time, and locks no rows. One with a bare
 * `LIMIT ?` would be planned anew each time it runs.
 */
export const sqliteText = (text: string): string =>
  textIn(dialect, text)
    .replaceAll(/ FOR UPDATE(?: SKIP LOCKED)?/g, "")
    .replaceAll("LIMIT ?", "LIMIT +?");

/** Runs a statement, which answers rows or how many it has written. */
export function answerOf(prepared: StatementSync, values: readonly SQLInputValue[], hasRows: boolean): Answer {
  if (hasRows) return { rows: prepared.all(...values), changes: 0 };
  return { rows: [], changes: Number(prepared.run(...values).changes) };
}

/** Runs the work in a transaction, without waiting: throws while another process holds the write lock. */
export function transactionOn<T>(db: DatabaseSync, work: () => T): T {
  db.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}

/** Comments, texts and quoted names. */
export const notCode: RegExp = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\]/g;
