import { createHash } from "node:crypto";

/**
 * With `TEST_SEED`, which `npm test` chooses and prints, a run plays a part of what it would only repeat: the same sentence
 * on another engine, with another value, or once more. Without it, as in `npm test node`, a run plays everything.
 */
const seed = process.env.TEST_SEED || undefined;

/** A number for what has this name, which is another one with another seed. */
const rankOf = (name: string): number => createHash("sha256").update(`${seed} ${name}`).digest().readUInt32BE();

/**
 * Some of the cases of a sentence, in their order.
 * @param what the name of the choice: it follows from `TEST_SEED` and this name alone
 * @param count how many. Default: 1
 */
export function some<T>(what: string, cases: readonly T[], count = 1): T[] {
  if (seed === undefined) return [...cases];
  const byRank = [...cases.keys()].toSorted((a, b) => rankOf(`${what} ${a}`) - rankOf(`${what} ${b}`));
  const chosen = new Set(byRank.slice(0, count));
  return cases.filter((_, index) => chosen.has(index));
}

/** Whether a case is in the part, one in so many. */
export const isIn = (name: string, many: number): boolean => seed === undefined || rankOf(name) % many === 0;

/** How often to repeat: so often in all, or as the part has it. */
export const often = (all: number, part: number): number => (seed === undefined ? all : part);
