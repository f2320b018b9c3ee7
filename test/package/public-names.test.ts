import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { entriesOf, exportedNames } from "./sources.ts";
import { root } from "./texts.ts";

const pinned = JSON.parse(readFileSync(new URL("public-names.json", import.meta.url), "utf8")) as Record<
  string,
  string[]
>;
const entries = readdirSync(resolve(root, "packages")).flatMap(entriesOf);

test("every entry of every package is pinned with its names", () => {
  assert.deepEqual(Object.keys(pinned).toSorted(), entries.map(({ specifier }) => specifier).toSorted());
});

for (const { specifier, file } of entries.filter((entry) => entry.file !== undefined)) {
  test(`${specifier} exports these names`, async () => {
    const names = exportedNames(file ?? "");
    assert.deepEqual(names, pinned[specifier]);
    const values = names.filter((name) => !name.startsWith("type "));
    assert.deepEqual(Object.keys((await import(specifier)) as object).toSorted(), values);
  });
}
