import { randomInt } from "node:crypto";
import { makeRandom } from "../chaos/random.ts";

/** Whether this run kills at every point, as `npm run long crash` does. */
const all = process.env.CRASH_POINTS === "all";

const seed = Number(process.env.CRASH_SEED ?? randomInt(1_000_000));
const random = makeRandom(seed);

/** At how many points of a flow a run kills it. */
const most = 2;

/**
 * The points of a flow to be killed at in this run: some, no two of one name, as `CRASH_SEED` has it; in a whole run, all.
 * @param names the names of the flow's points, in order
 * @param from the first point to choose from. Default: 0
 * @returns their places in the list
 */
export function chosenPoints(names: readonly string[], from = 0): number[] {
  const places = [...names.keys()].slice(from);
  if (all) return places;
  const chosen = new Map<string, number>();
  while (chosen.size < most && places.length > 0) {
    const [place = 0] = places.splice(Math.floor(random() * places.length), 1);
    const name = names[place] ?? "";
    if (!chosen.has(name)) chosen.set(name, place);
  }
  return [...chosen.values()].toSorted((a, b) => a - b);
}

/** What this run played, and how to play that again. */
export const ofAll = (played: number, of: number): string =>
  all
    ? `killed at all ${of} points`
    : `killed at ${played} of ${of} points (CRASH_SEED=${seed}; all: npm run long crash)`;
