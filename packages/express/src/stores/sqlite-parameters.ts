import type { SQLInputValue } from "node:sqlite";

const literal = /'(?:[^']|'')*'|"[^"]*"|--[^\n]*/g;

/** Gives a statement's values as every Node takes them. */
export type Parameters = (values: readonly SQLInputValue[]) => SQLInputValue[];

/** For the statement: Node 22.19, and 24 before 24.11, takes the values of numbered parameters (`?1`) by name alone. */
export function parametersOf(text: string): Parameters {
  const names = [...new Set(text.replaceAll(literal, "").match(/\?\d+/g))];
  if (names.length === 0) return (values) => [...values];
  return (values) => {
    const given = names.map((name) => [name, Number(name.slice(1)) - 1] as const).filter(([, i]) => i < values.length);
    // Node's types have an overload for the names.
    return [Object.fromEntries(given.map(([name, i]) => [name, values[i]])) as unknown as SQLInputValue];
  };
}
