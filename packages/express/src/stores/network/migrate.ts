import { integer } from "../sql/columns.ts";
import { refuseNewer, statementsOf } from "../sql/tables.ts";
import type { Connections } from "./connections.ts";
import type { Engine } from "./engine.ts";

/** What an engine says about that. */
export type Migration = Pick<
  Engine,
  "name" | "prefix" | "types" | "prepare" | "repeated" | "meaningOf" | "lock" | "unlock"
>;

/**
 * Applies the versions that the database lacks; returns their numbers. When nothing is missing, it needs no right
 * to create anything. One process migrates at a time. `own`: other tables than the store's.
 * @throws Error when the database is newer than this program
 */
export async function migrate(
  use: Connections["use"],
  { name, prefix, types, lock, unlock, prepare, repeated, meaningOf }: Migration,
  deadlineMs: number,
  versions: readonly string[],
  own: string,
): Promise<number[]> {
  const table = `${prefix}${own}versions`;
  /** The version of the tables. */
  async function known(query: (text: string) => Promise<readonly unknown[]>): Promise<number> {
    const rows = (await query(`SELECT version FROM ${table}`)) as { version: unknown }[];
    const version = Math.max(0, ...rows.map((row) => integer(row.version)));
    refuseNewer(`${name}: the database`, version, versions.length);
    return version;
  }
  const before = await use(({ query }) => known(async (text) => (await query(text)).rows)).catch((error: unknown) => {
    if (meaningOf(error) === "missing") return 0;
    throw error;
  });
  if (before === versions.length) return [];
  return use(async (connection) => {
    const query = async (text: string) => (await connection.query(text, [], deadlineMs)).rows;
    await lock(query, deadlineMs);
    for (const text of prepare) await query(text);
    await query(`CREATE TABLE IF NOT EXISTS ${table} (version ${types.int} PRIMARY KEY)`);
    const applied: number[] = [];
    for (let version = (await known(query)) + 1; version <= versions.length; version++) {
      for (const text of statementsOf(versions[version - 1] as string, prefix, types)) {
        await query(text).catch((error: unknown) => {
          if (!repeated.some((each) => each === meaningOf(error))) throw error;
        });
      }
      await query(`INSERT INTO ${table} (version) VALUES (${version})`);
      applied.push(version);
    }
    await query(unlock);
    return applied;
  });
}
