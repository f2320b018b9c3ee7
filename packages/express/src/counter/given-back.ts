import type { Money } from "@ventanilla/client";
import { decimalText, formatMoney, type Html, html } from "@ventanilla/web";
import { returnsOf } from "../attempt/approval.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { decisionBasis } from "../attempt/decision-basis.ts";
import { leftOf } from "../attempt/given-back.ts";
import { isPaidTwice } from "../attempt/needs-person.ts";
import { maxLengths } from "../attempt/rules.ts";
import { paymentPath } from "../base/printable.ts";
import { dateText, timesOf } from "./format.ts";
import { givenBackTexts } from "./texts/given-back.ts";
import type { Visit } from "./visit.ts";

/** The fields of the form, in its order. */
export const backFields = ["amount", "on", "reference", "reason"] as const;
/** One of {@link backFields}. */
export type BackField = (typeof backFields)[number];

/** The fields of the form as they were typed. */
export type TypedBack = Record<BackField, string>;

/** A form that was not recorded, to be shown again. */
export interface RefusedBack {
  typed: TypedBack;
  /** What is wrong in the fields. Empty when the payment has changed meanwhile, or the person wants to change something. */
  errors: readonly { field: BackField; text: string }[];
}

/** What went back of a charge, what is left of it, and the form that records what goes back. */
export function givenBackLines(visit: Visit, charge: Attempt, now: number, refused?: RefusedBack): Html {
  const { language, settings, staff } = visit;
  const words = givenBackTexts[language];
  const { day } = timesOf(language, settings.timeZone);
  const parts = returnsOf(charge);
  const left = leftOf(charge);
  const mayRecord = staff.mayResolve && left !== undefined && left.minor > 0 && !isPaidTwice(charge);
  return html`${
    parts.length > 0 &&
    html`<ul class="plain parts">${parts.map(({ amount, at, reference, by, reason }) => html`<li><p><strong>${formatMoney(amount)}</strong> ${day(at)}${reference !== undefined && html` <span class="dim whole">${words.reference(reference)}</span>`}</p><p class="dim">${words.said(by, reason)}</p></li>`)}</ul>
<p>${left !== undefined && left.minor > 0 ? words.left(formatMoney(left)) : words.none}</p>`
  }
${mayRecord && backForm(visit, { charge, left, now }, refused ?? fromQuery(visit))}`;
}

/** The form as a link has filled it in: from a comparison that has found a void or refund which nobody recorded. */
function fromQuery({ query }: Visit): RefusedBack | undefined {
  if (!query.has("amount")) return undefined;
  const textIn = (field: BackField) => query.get(field) ?? "";
  const typed = { amount: textIn("amount"), on: textIn("on"), reference: textIn("reference"), reason: "" };
  return { typed, errors: [] };
}

function backForm(
  visit: Visit,
  { charge, left, now }: { charge: Attempt; left: Money; now: number },
  shown?: RefusedBack,
): Html {
  const { root, token, language, settings } = visit;
  const words = givenBackTexts[language];
  const { typed, errors = [] } = shown ?? {};
  const wrong = (field: BackField) => errors.find((error) => error.field === field);
  const attributes = (name: BackField) => {
    const error = wrong(name);
    const isFirst = error !== undefined && error === errors[0];
    return html` name="${name}" id="back-${name}" autocomplete="off" aria-describedby="${error && `error-${name} `}hint-${name}"${error && html` aria-invalid="true"`}${isFirst && html` autofocus`}`;
  };
  const field = (name: BackField, hint: string, input: Html) =>
    html`<label class="field" for="back-${name}">${words.fields[name]}</label>
<p class="dim" id="hint-${name}">${hint}</p>
${wrong(name) && html`<p class="wrong" id="error-${name}">${wrong(name)?.text}</p>`}
<p>${input}</p>`;
  const { hints } = words;
  return html`<details class="give-back"${shown && html` open`}><summary>${words.open}</summary>
<form method="post" action="${root}${paymentPath(charge.id)}/given-back" novalidate>
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="seen" value="${decisionBasis(charge)}">
<p>${words.lead}</p>
${errors.length > 0 && html`<div class="alert" role="alert"><ul>${errors.map((error) => html`<li><a href="#back-${error.field}">${error.text}</a></li>`)}</ul></div>`}
${field("amount", hints.amount(formatMoney(left)), html`<input${attributes("amount")} inputmode="decimal" maxlength="24" required value="${typed?.amount ?? decimalText(left.minor)}">`)}
${field("on", hints.on, html`<input${attributes("on")} inputmode="numeric" maxlength="10" required value="${typed?.on ?? dateText(now, settings.timeZone)}">`)}
${field("reference", hints.reference, html`<input${attributes("reference")} maxlength="${maxLengths.reference}" value="${typed?.reference ?? ""}">`)}
${field("reason", hints.reason, html`<textarea${attributes("reason")} rows="2" maxlength="${maxLengths.reason}" required>${typed?.reason ?? ""}</textarea>`)}
<button>${words.submit}</button>
</form></details>`;
}
