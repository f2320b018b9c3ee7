import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { Choices } from "./choices.ts";

const root = fileURLToPath(new URL("../templates", import.meta.url));

/** Reads the Spanish of every comment and sentence in the templates' programs, by its English. */
const readSpanish = () => JSON.parse(readFileSync(join(root, "spanish.json"), "utf8")) as Record<string, string>;

/** The values that replace `{{name}}`, and the names of the parts between `[[name]]` and `[[/name]]` that are kept. */
export interface Filling {
  values: Record<string, string>;
  parts: readonly string[];
}

/** The text of every file in some folders of templates, by its path in the project. Programs are translated. */
export function filledTemplates(folders: string[], { language }: Choices, filling: Filling): Map<string, string> {
  const phrases = language === "es" ? readSpanish() : {};
  const files = new Map<string, string>();
  for (const folder of folders.map((name) => join(root, name))) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      const text = readFileSync(file, "utf8");
      const path = relative(folder, file).split(sep).join("/");
      files.set(path, /\.[jt]s$/.test(path) ? translate(text, phrases) : fill(text, filling));
    }
  }
  return files;
}

function fill(text: string, { values, parts }: Filling): string {
  return text
    .replace(/^\[\[(\w+)\]\]\n([\s\S]*?)^\[\[\/\1\]\]\n/gm, (_all, name: string, part: string) =>
      parts.includes(name) ? part : "",
    )
    .replace(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? "");
}

/** The longest line of a translated comment, in characters. */
const width = 118;
const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/**
 * Translates the comments and strings of a program. A phrase is replaced where it is a whole string or a whole comment.
 * A comment of several lines is wrapped again.
 * @param phrases the translations, by the English
 */
export function translate(source: string, phrases: Record<string, string>): string {
  let text = source;
  for (const [from, to] of Object.entries(phrases)) {
    const words = from.split(" ").map(escapePattern).join(String.raw`(?: |\n *// )`);
    text = text
      .replaceAll(`"${from}"`, () => `"${to}"`)
      .replaceAll(`\`${from}\``, () => `\`${to}\``)
      .replaceAll(`/** ${from} */`, () => `/** ${to} */`)
      .replace(new RegExp(`^( *)// ${words}$`, "gm"), (_all, indent: string) => comment(to, indent));
  }
  return text;
}

function comment(text: string, indent: string): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && indent.length + 3 + line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.map((line) => `${indent}// ${line}`).join("\n");
}
