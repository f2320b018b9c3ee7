import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const names = ["web", "client", "element", "sandbox", "express", "store-contract"];
const shop = mkdtempSync(join(tmpdir(), "ventanilla-packed-"));
after(() => rmSync(shop, { recursive: true, force: true }));

const run = (command: string, args: string[], cwd: string) =>
  execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

interface Packed {
  filename: string;
  files: { path: string }[];
}
let packed: Packed[] = [];

/** Packs the packages as they would be published, and installs the files into an empty project. */
before(
  () => {
    const workspaces = names.flatMap((name) => ["-w", `packages/${name}`]);
    packed = JSON.parse(run("npm", ["pack", "--json", "--pack-destination", shop, ...workspaces], root)) as Packed[];
    writeFileSync(join(shop, "package.json"), '{ "private": true, "type": "module" }');
    const files = packed.map(({ filename }) => `./${filename.replace("@", "").replace("/", "-")}`);
    run(
      "npm",
      ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefer-offline", ...files, "express@5.3.0"],
      shop,
    );
  },
  { timeout: 120_000 },
);

test("a package holds what it needs to run, its readme, and no tests", () => {
  for (const { filename, files } of packed) {
    const paths = files.map(({ path }) => path);
    assert.ok(paths.includes("README.md"), filename);
    assert.ok(
      paths.every((path) => /^(dist|src|types|assets|bin|README\.md|LICENSE|package\.json)/.test(path)),
      `${filename}: ${paths.join(" ")}`,
    );
    assert.ok(!paths.some((path) => path.endsWith(".tsbuildinfo")), filename);
  }
});

test("no package runs a script when it is installed", () => {
  for (const name of names) {
    const { scripts = {} } = JSON.parse(readFileSync(join(root, `packages/${name}/package.json`), "utf8")) as {
      scripts?: Record<string, string>;
    };
    assert.deepEqual(Object.keys(scripts), [], name);
  }
});

test("the installed packages serve a launch and the element, without the sources", () => {
  const script = `
    import express from "express";
    import { sqliteStore, ventanilla } from "@ventanilla/express";
    import { createSandbox } from "@ventanilla/sandbox";
    const sandbox = await createSandbox();
    const app = express();
    const server = app.listen(0, "127.0.0.1", async () => {
      const origin = "http://127.0.0.1:" + server.address().port;
      const payments = ventanilla({
        publicUrl: origin + "/payments",
        gateway: { sessionApiUrl: sandbox.url, gatewayUrl: sandbox.url },
        merchant: { number: "1", terminal: "1", acquirer: "349", name: { owner: "A", city: "B", country: "DO" } },
        store: sqliteStore(":memory:"),
        encryptionKeys: ["0".repeat(64)],
        order: () => ({
          amount: { minor: 100, currency: "DOP" },
          tax: { minor: 0, currency: "DOP" },
          buyer: { email: "a@example.com", mobilePhone: "8095550101" },
        }),
        onPaid: () => {},
      });
      app.use("/payments", payments);
      const body = new URLSearchParams({ order: "A-1" });
      const launch = await fetch(origin + "/payments/attempts", { method: "POST", body, headers: { Origin: origin } });
      const element = await fetch(origin + "/payments/element.js");
      console.log(launch.status, element.status, sandbox.sessions().length);
      server.close();
      server.closeAllConnections();
      await payments.close();
      await sandbox.close();
    });`;
  assert.equal(run(process.execPath, ["--input-type=module", "--eval", script], shop).trim(), "200 200 1");
});

test("the element is imported in Node without a document", () => {
  const script =
    'import * as element from "@ventanilla/element"; await import("@ventanilla/element/define"); console.log(typeof element.VentanillaPay)';
  assert.equal(run(process.execPath, ["--input-type=module", "--eval", script], shop).trim(), "function");
});

test("the installed store passes the installed store contract", () => {
  const script = `
    import { sqliteStore } from "@ventanilla/express";
    import { storeContract } from "@ventanilla/store-contract";
    const cases = [];
    const subject = { name: "SQLite", open: async () => sqliteStore(":memory:") };
    storeContract(subject, { test: (title, { skip }, body) => cases.push({ title, skip, body }) });
    const [first] = cases.filter(({ skip }) => skip === false);
    await first.body();
    console.log(first.title, cases.length > 100);`;
  assert.match(run(process.execPath, ["--input-type=module", "--eval", script], shop), /^SQLite: .+ true$/m);
});

test("npx @ventanilla/sandbox runs the bank", () => {
  assert.match(run("npx", ["@ventanilla/sandbox", "--help"], shop), /--port/);
});

test("the element's package has its single file, that file's integrity value, and data for editors", () => {
  const folder = join(shop, "node_modules/@ventanilla/element");
  const file = readFileSync(join(folder, "dist/ventanilla-pay.min.js"));
  const integrity = `sha384-${createHash("sha384").update(file).digest("base64")}`;
  assert.equal(readFileSync(join(folder, "dist/ventanilla-pay.min.js.sri"), "utf8").trim(), integrity);
  const named = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, string>;
  for (const field of ["customElements", "web-types"]) assert.ok(existsSync(join(folder, named[field] ?? "-")), field);
  assert.ok(existsSync(join(folder, "dist/vscode.html-custom-data.json")));
});

/** Compiles one file of the project with the project's TypeScript. */
function compile(file: string, ...more: string[]): void {
  const options = "--noEmit --strict --skipLibCheck --target es2023 --module nodenext --types node".split(" ");
  const roots = ["--typeRoots", join(root, "node_modules/@types"), "--lib", "es2023,dom,dom.iterable"];
  run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), ...options, ...roots, ...more, file], shop);
}

test("React, Vue and Svelte projects get the tag's types, which refuse unknown attributes", () => {
  mkdirSync(join(shop, "node_modules/@types"), { recursive: true });
  for (const name of ["@types/react", "vue", "svelte"]) {
    symlinkSync(join(root, "node_modules", name), join(shop, "node_modules", name));
  }
  writeFileSync(
    join(shop, "tag.tsx"),
    `/// <reference types="@ventanilla/element/react" />
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
`,
  );
  compile("tag.tsx", "--jsx", "react-jsx");
});

test("a TypeScript project finds the types of every entry", () => {
  writeFileSync(
    join(shop, "shop.ts"),
    `import { createSession, type Money, openGateway } from "@ventanilla/client";
import { paymentRequestFields } from "@ventanilla/client/wire";
import { type Options, sqliteStore, ventanilla } from "@ventanilla/express";
import { createSandbox } from "@ventanilla/sandbox";
import { storeContract, type StoreSubject } from "@ventanilla/store-contract";
import { VentanillaPay } from "@ventanilla/element";
const money: Money = { minor: 1, currency: "DOP" };
// @ts-expect-error an amount is an integer and a currency, not a number
const wrong: Money = 29.5;
export { createSandbox, createSession, money, openGateway, type Options, paymentRequestFields, sqliteStore, storeContract, type StoreSubject, VentanillaPay, ventanilla, wrong };
`,
  );
  compile("shop.ts");
});
