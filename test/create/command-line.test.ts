import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { test } from "node:test";
import { ask } from "../../packages/create/src/ask.ts";
import { askedLanguage, languageOf, readInvocation } from "../../packages/create/src/invocation.ts";
import { messagesIn } from "../../packages/create/src/messages.ts";
import { manifest, packageName } from "../../packages/create/src/shop-files.ts";
import { writeFolder } from "../../packages/create/src/write-files.ts";
import { create, scratchFolder } from "./made-shop.ts";

const folder = scratchFolder();
const at = (...path: string[]) => join(folder, ...path);
const untouched = { yes: false, here: false };

test("without a terminal the defaults count: TypeScript, SQLite, and the computer's language", async () => {
  const { code, stdout } = await create(folder, []);
  assert.equal(code, 0);
  assert.match(stdout, /^The shop is made: shop$[\s\S]*cd shop\n {2}npm install\n {2}npm run dev/m);
  assert.ok(existsSync(at("shop/src/server.ts")));
  const spanish = await create(folder, ["--js"], { LC_ALL: "es_DO.UTF-8" });
  assert.match(spanish.stdout, /^La tienda está creada: tienda$/m);
  assert.ok(existsSync(at("tienda/src/server.js")));
});

test("the next steps are those of the package manager that runs it", async () => {
  const { stdout } = await create(folder, ["pnpm shop"], { npm_config_user_agent: "pnpm/10.1.0 npm/? node/v24" });
  assert.match(stdout, /cd 'pnpm shop'\n {2}pnpm install\n {2}pnpm run dev/);
});

test("a folder that is not empty is refused with one sentence, and nothing in it changes", async () => {
  mkdirSync(at("full"));
  writeFileSync(at("full/notes.txt"), "mine");
  const { code, stdout, stderr } = await create(folder, ["full", "--yes"]);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(
    stderr,
    /^full is not empty, and nothing in it was changed\. Choose another folder, or use --here[^\n]*\n$/,
  );
  assert.deepEqual(readdirSync(at("full")), ["notes.txt"]);
  const file = await create(folder, ["full/notes.txt", "--language", "es"]);
  assert.deepEqual(
    [file.code, file.stderr],
    [1, "full/notes.txt no es una carpeta: se espera una vacía, o una que todavía no exista.\n"],
  );
});

test("an empty folder, a repository without files and the current folder are filled", async () => {
  for (const name of ["empty", "repository", "current"]) mkdirSync(at(name));
  mkdirSync(at("repository/.git"));
  assert.equal((await create(folder, ["empty"])).code, 0);
  assert.equal((await create(folder, ["repository"])).code, 0);
  const { code, stdout } = await create(at("current"), ["."]);
  assert.deepEqual([code, stdout.includes("cd ")], [0, false]);
  for (const name of ["empty", "repository", "current"]) {
    assert.ok(existsSync(at(name, "package.json")));
    assert.deepEqual(
      readdirSync(at(name)).filter((file) => file.startsWith(".making")),
      [],
    );
  }
});

test("when a file cannot be written nothing is left behind", () => {
  const impossible = new Map([
    ["a.txt", "a"],
    ["a.txt/b.txt", "b"],
  ]);
  assert.throws(() => writeFolder(at("broken/new"), impossible), { code: "EEXIST" });
  assert.deepEqual(readdirSync(at("broken")), []);
  assert.throws(() => writeFolder(at("broken"), impossible), { code: "EEXIST" });
  assert.deepEqual(readdirSync(at("broken")), []);
});

const mistakes: [args: string[], english: RegExp, spanish: RegExp][] = [
  [["--quick"], /^--quick: unknown option$/, /^--quick: opción desconocida$/],
  ...(
    [
      ["typescript", "ts"],
      ["Javascript", "js"],
      ["postgresql", "postgres"],
      ["pg", "postgres"],
      ["sqlite3", "sqlite"],
      ["lang", "language"],
      ["typscript", "ts"],
      ["TS", "ts"],
    ] as const
  ).map(([typed, meant]): [string[], RegExp, RegExp] => [
    [`--${typed}`],
    new RegExp(`^--${typed}: unknown option, did you mean --${meant}\\?$`),
    new RegExp(`desconocida\\. ¿Quiso decir --${meant}\\?$`),
  ]),
  [["--sqllite"], /^--sqllite: unknown option, did you mean --sqlite\?$/, /desconocida\. ¿Quiso decir --sqlite\?$/],
  [["--ts", "--js"], /^--ts and --js: expected one of the two$/, /^--ts y --js: se espera una de las dos$/],
  [["--ts=yes"], /^--ts takes no value$/, /^--ts no lleva valor$/],
  [["--language", "fr"], /^--language fr: expected es or en$/, /^--language fr: se espera es o en$/],
  [["--language"], /^--language: expected es or en$/, /^--language: se espera es o en$/],
  [["a", "b"], /^b: expected one folder$/, /^b: se espera una sola carpeta$/],
  [["--here", "a"], /^a: --here takes no folder/, /^a: --here no lleva carpeta/],
];

test("a wrong command line is explained in both languages", () => {
  for (const [args, english, spanish] of mistakes) {
    const read = (language: "en" | "es") => () => readInvocation(args, {}, messagesIn(language));
    assert.throws(read("en"), { exitCode: 2, message: english });
    assert.throws(read("es"), { exitCode: 2, message: spanish });
  }
});

test("a language may be named as a locale", () => {
  for (const [asked, language] of [
    ["es_DO", "es"],
    ["es_DO.UTF-8", "es"],
    ["en_US", "en"],
    ["EN-gb", "en"],
  ] as const) {
    assert.equal(askedLanguage(["shop", "--language", asked]), language);
    assert.deepEqual(readInvocation([`--language=${asked}`], {}, messagesIn("en")), { ...untouched, language });
    assert.equal(languageOf(asked), language);
  }
  for (const locale of ["C", "C.UTF-8", "POSIX", ""]) assert.equal(languageOf(locale), "en");
});

test("the program ends with 2 for a wrong command line, in the language that it names", async () => {
  const { code, stdout, stderr } = await create(folder, ["--js", "--ts", "--language=es"]);
  const hint = "npx @ventanilla/create --help muestra las opciones.";
  assert.deepEqual([code, stdout, stderr], [2, "", `--ts y --js: se espera una de las dos\n${hint}\n`]);
});

test("a folder without a name is refused", async () => {
  assert.match((await create(folder, ["¡!"])).stderr, /expected a folder whose name has a letter or a digit/);
});

test("an option that npm has kept for itself is told how to reach the program", () => {
  assert.throws(() => readInvocation(["other"], { npm_config_postgres: "true" }, messagesIn("en")), {
    message: /Write -- before the options: npm create @ventanilla@latest -- --postgres$/,
  });
});

test("--help is in both languages, and --version is the package's", async () => {
  assert.match((await create(folder, ["--help"])).stdout, /^Usage: npm create @ventanilla@latest/);
  assert.match((await create(folder, ["--help", "--language", "es"])).stdout, /^Uso: npm create @ventanilla@latest/);
  assert.equal((await create(folder, ["--version"])).stdout, `${manifest.version}\n`);
});

test("a folder's name becomes a name of package.json", async () => {
  const given = ["Mi Tienda Ñandú", "shop", "./Café & Té/", "_x"];
  assert.deepEqual(given.map(packageName), ["mi-tienda-nandu", "shop", "cafe-te", "x"]);
  await create(folder, ["Mi Tienda Ñandú"]);
  assert.match(readFileSync(at("Mi Tienda Ñandú/package.json"), "utf8"), /"name": "mi-tienda-nandu"/);
});

/** Answers the questions, one line each, and gives what was written. */
async function answer(lines: string[], invocation = {}, taken = ["full"]) {
  const input = new PassThrough();
  const output = new PassThrough();
  let written = "";
  output.on("data", (text: Buffer) => {
    written += text.toString();
    // A question ends without a line break.
    if (text.toString().endsWith("]: ")) {
      const line = lines.shift();
      if (line === undefined) input.end();
      else input.write(`${line}\n`);
    }
  });
  const isFull = (name: string) => (taken.includes(name) ? `${name} is not empty.` : undefined);
  const choices = await ask({ ...untouched, ...invocation }, "en", isFull, { input, output }).catch(
    (error: Error) => error,
  );
  return { choices, written };
}

test("in a terminal it asks for what the command line leaves out, in the language that was chosen", async () => {
  const { choices, written } = await answer(["es", "colmado", "js", "p"]);
  assert.deepEqual(choices, { language: "es", folder: "colmado", code: "js", database: "postgres" });
  assert.match(written, /Español \/ English \(es, en\) \[en\]: Carpeta \[tienda\]: TypeScript o JavaScript/);
  const usual = await answer(["", "", "", ""]);
  assert.deepEqual(usual.choices, { language: "en", folder: "shop", code: "ts", database: "sqlite" });
  const rest = await answer([""], { language: "es", folder: "a", database: "postgres" });
  assert.deepEqual(rest.choices, { language: "es", folder: "a", code: "ts", database: "postgres" });
});

test("an answer that cannot be used is asked for again", async () => {
  const { choices, written } = await answer(["français", "en", "full", "empty", "", "mysql", "sqlite"]);
  assert.deepEqual(choices, { language: "en", folder: "empty", code: "ts", database: "sqlite" });
  assert.match(written, /Expected: es, en\n[\s\S]*full is not empty\.\n[\s\S]*Expected: sqlite, postgres\n/);
});

test("a folder that cannot be used is not offered", async () => {
  const { choices, written } = await answer(["", "shop", "", "", ""], {}, ["shop", "shop-2"]);
  assert.match(written, /Folder \[shop-3\]: shop is not empty\.\nFolder \[shop-3\]: /);
  assert.deepEqual(choices, { language: "en", folder: "shop-3", code: "ts", database: "sqlite" });
});

test("the end of the answers makes nothing", async () => {
  const { choices } = await answer(["en"]);
  assert.ok(choices instanceof Error && choices.name === "Refusal");
});
