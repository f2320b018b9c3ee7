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
import { type Block, documents } from "./documents.ts";
import { programFolder } from "./program.ts";

const programs = ["ts", "js", "mjs", "tsx", "jsx"];
/** Languages that no tool of ours reads: what a program prints, other servers' settings; those of shops (`payment-links.test.ts`). */
const unread = ["", "text", "dockerfile", "sql", "nginx", "caddy", "ini", "http", "php", "python"];

const written = (wanted: RegExp) =>
  documents.flatMap(({ path, blocks }) =>
    blocks.flatMap((block) => (wanted.test(block.language) ? { ...block, where: `${path}:${block.line}` } : [])),
  );

const readers: Record<string, (code: string) => unknown> = {
  css: (code) => assert.deepEqual(transform({ filename: "page.css", code: Buffer.from(code) }).warnings, []),
  yaml: parse,
  json: JSON.parse,
};
const known = [...programs, ...unread, "html", "sh", ...Object.keys(readers)];

test("every block of code is in a language that is checked here; style sheets, JSON and YAML can be read", () => {
  for (const { where, code, language } of written(/^/)) {
    assert.ok(known.includes(language), `${where}: ${language}`);
    assert.doesNotThrow(() => readers[language]?.(code), where);
  }
});

/** Each module that is compiled: a line stands where it stands in its document. */
const modules = new Map<string, string>();

function put(module: string, line: number, code: string): void {
  const before = modules.get(module) ?? "";
  modules.set(module, `${before}${"\n".repeat(line - before.split("\n").length)}${code}\n`);
}

const reader = join(import.meta.dirname, "reader");
const ofFragments = (textOf(join(reader, "modules/fragment.ts")).match(/(?<=const )\w+/g) ?? []).map((by) => ({
  by,
  from: "./fragment.ts",
}));

/** What the packages export: an example of a doc block names it without an import, first that of its own package. */
const ofPackages = Object.entries(pinned as Record<string, string[]>).flatMap(([from, names]) =>
  names.map((by) => ({ by, from })),
);

/** A part of a file, or an example, has names that it does not make: they are imported, and its code is a block. */
function whole(module: string, text: string): string {
  const isPart = /\/(?:line|example)-\d+\.tsx?$/.test(module) && !/^import /m.test(text);
  if (!isPart) return text;
  const [, own = ""] = module.split("/");
  const near = ofPackages.toSorted((a, b) => Number(b.from.includes(own)) - Number(a.from.includes(own)));
  const given = module.includes("/example-") ? [...near, ...ofFragments] : ofFragments;
  const byName = new Map(given.toReversed().map((one) => [one.by.replace("type ", ""), one]));
  const imports = [...byName].flatMap(([name, { by, from }]) =>
    text.includes(name) ? `import { ${by} } from "${from}";` : [],
  );
  return `${imports.join(" ")} { ${text.replaceAll(/^export /gm, "")}\n}`;
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
    } else if (programs.includes(language)) {
      const isNew = !marks.includes("continued");
      if (isNew) last = `${path}/${name ?? `line-${line}.${language.endsWith("x") ? "tsx" : "ts"}`}`;
      put(last, line, text);
    }
  }
}

/** The examples in the doc blocks of a source. */
function putExamples(path: string): void {
  const text = textOf(path);
  for (const { index, 1: code = "" } of text.matchAll(/^\s*\* @example\n((?:\s*\*(?!\/| @\w).*\n)*)/gm)) {
    const line = text.slice(0, index).split("\n").length + 2;
    put(`${path}/example-${line}.ts`, line, code.replaceAll(/^\s*\* ?(?:```.*)?/gm, ""));
  }
}

/** Whoever writes a script knows what is in the page, and an example's own values are declared nowhere. */
const excused = /\/(?:script|example)-\d+\.ts.* is possibly 'null'|\/example-\d+\.ts.*: error TS(?:2304|2552|18004):/;

test("every program, script of a page, and example of a doc block passes the strictest compiler", () => {
  // The Spanish pages have the same programs.
  for (const { path, blocks } of documents) if (!path.startsWith("docs/es/")) putDocument(path, blocks);
  for (const path of filesIn("packages/*/src/**/*.ts")) putExamples(path);
  assert.ok(modules.size > 200, `${modules.size} modules`);

  const folder = programFolder();
  // With the strictest settings, against the packages' declarations.
  cpSync(reader, folder, { recursive: true });
  for (const [module, text] of modules) {
    const file = join(folder, module);
    mkdirSync(dirname(file), { recursive: true });
    cpSync(join(reader, "modules"), dirname(file), { recursive: true });
    writeFileSync(file, `${whole(module, text)}\nexport {};\n`);
  }
  const tsc = [join(root, "node_modules/typescript/bin/tsc"), "-p", ".", "--pretty", "false", "--checkers", "1"];
  const { stdout } = spawnSync(process.execPath, tsc, { cwd: folder, encoding: "utf8" });
  const faults = stdout.split("\n").filter((line) => line !== "" && !excused.test(line));
  assert.deepEqual(faults, []);
});

const common = /^(?:id|class|style|slot|lang|dir|hidden|title|tabindex|data-.*|aria-.*)$/;

test("every page of the documents is well formed, and gives the tag only attributes that it has", () => {
  for (const { where, code } of written(/^html$/)) {
    const source = code.replace(/^\s*<!doctype html>/i, "");
    const { errors } = compileTemplate({ source, filename: where, id: "page" });
    // Vue leaves scripts and styles out, and warns of it.
    const faults = errors.map(String).filter((fault) => !fault.includes("Tags with side effect"));
    assert.deepEqual(faults, [], where);
    for (const [, attributes = ""] of source.matchAll(/<ventanilla-pay\b([^>]*)>/g))
      for (const name of attributes.replaceAll(/="[^"]*"/g, "").match(/[^\s=]+/g) ?? [])
        assert.ok(VentanillaPay.observedAttributes.includes(name) || common.test(name), `${where}: ${name}`);
  }
});

test("every command of the documents names scripts, programs, commands and options that exist", () => {
  const inProse = documents.flatMap(({ path, prose }) =>
    [...prose.join("\n").matchAll(/`((?:npm|npx|node|ventanilla|ventanilla-sandbox) [^`\n]+)`/g)].map(
      ([, code = ""]) => ({ code, where: `${path}: ${code}` }),
    ),
  );
  for (const { where, code } of [...inProse, ...written(/^sh$/)]) assert.deepEqual(problemsOfShell(code), [], where);
});
