import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type Bundle, bundle } from "../bundle.ts";

/** Another process, at work on a SQLite file. */
export interface Neighbor {
  /** Its next message. */
  hear(): Promise<unknown>;
  /** Lets it continue. */
  tell(): void;
  ended(): Promise<void>;
}

/** What the processes run. */
export const neighborProgram = (): Bundle => bundle(fileURLToPath(new URL("sqlite-child.ts", import.meta.url)));

/**
 * Starts one of the errands of `sqlite-child.ts`.
 * @param largestFileKiB no file that it writes can grow beyond this
 */
export function startNeighbor({ path }: Bundle, errand: string, file: string, largestFileKiB?: number): Neighbor {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const node = [process.execPath, path, errand, file];
  const limited = ["-c", `ulimit -f ${largestFileKiB}; exec "$@"`, "bash", ...node];
  const [command = "", ...args] = largestFileKiB === undefined ? node : ["bash", ...limited];
  const other: ChildProcess = spawn(command, args, { stdio: ["ignore", "inherit", "inherit", "ipc"], env });
  const exited = once(other, "exit");
  const said: unknown[] = [];
  const waiting: ((message: unknown) => void)[] = [];
  other.on("message", (message) => {
    const next = waiting.shift();
    if (next) next(message);
    else said.push(message);
  });
  const died = exited.then(([code]) => Promise.reject(new Error(`the process has ended with ${String(code)}`)));
  died.catch(() => {});
  return {
    hear: () =>
      said.length > 0
        ? Promise.resolve(said.shift())
        : Promise.race([new Promise<unknown>((resolve) => waiting.push(resolve)), died]),
    tell: () => void other.send("go on"),
    async ended() {
      const [code] = await exited;
      if (code !== 0) throw new Error(`the process has ended with ${String(code)}`);
    },
  };
}
