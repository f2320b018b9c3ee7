import type { Store } from "../stores/store.ts";
import type { Attempt } from "./attempt.ts";
import type { Announcement, Change } from "./change.ts";
import { next, type TransitionEvent } from "./transition.ts";

/** The attempt as it is after an event, and what the event has changed; `undefined` when that is nothing. */
export interface Recorded {
  attempt: Attempt;
  change: Change | undefined;
}

/**
 * Writes down what has happened to an attempt, by compare-and-set: what another writer made of it is decided upon again,
 * until the change is written or there is nothing left to change. Every change of an attempt goes through here.
 */
export async function record(store: Store, attempt: Attempt, event: TransitionEvent): Promise<Recorded> {
  let current = attempt;
  for (;;) {
    const change = next(current, event, await store.now());
    if (change === undefined) return { attempt: current, change };
    const { written, attempt: after } = await store.transition(current.id, current.version, change);
    if (written) return { attempt: after, change };
    current = after;
  }
}

/** Told of a change that announces something, once it is written. */
export type Announced = (attempt: Attempt, announcement: Announcement) => Promise<void>;

/** {@link record}, and then {@link Announced}. */
export type Recorder = (attempt: Attempt, event: TransitionEvent) => Promise<Attempt>;

export function makeRecorder(store: Store, announced: Announced): Recorder {
  return async function recordAndTell(attempt, event) {
    const { attempt: after, change } = await record(store, attempt, event);
    if (change?.announce !== undefined) await announced(after, change.announce);
    return after;
  };
}
