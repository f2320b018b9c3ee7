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

/** Every line of every text that a person writes in the repository, and its place: `README.md:12`. */
export function linesOfTexts() {
  const texts = ["*.md", "{docs,packages,test,tools,demo,examples}/**/*.{ts,tsx,js,mjs,md,html,css,json,svelte,vue}"];
  const exclude = (name: string) => /(?:^|\/)(?:node_modules|dist|build|results|\.\w+|package-lock\.json)$/.test(name);
  return globSync(texts, { cwd: root, exclude }).flatMap((file) =>
    textOf(file)
      .split("\n")
      .map((text, i) => ({ text, file, where: `${file}:${i + 1}` })),
  );
}
