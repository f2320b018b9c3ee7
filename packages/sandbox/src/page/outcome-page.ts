import { cardSchemeOf, partialApprovals } from "@ventanilla/client";
import { formatCard, type Html, type HtmlValue, html, type Mark, pageMark, withWarning } from "@ventanilla/web";
import type { HandOver } from "../hosted/hand-over.ts";
import type { Language, Purchase } from "../hosted/purchase.ts";
import type { Plan, SessionOutcome } from "../hosted/session.ts";
import { page } from "./layout.ts";
import { codeWords, outcomeWords, sandboxNote } from "./outcome-words.ts";
import { amountOf, slip } from "./slip.ts";
import { pageTexts } from "./texts.ts";

/** What every page of a session shows: the purchase, the plan, and the language. */
export type OutcomePage = {
  purchase: Purchase;
  plan: Plan | undefined;
  language: Language;
  otherLanguage: string;
  /** When its latest card was submitted, in the page's language; absent before that. */
  date?: string | undefined;
};

/** Milliseconds until the receipt sends the buyer back. */
const receiptTime = 1200;

/**
 * After paying, approved or not: shows what happened for a moment, then returns to ReturnUrl. A buyer who stays here
 * after a decline can try another card, at `payAddress`.
 */
export function receiptPage(context: OutcomePage, outcome: SessionOutcome, back: HandOver, payAddress: string): Html {
  const text = pageTexts[context.language];
  const code = outcome.ResponseCode;
  const { mark, title, sentence } = outcomeWords(code, context.language);
  const another =
    mark === "bad" &&
    back.how === "never" &&
    html`<p class="actions"><a class="primary" href="${payAddress}">${text.again}</a></p>`;
  return outcomePage(context, title, [
    message(mark, title, sentence),
    receipt(context, outcome),
    mark === "alert" && whomToAsk(context),
    another,
    handOver(context, back, {
      label: text.continue,
      note: text.returning,
      after: receiptTime,
      code,
      closes: another ? text.closeToo : text.closeHint,
    }),
  ]);
}

/** For a session that has already taken money: nothing more is charged, and the buyer can return to the store again. */
export function alreadyPaidPage(context: OutcomePage, outcome: SessionOutcome, back: HandOver): Html {
  const text = pageTexts[context.language];
  const { mark, title, sentence } =
    outcome.ResponseCode === "00"
      ? { mark: "good" as const, title: text.alreadyPaid, sentence: text.alreadyPaidNote }
      : outcomeWords(outcome.ResponseCode, context.language);
  return outcomePage(context, title, [
    message(mark, title, sentence),
    receipt(context, outcome),
    mark === "alert" && whomToAsk(context),
    handOver(context, back, { label: text.backToStore, code: outcome.ResponseCode }),
  ]);
}

/**
 * After canceling: returns to CancelUrl at once. A buyer who goes back to this page may still pay, at `payAddress`.
 *
 * @param isUnpaid whether it is certain that no card was charged
 */
export function cancelledPage(context: OutcomePage, isUnpaid: boolean, back: HandOver, payAddress: string): Html {
  const text = pageTexts[context.language];
  const leadsBack = back.address !== undefined && back.how !== "never";
  const choices = leadsBack ? text.cancelledNote : text.cancelledStays;
  const sentences = [isUnpaid && text.notCharged, choices].filter(Boolean).join(" ");
  const ways = [
    handOver(context, back, { label: text.backToStore, note: text.returning, after: 0, closes: false }),
    html`<p class="actions"><a class="${leadsBack ? "plain" : "primary"}" href="${payAddress}">${text.payAfterAll}</a></p>`,
  ];
  return outcomePage(context, text.cancelled, [
    message("off", text.cancelled, sentences),
    leadsBack ? ways : ways.toReversed(),
  ]);
}

/** After the challenge of the 3-D Secure server: returns to the store at once, which asks the server what it came to. */
export function authenticatedPage(context: OutcomePage, isAuthenticated: boolean, back: HandOver): Html {
  const text = pageTexts[context.language];
  const title = isAuthenticated ? text.authenticated : text.notAuthenticated;
  return outcomePage(context, title, [
    message(isAuthenticated ? "good" : "bad", title, undefined),
    handOver(context, back, { label: text.backToStore, note: text.returning, after: 0 }),
  ]);
}

/**
 * For an expired session: nothing can be paid, but the buyer can return to the store.
 *
 * @param isUnpaid whether it is certain that no card was charged
 */
export function expiredPage(context: OutcomePage, isUnpaid: boolean, back: HandOver): Html {
  const text = pageTexts[context.language];
  return outcomePage(context, text.expired, [
    message("off", text.expired, isUnpaid ? text.expiredUnpaidNote : text.expiredNote),
    handOver(context, back, { label: text.backToStore }),
  ]);
}

function message(mark: Mark, title: string, sentence: string | undefined): Html {
  return html`${pageMark(mark)}<h2 class="heading">${title}</h2>${sentence && html`<p class="lead">${withWarning(sentence)}</p>`}`;
}

function outcomePage(context: OutcomePage, title: string, main: HtmlValue): Html {
  const { language, otherLanguage, purchase, plan } = context;
  return page({
    language,
    otherLanguage,
    title,
    script: "return.js",
    slip: slip(purchase, language, plan),
    main: html`<div class="outcome">${main}</div>`,
  });
}

/**
 * The form that returns the buyer to the store; for a script's return a link; with two bodies, two forms in
 * a row. Below it, or in one note with it, what `code` means. `closes`: that the window can be closed, where nothing returns.
 */
function handOver(
  { language }: OutcomePage,
  { address, automatic, how, bodies }: HandOver,
  {
    label,
    note,
    after,
    code,
    closes = pageTexts[language].closeHint,
  }: { label: string; note?: string; after?: number; code?: string; closes?: string | false },
): Html {
  const text = pageTexts[language];
  const coded = code !== undefined && codeWords(code, language);
  if (how === "never")
    return html`${closes && html`<p>${closes}</p>`}${sandboxNote(language, html`${coded && html`${coded}. `}${text.stays}`)}`;
  const below = coded && sandboxNote(language, coded);
  if (address === undefined) return html`<p class="lead">${text.noWayBack}</p>${below}`;
  const [first = {}, second] = bodies;
  const timing = automatic && after !== undefined && html` data-after="${after}" data-note="${note}"`;
  const button = html`<p class="returning" role="status"></p>
<button class="primary">${label}</button>`;
  if (how === "script") {
    return html`<p class="actions"><span class="returning" role="status"></span><a class="primary" href="${withQuery(address, first)}"${timing}>${label}</a></p>${below}`;
  }
  if (how === "get") {
    // A GET form drops the query of its action: the store's own parameters become fields.
    const own = [...new URL(address).searchParams];
    return html`<form class="actions" method="get" action="${address}"${timing}>
${hidden([...own, ...Object.entries(first)])}
${button}
</form>${below}`;
  }
  const ahead =
    second !== undefined &&
    html`<form class="ahead" method="post" action="${address}">${hidden(Object.entries(first))}</form>`;
  return html`${ahead}<form class="actions" method="post" action="${address}"${timing}>
${hidden(Object.entries(second ?? first))}
${button}
</form>${below}`;
}

/** Whom to ask about a payment that is not confirmed, and by which number. */
function whomToAsk({ purchase: { shop }, language }: OutcomePage): Html | false {
  return shop.name !== "" && html`<p class="keep">${pageTexts[language].keepReference} <bdi>${shop.name}</bdi>.</p>`;
}

function hidden(fields: readonly (readonly [name: string, value: string])[]): Html[] {
  return fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
}

function withQuery(address: string, fields: Readonly<Record<string, string>>): string {
  const url = new URL(address);
  for (const [name, value] of Object.entries(fields)) url.searchParams.append(name, value);
  return url.href;
}

function receipt({ purchase: { amount, currency }, language, date }: OutcomePage, outcome: SessionOutcome): Html {
  const { ResponseCode, maskedCard, authorizationCode, reference } = outcome;
  const text = pageTexts[language];
  const isPartial = partialApprovals.has(ResponseCode);
  const row = (name: string, value: HtmlValue): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<dl class="receipt">
${amount !== undefined && row(text.amount, amountOf(amount, currency))}
${isPartial && row(text.approvedPart, text.unknownPart)}
${date !== undefined && row(text.date, date)}
${row(text.paidWith, formatCard(maskedCard, cardSchemeOf(maskedCard)))}
${authorizationCode !== undefined && row(text.authorization, authorizationCode)}
${row(text.reference, reference)}
</dl>`;
}
