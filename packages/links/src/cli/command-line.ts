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
interface CommandProcess {
  env: NodeJS.ProcessEnv;
  stdout: Pick<NodeJS.WritableStream, "write">;
  stderr: Pick<NodeJS.WritableStream, "write">;
  /** Calls back when somebody ends the process. */
  onStop(stop: () => void): void;
}

/** Resolves to the exit code: 0, 1 when something is wrong, 2 for a wrong command line. Serving resolves when stopped. */
export async function runCommandLine(args: readonly string[], process: CommandProcess): Promise<number> {
  try {
    await run(args, process);
    return 0;
  } catch (error) {
    const isWrongUse = error instanceof ArgumentError;
    const { code, port, message } = error as NodeJS.ErrnoException & { port?: number };
    const inUse = code === "EADDRINUSE" && `port ${port} is in use: PORT and BANK_PORT choose others`;
    const said = printable(inUse || (isWrongUse ? namedAsGiven(message) : message));
    const hint = isWrongUse ? "\nventanilla-links --help lists the options." : "";
    process.stderr.write(`ventanilla-links: ${said}${hint}\n`);
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

async function run(args: readonly string[], process: CommandProcess): Promise<void> {
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
  if (isLost) return void process.stdout.write(help);
  // An option of a variable that is not set would make a link without a limit.
  const empty = Object.keys(typed).find((name) => {
    const option = name as keyof typeof fields;
    return typed[option] === "" && !fields[option].startsWith("customer.");
  });
  if (empty !== undefined) throw new ArgumentError(`--${empty}: expected a text, got none`);
  const settings = settingsOf(process.env, sandbox, !isCreating);
  const { publicUrl, storefront, keys, orderKeys } = settings;
  const store = await openStore(
    undefined,
    { VENTANILLA_STORE: settings.store },
    { create: !isCreating, connections: 10 },
  );
  try {
    const pay = links({ store, publicUrl: `${publicUrl}/pay`, storefront, keys, orderKeys });
    await store.migrate();
    await pay.migrate();
    if (!isCreating) return await serve(sandbox, settings, store, pay, process);
    const { for: description, mobile: mobilePhone, ...others } = typed;
    const { url } = await pay.create(inputOf({ ...others, description, mobilePhone }));
    process.stdout.write(`${url}\n`);
  } catch (error) {
    await store.close();
    throw error;
  }
  await store.close();
}

/** Serves until somebody ends the process; then finishes what has begun, within 10 seconds, and closes the store. */
async function serve(sandbox: boolean, settings: Settings, store: Store, pay: Links, process: CommandProcess) {
  const { publicUrl, storefront, keys, origins, gateway, merchant, password } = settings;
  const { name, contact } = storefront;
  // Loaded where it is asked for: no business in production needs it.
  const bank = sandbox && (await (await import("@ventanilla/sandbox")).createSandbox({ port: settings.bankPort }));
  try {
    const payments = ventanilla({
      publicUrl: `${publicUrl}/payments`,
      counterUrl: `${publicUrl}/staff/payments`,
      origins,
      gateway,
      merchant,
      storefront: { name, ...(contact && { contact }) },
      store,
      encryptionKeys: keys,
      order: pay.order,
      onPaid: pay.onPaid,
    });
    const server = makeBusiness(payments, pay, password).set("trust proxy", settings.proxies).listen(settings.port);
    await once(server, "listening");
    const stopped = new Promise<void>(process.onStop);
    const word = process.env.STAFF_PASSWORD ? "the password in STAFF_PASSWORD" : `this password: ${password}`;
    process.stdout.write(`Ready: ${publicUrl}/staff\nLog in with your name and ${word}\n`);
    if (bank) process.stdout.write("Pay with 4761 3400 0000 0050, any future date, any three digits.\n");
    await stopped;
    server.close();
    await payments.close();
    server.closeAllConnections();
  } finally {
    if (bank) await bank.close();
  }
}
