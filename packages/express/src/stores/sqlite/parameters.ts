import type { SQLInputValue } from "node:sqlite";

/** The comments of SQLite. */
export const commentPattern: RegExp = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/g;

/** Texts and quoted names of SQLite. */
const quotedPattern = /'[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\]/;

/** Where a parameter's sign is none. */
const notCodePattern = new RegExp([quotedPattern, commentPattern].map(({ source }) => source).join("|"), "g");

/** The code of a text of SQL: without its comments, texts and quoted names. */
export const codeOf = (text: string): string => text.replaceAll(notCodePattern, " ");

const parameterPattern = new RegExp(`${notCodePattern.source}|\\?(\\d*)`, "g");

/**
 * The parameters of a hook's statement: its text with `?` for each of them, and what gives their values in this order. Not
 * every Node takes the values of numbered ones (`?1`). One without a number has the number after the highest one before it.
 * @returns `arrange` throws a RangeError when it does not get one value for each: the engine takes NULL for what is missing
 */
export function parametersOf(text: string): {
  text: string;
  arrange(values: readonly SQLInputValue[]): SQLInputValue[];
} {
  const numbers: number[] = [];
  let count = 0;
  const plain = text.replaceAll(parameterPattern, (part, digits?: string) => {
    const number = digits === "" ? count + 1 : Number(digits ?? 0);
    if (number === 0) return part;
    numbers.push(number);
    count = Math.max(count, number);
    return "?";
  });
  return {
    text: plain,
    arrange(values) {
      if (values.length === count) return numbers.map((number) => values[number - 1] ?? null);
      const hint = /[$:@]\w/.test(codeOf(text)) ? "; SQLite's parameters are ? or ?1" : "";
      throw new RangeError(
        `transaction: expected ${count} values, one for each parameter, got ${values.length}${hint}`,
      );
    },
  };
}
