import { type Attempt, type Happening, type History, type HistoryEntry, type State, visitNames } from "./attempt.ts";
import type { Change } from "./change.ts";
import type { TransitionEvent } from "./event.ts";

/** How many entries a history has at most, and how many of the first are never left out. */
const maxEntries = 40;
const firstEntries = 8;

/** Adds an entry for the event to the history in the facts, if the event has one. */
export function withHistory(attempt: Attempt, event: TransitionEvent, change: Change, now: number): Change {
  const happening = happeningOf(event, attempt, change);
  if (happening === undefined) return change;
  const entry = { at: now, ...happening, ...(change.state !== attempt.state && { state: change.state }) };
  return { ...change, facts: { ...change.facts, history: append(attempt.facts.history, entry) } };
}

function append({ entries, omitted = 0 }: History = { entries: [] }, entry: HistoryEntry): History {
  const all = [...entries, entry];
  const isLeftOut = (each: HistoryEntry, index: number) => index >= firstEntries && !isLasting(each);
  const leftOut = all.length > maxEntries ? all.findIndex(isLeftOut) : -1;
  if (leftOut === -1) return { entries: all, ...(omitted > 0 && { omitted }) };
  return { entries: all.toSpliced(leftOut, 1), omitted: omitted + 1 };
}

/** Whether the entry is never left out. There are few of these: a state only rises, and a person decides once. */
function isLasting({ what, state }: HistoryEntry): boolean {
  return state !== undefined || what === "resolved" || what === "released" || what === "captured";
}

function happeningOf(event: TransitionEvent, attempt: Attempt, change: Change): Happening | undefined {
  switch (event.type) {
    case "launched":
    case "captured":
    case "released":
      return { what: event.type };
    case "launchFailed":
      return { what: "launchFailed", reason: event.reason };
    case "visited":
      return { what: visitNames[event.via] };
    case "answered": {
      const { answer } = event;
      return { what: "answered", answer: answer.kind, ...("verdict" in answer && { code: answer.verdict.code }) };
    }
    case "resolved":
      return { what: "resolved", paid: event.resolution.paid };
    case "unasked":
    case "timePassed": {
      const hasLapsed = change.facts.released !== attempt.facts.released;
      return hasLapsed || change.state !== attempt.state ? { what: "timePassed" } : undefined;
    }
    // What these change is in the facts alone.
    case "asking":
    case "handled":
    case "launchBegun":
    case "overtaken":
    case "capturing":
    case "sending":
      return undefined;
  }
}

/**
 * What has happened to the attempt. For the time before histories were kept, the entries come from its facts. An entry
 * says `review` where the store put an approval under review, because another attempt has its reference.
 */
export function historyOf(attempt: Attempt): History {
  const { state, facts } = attempt;
  const { entries: kept, omitted }: History = facts.history ?? { entries: [] };
  const since = kept[0]?.at ?? Number.POSITIVE_INFINITY;
  const entries = [...entriesFromFacts(attempt).filter(({ at }) => at < since), ...kept];
  const approval = state === "approved" ? entries.findLastIndex((entry) => entry.state === "approved") : -1;
  const shown = entries.map((entry, index): HistoryEntry => {
    return entry.state === "approved" && index !== approval ? { ...entry, state: "review" } : entry;
  });
  return { entries: shown, ...(omitted !== undefined && { omitted }) };
}

function entriesFromFacts({ state, facts }: Attempt): HistoryEntry[] {
  const { openedAt, returnedAt, returnedVia, settledAt, verdict, resolution, released } = facts;
  const entries: HistoryEntry[] = [];
  if (openedAt !== undefined) entries.push({ at: openedAt, what: "launched", state: "opened" });
  if (returnedAt !== undefined && returnedVia !== undefined) {
    entries.push({ at: returnedAt, what: visitNames[returnedVia] });
  }
  const isConfirmed = state === "approved" && resolution?.paid === true;
  if (settledAt !== undefined && !isConfirmed) {
    entries.push(settledEntry(settledAt, state, verdict?.code));
  }
  if (resolution !== undefined) {
    const { at, paid } = resolution;
    entries.push({ at, what: "resolved", paid, ...(isConfirmed && { state }) });
  }
  if (released !== undefined) entries.push({ at: released.at, what: "released" });
  return entries.toSorted((a, b) => a.at - b.at);
}

function settledEntry(at: number, state: State, code: string | undefined): HistoryEntry {
  const isAnswer = state === "approved" || state === "declined" || state === "review";
  return isAnswer
    ? { at, what: "answered", answer: state, ...(code !== undefined && { code }), state }
    : { at, what: "timePassed", state };
}
