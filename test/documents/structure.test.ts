import assert from "node:assert/strict";
import { test } from "node:test";
import { sections } from "../../docs/.vitepress/pages.ts";
import { allDocuments, documentAt } from "./documents.ts";

/** What a page is made of, without its words: a section that one language lacks, or a row, shows here. */
function structureOf(path: string): object {
  const prose = documentAt(path)?.prose ?? [];
  const count = (pattern: RegExp) => prose.filter((line) => pattern.test(line)).length;
  // Names of our own are the same in both languages; commands may have an argument that is a word.
  const cells = prose.flatMap((line) => /^\| `(\w+)` /.exec(line)?.[1] ?? []);
  return {
    headings: prose.flatMap((line) => /^#+ /.exec(line)?.[0].trim() ?? []),
    rows: count(/^\|/),
    items: count(/^ *(?:-|\d+\.) /),
    cells,
  };
}

test("a page has the same sections, rows, items and names in both languages", () => {
  const pages = sections.flatMap((section) => section.pages);
  assert.ok(pages.length > 30);
  for (const { en, es } of pages) {
    assert.deepEqual(structureOf(`docs/es/${es}.md`), structureOf(`docs/${en}.md`), `docs/es/${es}.md`);
  }
});

test("a page that a Spanish document shows is in Spanish", () => {
  const pages = sections.flatMap((section) => section.pages.map(({ es }) => `docs/es/${es}.md`));
  const english = pages.filter((path) => documentAt(path)?.blocks.some(({ code }) => code.includes('lang="en"')));
  assert.deepEqual(english, []);
});

test("every row belongs to a table with a head, and every item to one list", () => {
  const torn = allDocuments().flatMap(({ path, prose }) =>
    prose.flatMap((line, i) => {
      const isRow = line.startsWith("|") && prose[i - 1] === "" && !/^\|[ :|-]+\|$/.test(prose[i + 1] ?? "");
      const isItem = line.startsWith("- ") && prose[i - 1] === "" && /^(?:- | {2}\S)/.test(prose[i - 2] ?? "");
      return isRow || isItem ? `${path}: ${line}` : [];
    }),
  );
  assert.deepEqual(torn, []);
});
