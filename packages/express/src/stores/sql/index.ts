/** What a package with tables of its own is made of: the store's database, and statements that each engine takes. */
export { databaseOf, type OwnTables } from "./own-tables.ts";
export {
  change,
  DuplicateError,
  insert,
  type Program,
  rowOf,
  rowsOf,
  type SqlValue,
  type Statement,
  sql,
} from "./program.ts";
