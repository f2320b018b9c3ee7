import assert from "node:assert/strict";
import { test } from "node:test";
import { type KeptEvent, readRows } from "./at-hand.ts";

test("the earliest of 200,000 events that wait is found, and none of those that do not", async () => {
  const event = { bank: "https://bank.example", tries: 0, fence: 0, dead: false } as KeptEvent;
  const waiting = Array.from({ length: 200_000 }, (_, at) => ({ ...event, dueAt: 300_000 - at }));
  const { eventsSince, attemptsSince } = await readRows([], [{ ...event, dueAt: null }, ...waiting], Date.now).backlog(
    0,
  );
  assert.deepEqual([eventsSince, attemptsSince], [100_001, undefined]);
});
