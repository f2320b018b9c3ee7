import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { freePort } from "../free-port.ts";

test("the shop runs without the theatre: its pages and the counter are there, what is for show is not", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "ventanilla-shop-"));
  const port = await freePort();
  const script = fileURLToPath(new URL("../../demo/src/server.ts", import.meta.url));
  const shop = spawn(process.execPath, ["--conditions=@ventanilla/source", script], {
    env: { ...process.env, PORT: String(port), DATA_DIR: folder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => {
    shop.kill("SIGKILL");
    rmSync(folder, { recursive: true });
  });
  await once(shop.stdout, "data");

  const statusOf = async (path: string, headers = {}) => {
    const answer = await fetch(`http://localhost:${port}${path}`, { headers, redirect: "manual" });
    return [answer.status, answer.headers.get("location")];
  };
  const staff = { Cookie: "staff=Ana" };
  assert.deepEqual(await statusOf("/"), [200, null]);
  assert.deepEqual(await statusOf("/payments/element.js"), [200, null]);
  assert.deepEqual(await statusOf("/staff"), [200, null]);
  assert.deepEqual(await statusOf("/staff", staff), [303, "/staff/payments"]);
  assert.deepEqual(await statusOf("/staff/payments", staff), [200, null]);
  assert.deepEqual(await statusOf("/playground"), [404, null]);

  shop.kill("SIGTERM");
  assert.deepEqual(await once(shop, "exit"), [0, null]);
});
