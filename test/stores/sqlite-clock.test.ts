import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Store } from "@ventanilla/express/store";
import { keptIn } from "../kept.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { bank, draft } from "./draft.ts";

const folder = temporaryFolder("clock");

const minute = 60_000;
const lease = { banks: [bank], limit: 5, leaseMs: 10 * minute };
const host = Date.now;
/** How long a few statements may take on a busy machine. */
const patience = 2 * minute;

function setClock(ms: number): void {
  Date.now = () => host() + ms;
}

/** An attempt that is due in this many milliseconds. */
async function attemptDue(store: Store, order: string, inMs: number): Promise<void> {
  const dueAt = (await store.now()) + inMs;
  const { attempt } = await keptIn(store).insertAttempt({ ...draft(order), dueAt }, 0);
  assert.ok(Math.abs(attempt.createdAt - (await store.now())) < patience);
}

for (const step of [28 * minute, -28 * minute]) {
  test(`the host's clock is set by ${step / minute} minutes: what is leased or due later stays so, and time goes on`, async () => {
    const store = sqliteStore(join(folder, `${step}.db`));
    try {
      await attemptDue(store, "due", 0);
      await attemptDue(store, "later", 20 * minute);
      const before = await store.now();
      const [claim] = await keptIn(store).claimAttempts(lease);
      assert.equal(claim?.item.order, "due");
      setClock(step);
      const passed = (await store.now()) - before;
      assert.ok(passed >= 0 && passed < patience, `${passed} ms have passed`);
      assert.deepEqual(await keptIn(store).claimAttempts(lease), []);
      await attemptDue(store, "due now", 0);
      const [next, ...others] = await keptIn(store).claimAttempts(lease);
      assert.deepEqual([next?.item.order, others], ["due now", []]);
      assert.ok(Math.abs((next?.leaseUntil ?? 0) - before - lease.leaseMs) < patience);
      setClock(0);
      const inAll = (await store.now()) - before;
      assert.ok(inAll >= passed && inAll < patience, `${inAll} ms have passed`);
      assert.deepEqual(await keptIn(store).claimAttempts(lease), []);
    } finally {
      Date.now = host;
      await store.close();
    }
  });

  const needs = { skip: !existsSync("/proc/sys/kernel/random/boot_id") && "the system does not tell its starts apart" };
  test(
    `a process that starts after the clock was set by ${step / minute} minutes takes no other time`,
    needs,
    async () => {
      const file = join(folder, `restart ${step}.db`);
      const first = sqliteStore(file);
      try {
        await keptIn(first).claimAttempts(lease);
        const before = await first.now();
        const holds = async (store: Store) => {
          const passed = (await store.now()) - before;
          assert.ok(Math.abs(passed) < patience, `${passed} ms have passed`);
        };
        setClock(step);
        // No process has noticed yet.
        const early = sqliteStore(file);
        await holds(early);
        await holds(first);
        await keptIn(first).claimEvents(lease);
        await first.close();
        await early.close();
        // And no process that has noticed is left.
        const late = sqliteStore(file);
        await holds(late);
        await late.close();
      } finally {
        Date.now = host;
      }
    },
  );
}
