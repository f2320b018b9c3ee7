import { type ParseArgsConfig, parseArgs } from "node:util";
import { ArgumentError } from "./argument-error.ts";
import { nearestName } from "./nearest-name.ts";

/**
 * Reads a command line as Node's `parseArgs` does. For an unknown option the error says which one was likely meant;
 * Node's own message explains positional arguments instead.
 * @param config what `parseArgs` takes
 * @returns what `parseArgs` returns
 * @throws ArgumentError in one sentence, for people, when the command line is wrong
 * @see https://nodejs.org/api/util.html#utilparseargsconfig
 * @example
 * const { values } = parseOptions({ options: { port: { type: "string" } } });
 * // --prot 4000: "--prot: unknown option, did you mean --port?"
 */
export function parseOptions<Config extends ParseArgsConfig>(config: Config): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const { code = "", message } = error as NodeJS.ErrnoException;
    if (!code.startsWith("ERR_PARSE_ARGS_")) throw error;
    const isUnknown = code === "ERR_PARSE_ARGS_UNKNOWN_OPTION";
    throw new ArgumentError(isUnknown ? unknownOption(message, config) : message.replaceAll("\n", " "), {
      cause: error,
    });
  }
}

/** @param message Node's, which quotes the option */
function unknownOption(message: string, { options = {} }: ParseArgsConfig): string {
  const [, dashes = "", name = ""] = /'(--?)([^' ]*)'/.exec(message) ?? [];
  const near = nearestName(name, Object.keys(options));
  return `${dashes}${name}: unknown option${near === undefined ? "" : `, did you mean --${near}?`}`;
}
