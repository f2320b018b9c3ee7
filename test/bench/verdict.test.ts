import assert from "node:assert/strict";
import { test } from "node:test";
import { measureParts } from "./parts.ts";
import { type Finding, judge, type Limit } from "./verdict.ts";

const guard = (value: number, limit: Limit): Finding => ({ kind: "guard", text: "claims/s", value, limit });
const missed: Finding = { kind: "ambition", text: "return, ms", value: 140, limit: { atMost: 100 } };

test("the bench ends with 0 where all guards hold, and with 1 where one does not, none was measured, or a part failed", async (t) => {
  for (const [value, limit, code] of [
    [3, { atLeast: 3 }, 0],
    [2.99, { atLeast: 3 }, 1],
    [3, { atMost: 3 }, 0],
    [3.01, { atMost: 3 }, 1],
    [2.99, { below: 3 }, 0],
    [3, { below: 3 }, 1],
    [Number.NaN, { below: 3 }, 1],
  ] as const)
    assert.equal(judge([missed, guard(value, limit)]).exitCode, code, `${value}`);
  assert.equal(judge([missed]).exitCode, 1, "no guard was measured");

  t.mock.method(console, "error", () => {});
  const parts = { first: () => Promise.reject(new Error("no browser")), second: async () => {} };
  const { text, exitCode } = judge(
    [missed, guard(12_000, { atLeast: 10_000 })],
    await measureParts(Object.entries(parts)),
  );
  assert.equal(exitCode, 1);
  assert.match(text, /held {4}claims\/s \(at least 10,000\): 12000.*40 % over {2}return, ms.*are missing: first$/s);
});
