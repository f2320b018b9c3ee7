import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

export const root = resolve(import.meta.dirname, "../..");

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
      readFileSync(resolve(root, file), "utf8")
        .split("\n")
        .map((text, i) => ({ text, file: resolve(root, file), where: `${file}:${i + 1}` })),
    );
}
