import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import process from "node:process";

/**
 * Writes a page of `docs`. With `--check` it writes nothing, and the process fails when the page is out of date.
 * @param {string} page its name: `attempt.md`
 * @param {string} text
 */
export function writePage(page, text) {
  const file = new URL(`../docs/${page}`, import.meta.url);
  if (!process.argv.includes("--check")) {
    writeFileSync(file, text);
  } else if (readFileSync(file, "utf8") !== text) {
    console.error(`docs/${page} is out of date: run node tools/${basename(process.argv[1] ?? "")}`);
    process.exitCode = 1;
  }
}

/** A table in Markdown, without its empty columns. */
export function table(heads, rows) {
  const used = heads.map((_, i) => rows.some((row) => row[i] !== ""));
  const line = (cells) => `| ${cells.filter((_, i) => used[i]).join(" | ")} |`;
  return [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n");
}
