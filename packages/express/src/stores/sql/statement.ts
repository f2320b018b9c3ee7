/** A value of a parameter. */
export type SqlValue = string | number | null;

/** A statement of SQL, or a part of one, with `?` for each value. What it leaves open, a {@link Dialect} says. */
export interface Statement {
  /** The SQL. */
  text: string;
  /** One for each `?`. */
  values: readonly SqlValue[];
}

type Part = SqlValue | readonly SqlValue[] | Statement;
type Row = Record<string, SqlValue>;

/**
 * A statement of SQL, or a part of one, which another may hold. `@parcels` is a table, and `@parcels[parcels_by_id]` one that is
 * read by this index. A value becomes a parameter, and a list of them several, for `IN`. A query begins with `SELECT`.
 */
export const sql: (texts: TemplateStringsArray, ...parts: readonly Part[]) => Statement = (texts, ...parts) => {
  let [text = ""] = texts;
  const values: SqlValue[] = [];
  for (const [index, part] of parts.entries()) {
    const own = statementOf(part);
    text += own.text + texts[index + 1];
    values.push(...own.values);
  }
  return { text, values };
};

function statementOf(part: Part): Statement {
  if (part === null || typeof part !== "object") return { text: "?", values: [part] };
  if ("text" in part) return part;
  // Few engines know `()`: an empty list is a query without rows.
  return { text: part.length === 0 ? "(SELECT '' WHERE 1 = 0)" : `(${part.map(() => "?").join(", ")})`, values: part };
}

/** Names of tables and columns, and other SQL without values. */
export const plain = (text: string): Statement => ({ text, values: [] });

export const joined = (parts: readonly Statement[], separator: string): Statement => ({
  text: parts.map(({ text }) => text).join(separator),
  values: parts.flatMap(({ values }) => values),
});

/** The statement that inserts a row, unless a query finds one: the table without `@`, the columns, and the query. */
export const insert: (table: string, row: Row, unless?: Statement) => Statement = (table, row, unless) => {
  const into = `INSERT INTO @${table} (${Object.keys(row).join(", ")})`;
  const values = Object.values(row);
  const holes = values.map(() => "?").join(", ");
  if (unless === undefined) return { text: `${into} VALUES (${holes})`, values };
  const text = `${into} SELECT ${holes} FROM (SELECT 1 AS one) AS here WHERE NOT EXISTS (${unless.text})`;
  return { text, values: [...values, ...unless.values] };
};

/** What statements leave to the engine. */
export interface Dialect {
  /** The beginning of a table's name, for the `@` of `@attempts`. */
  prefix: string;
  /** The index by which a table is to be read, for the brackets of `@attempts[attempts_due]`. Empty: it chooses well. */
  using(index: string): string;
}

/** The text of a statement as the engine takes it. */
export const textIn = ({ prefix, using }: Dialect, text: string): string =>
  text.replaceAll("@", prefix).replaceAll(/\[(\w+)\]/g, (_, index: string) => ` ${using(index)}`);
