import assert from "node:assert/strict";
import { test } from "node:test";
import { contributing, sections } from "../../docs/.vitepress/pages.ts";
import { surfaces } from "../package/sentences.ts";
import { filesIn, isThere, linesOfTexts, textOf } from "../package/texts.ts";
import { allDocuments, anchorsOf, type Block, documentAt, linksOf, linkTo } from "./documents.ts";

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
  for (const document of documents.filter(({ path }) => path.startsWith("docs/es/"))) {
    assert.doesNotMatch(document.prose.join(" "), /\((?:\S+, )?en inglés\)/, document.path);
    for (const { file, where } of linksOf(document))
      assert.doesNotMatch(file, /^docs\/(?!es\/).*\.md$|README\.md$/, where);
  }
});

test("every page of docs is in the table, once, and each of the table exists in its languages", () => {
  const named = [
    ...pairs.flatMap(({ en, es }) => [english(en), spanish(es)]),
    ...contributing.map(({ en }) => english(en)),
  ];
  const found = documents.map(({ path }) => path).filter((path) => /^docs\/(?!decisions\/)/.test(path));
  assert.deepEqual(found.toSorted(), named.toSorted());
});

test("every link of a document or a doc block leads to a file, and its anchor to a heading of it", () => {
  const written = documents.flatMap(linksOf);
  const seen = linesOfTexts().flatMap(({ text, where }) =>
    [...text.matchAll(/@see \{?(?:@link )?(docs\/[\w/-]+\.md(?:#[^\s}|]+)?)/g)].map(([, target = ""]) =>
      linkTo(target, "root.md", where),
    ),
  );
  const home = ["docs/index.md", "docs/es/index.md"].flatMap((path) =>
    [...textOf(path).matchAll(/^ +link: \/(\S+)$/gm)].map(([, target]) => linkTo(`docs/${target}.md`, "root.md", path)),
  );
  assert.ok(written.length > 200 && seen.length > 0 && home.length > 5);
  const broken = [...written, ...seen, ...home].filter(({ file, anchor }) => {
    const there = documentAt(file);
    // What a page includes is written with the site, where test/site.ts looks for the anchors.
    const isPartlyWritten = there?.prose.some((line) => line.startsWith("<!--@include: "));
    const isLost = anchor !== undefined && !isPartlyWritten && !(there && anchorsOf(there).has(anchor));
    return isLost || !isThere(file);
  });
  assert.deepEqual(broken, []);
});

/**
 * What a person reads of a block marked `translated`: comments, texts between tags, labels, the language of a page, form or
 * command, values of properties, and what a server sends.
 */
const said =
  /(?:^|\s)# .*$|<!--[\s\S]*?-->|(?<![:"'`\w])\/\/.*|\/\*[\s\S]*?\*\/|(?<=\.send\(\s*)"[^"]*"|(?<!=)>[^<>;]+<|(?<= label=)"[^"]*"|(?<= (?:lang|value)=)"(?:en|es)"|(?<=\w: )"[^"]*"|(?<= --lang )(?:en|es)\b/gm;

/** What has to be equal in both languages. */
function shared({ language, marks, code }: Block): string {
  if (["", "text"].includes(language)) return language;
  return `${language}\n${marks.includes("translated") ? code.replaceAll(said, "…").replaceAll(/[ \t]+$/gm, "") : code}`;
}

/** What a page is made of, without its words: a section that one language lacks, a row, or other code shows here. */
function structureOf(path: string): object {
  const { prose = [], blocks = [] } = documentAt(path) ?? {};
  const count = (pattern: RegExp) => prose.filter((line) => pattern.test(line)).length;
  return {
    headings: prose.flatMap((line) => /^#+ /.exec(line)?.[0].trim() ?? []),
    rows: count(/^\|/),
    items: count(/^ *(?:-|\d+\.) /),
    // Names of our own are the same in both languages; commands may have an argument that is a word.
    cells: prose.flatMap((line) => /^\| `(\w+)` /.exec(line)?.[1] ?? []),
    code: blocks.map(shared),
  };
}

test("a page has the same sections, rows, items, names and code in both languages, and each shows pages in its own", () => {
  assert.ok(pages.length > 30);
  for (const { en, es } of pairs) {
    assert.deepEqual(structureOf(spanish(es)), structureOf(english(en)), spanish(es));
    for (const { code } of documentAt(spanish(es))?.blocks ?? []) assert.doesNotMatch(code, /lang="en"/, spanish(es));
  }
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

const read = (pattern: string) => filesIn(pattern).map(textOf).join("\n");
const plain = (text: string) =>
  text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/^[ .,…]+|[ .,…]+$/g, "")
    .toLowerCase();
const sources = plain(read("packages/express/src/{cli,counter,outbox,staff}/**/*.ts"));
const sentences = plain(
  Object.values(surfaces)
    .flat()
    .map(({ es, en }) => `${es} ${en}`)
    .join(" "),
);

/** What a buyer or the bank says, and not the shop. */
const spoken =
  /hold|retención|pending|pendiente|proceso|process|batch|lote|statement|estado de cuenta|authorization|autorización|approved for|aprobado en parte|customer|cliente|charged and|cobraron|can see|veo|need it|necesito|afternoon|tardes|^declined|^rechazado|transaction$|transacción$|voided|anulado|through|sí pasó|were not charged$|no se le cobró|^por |^pagado/;

for (const [title, pattern, known, least, others] of [
  ["a sentence that a buyer reads", /“([^”]+)”|«([^»]+)»/g, sentences, 10, spoken],
  ["a name on the counter's pages", /(?<!\*)\*([A-ZÁÉÍÓÚ][^*]+)\*(?!\*)/g, sources, 80],
  ["an answer of the command", /^\| `([^`]+)` \|/gm, sources, 10],
] as const) {
  test(`${title} is quoted to the staff as it is`, () => {
    const staff = documents.filter(({ path }) => /^docs\/(?:staff|es\/personal)\//.test(path));
    const quotes = staff
      .flatMap(({ prose }) => [...prose.join("\n").matchAll(pattern)])
      .map(([, one, other]) => plain(one ?? other ?? ""))
      .filter((quote) => !others?.test(quote));
    assert.ok(quotes.length >= least, `${quotes.length} quotes`);
    for (const piece of quotes.flatMap((quote) => quote.split(/…|ana said paid| is approved|--reason/).map(plain)))
      assert.ok(known.includes(piece), piece);
  });
}

test("every alert, every problem of the health and every warning of the process has its row", () => {
  const [, alerts] = /export type Alert =([^;]*);/.exec(read("packages/express/src/report/messages.ts")) ?? [];
  const [, problems] = /\n {2}code:\n([^;]*);/.exec(read("packages/express/src/report/health.ts")) ?? [];
  const warnings = read("packages/express/src/**/*.ts").match(/(?<=code: ")VENTANILLA_\w+/g) ?? [];
  const codes = [...(`${alerts} ${problems}`.match(/(?<=")\w+(?=")/g) ?? []), ...warnings];
  assert.ok(codes.length >= 24, `${codes.length} codes`);
  for (const code of codes) assert.ok(textOf("docs/operating.md").includes(`\n| \`${code}\` |`), code);
});
