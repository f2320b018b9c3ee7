/**
 * Writes the pages of `docs/reference` and `docs/es/referencia`: the element from its manifest, the router and the client
 * from their doc comments. A comment's Spanish is in `tools/reference/spanish.json`, by its English. With `--check` it
 * writes nothing and fails when a page is out of date. Run from anywhere, after a build: `node tools/reference-page.mjs`.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { nearestSentence, placeOf } from "./reference/find-sentence.mjs";
import { writePage } from "./written-page.mjs";

const source = "@ventanilla/source";
if (!process.execArgv.some((option) => option.includes(source))) {
  const again = [`--conditions=${source}`, fileURLToPath(import.meta.url), ...process.argv.slice(2)];
  process.exit(spawnSync(process.execPath, again, { stdio: "inherit" }).status ?? 1);
}
const { clientPage, elementPage, routerPage } = await import("./reference/pages.mjs");
const { words } = await import("./reference/words.mjs");

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

const context = (language) => ({
  say: (text) => (language === 0 ? text : inSpanish(text)),
  word: (name) => words[name][language],
  docs: language === 0 ? "../" : "../../",
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
