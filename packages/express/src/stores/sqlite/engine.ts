import type { SQLInputValue, StatementSync } from "node:sqlite";
import { type Answer, type Dialect, type Statement, textIn } from "../sql/program.ts";

/**
 * Node's SQLite, loaded when this file runs. An import would be resolved before any code runs: with a Node without
 * SQLite, the program could not say which version is needed.
 */
export const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
/** A connection of Node's SQLite. */
export type DatabaseSync = InstanceType<typeof DatabaseSync>;

/** The beginning of the tables' names: a shop may keep its own in the same file. */
export const prefix = "ventanilla_";

const dialect: Dialect = { prefix, using: (index) => `INDEXED BY ${prefix}${index}`, locks: false };

/** The text of a statement as this engine takes it. One with a bare `LIMIT ?` would be planned anew each time it runs. */
export const sqliteText = (text: string): string => textIn(dialect, text).replaceAll("LIMIT ?", "LIMIT +?");

/** Runs a statement of the store's own. */
export function answerOf(prepared: StatementSync, { text, values }: Statement): Answer {
  if (text.startsWith("SELECT")) return { rows: prepared.all(...values), changes: 0 };
  return { rows: [], changes: Number(prepared.run(...values).changes) };
}

/** The comments of SQLite. */
export const commentPattern: RegExp = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

/** Where a parameter's sign is none: in texts, quoted names and comments. */
const notCodePattern = new RegExp(`${/'[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\]/.source}|${commentPattern.source}`, "g");

/** The code of a text of SQL: without its comments, texts and quoted names. */
export const codeOf = (text: string): string => text.replaceAll(notCodePattern, " ");

const parameterPattern = new RegExp(`${notCodePattern.source}|\\?(\\d*)`, "g");

/**
 * The parameters of a hook's statement: its text with `?` for each of them, and what gives their values in this order. Not
 * every Node takes the values of numbered ones (`?1`). One without a number has the number after the highest one before it.
 * @returns `arrange` throws a RangeError when it does not get one value for each: the engine takes NULL for what is missing
 */
export function parametersOf(text: string) {
  const numbers: number[] = [];
  let count = 0;
  const plain = text.replaceAll(parameterPattern, (part, digits?: string) => {
    const number = digits === "" ? count + 1 : Number(digits ?? 0);
    if (number === 0) return part;
    numbers.push(number);
    count = Math.max(count, number);
    return "?";
  });
  return {
    text: plain,
    arrange(values: readonly SQLInputValue[]): SQLInputValue[] {
      if (values.length === count) return numbers.map((number) => values[number - 1] ?? null);
      const hint = /[$:@]\w/.test(codeOf(text)) ? "; SQLite's parameters are ? or ?1" : "";
      throw new RangeError(
        `transaction: expected ${count} values, one for each parameter, got ${values.length}${hint}`,
      );
    },
  };
}
