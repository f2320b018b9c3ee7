import { decimalText, formatMoney, type Html, html } from "@ventanilla/web";
import { isBeingSent } from "../../attempt/approval.ts";
import type { Attempt, SentBack } from "../../attempt/attempt.ts";
import { canBeSaid, leftOf, sentAgain } from "../../attempt/given-back.ts";
import { isReturnUnclear } from "../../attempt/needs-person.ts";
import { letterForm, letterText, requestTitle } from "../decide/letter.ts";
import { timesOf } from "../format.ts";
import { decisionTexts } from "../texts/decision.ts";
import { reverseTexts } from "../texts/reverse.ts";
import type { Visit } from "../visit.ts";
import { backForm, type RefusedBack, recordForm } from "./given-back.ts";

/** What became of a part that was sent back, and the form that sends one, where the payment can be sent back. */
export function reverseLines(
  visit: Visit,
  { charge, canSend, now }: { charge: Attempt; canSend: boolean; now: number },
  refused?: RefusedBack,
): Html {
  const { language, staff } = visit;
  const { send } = reverseTexts[language];
  const { sentBack } = charge.facts;
  const left = leftOf(charge);
  return html`${sentBack && sentLines(visit, charge, sentBack, now)}
${sentBack && isReturnUnclear(charge) && letterAbout(visit, charge, sentBack)}
${sentBack && isBeingSent(charge) && canBeSaid(sentBack, now) && staff.mayResolve && sayForms(visit, charge, sentBack, now, refused)}
${
  canSend &&
  staff.mayReverse &&
  left !== undefined &&
  backForm(visit, charge, {
    name: "send",
    path: "send-back",
    words: send,
    hints: { ...send.hints, amount: send.hints.amount(formatMoney(sentAgain(charge) ?? left)) },
    values: { amount: decimalText((sentAgain(charge) ?? left).minor) },
    refused,
  })
}`;
}

function sentLines({ language, settings }: Visit, charge: Attempt, sentBack: SentBack, now: number): Html {
  const words = reverseTexts[language];
  const { amount, by, at, reason } = sentBack;
  const { moment } = timesOf(language, settings.timeZone);
  return html`<p>${words.sent(formatMoney(amount), by, moment(at), reason)}</p>
<p${isBeingSent(charge) && html` class="alert"`}>${howEnded(words.ended, sentBack, now)}</p>`;
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
  const { settings, language } = visit;
  const { ask, letter } = decisionTexts[language];
  const first = letter.wasReturned(formatMoney(amount), timesOf(language, settings.timeZone).moment(at));
  const text = letterText({ first, last: letter.onlyReturn, attempt: charge }, settings, language);
  const label = requestTitle("return", language);
  return html`<section aria-labelledby="ask-return"><h3 id="ask-return">${label}</h3><p class="dim">${ask.how}</p>
${letterForm(visit, { request: "return", attempt: charge, label, text })}</section>`;
}

/** The two forms that say how a sending ended. */
function sayForms(visit: Visit, charge: Attempt, { amount }: SentBack, now: number, refused?: RefusedBack): Html {
  const { went, deny } = reverseTexts[visit.language];
  return html`${recordForm(visit, { charge, amount, now, words: went }, refused)}
${backForm(visit, charge, { name: "deny", path: "not-given-back", words: deny, hints: deny.hints, refused })}`;
}
