// The pages about what surrounds a shop: containers, CommonJS, development servers, consoles.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { neededNode } from "@ventanilla/web/node-version";
import { createServer as createVite, type InlineConfig } from "vite";
import { freePort } from "../free-port.ts";
import { runNode } from "../package/texts.ts";
import { bareOptions } from "../packed/project.ts";
import { cards, openShop, orderAt, pay } from "../shop.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { blockOf, importProgram, programFile } from "./program.ts";

test("docker: a payment writes the three files of its database, and the volume of the Dockerfile holds them", async () => {
  const folder = temporaryFolder("volume");
  const shop = await openShop({ store: sqliteStore(join(folder, "payments.db")), order: () => orderAt(100) });
  await pay(shop, "A-1", cards.approved);
  await shop.payments.reconcileOnce({ budgetMs: 5000 });
  assert.deepEqual(readdirSync(folder).toSorted(), ["payments.db", "payments.db-shm", "payments.db-wal"]);

  const { code } = blockOf("docs/guide/docker.md", /^FROM /m);
  const of = (pattern: RegExp) => pattern.exec(code)?.[1] ?? assert.fail(`${pattern}`);
  assert.ok(Number(of(/^FROM node:(\d+)/m)) > Number.parseInt(neededNode, 10));
  const volume = of(/^VOLUME (\S+)$/m);
  assert.equal(of(/VENTANILLA_STORE=(\S+)$/m), `${volume}/payments.db`);
  assert.match(code, new RegExp(`chown node ${volume}\\n[\\s\\S]*^USER node$`, "m"));
  // A shell in between would keep the signal that closes the router.
  assert.deepEqual((JSON.parse(of(/^CMD (.*)$/m)) as string[])[0], "node");
  const grace = Number(/--stop-timeout (\d+)/.exec(blockOf("docs/guide/docker.md", /^docker run/m).code)?.[1]);
  assert.ok(grace > 10, "close() may take 10 seconds");
});

test("CommonJS: require gives the router and its store", () => {
  const { code } = blockOf("docs/guide/docker.md", /require\(/);
  const made = `const options = (({ sqliteStore }) => (${bareOptions}))({ sqliteStore() {} });`;
  const use = "exports.payments.health().then(async ({ ok }) => { console.log(ok); await exports.payments.close(); });";
  const file = programFile("shop.cjs", [made, code, use].join("\n"));
  const { status, stdout } = runNode([file], { ...process.env, VENTANILLA_STORE: ":memory:" });
  assert.deepEqual([status, stdout], [0, "true\n"]);
});

test("Vite: its proxy brings the router's pages to the address that the browser shows", async (t) => {
  type Settings = { default: InlineConfig };
  const { default: config } = await importProgram<Settings>("docs/guide/other-servers.md", /vite\.config/);
  const shop = await openShop({});
  const proxy = { "/payments": shop.origin };
  assert.deepEqual(Object.keys(config.server?.proxy ?? {}), Object.keys(proxy));
  const port = await freePort();
  const { NODE_ENV } = process.env;
  const server = { ...config.server, proxy, ws: false as const, port, strictPort: true, host: "127.0.0.1" };
  const rest = { configFile: false as const, logLevel: "silent" as const, root: temporaryFolder("vite") };
  const vite = await createVite({ ...config, ...rest, server });
  t.after(async () => {
    await vite.close();
    // Vite sets it where it is not set.
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  });
  await vite.listen();
  const body = new URLSearchParams({ order: "A-1" });
  const headers = { Origin: shop.origin };
  const launch = await fetch(`http://127.0.0.1:${port}/payments/attempts`, { method: "POST", body, headers });
  assert.match(await launch.text(), /SESSION/);
});

test("Windows: Ctrl+C closes the server and the router, then the process ends", () => {
  const file = programFile("stop.ts", blockOf("docs/guide/windows.md", /stopInConsole/).code);
  const script = `
    import { createServer } from "node:http";
    import { stopInConsole } from ${JSON.stringify(pathToFileURL(file).href)};
    const server = createServer().listen(0, () => process.kill(process.pid, "SIGINT"));
    server.once("close", () => console.log("server closed"));
    stopInConsole(server, { close: async () => console.log("router closed") });`;
  const { status, stdout } = runNode(["--input-type=module", `--eval=${script}`]);
  assert.equal(status, 0);
  assert.deepEqual(stdout.trim().split("\n").toSorted(), ["router closed", "server closed"]);
});
