import type { Attempt, Happening, History, HistoryEntry } from "./attempt.ts";
import type { Change } from "./change.ts";
import type { TransitionEvent } from "./event.ts";

/** How many entries a history has at most, and how many of the first are never left out. */
const maxEntries = 40;
const firstEntries = 8;
/** Never left out, as what records a new state. There are few of these: a state only rises, and a person decides once. */
const lasting: readonly string[] = ["resolved", "released", "captured"];

/** The name of a visit in a history, by the address that the browser came to. */
export const visitNames = { return: "returned", cancel: "cancelled" } as const;

/** Adds an entry for the event to the history in the facts, if the event has one. */
export function withHistory(attempt: Attempt, event: TransitionEvent, change: Change, now: number): Change {
  const happening = happeningOf(event, attempt, change);
  if (happening === undefined) return change;
  const entry = { at: now, ...happening, ...(change.state !== attempt.state && { state: change.state }) };
  return { ...change, facts: { ...change.facts, history: append(attempt.facts.history, entry) } };
}

function append({ entries, omitted = 0 }: History = { entries: [] }, entry: HistoryEntry): History {
  const all = [...entries, entry];
  const isLeftOut = ({ what, state }: HistoryEntry, index: number) =>
    index >= firstEntries && state === undefined && !lasting.includes(what);
  const leftOut = all.length > maxEntries ? all.findIndex(isLeftOut) : -1;
  if (leftOut === -1) return { entries: all, ...(omitted > 0 && { omitted }) };
  return { entries: all.toSpliced(leftOut, 1), omitted: omitted + 1 };
}

function happeningOf(event: TransitionEvent, attempt: Attempt, change: Change): Happening | undefined {
  switch (event.type) {
    case "launched":
      return { what: "launched" };
    case "launchFailed":
      return { what: "launchFailed", reason: event.reason };
    case "visited":
      return { what: visitNames[event.via] };
    case "answered": {
      const { answer } = event;
      return { what: "answered", answer: answer.kind, ...("verdict" in answer && { code: answer.verdict.code }) };
    }
    case "decided":
      return event.happened?.(change, attempt);
    case "unasked":
    case "timePassed":
      return change.state === attempt.state ? undefined : { what: "timePassed" };
    // What these change is in the facts alone.
    case "asking":
    case "launchBegun":
      return undefined;
  }
}
