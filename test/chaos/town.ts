import { setTimeout as sleep } from "node:timers/promises";
import { createSandbox, type Sandbox, type SandboxSession } from "@ventanilla/sandbox";
import { ownScope } from "../kept.ts";
import { type ChaosDatabase, databases } from "./databases.ts";
import { type Processes, type StoppedInHook, startProcesses } from "./processes.ts";

/** A bank, and a shop of several processes on one database. Their time is moved together. */
export interface Town {
  database: Pick<ChaosDatabase, "prefix" | "query" | "cut">;
  sandbox: Sandbox;
  processes: Processes;
  /** The shop as its pages know it. */
  publicUrl: string;
  /** Passes time, and waits until the shop has done what is due then. */
  pass(ms: number): Promise<void>;
  /** Waits until nothing is due. */
  quiet(): Promise<void>;
  /** Every session of the bank, also those that it has forgotten. */
  sessions(): SandboxSession[];
  /** How many events were delivered by others while the process that had begun stood still. */
  takenOver(): number;
  close(): Promise<void>;
}

interface Settings {
  on: keyof typeof databases;
  processes: number;
  seed: number;
  /** The share of hook calls that fail. */
  hookFailures: number;
  /** Each strange manner of a hook is that of one of so many orders. */
  strangeHookEvery: number;
  /** See `NetworkOptions`. 0 where a test goes on as soon as time has passed. */
  clockTrustedMs: number;
}

export async function openTown(settings: Settings): Promise<Town> {
  const database = await databases[settings.on]();
  const { url, safeUrl, prefix, query } = database;
  const sandbox = await createSandbox({ seed: settings.seed });
  const publicUrl = "http://shop.localhost";
  const sessions = new Map<string, SandboxSession>();
  const stopping = new Set<Promise<void>>();
  let takenOver = 0;

  /** The bank forgets old sessions. */
  function noteSessions(): void {
    for (const session of sandbox.sessions()) sessions.set(session.id, session);
  }

  /** While a process stands still, another one takes its event: as if the lease had ended meanwhile. */
  async function takeOver({ event, backend }: StoppedInHook): Promise<void> {
    await until(async () => !(await database.isOpen(backend)));
    // By a whole key: InnoDB locks every row that it looks at.
    const free = `UPDATE ${prefix}outbox SET due_at = 0 WHERE scope = ? AND id = ? AND due_at IS NOT NULL`;
    // Another process that stands still may hold the row for longer than a statement waits.
    await query(free, [ownScope, event]).catch(() => query(free, [ownScope, event]));
    const delivered = `SELECT 1 FROM ${prefix}outbox WHERE id = ? AND delivered_at IS NOT NULL`;
    if (await until(async () => (await query(delivered, [event])).length > 0)) takenOver++;
  }

  function onStopped(stopped: StoppedInHook): Promise<void> {
    const done = takeOver(stopped).finally(() => stopping.delete(done));
    stopping.add(done);
    return done;
  }

  const processes = await startProcesses(settings.processes, {
    env: {
      DATABASE_URL: url,
      DIARY_URL: safeUrl,
      PUBLIC_URL: publicUrl,
      HOOK_FAILURES: String(settings.hookFailures),
      STRANGE_HOOK_EVERY: String(settings.strangeHookEvery),
      CLOCK_TRUSTED_MS: String(settings.clockTrustedMs),
    },
    // One bank, spelled otherwise by every second process.
    envOf: (index) => ({
      BANK_URL: index % 2 === 0 ? sandbox.url : `${sandbox.url.replace("127.0.0.1", "localhost")}/`,
    }),
    onStopped,
  });

  async function quiet(): Promise<void> {
    await Promise.all(stopping);
    await atRest(database);
  }

  return {
    database,
    sandbox,
    processes,
    publicUrl,
    quiet,
    async pass(ms) {
      noteSessions();
      sandbox.clock.advance(ms);
      await database.pass(ms);
      await quiet();
    },
    sessions() {
      noteSessions();
      return [...sessions.values()];
    },
    takenOver: () => takenOver,
    async close() {
      await processes.stop();
      await sandbox.close();
      await database.stop();
    },
  };
}

/** InnoDB tells which transactions are open as it was at the last look, when that was less than 100 ms ago. */
const lookEveryMs = 150;

/** Asks until it is so, for 10 s at most. */
async function until(isSo: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries * lookEveryMs < 10_000; tries++) {
    if (await isSo()) return true;
    await sleep(lookEveryMs);
  }
  return false;
}

/**
 * Waits until nothing is due any more, and no process has a transaction open: time that passes meanwhile would take the
 * lease of a hook that is still running, and another process would rightly run it again.
 */
async function atRest(database: ChaosDatabase): Promise<void> {
  for (let tries = 0; tries * lookEveryMs < 60_000; tries++) {
    if ((await database.waiting()) === 0) return;
    await sleep(lookEveryMs);
  }
  throw new Error("the shop does not come to rest: something stays due");
}
