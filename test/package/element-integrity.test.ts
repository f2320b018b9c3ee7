import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";

const file = new URL("../../packages/element/dist/ventanilla-pay.min.js", import.meta.url);
const skip = existsSync(file) ? false : "not built: npm run build";
const integrity = () => `sha384-${createHash("sha384").update(readFileSync(file)).digest("base64")}`;

test("the published integrity value is that of the single file", { skip }, () => {
  assert.equal(readFileSync(new URL(`${file}.sri`), "utf8").trim(), integrity());
});

test("the package's README shows it (UPDATE_INTEGRITY=1 writes it)", { skip }, () => {
  const readme = new URL("../../packages/element/README.md", import.meta.url);
  const text = readFileSync(readme, "utf8");
  if (process.env.UPDATE_INTEGRITY) {
    writeFileSync(readme, text.replaceAll(/integrity="[^"]*"/g, `integrity="${integrity()}"`));
  } else {
    assert.deepEqual(text.match(/(?<=integrity=")[^"]*/g), [integrity()]);
  }
});
