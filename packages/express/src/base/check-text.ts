import { ArgumentError } from "@ventanilla/client";

/** @throws ArgumentError naming `name` and what was expected, unless it is right */
export function expect(isRight: boolean, name: string, what: string): asserts isRight {
  if (!isRight) throw new ArgumentError(`${name}: expected ${what}`);
}

/** @throws ArgumentError naming `name`, unless the value is a text of 1 to 300 characters without NUL */
export const checkText = (name: string, value: unknown): void => checkLength(name, value, 300);

/** @throws ArgumentError naming `name`, unless the value is a text of 1 to `max` characters without NUL */
export function checkLength(name: string, value: unknown, max: number): void {
  const isText = typeof value === "string" && value !== "" && value.length <= max && !value.includes("\0");
  expect(isText, name, `1 to ${max} characters, without NUL`);
}
