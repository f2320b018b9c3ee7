import type { Attempt } from "./attempt/attempt.ts";
import type { Change } from "./attempt/change.ts";
import { concernsOrder, decideChange, updateOf, type Written } from "./attempt/decide-change.ts";
import type { Recorded, Recorder, TransitionEvent } from "./attempt/event.ts";
import { withHistory } from "./attempt/history.ts";
import type { EventType } from "./attempt/outbox-event.ts";
import { rank } from "./attempt/state.ts";
import { next } from "./attempt/transition.ts";
import type { ShopStore } from "./stores/store.ts";

/**
 * Writes a change of an attempt as it was read, unless it has changed meanwhile.
 * @param store what is kept of the shop
 * @param attempt the attempt as it was read
 * @param change what to write
 * @returns whether it was written, and the attempt as it is now
 * @throws Error when there is no such attempt any more
 * @example
 * const { written } = await writeChange(store.shop("larimar"), attempt, { state: "expired", facts: attempt.facts });
 */
export async function writeChange(
  store: Pick<ShopStore, "inOrder" | "update" | "findAttempt">,
  attempt: Attempt,
  change: Change,
): Promise<Written> {
  const { id, order, version } = attempt;
  if (concernsOrder(change, attempt)) return store.inOrder(order, (rows) => decideChange(rows, id, version, change));
  const update = updateOf(attempt, change);
  const isFalling = rank(change.state) < rank(attempt.state);
  if (!isFalling && (await store.update(update))) return { written: true, attempt: update.attempt };
  const current = await store.findAttempt(id);
  if (current === undefined) throw new Error("there is no attempt with this id");
  return { written: false, attempt: current };
}

/**
 * Records an event of an attempt by compare-and-set. When another writer was quicker, the event is decided again on
 * what that writer wrote. When a change of the latest version is refused, because of another attempt of the order,
 * nothing is written. Every change of an attempt is made here, and is added to its history.
 */
export async function record(store: ShopStore, attempt: Attempt, event: TransitionEvent): Promise<Recorded> {
  let current = attempt;
  for (;;) {
    const now = await store.now();
    const decided = next(current, event, now);
    if (decided === undefined) return { attempt: current, change: undefined };
    const change = withHistory(current, event, decided, now);
    const { written, attempt: after } = await writeChange(store, current, change);
    if (written) return { attempt: after, change };
    if (after.version === current.version) return { attempt: after, change: undefined };
    current = after;
  }
}

/** Called after a change that announces something was written. */
export type OnAnnounced = (attempt: Attempt, announcement: EventType) => Promise<void>;

/** @param onAnnounced called after each change that announces something */
export function makeRecorder(store: ShopStore, onAnnounced: OnAnnounced): Recorder {
  return async function recordAndAnnounce(attempt, event) {
    const { attempt: after, change } = await record(store, attempt, event);
    if (change?.announce !== undefined) await onAnnounced(after, change.announce);
    return after;
  };
}
