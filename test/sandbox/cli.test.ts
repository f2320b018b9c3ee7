import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { bundle } from "../bundle.ts";
import { outside } from "../outside.ts";
import { bank, request } from "./shop.ts";

const cli = fileURLToPath(new URL("../../packages/sandbox/src/cli.ts", import.meta.url));
const quick = await bundle(cli);
after(quick.remove);

function start(
  args: readonly string[],
  env: Record<string, string> = {},
  options = ["--conditions=@ventanilla/source", cli],
) {
  const child = spawn(process.execPath, [...options, ...args], {
    env: { ...outside, ...env },
  });
  after(() => child.kill());
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    said.out += String(chunk);
  });
  child.stderr.on("data", (chunk) => {
    said.err += String(chunk);
  });
  return { child, said };
}

async function run(...how: Parameters<typeof start>) {
  const { child, said } = start(...how);
  const [code] = (await once(child, "close")) as [number];
  return { code, ...said };
}

/** What ends before a sandbox begins, which is not beside its assets in a single file. */
const runQuickly = (args: readonly string[], env: Record<string, string> = {}) =>
  run(args, { ...quick.env, ...env }, [quick.path]);

test("--help lists the options and ends well", async () => {
  const { code, out } = await runQuickly(["--help"]);
  assert.equal(code, 0);
  for (const option of [
    "--port",
    "--host",
    "--profile",
    "--seed",
    "--batch-close",
    "--tls",
    "--dangerously-allow-remote",
    "--dangerously-allow-production",
    "--help",
    "--version",
  ]) {
    assert.ok(out.includes(option), option);
  }
});

test("--version prints the package's version", async () => {
  const manifest = readFileSync(new URL("../../packages/sandbox/package.json", import.meta.url), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  for (const option of ["--version", "-v"]) {
    assert.deepEqual(await runQuickly([option]), { code: 0, out: `${version}\n`, err: "" });
  }
});

test("a wrong command line ends with 2 and one sentence that names what is wrong", async () => {
  for (const [args, message] of [
    [["--prot", "4000"], /^ventanilla-sandbox: --prot: unknown option, did you mean --port\?\n/],
    [["--whatever"], /^ventanilla-sandbox: --whatever: unknown option\n/],
    [["-p", "4000"], /^ventanilla-sandbox: -p: unknown option\n/],
    [["--port", "abc"], /: --port: expected 0 to 65535\n/],
    [["--port", "99999"], /: --port: expected/],
    [["extra"], /extra/],
    [["--profile", "test"], /: --profile: expected live or document\n/],
    [["--seed", "abc"], /: --seed: expected a whole number/],
    [["--batch-close", "7 PM"], /: --batch-close: expected a time of day as HH:MM\n/],
    [["--batch-close", "24:00"], /: --batch-close: expected/],
    [["--batch-close", "7:00"], /: --batch-close: expected a time of day as HH:MM, did you mean 07:00\?\n/],
    [["--host", "0.0.0.0"], /: --host: .*--dangerously-allow-remote/],
  ] as const) {
    const { code, out, err } = await runQuickly(args);
    assert.equal(code, 2, args.join(" "));
    assert.equal(out, "");
    assert.match(err, message);
    assert.doesNotMatch(err, /\n\s+at /);
  }
});

test("a bug of ours ends with 1 and its place, not as a wrong command line", async () => {
  const bug = 'import { Server } from "node:net"; Server.prototype.listen = () => { throw new TypeError("a bug"); };';
  const { code, err } = await run([], { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(bug)}` });
  assert.equal(code, 1);
  assert.match(err, /^ventanilla-sandbox: TypeError: a bug\n\s+at /);
  assert.doesNotMatch(err, /--help/);
});

test("production is refused with the option that forces it", async () => {
  const { code, err } = await runQuickly([], { NODE_ENV: "production" });
  assert.equal(code, 2);
  assert.match(err, /NODE_ENV is production.*--dangerously-allow-production/);
});

test("a port in use ends with 1 and says so", async () => {
  const { url } = await bank();
  const { port } = new URL(url);
  const { code, err } = await run(["--port", port]);
  assert.deepEqual([code, err], [1, `ventanilla-sandbox: port ${port} is in use; --port chooses another\n`]);
});

test("a bare start lists what there is, warns of misspelled fields, and stops on SIGTERM", async () => {
  const { child, said } = start(["--port", "0"]);
  while (!said.out.includes("Ctrl+C")) await once(child.stdout, "data");
  const [, url = ""] =
    /session API (http:\/\/127\.0\.0\.1:\d+)\/sessions, payment page \1\/authorize/.exec(said.out) ?? [];
  // Every address that it names is there.
  for (const path of ["/api/payment", "", "/reference"])
    assert.match(said.out, new RegExp(`${url}${path}(?:[,\\s]|$)`));
  for (const path of ["/", "/reference"]) assert.equal((await fetch(`${url}${path}`)).status, 200, path);
  assert.match(said.out, /--help lists the options/);
  const response = await fetch(`${url}/sessions`, {
    method: "POST",
    body: JSON.stringify({ ...request, Amounnt: "1" }),
  });
  assert.equal(response.status, 200);
  while (!said.out.includes("Amounnt")) await once(child.stdout, "data");
  assert.match(said.out, /A-1: "Amounnt" is ignored: did you mean "Amount"\?/);
  child.kill("SIGTERM");
  const [code] = (await once(child, "close")) as [number];
  assert.equal(code, 0);
});

test("--profile, --seed and --batch-close are taken", async () => {
  const keys = [];
  for (let i = 0; i < 2; i++) {
    const options = ["--profile", "document", "--seed", "9", "--batch-close", "21:30"];
    const { child, said } = start(["--port", "0", ...options]);
    while (!said.out.includes("\n")) await once(child.stdout, "data");
    const [url = ""] = /http:\/\/127\.0\.0\.1:\d+/.exec(said.out) ?? [];
    const { profile, seed, batchClose } = (await (await fetch(`${url}/control/state`)).json()) as {
      profile: string;
      seed: number;
      batchClose: { time: string };
    };
    assert.deepEqual([profile, seed, batchClose.time], ["document", 9, "21:30"]);
    keys.push(await (await fetch(`${url}/api/payment/idenpotency-keys`, { method: "POST" })).text());
    child.kill("SIGTERM");
    await once(child, "close");
  }
  assert.equal(keys[0], keys[1]);
});

test("--tls speaks HTTPS with a certificate that the console says how to trust, and takes it away at its end", async () => {
  const { child, said } = start(["--port", "0", "--tls"]);
  while (!said.out.includes("curl.")) await once(child.stdout, "data");
  const [, port = ""] = /session API https:\/\/127\.0\.0\.1:(\d+)\/sessions/.exec(said.out) ?? [];
  const [, file = ""] = /NODE_EXTRA_CA_CERTS=(\S+)/.exec(said.out) ?? [];
  assert.doesNotMatch(readFileSync(file, "utf8"), /PRIVATE/);
  const addresses = ["127.0.0.1", "localhost"].map((host) => `https://${host}:${port}/control/state`);
  const ask = `for (const address of ${JSON.stringify(addresses)}) console.log((await fetch(address)).status)`;
  const options = ["--input-type=module", "-e", ask];
  const { code, out, err } = await run([], { NODE_EXTRA_CA_CERTS: file }, options);
  assert.deepEqual([code, out], [0, "200\n200\n"], err);
  child.kill("SIGTERM");
  assert.deepEqual(await once(child, "close"), [0, null]);
  assert.equal(existsSync(file), false);
});
