import { nearestName } from "./nearest-name.ts";

/**
 * Says which option of a command line is unknown, and which one was likely meant: Node's own message explains positional
 * arguments instead.
 * @param message of an error of `parseArgs` with the code `ERR_PARSE_ARGS_UNKNOWN_OPTION`
 * @param known the names of the options, without dashes
 * @returns one sentence, for people
 * @see https://nodejs.org/api/util.html#utilparseargsconfig
 * @example
 * unknownOption(error.message, ["port", "help"]); // "--prot: unknown option, did you mean --port?"
 */
export function unknownOption(message: string, known: Iterable<string>): string {
  const [, dashes = "", name = ""] = /'(--?)([^' ]*)'/.exec(message) ?? [];
  const near = nearestName(name, known);
  return `${dashes}${name}: unknown option${near === undefined ? "" : `, did you mean --${near}?`}`;
}
