import type { Announcement, Store } from "../stores/store.ts";
import type { Attempt } from "./attempt.ts";
import { next, type TransitionEvent } from "./transition.ts";

/**
 * Writes down what has happened to an attempt, and answers the attempt as it then is. Every change of an attempt goes
 * through here.
 */
export type Recorder = (attempt: Attempt, event: TransitionEvent) => Promise<Attempt>;

/**
 * Writes by compare-and-set: what another writer made of the attempt is decided upon anew, until the change is written
 * or there is nothing left to change.
 * @param announced told of a change that has an event, once it is written
 */
export function makeRecord(
  store: Store,
  announced: (attempt: Attempt, announcement: Announcement) => Promise<void>,
): Recorder {
  return async function record(attempt, event) {
    let current = attempt;
    for (;;) {
      const change = next(current, event, await store.now());
      if (change === undefined) return current;
      const { written, attempt: after } = await store.transition(current.id, current.version, change);
      if (written) {
        if (change.announce !== undefined) await announced(after, change.announce);
        return after;
      }
      current = after;
    }
  };
}
