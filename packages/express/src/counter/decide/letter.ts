import type { Money } from "@ventanilla/client";
import { formatMoney, type Html, html } from "@ventanilla/web";
import type { Attempt } from "../../attempt/attempt.ts";
import { bankOrderOf } from "../../attempt/rules.ts";
import type { DeskSettings } from "../../staff/desk-settings.ts";
import { timesOf } from "../format.ts";
import { decisionTexts } from "../texts/decision-card.ts";
import type { CounterLanguage } from "../texts/texts.ts";
import type { Visit } from "../visit.ts";

/**
 * What the staff asks the bank: whether it charged, how much it approved, to void it or to give the money back, or whether
 * it has given it back.
 */
export type BankRequest = "charge" | "amount" | "void" | "back" | "return";

const titles = {
  charge: "title",
  amount: "titlePart",
  back: "titleBack",
  void: "titleVoid",
  return: "titleReturn",
} as const;

/** What a person does with the bank, in a few words. */
export const requestTitle = (request: BankRequest, language: CounterLanguage): string =>
  decisionTexts[language].ask[titles[request]];

/** A text for the bank: its first and its last sentence, and the payment that it is about. */
interface Letter {
  first: string;
  last: string;
  attempt: Attempt;
  /** What was sent back of the payment, where the text is about that. */
  back?: Money;
}

/** The text for the bank, to be read out or copied: the request, and what the bank needs to find the payment. */
export function letterText(
  { first, last, attempt, back }: Letter,
  settings: DeskSettings,
  language: CounterLanguage,
): string {
  const { letter } = decisionTexts[language];
  const { verdict, merchant, openedAt = attempt.createdAt, settledAt = openedAt } = attempt.facts;
  // Two payments of one order differ by their results; without one, the bank knows when its page was opened.
  const at = verdict ? settledAt : openedAt;
  const { day, clock } = timesOf(language, settings.timeZone);
  const { code, maskedCard, authorizationCode, reference } = verdict ?? {};
  const line = (name: string, value: string | undefined) => value !== undefined && `${name}: ${value}`;
  return [
    first,
    merchant && letter.merchant(merchant.number, merchant.terminal),
    line(letter.order, bankOrderOf(attempt)),
    line("TransactionId", attempt.transactionId),
    line(back ? letter.paid : letter.amount, formatMoney(attempt.amount)),
    line(letter.back, back && formatMoney(back)),
    letter.time(`${day(at)}, ${clock(at)}`, placeOf(settings.timeZone)),
    line(letter.card, maskedCard?.replaceAll("_", "*")),
    line(letter.authorization, authorizationCode),
    line(letter.reference, reference),
    line(letter.code, code),
    last,
  ]
    .filter(Boolean)
    .join("\n");
}

/** The city of a time zone: `Santo Domingo` for `America/Santo_Domingo`. */
const placeOf = (timeZone: string): string => timeZone.replace(/^.*\//, "").replaceAll("_", " ");

/**
 * A text for the bank, which is copied where scripts run, and sent as an email everywhere. On a phone it is folded: the
 * answer is near.
 */
export function letterForm(
  { language }: Visit,
  { request, attempt, label, text }: { request: BankRequest; attempt: Attempt; label: string; text: string },
): Html {
  const { ask } = decisionTexts[language];
  const id = `${request}-letter-${attempt.id}`;
  const mail = `mailto:?subject=${encodeURIComponent(requestTitle(request, language))}&body=${encodeURIComponent(text)}`;
  return html`<details class="wide-open"><summary>${ask.text}</summary><textarea class="letter" id="${id}" readonly rows="${text.split("\n").length + 2}" aria-label="${label}">${text}</textarea></details>
<p class="row"><button type="button" class="quiet scripted" data-copies="${id}" data-done="${ask.copied}">${ask.copy}</button><a class="button quiet" href="${mail}">${ask.mail}</a> <span role="status"></span></p>`;
}
