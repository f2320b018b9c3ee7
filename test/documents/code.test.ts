import assert from "node:assert/strict";
import { test } from "node:test";
import { transform } from "lightningcss";
import { parse } from "yaml";
import { problemOf, problemsOfShell } from "./commands.ts";
import { allDocuments, type Block } from "./documents.ts";
import { examplesOfSources } from "./examples.ts";
import { problemsOfHtml, scriptsOf } from "./markup.ts";
import { complaintsAbout, type Snippet } from "./typed.ts";

const programs = ["ts", "js", "mjs", "tsx", "jsx"];
/** Languages that no tool of ours reads: what a program prints, other servers' settings; those of shops (`signed-order.test.ts`). */
const unread = ["", "text", "dockerfile", "sql", "nginx", "caddy", "ini", "http", "php", "python"];

/** Every block of the documents. */
const blocks = allDocuments().flatMap(({ path, blocks: all }) => all.map((block) => ({ path, ...block })));
const written = (...languages: string[]) => blocks.filter(({ language }) => languages.includes(language));

function snippet({ path, line, code, language, marks }: Block & { path: string }): Snippet {
  const [, name] = /^\[(.+)\]$/.exec(marks.find((mark) => mark.startsWith("[")) ?? "") ?? [];
  return { path, line, code, name, continued: marks.includes("continued"), jsx: language.endsWith("x") };
}

test("every block of code is in a language that is checked here", () => {
  const known = [...programs, ...unread, "html", "css", "json", "yaml", "sh"];
  assert.deepEqual(
    blocks.filter(({ language }) => !known.includes(language)),
    [],
  );
});

test("every program, script of a page, and example of a doc block passes the strictest compiler", async () => {
  const snippets = written(...programs).map(snippet);
  const scripts = written("html").flatMap(({ path, line, code }) =>
    scriptsOf(code).map((script) => ({ path, line: line + script.line, code: script.code, isScript: true })),
  );
  const examples = examplesOfSources();
  assert.ok(snippets.length > 20 && scripts.length > 0 && examples.length > 40);
  assert.deepEqual(await complaintsAbout([...snippets, ...scripts, ...examples]), []);
});

test("every page of the documents is well formed, and gives the tag only attributes that it has", () => {
  const pages = written("html");
  assert.ok(pages.length > 5);
  assert.deepEqual(
    pages.flatMap(({ path, line, code }) => problemsOfHtml(code).map((problem) => `${path}:${line}: ${problem}`)),
    [],
  );
});

test("every style sheet of the documents is valid", () => {
  for (const { path, line, code } of written("css")) {
    const read = () => transform({ filename: path, code: Buffer.from(code) }).warnings;
    assert.doesNotThrow(read, `${path}:${line}`);
    assert.deepEqual(read(), [], `${path}:${line}`);
  }
});

test("every block of JSON or YAML of the documents can be read", () => {
  for (const { path, line, code } of written("yaml")) assert.doesNotThrow(() => parse(code), `${path}:${line}`);
  for (const { path, line, code } of written("json")) assert.doesNotThrow(() => JSON.parse(code), `${path}:${line}`);
});

test("every command of the documents names scripts, programs, commands and options that exist", () => {
  const inProse = allDocuments().flatMap(({ path, prose }) =>
    prose.flatMap((text, i) =>
      [...text.matchAll(/`((?:npm|npx|node|ventanilla|ventanilla-sandbox) [^`]+)`/g)].flatMap(([, command = ""]) => {
        const problem = problemOf(command.replaceAll(/"[^"]*"/g, "…").split(/\s+/));
        return problem === undefined ? [] : [`${path}:${i + 1}: ${problem}`];
      }),
    ),
  );
  const inBlocks = written("sh").flatMap(({ path, line, code }) =>
    problemsOfShell(code).map((problem) => `${path}:${line}: ${problem}`),
  );
  assert.deepEqual([...inProse, ...inBlocks], []);
});
