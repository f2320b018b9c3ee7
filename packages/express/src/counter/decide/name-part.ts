import { formatMoney } from "@ventanilla/web";
import { approvedAmountOf } from "../../attempt/approval.ts";
import type { Attempt } from "../../attempt/attempt.ts";
import { decided } from "../../attempt/decided.ts";
import { namePart, whyHeldBack } from "../../attempt/given-back.ts";
import { maxLengths } from "../../attempt/rules.ts";
import { paymentPath } from "../../base/payment-path.ts";
import { filledIn, readBack, statementPage } from "../payment/filled-in.ts";
import { keepChecked } from "../payment/opened.ts";
import { givenBackTexts } from "../texts/given-back.ts";
import type { Answer, CounterRoute, Visit } from "../visit.ts";

/** The form of a payment's page that names how much the bank approved of it. It is checked first, then confirmed. */
export const namePartRoutes: readonly CounterRoute[] = [
  { method: "POST", path: /^\/payments\/([^/]+)\/approved-part$/, answer: name },
];

async function name(visit: Visit, id = ""): Promise<Answer> {
  const filled = await filledIn(visit, id, "part");
  if ("body" in filled) return filled;
  const { charge, attempts, typed, now, step, isCurrent, again } = filled;
  const { part: words, changed } = givenBackTexts[visit.language];
  if (whyHeldBack(charge, attempts) !== "part_unnamed") return again(charge, 409, { message: changed });
  const read = readBack(visit, typed, charge, charge.amount, now);
  if ("errors" in read) return again(charge, 422, { errors: read.errors });
  if (!isCurrent) return again(charge, 409, { message: changed });
  if (step === "change") return again(charge, 200, {});
  const { amount, reason, by } = read.part;
  if (step !== "record") {
    await keepChecked(visit, charge.id, now);
    const fields = ["seen", "amount", "reason"];
    return statementPage(visit, charge, { amount, reason, words, path: "approved-part", fields });
  }
  const seen = visit.fields.get("seen");
  const decide = (current: Attempt) => namePart(current, amount);
  const { attempt: after } = await visit.record(charge, decided(decide, seen));
  if (approvedAmountOf(after)?.minor !== amount.minor) return again(after, 409, { message: changed });
  // With the amount before it, the longest reason is longer than what is kept.
  const note = `${formatMoney(amount)}: ${reason}`.slice(0, maxLengths.reason);
  await visit.settings.store.recordAction({ by, action: "nameApproved", subject: charge.id, note });
  return { to: `${paymentPath(charge.id)}?recorded=part` };
}
