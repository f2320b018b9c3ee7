import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type Bundle, bundle } from "../bundle.ts";

/** Another process, at work on a SQLite file. */
export interface OtherProcess {
  /** Its next message. */
  nextMessage(): Promise<unknown>;
  /** Lets it continue. */
  goOn(): void;
  ended(): Promise<void>;
}

/** What the processes run. */
export const otherProgram = (): Promise<Bundle> => bundle(fileURLToPath(new URL("sqlite-child.ts", import.meta.url)));

/**
 * Starts one of the tasks of `sqlite-child.ts`.
 * @param largestFileKiB no file that it writes can grow beyond this
 */
export function startOther({ path }: Bundle, task: string, file: string, largestFileKiB?: number): OtherProcess {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const node = [process.execPath, path, task, file];
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
    nextMessage: () =>
      said.length > 0
        ? Promise.resolve(said.shift())
        : Promise.race([new Promise<unknown>((resolve) => waiting.push(resolve)), died]),
    goOn: () => void other.send("go on"),
    async ended() {
      const [code] = await exited;
      if (code !== 0) throw new Error(`the process has ended with ${String(code)}`);
    },
  };
}
