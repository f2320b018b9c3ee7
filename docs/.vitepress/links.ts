import { readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { MarkdownRenderer } from "vitepress";

const docs = resolve(import.meta.dirname, "..");
const root = dirname(docs);
const { repository } = JSON.parse(readFileSync(join(root, "packages/express/package.json"), "utf8")) as {
  repository?: { url: string };
};

/** Where the sources can be read. */
export const source = (repository?.url ?? "https://github.com/ventanilla/ventanilla")
  .replace(/^git\+/, "")
  .replace(/\.git$/, "");

/** Points links that leave `docs`, such as those to packages and tests, at the repository. The others stay relative. */
export function linksToSource(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push("links-to-source", ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const name = token.type === "link_open" ? "href" : token.type === "image" ? "src" : undefined;
      const target = name && token.attrGet(name);
      if (name && target) token.attrSet(name, fromDocs(target, dirname((env as { path: string }).path)));
    }
  });
}

function fromDocs(target: string, folder: string): string {
  if (/^(?:[a-z]+:|#|\/)/.test(target)) return target;
  const [path = "", anchor] = target.split("#");
  const file = resolve(folder, path);
  const isFolder = statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (!isFolder && file.startsWith(docs + sep)) return target;
  const address = `${source}/${isFolder ? "tree" : "blob"}/main/${relative(root, file).split(sep).join("/")}`;
  return anchor === undefined ? address : `${address}#${anchor}`;
}
