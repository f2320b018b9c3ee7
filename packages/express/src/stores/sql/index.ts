import * as program from "./program.ts";
import * as statement from "./statement.ts";

/** What a package with tables of its own is made of: the store's database, and statements that each engine takes. */
export { openStore } from "../open-store.ts";
export { DuplicateError, type OwnTables, type Program, type SqlStore } from "./program.ts";
export type { SqlValue } from "./statement.ts";

/**
 * A statement of SQL, or a part of one, which another may hold. `@parcels` is a table, and `@parcels[parcels_by_id]` one that is
 * read by this index. A value becomes a parameter, and a list of them several, for `IN`. A query begins with `SELECT`.
 * @example
 * const found = sql`SELECT id FROM @parcels WHERE state = ${"open"} AND id IN ${["P-1", "P-2"]}`;
 */
export const sql: typeof statement.sql = statement.sql;
/** What {@link sql} makes. */
export type Statement = ReturnType<typeof sql>;
/** The statement that inserts a row, unless a query finds one: the table without `@`, the columns, and the query. */
export const insert: typeof statement.insert = statement.insert;
/** A step that reads rows, each as a function makes it, if one is given. Columns of 64 bits may come as text. */
export const rowsOf: typeof program.rowsOf = program.rowsOf;
/** The same of the first row; `undefined` where there is none. */
export const rowOf: typeof program.rowOf = program.rowOf;
/** A step that writes, and answers the number of rows written. */
export const change: typeof program.change = program.change;
