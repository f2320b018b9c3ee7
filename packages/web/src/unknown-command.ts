import { nearestName } from "./nearest-name.ts";

/**
 * A word of a command line for a message.
 * @param word as it was given
 * @returns the word, unless it may be a database's address, with a password
 * @example
 * shownWord("postgres://ana:secret@db/x"); // "an address"
 */
export function shownWord(word: string): string {
  return /:\/\/|@/.test(word) ? "an address" : word;
}

/**
 * The message about a command that there is not.
 * @param name as it was given
 * @param known the commands that there are
 * @returns the one that was likely meant, else all of them
 * @example
 * unknownCommand("crate", ["create", "list"]); // "crate: unknown command, did you mean create?"
 */
export function unknownCommand(name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  return near === undefined
    ? `${shownWord(name)}: expected a command: ${known.join(", ")}`
    : `${name}: unknown command, did you mean ${near}?`;
}
