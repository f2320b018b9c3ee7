import { integer } from "../sql/columns.ts";
import { versions as allVersions, refuseNewer, statementsOf, type TypeNames } from "../sql/tables.ts";
import type { HeldConnection } from "./pool.ts";

/** How an engine applies versions. */
interface Migration {
  /** The function that made the store. */
  name: string;
  prefix: string;
  types: TypeNames;
  /** Before anything else: makes other processes wait until this one has migrated, or rejects. */
  lock(query: (text: string) => Promise<unknown[]>): Promise<void>;
  unlock: readonly string[];
  /** Makes what the tables are in. */
  prepare: readonly string[];
  deadlineMs: number;
  isMissing(error: unknown): boolean;
  /**
   * Whether an error says that a statement has been run before: where the engine commits each of a version by itself, and
   * the process that began it has ended.
   */
  isDone(error: unknown): boolean;
  /** The statements of each version, oldest first. Default: those of the tables. */
  versions?: readonly string[];
}

/**
 * Applies the versions that the database lacks; returns their numbers. When nothing is missing, it needs no right
 * to create anything. One process migrates at a time.
 * @throws Error when the database is newer than this program
 */
export async function migrate(
  use: <T>(work: (connection: HeldConnection) => Promise<T>) => Promise<T>,
  { name, prefix, types, lock, unlock, prepare, deadlineMs, isMissing, isDone, versions = allVersions }: Migration,
): Promise<number[]> {
  const readVersions = `SELECT version FROM ${prefix}versions`;
  const known = async (connection: HeldConnection): Promise<number> => {
    const rows = (await connection.query(readVersions, [])) as { version: unknown }[];
    const version = Math.max(0, ...rows.map((row) => integer(row.version)));
    refuseNewer(`${name}: the database`, version, versions.length);
    return version;
  };
  const before = await use(known).catch((error: unknown) => {
    if (isMissing(error)) return 0;
    throw error;
  });
  if (before === versions.length) return [];
  return use(async (connection) => {
    const query = (text: string) => connection.query(text, [], deadlineMs);
    const run = async (texts: readonly string[]): Promise<void> => {
      for (const text of texts) await query(text);
    };
    await lock(query);
    await run([...prepare, `CREATE TABLE IF NOT EXISTS ${prefix}versions (version ${types.int} PRIMARY KEY)`]);
    const applied: number[] = [];
    for (let version = (await known(connection)) + 1; version <= versions.length; version++) {
      for (const text of statementsOf(versions[version - 1] as string, prefix, types)) {
        await query(text).catch((error: unknown) => {
          if (!isDone(error)) throw error;
        });
      }
      await run([`INSERT INTO ${prefix}versions (version) VALUES (${version})`]);
      applied.push(version);
    }
    await run(unlock);
    return applied;
  });
}
