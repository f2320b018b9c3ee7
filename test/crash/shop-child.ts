import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Bundle, bundle } from "../bundle.ts";
import type { Answers, ShopCommand } from "./shop-process.ts";

/** The process that it was asked of is dead. */
export class Died extends Error {}

/** A shop in a process of its own. */
export interface ShopChild {
  /** @throws Died; Error when the process answers with one */
  ask<What extends ShopCommand["ask"]>(command: ShopCommand & { ask: What }): Promise<Answers[What]>;
  /** What comes of the work; Died instead of its failure when that is why. */
  unlessDead<T>(work: Promise<T>): Promise<T>;
  end(): Promise<void>;
}

const running = new Set<ChildProcess>();

/** What the processes run. Removing it also ends those that a failed test has left. */
export async function shopProgram(): Promise<Bundle> {
  const program = await bundle(fileURLToPath(new URL("shop-process.ts", import.meta.url)));
  return {
    ...program,
    remove() {
      for (const child of running) child.kill("SIGKILL");
      program.remove();
    },
  };
}

/** Starts a process that waits for errands. */
export async function startShop({ path, env }: Bundle): Promise<ShopChild> {
  const child: ChildProcess = fork(path, {
    execArgv: [],
    env: { ...process.env, ...env },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  running.add(child);
  const exited = once(child, "exit").finally(() => running.delete(child));
  const died = exited.then(() => Promise.reject(new Died("the process is dead")));
  died.catch(() => {});
  await Promise.race([once(child, "message"), died]);
  return {
    async ask(command) {
      const answered = once(child, "message");
      child.send(command, () => {});
      const [answer] = await Promise.race([answered, died]);
      if ("error" in answer) throw new Error(answer.error);
      return answer;
    },
    async unlessDead(work) {
      try {
        return await work;
      } catch (error) {
        // The connection breaks before the process is known to be gone; on a busy machine, long before.
        const gone = await Promise.race([exited, sleep(60_000, false, { ref: false })]);
        throw gone === false ? error : new Died("the process died", { cause: error });
      }
    },
    async end() {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      await exited;
    },
  };
}
