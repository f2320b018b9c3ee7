import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { bundle } from "../bundle.ts";
import { freePort } from "../free-port.ts";

/** The processes of a shop, each on its own port. */
export interface Processes {
  addresses: [string, ...string[]];
  /** Ids of the processes killed so far. */
  killed: Set<number>;
  /** Kills one, as `kill -9` does, and starts another in its place. */
  kill(index: number): Promise<void>;
  stop(): Promise<void>;
}

/** Starts `count` processes and waits until each answers. */
export async function startProcesses(count: number, env: Record<string, string>): Promise<Processes> {
  const program = bundle(fileURLToPath(new URL("shop-process.ts", import.meta.url)));
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const killed = new Set<number>();
  let stopped = false;

  function start(port: number | undefined): ChildProcess {
    const child = spawn(process.execPath, [program.path], {
      env: { ...process.env, ...program.env, ...env, PORT: String(port), NODE_OPTIONS: "" },
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.once("exit", (code, signal) => {
      if (!stopped && signal !== "SIGKILL") throw new Error(`a shop process ended by itself: ${signal ?? code}`);
    });
    return child;
  }

  const children = ports.map(start);
  const addresses = ports.map((port) => `http://127.0.0.1:${port}`) as [string, ...string[]];
  await Promise.all(addresses.map(ready));

  return {
    addresses,
    killed,
    async kill(index) {
      const child = children[index];
      if (!child?.pid) throw new Error("there is no such process");
      killed.add(child.pid);
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
      children[index] = start(ports[index]);
    },
    async stop() {
      stopped = true;
      for (const child of children) child.kill("SIGKILL");
      program.remove();
    },
  };
}

async function ready(address: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    if (
      await fetch(`${address}/ready`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await sleep(100);
  }
  throw new Error("a shop process does not start");
}
