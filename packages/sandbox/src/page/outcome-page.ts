import type { Outcome } from "../ledger.ts";
import type { Language, Purchase } from "../purchase.ts";
import { testCards } from "../test-cards.ts";
import { type Html, type HtmlValue, html } from "./html.ts";
import { page } from "./layout.ts";
import { outcomeMarks } from "./marks.ts";
import { slip } from "./slip.ts";
import { texts } from "./texts.ts";

/** What every page that sends the buyer back needs: the purchase, the page's own GUID and the language. */
export type OutcomePage = {
  purchase: Purchase;
  page: string;
  language: Language;
  otherLanguage: string;
};

/** How long the receipt stays before it sends the buyer back by itself, in milliseconds. */
const receiptTime = 1200;

/** After paying, approved or not: what happened, for a moment, then back to ReturnUrl. */
export function receiptPage(context: OutcomePage, outcome: Outcome): Html {
  const text = texts[context.language];
  const code = outcome.ResponseCode;
  const [mark, title] =
    code === "00"
      ? ([outcomeMarks.good, text.approved] as const)
      : outcome.authorizationCode
        ? ([outcomeMarks.neutral, text.partial] as const)
        : ([outcomeMarks.bad, text.declined] as const);
  return outcomePage(context, title, [
    mark,
    html`<h2 class="heading">${title}</h2>`,
    code !== "00" && html`<p class="lead">${meaningOf(code, context.language)}</p>`,
    receipt(outcome, context.language),
    handOver(context, context.purchase.returnUrl, { label: text.continue, note: text.returning, after: receiptTime }),
  ]);
}

/** For a session that is paid and comes back: nothing is charged, the return can be repeated. */
export function alreadyPaidPage(context: OutcomePage, outcome: Outcome): Html {
  const text = texts[context.language];
  return outcomePage(context, text.alreadyPaid, [
    outcomeMarks.good,
    html`<h2 class="heading">${text.alreadyPaid}</h2><p class="lead">${text.alreadyPaidNote}</p>`,
    receipt(outcome, context.language),
    handOver(context, context.purchase.returnUrl, { label: text.backToShop }),
  ]);
}

/** After cancelling: straight to CancelUrl. Whoever comes back to it may also pay after all, at `payAddress`. */
export function cancelledPage(context: OutcomePage, payAddress: string): Html {
  const text = texts[context.language];
  return outcomePage(context, text.cancelled, [
    outcomeMarks.neutral,
    html`<h2 class="heading">${text.cancelled}</h2><p class="lead">${text.cancelledNote}</p>`,
    handOver(context, context.purchase.cancelUrl, { label: text.backToShop, note: text.returning, after: 0 }),
    html`<p class="actions"><a class="plain" href="${payAddress}">${text.payAfterAll}</a></p>`,
  ]);
}

/** For a session whose 30 minutes are over: nothing can be paid, the way back is open. */
export function expiredPage(context: OutcomePage): Html {
  const text = texts[context.language];
  return outcomePage(context, text.expired, [
    outcomeMarks.neutral,
    html`<h2 class="heading">${text.expired}</h2><p class="lead">${text.expiredNote}</p>`,
    handOver(context, context.purchase.cancelUrl, { label: text.backToShop }),
  ]);
}

function outcomePage(context: OutcomePage, title: string, main: HtmlValue): Html {
  const { language, otherLanguage, purchase } = context;
  return page({
    language,
    otherLanguage,
    title,
    script: "return.js",
    counter: slip(purchase, language),
    main: html`<div class="outcome">${main}</div>`,
  });
}

/** The form that takes the buyer back: the live body, `SESSION=…&Description=Transaction+Received`, and no result. */
function handOver(
  context: OutcomePage,
  address: string | undefined,
  { label, note, after }: { label: string; note?: string; after?: number },
): Html {
  if (address === undefined) return html`<p class="lead">${texts[context.language].noWayBack}</p>`;
  return html`<form class="actions" method="post" action="${address}"${after !== undefined && html` data-after="${after}" data-note="${note}"`}>
<input type="hidden" name="SESSION" value="${context.page}">
<input type="hidden" name="Description" value="Transaction Received">
<p class="returning" role="status"></p>
<button class="primary">${label}</button>
</form>`;
}

function receipt({ maskedCard, authorizationCode, reference, ResponseCode }: Outcome, language: Language): Html {
  const text = texts[language];
  const row = (name: string, value: string): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  return html`<dl class="receipt">
${row(text.paidWith, maskedCard.replace(/_+/, " •••• "))}
${authorizationCode !== undefined && row(text.authorization, authorizationCode)}
${row(text.reference, reference)}
${row(text.code, ResponseCode)}
</dl>`;
}

function meaningOf(code: string, language: Language): string {
  const card = testCards.find(({ ResponseCode }) => ResponseCode === code);
  return card?.[language] ?? texts[language].platformRefusals[code] ?? "";
}
