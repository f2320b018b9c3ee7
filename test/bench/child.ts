import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/**
 * A server in a process of its own, so that its CPU and memory are measured apart. Its first line of output is its
 * address.
 * @param flags of Node and V8
 */
export async function startChild(
  file: string,
  args: string[] = [],
  flags: string[] = [],
): Promise<{ url: string; child: ChildProcess }> {
  const path = fileURLToPath(new URL(file, import.meta.url));
  // A program that is built runs as it is published; what is written in TypeScript, with the packages' sources.
  const conditions = file.endsWith(".ts") ? ["--conditions=@ventanilla/source"] : [];
  const child = spawn(process.execPath, [...flags, ...conditions, path, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  const url = /http:\/\/[\w.:[\]-]+/.exec(String(line))?.[0];
  if (url === undefined) throw new Error(`${file} gave no address`);
  return { url, child };
}
