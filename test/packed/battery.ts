// `npm run long packages`: packs the packages in a clean clone, as whoever publishes them would, and takes payments in
// projects with what merchants have beside them: three versions of TypeScript, webpack, Next. Installs hundreds of
// packages. The quick part is test/package/packed.test.ts.
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { chromium } from "@playwright/test";
import { find } from "../../tools/browsers.mjs";
import { openShop, payByForms, payInBrowser } from "./buyer.ts";
import { cleanClone, manifestIn, type Packed, packAll, published, run } from "./pack.ts";
import { addPage, compilations, compile, install, shopProgram, write } from "./project.ts";

const here = import.meta.dirname;
const scratch = mkdtempSync(join(tmpdir(), "ventanilla-packages-"));
const clone = join(scratch, "clone");
const project = join(scratch, "project");
let packed: Packed[] = [];
after(() => rmSync(scratch, { recursive: true, force: true }));

test("npm publish in a clean clone, where nothing is installed, sends what the tests below install", () => {
  cleanClone(clone);
  const options = ["--dry-run", "--json", "--foreground-scripts=false", "-w", "@ventanilla/express"];
  const sent = Object.values(JSON.parse(run("npm", ["publish", ...options], clone)) as Record<string, unknown>);
  packed = packAll(clone, join(scratch, "tarballs"));
  assert.equal(packed.length, published.length);
  const paths = (sent[0] as { files: { path: string }[] }).files.map(({ path }) => path);
  assert.deepEqual(paths, packed.find(({ folder }) => folder === "packages/express")?.files);
  assert.ok(paths.includes("dist/index.js"));

  for (const name of ["package.json", "package-lock.json", ".npmrc"]) {
    cpSync(join(here, name), join(project, name), { recursive: true });
  }
  run("npm", ["ci", "--ignore-scripts", "--prefer-offline"], project);
  install(project, packed);
});

test("the types of every entry are found by every resolution that knows modules", () => {
  // What is read as a file, and not imported.
  const read: Record<string, string> = {
    "packages/element": "./ventanilla-pay.min.js.sri",
    "packages/express": "./ventanilla-pay.min.js",
  };
  for (const { folder, tarball } of packed) {
    const except = read[folder] === undefined ? [] : ["--exclude-entrypoints", read[folder]];
    const said = run(join(project, "node_modules/.bin/attw"), ["--profile", "esm-only", tarball, ...except], project);
    assert.match(said, /🟢/, folder);
  }
});

for (const compiler of ["typescript-5.9", "typescript-6", "typescript"]) {
  for (const how of Object.keys(compilations) as (keyof typeof compilations)[]) {
    test(`${compiler}, ${how}: a strict project compiles, checks all declarations, and takes a payment`, async () => {
      const program = compile(project, packed, how, join(project, "node_modules", compiler));
      const shop = await openShop(project, [program]);
      await payByForms(shop, "A-1");
      await shop.paid("A-1");
      await shop.close();
    });
  }
}

for (const [compiler, ...options] of [["typescript-5.9"], ["typescript-6", "--ignoreDeprecations", "6.0"]] as const) {
  test(`${compiler}, node10: every entry is found by main, types and typesVersions, and a payment is taken`, async () => {
    const program = compile(project, packed, "node10", join(project, "node_modules", compiler), ...options);
    const shop = await openShop(project, [program]);
    await payByForms(shop, "A-1");
    await shop.paid("A-1");
    await shop.close();
  });
}

// It is in the registry for Linux on x64 alone.
const oldest = join(project, "node_modules/node-oldest/bin/node");

test("the oldest Node that the packages name keeps payments as the contract of stores demands", (t) => {
  if (!existsSync(oldest)) return t.skip("it is not for this machine");
  const { engines } = manifestIn("packages/express");
  assert.equal(`>=${run(oldest, ["--version"], project).trim()}`, `${engines?.node?.replace(">=", ">=v")}.0`);
  write(
    project,
    "contract.js",
    `import { sqliteStore } from "@ventanilla/express/sqlite";
import { storeContract } from "@ventanilla/store-contract";
storeContract({ name: "SQLite", open: async () => sqliteStore(":memory:") });
`,
  );
  assert.match(run(oldest, ["--test", "contract.js"], project), /^. fail 0$/m);
});

for (const how of ["nodenext", "require"] as const) {
  test(`the oldest Node that the packages name takes a payment, ${how}`, async (t) => {
    if (!existsSync(oldest)) return t.skip("it is not for this machine");
    const program = `compiled/${how}/out/${compilations[how].program}`;
    const shop = await openShop(project, [program], oldest);
    await payByForms(shop, "A-1");
    await shop.paid("A-1");
    await shop.close();
  });
}

/** Builds the page that pays with webpack, for production. */
function buildWithWebpack(): void {
  addPage(project, "pages/webpack");
  const path = join(project, "pages/webpack");
  const options = { mode: "production", entry: join(path, "main.js"), output: { path, filename: "main.js" } };
  write(
    project,
    "webpack.mjs",
    `import webpack from "webpack";
webpack(${JSON.stringify(options)}, (error, stats) => {
  if (error) throw error;
  if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString());
});
`,
  );
  run(process.execPath, ["webpack.mjs"], project);
}

/** Builds the page of a Next application whose server imports the element. */
function buildWithNext(): void {
  cpSync(join(here, "next"), join(project, "next"), { recursive: true });
  run(join(project, "node_modules/.bin/next"), ["build", "next"], project);
  const html = readFileSync(join(project, "next/out/index.html"), "utf8");
  assert.match(html, /<main data-class="\w+"><ventanilla-pay><\/ventanilla-pay>/);
  cpSync(join(project, "next/out"), join(project, "pages/next"), { recursive: true });
}

const executablePath = find("chromium") ?? "";
const skip = executablePath === "" && "no Chromium here";

for (const [page, build] of Object.entries({ webpack: buildWithWebpack, next: buildWithNext })) {
  test(`a browser pays with the element that ${page} has built`, { skip }, async () => {
    build();
    assert.ok(existsSync(join(project, "pages", page, "index.html")));
    write(project, "shop.ts", shopProgram);
    const shop = await openShop(project, ["shop.ts", "pages"]);
    const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
    try {
      await payInBrowser(browser, shop, page, `A-${page}`);
      await shop.paid(`A-${page}`);
    } finally {
      await browser.close();
      await shop.close();
    }
  });
}
