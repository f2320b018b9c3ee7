import type { ParseArgsConfig } from "node:util";
import type { Store } from "../../stores/store.ts";

/** What a command has found out or done. */
export interface CommandResult {
  /** False when something is wrong that the answer itself tells: the exit code is 1 then. */
  ok: boolean;
  /** For machines (`--json`). */
  json: object;
  /** For people; holds no control characters but line ends. */
  text: string;
}

/** The options and the argument of a command line, checked by `parseArgs` against the command's own. */
export interface Invocation {
  /** The argument after the command's name; empty for a command that takes none. */
  subject: string;
  values: Record<string, string | boolean | undefined>;
  /** Opens the store that `--store` or the environment names; it is closed after the command. */
  store(options?: { create?: boolean }): Promise<Store>;
}

/** One command of the command line. */
export interface Command {
  /** How it is written, after the program's name. */
  usage: string;
  /** What it does, in one line. */
  about: string;
  /** What its argument is, when it takes one. */
  takes?: string;
  options: NonNullable<ParseArgsConfig["options"]>;
  /** @throws ArgumentError for a wrong command line; any other error for what went wrong */
  run(given: Invocation): Promise<CommandResult>;
}

/** For the commands that work on a store. */
export const storeOption = { store: { type: "string" } } as const;
