import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { createSandbox, type Sandbox } from "@ventanilla/sandbox";
import type { Visitor } from "./buyer.ts";

const folder = mkdtempSync(join(tmpdir(), "ventanilla-examples-"));

const running = new Set<ChildProcess>();

/** The bank of all servers of a test file. */
export let bank: Sandbox;
before(async () => {
  bank = await createSandbox();
});
after(async () => {
  for (const server of running) server.kill("SIGKILL");
  await bank.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a server of the examples, as a reader would; it is asked to end when the test has ended. */
export async function start(name: string, env: Record<string, string>): Promise<() => Promise<unknown>> {
  const script = fileURLToPath(new URL(`../../examples/${name}`, import.meta.url));
  const server: ChildProcess = spawn(process.execPath, ["--conditions=@ventanilla/source", script], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, BANK: bank.url, DATABASE: join(folder, `${name.replaceAll("/", "-")}.db`), ...env },
  });
  running.add(server);
  const ended = once(server, "exit").finally(() => running.delete(server));
  let told = "";
  await new Promise<void>((resolve, reject) => {
    server.stdout?.on("data", (part) => {
      told += String(part);
      if (told.includes("Ready: ")) resolve();
    });
    void ended.then(() => reject(new Error(`${name} ended before it was ready: ${told}`)));
  });
  return async () => {
    server.kill();
    assert.deepEqual(await ended, [0, null], `${name} ends when it is asked to`);
  };
}

/** Looks at the order's page until it says that the order is paid. */
export async function seesPaid({ order, fetch }: Visitor): Promise<void> {
  let text = "";
  // The hook may run a moment after the buyer is back.
  for (let looks = 0; looks < 500 && !text.includes("Paid."); looks++) {
    if (looks > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    text = await (await fetch(`/orders/${order}`)).text();
  }
  assert.match(text, /Paid\. Thank you\./);
}
