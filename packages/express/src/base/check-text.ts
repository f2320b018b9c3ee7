import { expectThat } from "@ventanilla/web";

/** @throws ArgumentError naming `name`, unless the value is a text of 1 to 300 characters without NUL */
export const checkText = (name: string, value: unknown): void => checkLength(name, value, 300);

/** @throws ArgumentError naming `name`, unless the value is a text of 1 to `max` characters without NUL */
export function checkLength(name: string, value: unknown, max: number): void {
  const isText = typeof value === "string" && value !== "" && value.length <= max && !value.includes("\0");
  expectThat(isText, name, `1 to ${max} characters, without NUL`);
}
