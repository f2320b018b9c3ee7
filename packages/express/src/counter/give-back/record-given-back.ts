import { ArgumentError, type Money } from "@ventanilla/client";
import { formatMoney } from "@ventanilla/web";
import { approvedAmountOf, countedAmount } from "../../attempt/approval.ts";
import type { Attempt, GivenBack } from "../../attempt/attempt.ts";
import { decisionBasis } from "../../attempt/decision-basis.ts";
import { leftOf, whyHeldBack, whyNotGivenBack } from "../../attempt/given-back.ts";
import { paymentPath } from "../../base/payment-path.ts";
import { ResolveError } from "../../staff/resolve-error.ts";
import { whyNoPart } from "../decide/written-part.ts";
import { timesOf } from "../format.ts";
import { checkPage } from "../page/check-page.ts";
import { closeIn, filledIn, readBack } from "../payment/filled-in.ts";
import { keepChecked } from "../payment/opened.ts";
import { closeOf } from "../standing/situation.ts";
import { decisionTexts } from "../texts/decision-card.ts";
import { givenBackTexts } from "../texts/given-back.ts";
import type { Answer, CounterRoute, Visit } from "../visit.ts";
import { backFields, type RefusedBack } from "./given-back.ts";
import { deny } from "./reverse.ts";

/** The form on a payment's page that records what went back of it: it is checked first, then confirmed. */
export const recordBackRoutes: readonly CounterRoute[] = [
  { method: "POST", path: /^\/payments\/([^/]+)\/given-back$/, answer: record },
];

/** Of a part that was sent back, the form says first whether it `went`: an empty text where nobody has chosen. */
async function record(visit: Visit, id = ""): Promise<Answer> {
  const went = visit.fields.get("went");
  if (went === "no") return deny(visit, id);
  const filled = await filledIn(visit, id, "back");
  if ("body" in filled) return filled;
  const { charge, attempts, typed, now, step, isCurrent, again } = filled;
  const { store } = visit.settings;
  const words = givenBackTexts[visit.language];
  const refuse = (current: Attempt, message: string) => again(current, 409, { message });
  const wrong = (errors: RefusedBack["errors"]) => again(charge, 422, { errors });
  const done = () => ({ to: `${paymentPath(charge.id)}?recorded=back` });

  const left = leftOf(charge);
  const most = approvedAmountOf(charge);
  const held = whyHeldBack(charge, attempts);
  if (held !== undefined || left === undefined || most === undefined) {
    return refuse(charge, held === "to_handle" ? words.toHandle : words.notCharged);
  }
  const read = readBack(visit, typed, charge, most, now);
  if (went === "") {
    const { choice } = decisionTexts[visit.language].refused;
    return wrong([{ field: "went", text: choice }, ...("errors" in read ? read.errors : [])]);
  }
  if ("errors" in read) return left.minor > 0 ? wrong(read.errors) : refuse(charge, words.over);
  const { part } = read;
  const problem = whyNotGivenBack(charge, part);
  if (problem === "already_recorded") {
    // A form that was confirmed twice is recorded once, and both times it is.
    if (step === "record") return done();
    return wrong([{ field: "reference", text: words.wrong.already(formatMoney(part.amount), part.reference) }]);
  }
  if (left.minor === 0) return refuse(charge, words.over);
  if (problem === "being_sent") return refuse(charge, words.beingSent);
  if (problem === "too_much") return wrong([{ field: "amount", text: whyNoPart(typed.amount, left, visit.language) }]);
  if (await isOfOther(visit, charge, part)) {
    return wrong([{ field: "reference", text: decisionTexts[visit.language].refused.taken }]);
  }
  if (!isCurrent) return refuse(charge, words.changed);
  if (step === "change") return again(charge, 200, {});
  if (step !== "record") {
    await keepChecked(visit, charge.id, now);
    return partPage(visit, charge, part, left);
  }
  const { amount, on, reference, reason, by } = part;
  try {
    const before = closeIn(visit.fields, visit.settings);
    const input = { amount, on, ...before, ...(reference && { reference }), reason, by };
    await visit.recordGivenBack(charge.id, input, decisionBasis(charge));
  } catch (failure) {
    if (!(failure instanceof ResolveError || failure instanceof ArgumentError)) throw failure;
    const current = (await store.findAttempt(charge.id)) ?? charge;
    return whyNotGivenBack(current, part) === "already_recorded" ? done() : refuse(current, words.changed);
  }
  await store.recordAction({ by: visit.staff.name, action: "givenBack", subject: charge.id, note: reason });
  return done();
}

/** Whether the reference of a part is that of a payment of another order. */
async function isOfOther(
  { settings: { store } }: Visit,
  { order }: Attempt,
  { reference }: GivenBack,
): Promise<boolean> {
  if (reference === undefined) return false;
  const { attempts } = await store.listAttempts({ filter: { reference }, limit: 10 });
  return attempts.some((other) => other.order !== order);
}

/** The part that is about to be recorded. */
function partPage(
  visit: Visit,
  charge: Attempt,
  { amount, at, reference, reason, recordedAt }: GivenBack,
  left: Money,
): Answer {
  const { language, settings } = visit;
  const words = givenBackTexts[language];
  const isTooEarly = recordedAt < closeOf(charge, settings) && amount.minor < countedAmount(charge).minor;
  return checkPage(visit, {
    section: "payments",
    amount: formatMoney(amount),
    said: words.check.said,
    rows: [
      [words.check.order, charge.order],
      [words.fields.on, timesOf(language, settings.timeZone).day(at)],
      [words.fields.reference, reference],
      [words.fields.reason, reason],
      [words.check.left, formatMoney({ ...left, minor: left.minor - amount.minor })],
      [words.check.care, isTooEarly ? words.check.wholeOnly : undefined],
      [words.check.effects, words.check.does],
    ],
    action: `${paymentPath(charge.id)}/given-back`,
    fields: ["seen", "batch", ...backFields],
  });
}
