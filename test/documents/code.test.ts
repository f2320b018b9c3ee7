import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { VentanillaPay } from "@ventanilla/element";
import { transform } from "lightningcss";
import { compileTemplate } from "vue/compiler-sfc";
import { parse } from "yaml";
import pinned from "../package/public-names.json" with { type: "json" };
import { filesIn, root, textOf } from "../package/texts.ts";
import { problemsOfShell } from "./commands.ts";
import { allDocuments, type Block } from "./documents.ts";
import { programFolder } from "./program.ts";

const programs = ["ts", "js", "mjs", "tsx", "jsx"];
/** Languages that no tool of ours reads: what a program prints, other servers' settings; those of shops (`payment-links.test.ts`). */
const unread = ["", "text", "dockerfile", "sql", "nginx", "caddy", "ini", "http", "php", "python"];

const documents = allDocuments();
const blocks = documents.flatMap(({ path, blocks: all }) => all.map((block) => ({ path, ...block })));
const written = (wanted: string) => blocks.filter(({ language }) => language === wanted);

const readers: Record<string, (code: string) => unknown> = {
  css: (code) => assert.deepEqual(transform({ filename: "page.css", code: Buffer.from(code) }).warnings, []),
  yaml: parse,
  json: JSON.parse,
};
const known = [...programs, ...unread, "html", "sh", ...Object.keys(readers)];

test("every block of code is in a language that is checked here; style sheets, JSON and YAML can be read", () => {
  for (const { path, line, code, language } of blocks) {
    assert.ok(known.includes(language), `${path}:${line}: ${language}`);
    assert.doesNotThrow(() => readers[language]?.(code), `${path}:${line}`);
  }
});

/** The lines of each module that is compiled: each stands where it stands in its document. */
const modules = new Map<string, string[]>();

function put(module: string, line: number, code: string): void {
  const lines = modules.get(module) ?? [];
  lines.length = Math.max(lines.length, line - 1);
  modules.set(module, [...lines, ...code.split("\n"), "export {};"]);
}

const reader = join(import.meta.dirname, "reader");
const ofFragments = textOf(join(reader, "modules/fragment.ts"))
  .match(/(?<=const )\w+/g)
  ?.map((name) => ({ name, by: name, from: "./fragment.ts" }));

/** What the packages export: an example of a doc block names it without an import. */
const ofPackages = Object.entries(pinned as Record<string, string[]>).flatMap(([from, names]) =>
  names.map((by) => ({ name: by.replace("type ", ""), by, from })),
);

/** Imports what a module names and does not make, in a document's first line, which is not code. The first of a name counts. */
function give(module: string, given: { name: string; by: string; from: string }[] = []): void {
  const [first = "", ...lines] = modules.get(module) ?? [];
  const code = lines.join("\n");
  const isMade = (name: string) =>
    new RegExp(`\\b(?:const|let|function|class|import) (?:{[^}]*)?${name}\\b`).test(code);
  const imports = [...new Set(code.match(/[A-Za-z]\w+/g))].flatMap((each) => {
    const found = given.find(({ name }) => name === each);
    return found && !isMade(each) ? `import { ${found.by} } from "${found.from}";` : [];
  });
  modules.set(module, [`${imports.join(" ")} ${first}`, ...lines]);
}

/** The programs of a document, and the scripts of its pages. One without an import is a part of a file. */
function putDocument(path: string, code: Block[]): void {
  let last = "";
  for (const { language, line, code: text, marks } of code) {
    const name = /\[(.+)\]/.exec(marks.join(" "))?.[1]?.replace(/\.js(x?)$/, ".ts$1");
    if (language === "html") {
      for (const { index, 1: tag = "", 2: script = "" } of text.matchAll(/(<script\b[^>]*>)(.*?)<\/script>/gs)) {
        const at = line + text.slice(0, index + tag.length).split("\n").length - 1;
        if (script.trim() !== "") put(`${path}/script-${at}.ts`, at, script);
      }
    } else {
      if (!marks.includes("continued"))
        last = `${path}/${name ?? `line-${line}.${language.endsWith("x") ? "tsx" : "ts"}`}`;
      put(last, line, text);
    }
  }
  for (const [module, lines] of modules)
    if (module.startsWith(`${path}/line-`) && !/^import /m.test(lines.join("\n"))) give(module, ofFragments);
}

/** The examples in the doc blocks of a source. */
function putExamples(path: string): void {
  const text = textOf(path);
  const own = path.split("/")[1] ?? "";
  const near = ofPackages.toSorted((a, b) => Number(b.from.includes(own)) - Number(a.from.includes(own)));
  for (const { index, 1: code = "" } of text.matchAll(/^\s*\* @example\n((?:\s*\*(?!\/| @\w).*\n)*)/gm)) {
    const line = text.slice(0, index).split("\n").length + 2;
    put(`${path}/example-${line}.ts`, line, code.replaceAll(/^\s*\* ?(?:```.*)?/gm, ""));
    give(`${path}/example-${line}.ts`, [...near, ...(ofFragments ?? [])]);
  }
}

/** Whoever writes a script knows what is in the page, and an example's own values are declared nowhere. */
const excused = /\/(?:script|example)-\d+\.ts.* is possibly 'null'|\/example-\d+\.ts.*: error TS(?:2304|2552|18004):/;

test("every program, script of a page, and example of a doc block passes the strictest compiler", () => {
  const isCode = ({ language }: Block) => language === "html" || programs.includes(language);
  // A page that has the programs of another language's page is compiled once.
  const pages = new Map(
    documents.map(({ path, blocks: all }) => {
      const code = all.filter(isCode);
      return [JSON.stringify(code.map((block) => ({ ...block, line: 0 }))), { path, code }] as const;
    }),
  );
  for (const { path, code } of pages.values()) putDocument(path, code);
  for (const path of filesIn("packages/*/src/**/*.ts")) putExamples(path);
  const names = [...modules.keys()].join("\n");
  for (const [kind, least] of Object.entries({ line: 20, script: 1, example: 40 }))
    assert.ok(names.split(`/${kind}-`).length > least, kind);

  const folder = programFolder();
  // With the strictest settings, against the packages' declarations.
  cpSync(reader, folder, { recursive: true });
  for (const [module, lines] of modules) {
    const file = join(folder, module);
    mkdirSync(dirname(file), { recursive: true });
    cpSync(join(reader, "modules"), dirname(file), { recursive: true });
    writeFileSync(file, lines.join("\n"));
  }
  const tsc = [join(root, "node_modules/typescript/bin/tsc"), "-p", ".", "--pretty", "false", "--checkers", "1"];
  const { stdout } = spawnSync(process.execPath, tsc, { cwd: folder, encoding: "utf8" });
  const faults = stdout.split("\n").filter((line) => line !== "" && !excused.test(line));
  assert.deepEqual(faults, []);
});

const common = /^(?:id|class|style|slot|lang|dir|hidden|title|tabindex|data-.*|aria-.*)$/;

test("every page of the documents is well formed, and gives the tag only attributes that it has", () => {
  const problems = written("html").flatMap(({ path, line, code }) => {
    const source = code.replace(/^\s*<!doctype html>/i, "");
    const { errors } = compileTemplate({ source, filename: path, id: "page" });
    const tags = [...source.matchAll(/<ventanilla-pay\b([^>]*)>/g)].map(([, attributes = ""]) => attributes);
    const unknown = tags
      .flatMap((attributes) => attributes.replaceAll(/="[^"]*"/g, "").match(/[^\s=]+/g) ?? [])
      .filter((name) => !VentanillaPay.observedAttributes.includes(name) && !common.test(name));
    // Vue leaves scripts and styles out, and warns of it.
    const faults = errors.map(String).filter((fault) => !fault.includes("Tags with side effect"));
    return [...faults, ...unknown].map((problem) => `${path}:${line}: ${problem}`);
  });
  assert.deepEqual(problems, []);
});

test("every command of the documents names scripts, programs, commands and options that exist", () => {
  const inProse = documents.flatMap(({ path, prose }) =>
    prose.flatMap((text, i) =>
      [...text.matchAll(/`((?:npm|npx|node|ventanilla|ventanilla-sandbox) [^`]+)`/g)].map(([, code = ""]) => ({
        path,
        line: i + 1,
        code,
      })),
    ),
  );
  for (const { path, line, code } of [...inProse, ...written("sh")])
    assert.deepEqual(problemsOfShell(code), [], `${path}:${line}`);
});
