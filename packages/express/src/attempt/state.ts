/**
 * The states of an attempt, lowest rank first. An attempt only moves to a higher rank, so evidence may arrive in any
 * order, from any process, and the result is the same.
 *
 * - `preparing`: the row is written; no browser has seen a session of it.
 * - `opened`: the launch page was served: money may move from here.
 * - `expired`: the window has ended, and the bank had no result shortly before it forgot the session.
 * - `unknown`: the window has ended without that evidence: manual review is needed.
 * - `declined`: the bank gave a final refusal.
 * - `review`: approved-like, but not a plain approval of this attempt: manual review is needed.
 * - `approved`: the bank's query gave `00` for exactly this attempt.
 */
export const states = ["preparing", "opened", "expired", "unknown", "declined", "review", "approved"] as const;
/** One of `states`. */
export type State = (typeof states)[number];

/** The rank of a state: 0 (`preparing`) to 6 (`approved`). */
export const rank = (state: State): number => states.indexOf(state);

/** Whether a state does not last: the attempt is being prepared, or the buyer can pay it. */
export const isLive = (state: State): state is "preparing" | "opened" => state === "preparing" || state === "opened";
