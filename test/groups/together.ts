import { readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = new URL("..", import.meta.url);

/**
 * Runs the test files of a folder of `test/` in this process, one after the other, each as a test of its own name. Their
 * modules are loaded once, which in a process a file takes longer than most files' tests. So a file leaves the process
 * as it has found it: clocks, environment, certificates, OpenTelemetry.
 */
export function together(folder: string): void {
  const files = readdirSync(fileURLToPath(new URL(folder, root)), { recursive: true, encoding: "utf8" });
  for (const file of files.filter((name) => name.endsWith(".test.ts")).toSorted()) {
    const path = `${folder}/${file}`;
    // Not awaited: hooks of the group itself run once no file is left to run.
    test(`test/${path}`, () => import(new URL(path, root).href));
  }
}
