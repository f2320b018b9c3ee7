/**
 * Node's SQLite, looked for when this file runs. An import would be looked for before any file runs: a Node without
 * SQLite could not say which version is needed.
 */
export const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
export type DatabaseSync = InstanceType<typeof DatabaseSync>;
