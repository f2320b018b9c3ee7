import { type SessionResult, sessionResult } from "@ventanilla/client";
import { type Attempt, advance, judge, rank } from "./attempt/attempt.ts";
import { conclude } from "./attempt/schedule.ts";
import type { Settings } from "./options.ts";
import type { Change, Store } from "./stores/store.ts";

/**
 * Asks the bank about an attempt and records what it says: the only door to an outcome. One query at a time per attempt,
 * and at most one a second unless `now` is set: then one starts after any that is under way. An attempt without a
 * session key, because no browser has seen it or nothing can change it any more, is returned as it is. An unclear
 * answer moves nothing and is not an error here.
 */
export type Settle = (attempt: Attempt, options?: { now?: boolean }) => Promise<Attempt>;

const shortestPause = 1000;

/** @param moved told of an attempt that reached another state, once that is written */
export function makeSettle(settings: Settings, moved: (attempt: Attempt) => Promise<void>): Settle {
  const { store, report } = settings;
  const underWay = new Map<string, Promise<Attempt>>();

  async function answerOf({ id, order, facts }: Attempt): Promise<SessionResult | undefined> {
    const { SESSION = "", sealedKey = "" } = facts;
    let key: string;
    try {
      key = settings.vault.open(sealedKey, id);
    } catch (error) {
      report.alert(
        "key_lost",
        "a session key cannot be decrypted, so the bank cannot be asked",
        { order, attempt: id },
        error,
      );
      return undefined;
    }
    return report
      .query({ order, attempt: id }, () => sessionResult(settings.bank, { SESSION, "session-key": key }))
      .catch((error: unknown) => {
        if (error instanceof TypeError) throw error;
        return undefined;
      });
  }

  async function ask(attempt: Attempt): Promise<Attempt> {
    const answer = await answerOf(attempt);
    const now = await store.now();
    const settled = await update(store, attempt, (current) => {
      const finding = answer === undefined ? { facts: { askedAt: now } } : judge(current, answer, now);
      return conclude(current, advance(current, finding) ?? current, now);
    });
    if (settled.state !== attempt.state) await moved(settled);
    return settled;
  }

  return async function settle(attempt, options = {}) {
    const running = underWay.get(attempt.id);
    if (running && !options.now) return running;
    const current = running ? await running : attempt;
    if (current.facts.sealedKey === undefined || rank(current.state) < rank("opened")) return current;
    if (!options.now && (await store.now()) - (current.facts.askedAt ?? 0) < shortestPause) return current;
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
