import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { minifySync } from "vite";

const limit = 8500;

/** What each file of the element took when the limit was set: minified and compressed alone, in bytes. */
const parts: Record<string, number> = {
  "attempt-memory.js": 232,
  "attempt-watch.js": 449,
  "bank-page.js": 222,
  "events.js": 98,
  "icons.js": 219,
  "language.js": 173,
  "messages/en.js": 175,
  "messages/es.js": 211,
  "nudges.js": 222,
  "payment.js": 1019,
  "status.js": 130,
  "styles.js": 583,
  "ventanilla-pay.js": 876,
};

const dist = new URL("../../packages/element/dist/", import.meta.url);
const bundle = new URL("ventanilla-pay.min.js", dist);
const missing = existsSync(bundle) ? false : "not built: npm run build";
const compressed = (text: string | Buffer) => brotliCompressSync(text).length;

function growth(): string {
  const rows = Object.entries(parts).map(([file, before]) => {
    const { code } = minifySync(file, readFileSync(new URL(file, dist), "utf8"));
    const now = compressed(code);
    return { grown: now - before, row: `${file}: ${before} -> ${now}` };
  });
  const grown = rows.filter((part) => part.grown > 0).toSorted((a, b) => b.grown - a.grown);
  return grown.length > 0 ? grown.map(({ row }) => row).join("\n") : "none of its own files: Lit, or how it is bundled";
}

test("the element with Lit, both languages and its looks is one file of at most 8,500 bytes (brotli)", (t) => {
  if (missing) return t.skip(missing);
  const size = compressed(readFileSync(bundle));
  assert.ok(
    size <= limit,
    `ventanilla-pay.min.js has ${size} bytes, ${size - limit} over the limit. Grown:\n${growth()}`,
  );
});

test("the single file asks nothing of the page it is loaded into", (t) => {
  if (missing) return t.skip(missing);
  const text = readFileSync(bundle, "utf8");
  assert.doesNotMatch(text, /process\.env|^import\s|\bimport\(|\brequire\(/m);
  assert.match(text, /customElements\.define\(.ventanilla-pay./);
});
