import { randomInt } from "node:crypto";
import { makeRandom, pick } from "../chaos/random.ts";

/** Whether this run kills at every point, as `npm run crash` does. */
const all = process.env.CRASH_POINTS === "all";

const seed = Number(process.env.CRASH_SEED ?? randomInt(1_000_000));
const random = makeRandom(seed);

/**
 * The points of a flow to be killed at in this run: one of each name, which one follows from `CRASH_SEED`; in a whole run, all.
 * @param names the names of the flow's points, in order
 * @param from the first point to choose from. Default: 0
 * @returns their places in the list
 */
export function chosenPoints(names: readonly string[], from = 0): number[] {
  const places = [...names.keys()].slice(from);
  if (all) return places;
  const kinds = new Map<string, [number, ...number[]]>();
  for (const place of places) {
    const name = names[place] ?? "";
    const same = kinds.get(name);
    if (same) same.push(place);
    else kinds.set(name, [place]);
  }
  return [...kinds.values()].map((same) => pick(random, same));
}

/** What this run played, and how to play that again. */
export const ofAll = (played: number, of: number): string =>
  all ? `killed at all ${of} points` : `killed at ${played} of ${of} points (CRASH_SEED=${seed}; all: npm run crash)`;
