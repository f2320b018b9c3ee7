import type { StatementSync } from "node:sqlite";
import { type Answer, type Dialect, type Statement, textIn } from "../sql/program.ts";

/**
 * Node's SQLite, loaded when this file runs. An import would be resolved before any code runs: with a Node without
 * SQLite, the program could not say which version is needed.
 */
export const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
/** A connection of Node's SQLite. */
export type DatabaseSync = InstanceType<typeof DatabaseSync>;

const dialect: Dialect = { prefix: "ventanilla_", using: (index) => `INDEXED BY ventanilla_${index}`, locks: false };

/** The text of a statement as this engine takes it. One with a bare `LIMIT ?` would be planned anew each time it runs. */
export const sqliteText = (text: string): string => textIn(dialect, text).replaceAll("LIMIT ?", "LIMIT +?");

/** Runs a statement of the store's own. */
export function answerOf(prepared: StatementSync, { text, values }: Statement): Answer {
  if (text.startsWith("SELECT")) return { rows: prepared.all(...values), changes: 0 };
  return { rows: [], changes: Number(prepared.run(...values).changes) };
}
