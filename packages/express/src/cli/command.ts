import type { ParseArgsConfig } from "node:util";
import { ArgumentError } from "@ventanilla/client";
import type { ShopStore, Store } from "../stores/store.ts";

/** What a command found out or did: a file, written piece by piece while the store is open, or a {@link Finding}. */
export type CommandResult = { ok: boolean; file: AsyncIterable<string> } | Finding;

/** The result of a command, for programs and for people. */
interface Finding {
  /** `false` when the result says that something is wrong: then the exit code is 1. */
  ok: boolean;
  /** The result for programs (`--json`). */
  json: object;
  /** The result for people; without control characters except line ends. */
  text: string;
}

/** The options and the argument of a command line, checked by `parseArgs` against the command's own. */
export interface Invocation {
  /** The argument after the command's name; empty for a command that takes none. */
  subject: string;
  values: Record<string, string | boolean | undefined>;
  /** The environment of the process. */
  env: Readonly<Record<string, string | undefined>>;
  /** Opens the store that `--store` or the environment names; it is closed after the command. */
  open(options?: { create?: boolean }): Promise<Store>;
  /** Opens what it keeps of the shop that `--shop` names, else of its only one. */
  store(): Promise<ShopStore>;
}

/** One command of the command line. */
export interface Command {
  /** How it is written, after the program's name. */
  usage: string;
  /** What it does, in one line of the help. */
  about: string;
  /** What its argument is, when it takes one. */
  takes?: string;
  /** Whether the argument may be left out. Default: `false` */
  isOptional?: boolean;
  options: NonNullable<ParseArgsConfig["options"]>;
  /** @throws ArgumentError for a wrong command line; any other error for what went wrong */
  run(invocation: Invocation): Promise<CommandResult>;
}

/** The option of the commands that work on a store. */
export const storeOption = { store: { type: "string" }, shop: { type: "string" } } as const;

/**
 * Does work whose fields the command line knows under other names: its errors name the option.
 * @param names the option of each field
 * @throws ArgumentError naming the option; any other error as it is
 */
export async function withOptionNames<T>(names: Readonly<Record<string, string>>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    const named = error.message.replace(/^\w+(?=[:.])/, (field) => names[field] ?? field);
    throw new ArgumentError(named, { cause: error });
  }
}

/**
 * Returns the value of an option that is required.
 * @throws ArgumentError when it was not given
 */
export function requireOption(name: string, value: string | boolean | undefined): string {
  if (typeof value !== "string") throw new ArgumentError(`--${name} is required, for example --${name} "…"`);
  return value;
}
