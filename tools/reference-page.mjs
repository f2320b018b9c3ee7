/**
 * Writes the pages of `docs/reference` and `docs/es/referencia`: the element from its manifest, the router and the client
 * from their doc comments. A comment's Spanish is in `tools/reference/spanish.json`, by its English. With `--check` it
 * writes nothing and fails when a page is out of date. Run from anywhere, after a build: `node tools/reference-page.mjs`.
 */
import { readFileSync } from "node:fs";
import process from "node:process";
import { runOnSources } from "./on-sources.mjs";
import { nearestSentence, placeOf } from "./reference/find-sentence.mjs";
import { writePage } from "./written-page.mjs";

runOnSources(import.meta.url);
const { clientPage, elementPage, routerPage } = await import("./reference/pages.mjs");
const { words } = await import("./reference/words.mjs");
const { sections } = await import("../docs/.vitepress/pages.ts");

const pages = [
  {
    write: elementPage,
    paths: ["reference/element.md", "es/referencia/elemento.md"],
    titles: ["The tag `<ventanilla-pay>`", "La etiqueta `<ventanilla-pay>`"],
  },
  {
    write: routerPage,
    paths: ["reference/router.md", "es/referencia/router.md"],
    titles: ["Router: every option", "Router: cada opción"],
  },
  {
    write: clientPage,
    paths: ["reference/client.md", "es/referencia/cliente.md"],
    titles: ["The client", "El cliente"],
  },
];

const origin = "<!-- Written by tools/reference-page.mjs from the sources. -->";

const spanish = JSON.parse(readFileSync(new URL("reference/spanish.json", import.meta.url), "utf8"));
const used = new Set();
const missing = new Set();
/** Names and values are the same in both languages. */
const codesOf = (text) => [...new Set(text.match(/`[^`]+`/g))].toSorted((a, b) => a.localeCompare(b)).join(" ");
const unlike = Object.entries(spanish).filter(([english, text]) => codesOf(english) !== codesOf(text));

function inSpanish(english) {
  const text = english.replaceAll(/[ \t]*\n(?!- )[ \t]*/g, " ");
  used.add(text);
  if (spanish[text] === undefined) missing.add(text);
  return spanish[text] ?? text;
}

/** What `@see docs/…` leads to: a section of the contract by its number, any other page by its title, in the reader's language. */
function pageOf(target, language) {
  const [, path, section = ""] = /^docs\/(.+)\.md(?:#(.+))?$/.exec(target) ?? [];
  const docs = language === 0 ? "../" : "../../";
  const number = /^\d/.test(section) ? ` §${section}` : "";
  const address = `${docs}${target.replace("docs/", "")}`;
  if (path === "contract") return { title: `${words.contract[language]}${number}`, address };
  const page = sections.flatMap((listed) => listed.pages).find(({ en }) => en === path);
  if (page === undefined) throw new Error(`@see ${target}: not a page of docs/.vitepress/pages.ts`);
  const title = language === 0 ? page.title.en : page.title.es;
  // A heading of a Spanish page has an anchor of its own.
  return language === 1 && page.es ? { title, address: `../${page.es}.md` } : { title, address };
}

const context = (language) => ({
  say: (text) => (language === 0 ? text : inSpanish(text)),
  word: (name) => words[name][language],
  pageOf: (target) => pageOf(target, language),
});

const texts = [0, 1].map((language) =>
  pages.map(({ write, paths, titles }) => {
    const text = `${origin}\n\n# ${titles[language]}\n\n${write(context(language))}`;
    return { path: paths[language], text: `${text.replaceAll(/\n{3,}/g, "\n\n").trimEnd()}\n` };
  }),
);
// A Spanish page has no English sentence.
for (const { path, text } of texts.slice(0, missing.size > 0 ? 1 : 2).flat()) writePage(path, text);

const file = "tools/reference/spanish.json";
const lines = readFileSync(new URL("reference/spanish.json", import.meta.url), "utf8").split("\n");
const at = (text) =>
  `${file}:${lines.findIndex((line) => line.trimStart().startsWith(`${JSON.stringify(text)}:`)) + 1}`;
const stale = new Set(Object.keys(spanish).filter((text) => !used.has(text)));
const problems = [];
for (const text of missing) {
  const old = nearestSentence(text, [...stale]);
  stale.delete(old);
  const place = old === undefined ? file : at(old);
  const was = old === undefined ? "" : `\n  was: ${JSON.stringify(old)}: ${JSON.stringify(spanish[old])}`;
  problems.push(`${placeOf(text)}: has no Spanish in ${place}\n  now: ${JSON.stringify(text)}${was}`);
}
for (const text of stale) problems.push(`${at(text)}: no comment says ${JSON.stringify(text)}`);
for (const [text] of unlike) problems.push(`${at(text)}: has other code than the comment ${JSON.stringify(text)}`);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
