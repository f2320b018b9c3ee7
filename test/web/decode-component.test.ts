import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeComponent } from "@ventanilla/web";

test("percent-encoded text is decoded, and what can't be decoded is not an error", () => {
  for (const [text, decoded] of [
    ["", ""],
    ["A-1", "A-1"],
    ["A%201%2F%c3%b1", "A 1/ñ"],
    ["a+b", "a+b"],
    ["100%", undefined],
    ["%zz", undefined],
    ["%ff", undefined],
  ] as const) {
    assert.equal(decodeComponent(text), decoded);
  }
});
