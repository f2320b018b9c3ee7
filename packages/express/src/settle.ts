import { sessionResult } from "@ventanilla/client";
import { type Attempt, advance, judge, rank } from "./attempt.ts";
import type { Settings } from "./options.ts";
import type { Change, Store } from "./store.ts";

/**
 * Asks the bank about an attempt and records what it says: the only door to an outcome. One query at a time per attempt,
 * and at most one a second unless `now` is set: then one starts after any that is under way. An attempt that cannot
 * change any more, or that no browser has seen, is returned as it is. An unclear answer moves nothing and is not an
 * error here.
 */
export type Settle = (attempt: Attempt, options?: { now?: boolean }) => Promise<Attempt>;

const shortestPause = 1000;

/** "30 minutes after the original submission" (seed, section 3) may start later than the session: keep asking. */
const askedPastWindowMs = 31 * 60_000;

/** A second card can still be approved after a refusal, and a late answer can clear up what was unclear. */
function mayChange({ state, windowEndsAt }: Attempt, now: number): boolean {
  const open = state === "opened" || state === "declined" || state === "unknown" || state === "review";
  return open && now < (windowEndsAt ?? now) + askedPastWindowMs;
}

/** @param approved called after an approval was written, with the attempt */
export function makeSettle(settings: Settings, approved: (attempt: Attempt) => Promise<void>): Settle {
  const underWay = new Map<string, Promise<Attempt>>();

  async function ask(attempt: Attempt): Promise<Attempt> {
    const { SESSION, sessionKey } = attempt.facts;
    if (SESSION === undefined || sessionKey === undefined) return attempt;
    const answer = await sessionResult(settings.bank, { SESSION, "session-key": sessionKey }).catch(
      (error: unknown) => {
        if (error instanceof TypeError) throw error;
        return undefined;
      },
    );
    const now = await settings.store.now();
    const settled = await update(settings.store, attempt, (current) =>
      advance(current, answer === undefined ? { facts: { askedAt: now } } : judge(current, answer, now)),
    );
    if (settled.state === "approved" && attempt.state !== "approved") await approved(settled);
    return settled;
  }

  return async function settle(attempt, options = {}) {
    const running = underWay.get(attempt.id);
    if (running && !options.now) return running;
    const current = running ? await running : attempt;
    const now = await settings.store.now();
    if (!mayChange(current, now)) return current;
    if (!options.now && now - (current.facts.askedAt ?? 0) < shortestPause) return current;
    const query = underWay.get(current.id) ?? ask(current).finally(() => underWay.delete(current.id));
    underWay.set(current.id, query);
    return query;
  };
}

/**
 * Changes an attempt by compare-and-set, deciding anew on what another writer made of it, until it is written or there
 * is nothing left to change.
 */
export async function update(
  store: Store,
  attempt: Attempt,
  decide: (current: Attempt) => Change | undefined,
): Promise<Attempt> {
  let current = attempt;
  for (;;) {
    const change = decide(current);
    if (change === undefined || rank(change.state) < rank(current.state)) return current;
    const { written, attempt: after } = await store.transition(current.id, current.version, change);
    if (written) return after;
    current = after;
  }
}
