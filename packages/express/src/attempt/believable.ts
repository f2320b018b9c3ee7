import type { Attempt, Facts } from "./attempt.ts";
import { windowMs } from "./rules.ts";

/** Clocks of two processes, and a database's clock that is estimated, differ by less. */
const toleranceMs = 5000;

/** Times that prove something only when they have passed. */
const proofs = ["clearAt", "goneAt", "unheardSince", "lapseSeenAt", "sender"] as const;
/** Times at which something happened. */
const happenings = ["openedAt", "returnedAt", "askedAt", "aliveAt", "cardSentAt"] as const;

/**
 * The attempt without what was written while the clock was ahead: a time in the future proves nothing, and something that
 * has happened has happened by now. So it is with a window that ends later than that of a session of this moment.
 * @param now the store's clock, in milliseconds
 * @returns the same object when all of its times have passed
 */
export function believable(attempt: Attempt, now: number): Attempt {
  const { createdAt, windowEndsAt, facts } = attempt;
  const isToCome = (time: number | undefined): boolean => time !== undefined && time > now + toleranceMs;
  const wrong = proofs.filter((name) => isToCome(name === "sender" ? facts.sender?.at : facts[name]));
  const early = happenings.filter((name) => isToCome(facts[name]));
  const isLong = windowEndsAt !== undefined && isToCome(windowEndsAt - windowMs);
  if (wrong.length === 0 && early.length === 0 && !isLong && !isToCome(createdAt)) return attempt;
  const believed: Facts = { ...facts };
  for (const name of wrong) delete believed[name];
  for (const name of early) believed[name] = now;
  return {
    ...attempt,
    createdAt: Math.min(createdAt, now),
    ...(windowEndsAt !== undefined && { windowEndsAt: Math.min(windowEndsAt, now + windowMs) }),
    facts: believed,
  };
}
