import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { openStore } from "@ventanilla/express/sql";
import { type Link, links } from "@ventanilla/links";
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
const ports = { PORT: String(await freePort()), BANK_PORT: String(await freePort()) };
const env = { DATA_DIR: join(folder, "data"), ...ports };

/** Runs a command line in this process. */
async function runIn(variables: Record<string, string>, ...args: string[]): Promise<Run> {
  const { said, stdout, stderr } = spoken();
  const code = await runCommandLine(args, { env: variables, stdout, stderr });
  return { code, ...said };
}
const run = (...args: string[]) => runIn(env, ...args);

/** Starts the business, and resolves once it is ready to what it has printed. */
async function start(more: Record<string, string> = {}): Promise<{ said: string[]; stop(): Promise<number> }> {
  const child = spawn(process.execPath, ["--conditions=@ventanilla/source", program, "--sandbox"], {
    cwd: folder,
    env: { ...process.env, ...env, ...more },
    stdio: ["ignore", "pipe", "inherit"],
  });
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

  // In another terminal.
  const named = ["create", "--sandbox", "--amount", "2950", "--for", "Bizcocho"];
  const { PORT: _, ...elsewhere } = env;
  const made = await runProcess([], [program, ...named], elsewhere, folder);
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
  const result = await payAt(`http://127.0.0.1:${env.BANK_PORT}`, sessionOf(await launch.text()) ?? "", cards.approved);
  await postForm(returnAddress(await result.text()) ?? "", {});

  const asStaff = { Authorization: `Basic ${Buffer.from(`Ana:${password}`).toString("base64")}` };
  const login = (name: string, word: string) => ({
    Authorization: `Basic ${Buffer.from(`${name}:${word}`).toString("base64")}`,
  });
  for (const wrong of [{}, login("Ana", ""), login("A".repeat(101), password), login("\u200b", password)]) {
    assert.equal((await fetch(`${origin}/staff/payments`, { headers: wrong })).status, 401);
  }
  const health = (await (await fetch(`${origin}/health`)).json()) as { ok: boolean };
  assert.equal(health.ok, true);
  const counter = await fetch(`${origin}/staff/payments/payments`, { headers: asStaff });
  assert.equal(counter.status, 200);
  assert.match(await counter.text(), new RegExp(order));
  const charge = await fetch(`${origin}/staff`, { headers: asStaff });
  assert.match(await charge.text(), /<h1>Cobrar<\/h1>/);
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

  const data = join(folder, "data");
  for (const name of readdirSync(data)) {
    if (process.platform !== "win32") assert.equal(statSync(join(data, name)).mode & 0o077, 0, name);
    assert.equal(readFileSync(join(data, name)).includes(password), false, name);
  }
});

/** The link that a command line makes. */
async function madeBy(...args: string[]): Promise<Link | undefined> {
  const { code, out, err } = await run("create", "--sandbox", "--for", "Donación", ...args);
  assert.deepEqual([code, err], [0, ""]);
  const store = await openStore(join(env.DATA_DIR, "payments.db"), {});
  const keys = [randomBytes(32).toString("hex")];
  const link = await links({ store, publicUrl: "https://shop.example/pay", storefront: { name: "Ana" }, keys }).find(
    out.trim().slice(-10),
  );
  await store.close();
  return link;
}

test("a link from the terminal has the amount that people write", async () => {
  for (const [written, amount] of [
    ["US$ 500", { minor: 50_000, currency: "USD" }],
    ["2,950.50", { minor: 295_050, currency: "DOP" }],
  ] as const) {
    const link = await madeBy("--amount", written);
    assert.deepEqual([link?.amount, link?.description, link?.times, link?.itbis], [amount, "Donación", 1, 18]);
  }
});

test("buyers reach shop and bank through tunnels, under the shop's own name; pages of another origin have the tag", async () => {
  const [page, tunnel, bank] = ["https://www.shop.example", "https://shop.example", "https://bank.example"];
  const more = { DATA_DIR: join(folder, "tunnel"), PUBLIC_URL: tunnel, STORE_NAME: "Colmado Doña Ñeca «El Barrio»" };
  const { stop } = await start({ ...more, ORIGINS: page, ORDER_SECRET: secret, BANK_URL: bank });
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
  const named = ["create", "--amount", "1", "--for", "Pan"];
  for (const [variables, args, message] of [
    [{ STORE_CONTACT: "Ana" }, named, /: STORE_CONTACT: expected tel:/],
    [{ PORT: "70000" }, named, /: PORT: expected a number below 65,536/],
    [{ PUBLIC_URL: "https://shop.example/payments" }, named, /: PUBLIC_URL: expected an address without a path\n/],
    [
      { DATA_DIR: join(folder, "empty") },
      named,
      /: no business has been started in .*empty: ventanilla-links --sandbox starts one/,
    ],
    [{}, ["create", "--amount", "1.234", "--for", "Pan"], /--amount: expected an amount such as/],
    [{}, ["create", "--amount", "", "--for", "Pan"], /--amount: expected an amount such as/],
    [{}, ["create", "--amount", "0", "--for", "Pan"], /--amount: expected 1 to/],
    [{}, ["create", "--amount", "1"], /--for: expected 1 to 200 characters/],
    [{}, ["--amount", "1", "--for", "Pan"], /: --amount and --for: expected create before them/],
    [{}, ["create", "--amout", "1"], /: --amout: unknown option, did you mean --amount\?/],
    [{}, ["crate"], /: Unexpected argument 'crate'/],
  ] as const) {
    const { code, err } = await runIn({ ...env, ...variables }, ...args, "--sandbox");
    assert.equal(code, /VENTANILLA_STORE/.test(err) ? 1 : 2, err);
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

test("in production the environment is enough to serve; a port that is in use is named", async () => {
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
  assert.deepEqual([code, out], [1, ""]);
  assert.match(err, /^ventanilla-links: port \d+ is in use: PORT and BANK_PORT choose others\n$/);
});

test("a wrong command line has the exit code 2 and one sentence; help has 0", async () => {
  const wrong = await runProcess([], [program, "create", "--sandbox", "--amount", "x", "--for", "y"], env, folder);
  assert.equal(wrong.code, 2);
  assert.match(wrong.err, /^ventanilla-links: --amount: expected .*\nventanilla-links --help lists the options\.\n$/);
  assert.match((await run("cr\u001b[31mate")).err, /^ventanilla-links: Unexpected argument 'cr\\u\{1b\}\[31mate'/);
  assert.match((await run("--help")).out, /^Usage: ventanilla-links/);
});
