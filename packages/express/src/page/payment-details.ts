import { cardSchemeOf, usualBatchClose } from "@ventanilla/client";
import { formatCard, formatMoney, type Html, html, timeFormat } from "@ventanilla/web";
import { approvedAmountOf, isPartial } from "../attempt/approval.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { outcomeOf } from "../attempt/outcome.ts";
import type { Texts } from "./texts.ts";

/** What was to be paid, and what the bank has said of it: rows for the browser that launched the attempt alone. */
export function paymentDetails(attempt: Attempt, words: Texts, language: string): Html {
  const { orderReference, settledAt = attempt.createdAt, verdict } = attempt.facts;
  const approved = approvedAmountOf(attempt);
  const isPaid = outcomeOf(attempt) === "approved";
  const moment = timeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone: usualBatchClose.timeZone });
  const rows: [string, string | undefined][] = [
    [words.amount, formatMoney(attempt.amount)],
    [words.approvedPart, isPartial(attempt) ? (approved ? formatMoney(approved) : words.unknownPart) : undefined],
    [words.order, attempt.order],
    // The bank's page and its receipt name the order by this reference.
    [words.orderReference, orderReference],
    [words.date, moment(settledAt)],
    [words.card, verdict?.maskedCard && formatCard(verdict.maskedCard, cardSchemeOf(verdict.maskedCard))],
    [words.authorization, verdict?.authorizationCode],
    [words.reference, verdict?.reference],
  ];
  const sum = (text: Html): Html =>
    isPaid ? html`<dd class="amount">${text}</dd>` : html`<dd><strong>${text}</strong></dd>`;
  const cell = (name: string, text: Html): Html => (name === words.amount ? sum(text) : html`<dd>${text}</dd>`);
  return html`<dl>${rows.map(([name, value]) => value !== undefined && html`<div><dt>${name}</dt>${cell(name, html`<bdi>${value}</bdi>`)}</div>`)}</dl>`;
}
