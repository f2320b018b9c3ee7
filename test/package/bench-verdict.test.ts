import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { type Finding, judge } from "../bench/verdict.ts";

const held: Finding = { kind: "guard", text: "claims/s", value: 12_000, limit: { atLeast: 10_000 } };
const reached: Finding = { kind: "ambition", text: "return, ms", value: 40, limit: { atMost: 100 } };

test("guards that hold end the bench with 0, and are listed apart from the ambitions", () => {
  const { text, exitCode } = judge([reached, held]);
  assert.equal(exitCode, 0);
  assert.match(
    text,
    /Guards.*\n {2}held {4}claims\/s \(at least 10,000\): 12000\n\nAmbitions.*\n +reached {2}return, ms \(at most 100\): 40$/,
  );
});

test("a guard that is missed ends the bench with 1", () => {
  const { text, exitCode } = judge([held, { ...held, value: 9_999 }, reached]);
  assert.equal(exitCode, 1);
  assert.match(text, /MISSED {2}claims\/s/);
});

test("each limit is held to the number: at least, at most, below", () => {
  const codeOf = (value: number, limit: Finding["limit"]) =>
    judge([{ kind: "guard", text: "", value, limit }]).exitCode;
  assert.deepEqual([codeOf(3, { atLeast: 3 }), codeOf(2.99, { atLeast: 3 })], [0, 1]);
  assert.deepEqual([codeOf(3, { atMost: 3 }), codeOf(3.01, { atMost: 3 })], [0, 1]);
  assert.deepEqual([codeOf(2.99, { below: 3 }), codeOf(3, { below: 3 })], [0, 1]);
});

test("what could not be measured is missed, and a bench that measured no guard has failed", () => {
  assert.equal(judge([{ ...held, value: Number.NaN }]).exitCode, 1);
  const { text, exitCode } = judge([reached]);
  assert.equal(exitCode, 1);
  assert.match(text, /none was measured/);
  assert.match(judge([held, { ...reached, value: Number.NaN }]).text, /not measured {2}return/);
});

test("a part of the bench that fails is named, leaves the others their figures, and fails the bench", () => {
  const { href } = new URL("../bench/parts.ts", import.meta.url);
  const script = `
    const { measureParts } = await import(${JSON.stringify(href)});
    const failed = await measureParts([
      ["first", () => Promise.reject(new Error("Executable doesn't exist"))],
      ["second", () => new Promise(() => setImmediate(() => { throw new Error("socket hang up"); }))],
      ["third", async () => console.log("12,000 claims/s")],
    ]);
    console.log(failed.join());`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
    encoding: "utf8",
  });
  assert.equal(stdout, "12,000 claims/s\nfirst,second\n");
  assert.match(stderr, /first failed: Error: Executable doesn't exist.*second failed: Error: socket hang up/s);
  const { text, exitCode } = judge([held, reached], ["first", "second"]);
  assert.equal(exitCode, 1);
  assert.match(text, /held {4}claims\/s.*\n.*reached.*\n+Failed, so that figures are missing: first, second$/s);
});
