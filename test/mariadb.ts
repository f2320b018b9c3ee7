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

/**
 * Databases on the server of the run, which `TEST_MARIADB` names, or else on one that is started for them.
 * @param options `own`: never on that of the run, for what changes a server or looks at all that happens in one
 */
export async function startMariaDb({ own = false } = {}) {
  const ofRun = own ? undefined : process.env.TEST_MARIADB;
  const { port, stop } =
    ofRun === undefined ? await startMariaDbServer() : { port: Number(ofRun), stop: async () => {} };
  const root = { host: "127.0.0.1", port, user: "root" };
  const pools: mysql.Pool[] = [];
  return {
    /** A new database, and a pool on it. */
    async database({ max = 10 } = {}) {
      const name = `ventanilla_${process.pid}_${pools.length + 1}_${Date.now().toString(36)}`;
      const admin = await mysql.createConnection(root);
      await admin.query(`CREATE DATABASE ${name}`);
      await admin.end();
      const pool = mysql.createPool({ ...root, database: name, connectionLimit: max });
      pools.push(pool);
      return { pool, url: `mysql://root@127.0.0.1:${port}/${name}` };
    },
    async stop() {
      await Promise.all(pools.map((pool) => pool.end()));
      await stop();
    },
  };
}

/** Only its clients die in tests, never the server: it syncs no write to disk. */
const forgetful = [
  "--innodb-flush-log-at-trx-commit=0",
  "--innodb-flush-method=nosync",
  "--skip-innodb-doublewrite",
  "--debug-no-sync",
];

/** Starts a MariaDB on a free port of the loopback address, with its data in a folder that goes with it. */
export async function startMariaDbServer(): Promise<{ port: number; stop(): Promise<void> }> {
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
      "--skip-log-bin",
      ...forgetful,
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  for (let tries = 0; ; tries++) {
    try {
      await (await mysql.createConnection({ host: "127.0.0.1", port, user: "root" })).end();
      break;
    } catch (error) {
      if (tries > 300 || child.exitCode !== null) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  return {
    port,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = new Promise((resolve) => child.once("exit", resolve));
        child.kill();
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
