import type { SqlValue } from "../sql/program.ts";

/** The text of a statement with its values in it. */
export function withLiterals(
  text: string,
  values: readonly SqlValue[],
  literalOf: (value: SqlValue) => string,
): string {
  let count = 0;
  return text.replaceAll("?", () => literalOf(values[count++] ?? null));
}

/** A value as SQL writes it. What a backslash means in a text is the engine's. */
export function quoted(value: SqlValue): string {
  if (value === null) return "NULL";
  return typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`;
}
