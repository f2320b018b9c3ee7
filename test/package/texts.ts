import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

export const root = resolve(import.meta.dirname, "../..");

// Of the repository, whose paths begin at its root.
export const textOf = (path: string): string => readFileSync(resolve(root, path), "utf8");
export const jsonOf = (path: string) => JSON.parse(textOf(path));
export const isThere = (path: string): boolean => existsSync(resolve(root, path));
export const filesIn = (pattern: string): string[] => globSync(pattern, { cwd: root });

/** Runs Node there, on the packages' sources. */
export const runNode = (args: string[], env = process.env) =>
  spawnSync(process.execPath, ["--conditions=@ventanilla/source", ...args], { cwd: root, encoding: "utf8", env });

/** A line of a text, and its place: `README.md:12`. */
export type Line = { text: string; file: string; where: string };

/** Every line of every text that a person writes in the repository, except one file's. */
export function linesOfTexts(except?: string): Line[] {
  const files = globSync(
    ["*.md", "{docs,packages,test,tools,demo,examples}/**/*.{ts,tsx,js,mjs,md,html,css,json,svelte,vue}"],
    {
      cwd: root,
      exclude: (name) => /(?:^|\/)(?:node_modules|dist|build|results|\.\w+|package-lock\.json)$/.test(name),
    },
  );
  return files
    .filter((file) => file !== except)
    .flatMap((file) =>
      textOf(file)
        .split("\n")
        .map((text, i) => ({ text, file: resolve(root, file), where: `${file}:${i + 1}` })),
    );
}
