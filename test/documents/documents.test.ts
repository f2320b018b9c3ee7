import assert from "node:assert/strict";
import { test } from "node:test";
import { contributing, sections } from "../../docs/.vitepress/pages.ts";
import { surfaces } from "../package/sentences.ts";
import { filesIn, isThere, linesOfTexts, textOf } from "../package/texts.ts";
import { anchorsOf, type Block, documentAt, documents, linksOf, linkTo } from "./documents.ts";

const pages = sections.flatMap((section) => section.pages);
const pairs = [{ en: "index", es: "index" }, ...pages];
const english = (name: string) => `docs/${name}.md`;
const spanish = (name: string) => `docs/es/${name}.md`;

test("every page of docs is in the table, once, and in its languages; a newcomer sees at most 30: the reference is closed", () => {
  const named = [
    ...pairs.flatMap(({ en, es }) => [english(en), spanish(es)]),
    ...contributing.map(({ en }) => english(en)),
  ];
  const found = documents.map(({ path }) => path).filter((path) => /^docs\/(?!decisions\/)/.test(path));
  assert.deepEqual(found.toSorted(), named.toSorted());
  assert.ok(sections.flatMap((section) => (section.name === "reference" ? [] : section.pages)).length <= 30);
});

test("every link of a document or a doc block leads to a file, and its anchor to a heading of it", () => {
  const written = documents.flatMap(linksOf);
  const seen = linesOfTexts().flatMap(({ text, where }) =>
    [...text.matchAll(/@see \{?(?:@link )?(docs\/[\w/-]+\.md(?:#[^\s}|]+)?)/g)].map(([, target = ""]) =>
      linkTo(target, "root.md", where),
    ),
  );
  assert.ok(written.length > 200 && seen.length > 0);
  const broken = [...written, ...seen].filter(({ file, anchor, where }) => {
    const there = documentAt(file);
    // What a page includes is written with the site, where test/site.ts looks for the anchors.
    const isPartlyWritten = there?.prose.some((line) => line.startsWith("<!--@include: "));
    const isLost = anchor !== undefined && !isPartlyWritten && !(there && anchorsOf(there).has(anchor));
    // A Spanish page needs no English one.
    const isEnglish = where.startsWith("docs/es/") && /^docs\/(?!es\/).*\.md$|README\.md$/.test(file);
    return isLost || isEnglish || !isThere(file);
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

const read = (pattern: string) => filesIn(pattern).map(textOf).join("\n");
const plain = (text: string) =>
  text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/^[ .,…]+|[ .,…]+$/g, "")
    .toLowerCase();
const sources = plain(read("packages/express/src/{cli,counter,outbox,staff}/**/*.ts"));
const sentences = plain(JSON.stringify(surfaces));

/** What a buyer or the bank says, and not the shop. */
const spoken =
  /hold|retención|pending|pendiente|proceso|process|batch|lote|statement|estado de cuenta|authorization|autorización|approved for|aprobado en parte|customer|cliente|charged and|cobraron|can see|veo|need it|necesito|afternoon|tardes|^declined|^rechazado|transaction$|transacción$|voided|anulado|through|sí pasó|were not charged$|no se le cobró|^por |^pagado/;

test("what a buyer reads, a name on the counter's pages, an answer of the command: each is quoted to the staff as it is", () => {
  const staff = documents.filter(({ path }) => /^docs\/(?:staff|es\/personal)\//.test(path));
  const text = staff.map(({ prose }) => prose.join("\n")).join("\n");
  for (const [pattern, known, least, others] of [
    [/[“«]([^”»]+)[”»]/g, sentences, 10, spoken],
    [/(?<!\*)\*([A-ZÁÉÍÓÚ][^*]+)\*(?!\*)/g, sources, 80],
    [/^\| `([^`]+)` \|/gm, sources, 10],
  ] as const) {
    const quotes = [...text.matchAll(pattern)]
      .map(([, quote = ""]) => plain(quote))
      .filter((quote) => !others?.test(quote));
    assert.ok(quotes.length >= least, `${quotes.length} quotes`);
    for (const piece of quotes.flatMap((quote) => quote.split(/…|ana said paid| is approved|--reason/).map(plain)))
      assert.ok(known.includes(piece), piece);
  }
});

test("every alert, every problem of the health and every warning of the process has its row", () => {
  const [, alerts] = /export type Alert =([^;]*);/.exec(read("packages/express/src/report/messages.ts")) ?? [];
  const [, problems] = /\n {2}code:\n([^;]*);/.exec(read("packages/express/src/report/health.ts")) ?? [];
  const warnings = read("packages/express/src/**/*.ts").match(/(?<=code: ")VENTANILLA_\w+/g) ?? [];
  const codes = [...(`${alerts} ${problems}`.match(/(?<=")\w+(?=")/g) ?? []), ...warnings];
  assert.ok(codes.length >= 24, `${codes.length} codes`);
  for (const code of codes) assert.ok(textOf("docs/operating.md").includes(`\n| \`${code}\` |`), code);
});
