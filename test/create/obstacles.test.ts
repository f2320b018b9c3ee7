import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { addHere } from "../../packages/create/src/add-here.ts";
import { changeFolder } from "../../packages/create/src/change-folder.ts";
import type { Choices, Language } from "../../packages/create/src/choices.ts";
import { messagesIn } from "../../packages/create/src/messages.ts";
import { orRefuse, Refusal } from "../../packages/create/src/refusal.ts";
import { manifest as own } from "../../packages/create/src/shop-files.ts";
import { writeAll, writeFolder } from "../../packages/create/src/write-files.ts";
import { root } from "../package/texts.ts";
import { create, scratchFolder } from "./made-shop.ts";

const folder = scratchFolder();
const at = (...path: string[]) => join(folder, ...path);
const isWindows = process.platform === "win32";

/** An app with some files, in a new folder. */
function app(name: string, files: Record<string, string>): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(at(name, path), ".."), { recursive: true });
    writeFileSync(at(name, path), text);
  }
  return at(name);
}

const filesIn = (path: string) => readdirSync(path).toSorted();

/** What `--here` prints in a folder, or why it refuses. */
function here(path: string, choices: Partial<Choices> = {}, language: Language = "en"): string {
  try {
    return addHere(path, { yes: false, here: true, ...choices }, language);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    assert.equal(error.exitCode, 1);
    return error.message;
  }
}

for (const [what, text] of Object.entries({
  "ends too early": "{",
  "is empty": "",
  "holds an array": "[]",
  "holds null": "null",
  "holds a text": '"shop"',
})) {
  test(`--here refuses a package.json that ${what}, in one sentence`, () => {
    const broken = app(what, { "package.json": text });
    assert.equal(here(broken), "package.json does not hold a JSON object, which npm expects. Nothing was written.");
    const spanish = "package.json no contiene un objeto JSON, que es lo que npm espera. No se escribió nada.";
    assert.equal(here(broken, {}, "es"), spanish);
    assert.deepEqual(filesIn(broken), ["package.json"]);
  });
}

test("the program says such a sentence, and nothing else", async () => {
  const { code, stdout, stderr } = await create(app("program", { "package.json": "{" }), ["--here"]);
  const sentence = "package.json does not hold a JSON object, which npm expects. Nothing was written.\n";
  assert.deepEqual([code, stdout, stderr], [1, "", sentence]);
});

test("--here reads a package.json with a byte order mark, and one whose fields have other types", () => {
  for (const [name, text] of [
    ["marked", '\uFEFF{ "type": "module" }'],
    ["none", '{ "type": null, "dependencies": null }'],
    ["listed", '{ "type": 5, "dependencies": ["pg"] }'],
    ["worded", '{ "dependencies": "pg" }'],
  ] as const) {
    assert.match(here(app(name, { "package.json": text })), /^Written: payments\.m?js, \.env\.example$/m);
  }
  assert.ok(filesIn(at("marked")).includes("payments.js"));
});

test("--here refuses a package.json that is a folder or a link to nothing, in one sentence", () => {
  mkdirSync(at("folder/package.json"), { recursive: true });
  mkdirSync(at("link"));
  symlinkSync("nowhere", at("link/package.json"));
  for (const [name, reason] of [
    ["folder", "EISDIR"],
    ["link", "ENOENT"],
  ] as const) {
    assert.equal(here(at(name)), `package.json cannot be read (${reason}): expected a file that you may read.`);
    assert.deepEqual(filesIn(at(name)), ["package.json"]);
  }
});

test("--here counts a link to nothing as a file that is there", () => {
  const linked = app("payments link", { "package.json": "{}" });
  symlinkSync("nowhere", join(linked, "payments.mjs"));
  assert.equal(here(linked), "payments.mjs exists already. Nothing was written.");
  const environment = app("env link", { "package.json": "{}" });
  symlinkSync("nowhere", join(environment, ".env.example"));
  assert.match(here(environment), /^You have a \.env\.example already/m);
  assert.deepEqual(filesIn(environment), [".env.example", "package.json", "payments.mjs"]);
});

test("--here takes a file named src for no folder", () => {
  const named = app("src file", { "package.json": "{}", src: "" });
  assert.match(here(named), /^Written: payments\.mjs/);
  assert.ok(filesIn(named).includes("payments.mjs"));
});

for (const [server, text, manifest, expected] of [
  ["server.js", 'import express from "express";', "{}", "import"],
  ["src/app.js", "import express, { Router } from 'express';", "{}", "import"],
  ["server.js", 'import express, {\n  Router,\n} from "express";', "{}", "import"],
  ["server.mjs", 'import { Router } from "express";', '{ "type": "commonjs" }', "import"],
  ["server.js", 'const express = require("express");', "{}", "require"],
  ["server.cjs", "const app = require('express')();", '{ "type": "module" }', "require"],
  ["server.js", '// import express from "express";\nconst express = require("express");', "{}", "require"],
] as const) {
  test(`--here prints ${expected} for ${server} with ${text.split("\n")[0]} and ${manifest}`, () => {
    const name = `${server} ${text} ${manifest}`.replaceAll(/\W+/g, "-");
    // What a tool reads is not a server.
    const tools = { "eslint.config.mjs": 'import js from "@eslint/js";', "old.config.cjs": 'require("eslint");' };
    const stdout = here(app(name, { ...tools, [server]: `${text}\n`, "package.json": manifest }));
    const taken =
      expected === "import"
        ? 'import { sqliteStore } from "@ventanilla/express/sqlite";'
        : "const { sqliteStore } = require(";
    assert.ok(stdout.includes(taken), stdout);
    // Beside the server, and a module whatever package.json says.
    const file = manifest.includes('"module"') ? "payments.js" : "payments.mjs";
    const beside = server.startsWith("src/") ? at(name, "src") : at(name);
    assert.ok(filesIn(beside).includes(file), String(filesIn(beside)));
    assert.ok(stdout.includes(`"./${file}"`));
  });
}

test("--here writes beside a TypeScript server, whatever else src/ holds", () => {
  const files = {
    "server.ts": 'import express from "express";\n',
    "tsconfig.json": "{}",
    "package.json": '{ "type": "module" }',
    "src/page.tsx": "",
  };
  const path = app("typed", files);
  here(path);
  assert.ok(filesIn(path).includes("payments.ts"), String(filesIn(path)));
});

for (const [files, start] of [
  [{ "app.js": 'import express from "express";\n' }, "app.js"],
  [{ "src/index.js": 'const express = require("express");\n' }, "src/index.js"],
  [{ "server.cjs": 'const express = require("express");\n' }, "server.cjs"],
  [{ "main.ts": 'import express from "express";\n', "tsconfig.json": "{}" }, "main.ts"],
  [{ "cart.js": 'import { Router } from "express";\n', "index.js": 'import express from "express";\n' }, "index.js"],
  [{ "app.js": 'import express from "express";\n', "server.js": 'import "./app.js";\n' }, "server.js"],
  [{ "src/cart.js": 'import { Router } from "express";\n', "app.js": 'import express from "express";\n' }, "app.js"],
  [{ "cart.test.js": 'import express from "express";\n', "shop.js": 'import express from "express";\n' }, "shop.js"],
  [
    {
      "express.d.ts": 'import type { Request } from "express";\n',
      "boot.ts": 'import type { Request } from "express";\nimport express from "express";\n',
      "tsconfig.json": "{}",
    },
    "boot.ts",
  ],
  [{ "types.ts": 'import type { Request } from "express";\n', "tsconfig.json": "{}" }, "server.ts"],
  [
    {
      "app.js": 'const express = require("express");\n',
      "bin/www": 'require("../app");\n',
      "package.json": '{ "scripts": { "start": "node ./bin/www" } }',
    },
    "bin/www",
  ],
  [
    {
      "app.js": 'const express = require("express");\n',
      "bin/www": 'require("../app");\n',
      "log.mjs": "",
      ".env": "PORT=3000\n",
      "package.json": '{ "scripts": { "start": "node --env-file .env --import ./log.mjs --inspect ./bin/www" } }',
    },
    "bin/www",
  ],
  [
    {
      "app.js": 'const express = require("express");\n',
      "package.json": '{ "scripts": { "start": "nodemon server" } }',
    },
    "app.js",
  ],
  [{ "app.js": "" }, "server.js"],
  [{ "tsconfig.json": "{}" }, "server.ts"],
] as const) {
  test(`--here starts ${start} where the app has ${Object.keys(files).join(" and ")}`, () => {
    const name = `started ${Object.entries(files).flat().join(" ")}`.replaceAll(/\W+/g, "-");
    const stdout = here(app(name, { "package.json": "{}", ...files }));
    assert.equal(stdout.split("\n").at(-1), `  node --env-file=.env ${start}`);
  });
}

test("--here says where each line of the server goes: the router behind the session that order() may ask", () => {
  for (const [language, expected] of [
    [
      "en",
      /app\.use\(payments\.returns\); \/\/ before all else.*\n.*app\.use\("\/payments", payments\); \/\/ after your session/,
    ],
    [
      "es",
      /app\.use\(payments\.returns\); \/\/ antes de todo.*\n.*app\.use\("\/payments", payments\); \/\/ después de la sesión/,
    ],
  ] as const) {
    const stdout = here(app(`session-${language}`, { "package.json": "{}" }), {}, language);
    assert.match(stdout, expected);
  }
});

test("--here --js names the file that it writes, in an app whose compiler wants other names", () => {
  const path = app("javascript", { "tsconfig.json": "{}", "package.json": "{}" });
  const stdout = here(path, { code: "js" });
  assert.ok(filesIn(path).includes("payments.mjs"), String(filesIn(path)));
  assert.ok(stdout.includes('require("./payments.mjs")'), stdout);
});

test("--here awaits the tables of Postgres where the server is a module", () => {
  const files = { "server.js": 'import express from "express";\n', "package.json": "{}" };
  assert.match(here(app("awaited", files), { database: "postgres" }), /^ {2}await store\.migrate\(\);$/m);
});

test("--here leaves nothing half-written", () => {
  const files = new Map([
    ["payments.js", ""],
    ["package.json", ""],
  ]);
  const half = app("half", { "package.json": "{}" });
  assert.throws(() => writeAll(half, files), { code: "EEXIST" });
  assert.deepEqual([filesIn(half), readFileSync(join(half, "package.json"), "utf8")], [["package.json"], "{}"]);
});

/** Does something as one who may write only in their own folders. */
function asNobody<Result>(work: () => Result): Result {
  const isRoot = process.getuid?.() === 0;
  chmodSync(folder, 0o755);
  if (isRoot) process.seteuid?.(65_534);
  try {
    return work();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

/** `access` would ask for the real user. */
function isReadable(): boolean {
  try {
    return readdirSync(root).length > 0;
  } catch {
    return false;
  }
}

test("a folder in which one may not write is named, with what was expected", { skip: isWindows }, (t) => {
  if (!asNobody(isReadable)) return t.skip("only root can read the sources");
  const shut = app("shut", { "package.json": "{}" });
  chmodSync(shut, 0o555);
  asNobody(() => {
    const expected = "expected a folder with space left, in which you may write. Nothing was written.";
    assert.equal(here(shut), `payments.mjs cannot be written (EACCES): ${expected}`);
    const shop = join(shut, "shop");
    const files = new Map([["a.txt", ""]]);
    const problem = (path: string, code: string) => messagesIn("en").notWritable(path, code);
    const refused = { name: "Refusal", message: `${shop} cannot be written (EACCES): ${expected}` };
    assert.throws(
      () =>
        orRefuse(
          () => writeFolder(shop, files),
          ({ code }) => problem(shop, code),
        ),
      refused,
    );
  });
  assert.deepEqual(filesIn(shut), ["package.json"]);
});

test("a target that is a link to nothing, or lies in a file, is refused in one sentence", async () => {
  symlinkSync("nowhere", at("dangling"));
  symlinkSync("round", at("round"));
  writeFileSync(at("file"), "");
  for (const [target, named] of [
    ["dangling", "dangling"],
    ["dangling/shop", "dangling"],
    ["round", "round"],
    ["file/shop", "file"],
    ["file/deep/shop", "file"],
  ] as const) {
    const { code, stdout, stderr } = await create(folder, [target]);
    const sentence = `${named} is not a folder: expected one that is empty, or that is not there yet.\n`;
    assert.deepEqual([code, stdout, stderr], [1, "", sentence], target);
  }
  assert.deepEqual(
    filesIn(folder).filter((name) => name.startsWith(".making")),
    [],
  );
});

test("a link to an empty folder is filled", async () => {
  mkdirSync(at("elsewhere"));
  symlinkSync("elsewhere", at("linked"), "junction");
  assert.equal((await create(folder, ["linked"])).code, 0);
  assert.ok(filesIn(at("elsewhere")).includes("package.json"));
});

test("of two runs into one folder one makes the shop, and the other says that it is not empty", async () => {
  mkdirSync(at("there"));
  for (const name of ["there", "new"]) {
    const runs = await Promise.all([create(folder, [name]), create(folder, [name])]);
    assert.deepEqual(
      runs.map(({ code }) => code).toSorted((one, other) => one - other),
      [0, 1],
      JSON.stringify(runs),
    );
    const refused = runs.find(({ code }) => code === 1);
    assert.match(refused?.stderr ?? "", new RegExp(`^${name} is not empty, and nothing in it was changed\\.[^\n]*\n$`));
    assert.match(readFileSync(at(name, ".env"), "utf8"), /^PAYMENTS_KEY=.{44}$/m);
    assert.deepEqual(
      [...filesIn(folder), ...filesIn(at(name))].filter((file) => file.startsWith(".making")),
      [],
    );
  }
});

test("a folder that another run fills meanwhile keeps the other's files", () => {
  const files = new Map([
    ["a.txt", "mine"],
    ["b.txt", "mine"],
  ]);
  const claimed = app("claimed", { ".making/claimed/a.txt": "theirs" });
  const filled = app("filled", { "b.txt": "theirs" });
  for (const theirs of [claimed, filled]) {
    const before = filesIn(theirs);
    assert.equal(writeFolder(theirs, files), "notEmpty");
    assert.deepEqual(filesIn(theirs), before);
  }
  assert.equal(readFileSync(join(filled, "b.txt"), "utf8"), "theirs");
});

test("the printed cd is quoted for the shell", () => {
  for (const [path, posix, windows] of [
    ["shop", "cd shop", "cd shop"],
    ["../my.shop_1", "cd ../my.shop_1", "cd ../my.shop_1"],
    ["Mi Tienda", "cd 'Mi Tienda'", 'cd "Mi Tienda"'],
    ["it's", `cd 'it'\\''s'`, `cd "it's"`],
    ["$HOME`id`!", "cd '$HOME`id`!'", 'cd "$HOME`id`!"'],
    ['a"b', `cd 'a"b'`, 'cd "a"b"'],
    ["~", "cd '~'", 'cd "~"'],
    ["-shop", "cd ./-shop", "cd ./-shop"],
    ["- a", "cd './- a'", 'cd "./- a"'],
    ["sub\\shop", "cd 'sub\\shop'", "cd sub\\shop"],
    ["sub\\my shop", "cd 'sub\\my shop'", 'cd "sub\\my shop"'],
    ["C:\\shops\\mine", "cd 'C:\\shops\\mine'", "cd C:\\shops\\mine"],
  ] as const) {
    assert.equal(changeFolder(path, "linux"), posix);
    assert.equal(changeFolder(path, "win32"), windows);
  }
});

test("a shell enters the folder that the printed cd names", { skip: isWindows }, () => {
  for (const name of ["a 'b' \"c\" $HOME", "-dash", "back`id`slash\\", "línea\n2"]) {
    mkdirSync(at(name));
    const command = changeFolder(name, process.platform);
    const shell = spawnSync("sh", ["-c", `${command} && pwd`], { cwd: folder, encoding: "utf8" });
    assert.equal(shell.stdout, `${at(name)}\n`, shell.stderr);
  }
});

test("--here speaks to the app's own package manager, and installs what the app lacks", () => {
  const express = { dependencies: { express: "^5.0.0" } };
  const json = (fields: object) => JSON.stringify({ ...express, ...fields });
  const { version } = own;
  const cases: [Record<string, string>, string[]][] = [
    [
      { "package.json": json({}), "pnpm-lock.yaml": "" },
      [
        `pnpm add @ventanilla/express@^${version}`,
        `pnpm add --save-dev @ventanilla/sandbox@^${version}`,
        "pnpm ventanilla-sandbox --port 4000",
      ],
    ],
    [
      { "package.json": json({}), "yarn.lock": "" },
      [
        `yarn add @ventanilla/express@^${version}`,
        `yarn add --dev @ventanilla/sandbox@^${version}`,
        "yarn run ventanilla-sandbox --port 4000",
      ],
    ],
    [
      { "package.json": json({}), "bun.lockb": "" },
      [
        `bun add @ventanilla/express@^${version}`,
        `bun add --dev @ventanilla/sandbox@^${version}`,
        "bun run ventanilla-sandbox --port 4000",
      ],
    ],
    // What package.json says counts more than a lock file that was left behind.
    [
      { "package.json": json({ packageManager: "yarn@4.9.1+sha224.0" }), "package-lock.json": "{}" },
      [
        `yarn add @ventanilla/express@^${version}`,
        `yarn add --dev @ventanilla/sandbox@^${version}`,
        "yarn run ventanilla-sandbox --port 4000",
      ],
    ],
    [
      {
        "package.json": json({
          dependencies: { express: "5", "@ventanilla/express": "1", pg: "8" },
          devDependencies: { "@ventanilla/sandbox": "1" },
        }),
        "package-lock.json": "{}",
      },
      ["npx @ventanilla/sandbox --port 4000"],
    ],
    [
      { "package.json": json({ dependencies: { pg: "8", express: "5" } }), "package-lock.json": "{}" },
      [
        `npm install @ventanilla/express@^${version}`,
        `npm install --save-dev @ventanilla/sandbox@^${version}`,
        "npx @ventanilla/sandbox --port 4000",
      ],
    ],
  ];
  for (const [n, [files, commands]] of cases.entries()) {
    const said = here(app(`manager-${n}`, files)).split("\n");
    const first = said.findIndex((line) => line.startsWith("First install"));
    assert.deepEqual(
      said.slice(first + 2, first + 2 + commands.length),
      commands.map((line) => `  ${line}`),
    );
    assert.equal(said[first + 2 + commands.length], "");
  }
});

test("--here finds the lock file of the repository around the app, and none of a folder beyond it", () => {
  app("around", {
    "pnpm-lock.yaml": "",
    "apps/shop/package.json": "{}",
    "other/.git/HEAD": "",
    "other/package.json": "{}",
  });
  assert.match(here(at("around/apps/shop")), /^ {2}pnpm add /m);
  assert.match(here(at("around/other")), /^ {2}npm install /m);
});
