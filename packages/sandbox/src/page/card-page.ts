import { formatCardNumber, type Html, html, wholeNames } from "@ventanilla/web";
import { schemes } from "../card-number.ts";
import { type CardField, type CardProblems, monthOf } from "../hosted/card-form.ts";
import type { Language, Purchase } from "../hosted/purchase.ts";
import { type TestCard, testCards } from "../test-cards.ts";
import { page } from "./layout.ts";
import { schemeMarks } from "./marks.ts";
import type { OutcomePage } from "./outcome-page.ts";
import { amountOf, amountText, slip } from "./slip.ts";
import { pageTexts, type Texts } from "./texts.ts";

/** The page with the card form, after a wrong entry with what was wrong. Never repeats what was typed. */
export type CardPage = OutcomePage & {
  /** Where the form posts to: this page's own address. */
  address: string;
  problems: CardProblems;
  /** The sandbox's time in milliseconds, by which the script judges the expiry. */
  now: number;
};

/**
 * The payment page: a form with `number`, `expiry`, `cvv` and the buttons `action` = `pay` | `cancel`. Complete without
 * JavaScript; the script adds grouping, the scheme, checks before sending and test cards that fill the form.
 */
export function cardPage({ purchase, plan, language, address, otherLanguage, problems, now }: CardPage): Html {
  const text = pageTexts[language];
  const wrong = (["number", "expiry", "cvv"] as const).filter((field) => problems[field]);
  const { amount, currency } = purchase;
  const attributes = (field: CardField, hint: string): Html =>
    html`id="${field}" name="${field}" required aria-describedby="${hint} ${field}-error"${wrong.includes(field) && html` aria-invalid="true"`}${wrong[0] === field && html` autofocus`}`;
  const error = (field: CardField): Html => {
    const problem = problems[field];
    return html`<p class="error" id="${field}-error"${!problem && html` hidden`}>${problem && text.problems[problem]}</p>`;
  };
  return page({
    language,
    otherLanguage,
    title: wrong.length > 0 ? summaryText(text, wrong.length) : titleOf(text, purchase),
    script: "page.js",
    slip: slip(purchase, language, plan),
    main: html`<form method="post" action="${address}" novalidate autocomplete="on" data-month="${monthOf(now)}" data-texts="${scriptTexts(text)}">
<h2 class="heading">${text.card}</h2>
<div class="summary" role="alert" id="summary">${wrong.length > 0 && html`<p>${summaryText(text, wrong.length)}</p><ul>${wrong.map((field) => html`<li><a href="#${field}">${text[field]}</a></li>`)}</ul><p>${text.typeAgain}</p>`}</div>
<div class="field">
<label for="number">${text.number}</label>
<p class="schemes" id="schemes"><span class="visually-hidden">${text.accepted}: </span>${Object.entries(schemes).map(([scheme, { name }], i) => html`${i > 0 && html`<span class="visually-hidden">, </span>`}<span class="scheme" data-scheme="${scheme}">${schemeMarks[scheme as keyof typeof schemes]}${name}</span>`)}</p>
<input ${attributes("number", "schemes")} inputmode="numeric" autocomplete="cc-number" maxlength="32" spellcheck="false" placeholder="0000 0000 0000 0000">
${error("number")}
</div>
<div class="pair">
<div class="field">
<label for="expiry">${text.expiry}</label>
<p class="hint" id="expiry-hint">${text.expiryHint}</p>
<input ${attributes("expiry", "expiry-hint")} inputmode="numeric" autocomplete="cc-exp" maxlength="16" spellcheck="false">
${error("expiry")}
</div>
<div class="field">
<label for="cvv">${text.cvv}</label>
<p class="hint" id="cvv-hint">${text.cvvHintAny}</p>
<input ${attributes("cvv", "cvv-hint")} inputmode="numeric" autocomplete="cc-csc" maxlength="8" spellcheck="false">
${error("cvv")}
</div>
</div>
<p class="visually-hidden" role="status" id="status"></p>
<div class="actions">
<button class="primary" name="action" value="pay">${text.pay}${amount !== undefined && html` ${amountOf(amount, currency)}`}</button>
<button class="plain" name="action" value="cancel" formnovalidate>${text.cancel}</button>
</div>
</form>
<details class="test-cards"${problems.number === "numberNotTest" && html` open`}>
<summary>${text.testCards}</summary>
<p>${text.testCardsNote}</p>
${[...Map.groupBy(testCards, ({ group }) => group)].map(
  (
    [group, cards],
    i,
  ) => html`<details${i === 0 && html` open`}><summary>${text.testCardGroups[group]} <span>${text.testCardsAnswer}</span></summary>
<ul>${cards.map((card) => testCardItem(card, language))}</ul></details>`,
)}
</details>`,
  });
}

function titleOf({ pay }: Texts, { amount, currency }: Purchase): string {
  return amount === undefined ? pay : `${pay} ${amountText(amount, currency)}`;
}

function summaryText(text: Texts, count: number): string {
  return count === 1 ? text.summaryOne : text.summaryMany;
}

function testCardItem({ number, scheme, ResponseCode, ...meaning }: TestCard, language: Language): Html {
  return html`<li data-number="${number}"><span class="test-number">${formatCardNumber(number)}</span> <span class="test-meaning">${schemes[scheme].name} · ${wholeNames(meaning[language])}</span> <span class="test-code">${ResponseCode}</span></li>`;
}

/** What the script says: these of the page's texts. */
const scriptNames = [
  "problems",
  "summaryOne",
  "summaryMany",
  "cvvHintAny",
  "cvvHint",
  "cvvHintAmex",
  "sending",
  "testCardUse",
  "testCardFilled",
] as const satisfies (keyof Texts)[];

const scriptTexts = (text: Texts): string =>
  JSON.stringify(Object.fromEntries(scriptNames.map((name) => [name, text[name]])));
