import type { Attempt, History, HistoryEntry } from "../attempt/attempt.ts";

/**
 * What has happened to the attempt. An entry says `review` where the store put an approval under review, because another
 * attempt has its reference.
 */
export function historyOf({ state, facts }: Attempt): History {
  const { entries, ...rest }: History = facts.history ?? { entries: [] };
  const approval = state === "approved" ? entries.findLastIndex((entry) => entry.state === "approved") : -1;
  const shown = entries.map((entry, index): HistoryEntry => {
    return entry.state === "approved" && index !== approval ? { ...entry, state: "review" } : entry;
  });
  return { entries: shown, ...rest };
}
