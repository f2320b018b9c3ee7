import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { test } from "node:test";

const file = new URL("../../packages/element/dist/ventanilla-pay.min.js", import.meta.url);
const skip = existsSync(file) ? false : "not built: npm run build";

test("the published integrity value is that of the single file", { skip }, () => {
  const published = readFileSync(`${file.pathname}.sri`, "utf8").trim();
  assert.equal(published, `sha384-${createHash("sha384").update(readFileSync(file)).digest("base64")}`);
});
