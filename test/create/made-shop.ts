import { type ExecFileOptions, execFile } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { outside } from "../outside.ts";
import { root } from "../package/texts.ts";

/** How a program ended, and what it wrote. */
export interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a program to its end. */
export function run(program: string, args: string[], options: ExecFileOptions = {}): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(program, args, { ...options, encoding: "utf8" }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr });
    });
  });
}

/** A folder that is removed after the test file. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "ventanilla create-"));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs `npx @ventanilla/create` from the sources, without a terminal, on an English computer. */
export function create(folder: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const cli = join(root, "packages/create/src/cli.ts");
  return run(process.execPath, ["--conditions=@ventanilla/source", cli, ...args], {
    cwd: folder,
    env: { ...process.env, LC_ALL: "en_US.UTF-8", ...env },
  });
}

/** Gives a made project the packages of this repository, in the place of an installation. */
export function installWorkspace(shop: string): void {
  symlinkSync(join(root, "node_modules"), join(shop, "node_modules"), "junction");
}

/**
 * The environment in which a made project's programs take the sources of this repository's packages, and its tests are
 * no part of ours.
 */
export const fromSources = { ...outside, NODE_OPTIONS: "--conditions=@ventanilla/source" };
