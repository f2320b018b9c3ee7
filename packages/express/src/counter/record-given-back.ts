import { ArgumentError, type Money } from "@ventanilla/client";
import { formatMoney } from "@ventanilla/web";
import { approvedAmountOf, chargeOf } from "../attempt/approval.ts";
import type { Attempt, GivenBack } from "../attempt/attempt.ts";
import { decisionBasis } from "../attempt/decision-basis.ts";
import { leftOf, whyNotGivenBack } from "../attempt/given-back.ts";
import { isPaidTwice } from "../attempt/needs-person.ts";
import { paymentPath } from "../base/printable.ts";
import { dayOf } from "../staff/record-given-back.ts";
import { checkNumbers, checkStatement } from "../staff/resolve.ts";
import { ResolveError } from "../staff/resolve-error.ts";
import { showCheck } from "./check-page.ts";
import { dateText, isoDate, timesOf } from "./format.ts";
import { goTo } from "./frame.ts";
import { type BackField, backFields, type RefusedBack, type TypedBack } from "./given-back.ts";
import { keepChecked } from "./opened.ts";
import { showNoPayment, showPayment } from "./payment-page.ts";
import { givenBackTexts } from "./texts/given-back.ts";
import type { CounterRoute, Visit } from "./visit.ts";
import { writtenPart } from "./written-part.ts";

/** The form on a payment's page that records what went back of it: it is checked first, then confirmed. */
export const recordBackRoutes: readonly CounterRoute[] = [
  { method: "POST", path: /^\/payments\/([^/]+)\/given-back$/, answer: record },
];

/** What a form about money that goes or went back says. */
export function typedIn({ fields }: Visit): TypedBack {
  const textIn = (field: BackField) => fields.get(field)?.trim() ?? "";
  // A person may type several lines. They are kept as one.
  const reason = textIn("reason").replace(/\s+/g, " ");
  return { amount: textIn("amount"), on: textIn("on"), reference: textIn("reference"), reason };
}

/** What the form says: a part as it would be kept, or what is wrong in which fields. */
type ReadBack = { part: GivenBack } | Pick<RefusedBack, "errors">;

/**
 * Reads a form about a charge.
 * @param most the amount that was charged
 */
export function readBack(
  { staff, language, settings }: Visit,
  typed: TypedBack,
  charge: Attempt,
  most: Money,
  now: number,
): ReadBack {
  const { wrong } = givenBackTexts[language];
  const { timeZone } = settings;
  const amount = writtenPart(typed.amount, most);
  const day = orRefused(() => dayOf(isoDate(typed.on), charge, now, timeZone));
  const numbers = orRefused(() => checkNumbers({ paid: true, ...(typed.reference && { reference: typed.reference }) }));
  const said = orRefused(() => checkStatement({ reason: typed.reason, by: staff.name }));
  if (amount && day && numbers && said) return { part: { amount, ...day, ...numbers, ...said, recordedAt: now } };
  const paidAt = charge.facts.settledAt ?? charge.createdAt;
  const texts = {
    amount: amount ? undefined : wrong.amount(formatMoney(leftOf(charge) ?? most)),
    on: day ? undefined : wrong.on(dateText(paidAt, timeZone), dateText(now, timeZone)),
    reference: numbers ? undefined : wrong.reference,
    reason: said ? undefined : wrong.reason,
  };
  return { errors: backFields.flatMap((field) => (texts[field] === undefined ? [] : [{ field, text: texts[field] }])) };
}

/** What the check returns. `undefined` when it throws an ArgumentError. */
function orRefused<T>(check: () => T): T | undefined {
  try {
    return check();
  } catch (error) {
    if (error instanceof ArgumentError) return undefined;
    throw error;
  }
}

async function record(visit: Visit, id = ""): Promise<void> {
  const { settings, language, fields, staff } = visit;
  const { store } = settings;
  const words = givenBackTexts[language];
  const attempt = await store.findAttempt(id);
  if (attempt === undefined) return showNoPayment(visit);
  const charge = chargeOf(attempt, await store.attemptsOf(attempt.order));
  const typed = typedIn(visit);
  const refuse = (current: Attempt, message: string) =>
    showPayment(visit, current, { status: 409, message, refusedBack: { form: "back", typed, errors: [] } });
  const wrong = (errors: RefusedBack["errors"]) =>
    showPayment(visit, charge, { status: 422, refusedBack: { form: "back", typed, errors } });
  const done = () => goTo(visit, `${paymentPath(charge.id)}?recorded=back`);

  const left = leftOf(charge);
  const most = approvedAmountOf(charge);
  if (left === undefined || most === undefined || isPaidTwice(charge)) {
    return refuse(charge, isPaidTwice(charge) ? words.toHandle : words.notCharged);
  }
  const read = readBack(visit, typed, charge, most, await store.now());
  if ("errors" in read) return left.minor > 0 ? wrong(read.errors) : refuse(charge, words.over);
  const { part } = read;
  const step = fields.get("step");
  const problem = whyNotGivenBack(charge, part);
  if (problem === "already_recorded") {
    // A form that was confirmed twice is recorded once, and both times it is.
    return step === "record" ? done() : wrong([{ field: "reference", text: words.wrong.already }]);
  }
  if (left.minor === 0) return refuse(charge, words.over);
  if (problem === "being_sent") return refuse(charge, words.beingSent);
  if (problem === "too_much") return wrong([{ field: "amount", text: words.wrong.amount(formatMoney(left)) }]);
  const seen = fields.get("seen") ?? "";
  if (seen !== decisionBasis(charge)) return refuse(charge, words.changed);
  if (step === "change") return showPayment(visit, charge, { refusedBack: { form: "back", typed, errors: [] } });
  if (step !== "record") {
    await keepChecked(visit, charge.id, part.recordedAt);
    return showPart(visit, charge, part, left);
  }
  const { amount, on, reference, reason, by } = part;
  try {
    await visit.recordGivenBack(charge.id, { amount, on, ...(reference && { reference }), reason, by }, seen);
  } catch (failure) {
    if (!(failure instanceof ResolveError || failure instanceof ArgumentError)) throw failure;
    const current = (await store.findAttempt(charge.id)) ?? charge;
    return whyNotGivenBack(current, part) === "already_recorded" ? done() : refuse(current, words.changed);
  }
  await store.recordAction({ by: staff.name, action: "givenBack", subject: charge.id, note: reason });
  done();
}

/** Shows the part that is about to be recorded. */
function showPart(visit: Visit, charge: Attempt, { amount, at, reference, reason }: GivenBack, left: Money): void {
  const { language, settings } = visit;
  const words = givenBackTexts[language];
  showCheck(visit, {
    section: "payments",
    amount: formatMoney(amount),
    said: words.check.said,
    rows: [
      [words.check.order, charge.order],
      [words.fields.on, timesOf(language, settings.timeZone).day(at)],
      [words.fields.reference, reference],
      [words.fields.reason, reason],
      [words.check.left, formatMoney({ ...left, minor: left.minor - amount.minor })],
      [words.check.effects, words.check.does],
    ],
    action: `${paymentPath(charge.id)}/given-back`,
    fields: ["seen", ...backFields],
  });
}
