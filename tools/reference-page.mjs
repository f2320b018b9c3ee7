/**
 * Writes the pages of `docs/reference` and `docs/es/referencia`: the element from its manifest, the router and the client
 * from their doc comments. A comment's Spanish is in `tools/reference/spanish.json`, by its English. With `--check` it
 * writes nothing and fails when a page is out of date. Run from anywhere, after a build: `node tools/reference-page.mjs`.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
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
    titles: ["The router", "El router"],
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

for (const { write, paths, titles } of pages) {
  for (const language of [0, 1]) {
    const text = `${origin}\n\n# ${titles[language]}\n\n${write(context(language))}`;
    writePage(paths[language], `${text.replaceAll(/\n{3,}/g, "\n\n").trimEnd()}\n`);
  }
}

const stale = Object.keys(spanish).filter((text) => !used.has(text));
for (const text of missing) console.error(`tools/reference/spanish.json lacks: ${JSON.stringify(text)}`);
for (const text of stale)
  console.error(`tools/reference/spanish.json has what no comment says: ${JSON.stringify(text)}`);
for (const [text] of unlike)
  console.error(`tools/reference/spanish.json has other code than the comment: ${JSON.stringify(text)}`);
if (missing.size + stale.length + unlike.length > 0) process.exitCode = 1;
