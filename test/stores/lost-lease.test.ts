import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { keptIn } from "../kept.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { bank, draft } from "./draft.ts";

const second = 1000;

test("what a process that died had claimed is due when its lease ends, also right before the end of a window", async () => {
  let time = Date.UTC(2026, 10, 22, 12);
  const begin = time;
  const file = join(temporaryFolder("lease"), "shop.db");
  const stores = [1, 2].map(() => sqliteStore(file, { now: () => time }));
  const [dead, alive] = stores.map((store) => keptIn(store));
  const { attempt } = (await dead?.insertAttempt(draft(), 0)) ?? assert.fail();
  const { facts } = attempt;
  await dead?.transition(attempt.id, 1, { state: "opened", facts, windowEndsAt: begin + 10 * second, dueAt: begin });
  const lease = { banks: [bank], limit: 10, leaseMs: 30 * second };
  assert.equal((await dead?.claimAttempts(lease))?.length, 1);
  for (const [after, claimed] of [
    [8, 0],
    [29, 0],
    [30, 1],
  ] as const) {
    time = begin + after * second;
    assert.equal((await alive?.claimAttempts(lease))?.length, claimed, `after ${after} s`);
  }
  for (const store of stores) await store.close();
});
