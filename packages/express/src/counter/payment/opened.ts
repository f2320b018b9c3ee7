import { spanText } from "@ventanilla/web";
import type { KeptAction } from "../../stores/staff-store.ts";
import { noteTexts } from "../texts/notes.ts";
import type { Visit } from "../visit.ts";

/** How long somebody who has opened a payment may still be at it. */
const atItMs = 30 * 60_000;

/** How long it is kept once for all that somebody has opened a payment. */
const onceMs = 10 * 60_000;

/** What is kept when somebody opens a form: of a decision, or of money that goes back. */
export type Opening = "openDecision" | "openGivenBack";

/** What is kept when the latter is confirmed. */
const confirmed: ReadonlySet<string> = new Set(["givenBack", "sendBack", "denyReturn", "nameApproved"]);

/** When each person has opened the form last, without confirming it since. */
function openedAt(actions: readonly KeptAction[], opening: Opening): Map<string, number> {
  const last = new Map<string, number>();
  for (const { by, action, at } of actions) {
    if (action === opening) last.set(by, at);
    if (confirmed.has(action)) last.delete(by);
  }
  return last;
}

/**
 * Keeps that the visitor has opened a form about a payment, for the others who open it. It locks nothing.
 * @param actions what the staff did about the payment
 */
export async function keepOpened(
  { settings, staff }: Visit,
  { attempt, opening }: { attempt: string; opening: Opening },
  actions: readonly KeptAction[],
  now: number,
): Promise<void> {
  const before = openedAt(actions, opening).get(staff.name);
  if (before !== undefined && now - before < onceMs) return;
  await settings.store.recordAction({ by: staff.name, action: opening, subject: attempt });
}

/** Keeps that the visitor checks what goes back of a charge before they confirm it. */
export async function keepChecked(visit: Visit, charge: string, now: number): Promise<void> {
  const actions = await visit.settings.store.actionsOf(charge);
  await keepOpened(visit, { attempt: charge, opening: "openGivenBack" }, actions, now);
}

/** Who else has a form about a payment open, as sentences. Empty for nobody. */
export function openedBy(
  { language, staff }: Visit,
  opening: Opening,
  actions: readonly KeptAction[],
  now: number,
): string {
  const words = noteTexts[language];
  return [...openedAt(actions, opening)]
    .filter(([by, at]) => by !== staff.name && now - at < atItMs)
    .map(([by, at]) => (now - at < 60_000 ? words.openedNow(by) : words.opened(by, spanText(now - at))))
    .join(" ");
}
