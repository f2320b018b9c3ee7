import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { runCommandLine } from "#links/cli/command-line.ts";
import { payAt, postForm, returnAddress, sessionOf } from "../buyer-at-bank.ts";
import { type Run, runProcess, spoken } from "../express/cli/command-line.ts";
import { freePort } from "../free-port.ts";
import { cards } from "../shop.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { signedToken } from "./signed-token.ts";

const program = fileURLToPath(new URL("../../packages/links/src/cli/index.ts", import.meta.url));

const secret = "a secret of the shop of more than 32 bytes";
const contact = { email: "ana@example.com", mobilePhone: "809-555-0101" };

const folder = temporaryFolder("business");
const env = { DATA_DIR: join(folder, "data"), PORT: String(await freePort()) };

/** Runs a command line in this process. */
async function runIn(variables: Record<string, string>, ...args: string[]): Promise<Run> {
  const { said, stdout, stderr } = spoken();
  const code = await runCommandLine(args, { env: variables, stdout, stderr, onStop() {} });
  return { code, ...said };
}
const run = (...args: string[]) => runIn(env, ...args);

/** Starts the business, and resolves once it is ready to what it has printed. */
async function start(
  more: Record<string, string> = {},
  ...args: string[]
): Promise<{ said: string[]; stop(): Promise<number> }> {
  const child = spawn(
    process.execPath,
    ["--conditions=@ventanilla/source", program, "--sandbox", "--bank-port", String(await freePort()), ...args],
    { cwd: folder, env: { ...process.env, ...env, ...more }, stdio: ["ignore", "pipe", "inherit"] },
  );
  after(() => void child.kill("SIGKILL"));
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line);
    if (line.startsWith("Pay with")) break;
  }
  return {
    said,
    async stop() {
      child.kill("SIGTERM");
      const [code] = (await once(child, "exit")) as [number];
      return code;
    },
  };
}

test("one command is a whole business: a link from the terminal is paid, and the counter knows", async () => {
  const { said, stop } = await start();
  const [, password = ""] = /this password: (\S+)$/m.exec(said.join("\n")) ?? [];
  assert.match(password, /^[\w-]{12}$/);
  const origin = `http://localhost:${env.PORT}`;
  assert.ok(said.includes(`Ready: ${origin}/staff`), said.join("\n"));

  // In another terminal, which knows no port.
  const named = ["create", "--sandbox", "--amount", "2950", "--for", "Bizcocho"];
  const made = await runProcess([], [program, ...named], { DATA_DIR: env.DATA_DIR }, folder);
  assert.deepEqual([made.code, made.err], [0, ""]);
  const url = made.out.trim();
  assert.match(url, new RegExp(`^${origin}/pay/\\w{10}$`));

  const form = await fetch(url, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: origin },
    body: new URLSearchParams(contact),
  });
  const headers = {
    Cookie: form.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0])
      .join("; "),
    Origin: origin,
  };
  const order = url.slice(-10);
  const body = new URLSearchParams({ order, lang: "es" });
  const launch = await fetch(`${origin}/payments/attempts`, { method: "POST", headers, body });
  const [, bank = ""] = / The bank: (\S+)$/m.exec(said.join("\n")) ?? [];
  const result = await payAt(bank, sessionOf(await launch.text()) ?? "", cards.approved);
  await postForm(returnAddress(await result.text()) ?? "", {});

  const asStaff = { Authorization: `Basic ${Buffer.from(`Ana:${password}`).toString("base64")}` };
  const login = (name: string, word: string) => ({
    Authorization: `Basic ${Buffer.from(`${name}:${word}`).toString("base64")}`,
  });
  for (const wrong of [{}, login("Ana", ""), login("A".repeat(101), password), login("\u200b", password)]) {
    assert.equal((await fetch(`${origin}/staff/payments`, { headers: wrong })).status, 401);
  }
  const counter = await fetch(`${origin}/staff/payments/payments`, { headers: asStaff });
  assert.equal(counter.status, 200);
  assert.match(await counter.text(), new RegExp(order));
  const charge = await fetch(`${origin}/staff`, { headers: asStaff });
  assert.match(await charge.text(), /<h1>Cobrar<\/h1>/);
  assert.equal((await fetch(`${origin}/health`)).status, 200);
  const statusOf = async (sent: Record<string, string>) =>
    (await fetch(`${origin}/staff/payments`, { headers: sent })).status;
  for (let i = 0; i < 25; i++) assert.equal(await statusOf(login("Ana", "former")), 401, "one password, however often");
  const answers = [];
  for (let i = 0; i < 25; i++) answers.push(await statusOf(login("Ana", `guess ${i}`)));
  assert.equal(answers.at(-1), 429, "nobody tries out passwords");
  assert.equal(await statusOf(asStaff), 429);
  const [cookie = ""] = counter.headers.getSetCookie().filter((set) => set.startsWith("ventanilla-staff="));
  const before = { Cookie: cookie.split(";")[0] ?? "" };
  assert.equal(await statusOf({ ...asStaff, ...before }), 200, "a browser that has logged in is not shut out");
  assert.equal(await statusOf(before), 401, "its cookie alone opens nothing");
  assert.equal(await stop(), 0);

  const listed = await run("list", "--sandbox", "--json");
  const [link] = JSON.parse(listed.out) as { paid: { count: number }; state: string }[];
  assert.deepEqual([link?.paid.count, link?.state], [1, "paid"]);
});

test("the password is printed once, and kept as its hash alone, in files that only their owner reads", async () => {
  const { said, stop } = await start();
  assert.equal(await stop(), 0);
  assert.ok(said.some((line) => line.endsWith("the one that was shown at the first start")));
  const data = join(folder, "data");
  for (const name of readdirSync(data)) {
    if (process.platform !== "win32") assert.equal(statSync(join(data, name)).mode & 0o077, 0, name);
  }
  assert.match(readFileSync(join(data, "password"), "utf8"), /^[0-9a-f]{64}$/);
});

test("a first start that finds its port taken has shown the password all the same", async () => {
  const bank = createServer().listen(0, "127.0.0.1");
  await once(bank, "listening");
  const port = String((bank.address() as AddressInfo).port);
  const own = { ...env, DATA_DIR: join(folder, "taken") };
  const { code, out, err } = await runProcess([], [program, "--sandbox", "--bank-port", port], own, folder);
  bank.close();
  assert.equal(code, 1);
  assert.match(err, /is in use/);
  assert.match(out, /this password: [\w-]{12}$/m);
});

test("a link is listed and withdrawn by its code, as people read it", async () => {
  await run("create", "--sandbox", "--amount", "500-10000", "--for", "Donación", "--times", "many");
  const listed = await run("list", "--sandbox");
  const [line = ""] = listed.out.split("\n");
  assert.match(
    line.replaceAll("\u00a0", " "),
    /^\w{5}-\w{5} {2}open {2}RD\$ 500\.00 – RD\$ 10,000\.00 {2}0 × = RD\$ 0\.00 {2}Donación$/,
  );
  const withdrawn = await run("withdraw", line.slice(0, 11).toLowerCase(), "--sandbox");
  assert.match(withdrawn.out, / {2}withdrawn {2}/);
  const unknown = await run("withdraw", "22222-22222", "--sandbox");
  assert.deepEqual([unknown.code, unknown.out], [1, ""]);
  assert.match(unknown.err, /no link has this code/);
});

test("without links a list says so", async () => {
  const own = { DATA_DIR: join(folder, "empty") };
  const { code, err } = await runIn(own, "list", "--sandbox");
  assert.deepEqual([code, existsSync(own.DATA_DIR)], [2, false], "a folder without a business stays as it was");
  assert.match(err, /: no business has been started in .*empty: ventanilla-links --sandbox starts one\n/);
  mkdirSync(own.DATA_DIR);
  writeFileSync(join(own.DATA_DIR, "address"), "http://localhost:3000");
  assert.equal((await runIn(own, "list", "--sandbox")).out, "no links yet\n");
});

test("buyers reach shop and bank through tunnels, under the shop's own name; pages of another origin have the tag", async () => {
  const [page, tunnel, bank] = ["https://www.shop.example", "https://shop.example", "https://bank.example"];
  const more = { DATA_DIR: join(folder, "tunnel"), PUBLIC_URL: tunnel, STORE_NAME: "Colmado Doña Ñeca «El Barrio»" };
  const { stop } = await start({ ...more, ORIGINS: page, ORDER_SECRET: secret }, "--bank-url", bank);
  const iat = Math.floor(Date.now() / 1000);
  const claims = {
    order: "F-1",
    amount: "1.00",
    currency: "DOP",
    description: "Pan",
    ...contact,
    iat,
    exp: iat + 3600,
  };
  const order = signedToken(claims, secret);
  const body = new URLSearchParams({ order, lang: "es" });
  const launchFrom = (Origin: string) =>
    fetch(`http://localhost:${env.PORT}/payments/attempts`, { method: "POST", headers: { Origin }, body });
  assert.match(await (await launchFrom(page)).text(), /action="https:\/\/bank\.example\//);
  assert.equal((await launchFrom("https://other.example")).status, 403);
  assert.equal(await stop(), 0);
});

test("what is wrong is named as it was given", async () => {
  for (const [variables, args, message] of [
    [{ STORE_CONTACT: "Ana" }, ["list"], /STORE_CONTACT: expected tel:/],
    [{ PORT: "70000" }, ["list"], /: PORT: expected a number below 65,536/],
    [{ PUBLIC_URL: "https://shop.example/payments" }, ["list"], /: PUBLIC_URL: expected an address without a path\n/],
    [{}, ["create", "--amount", "1", "--for", "Pan", "--until", "2020-01-01"], /--until: .* got "2020-01-02T03:59:59/],
  ] as const) {
    const { code, err } = await runIn({ ...env, ...variables }, ...args, "--sandbox");
    assert.equal(code, 2);
    assert.match(err, message);
  }
});

test("in production the environment says all, and what is missing is named, not shown", async () => {
  const { code, err } = await runIn({ PAYMENTS_KEY: "secret-key", STAFF_PASSWORD: "secret" });
  assert.equal(code, 2);
  assert.match(
    err,
    /missing from the environment: PUBLIC_URL, STORE_NAME, VENTANILLA_STORE, SESSION_API_URL, GATEWAY_URL, /,
  );
  assert.doesNotMatch(err, /secret/);
});

test("in production the password is where the environment has it, and PORT alone chooses another port", async () => {
  const taken = createServer().listen(0);
  await once(taken, "listening");
  const { code, out, err } = await runIn({
    PUBLIC_URL: "https://shop.example",
    STORE_NAME: "Colmado",
    PAYMENTS_KEY: randomBytes(32).toString("base64"),
    DATABASE_URL: join(folder, "production.db"),
    STAFF_PASSWORD: "secret",
    SESSION_API_URL: "https://api.bank.example",
    GATEWAY_URL: "https://pay.bank.example",
    MERCHANT_NUMBER: "349000000",
    MERCHANT_TERMINAL: "58585858",
    MERCHANT_ACQUIRER: "349",
    MERCHANT_NAME: "COLMADO",
    MERCHANT_CITY: "SANTO DOMINGO",
    PORT: String((taken.address() as AddressInfo).port),
  });
  taken.close();
  assert.deepEqual([code, out], [1, "Log in with your name and this password: the one in STAFF_PASSWORD\n"]);
  assert.match(err, /^ventanilla-links: port \d+ is in use: PORT chooses another\n$/);
});

test("a wrong command line has the exit code 2 and one sentence; help and version have 0", async () => {
  const wrong = await runProcess([], [program, "create", "--amount", "x", "--for", "y"], env, folder);
  assert.equal(wrong.code, 2);
  assert.match(wrong.err, /^ventanilla-links: --amount: expected .*\nventanilla-links --help lists the options\.\n$/);
  assert.match((await run("cr\u001b[31mate")).err, /^ventanilla-links: cr\\u\{1b\}\[31mate: /);
  assert.match((await run("--help")).out, /npx|Usage: ventanilla-links/);
  assert.match((await run("--version")).out, /^\d+\.\d+\.\d+\n$/);
});
