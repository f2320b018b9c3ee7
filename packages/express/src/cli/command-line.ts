import { createRequire } from "node:module";
import { pipeline } from "node:stream/promises";
import { ArgumentError } from "@ventanilla/client";
import { parseOptions, printable, shownWord, unknownCommand } from "@ventanilla/web";
import { openStore } from "../stores/open-store.ts";
import type { ShopStore, Store } from "../stores/store.ts";
import type { Command, Invocation } from "./command.ts";
import { doctor } from "./doctor.ts";
import { eraseEmail } from "./erase-email.ts";
import { givenBack } from "./given-back.ts";
import { handle } from "./handle.ts";
import { inspect } from "./inspect.ts";
import { key } from "./key.ts";
import { list } from "./list.ts";
import { migrate } from "./migrate.ts";
import { prune } from "./prune.ts";
import { reconcile } from "./reconcile.ts";
import { resolve } from "./resolve.ts";
import { retry } from "./retry.ts";
import { status } from "./status.ts";

const { version } = createRequire(import.meta.url)("@ventanilla/express/package.json") as { version: string };

const commands: Record<string, Command> = {
  status,
  inspect,
  list,
  reconcile,
  resolve,
  "given-back": givenBack,
  handle,
  retry,
  prune,
  "erase-email": eraseEmail,
  migrate,
  doctor,
  key,
};

const help = `Usage: ventanilla <command> [options]

${Object.values(commands)
  .map(({ usage, about }) => `  ${usage}\n      ${about}`)
  .join("\n")}

  --store <file | postgres://… | mysql://…>   the store. Default: VENTANILLA_STORE, then DATABASE_URL
  --shop <name>                               the shop, where the store has several
  --json                                      JSON, for programs
  --help                                      shows this; so does no command at all
  --version                                   prints the version of @ventanilla/express

Exit code: 0 when all is well, 1 when something is wrong, 2 for a wrong command line.
`;

/** What the command line asks for without a command: the help, the version, or nothing. */
function helpOrVersion([first, ...rest]: readonly string[]): string | undefined {
  if (first === undefined || [first, ...rest].some((word) => word === "--help" || word === "-h")) return help;
  return first === "--version" || first === "-v" ? version : undefined;
}

/** What a command line needs of its process: `process` itself, except in tests. */
interface CommandProcess {
  env: NodeJS.ProcessEnv;
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
  exit(code: number): void;
}

/** Runs a command. Returns the text that is still to be written. */
async function run(args: readonly string[], { env, stdout }: CommandProcess): Promise<{ ok: boolean; text: string }> {
  const [name = "", ...rest] = args;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new ArgumentError(unknownCommand(name, Object.keys(commands)));
  const parsed = parseOptions({
    args: rest,
    options: { ...command.options, json: { type: "boolean" } },
    allowPositionals: true,
  });
  const { positionals } = parsed;
  // No option may be given more than once.
  const values = parsed.values as Invocation["values"];
  const [subject = "", ...extra] = positionals;
  if (command.takes && !command.isOptional && subject === "") {
    throw new ArgumentError(`${name}: expected the ${command.takes}: ${command.usage}`);
  }
  const [surplus] = command.takes ? extra : positionals;
  if (surplus !== undefined) throw new ArgumentError(`${name}: unexpected argument ${shownWord(surplus)}`);

  let opened: Store | undefined;
  const open: Invocation["open"] = async (options) => {
    opened = await openStore(typeof values.store === "string" ? values.store : undefined, env, options);
    return opened;
  };
  const store = async (): Promise<ShopStore> => shopIn(await open(), values.shop);
  try {
    const result = await command.run({ subject, values, env, open, store });
    const { ok } = result;
    if ("file" in result) {
      // Written no faster than it is read, and while the store is open.
      await pipeline(result.file, stdout, { end: false });
      return { ok, text: "" };
    }
    return { ok, text: `${values.json === true ? JSON.stringify(result.json, null, 2) : result.text}\n` };
  } finally {
    await opened?.close();
  }
}

/**
 * The shop that is named, else the only one. A store that no router has used has none, and is shown empty.
 * @throws ArgumentError when there are several, or none of this name
 */
async function shopIn(store: Store, named: string | boolean | undefined): Promise<ShopStore> {
  const names = (await store.scopes()).map(({ scope }) => scope);
  if (typeof named === "string" ? !names.includes(named) : names.length > 1) {
    throw new ArgumentError(`--shop: expected one of the shops of this store: ${names.join(", ")}`);
  }
  return store.shop(typeof named === "string" ? named : (names[0] ?? "none"));
}

/**
 * The error in one line, without the stack. The error of several failed connections has a code, and an empty message.
 */
function explain(error: unknown): string {
  const { message = String(error), code = "an unnamed error" } = error as Partial<Error & { code: string }>;
  return printable(message || code, 1000);
}

/**
 * Runs a command line, and ends the process, even when something of the shop, such as a pool, would keep it running.
 */
export async function runCommandLine(args: readonly string[], commandProcess: CommandProcess): Promise<void> {
  const { stdout, stderr } = commandProcess;
  const end = (stream: NodeJS.WritableStream, text: string, code: number): void => {
    stream.write(text, () => commandProcess.exit(code));
  };
  try {
    const about = helpOrVersion(args);
    if (about !== undefined) return end(stdout, `${about}\n`, 0);
    const { ok, text } = await run(args, commandProcess);
    end(stdout, text, ok ? 0 : 1);
  } catch (error) {
    const wrongUse = error instanceof ArgumentError;
    const hint = wrongUse ? "\nventanilla --help lists the commands." : "";
    end(stderr, `ventanilla: ${explain(error)}${hint}\n`, wrongUse ? 2 : 1);
  }
}
