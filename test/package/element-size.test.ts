import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { minifySync } from "vite";

/**
 * What the single file may have, what it had when this was written down, and what each file of the element took then,
 * minified and compressed alone: in bytes. `UPDATE_SIZES=1` writes it down again.
 */
interface Sizes {
  limit: number;
  bundle: number;
  files: Record<string, number>;
}

const record = new URL("element-size.json", import.meta.url);
const sizes = JSON.parse(readFileSync(record, "utf8")) as Sizes;
const dist = new URL("../../packages/element/dist/", import.meta.url);
const bundle = new URL("ventanilla-pay.min.js", dist);
const skip = existsSync(bundle) ? false : "not built: npm run build";
const compressed = (text: string | Buffer) => brotliCompressSync(text).length;

/** The files that the single file is made of: what its entry imports, and what that imports. */
function filesFrom(entry: string, found = new Set<string>()): Set<string> {
  if (found.has(entry) || !existsSync(new URL(entry, dist))) return found;
  found.add(entry);
  const text = readFileSync(new URL(entry, dist), "utf8");
  for (const [, path = ""] of text.matchAll(/(?:from|import) "(\.[^"]+)"/g)) {
    filesFrom(new URL(path, new URL(entry, dist)).href.slice(dist.href.length), found);
  }
  return found;
}

function measure(): Sizes {
  const size = (file: string) => compressed(minifySync(file, readFileSync(new URL(file, dist), "utf8")).code);
  const files = Object.fromEntries([...filesFrom("single-file.js")].toSorted().map((file) => [file, size(file)]));
  return { limit: sizes.limit, bundle: compressed(readFileSync(bundle)), files };
}

/** What has grown since the record, file by file, the most first. */
function growth(now: Sizes): string {
  const rows = Object.entries(now.files)
    .map(([file, size]) => ({ file, size, before: sizes.files[file] ?? 0 }))
    .filter(({ size, before }) => size > before)
    .toSorted((a, b) => b.size - b.before - (a.size - a.before))
    .map(({ file, size, before }) => `${file}: ${before} -> ${size}`);
  return rows.length > 0 ? rows.join("\n") : "none of its own files: Lit, or how it is bundled";
}

test("the element with Lit, both languages and its looks is one file of at most 12,900 bytes (brotli)", {
  skip,
}, () => {
  assert.equal(sizes.limit, 12_900);
  const now = measure();
  const over = now.bundle - sizes.limit;
  assert.ok(
    over <= 0,
    `ventanilla-pay.min.js has ${now.bundle} bytes (${sizes.bundle} on record), ${over} over the limit. Grown since:\n${growth(now)}`,
  );
});

test("the record of sizes names every file of the element, and no other", { skip }, () => {
  assert.deepEqual(Object.keys(sizes.files), [...filesFrom("single-file.js")].toSorted());
});

test("the single file needs nothing from its page", { skip }, () => {
  const text = readFileSync(bundle, "utf8");
  assert.doesNotMatch(text, /process\.env|^import\s|\bimport\(|\brequire\(/m);
  assert.match(text, /customElements\.define\(.ventanilla-pay./);
});

if (process.env.UPDATE_SIZES) writeFileSync(record, `${JSON.stringify(measure(), null, 2)}\n`);
