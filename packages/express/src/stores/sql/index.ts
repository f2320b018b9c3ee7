/** What a package with tables of its own is made of: the store's database, and statements that each engine takes. */
export { openStore } from "../open-store.ts";
export { change, DuplicateError, type OwnTables, type Program, rowOf, rowsOf, type SqlStore } from "./program.ts";
export { insert, type SqlValue, type Statement, sql } from "./statement.ts";
