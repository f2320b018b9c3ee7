import type { SQLInputValue } from "node:sqlite";
import { DatabaseSync } from "./engine.ts";

/** Arranges the values of a statement as this version of Node takes them. */
export type ArrangeValues = (values: readonly SQLInputValue[]) => SQLInputValue[];

const inOrder: ArrangeValues = (values) => [...values];

/** The comments of SQLite. */
export const commentPattern: RegExp = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

/** Texts and quoted names of SQLite. */
const quotedPattern = /'[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\]/;

/** Where a parameter's sign is none. */
const notCodePattern = new RegExp([quotedPattern, commentPattern].map(({ source }) => source).join("|"), "g");

/** The code of a text of SQL: without its comments, texts and quoted names. */
export const codeOf = (text: string): string => text.replaceAll(notCodePattern, " ");

/** Whether this Node takes the values of numbered parameters (`?1`) in their order: 22, and 24 before 24.11, do not. */
const takesNumbered = ((): boolean => {
  const db = new DatabaseSync(":memory:");
  try {
    return db.prepare("SELECT ?1").get(1) !== undefined;
  } catch {
    return false;
  } finally {
    db.close();
  }
})();

/**
 * How to arrange the values of the statement. Where this Node does not take numbered parameters, their values are given
 * by name.
 * @returns throws a RangeError when it does not get one value for each parameter: the engine takes NULL for those that
 * are missing
 * @throws Error where this Node does not take numbered parameters, when the statement also has parameters without a
 * number, which would get the value of another one
 */
export function parametersOf(text: string, isNumberedTaken = takesNumbered): ArrangeValues {
  const plain = codeOf(text);
  const parameters: string[] = plain.match(/\?\d*/g) ?? [];
  const count = countOf(parameters);
  const arrange = isNumberedTaken || parameters.every((name) => name === "?") ? inOrder : byName(parameters);
  return (values) => {
    if (values.length === count) return arrange(values);
    const hint = /[$:@]\w/.test(plain) ? "; SQLite's parameters are ? or ?1" : "";
    throw new RangeError(`transaction: expected ${count} values, one for each parameter, got ${values.length}${hint}`);
  };
}

/** How many values the parameters take. One without a number has the number after the highest one before it. */
function countOf(parameters: readonly string[]): number {
  return parameters.reduce((count, name) => Math.max(count, name === "?" ? count + 1 : Number(name.slice(1))), 0);
}

function byName(parameters: readonly string[]): ArrangeValues {
  if (parameters.includes("?")) {
    throw new Error(
      `a statement with both ? and ?1: Node ${process.version} cannot take its values. Number all of them`,
    );
  }
  // The engine names a parameter as it is first written: ?1 or ?01.
  const names = new Map(parameters.toReversed().map((name) => [Number(name.slice(1)), name]));
  return (values) => {
    const named = values.flatMap((value, index) => {
      const name = names.get(index + 1);
      return name === undefined ? [] : [[name, value] as const];
    });
    // Node's types have an overload for the names.
    return [Object.fromEntries(named) as unknown as SQLInputValue];
  };
}
