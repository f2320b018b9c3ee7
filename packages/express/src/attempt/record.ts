import type { EventType } from "../stores/outbox-event.ts";
import type { Store } from "../stores/store.ts";
import type { Attempt } from "./attempt.ts";
import type { Change } from "./change.ts";
import { withHistory } from "./history.ts";
import { next, type TransitionEvent } from "./transition.ts";

/** The attempt as it is after an event, and what the event has changed: `undefined` when it has changed nothing. */
export interface Recorded {
  attempt: Attempt;
  change: Change | undefined;
}

/**
 * Records an event of an attempt by compare-and-set. When another writer was quicker, the event is decided again on
 * what that writer wrote, until the change is written or there is nothing to change. When the store refuses a change of
 * the latest version, because of another attempt of the order, nothing is written. Every change of an attempt is made
 * here, and is added to its history.
 */
export async function record(store: Store, attempt: Attempt, event: TransitionEvent): Promise<Recorded> {
  let current = attempt;
  for (;;) {
    const now = await store.now();
    const decided = next(current, event, now);
    if (decided === undefined) return { attempt: current, change: undefined };
    const change = withHistory(current, event, decided, now);
    const { written, attempt: after } = await store.transition(current.id, current.version, change);
    if (written) return { attempt: after, change };
    if (after.version === current.version) return { attempt: after, change: undefined };
    current = after;
  }
}

/** Called after a change that announces something was written. */
export type OnAnnounced = (attempt: Attempt, announcement: EventType) => Promise<void>;

/** Records an event, then announces what the change announces. Returns the attempt as it is afterwards. */
export type Recorder = (attempt: Attempt, event: TransitionEvent) => Promise<Attempt>;

/** @param onAnnounced called after each change that announces something */
export function makeRecorder(store: Store, onAnnounced: OnAnnounced): Recorder {
  return async function recordAndAnnounce(attempt, event) {
    const { attempt: after, change } = await record(store, attempt, event);
    if (change?.announce !== undefined) await onAnnounced(after, change.announce);
    return after;
  };
}
