import { globSync } from "node:fs";
import { join } from "node:path";
import { parse } from "@babel/parser";
import type { Comment } from "@babel/types";
import { root } from "../package/texts.ts";

export const templates = join(root, "packages/create/templates");

/** Text for a person: it has two words, or is a sentence; markup, statements and types of requests are none. */
const isSentence = (text: string) =>
  /\p{L}[\p{L},.']* +\p{L}/u.test(text) && !/^(?:insert|update|create|drop|select|\s)|[<{]|\.\w+$|^--/.test(text);

/** Every comment and every sentence of a program, as one line each. */
export function phrasesOf(source: string): string[] {
  const { comments = [], tokens = [] } = parse(source, {
    sourceType: "module",
    plugins: ["typescript"],
    tokens: true,
  });
  const strings = (tokens as { type: { label: string }; value: unknown; start: number; end: number }[])
    .filter(({ type }) => type.label === "string" || type.label === "template")
    .map(({ value, start, end }) => (typeof value === "string" ? value : source.slice(start, end)));
  const templatesWhole = [...source.matchAll(/`([^`\n]*\$\{[^`\n]*)`/g)].map(([, text = ""]) => text);
  return [...blocksOf(comments ?? []), ...[...strings, ...templatesWhole].filter(isSentence)];
}

/** Comments over several lines are one. */
function blocksOf(comments: Comment[]): string[] {
  const blocks: { text: string; line: number }[] = [];
  for (const { type, value, loc } of comments) {
    const text = value.replace(/^\*/, "").trim();
    const last = blocks.at(-1);
    const line = loc?.start.line ?? 0;
    if (type === "CommentLine" && last && last.line === line - 1) {
      last.text += ` ${text}`;
      last.line = line;
    } else blocks.push({ text, line });
  }
  return blocks.map(({ text }) => text);
}

/** The programs that templates are written in; the others are made of them. */
export const programs = globSync("ts*/**/*.ts", { cwd: templates });
