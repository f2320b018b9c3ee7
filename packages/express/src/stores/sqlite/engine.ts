/**
 * Node's SQLite, loaded when this file runs. An import would be resolved before any code runs: with a Node without
 * SQLite, the program could not say which version is needed.
 */
export const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
/** A connection of Node's SQLite. */
export type DatabaseSync = InstanceType<typeof DatabaseSync>;
