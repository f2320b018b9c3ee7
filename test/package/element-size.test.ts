import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { brotliCompressSync } from "node:zlib";

const bundle = new URL("../../packages/element/dist/ventanilla-pay.min.js", import.meta.url);
const skip = existsSync(bundle) ? false : "not built: npm run build";

test("the element with Lit, both languages and its looks is one file of at most 12,900 bytes (brotli)", {
  skip,
}, () => {
  const { length } = brotliCompressSync(readFileSync(bundle));
  assert.ok(length <= 12_900, `ventanilla-pay.min.js has ${length} bytes`);
});

test("the single file needs nothing from its page", { skip }, () => {
  const text = readFileSync(bundle, "utf8");
  assert.doesNotMatch(text, /process\.env|^import\s|\bimport\(|\brequire\(/m);
  assert.match(text, /customElements\.define\(.ventanilla-pay./);
});
