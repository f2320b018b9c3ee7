import type { SQLInputValue } from "node:sqlite";
import { DatabaseSync } from "./sqlite-engine.ts";

/** Gives a statement's values as this Node takes them. */
export type ArrangeValues = (values: readonly SQLInputValue[]) => SQLInputValue[];

const inOrder: ArrangeValues = (values) => [...values];

/** Texts, quoted names and comments of SQLite. */
const quoted = /'[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

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
 * For the statement. Where this Node refuses numbered parameters, their values are given by name.
 * @throws Error there, when the statement also has parameters without a number, which would get another's value
 */
export function parametersOf(text: string, isTaken = takesNumbered): ArrangeValues {
  if (isTaken) return inOrder;
  const parameters: string[] = text.replaceAll(quoted, " ").match(/\?\d*/g) ?? [];
  if (parameters.every((name) => name === "?")) return inOrder;
  if (parameters.includes("?")) {
    throw new Error(
      `a statement with both ? and ?1: Node ${process.version} cannot take its values. Number all of them`,
    );
  }
  // The engine calls a parameter as its first occurrence writes it: ?1 or ?01.
  const names = new Map(parameters.toReversed().map((name) => [Number(name.slice(1)), name]));
  const count = Math.max(...names.keys());
  return (values) => {
    if (values.length > count) throw new RangeError(`a statement with ${count} parameters got ${values.length} values`);
    const named = values.flatMap((value, index) => {
      const name = names.get(index + 1);
      return name === undefined ? [] : [[name, value] as const];
    });
    // Node's types have an overload for the names.
    return [Object.fromEntries(named) as unknown as SQLInputValue];
  };
}
