import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { brotliCompressSync } from "node:zlib";

const file = new URL("../../packages/element/dist/ventanilla-pay.min.js", import.meta.url);
const skip = existsSync(file) ? false : "not built: npm run build";

test("the element with Lit, both languages and its looks is one file of at most 12,900 bytes (brotli)", {
  skip,
}, () => {
  const { length } = brotliCompressSync(readFileSync(file));
  assert.ok(length <= 12_900, `ventanilla-pay.min.js has ${length} bytes`);
});

test("the single file needs nothing from its page", { skip }, () => {
  const text = readFileSync(file, "utf8");
  assert.doesNotMatch(text, /process\.env|^import\s|\bimport\(|\brequire\(/m);
  assert.match(text, /customElements\.define\(.ventanilla-pay./);
});

test("its integrity value is published and in the package's README (UPDATE_INTEGRITY=1 writes it there)", {
  skip,
}, () => {
  const integrity = `sha384-${createHash("sha384").update(readFileSync(file)).digest("base64")}`;
  assert.equal(readFileSync(new URL(`${file}.sri`), "utf8").trim(), integrity);
  const readme = new URL("../../packages/element/README.md", import.meta.url);
  const text = readFileSync(readme, "utf8");
  if (process.env.UPDATE_INTEGRITY) {
    writeFileSync(readme, text.replaceAll(/integrity="[^"]*"/g, `integrity="${integrity}"`));
  } else {
    assert.deepEqual(text.match(/(?<=integrity=")[^"]*/g), [integrity]);
  }
});
