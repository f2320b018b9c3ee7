import assert from "node:assert/strict";
import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { globSync } from "node:fs";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { changesOf, processState } from "./process-state.ts";

const root = new URL("../..", import.meta.url);

/**
 * In processes of their own: of two certificates with one name, OpenSSL may find the one that another file trusted; a
 * mocked timer of another file, cleared late, takes one of a lease with it; and what cannot be loaded must not be loaded.
 */
const alone = new Set([
  "test/client/tls.test.ts",
  "test/express/outbox/hook-lease.test.ts",
  "test/express/replaced-files.test.ts",
]);

/** The file in whose context something happens, which may have ended, and the one that is running. */
const origin = new AsyncLocalStorage<string>();
let running: string | undefined;
/** What files that had ended threw since the running one began. */
const late: string[] = [];

function keepLate(error: unknown): void {
  const from = origin.getStore();
  if (from === running) return;
  const text = `${from ?? "a file of this group"} threw after its end: ${String(error)}`;
  late.push(text);
  console.error(`${text}\n  while ${running ?? "no file"} was running`);
}

/**
 * The test files of a folder that run in one group of several, as paths in the repository.
 * @param part the number of the group. A file's group follows from its name alone: a new file moves no other
 * @param parts how many groups the folder has
 */
export function filesOf(folder: string, part = 0, parts = 1): string[] {
  const groupOf = (path: string) => (createHash("sha256").update(path).digest()[0] ?? 0) % parts;
  return globSync(`${folder}/**/*.test.ts`, { cwd: fileURLToPath(root) })
    .filter((path) => !alone.has(path) && groupOf(path) === part)
    .toSorted();
}

/** Loads a file, whose tests become tests of `t`, and checks what it leaves behind when they have ended. */
async function run(t: TestContext, path: string): Promise<void> {
  const before = processState();
  running = path;
  let tests = 0;
  t.beforeEach(() => void tests++);
  await origin.run(running, () => import(new URL(path, root).href));
  // After the file's own hooks, which are older.
  t.after(() => {
    running = undefined;
    assert.deepEqual(late.splice(0), []);
    assert.ok(tests > 0, "no test of the file has run");
    assert.deepEqual(changesOf(before, processState()), [], "the file has not restored these");
  });
}

/**
 * Runs the test files of a folder in this process, one after the other, each as a test of its own name. Their modules
 * are loaded once, which in a process a file takes longer than most files' tests. A file fails that leaves the process
 * changed, or runs no test; and so does the one that is running when another throws after its end.
 *
 * A group that takes long is named `big-…`: the runner begins with the first names, and what begins last ends alone.
 * @param part see `filesOf`
 * @param parts see `filesOf`
 */
export function together(folder: string, part = 0, parts = 1): void {
  process.on("uncaughtExceptionMonitor", keepLate);
  process.on("unhandledRejection", keepLate);
  // Not awaited: hooks of the group itself run once no file is left to run.
  for (const path of filesOf(folder, part, parts)) test(path, (t) => run(t, path));
}
