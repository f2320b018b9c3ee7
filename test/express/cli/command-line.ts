import { spawn } from "node:child_process";
import { once } from "node:events";
import { Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { runCommandLine } from "#express/cli/command-line.ts";

/** What came of a command line. */
export interface Run {
  code: number;
  out: string;
  err: string;
}

/** Streams for a command line, and what it has said in them. */
export function spoken() {
  const said = { out: "", err: "" };
  const into = (name: keyof typeof said) =>
    new Writable({
      write(chunk, _encoding, done) {
        said[name] += String(chunk);
        done();
      },
    });
  return { said, stdout: into("out"), stderr: into("err") };
}

/**
 * Runs a command line of the router in this process.
 * @param env the whole environment. Default: empty
 */
export async function runHere(args: readonly string[], env: Record<string, string> = {}): Promise<Run> {
  const { said, stdout, stderr } = spoken();
  const code = await new Promise<number>((exit, fail) => {
    runCommandLine(args, { env, stdout, stderr, exit }).catch(fail);
  });
  return { code, ...said };
}

/** The program of the command line. */
export const commandLine = fileURLToPath(new URL("../../../packages/express/src/cli/index.ts", import.meta.url));

/**
 * Runs a program in a process of its own, for what only a process shows: exit codes, pipes, its environment and folder.
 * @param options what `node` is told, and the program
 * @param env beside this process's environment, without the command line's two variables
 */
export async function runProcess(
  options: readonly string[],
  args: readonly string[],
  env: Record<string, string> = {},
  cwd?: string,
): Promise<Run> {
  const { VENTANILLA_STORE, DATABASE_URL, ...rest } = process.env;
  const child = spawn(process.execPath, ["--conditions=@ventanilla/source", ...options, ...args], {
    cwd,
    env: { ...rest, ...env },
  });
  const said = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (said.out += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said.err += text));
  const [code] = (await once(child, "close")) as [number];
  return { code, ...said };
}
