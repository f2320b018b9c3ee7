import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "@playwright/test";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { storeContract } from "@ventanilla/store-contract";
import { buildSync, transformSync } from "esbuild";
import { find } from "../../tools/browsers.mjs";
import { openShop, payByForms, payInBrowser, type Shop } from "../packed/buyer.ts";
import {
  cleanClone,
  lendDependencies,
  manifestIn,
  type Packed,
  packAll,
  packCompiled,
  published,
  run,
} from "../packed/pack.ts";
import { addPage, bareOptions, compile, install, shopProgram, write } from "../packed/project.ts";
import { root } from "./texts.ts";

// The slow ones are in `npm run long packages`: other compilers and bundlers, Next, a clone without dependencies.
const scratch = mkdtempSync(join(tmpdir(), "ventanilla-packed-"));
const project = join(scratch, "project");
let packed: Packed[] = [];

before(
  () => {
    const clone = join(scratch, "clone");
    cleanClone(clone);
    lendDependencies(clone);
    // One is built from nothing, as all are in `npm run long packages`. The others have been compiled by now.
    const fresh = "packages/web";
    write(clone, `${fresh}/dist/left.d.ts`, "export {};\n");
    const tarballs = join(scratch, "tarballs");
    packed = [
      ...packAll(clone, tarballs, [fresh]),
      ...packCompiled(
        clone,
        tarballs,
        published.filter((folder) => folder !== fresh),
      ),
    ];
    write(project, "package.json", '{ "private": true, "type": "module" }');
    install(project, packed, "express@5.3.0", "@types/express@5.0.6", "@types/node@24.19.2");
  },
  { timeout: 300_000 },
);
after(() => rmSync(scratch, { recursive: true, force: true }));

test("a package holds what it needs, its documents and license, and no tests", () => {
  assert.deepEqual(packed.map(({ folder }) => folder).toSorted(), published);
  for (const { folder, files } of packed) {
    for (const name of ["LICENSE", "README.md", "CHANGELOG.md", "package.json"])
      assert.ok(files.includes(name), folder);
    const entries = Object.values(manifestIn(folder).exports).map((to) =>
      typeof to === "string" ? to : (to.default ?? to.types),
    );
    for (const entry of entries) assert.ok(entry && files.includes(entry.slice("./".length)), `${folder}: ${entry}`);
    // What takes longest when a server starts is the number of modules.
    const modules = files.filter((path) => /^dist\/.*\.js$/.test(path));
    assert.ok(modules.length < (folder === "packages/element" ? 40 : 30), `${folder}: ${modules.length} modules`);
    const strange = files.filter(
      (path) => !/^(?:dist|src|types|assets|templates|bin|[A-Z]+(?:\.md)?$|package\.json$)/.test(path),
    );
    assert.deepEqual(strange, [], folder);
    assert.ok(!files.some((path) => /\.tsbuildinfo$|^dist\/(?:left|.*\.(?:test|fixture))\./.test(path)), folder);
  }
});

test("packing leaves a clone as it was, but for what is built", () => {
  for (const folder of published) {
    const clone = join(scratch, "clone", folder);
    assert.equal(readFileSync(join(clone, "README.md"), "utf8"), readFileSync(join(root, folder, "README.md"), "utf8"));
    assert.equal(existsSync(join(clone, "CHANGELOG.md")), false);
  }
});

test("publint has no objection, and no advice, to what is published", () => {
  for (const { folder, tarball } of packed) {
    const said = run(join(root, "node_modules/.bin/publint"), ["--strict", tarball], project);
    assert.match(said, /^All good!$/m, folder);
  }
});

test("a published document has no link that needs the clone around it", () => {
  for (const { folder } of packed) {
    const installed = join(project, "node_modules", manifestIn(folder).name);
    for (const name of ["README.md", "CHANGELOG.md"]) {
      const text = readFileSync(join(installed, name), "utf8");
      const links = [...text.matchAll(/\]\((?!https:|#)([^)#]+)/g)].map(([, path = ""]) => path);
      assert.deepEqual(
        links.filter((path) => path.startsWith("..") || !existsSync(join(installed, path))),
        [],
        `${folder}/${name}`,
      );
    }
  }
});

async function pays(program: string): Promise<void> {
  const shop = await openShop(project, [program]);
  await payByForms(shop, "A-1");
  await shop.paid("A-1");
  await shop.close();
}

test("a project of modules installs the packages, and takes a payment", async () => {
  write(project, "shop.ts", shopProgram);
  await pays("shop.ts");
});

test("a project that requires the packages takes a payment", async () => {
  const { code } = transformSync(shopProgram, { loader: "ts", format: "cjs" });
  assert.match(code, /require\("@ventanilla\/express"\)/);
  write(project, "shop.cjs", code);
  await pays("shop.cjs");
});

test("a strict TypeScript project compiles against every entry, checks their declarations, and takes a payment", async () => {
  await pays(compile(project, packed, "nodenext", join(root, "node_modules/typescript"), "--checkers", "1"));
});

test("React, Vue and Svelte projects get the tag's types, which refuse unknown attributes", () => {
  mkdirSync(join(project, "node_modules/@types"), { recursive: true });
  for (const name of ["@types/react", "vue", "svelte"]) {
    symlinkSync(join(root, "node_modules", name), join(project, "node_modules", name));
  }
  const tag = `/// <reference types="@ventanilla/element/react" />
/// <reference types="@ventanilla/element/vue" />
/// <reference types="@ventanilla/element/svelte" />
import type { SvelteHTMLElements } from "svelte/elements";
import type { GlobalComponents } from "vue";
type Vue = InstanceType<GlobalComponents["ventanilla-pay"]>["$props"];
type Svelte = SvelteHTMLElements["ventanilla-pay"];
export const right = <ventanilla-pay order="A-1" onpay-approved={({ result }) => result.reference} />;
export const vue: Vue = { order: "A-1", onPayApproved: ({ result }) => result.reference };
export const svelte: Svelte = { order: "A-1", "onpay-approved": ({ result }) => result.reference };
// @ts-expect-error
export const wrong = <ventanilla-pay mode="window" />;
// @ts-expect-error
export const wrongVue: Vue = { mode: "window" };
// @ts-expect-error
export const wrongSvelte: Svelte = { mode: "window" };
`;
  write(project, "tag.tsx", tag);
  // The frameworks' own declarations are not ours to check.
  const options =
    "--checkers 1 --noEmit --strict --skipLibCheck --target es2023 --module nodenext --jsx react-jsx".split(" ");
  run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), ...options, "tag.tsx"], project);
});

/** What a module of the project prints. */
const printed = (script: string) => run(process.execPath, ["--input-type=module", "--eval", script], project).trim();

test("the element is imported in Node without a document", () => {
  const define = 'await import("@ventanilla/element/define")';
  const script = `import { VentanillaPay } from "@ventanilla/element"; ${define}; console.log(typeof VentanillaPay)`;
  assert.equal(printed(script), "function");
});

test("the installed store passes the installed store contract", () => {
  const script = `
    import { sqliteStore } from "@ventanilla/express/sqlite";
    import { storeContract } from "@ventanilla/store-contract";
    const cases = [];
    const subject = { name: "SQLite", open: async () => sqliteStore(":memory:") };
    storeContract(subject, { test: (title, { skip }, body) => cases.push({ title, skip, body }) });
    const [first] = cases.filter(({ skip }) => skip === false);
    await first.body();
    console.log(first.title, cases.length);`;
  let cases = 0;
  const subject = { name: "SQLite", open: async () => sqliteStore(":memory:") };
  storeContract(subject, { test: () => void cases++ });
  assert.match(printed(script), new RegExp(`^SQLite: .+ ${cases}$`, "m"));
});

test("the installed counter opens for the installed router, and for no other function", () => {
  const script = `
    import { ventanilla } from "@ventanilla/express";
    import { counter } from "@ventanilla/express/counter";
    import { sqliteStore } from "@ventanilla/express/sqlite";
    const payments = ventanilla({ ...${bareOptions}, background: false });
    const desk = counter(payments, { staff: () => "Ana" });
    const response = { setHeader() {}, appendHeader() {}, removeHeader() {}, writeHead() {}, end: (page) => console.log(/<h1[^>]*>/.test(page)) };
    desk({ url: "/", method: "GET", headers: {} }, response, console.log);
    try {
      counter(() => {}, { staff: () => "Ana" });
    } catch ({ code }) {
      console.log(code);
    }
    await payments.close();`;
  assert.equal(printed(script), "ERR_VENTANILLA_ARGUMENT\ntrue");
});

test("the installed programs run under the names that the documents give", () => {
  assert.match(run("npx", ["@ventanilla/sandbox", "--help"], project), /--port/);
  const { version } = manifestIn("packages/express");
  assert.equal(run("npx", ["-p", "@ventanilla/express", "ventanilla", "--version"], project).trim(), version);
});

const element = join(project, "node_modules/@ventanilla/element");

/** What a page names in `integrity`. */
function integrity(): string {
  const file = readFileSync(join(element, "dist/ventanilla-pay.min.js"));
  return `sha384-${createHash("sha384").update(file).digest("base64")}`;
}

test("the element's package has its single file, that file's integrity value, and data for editors", () => {
  assert.equal(readFileSync(join(element, "dist/ventanilla-pay.min.js.sri"), "utf8").trim(), integrity());
  const named = JSON.parse(readFileSync(join(element, "package.json"), "utf8")) as Record<string, string>;
  for (const field of ["customElements", "web-types"]) assert.ok(existsSync(join(element, named[field] ?? "-")), field);
  assert.ok(existsSync(join(element, "dist/vscode.html-custom-data.json")));
});

/** Builds the page that pays in each way that a browser can get the element. */
function buildPages(): void {
  addPage(project, "vite");
  const vite = [join(root, "node_modules/vite/bin/vite.js"), "build", "vite", "--base=./", "--logLevel=warn"];
  run(process.execPath, [...vite, "--outDir=../pages/vite"], project);

  addPage(project, "pages/esbuild");
  const main = join(project, "pages/esbuild/main.js");
  buildSync({ entryPoints: [main], bundle: true, format: "esm", outfile: main, allowOverwrite: true });

  cpSync(join(element, "dist/ventanilla-pay.min.js"), join(project, "pages/cdn/ventanilla-pay.min.js"));
}

/** A page that loads the element from another origin, with its integrity value. */
function addPageByAddress({ origin }: Shop): void {
  addPage(project, "pages/address");
  const source = `${origin.replace("localhost", "127.0.0.1")}/cdn/ventanilla-pay.min.js`;
  const html = readFileSync(join(project, "pages/address/index.html"), "utf8").replace(
    /<script.*<\/script>/,
    `<script type="module" src="${source}" integrity="${integrity()}" crossorigin></script>
    <script type="module" src="./order.js"></script>`,
  );
  write(project, "pages/address/index.html", html);
}

const executablePath = find("chromium") ?? "";
const skip = executablePath === "" && "no Chromium here";

test("a browser pays with the element from Vite, from esbuild, and by address with its integrity value", {
  skip,
}, async () => {
  buildPages();
  write(project, "shop.ts", shopProgram);
  const shop = await openShop(project, ["shop.ts", "pages"]);
  addPageByAddress(shop);
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
  try {
    for (const page of ["vite", "esbuild", "address"]) {
      await payInBrowser(browser, shop, page, `A-${page}`);
      await shop.paid(`A-${page}`);
    }
  } finally {
    await browser.close();
    await shop.close();
  }
});
