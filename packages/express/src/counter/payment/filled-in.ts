import { batchOf, type Money } from "@ventanilla/client";
import { formatMoney, isoDate } from "@ventanilla/web";
import { chargeOf } from "../../attempt/approval.ts";
import type { Attempt, GivenBack } from "../../attempt/attempt.ts";
import { decisionBasis } from "../../attempt/decision-basis.ts";
import { leftOf } from "../../attempt/given-back.ts";
import { orRefused } from "../../base/or-refused.ts";
import { paymentPath } from "../../base/payment-path.ts";
import { dayOf, mayGoBackSince } from "../../staff/record-given-back.ts";
import { checkNumbers, checkStatement } from "../../staff/resolve.ts";
import { whyNoPart, writtenPart } from "../decide/written-part.ts";
import { dateText } from "../format.ts";
import {
  type BackField,
  type BackFormName,
  backFields,
  type RefusedBack,
  type TypedBack,
} from "../give-back/given-back.ts";
import { checkPage } from "../page/check-page.ts";
import type { PageContent } from "../pages.ts";
import { givenBackTexts } from "../texts/given-back.ts";
import type { Visit } from "../visit.ts";
import { noPaymentPage, paymentPage } from "./payment-page.ts";

/** A form about a charge, as somebody has filled it in. */
export interface Filled {
  charge: Attempt;
  /** Those of its order. */
  attempts: readonly Attempt[];
  typed: TypedBack;
  now: number;
  step: string | undefined;
  /** Whether the charge is as the form has shown it. */
  isCurrent: boolean;
  /** The page with the form again. */
  again(
    current: Attempt,
    status: number,
    shown: { message?: string; errors?: RefusedBack["errors"] },
  ): Promise<PageContent>;
}

/** Reads which charge the form is about; or the page that says that there is no such payment. */
export async function filledIn(visit: Visit, id: string, form: BackFormName): Promise<Filled | PageContent> {
  const { fields, settings } = visit;
  const { store } = settings;
  const attempt = await store.findAttempt(id);
  if (attempt === undefined) return noPaymentPage(visit);
  const attempts = await store.attemptsOf(attempt.order);
  const charge = chargeOf(attempt, attempts);
  const now = await store.now();
  const typed = typedIn(visit, form, now);
  return {
    charge,
    attempts,
    typed,
    now,
    step: fields.get("step"),
    isCurrent: fields.get("seen") === decisionBasis(charge),
    again: (current, status, { message, errors = [] }) =>
      paymentPage(visit, current, {
        status,
        ...(message !== undefined && { message }),
        refusedBack: { form, typed, errors, batch: fields.get("batch") ?? "" },
      }),
  };
}

/** What the form says. Only the one that records asks for day and reference: the others are of now. */
function typedIn({ fields, settings }: Visit, form: BackFormName, now: number): TypedBack {
  const textIn = (field: BackField) => fields.get(field)?.trim() ?? "";
  // A person may type several lines. They are kept as one.
  const typed = { amount: textIn("amount"), reason: textIn("reason").replace(/\s+/g, " ") };
  if (form === "back") return { ...typed, on: textIn("on"), reference: textIn("reference") };
  return { ...typed, on: dateText(now, settings.timeZone), reference: "" };
}

/** What the form says: a part as it would be kept, or what is wrong in which fields. */
type ReadBack = { part: GivenBack } | Pick<RefusedBack, "errors">;

/**
 * Reads a form about a charge.
 * @param most the largest amount that may be written
 */
export function readBack(
  { staff, language, settings, fields }: Visit,
  typed: TypedBack,
  charge: Attempt,
  most: Money,
  now: number,
): ReadBack {
  const { wrong } = givenBackTexts[language];
  const { timeZone } = settings;
  const amount = writtenPart(typed.amount, most);
  const before = closeIn(fields, settings);
  const day = orRefused(() => dayOf({ on: isoDate(typed.on), ...before }, charge, now, timeZone));
  const numbers = orRefused(() => checkNumbers({ paid: true, ...(typed.reference && { reference: typed.reference }) }));
  const said = orRefused(() => checkStatement({ reason: typed.reason, by: staff.name }));
  if (amount && day && numbers && said) return { part: { amount, ...day, ...numbers, ...said, recordedAt: now } };
  const texts = {
    amount: amount ? undefined : whyNoPart(typed.amount, leftOf(charge) ?? most, language),
    on: day ? undefined : wrong.on(dateText(mayGoBackSince(charge), timeZone), dateText(now, timeZone)),
    reference: numbers ? undefined : wrong.reference,
    reason: said ? undefined : wrong.reason,
  };
  return { errors: backFields.flatMap((field) => (texts[field] === undefined ? [] : [{ field, text: texts[field] }])) };
}

/** The close of the batch whose list at the bank has the part, where a comparison has found it there. */
export function closeIn(fields: Visit["fields"], { batchClose, timeZone }: Visit["settings"]): { before?: number } {
  const batch = orRefused(() => batchOf(fields.get("batch") ?? "", batchClose, timeZone));
  return batch === undefined ? {} : { before: batch.until };
}

/** What somebody says of a charge. */
interface Statement extends Pick<GivenBack, "amount" | "reason"> {
  words: { said: string; does: string; fields: { reason: string } };
  /** Where the form is sent, below the payment's own address. */
  path: string;
  /** The fields of the form. */
  fields: readonly string[];
}

/** What somebody says of a charge before it is recorded: of which order, why, and what that does. */
export function statementPage(visit: Visit, { id, order }: Attempt, statement: Statement): PageContent {
  const { amount, reason, words, path, fields } = statement;
  const { check } = givenBackTexts[visit.language];
  return checkPage(visit, {
    section: "payments",
    amount: formatMoney(amount),
    said: words.said,
    rows: [
      [check.order, order],
      [words.fields.reason, reason],
      [check.effects, words.does],
    ],
    action: `${paymentPath(id)}/${path}`,
    fields,
  });
}
