import { formatMoney, type Html, html } from "@ventanilla/web";
import { isBeingSent } from "../../attempt/approval.ts";
import type { Attempt, SentBack } from "../../attempt/attempt.ts";
import { decisionBasis } from "../../attempt/decision-basis.ts";
import { canBeSaid, leftOf, sentAgain } from "../../attempt/given-back.ts";
import { paymentPath } from "../../base/payment-path.ts";
import { letterForm, letterText, requestTitle } from "../decide/letter.ts";
import { dateText } from "../format.ts";
import { radioCards } from "../page/radio-cards.ts";
import { checkTexts } from "../texts/check.ts";
import { decisionTexts } from "../texts/decision-card.ts";
import { givenBackTexts } from "../texts/given-back.ts";
import { reverseTexts } from "../texts/reverse.ts";
import type { Visit } from "../visit.ts";
import { amountTyped, backForm, backInput, type RefusedBack } from "./given-back.ts";

/** The form that sends a part back to the card. */
export function sendForm(visit: Visit, charge: Attempt, refused?: RefusedBack): Html | undefined {
  const { send } = reverseTexts[visit.language];
  const again = sentAgain(charge);
  const left = again ?? leftOf(charge);
  if (left === undefined) return undefined;
  const amountHint = again === undefined ? send.hints.amount : send.hints.same;
  return backForm(visit, charge, {
    name: "send",
    path: "send-back",
    words: send,
    hints: { reason: send.hints.reason, amount: amountHint(formatMoney(left)) },
    values: { amount: amountTyped(left) },
    refused,
  });
}

/** What became of a part that was sent back; while nobody knows, what to ask the bank, and the form that says it. */
export function sentLines(visit: Visit, charge: Attempt, now: number, refused?: RefusedBack): Html | undefined {
  const { language, moment, staff } = visit;
  const { sentBack } = charge.facts;
  if (sentBack === undefined) return undefined;
  const words = reverseTexts[language];
  const { amount, by, at, reason } = sentBack;
  const isUnknown = isBeingSent(charge) && canBeSaid(sentBack, now);
  return html`<p>${words.sent(formatMoney(amount), by, moment(at), reason)}</p>
<p${isBeingSent(charge) && html` class="alert"`}>${howEnded(words.ended, sentBack, now)}</p>
${
  isUnknown &&
  html`${staff.mayResolve && html`<p class="on-small"><a href="#say-return">${decisionTexts[language].toForm.charge}</a></p>`}
<div class="decision">${letterAbout(visit, charge, sentBack)}
${staff.mayResolve ? sayForm(visit, charge, sentBack, now, refused) : html`<p class="dim">${decisionTexts[language].noForm}</p>`}</div>`
}`;
}

function howEnded(words: typeof reverseTexts.es.ended, sentBack: SentBack, now: number): string {
  const {
    what = canBeSaid(sentBack, now) ? "unclear" : "sending",
    said = "",
    by = "",
    reason = "",
  } = sentBack.outcome ?? {};
  if (what === "refused") return words.refused(said);
  return what === "denied" ? words.denied(by, reason) : words[what];
}

/** What the bank is asked about a part that was sent, as a text to be read out, copied or sent. */
function letterAbout(visit: Visit, charge: Attempt, { amount, at }: SentBack): Html {
  const { settings, language, moment } = visit;
  const { ask, letter } = decisionTexts[language];
  const first = letter.wasReturned(formatMoney(amount), moment(at));
  const text = letterText({ first, last: letter.onlyReturn, attempt: charge, back: amount }, settings, language);
  const label = requestTitle("return", language);
  return html`<section aria-labelledby="ask-return"><h3 id="ask-return">${label}</h3><p class="dim">${ask.how}</p>
${letterForm(visit, { request: "return", attempt: charge, label, text })}</section>`;
}

/** The form that says how a sending ended: that it went back, on which day and with which reference, or that it did not. */
function sayForm(visit: Visit, charge: Attempt, { amount }: SentBack, now: number, refused?: RefusedBack): Html {
  const { root, token, language, settings } = visit;
  const { went, deny } = reverseTexts[language];
  const { fields, hints } = givenBackTexts[language];
  const { form, typed, errors = [] } = refused ?? {};
  const wrongIn = (name: string) => errors.find(({ field }) => field === name)?.text;
  const choices = [
    { value: "yes", name: went.open, does: [went.lead] },
    { value: "no", name: deny.open, does: [deny.lead] },
  ];
  const chosen = {
    back: wrongIn("went") === undefined ? "yes" : undefined,
    deny: "no",
    send: undefined,
    part: undefined,
  };
  const input = (name: "on" | "reference" | "reason", label: string, hint: string, value?: string) =>
    backInput(name, { id: `back-${name}`, label, hint, value: typed?.[name] ?? value, wrong: wrongIn(name) });
  return html`<form method="post" action="${root}${paymentPath(charge.id)}/given-back" id="say-return" novalidate>
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="seen" value="${decisionBasis(charge)}">
<input type="hidden" name="amount" value="${amountTyped(amount)}">
<fieldset${wrongIn("went") && html` aria-describedby="error-went"`}>
<legend>${decisionTexts[language].legend.charge}</legend>
${radioCards("went", "went", choices, form && chosen[form])}
${wrongIn("went") && html`<p class="wrong" id="error-went">${wrongIn("went")}</p>`}
</fieldset>
<input type="hidden" name="went" value="">
<div class="needs fields">${input("on", fields.on, hints.on, dateText(now, settings.timeZone))}${input("reference", fields.reference, hints.reference)}</div>
${input("reason", deny.fields.reason, deny.hints.reason)}
<p class="dim">${checkTexts[language].final}</p>
<button>${went.submit}</button>
</form>`;
}
