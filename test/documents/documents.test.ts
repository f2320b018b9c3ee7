import assert from "node:assert/strict";
import { posix } from "node:path";
import { test } from "node:test";
import { contributing, sections } from "../../docs/.vitepress/pages.ts";
import { allDocuments, anchorsOf, type Block, type Document, documentAt, isThere, linksOf } from "./documents.ts";

const documents = allDocuments();
const pages = sections.flatMap((section) => section.pages);
const pairs = [{ en: "index", es: "index" }, ...pages];

const english = (name: string) => `docs/${name}.md`;
const spanish = (name: string) => `docs/es/${name}.md`;

test("a newcomer sees at most 30 pages: the reference is closed", () => {
  const open = sections.filter(({ name }) => name !== "reference").flatMap((section) => section.pages);
  assert.ok(open.length <= 30, `${open.length} pages`);
});

test("a Spanish page needs no English one: it links to none", () => {
  const abroad = documents
    .filter(({ path }) => path.startsWith("docs/es/"))
    .filter((document) => {
      const paths = linksOf(document).map(({ target }) =>
        posix.join(posix.dirname(document.path), target.split("#")[0] ?? ""),
      );
      const excuse = /\((?:\S+, )?en inglés\)/.test(document.prose.join(" "));
      return excuse || paths.some((path) => /^docs\/(?!es\/).*\.md$|README\.md$/.test(path));
    });
  assert.deepEqual(
    abroad.map(({ path }) => path),
    [],
  );
});

test("every page of docs is in the table, once, and each of the table exists in its languages", () => {
  const named = [
    ...pairs.flatMap(({ en, es }) => [english(en), spanish(es)]),
    ...contributing.map(({ en }) => english(en)),
  ];
  assert.equal(new Set(named).size, named.length);
  const found = documents.map(({ path }) => path).filter((path) => /^docs\/(?!decisions\/)/.test(path));
  assert.deepEqual(found.toSorted(), named.toSorted());
});

test("every link of a document leads to a file, and its anchor to a heading of it", () => {
  assert.ok(documents.flatMap(linksOf).length > 200);
  const broken = documents.flatMap((document) =>
    linksOf(document).filter(({ target }) => {
      const [path = "", anchor] = target.split("#");
      const file = path === "" ? document.path : posix.join(posix.dirname(document.path), decodeURIComponent(path));
      if (path.startsWith("/") || !isThere(file)) return true;
      if (anchor === undefined) return false;
      const there = documentAt(file);
      if (there === undefined) return true;
      // What such a page includes is written with the site, where test/site.ts looks for the anchors.
      return !isPartlyWritten(there) && !anchorsOf(there).has(decodeURIComponent(anchor));
    }),
  );
  assert.deepEqual(broken, []);
});

const isPartlyWritten = ({ prose }: Document) => prose.some((line) => line.startsWith("<!--@include: "));

const comments: Record<string, RegExp> = { sh: /(?:^|\s)#.*$/gm, html: /<!--.*?-->/gs };
const inPrograms = /(?<![:"'`\w])\/\/[^\n]*|\/\*.*?\*\//gs;

test("every link of a home page leads to a page", () => {
  const links = ["docs/index.md", "docs/es/index.md"].flatMap((path) =>
    (documentAt(path)?.prose ?? []).flatMap((line) => /^ +link: \/(\S+)$/.exec(line)?.[1] ?? []),
  );
  assert.ok(links.length > 5);
  for (const link of links) assert.ok(isThere(`docs/${link}.md`), link);
});

/**
 * In a block marked `translated`: texts between tags, labels, the language of a page, form or command, values of
 * properties, and what a server sends.
 */
const said =
  /(?<=\.send\(\s*)"[^"]*"|(?<!=)>[^<>;]+<|(?<= label=)"[^"]*"|(?<= (?:lang|value)=)"(?:en|es)"|(?<=\w: )"[^"]*"|(?<= --lang )(?:en|es)\b/g;

/** What has to be equal in both languages: all but comments, and what a person reads of a block marked `translated`. */
function shared({ language, marks, code }: Block): string {
  // What a person reads.
  if (["", "text"].includes(language)) return language;
  const bare = code.replaceAll(comments[language] ?? inPrograms, "").replaceAll(/[ \t]+$/gm, "");
  const text = marks.includes("translated") ? bare.replaceAll(said, "…") : bare;
  return `${language}\n${text.replaceAll(/\n{2,}/g, "\n").trim()}`;
}

test("a page has the same code in both languages", () => {
  for (const { en, es } of pairs) {
    const [left, right] = [english(en), spanish(es)].map((path) => documentAt(path)?.blocks.map(shared) ?? []);
    assert.deepEqual(right, left, `${spanish(es)} has other code than ${english(en)}`);
  }
});

test("of a translated block only what a person reads may differ", () => {
  const html = (code: string) => shared({ language: "html", marks: ["translated"], code, line: 1 });
  const page = `<form action="/payments/attempts"><input name="lang" value="en"><button>Pay by card</button></form>
<ventanilla-pay label="Pay"></ventanilla-pay>
<script type="module">
  document.querySelector("ventanilla-pay").messages = { approved: "Thank you" };
  pay.addEventListener("pay-settled", ({ result }) => console.log(result.message));
</script>`;
  const words = { "Pay by card": "Pagar", '"Pay"': '"Pagar"', "Thank you": "Gracias", '"en"': '"es"' };
  const codes = ["/payments/attempts", '"lang"', 'r("ventanilla-pay', '"pay-settled"', '"module"', "result.message"];
  for (const [left, right] of Object.entries(words)) assert.equal(html(page.replace(left, right)), html(page));
  for (const code of codes) assert.notEqual(html(page.replace(code, `${code}x`)), html(page), code);
});

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
  assert.ok(pages.length > 30);
  for (const { en, es } of pages) assert.deepEqual(structureOf(spanish(es)), structureOf(english(en)), spanish(es));
});

test("a page that a Spanish document shows is in Spanish", () => {
  const foreign = pages.filter(({ es }) =>
    documentAt(spanish(es))?.blocks.some(({ code }) => code.includes('lang="en"')),
  );
  assert.deepEqual(foreign, []);
});

test("every row belongs to a table with a head, and every item to one list", () => {
  const torn = documents.flatMap(({ path, prose }) =>
    prose.flatMap((line, i) => {
      const isRow = line.startsWith("|") && prose[i - 1] === "" && !/^\|[ :|-]+\|$/.test(prose[i + 1] ?? "");
      const isItem = line.startsWith("- ") && prose[i - 1] === "" && /^(?:- | {2}\S)/.test(prose[i - 2] ?? "");
      return isRow || isItem ? `${path}: ${line}` : [];
    }),
  );
  assert.deepEqual(torn, []);
});
