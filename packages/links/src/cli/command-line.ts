import { once } from "node:events";
import { ArgumentError } from "@ventanilla/client";
import { type Payments, ventanilla } from "@ventanilla/express";
import { counter, passwordLogin } from "@ventanilla/express/counter";
import { openStore } from "@ventanilla/express/sql";
import type { Store } from "@ventanilla/express/store";
import { expectThat, parseOptions, printable } from "@ventanilla/web";
import express from "express";
import { inputOf } from "../check-link.ts";
import { type Links, links } from "../links.ts";
import { type Settings, settingsOf, variables } from "./settings.ts";

const help = `Usage: ventanilla-links [--sandbox]
       ventanilla-links create --amount <amount> --for <text> [--sandbox]

Without a command it serves a whole business: the pages of the links, receipts, and the counter with a login at /staff.
create makes a link, and prints its address. The counter makes those with more: bounds, a last day, a customer.

  --sandbox           beside a bank of its own, for your computer: no setting is needed
  --amount <amount>   as 2950, 2,950.00 or US$ 50, tax included
  --for <text>        what for, as the buyer reads it

Without --sandbox the environment says the rest:
${Object.keys(variables)
  .join(", ")
  .replace(/(.{90,110},) /g, "$1\n")}.

Exit code: 0 when all is well, 1 when something is wrong, 2 for a wrong command line.
`;

/** The names of options and variables by the fields that they are: errors begin with these. */
const names = Object.entries({ "--amount": "amount", "--for": "description", ...variables });

/** What a command line needs of its process: `process` itself, except in tests. */
type CommandProcess = Record<"stdout" | "stderr", Pick<NodeJS.WritableStream, "write">> & Pick<NodeJS.Process, "env">;

/** Resolves to the exit code: 0, 1 when something is wrong, 2 for a wrong command line. Serving resolves when stopped. */
export async function runCommandLine(args: readonly string[], io: CommandProcess): Promise<number> {
  try {
    await run(args, io);
    return 0;
  } catch (error) {
    const isWrongUse = error instanceof ArgumentError;
    const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
    const inUse = code === "EADDRINUSE" && `port ${port} is in use: PORT and BANK_PORT choose others`;
    const nameOf = (field: string) => names.find(([, known]) => `${field}.`.startsWith(`${known}.`))?.[0] ?? field;
    const named = message.replace(/^[a-z.]+/i, nameOf);
    const hint = isWrongUse ? "\nventanilla-links --help lists the options." : "";
    io.stderr.write(`ventanilla-links: ${printable(inUse || named)}${hint}\n`);
    return isWrongUse ? 2 : 1;
  }
}

const options = {
  sandbox: { type: "boolean", default: false },
  help: { type: "boolean", short: "h" },
  amount: { type: "string" },
  for: { type: "string" },
} as const;

async function run(args: readonly string[], io: CommandProcess): Promise<void> {
  const isCreating = args[0] === "create";
  const { values } = parseOptions({ args: args.slice(isCreating ? 1 : 0), options });
  const { sandbox, help: isLost, amount, for: description } = values;
  if (isLost) return void io.stdout.write(help);
  expectThat(isCreating || (amount ?? description) === undefined, "--amount and --for", "create before them");
  const env = settingsOf(io.env, sandbox, !isCreating);
  const store = await openStore(undefined, env, { create: !isCreating, connections: 10 });
  try {
    const pay = links({
      store,
      publicUrl: `${env.PUBLIC_URL}/pay`,
      storefront: { ...storefrontOf(env), rnc: env.STORE_RNC || undefined },
      keys: listOf(env.PAYMENTS_KEY),
      orderKeys: listOf(env.ORDER_SECRET),
    });
    await store.migrate();
    await pay.migrate();
    if (!isCreating) return await serve(env, store, pay, io, sandbox);
    const { url } = await pay.create(inputOf({ amount, description }));
    io.stdout.write(`${url}\n`);
  } finally {
    await store.close();
  }
}

const storefrontOf = ({ STORE_NAME: name, STORE_CONTACT: href }: Settings) => ({
  name,
  ...(href && { contact: { href } }),
});

const listOf = (text: string): string[] => (text === "" ? [] : text.split(","));

/** Serves until somebody ends the process; then finishes what has begun, within 10 seconds. */
async function serve(env: Settings, store: Store, pay: Links, io: CommandProcess, sandbox: boolean) {
  const { PUBLIC_URL: publicUrl, MERCHANT_TYPE: type } = env;
  // Loaded where it is asked for: no business in production needs it.
  const bank = sandbox && (await (await import("@ventanilla/sandbox")).createSandbox({ port: Number(env.BANK_PORT) }));
  try {
    const payments = ventanilla({
      publicUrl: `${publicUrl}/payments`,
      counterUrl: `${publicUrl}/staff/payments`,
      origins: listOf(env.ORIGINS),
      gateway: { sessionApiUrl: env.SESSION_API_URL, gatewayUrl: env.GATEWAY_URL },
      merchant: {
        number: env.MERCHANT_NUMBER,
        terminal: env.MERCHANT_TERMINAL,
        acquirer: env.MERCHANT_ACQUIRER,
        ...(type && { type }),
        name: { owner: env.MERCHANT_NAME, city: env.MERCHANT_CITY, country: "DO" },
      },
      storefront: storefrontOf(env),
      store,
      encryptionKeys: listOf(env.PAYMENTS_KEY),
      order: pay.order,
      onPaid: pay.onPaid,
      onGivenBack: pay.onGivenBack,
    });
    const server = businessOf(payments, pay, env).listen(Number(env.PORT));
    await once(server, "listening");
    const stopped = Promise.race(["SIGINT", "SIGTERM"].map((signal) => once(process, signal)));
    const word = io.env.STAFF_PASSWORD ? "the password in STAFF_PASSWORD" : `this password: ${env.STAFF_PASSWORD}`;
    io.stdout.write(`Ready: ${publicUrl}/staff\nLog in with your name and ${word}\n`);
    if (bank) io.stdout.write("Pay with 4761 3400 0000 0050, any future date, any three digits.\n");
    await stopped;
    server.close();
    await payments.close();
    server.closeAllConnections();
  } finally {
    if (bank) await bank.close();
  }
}

/** A whole business: the router, the links, their receipts, and the counter with a login. */
function businessOf(payments: Payments, pay: Links, { STAFF_PASSWORD, PROXIES }: Settings): express.Express {
  const { ask, staff } = passwordLogin(STAFF_PASSWORD);
  const app = express().disable("x-powered-by").set("trust proxy", Number(PROXIES));
  app.use(payments.returns);
  app.use("/payments", payments);
  app.use("/pay", pay.pages(payments));
  app.use("/staff/payments", ask, counter(payments, { staff, pages: [pay.staffPages(payments)] }));
  app.get("/health", async (_request, response) => {
    const health = await payments.health();
    response.status(health.ok ? 200 : 503).json(health);
  });
  app.get(["/", "/staff"], (_request, response) => response.redirect(303, "/staff/payments/links"));
  return app;
}
