import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { freePort } from "../free-port.ts";
import { root } from "../package/texts.ts";
import { some } from "../part.ts";
import { startPostgres } from "../postgres.ts";
import { buy } from "./buyer.ts";
import { create, fromSources, installWorkspace, run, scratchFolder } from "./made-shop.ts";

const folder = scratchFolder();

test("a made shop's own test pays against the sandbox", async () => {
  await create(folder, ["tested", "--ts", "--sqlite"]);
  installWorkspace(join(folder, "tested"));
  const { code, stdout } = await run("npm test", [], { cwd: join(folder, "tested"), env: fromSources, shell: true });
  assert.equal(code, 0, stdout);
  assert.match(stdout, /pass 4$/m);
});

test("a made shop's own test ends where Postgres is not there, or refuses a new database", async (t) => {
  const shop = join(folder, "refused");
  await create(folder, ["refused", "--js", "--postgres"]);
  installWorkspace(shop);
  const postgres = await startPostgres();
  t.after(() => postgres.stop());
  const { url } = await postgres.database();
  for (const [address, reason] of some("Postgres refuses", [
    [`postgres://127.0.0.1:${await freePort()}/shop`, "ECONNREFUSED"],
    [`${url}?options=-cdefault_transaction_read_only=on`, "read-only transaction"],
  ] as const)) {
    // One process, without the runner's own: what is left open keeps it from ending.
    const { stdout } = await run(process.execPath, ["test/payment.test.js"], {
      cwd: shop,
      env: { ...fromSources, DATABASE_URL: address },
      timeout: 20_000,
    });
    assert.ok(stdout.includes(reason), stdout);
    assert.match(stdout, /fail 4$/m);
  }
});

test("a made shop's npm script asks the shop's own database, which .env names", async () => {
  const shop = join(folder, "asked");
  await create(folder, ["asked", "--js"]);
  installWorkspace(shop);
  writeFileSync(join(shop, "shop.db"), "");
  const { stdout } = await run("npm run --silent ventanilla -- status", [], {
    cwd: shop,
    env: fromSources,
    shell: true,
  });
  assert.match(stdout, /^to resolve|^health: ok/m);
});

test("under NODE_ENV=production npm run dev and npm test refuse, before they look for what npm left out", async () => {
  const shop = join(folder, "production");
  const made = await create(folder, ["production", "--js"], { NODE_ENV: "production" });
  assert.match(made.stdout, /^NODE_ENV is production in this terminal\. Unset it first: /m);
  // As npm install leaves it there.
  mkdirSync(join(shop, "node_modules/@ventanilla"), { recursive: true });
  for (const name of ["express", "helmet", "@ventanilla/express"]) {
    symlinkSync(join(root, "node_modules", name), join(shop, "node_modules", name), "junction");
  }
  for (const script of some("production", ["dev", "test"])) {
    const env = { ...fromSources, NODE_ENV: "production" };
    const { code, stdout, stderr } = await run(`npm run --silent ${script}`, [], { cwd: shop, env, shell: true });
    assert.equal(code, 1);
    assert.match(stdout + stderr, /^NODE_ENV is production: the sandbox does not start, .* Unset NODE_ENV\..*$/m);
    assert.doesNotMatch(stdout + stderr, /ERR_MODULE_NOT_FOUND/);
  }
});

test("npm run dev takes another port: the shop says its address, and takes orders there", async () => {
  const shop = join(folder, "ports");
  await create(folder, ["ports", "--js"]);
  installWorkspace(shop);
  const [port, bankPort] = [await freePort(), await freePort()];
  const ports = { PORT: `${port}`, SANDBOX_PORT: `${bankPort}` };
  const dev = spawn(process.execPath, ["--env-file=.env", "dev.js"], { cwd: shop, env: { ...fromSources, ...ports } });
  const warned = createInterface(dev.stderr)[Symbol.asyncIterator]();
  try {
    for await (const line of createInterface(dev.stdout)) {
      if (line.startsWith("The shop is ready: ")) {
        assert.equal(line, `The shop is ready: http://localhost:${port}`);
        break;
      }
    }
    dev.stdout.resume();
    assert.match(await buy(`http://localhost:${port}`), /class="state paid"/);
    const headers = { Origin: "http://other.example" };
    assert.equal((await fetch(`http://localhost:${port}/orders`, { method: "POST", headers })).status, 403);
    const refused = `A form from http://other.example was refused: PUBLIC_URL is http://localhost:${port}.`;
    assert.equal((await warned.next()).value, refused);
    const second = await run(process.execPath, ["--env-file=.env", "src/server.js"], {
      cwd: shop,
      env: { ...fromSources, ...ports },
    });
    assert.deepEqual([second.code, second.stderr], [1, `Port ${port} is in use. PORT chooses another.\n`]);
  } finally {
    dev.kill("SIGTERM");
  }
  await once(dev, "exit");
});

// `npm run dev`, Postgres and the packed packages: `npm run long create`.
for (const [type, file, ownImports] of some("here", [
  ["module", "payments.js", 'import express from "express";\nimport { createSandbox } from "@ventanilla/sandbox";'],
  [
    "commonjs",
    "payments.mjs",
    'const express = require("express");\nconst { createSandbox } = require("@ventanilla/sandbox");',
  ],
] as const))
  test(`--here adds to an app of type ${type}: its file and the printed edits take a payment`, () =>
    payHere(type, file, ownImports));

const imports = /^(?:import .*|const .* = require\(.*)$/gm;

async function payHere(type: string, file: string, ownImports: string): Promise<void> {
  const app = join(folder, type);
  mkdirSync(join(app, "src"), { recursive: true });
  writeFileSync(join(app, "package.json"), JSON.stringify({ type, dependencies: { express: "^5.0.0" } }));
  const { code, stdout } = await create(app, ["--here"]);
  assert.equal(code, 0);
  installWorkspace(app);
  const blocks = stdout.split(/\n\n(?=\S)/).map((part) => part.replaceAll(/^(?! ).*\n?|^ {2}/gm, ""));
  const server = blocks.find((block) => block.includes("app.use(payments.returns)")) ?? "";
  const page = blocks.find((block) => block.includes("<ventanilla-pay")) ?? "";
  // The first edit: the shop's own order and what happens once it is paid.
  const payments = readFileSync(join(app, "src", file), "utf8")
    .replace(
      /throw new Error\(`payments: order.*$/m,
      'return { amount: { minor: 59500, currency: "DOP" }, tax: { minor: 0, currency: "DOP" }, buyer: { email: "a@b.co", mobilePhone: "8095550101" } };',
    )
    .replace(/throw new Error\(\n? *`payments: onPaid[^;]*;/m, 'console.log("paid", payment.order);');
  writeFileSync(join(app, "src", file), payments);
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  writeFileSync(
    join(app, "src/server.js"),
    `${ownImports}
${server.match(imports)?.join("\n")}
createSandbox().then((bank) => {
Object.assign(process.env, { SESSION_API_URL: bank.url, GATEWAY_URL: bank.url });
const app = express();
${server.replaceAll(imports, "")}
app.get("/", (request, response) => response.send(${JSON.stringify(page)}));
app.listen(${port}, () => console.log("ready"));
});
`,
  );
  const env = readFileSync(join(app, ".env.example"), "utf8").replace(/^PUBLIC_URL=.*$/m, `PUBLIC_URL=${origin}`);
  assert.match(stdout, /^In \.env, PUBLIC_URL has the port [^\n]* \.gitignore/m);
  const [, command = ""] = /^ {2}node (--env-file=\S+ \S+)$/m.exec(stdout) ?? [];
  const key = /PAYMENTS_KEY=\S+/.exec(stdout)?.[0] ?? "";
  writeFileSync(join(app, ".env"), env.replace(/^PAYMENTS_KEY=$/m, key));
  const child = spawn(process.execPath, command.split(" "), {
    cwd: app,
    env: fromSources,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    assert.equal((await lines.next()).value, "ready");
    assert.match(await (await fetch(origin)).text(), /<ventanilla-pay order="A-1001">/);
    await buy(origin, { id: "A-1001", cookie: "" });
    assert.equal((await lines.next()).value, "paid A-1001");
  } finally {
    child.kill("SIGKILL");
  }
  await once(child, "exit");
}

test("--here overwrites nothing, and tells apps apart", async () => {
  const app = join(folder, "kept");
  mkdirSync(app);
  assert.match((await create(app, ["--here"])).stderr, /^There is no package\.json here/);
  writeFileSync(join(app, "package.json"), '{ "dependencies": { "pg": "^8.0.0" } }');
  writeFileSync(join(app, ".env.example"), "MINE=1\n");
  const first = await create(app, ["--here", "--language", "es"]);
  assert.match(first.stdout, /^Se escribió: payments\.mjs$/m);
  assert.match(
    first.stdout,
    /^ {2}MERCHANT_NUMBER=[\s\S]*require\("\.\/payments\.mjs"\)[\s\S]*postgresStore\(pool\); \/\/ su Pool de pg$/m,
  );
  // No `await` outside a function of CommonJS.
  assert.match(first.stdout, /^ {2}const migrated = store\.migrate\(\); \/\/ /m);
  assert.doesNotMatch(first.stdout, /^ {2}(?:await|import) /m);
  assert.equal(readFileSync(join(app, ".env.example"), "utf8"), "MINE=1\n");
  const written = readFileSync(join(app, "payments.mjs"), "utf8");
  const second = await create(app, ["--here"]);
  assert.deepEqual([second.code, second.stderr], [1, "payments.mjs exists already. Nothing was written.\n"]);
  assert.equal(readFileSync(join(app, "payments.mjs"), "utf8"), written);
});

test("--here imports its file as the app's compiler does", async () => {
  const app = join(folder, "compiled");
  mkdirSync(join(app, "src"), { recursive: true });
  writeFileSync(join(app, "package.json"), '{ "type": "module" }');
  writeFileSync(join(app, "tsconfig.json"), "{}");
  const { stdout } = await create(app, ["--here"]);
  assert.match(stdout, /^Written: src\/payments\.ts, \.env\.example$/m);
  assert.match(stdout, /from "\.\/payments\.js";/);
  assert.doesNotMatch(readFileSync(join(app, ".env.example"), "utf8"), /npm run dev|PORT|\[\[/);
  for (const [options, file] of some(
    "compilers",
    [
      ['"allowImportingTsExtensions": true', "payments.ts"],
      ['"rewriteRelativeImportExtensions":true', "payments.ts"],
      ['"allowImportingTsExtensions": false', "payments.js"],
      ['// "allowImportingTsExtensions": true\n/* "allowImportingTsExtensions": true */', "payments.js"],
      ['"baseUrl": "https://example.com//", /* yes */ "allowImportingTsExtensions" : /* */ true', "payments.ts"],
    ] as const,
    2,
  )) {
    rmSync(join(app, "src/payments.ts"));
    writeFileSync(join(app, "tsconfig.json"), `{ "compilerOptions": { ${options} } }`);
    assert.ok((await create(app, ["--here"])).stdout.includes(`from "./${file}";`), options);
  }
});
