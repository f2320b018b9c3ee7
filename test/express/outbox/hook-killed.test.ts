import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { place } from "../../kept.ts";
import { stillRouter } from "../../shop.ts";

test("an event whose process is killed in its hook is delivered by another one after 30 seconds", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "ventanilla-killed-"));
  const file = join(folder, "payments.db");
  const began = 1_800_000_000_000;
  let time = began;
  const paid: string[] = [];
  const router = stillRouter({
    store: sqliteStore(file, { now: () => time }),
    onPaid: ({ id }) => void paid.push(id),
  });
  t.after(async () => {
    await router.payments.close();
    rmSync(folder, { recursive: true });
  });
  await place(router.store, { state: "approved" });

  const child = fork(fileURLToPath(new URL("hook-process.ts", import.meta.url)), [file, String(began)], {
    execArgv: ["--conditions=@ventanilla/source"],
  });
  const exited = once(child, "exit");
  const begun = await Promise.race([once(child, "message"), exited.then(() => undefined)]);
  assert.deepEqual(begun?.[0], "the hook has begun");
  child.kill("SIGKILL");
  await exited;

  time = began + 30_000 - 1;
  assert.equal((await router.work()).events, 0);
  time = began + 30_000;
  assert.equal((await router.work()).events, 1);
  assert.deepEqual(paid, ["paid:A-1"]);
});
