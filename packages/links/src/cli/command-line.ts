import { once } from "node:events";
import { ArgumentError } from "@ventanilla/client";
import { ventanilla } from "@ventanilla/express";
import { openStore } from "@ventanilla/express/sql";
import type { Store } from "@ventanilla/express/store";
import { parseOptions, printable } from "@ventanilla/web";
import { inputOf } from "../check-link.ts";
import { type Links, links } from "../links.ts";
import { makeBusiness } from "./business.ts";
import { type Settings, settingsOf, variables } from "./settings.ts";

const help = `Usage: ventanilla-links [--sandbox]
       ventanilla-links create --amount <amount> --for <text> [options]

Without a command it serves a whole business: the pages of the links, receipts, and the counter with a login at /staff.
create makes a link, and prints its address.

  --sandbox                          beside a bank of its own, for your computer: no setting is needed
  --amount <amount>                  as 2950, 2,950.00 or US$ 50, tax included
  --max <amount>                     the buyer chooses: at least --amount, at most this
  --for <text>                       what for, as the buyer reads it
  --itbis <18 | 16 | 0>              the tax within the amount, in percent. Default: 18
  --times <many | number>            how many times it can be paid. Default: 1
  --until <YYYY-MM-DD>               the last day, in Santo Domingo. Default: until it is withdrawn
  --name, --email, --mobile <text>   whom it is for. What is missing, the buyer types

Without --sandbox the environment says the rest:
${Object.keys(variables)
  .join(", ")
  .replace(/(.{90,110},) /g, "$1\n")}.

Exit code: 0 when all is well, 1 when something is wrong, 2 for a wrong command line.
`;

/** The options of `create`, with the fields that they are: errors of these name the option. */
const fields = {
  amount: "amount",
  max: "max",
  for: "description",
  itbis: "itbis",
  times: "times",
  until: "until",
  name: "customer.name",
  email: "customer.email",
  mobile: "customer.mobilePhone",
};

type Typed = { sandbox?: boolean; help?: boolean } & Partial<Record<keyof typeof fields, string>>;

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
    const said = printable(inUse || (isWrongUse ? namedAsGiven(message) : message));
    const hint = isWrongUse ? "\nventanilla-links --help lists the options." : "";
    io.stderr.write(`ventanilla-links: ${said}${hint}\n`);
    return isWrongUse ? 2 : 1;
  }
}

/** An error's message with the variable or the option in place of the field that it begins with. */
function namedAsGiven(message: string): string {
  const options = Object.entries(fields).map(([name, field]) => [`--${name}`, field] as const);
  return message.replace(/^[a-z.]+/i, (name) => {
    const named = [...options, ...Object.entries(variables)].find(([, field]) => `${name}.`.startsWith(`${field}.`));
    return named?.[0] ?? name;
  });
}

async function run(args: readonly string[], io: CommandProcess): Promise<void> {
  const isCreating = args[0] === "create";
  const names = isCreating ? Object.keys(fields) : [];
  const { values } = parseOptions({
    args: args.slice(isCreating ? 1 : 0),
    options: {
      sandbox: { type: "boolean" },
      help: { type: "boolean", short: "h" },
      ...Object.fromEntries(names.map((name) => [name, { type: "string" as const }])),
    },
  });
  const { sandbox = false, help: isLost, ...typed } = values as Typed;
  if (isLost) return void io.stdout.write(help);
  // An option of a variable that is not set would make a link without a limit.
  const empty = Object.entries(typed).find(([, text]) => text === "");
  if (empty) throw new ArgumentError(`--${empty[0]}: expected a text, got none`);
  const env = settingsOf(io.env, sandbox, !isCreating);
  const store = await openStore(undefined, env, { create: !isCreating, connections: 10 });
  try {
    const pay = links({
      store,
      publicUrl: `${env.PUBLIC_URL}/pay`,
      storefront: { ...storefrontOf(env), ...(env.STORE_RNC && { rnc: env.STORE_RNC }) },
      keys: listOf(env.PAYMENTS_KEY),
      orderKeys: listOf(env.ORDER_SECRET),
    });
    await store.migrate();
    await pay.migrate();
    if (!isCreating) return await serve(env, store, pay, io, sandbox);
    const { for: description, mobile: mobilePhone, ...others } = typed;
    const { url } = await pay.create(inputOf({ ...others, description, mobilePhone }));
    io.stdout.write(`${url}\n`);
  } finally {
    await store.close();
  }
}

const listOf = (text: string): string[] => (text === "" ? [] : text.split(","));

const storefrontOf = ({ STORE_NAME: name, STORE_CONTACT: href }: Settings) => ({
  name,
  ...(href && { contact: { href } }),
});

/** Serves until somebody ends the process; then finishes what has begun, within 10 seconds. */
async function serve(env: Settings, store: Store, pay: Links, { stdout }: CommandProcess, sandbox: boolean) {
  const { PUBLIC_URL: publicUrl, MERCHANT_TYPE: type, STAFF_PASSWORD: password } = env;
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
    });
    const business = makeBusiness(payments, pay, password).set("trust proxy", Number(env.PROXIES));
    const server = business.listen(Number(env.PORT));
    await once(server, "listening");
    const stopped = Promise.race(["SIGINT", "SIGTERM"].map((signal) => once(process, signal)));
    const word = process.env.STAFF_PASSWORD ? "the password in STAFF_PASSWORD" : `this password: ${password}`;
    stdout.write(`Ready: ${publicUrl}/staff\nLog in with your name and ${word}\n`);
    if (bank) stdout.write("Pay with 4761 3400 0000 0050, any future date, any three digits.\n");
    await stopped;
    server.close();
    await payments.close();
    server.closeAllConnections();
  } finally {
    if (bank) await bank.close();
  }
}
