import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { slug } from "../../docs/.vitepress/slug.ts";
import { root } from "../package/texts.ts";

/** A fenced block of a document. */
export interface Block {
  /** `js`, `html`, … Empty where there is none. */
  language: string;
  /** The words after the language. */
  marks: string[];
  code: string;
  /** The line of its first line of code, counted from 1. */
  line: number;
}

export interface Document {
  /** From the repository's root: `docs/guide/stores.md`. */
  path: string;
  /** The lines, blank where they belong to a block or its fences. */
  prose: string[];
  blocks: Block[];
}

const paths = globSync(["*.md", "{docs,packages,examples}/**/*.md"], {
  cwd: root,
  exclude: (name) => /(?:^|\/)(?:node_modules|dist)$/.test(name),
}).toSorted();

const documents: Document[] = paths.map((path) => read(path));

/** Every Markdown document of the repository. */
export function allDocuments(): Document[] {
  return documents;
}

function read(path: string): Document {
  const document: Document = { path, prose: [], blocks: [] };
  let block: (Block & { fence: string; indent: number }) | undefined;
  for (const [i, line] of readFileSync(join(root, path), "utf8").split("\n").entries()) {
    const [, page, region] = /^<!--@include: (\S+\.md)#(\S+)-->$/.exec(line) ?? [];
    if (page !== undefined) {
      document.blocks.push(blockOf(join(path, "..", page), `<!-- #region ${region} -->`, i + 1));
      document.prose.push("");
      continue;
    }
    const [, space = "", fence, info = ""] = /^(\s*)(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (block && fence?.startsWith(block.fence) && info.trim() === "") {
      document.blocks.push({ language: block.language, marks: block.marks, code: block.code, line: block.line });
      block = undefined;
    } else if (block) {
      block.code += `${line.slice(Math.min(block.indent, line.search(/\S|$/)))}\n`;
    } else if (fence) {
      const [language = "", ...marks] = info.trim().split(/\s+/);
      block = { language, marks, code: "", line: i + 2, fence, indent: space.length };
    }
    document.prose.push(block || fence ? "" : line);
  }
  if (block) throw new Error(`${path}:${block.line - 1}: this block has no end`);
  return document;
}

/** The block that a page has between the marks of a region: a page of the other language includes it. */
function blockOf(page: string, mark: string, line: number): Block {
  const lines = readFileSync(join(root, page), "utf8").split("\n");
  const start = lines.indexOf(mark) + 1;
  const end = lines.indexOf(mark.replace("#", "#end"), start);
  const [, language, info] = /^```(\w*)(.*)$/.exec(lines[start] ?? "") ?? [];
  if (language === undefined || info === undefined || lines[end - 1] !== "```")
    throw new Error(`${page} has no block in ${mark}`);
  const marks = info.trim() === "" ? [] : info.trim().split(/\s+/);
  return { language, marks, code: `${lines.slice(start + 1, end - 1).join("\n")}\n`, line };
}

/** Everything in a document that a link can point at. */
export function anchorsOf({ prose }: Document): Set<string> {
  const anchors = new Set<string>();
  for (const line of prose) {
    for (const [, id = ""] of line.matchAll(/<a id="([^"]+)"><\/a>/g)) anchors.add(id);
    const [, heading] = /^#{1,6} +(.+?)(?: +#+)?$/.exec(line) ?? [];
    if (heading === undefined) continue;
    const name = slug(plain(heading));
    let unique = name;
    for (let i = 1; anchors.has(unique); i++) unique = `${name}-${i}`;
    anchors.add(unique);
  }
  return anchors;
}

/** A heading's text as a reader sees it. */
function plain(heading: string): string {
  return heading
    .replaceAll(/<a id="[^"]+"><\/a>/g, "")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[*`]/g, "");
}

/** The links of a document that name no other server, with their lines. */
export function linksOf({ path, prose }: Document): { target: string; where: string }[] {
  return prose.flatMap((line, i) =>
    [...line.replaceAll(/`[^`]*`/g, "").matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)|\b(?:href|src)="([^"]+)"/g)]
      .map(([, target, other]) => ({ target: target ?? other ?? "", where: `${path}:${i + 1}` }))
      .filter(({ target }) => !/^[a-z]+:/.test(target)),
  );
}

export function documentAt(path: string): Document | undefined {
  return documents.find((document) => document.path === path);
}

export const isThere = (path: string): boolean => existsSync(join(root, path));
