import assert from "node:assert/strict";
import { test } from "node:test";
import { type Call, judgeCalls } from "./verdict.ts";

const call = (event: string, process: number, ended: Call["ended"]): Call => ({ event, process, ended });
const killed = new Set([9]);

test("a call after a kill, a failure or a lost lease is explained", () => {
  const calls = [call("a", 9, null), call("a", 1, "done"), call("b", 1, "failed"), call("b", 2, "done")];
  // The process came so late that another one had done the work.
  const late = [call("c", 2, "done"), call("c", 1, "lost")];
  const verdict = judgeCalls([...calls, ...late], killed);
  assert.deepEqual(verdict, { explained: { killed: 1, failed: 1, lost: 1 }, unexplained: [] });
});

test("a further call after one that was done is not explained, however it ends", () => {
  for (const ended of ["done", "failed", null] as const) {
    assert.deepEqual(judgeCalls([call("a", 1, "done"), call("a", 2, ended)], killed).unexplained, ["a"]);
  }
  const masked = [call("a", 1, "done"), call("a", 2, "lost"), call("a", 3, "done")];
  assert.deepEqual(judgeCalls(masked, killed).unexplained, ["a"], "a lost lease explains no other call");
});
