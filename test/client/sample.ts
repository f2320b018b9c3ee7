import { readFileSync } from "node:fs";

/** A raw message of `test/samples`, as text. */
export const sample = (name: string): string => readFileSync(new URL(`../samples/${name}`, import.meta.url), "utf8");
