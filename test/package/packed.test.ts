import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { before, test } from "node:test";
import { chromium } from "@playwright/test";
import { buildSync } from "esbuild";
import { publint } from "publint";
import { find } from "../../tools/browsers.mjs";
import { openShop, payByForms, payInBrowser } from "../packed/buyer.ts";
import {
  cleanClone,
  lendDependencies,
  manifestIn,
  type Packed,
  packAll,
  packBuilt,
  published,
  run,
} from "../packed/pack.ts";
import { addPage, bareOptions, compile, install, shopProgram, write } from "../packed/project.ts";
import { some } from "../part.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { isThere, root } from "./texts.ts";

// The slow ones are in `npm run long packages`: other compilers and bundlers, Next, a clone without dependencies.
const scratch = temporaryFolder("packed");
const clone = join(scratch, "clone");
const project = join(scratch, "project");
const element = join(project, "node_modules/@ventanilla/element");
const tsc = join(root, "node_modules/typescript");
let packed: Packed[] = [];

before(
  () => {
    cleanClone(clone, "test", "docs", "examples");
    lendDependencies(clone);
    // One is built from nothing, as all are in `npm run long packages`. The others have been compiled by now.
    const fresh = "packages/web";
    write(clone, `${fresh}/dist/left.d.ts`, "export {};\n");
    const tarballs = join(scratch, "tarballs");
    const others = published.filter((folder) => folder !== fresh);
    packed = [...packAll(clone, tarballs, [fresh]), ...packBuilt(clone, tarballs, others)];
    write(project, "package.json", '{ "private": true, "type": "module" }');
    install(project, packed, "express@5.3.0", "@types/express@5.0.6", "@types/node@24.19.2");
  },
  { timeout: 300_000 },
);

test("a package holds what it needs, its documents and license, and no tests; packing leaves the clone as it was", async () => {
  assert.deepEqual(packed.map(({ folder }) => folder).toSorted(), published);
  for (const { folder, files, tarball } of packed) {
    for (const name of ["LICENSE", "README.md", "CHANGELOG.md"]) assert.ok(files.includes(name), `${folder}/${name}`);
    // What takes longest when a server starts is the number of modules.
    const modules = files.filter((path) => /^dist\/.*\.js$/.test(path));
    assert.ok(modules.length < (folder === "packages/element" ? 40 : 30), `${folder}: ${modules.length} modules`);
    const strange = files.filter(
      (path) =>
        !/^(?:dist|src|types|assets|templates|bin|[A-Z]+(?:\.md)?$|package\.json$)/.test(path) ||
        /\.tsbuildinfo$|^dist\/(?:left|.*\.(?:test|fixture))\./.test(path),
    );
    assert.deepEqual(strange, [], folder);
    const { customElements, "web-types": types } = manifestIn(folder);
    for (const data of customElements ? [customElements, types, "dist/vscode.html-custom-data.json"] : [])
      assert.ok(files.includes(data?.replace("./", "") ?? ""), data);
    // Entries without a file are among its objections.
    const pack = { tarball: new Uint8Array(readFileSync(tarball)).buffer };
    const { messages } = await publint({ pack, strict: true });
    assert.deepEqual(messages, [], folder);
    const readme = (of: string) => readFileSync(join(of, folder, "README.md"), "utf8");
    assert.equal(readme(clone), readme(root));
    assert.equal(existsSync(join(clone, folder, "CHANGELOG.md")), false);
  }
});

test("an installed document's links stay in the package or lead to a file of the repository, as of its version; a module says which Node it needs before it loads what an old one cannot run", () => {
  for (const { folder, files } of packed) {
    const { name, version, repository, dependencies } = manifestIn(folder);
    const installed = (path: string) => join(project, "node_modules", name, path);
    const repositoryFiles = `${repository?.url.replace(/^git\+|\.git$/g, "")}/blob/v${version}/`;
    const isThereOrElsewhere = (link: string) => {
      if (link.startsWith(repositoryFiles)) return isThere(link.slice(repositoryFiles.length));
      return /^(?:https|mailto):/.test(link) || existsSync(installed(link));
    };
    for (const document of ["README.md", "CHANGELOG.md"]) {
      const text = readFileSync(installed(document), "utf8");
      for (const [, link = ""] of text.matchAll(/(?:\]\(<?|(?:href|src)=")(?![#/])([^)#>\s"]+)/g))
        assert.ok(isThereOrElsewhere(link), `${folder}/${document}: ${link}`);
    }
    const modules = files.filter((path) => /^dist\/.*(?<!\.min)\.js$/.test(path));
    for (const path of dependencies?.["@ventanilla/web"] ? modules : []) {
      const text = readFileSync(installed(path), "utf8");
      assert.ok(/^(?:#!.*\n)?import "@ventanilla\/web\/node-version";\n/.test(text), `${folder}/${path}`);
    }
  }
});

for (const how of ["nodenext", "require"] as const) {
  test(`a strict TypeScript project, ${how}, compiles against every entry, checks their declarations, and takes a payment`, async () => {
    const shop = await openShop(project, [compile(project, packed, how, tsc, "--checkers", "1")]);
    await payByForms(shop, "A-1");
    await shop.paid("A-1");
    await shop.close();
  });
}

test("React, Vue and Svelte projects get the tag's types, which refuse what they refuse in test/types", () => {
  mkdirSync(join(project, "node_modules/@types"), { recursive: true });
  for (const name of ["@types/react", "vue", "svelte"])
    symlinkSync(join(root, "node_modules", name), join(project, "node_modules", name));
  const files = ["react.tsx", "vue.ts", "svelte.ts"];
  for (const file of files) cpSync(join(root, "test/types", file), join(project, file));
  // The frameworks' own declarations are not ours to check.
  const options = "--checkers 1 --noEmit --strict --skipLibCheck --target es2023 --module nodenext --jsx react-jsx";
  run(process.execPath, [join(tsc, "bin/tsc"), ...options.split(" "), ...files], project);
});

test("SSR import: without a document, the installed element is imported, and registers nothing before it is told to; store, contract and counter know each other", () => {
  const script = `
    import { VentanillaPay } from "@ventanilla/element";
    const timers = process.getActiveResourcesInfo().filter((name) => name === "Timeout");
    console.log(timers, typeof document, globalThis.customElements.get("ventanilla-pay"));
    await import("@ventanilla/element/define");
    console.log(globalThis.customElements.get("ventanilla-pay") === VentanillaPay);
    import { ventanilla } from "@ventanilla/express";
    import { counter } from "@ventanilla/express/counter";
    import { sqliteStore } from "@ventanilla/express/sqlite";
    import { storeContract } from "@ventanilla/store-contract";
    const cases = [];
    const subject = { name: "SQLite", open: async () => sqliteStore(":memory:") };
    storeContract(subject, { test: (title, { skip }, body) => cases.push({ skip, body }) });
    await cases.find(({ skip }) => skip === false).body();
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
  const said = run(process.execPath, ["--input-type=module", "--eval", script], project);
  assert.equal(said, "[] undefined undefined\ntrue\nERR_VENTANILLA_ARGUMENT\ntrue\n");
});

test("the installed programs run under the names that the documents give", () => {
  assert.match(run("npx", ["@ventanilla/sandbox", "--help"], project), /--port/);
  const ventanilla = run(join(project, "node_modules/.bin/ventanilla"), ["--version"], project);
  assert.equal(ventanilla.trim(), manifestIn("packages/express").version);
});

/** Makes a page that pays with the element from Vite, from esbuild, or by its address on another origin, in `pages`. */
const builds: Record<string, (origin: string) => void> = {
  vite() {
    addPage(project, "vite");
    const vite = [join(root, "node_modules/vite/bin/vite.js"), "build", "vite", "--base=./", "--logLevel=warn"];
    run(process.execPath, [...vite, "--outDir=../pages/vite"], project);
  },
  esbuild() {
    addPage(project, "pages/esbuild");
    const main = join(project, "pages/esbuild/main.js");
    buildSync({ entryPoints: [main], bundle: true, format: "esm", outfile: main, allowOverwrite: true });
  },
  address(origin) {
    cpSync(join(element, "dist/ventanilla-pay.min.js"), join(project, "pages/cdn/ventanilla-pay.min.js"));
    addPage(project, "pages/address");
    const integrity = readFileSync(join(element, "dist/ventanilla-pay.min.js.sri"), "utf8");
    const source = `${origin.replace("localhost", "127.0.0.1")}/cdn/ventanilla-pay.min.js`;
    const script = `<script type="module" src="${source}" integrity="${integrity.trim()}" crossorigin></script>
      <script type="module" src="./order.js"></script>`;
    const html = readFileSync(join(project, "pages/address/index.html"), "utf8");
    write(project, "pages/address/index.html", html.replace(/<script.*<\/script>/, script));
  },
};

const executablePath = find("chromium") ?? "";
const skip = executablePath === "" && "no Chromium here";

test("a browser pays with the element from Vite, from esbuild, and by its address and integrity", {
  skip,
}, async () => {
  write(project, "shop.ts", shopProgram);
  const shop = await openShop(project, ["shop.ts", "pages"]);
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
  try {
    for (const page of some("pages", Object.keys(builds))) {
      builds[page]?.(shop.origin);
      await payInBrowser(browser, shop, page, `A-${page}`);
      await shop.paid(`A-${page}`);
    }
  } finally {
    await browser.close();
    await shop.close();
  }
});
