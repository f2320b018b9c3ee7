import { orRefused } from "../../base/or-refused.ts";
import { paymentPath } from "../../base/payment-path.ts";
import { checkStatement } from "../../staff/resolve.ts";
import type { Answer, CounterRoute, Visit } from "../visit.ts";
import { isRepeated, notesIn } from "./notes.ts";
import { noPaymentPage, paymentPage } from "./payment-page.ts";

/** The form on a payment's page that keeps a note. */
export const recordNoteRoutes: readonly CounterRoute[] = [
  { method: "POST", path: /^\/payments\/([^/]+)\/note$/, answer: record },
];

async function record(visit: Visit, id = ""): Promise<Answer> {
  const { fields, staff } = visit;
  const { store } = visit.settings;
  const attempt = await store.findAttempt(id);
  if (attempt === undefined) return noPaymentPage(visit);
  const typed = fields.get("note") ?? "";
  const note = noteOf(typed, staff.name);
  if (note === undefined) return paymentPage(visit, attempt, { status: 422, refusedNote: typed });
  const [actions, at] = await Promise.all([store.actionsOf(attempt.id), store.now()]);
  if (!isRepeated(notesIn(actions), { ...note, at })) {
    await store.recordAction({ by: note.by, action: "note", subject: attempt.id, note: note.text });
  }
  return { to: `${paymentPath(attempt.id)}#notes` };
}

/** The note as it is kept: several lines are one, and a card number is masked. `undefined` when it is none. */
function noteOf(typed: string, by: string): { text: string; by: string } | undefined {
  const checked = orRefused(() => checkStatement({ reason: typed.trim().replace(/\s+/g, " "), by }));
  return checked && { text: checked.reason, by: checked.by };
}
