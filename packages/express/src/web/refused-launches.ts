import { decisiveOf } from "../attempt/decisive.ts";
import type { Store } from "../stores/store.ts";
import { RecentMap } from "./recent-map.ts";
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

/** Keeps refused launches in memory: anyone may post a form, which must not add a row to the store. */
export function makeRefusedLaunches(): RefusedLaunches {
  const kept = new RecentMap<RefusedLaunch>();
  return {
    keep: (attempt, launch) => kept.set(attempt, launch),
    find: (attempt) => kept.get(attempt),
  };
}

/**
 * Whether another attempt at the order may charge it. `false` for any other reason: a visitor who is told that there is
 * no such order must not learn more.
 */
export async function isOrderInDoubt(
  { order, reason }: RefusedLaunch,
  store: Pick<Store, "attemptsOf">,
): Promise<boolean> {
  if (reason !== "shop_failed" && reason !== "too_many") return false;
  return decisiveOf(await store.attemptsOf(order)) !== undefined;
}
