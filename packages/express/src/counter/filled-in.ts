import { chargeOf } from "../attempt/approval.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { decisionBasis } from "../attempt/decision-basis.ts";
import { dateText } from "./format.ts";
import type { BackFormName, RefusedBack, TypedBack } from "./given-back.ts";
import { showNoPayment, showPayment } from "./payment-page.ts";
import { typedIn } from "./record-given-back.ts";
import type { Visit } from "./visit.ts";

/** A form about a charge, as somebody has filled it in. */
export interface Filled {
  charge: Attempt;
  /** Those of its order. */
  attempts: readonly Attempt[];
  /** With the day of now. */
  typed: TypedBack;
  now: number;
  step: string | undefined;
  /** Whether the charge is as the form has shown it. */
  isCurrent: boolean;
  /** Shows the form again. */
  again(current: Attempt, status: number, shown: { message?: string; errors?: RefusedBack["errors"] }): Promise<void>;
}

/** Reads which charge the form is about. `undefined` when there is no such payment, which was shown. */
export async function filledIn(visit: Visit, id: string, form: BackFormName): Promise<Filled | undefined> {
  const { fields, settings } = visit;
  const { store, timeZone } = settings;
  const attempt = await store.findAttempt(id);
  if (attempt === undefined) {
    showNoPayment(visit);
    return undefined;
  }
  const attempts = await store.attemptsOf(attempt.order);
  const charge = chargeOf(attempt, attempts);
  const now = await store.now();
  const typed = { ...typedIn(visit), on: dateText(now, timeZone), reference: "" };
  return {
    charge,
    attempts,
    typed,
    now,
    step: fields.get("step"),
    isCurrent: fields.get("seen") === decisionBasis(charge),
    again: (current, status, { message, errors = [] }) =>
      showPayment(visit, current, {
        status,
        ...(message !== undefined && { message }),
        refusedBack: { form, typed, errors },
      }),
  };
}
