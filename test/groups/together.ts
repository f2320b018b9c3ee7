import { readdirSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = new URL("..", import.meta.url);

/** In a process of its own: of two certificates with one name, OpenSSL may find the one that another file trusted. */
const alone = new Set(["client/tls.test.ts"]);

/**
 * Runs the test files of a folder of `test/` in this process, one after the other, each as a test of its own name. Their
 * modules are loaded once, which in a process a file takes longer than most files' tests. So a file leaves the process
 * as it has found it: clocks, environment, certificates, OpenTelemetry.
 * @param part of a folder in several groups: runs every file whose place in the list leaves this remainder
 * @param parts the number of these groups. Default: 1
 */
export function together(folder: string, part = 0, parts = 1): void {
  const names = readdirSync(fileURLToPath(new URL(folder, root)), { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => name.endsWith(".test.ts") && !alone.has(`${folder}/${name}`)).toSorted();
  for (const file of files.filter((_, place) => place % parts === part)) {
    const path = `${folder}/${file}`;
    // Not awaited: hooks of the group itself run once no file is left to run.
    test(`test/${path}`, () => import(new URL(path, root).href));
  }
}
