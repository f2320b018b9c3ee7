import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { bundle } from "../bundle.ts";
import { freePort } from "../free-port.ts";

/** A process that has stopped itself in a hook. */
export interface StoppedInHook {
  event: string;
  /** The connection of the hook's transaction. */
  backend: number;
}

/** The processes of a shop, each on its own port. */
export interface Processes {
  addresses: [string, ...string[]];
  /** Ids of the processes killed so far. */
  killed: Set<number>;
  /** Ids of those that once stood still for longer than the server keeps a transaction open. */
  overslept: Set<number>;
  /** Kills one, as `kill -9` does, and starts another in its place. */
  kill(index: number): Promise<void>;
  /** Ends one and starts another in its place, with other settings. */
  restart(index: number, env: Record<string, string>): Promise<void>;
  /** Stops one, as a paused container is stopped. Returns what lets it go on, if it still lives. */
  pause(index: number): () => void;
  /** Sets the clock of its host so many milliseconds ahead of the true time; negative: behind. */
  setClock(index: number, ahead: number): void;
  stop(): Promise<void>;
}

interface Settings {
  /** Of every process. */
  env: Record<string, string>;
  /** Of one of them, besides. */
  envOf?(index: number): Record<string, string>;
  /** Lets a process that has stopped itself go on, when it returns. */
  onStopped?(stopped: StoppedInHook): Promise<void>;
}

/** The store's limit for a transaction whose process is silent. */
const transactionMs = 20_000;

/** Starts `count` processes and waits until each answers. */
export async function startProcesses(count: number, settings: Settings): Promise<Processes> {
  const { env, envOf = () => ({}), onStopped = async () => {} } = settings;
  const program = await bundle(fileURLToPath(new URL("shop-process.ts", import.meta.url)));
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const killed = new Set<number>();
  const overslept = new Set<number>();
  const special = ports.map((_port, index) => envOf(index));
  let stopped = false;

  function start(index: number): ChildProcess {
    const child = spawn(process.execPath, [program.path], {
      env: { ...process.env, ...program.env, ...env, ...special[index], PORT: String(ports[index]), NODE_OPTIONS: "" },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    child.once("exit", (code, signal) => {
      if (!stopped && signal !== "SIGKILL") throw new Error(`a shop process ended by itself: ${signal ?? code}`);
    });
    child.on("message", (message) => {
      const since = performance.now();
      void onStopped(message as StoppedInHook).finally(() => {
        if (child.pid !== undefined && performance.now() - since >= transactionMs) overslept.add(child.pid);
        child.kill("SIGCONT");
      });
    });
    return child;
  }

  function childAt(index: number): ChildProcess {
    const child = children[index];
    if (!child) throw new Error("there is no such process");
    return child;
  }

  async function kill(index: number): Promise<void> {
    const child = childAt(index);
    if (child.pid !== undefined) killed.add(child.pid);
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    children[index] = start(index);
  }

  const children = ports.map((_port, index) => start(index));
  const addresses = ports.map((port) => `http://127.0.0.1:${port}`) as [string, ...string[]];
  await Promise.all(addresses.map(ready));

  return {
    addresses,
    killed,
    overslept,
    kill,
    async restart(index, changed) {
      special[index] = { ...special[index], ...changed };
      await kill(index);
      await ready(addresses[index] ?? "");
    },
    pause(index) {
      const child = childAt(index);
      child.kill("SIGSTOP");
      return () => void child.kill("SIGCONT");
    },
    setClock(index, ahead) {
      const child = childAt(index);
      // One that has just been killed has no clock, and may not be known to have gone.
      if (child.connected) child.send({ ahead }, () => {});
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
