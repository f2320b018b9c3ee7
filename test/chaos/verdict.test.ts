import assert from "node:assert/strict";
import { test } from "node:test";
import { type Call, judgeCalls, unmetIn } from "./verdict.ts";

const call = (event: string, process: number, ended: Call["ended"], more: Partial<Call> = {}): Call => ({
  event,
  process,
  ended,
  manner: "plain",
  clock: 0,
  backend: null,
  written: false,
  ...more,
});
const written = { written: true };
const processes = { killed: new Set([9]), overslept: new Set([8]) };
const cut = new Set([77]);
const none = { killed: 0, cut: 0, overslept: 0, failed: 0, refused: 0, smuggled: 0, lost: 0 };

test("a call after a kill, a cut connection, a long sleep, a failure, a refusal or a lost lease is explained", () => {
  const verdict = judgeCalls(
    [
      [call("a", 9, null), call("a", 1, "done", written)],
      [call("b", 1, "failed"), call("b", 2, "done", written)],
      // The process came so late that another one had done the work.
      [call("c", 2, "done", written), call("c", 1, "lost")],
      [call("d", 1, "done", { backend: 77 }), call("d", 1, "done", written)],
      [call("e", 1, "done", { manner: "unheard" }), call("e", 1, "done", written)],
      [call("g", 8, "done"), call("g", 1, "done", written)],
      [call("f", 1, "failed", { manner: "smuggles", ...written }), call("f", 1, "done", written)],
    ].flat(),
    processes,
    cut,
  );
  assert.deepEqual(verdict, {
    explained: { killed: 1, cut: 1, overslept: 1, failed: 1, refused: 1, smuggled: 1, lost: 1 },
    unexplained: [],
  });
});

test("a further call after one that was done is not explained, however it ends", () => {
  for (const ended of ["done", "failed", null] as const) {
    assert.deepEqual(judgeCalls([call("a", 1, "done"), call("a", 2, ended)], processes, cut).unexplained, ["a"]);
  }
  const masked = [call("a", 1, "done"), call("a", 2, "lost"), call("a", 3, "done")];
  assert.deepEqual(judgeCalls(masked, processes, cut).unexplained, ["a"], "a lost lease explains no other call");
});

test("nothing explains a further call after what the books have", () => {
  for (const more of [
    { process: 9 },
    { process: 8 },
    { backend: 77 },
    { ended: "failed" },
    { ended: "lost" },
    { manner: "commits" },
  ]) {
    const calls = [call("a", 1, "done", { ...written, ...(more as Partial<Call>) }), call("a", 2, "done", written)];
    assert.deepEqual(judgeCalls(calls, processes, cut), { explained: none, unexplained: ["a"] }, JSON.stringify(more));
  }
});

test("a fault that was met too seldom is named", () => {
  assert.deepEqual(unmetIn({ kills: 3, cuts: 2, pauses: 0 }, 3), ["cuts: 2 of at least 3", "pauses: 0 of at least 3"]);
});
