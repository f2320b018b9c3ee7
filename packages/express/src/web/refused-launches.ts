import type { Refusal } from "./texts.ts";

/** A launch that was refused before an attempt was written. */
export interface RefusedLaunch {
  /** The order's id, as the page sent it. */
  order: string;
  reason: Refusal;
}

/** The launches that this process has refused, by the id that the page gave to its attempt. */
export interface RefusedLaunches {
  keep(attempt: string, launch: RefusedLaunch): void;
  find(attempt: string): RefusedLaunch | undefined;
}

/** More than are refused while a page asks. The oldest are forgotten: a flood must not fill the memory. */
const maxKept = 10_000;

/** Keeps refused launches in memory: nothing of a form that anyone may post is worth a row of the store. */
export function makeRefusedLaunches(): RefusedLaunches {
  const kept = new Map<string, RefusedLaunch>();
  return {
    keep(attempt, launch) {
      kept.delete(attempt);
      kept.set(attempt, launch);
      for (const oldest of kept.keys()) {
        if (kept.size <= maxKept) break;
        kept.delete(oldest);
      }
    },
    find: (attempt) => kept.get(attempt),
  };
}
