import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { bareOptions } from "../packed/project.ts";
import { root, runNode, textOf } from "./texts.ts";

const sources = join(root, "packages/express/src");
const read = (file: string) => textOf(join(sources, file));

/**
 * The rooms of the router, from what knows nothing of the others to what knows them all. Rooms of one line are level. The
 * steps lie in no room, but for capture, a step of two files.
 */
const levels = "base,attempt,stores,report,http,page,session order,outbox,. capture,staff,counter cli"
  .split(",")
  .map((rooms) => rooms.split(" "));

/** What puts the rooms together, or names what of them is public. */
const entries = ["index.ts", "payments.ts", "ventanilla.ts", "later.ts", "handler.ts", "stores/index.ts"];

const levelOf = (file: string) => levels.findIndex((rooms) => rooms.includes(dirname(file).split("/")[0] ?? ""));

/** What each file imports of the router, types included. */
const imports = new Map(
  globSync("**/*.ts", { cwd: sources }).map((file) => {
    const found = read(file).matchAll(/(?:from |import\()"(\.[^"]+)"/g);
    return [file, [...found].map(([, other = ""]) => join(dirname(file), other))];
  }),
);

/** Who knows all settings. */
const knowing: Record<string, string[]> = {
  "settings.ts": ["ventanilla.ts"],
  "options.ts": ["index.ts", "settings.ts", "ventanilla.ts"],
};

test("a file of the router imports only what its room stands on; what puts the rooms together knows all settings", () => {
  for (const [file, others] of imports) {
    assert.notEqual(levelOf(file), -1, `${file}: a room that is on no level`);
    for (const other of others) {
      assert.ok(entries.includes(file) || levelOf(other) <= levelOf(file), `${file} → ${other}`);
      assert.ok(knowing[other]?.includes(file) ?? true, `${file} → ${other}`);
    }
  }
});

/** A shop without a counter, which makes its router and closes it. Prints the modules that it has loaded. */
const program = `
import { registerHooks } from "node:module";
const loaded = [];
registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
const { ventanilla } = await import("@ventanilla/express");
const { sqliteStore } = await import("@ventanilla/express/sqlite");
const payments = ventanilla(${bareOptions});
await payments.reconcileOnce({ budgetMs: 10_000 });
await payments.close();
console.log(JSON.stringify(loaded));
`;

test("a shop with one store and no counter loads what takes payments, and nothing of the staff's tools", () => {
  const loaded = JSON.parse(runNode(["--input-type=module", "--eval", program]).stdout) as string[];
  const own = `${pathToFileURL(sources).href}/`;
  const files = loaded.flatMap((url) => (url.startsWith(own) ? url.slice(own.length) : []));
  assert.ok(files.length > 50, `${files.length} files`);
  for (const file of files) assert.doesNotMatch(file, /^(?:counter|cli)\//);
  const lines = files.reduce((sum, file) => sum + read(file).split("\n").length - 1, 0);
  assert.ok(lines <= 9_000, `${lines} lines in ${files.length} files`);
});
