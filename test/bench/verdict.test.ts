import assert from "node:assert/strict";
import { test } from "node:test";
import { type Finding, judge } from "../bench/verdict.ts";
import { runNode } from "./texts.ts";

const held: Finding = { kind: "guard", text: "claims/s", value: 12_000, limit: { atLeast: 10_000 } };
const reached: Finding = { kind: "ambition", text: "return, ms", value: 40, limit: { atMost: 100 } };

test("guards that hold end the bench with 0; one that is missed, by the number, or not measured, with 1", () => {
  const { text, exitCode } = judge([reached, held]);
  assert.equal(exitCode, 0);
  assert.match(
    text,
    /Guards.*\n {2}held {4}claims\/s \(at least 10,000\): 12000\n\nAmbitions.*\n +reached {2}return, ms/,
  );
  for (const [value, limit, code] of [
    [3, { atLeast: 3 }, 0],
    [2.99, { atLeast: 3 }, 1],
    [3, { atMost: 3 }, 0],
    [3.01, { atMost: 3 }, 1],
    [2.99, { below: 3 }, 0],
    [3, { below: 3 }, 1],
    [Number.NaN, { below: 3 }, 1],
  ] as const)
    assert.equal(judge([reached, { kind: "guard", text: "", value, limit }]).exitCode, code, `${value}`);
  assert.equal(judge([reached]).exitCode, 1, "no guard was measured");
  assert.match(judge([held, { ...reached, value: Number.NaN }]).text, /not measured {2}return/);
});

test("a part of the bench that fails is named, leaves the others their figures, and fails the bench", () => {
  const script = `
    const { measureParts } = await import("${new URL("../bench/parts.ts", import.meta.url)}");
    const failed = await measureParts([
      ["first", () => Promise.reject(new Error("no browser"))],
      ["second", () => new Promise(() => setImmediate(() => { throw new Error("socket hang up"); }))],
      ["third", async () => console.log("12,000 claims/s")],
    ]);
    console.log(failed.join());`;
  const { stdout, stderr } = runNode(["--input-type=module", "--eval", script]);
  assert.equal(stdout, "12,000 claims/s\nfirst,second\n");
  assert.match(stderr, /first failed: Error: no browser.*second failed: Error: socket hang up/s);
  const { text, exitCode } = judge([held], ["first", "second"]);
  assert.equal(exitCode, 1);
  assert.match(text, /held {4}claims\/s.*\n+.*Failed, so that figures are missing: first, second$/s);
});
