import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import mysql from "mysql2/promise";
import { findMariaDb } from "../tools/mariadb.mjs";
import { freePort } from "./free-port.ts";

const server = findMariaDb();

/** Whether this machine has MariaDB. */
export const hasMariaDb: boolean = server !== undefined;

/** A MariaDB server of its own, on a free port, with data in a temporary folder. */
export async function startMariaDb() {
  if (server === undefined) throw new Error("MariaDB is not installed here");
  const folder = mkdtempSync(join(tmpdir(), "ventanilla-mariadb-"));
  const user = process.getuid?.() === 0 ? ["--user=root"] : [];
  const data = join(folder, "data");
  // A server that starts empties its folder of temporary tables: those of the servers beside it must not lie there.
  const tables = join(folder, "tables");
  mkdirSync(tables);
  const options = ["--no-defaults", `--datadir=${data}`, `--tmpdir=${tables}`, ...user];
  const installed = spawnSync(
    "mariadb-install-db",
    [...options, "--auth-root-authentication-method=normal", "--skip-test-db"],
    {
      encoding: "utf8",
    },
  );
  if (installed.status !== 0) throw new Error(`mariadb-install-db failed: ${installed.stderr}${installed.stdout}`);
  const port = await freePort();
  const child = spawn(
    server,
    [
      ...options,
      `--port=${port}`,
      "--bind-address=127.0.0.1",
      `--socket=${join(folder, "socket")}`,
      `--pid-file=${join(folder, "pid")}`,
      "--max-connections=400",
      "--innodb-flush-log-at-trx-commit=0",
      "--skip-log-bin",
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const root = { host: "127.0.0.1", port, user: "root" };
  for (let tries = 0; ; tries++) {
    try {
      await (await mysql.createConnection(root)).end();
      break;
    } catch (error) {
      if (tries > 300 || child.exitCode !== null) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  const pools: mysql.Pool[] = [];
  let databases = 0;
  return {
    /** A new database, and a pool on it. */
    async database({ max = 10 } = {}) {
      const name = `ventanilla_${++databases}`;
      const admin = await mysql.createConnection(root);
      await admin.query(`CREATE DATABASE ${name}`);
      await admin.end();
      const pool = mysql.createPool({ ...root, database: name, connectionLimit: max });
      pools.push(pool);
      return { pool, url: `mysql://root@127.0.0.1:${port}/${name}` };
    },
    async stop() {
      await Promise.all(pools.map((pool) => pool.end()));
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((resolve) => child.once("exit", resolve));
        child.kill();
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
