import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { test } from "node:test";
import { root } from "./texts.ts";

const sources = resolve(root, "packages/express/src");

/** The rooms of the router, from what knows nothing of the others to what knows them all. Rooms of one line are level. */
const levels = [
  ["base"],
  ["attempt"],
  ["stores"],
  ["report"],
  ["http"],
  ["page"],
  ["session", "order"],
  ["outbox"],
  // The steps: what lies in no room, and capture, a step of two files.
  ["", "capture"],
  ["staff"],
  ["counter", "cli"],
];

/** What puts the rooms together, or names what of them is public. */
const entries = ["index.ts", "payments.ts", "ventanilla.ts", "later.ts", "handler.ts", "stores/index.ts"];

const levelOf = (file: string): number => {
  const room = file.includes("/") ? (file.split("/")[0] ?? "") : "";
  const level = levels.findIndex((rooms) => rooms.includes(room));
  assert.notEqual(level, -1, `${file}: a room that is on no level`);
  return level;
};

const files = readdirSync(sources, { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => file.endsWith(".ts"));

/** What a file imports of the router, types included. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(sources, file), "utf8");
  const paths = [...text.matchAll(/(?:from |import\()"(\.[^"]+)"/g)].map(([, path = ""]) =>
    relative(sources, resolve(sources, dirname(file), path)).replaceAll("\\", "/"),
  );
  return [...new Set(paths)];
}

test("a file of the router imports only what its room stands on", () => {
  const up = files
    .filter((file) => !entries.includes(file))
    .flatMap((file) =>
      importsOf(file)
        .filter((other) => levelOf(other) > levelOf(file))
        .map((other) => `${file} → ${other}`),
    );
  assert.deepEqual(up, []);
});

test("all settings are known where the rooms are put together, and nowhere else", () => {
  for (const [known, by] of [
    ["settings.ts", ["ventanilla.ts"]],
    ["options.ts", ["index.ts", "settings.ts", "ventanilla.ts"]],
  ] as const) {
    assert.deepEqual(files.filter((file) => importsOf(file).includes(known)).toSorted(), by, known);
  }
});
