import assert from "node:assert/strict";
import { test } from "node:test";
import { hasRepeatedName } from "../../packages/client/src/repeated-name.ts";

const repeats = (text: string) => hasRepeatedName(text, JSON.parse(text));

test("a name that comes twice is found, escaped or not, but not inside another object", () => {
  assert.ok(repeats('{"a":1,"a":2}'));
  assert.ok(repeats('{"a":1,"b":{"c":3},"\\u0061":2}'));
  assert.ok(!repeats('{"a":{"b":1},"b":{"a":1},"c":[{"a":1},{"a":2}],"d":"\\"a\\":"}'));
});

test("a name that comes twice is found where V8 reads the second for another name", () => {
  // V8 13 takes the names of an object from one that it parsed before, and compares with their escaped form.
  for (let i = 0; i < 3; i++) JSON.parse('{"a":1,"\\\\":2}');
  assert.ok(repeats('{"a":"00","\\u0061":"05"}'));
});
