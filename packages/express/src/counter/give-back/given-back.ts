import type { Money } from "@ventanilla/client";
import { formatMoney, type Html, html, writtenAmount } from "@ventanilla/web";
import { returnsOf } from "../../attempt/approval.ts";
import type { Attempt } from "../../attempt/attempt.ts";
import { decisionBasis } from "../../attempt/decision-basis.ts";
import { canGoBack, leftOf, whyHeldBack } from "../../attempt/given-back.ts";
import { isReturnUnclear } from "../../attempt/needs-person.ts";
import { maxLengths } from "../../attempt/rules.ts";
import { paymentPath } from "../../base/payment-path.ts";
import { dateText, timesOf } from "../format.ts";
import { amountField } from "../page/amount-field.ts";
import type { FieldError } from "../page/error-summary.ts";
import { givenBackTexts } from "../texts/given-back.ts";
import { paymentTexts } from "../texts/payment.ts";
import type { Visit } from "../visit.ts";

/** The fields of the form, in its order. */
export const backFields = ["amount", "on", "reference", "reason"] as const;
/** One of {@link backFields}. */
export type BackField = (typeof backFields)[number];

/** The fields of the form as they were typed. */
export type TypedBack = Record<BackField, string>;

/**
 * The forms about money that goes or went back: to record it, to send it, to say that what was sent did not go, and to
 * name how much the bank approved, before any of it.
 */
export type BackFormName = "back" | "send" | "deny" | "part";

/** A form that was not recorded, to be shown again. */
export interface RefusedBack {
  form: BackFormName;
  typed: TypedBack;
  /** What is wrong in the fields. Empty when the payment has changed meanwhile, or the person wants to change something. */
  errors: readonly { field: BackField | "went"; text: string }[];
  /** The batch whose list at the bank has it, where a comparison has found it there. */
  batch: string;
}

/** Everything that is wrong with the form, in its order. The form `deny` is shown with `back`, and has its fields. */
export const backErrors = ({ form, errors }: RefusedBack): FieldError[] =>
  errors.map(({ field, text }) => ({
    field: field === "went" ? "choice-0-went" : `${form === "deny" ? "back" : form}-${field}`,
    text,
  }));

/** What went back of a charge, what is left of it, and why nothing can be recorded now. */
export function givenBackLines({ language, settings }: Visit, charge: Attempt, attempts: readonly Attempt[]): Html {
  const words = givenBackTexts[language];
  const { day } = timesOf(language, settings.timeZone);
  const parts = returnsOf(charge);
  const left = leftOf(charge);
  const isLeft = left !== undefined && left.minor > 0;
  // The head of the page says how much is left, except while a part is in doubt.
  const last = isLeft
    ? isReturnUnclear(charge) &&
      html`<p class="apart"><span>${paymentTexts[language].receipt.left}</span> <span class="sum">${formatMoney(left)}</span></p>`
    : html`<p>${words.none}</p>`;
  return html`${
    parts.length > 0 &&
    html`<ul class="plain parts">${parts.map(({ amount, at, pnRef, reference = pnRef, by, reason }) => html`<li><p class="apart"><span>${day(at)}</span> <span class="sum">${formatMoney(amount)}</span></p><p class="dim">${words.said(by, reason)}</p>${reference !== undefined && html`<p class="dim">${words.reference(reference)}</p>`}</li>`)}${last && html`<li>${last}</li>`}</ul>`
  }
${whyHeldBack(charge, attempts) === "to_handle" && html`<p>${words.toHandle}</p>`}`;
}

/** The form that records what went back, or before it the one that names how much there was. */
export function givenBackForm(
  visit: Visit,
  { charge, attempts, now }: { charge: Attempt; attempts: readonly Attempt[]; now: number },
  refused?: RefusedBack,
): Html | undefined {
  const { language, settings, staff } = visit;
  if (!staff.mayResolve) return undefined;
  if (whyHeldBack(charge, attempts) === "part_unnamed") return partForm(visit, charge, refused);
  const left = leftOf(charge);
  if (left === undefined || !canGoBack(charge, attempts)) return undefined;
  const words = givenBackTexts[language];
  return backForm(visit, charge, {
    name: "back",
    path: "given-back",
    words,
    hints: { ...words.hints, amount: words.hints.amount(formatMoney(left)) },
    values: { amount: amountTyped(left), on: dateText(now, settings.timeZone) },
    refused,
  });
}

/** The form that names how much the bank approved: before that, nobody knows how much can go back. */
function partForm(visit: Visit, charge: Attempt, refused?: RefusedBack): Html {
  const { part } = givenBackTexts[visit.language];
  const hints = { ...part.hints, amount: part.hints.amount(formatMoney(charge.amount)) };
  return backForm(visit, charge, { name: "part", path: "approved-part", words: part, hints, refused });
}

/** The form as a link has filled it in: from a comparison that has found a void or refund which nobody recorded. */
export function fromQuery({ query }: Visit): RefusedBack | undefined {
  if (!query.has("amount")) return undefined;
  const textIn = (field: BackField) => query.get(field) ?? "";
  const amount = writtenAmount(textIn("amount"));
  const typed = {
    amount: amount ? amountTyped(amount) : textIn("amount"),
    on: textIn("on"),
    reference: textIn("reference"),
    reason: "",
  };
  return { form: "back", typed, errors: [], batch: query.get("batch") ?? "" };
}

/** An amount as it stands in a field: with its thousands, in the payment's currency. */
export const amountTyped = (amount: Money): string => formatMoney(amount).replace(/^\D+/, "");

/** A form about money that goes or went back, closed until somebody opens it. */
export interface BackForm {
  name: BackFormName;
  /** Where it is sent, below the payment's own address. */
  path: string;
  words: { open: string; lead: string; submit: string; fields: Partial<Record<BackField, string>> };
  /** The fields that it has, each with its hint. */
  hints: Partial<Record<BackField, string>>;
  /** What stands in it, unless something was typed. */
  values?: Partial<Record<BackField, string>>;
  refused: RefusedBack | undefined;
}

export function backForm(visit: Visit, charge: Attempt, form: BackForm): Html {
  const { root, token } = visit;
  const { name: prefix, path, words, hints, values, refused } = form;
  const shown = refused?.form === prefix ? refused : undefined;
  const { typed, errors = [] } = shown ?? {};
  const field = (name: BackField): Html | undefined => {
    const hint = hints[name];
    if (hint === undefined) return undefined;
    return backInput(name, {
      id: `${prefix}-${name}`,
      label: words.fields[name],
      hint,
      value: typed?.[name] ?? values?.[name],
      wrong: errors.find((each) => each.field === name)?.text,
      ...(name === "amount" && { like: charge.amount }),
    });
  };
  return html`<details class="give-back" name="give-back"${shown && html` open`}><summary class="button quiet">${words.open}</summary>
<form method="post" action="${root}${paymentPath(charge.id)}/${path}" novalidate>
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="seen" value="${decisionBasis(charge)}">
${shown && html`<input type="hidden" name="batch" value="${shown.batch}">`}
<p>${words.lead}</p>
<div class="fields">${backFields.map(field)}</div>
<button>${words.submit}</button>
</form></details>`;
}

/**
 * A field of a form about money that went back.
 * @param like what an amount has its currency from
 */
export function backInput(
  name: BackField,
  {
    id,
    label,
    hint,
    value = "",
    wrong,
    like,
  }: {
    id: string;
    label: string | undefined;
    hint: string;
    value: string | undefined;
    wrong: string | undefined;
    like?: Money;
  },
): Html {
  const attributes = html` name="${name}" id="${id}" autocomplete="off" aria-describedby="${wrong && `error-${id} `}hint-${id}"${wrong && html` aria-invalid="true"`}`;
  return html`<div><label class="field" for="${id}">${label}</label>
<p class="dim" id="hint-${id}">${hint}</p>
${like ? amountField(like, inputs[name](attributes, value)) : inputs[name](attributes, value)}
${wrong && html`<p class="wrong" id="error-${id}">${wrong}</p>`}</div>`;
}

const inputs: Record<BackField, (attributes: Html, value: string) => Html> = {
  amount: (attributes, value) =>
    html`<input${attributes} inputmode="decimal" maxlength="24" required value="${value}">`,
  on: (attributes, value) => html`<input${attributes} inputmode="numeric" maxlength="10" required value="${value}">`,
  reference: (attributes, value) => html`<input${attributes} maxlength="${maxLengths.reference}" value="${value}">`,
  reason: (attributes, value) =>
    html`<textarea${attributes} rows="2" maxlength="${maxLengths.reason}" required>${value}</textarea>`,
};
