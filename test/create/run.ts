// `npm run long create`: `npm create @ventanilla@latest` from a registry with the packed packages, as a merchant's
// developer runs it. Every combination is made in an empty folder, installed from the registry, and takes a payment in its
// own test and in `npm run dev`; with Node 22 and npm 10, and with Node 24 and npm 11. Prints how long it took.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../free-port.ts";
import { cleanClone, lendDependencies, packAll } from "../packed/pack.ts";
import { startPostgres } from "../postgres.ts";
import { buy } from "./buyer.ts";
import { run } from "./made-shop.ts";
import { openRegistry } from "./registry.ts";

/** From an installed shop to a paid order, at most. */
const maxSeconds = 60;

const scratch = mkdtempSync(join(tmpdir(), "ventanilla-create-"));
const registry = await packedRegistry();
const postgres = await startPostgres();

async function packedRegistry() {
  const clone = join(scratch, "clone");
  cleanClone(clone);
  lendDependencies(clone);
  return openRegistry(packAll(clone, join(scratch, "tarballs")));
}

/** An environment with the Node and npm that a package of the registry has, before those of the machine. */
async function toolchain(node: string, npm: string): Promise<NodeJS.ProcessEnv> {
  const folder = join(scratch, `node-${node}`);
  mkdirSync(folder);
  const isLinux = process.platform === "linux";
  const programs = [...(isLinux ? [`node-linux-${process.arch}@${node}`] : []), `npm@${npm}`];
  await succeed("npm", ["install", "--no-save", "--prefix", folder, ...programs], scratch, process.env);
  const bins = join(folder, "node_modules/.bin");
  // What npm tells its scripts, this one among them, is not for the npm that they start.
  const own = /^npm_(?!config_(?:registry|cache|userconfig)$)/;
  const outside = Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)));
  return { ...outside, ...registry.env, PATH: [bins, outside.PATH].join(delimiter) };
}

async function succeed(program: string, args: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const { code, stdout, stderr } = await run(program, args, { cwd, env, maxBuffer: 50e6, timeout: 300_000 });
  assert.equal(code, 0, `${program} ${args.join(" ")}:\n${stdout}\n${stderr}`);
  return stdout;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

/** Runs `npm run dev`, and gives the page of the order that was paid in it. */
async function payInDev(shop: string, env: NodeJS.ProcessEnv): Promise<string> {
  const [port, bankPort] = [await freePort(), await freePort()];
  const origin = `http://localhost:${port}`;
  const dev = spawn("npm", ["run", "dev"], {
    cwd: shop,
    env: { ...env, PORT: `${port}`, PUBLIC_URL: origin, SANDBOX_PORT: `${bankPort}` },
    stdio: ["ignore", "pipe", "inherit"],
    // The whole group gets the signal, as from a terminal.
    detached: true,
  });
  try {
    for await (const line of createInterface(dev.stdout)) if (line.endsWith(`: ${origin}`)) break;
    dev.stdout.resume();
    return await buy(origin);
  } finally {
    process.kill(-(dev.pid ?? 0), "SIGINT");
    await once(dev, "exit");
  }
}

async function tryShop(code: string, database: string, language: string, env: NodeJS.ProcessEnv): Promise<void> {
  const folder = mkdtempSync(join(scratch, "empty-"));
  const shop = join(folder, "shop");
  const options = [`--${code}`, `--${database}`, "--language", language, "--yes"];
  const made = await timed(() =>
    succeed("npm", ["create", "--yes", "@ventanilla@latest", "--", "shop", ...options], folder, env),
  );
  if (database === "postgres") {
    const file = join(shop, ".env");
    const { url } = await postgres.database();
    writeFileSync(file, readFileSync(file, "utf8").replace(/^DATABASE_URL=.*$/m, `DATABASE_URL=${url}`));
  }
  const installed = await timed(() => succeed("npm", ["install"], shop, env));
  const paid = await timed(async () => {
    assert.match(await payInDev(shop, env), /class="state paid"/);
  });
  const tested = await timed(async () => assert.match(await succeed("npm", ["test"], shop, env), /pass 4$/m));
  if (code === "ts") await succeed("npm", ["run", "typecheck"], shop, env);
  assert.ok(!existsSync(join(shop, "node_modules/@ventanilla/create")));
  const seconds = (value: number) => `${value.toFixed(1)} s`;
  const versions = await succeed("npm", ["version", "--json"], folder, env);
  const { node, npm } = JSON.parse(versions) as { node: string; npm: string };
  console.log(
    `${code} ${database} ${language}, Node ${node}, npm ${npm}: made in ${seconds(made)}, installed in ${seconds(installed)}, ` +
      `then a paid order in ${seconds(paid)}, and its tests in ${seconds(tested)}`,
  );
  assert.ok(paid < maxSeconds, `a paid order took ${seconds(paid)}`);
}

/** Answers the questions in a terminal. */
async function tryTerminal(env: NodeJS.ProcessEnv): Promise<void> {
  const folder = mkdtempSync(join(scratch, "terminal-"));
  const terminal = spawn("script", ["-qec", "npm create --yes @ventanilla@latest", "/dev/null"], { cwd: folder, env });
  const answers = ["es", "colmado", "js", "sqlite"];
  let asked = "";
  for await (const text of terminal.stdout) {
    asked += String(text);
    if (/\]: [^\n]*$/.test(asked)) {
      asked = "";
      terminal.stdin.write(`${answers.shift()}\r`);
    }
  }
  assert.deepEqual(answers, []);
  assert.ok(existsSync(join(folder, "colmado/src/server.js")), asked);
  console.log("in a terminal: asked and made");
}

try {
  const older = await toolchain("22", "10");
  const newer = await toolchain("24", "11");
  const tries = [
    () => tryShop("ts", "sqlite", "es", newer),
    () => tryShop("js", "postgres", "en", newer),
    () => tryShop("js", "sqlite", "en", older),
    () => tryShop("ts", "postgres", "es", older),
    // `script`, which lends a terminal, takes other options elsewhere.
    ...(process.platform === "linux" ? [() => tryTerminal(newer)] : []),
  ];
  for (const attempt of tries) await attempt();
  console.log(`${tries.length} passed, 0 failed`);
} finally {
  registry.close();
  await postgres.stop();
  rmSync(scratch, { recursive: true, force: true });
}
