import { once } from "node:events";
import { createRequire } from "node:module";
import { ArgumentError } from "@ventanilla/client";
import { ventanilla } from "@ventanilla/express";
import { openStore } from "@ventanilla/express/sql";
import type { Store } from "@ventanilla/express/store";
import { formatMoney, printable } from "@ventanilla/web";
import { shownCode } from "../code.ts";
import { type Link, stateOf, writtenAmounts } from "../link.ts";
import { type Links, links } from "../links.ts";
import { makeBusiness } from "./business.ts";
import { help, type Invocation, invocationOf } from "./invocation.ts";
import { namedAsGiven, type Settings, settingsOf } from "./settings.ts";

const { version } = createRequire(import.meta.url)("@ventanilla/links/package.json") as { version: string };

/** What a command line needs of its process: `process` itself, except in tests. */
interface CommandProcess {
  env: NodeJS.ProcessEnv;
  stdout: Pick<NodeJS.WritableStream, "write">;
  stderr: Pick<NodeJS.WritableStream, "write">;
  /** Calls back when somebody ends the process. */
  onStop(stop: () => void): void;
}

/** Resolves to the exit code: 0, 1 when something is wrong, 2 for a wrong command line. Serving resolves when stopped. */
export async function runCommandLine(args: readonly string[], process: CommandProcess): Promise<number> {
  const { stdout, stderr } = process;
  try {
    if (args.some((word) => word === "--help" || word === "-h")) stdout.write(help);
    else if (args[0] === "--version" || args[0] === "-v") stdout.write(`${version}\n`);
    else await run(invocationOf(args), process);
    return 0;
  } catch (error) {
    const isWrongUse = error instanceof ArgumentError;
    const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
    const given = isWrongUse ? namedAsGiven(message) : message;
    const others = args.includes("--sandbox") ? "PORT and --bank-port choose others" : "PORT chooses another";
    const said = code === "EADDRINUSE" ? `port ${port} is in use: ${others}` : given;
    stderr.write(
      `ventanilla-links: ${printable(said)}${isWrongUse ? "\nventanilla-links --help lists the options." : ""}\n`,
    );
    return isWrongUse ? 2 : 1;
  }
}

async function run(invocation: Invocation, process: CommandProcess): Promise<void> {
  const { command, sandbox, store: named } = invocation;
  const isServing = command === "serve";
  const { VENTANILLA_STORE, DATABASE_URL } = process.env;
  const env = { ...process.env, VENTANILLA_STORE: named || VENTANILLA_STORE || DATABASE_URL };
  const settings = settingsOf(env, { sandbox, toServe: isServing });
  const options = { create: isServing || sandbox, connections: isServing ? 10 : 2 };
  const store = await openStore(named ?? settings.store, process.env, options);
  try {
    const { publicUrl, storefront, keys, orderKeys } = settings;
    const pay = links({ store, publicUrl: `${publicUrl}/pay`, storefront, keys, orderKeys });
    if (isServing || sandbox) await store.migrate();
    await pay.migrate();
    if (isServing) return await serve(invocation, settings, store, pay, process);
    process.stdout.write(await answer(invocation, await store.now(), pay));
  } catch (error) {
    await store.close();
    throw error;
  }
  await store.close();
}

async function answer(invocation: Exclude<Invocation, { command: "serve" }>, now: number, pay: Links): Promise<string> {
  const found: Link[] = [];
  if (invocation.command === "create") found.push(await pay.create(invocation.input));
  else if (invocation.command === "list") for await (const link of pay.list()) found.push(link);
  else {
    const link = await pay.withdraw(invocation.code);
    if (link === undefined) throw new Error("no link has this code");
    found.push(link);
  }
  if (invocation.json) {
    const all = found.map((link) => ({ ...link, state: stateOf(link, now) }));
    return `${JSON.stringify(invocation.command === "list" ? all : all[0], null, 2)}\n`;
  }
  if (invocation.command === "create") return `${found[0]?.url}\n`;
  return found.map((link) => `${lineOf(link, now)}\n`).join("") || "no links yet\n";
}

/** A link in one line. Its description has no control characters: `create` refuses them. */
function lineOf(link: Link, now: number): string {
  const { code, amount, description, paid } = link;
  const broughtIn = `${paid.count} × = ${formatMoney(paid.total)}`;
  return [shownCode(code), stateOf(link, now), writtenAmounts(amount).join(" – "), broughtIn, description].join("  ");
}

/** Serves until somebody ends the process; then finishes what has begun, within 10 seconds, and closes the store. */
async function serve(
  { sandbox, bankPort, bankUrl }: Extract<Invocation, { command: "serve" }>,
  settings: Settings,
  store: Store,
  pay: Links,
  { stdout, onStop }: CommandProcess,
): Promise<void> {
  const { publicUrl, storefront, keys, origins, merchant, proxies, port, passwordDigest, password } = settings;
  const { name, contact } = storefront;
  // Before all that can fail: of a new one only the digest is kept, and no later start can show it.
  stdout.write(`Log in with your name and this password: ${password}\n`);
  // Loaded where it is asked for: no business in production needs it.
  const bank = sandbox ? await (await import("@ventanilla/sandbox")).createSandbox({ port: bankPort }) : undefined;
  try {
    const payments = ventanilla({
      publicUrl: `${publicUrl}/payments`,
      counterUrl: `${publicUrl}/staff/payments`,
      origins,
      gateway: bank ? { sessionApiUrl: bank.url, gatewayUrl: bankUrl ?? bank.url } : settings.gateway,
      merchant,
      storefront: { name, ...(contact && { contact }) },
      store,
      encryptionKeys: keys,
      order: pay.order,
      onPaid: pay.onPaid,
    });
    const app = makeBusiness(payments, pay, passwordDigest, keys.join()).set("trust proxy", proxies);
    const server = app.listen(port);
    await once(server, "listening");
    const stopped = new Promise<void>(onStop);
    stdout.write(`Ready: ${publicUrl}/staff
${bank ? `Pay with 4761 3400 0000 0050, any future date, any three digits. The bank: ${bank.url}\n` : ""}`);
    await stopped;
    server.close();
    await payments.close();
    server.closeAllConnections();
  } finally {
    await bank?.close();
  }
}
