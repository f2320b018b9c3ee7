import { globSync } from "node:fs";
import { join, posix } from "node:path";
import { slug } from "../../docs/.vitepress/slug.ts";
import { root, textOf } from "../package/texts.ts";

/** A fenced block of a document: its language, the words after that, its code and where that begins, counted from 1. */
export interface Block {
  language: string;
  marks: string[];
  code: string;
  line: number;
}

export interface Document {
  /** From the repository's root: `docs/guide/stores.md`. */
  path: string;
  /** The lines, blank where they belong to a block or its fences. */
  prose: string[];
  blocks: Block[];
}

/** A block between its fences, or the place where a page includes a block of the other language's page. */
const fenced = /^( *)(`{3,}|~{3,})(\S*)(.*)\n([\s\S]*?)^ *\2 *$|^<!--@include: (\S+\.md)#(\S+)-->$/gm;

function blocksIn(text: string, folder: string): Block[] {
  return [...text.matchAll(fenced)].flatMap(({ index, ...match }) => {
    const { 1: space = "", 3: language = "", 4: info = "", 5: code = "", 6: page, 7: region } = match;
    const line = text.slice(0, index).split("\n").length;
    if (page === undefined) {
      const marks = info.split(/\s+/).filter((mark) => mark !== "");
      return [{ language, marks, code: code.replaceAll(new RegExp(`^${space}`, "gm"), ""), line: line + 1 }];
    }
    const path = join(folder, page);
    const [, part = ""] = textOf(path).split(new RegExp(`<!-- #(?:end)?region ${region} -->`));
    const [block] = blocksIn(part, folder);
    if (block === undefined) throw new Error(`${path} has no block in ${region}`);
    return [{ ...block, line }];
  });
}

/** Every Markdown document of the repository. */
export const documents: Document[] = globSync(["*.md", "{docs,packages,examples}/**/*.md"], {
  cwd: root,
  exclude: (name) => /(?:^|\/)(?:node_modules|dist)$/.test(name),
})
  .toSorted()
  .map((path) => {
    const text = textOf(path);
    const prose = text.replaceAll(fenced, (block) => block.replaceAll(/[^\n]/g, "")).split("\n");
    if (prose.some((line) => /^ *(?:```|~~~)/.test(line))) throw new Error(`${path}: a block has no end`);
    return { path, prose, blocks: blocksIn(text, join(path, "..")) };
  });

export const documentAt = (path: string): Document | undefined => documents.find((document) => document.path === path);

/** Everything in a document that a link can point at. */
export function anchorsOf({ prose }: Document): Set<string> {
  const anchors = new Set<string>();
  for (const line of prose) {
    for (const [, id = ""] of line.matchAll(/<a id="([^"]+)"><\/a>/g)) anchors.add(id);
    const [, heading] = /^#{1,6} +(.+?)(?: +#+)?$/.exec(line) ?? [];
    if (heading === undefined) continue;
    // As a reader sees it.
    const name = slug(heading.replaceAll(/<a id="[^"]+"><\/a>|(?<=\])\([^)]*\)|[*`[\]]/g, ""));
    let unique = name;
    for (let i = 1; anchors.has(unique); i++) unique = `${name}-${i}`;
    anchors.add(unique);
  }
  return anchors;
}

/** A link of a file: the file and the anchor that it leads to. */
export function linkTo(target: string, from: string, where: string) {
  const [path = "", anchor] = target.split("#").map(decodeURIComponent);
  // The front page names pages by their address.
  const file = path.startsWith("/") ? `docs${path}.md` : posix.join(posix.dirname(from), path);
  return { file: path === "" ? from : file, anchor, where };
}

const links = /\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)|\b(?:href|src)="([^"]+)"|^ +link: (\/\S+)$/g;

/** The links of a document that name no other server. */
export const linksOf = ({ path, prose }: Document): ReturnType<typeof linkTo>[] =>
  prose.flatMap((line, i) =>
    [...line.replaceAll(/`[^`]*`/g, "").matchAll(links)]
      .map(([, ...found]) => found.find(Boolean) ?? "")
      .flatMap((target) => (/^[a-z]+:/.test(target) ? [] : linkTo(target, path, `${path}:${i + 1}`))),
  );
