import type pg from "pg";
import { functions } from "../../packages/express/src/stores/postgres/functions.ts";
import { tables } from "../../packages/express/src/stores/postgres/tables.ts";
import { version2 } from "../../packages/express/src/stores/postgres/version-2.ts";
import { version3 } from "../../packages/express/src/stores/postgres/version-3.ts";
import { version4 } from "../../packages/express/src/stores/postgres/version-4.ts";

/** Gives an empty database the tables of the first four versions. */
export async function createAsBefore(pool: pg.Pool, ...versions: string[]): Promise<void> {
  const sql = versions.length > 0 ? versions : [tables + functions, version2, version3, version4];
  await pool.query(`CREATE SCHEMA ventanilla; CREATE TABLE ventanilla.migrations
    (version integer PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now(), call uuid NOT NULL);
    ${sql.join("\n")}
    INSERT INTO ventanilla.migrations (version, call) SELECT v, gen_random_uuid() FROM generate_series(1, ${sql.length}) v`);
}
