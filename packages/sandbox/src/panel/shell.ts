import { partialApprovals } from "@ventanilla/client";
import { responseCodes } from "@ventanilla/client/wire";
import { type Html, html } from "@ventanilla/web";
import type { Language } from "../hosted/purchase.ts";
import { pageHead } from "../page/head.ts";
import { bankMark } from "../page/marks.ts";
import { panelTexts } from "./texts.ts";
import type { PanelTexts } from "./texts-es.ts";

/** Drawings for the script: one mark for each state, so that color is never the only difference. */
const symbols: Record<string, Html> = {
  created: html`<circle cx="8" cy="8" r="5.5"/>`,
  opened: html`<circle cx="8" cy="8" r="5.5"/><path d="M8 2.5a5.5 5.5 0 0 1 0 11z" class="fill"/>`,
  approved: html`<circle cx="8" cy="8" r="6.5" class="fill"/><path d="m5 8.2 2.1 2.1L11 6.2" class="cut"/>`,
  review: html`<circle cx="8" cy="8" r="6.5"/><path d="M8 4.4v4.4m0 2.7v.1"/>`,
  pending: html`<circle cx="8" cy="8" r="6.5"/><path d="M8 4.2V8l2.6 1.8"/>`,
  declined: html`<circle cx="8" cy="8" r="6.5" class="fill"/><path d="m5.7 5.7 4.6 4.6m0-4.6-4.6 4.6" class="cut"/>`,
  cancelled: html`<path d="M13 8H3.5m3.5-3.5L3.5 8 7 11.5"/>`,
  expired: html`<path d="M4.5 2.5h7M4.5 13.5h7M5 2.5c0 4 6 7 6 11m0-11c0 4-6 7-6 11"/>`,
  reversed: html`<path d="M3.5 6.5h6a3 3 0 0 1 0 6H6M6 4 3.5 6.5 6 9"/>`,
  warning: html`<path d="M8 2.5 14.5 13.5h-13z"/><path d="M8 6.7v3m0 1.9v.1"/>`,
  copy: html`<path d="M5.5 5.5h8v8h-8zM3 10.5h-.5v-8h8V3"/>`,
  chevron: html`<path d="m6 4 4 4-4 4"/>`,
  cross: html`<path d="m4 4 8 8m0-8-8 8"/>`,
};

/** The codes that neither approve nor refuse a charge, each with the state that the panel shows for it. */
const openCodes = Object.fromEntries(
  responseCodes
    .filter(({ finality }) => finality === "pending" || finality === "review")
    .map(({ code, finality }) => [code, partialApprovals.has(code) ? "partial" : finality]),
);

const shortcuts: readonly (readonly [key: string, text: keyof PanelTexts])[] = [
  ["/", "key_filter"],
  ["1", "key_payments"],
  ["2", "key_wire"],
  ["3", "key_faults"],
  ["4", "key_switches"],
  ["5", "key_tokens"],
  ["6", "key_cards"],
  ["p", "key_pause"],
  ["+", "key_advance"],
  ["Esc", "key_escape"],
  ["?", "key_help"],
];

const tabs = ["faults", "switches", "tokens", "cards"] as const;

/** The panel's words in one language, and how an element gets them so that the script can change the language. */
type Words = {
  text: PanelTexts;
  /** A span whose text is this sentence. */
  say(key: keyof PanelTexts): Html;
  /** The attributes of an element whose accessible name is this sentence. */
  label(key: keyof PanelTexts): Html;
};

function wordsIn(language: Language): Words {
  const text = panelTexts[language];
  return {
    text,
    say: (key) => html`<span data-t="${key}">${text[key]}</span>`,
    label: (key) => html`data-t-label="${key}" aria-label="${text[key]}"`,
  };
}

/**
 * The panel before anything has happened: every control, in one language, and the sentences of both for the script,
 * which changes the language in place and fills the lists from the control API.
 */
export function panelShell(language: Language, styles: readonly string[]): Html {
  const words = wordsIn(language);
  const { text } = words;
  const sheets = ["frame.css", ...styles.map((name) => `panel/${name}`)];
  return html`${pageHead(language, `${text.title} · ${text.bank}`, sheets, "panel/panel.js")}
<body class="panel" data-texts="${JSON.stringify(panelTexts)}" data-open-codes="${JSON.stringify(openCodes)}">
<svg class="symbols" aria-hidden="true" focusable="false">${Object.entries(symbols).map(([name, drawing]) => html`<symbol id="i-${name}" viewBox="0 0 16 16">${drawing}</symbol>`)}</svg>
<a class="skip" href="#payments" data-t="skip">${text.skip}</a>
${desk(words, language)}
${strip(words)}
<noscript><p class="needs-script">${text.needsScript}</p></noscript>
<main class="board">
${paymentsSheet(words)}
${wireSheet(words)}
${controlsSheet(words)}
</main>
${foot(words, language)}
${helpDialog(words)}
<p class="toast" id="announce" role="status"></p>
</body>
</html>
`;
}

function desk({ text, say, label }: Words, language: Language): Html {
  return html`<header class="desk">
<div class="desk-bank">${bankMark}<div><p class="desk-name">${say("bank")} <span class="tag" data-t="tag">${text.tag}</span></p>
<h1 data-t="title">${text.title}</h1></div></div>
<section class="desk-clock" ${label("clock")}>
<p class="now"><time id="now">--:--:--</time> <span class="date" id="date"></span> <span class="offset" id="offset" data-t="realTime">${text.realTime}</span></p>
<div class="closing"><p class="closing-text">${say("batchClose")} <strong id="close-time"></strong> <span id="close-in"></span></p>
<div class="day" aria-hidden="true"><span class="day-real"></span><span class="day-now"></span></div></div>
<details class="clock-tools roomy"><summary data-t="clockTools">${text.clockTools}</summary>
<p class="clock-actions">
<button type="button" data-clock="plus30" data-t="plus30">${text.plus30}</button>
<button type="button" data-clock="toSessionEnd" data-t="toSessionEnd">${text.toSessionEnd}</button>
<button type="button" data-clock="toBatchClose" data-t="toBatchClose">${text.toBatchClose}</button>
<button type="button" data-clock="toReal" data-t="toReal">${text.toReal}</button>
</p></details>
</section>
<div class="desk-tools">
<p class="link-state" id="link" data-state="connecting"><span class="lamp"></span>${say("connecting")}</p>
<div class="languages" role="group" ${label("language")}>
<button type="button" lang="es" data-language="es" aria-pressed="${String(language === "es")}" aria-label="ES: Español">ES</button>
<button type="button" lang="en" data-language="en" aria-pressed="${String(language === "en")}" aria-label="EN: English">EN</button></div>
<a href="/reference?lang=${language}" id="reference" data-t="reference">${text.reference}</a>
<button type="button" class="help-button" id="help-button" aria-haspopup="dialog"><kbd aria-hidden="true">?</kbd> ${say("help")}</button>
</div>
</header>`;
}

/** Where the bank's list of a batch is downloaded. */
const listAddress = (language: Language, batch: "" | "open"): string =>
  `/control/batch.csv?batch=${batch}&lang=${language}`;

function strip({ text, label }: Words): Html {
  return html`<section class="strip" ${label("counts")}>
<dl class="counts">${(["all", "approved", "declined", "review", "open", "warnings"] as const).map((count) => html`<div class="count-${count}"><dt data-t="count_${count}">${text[`count_${count}`]}</dt><dd id="count-${count}">0</dd></div>`)}</dl>
<section class="armed" id="armed" ${label("armed")}><p class="armed-none" data-t="noneArmed">${text.noneArmed}</p></section>
<p class="jump tabs"><a href="#payments" data-t="payments">${text.payments}</a><a href="#wire" data-t="wire">${text.wire}</a><a href="#controls" data-t="faults">${text.faults}</a></p>
</section>`;
}

function paymentsSheet({ text, say }: Words): Html {
  return html`<section class="sheet payments" id="payments" tabindex="-1" aria-labelledby="payments-title">
<div class="sheet-head"><h2 id="payments-title" data-t="payments">${text.payments}</h2>
<div class="filter"><label class="visually-hidden" for="filter" data-t="filter">${text.filter}</label>
<input type="search" id="filter" maxlength="64" spellcheck="false" autocomplete="off" data-t-placeholder="filterHint" placeholder="${text.filterHint}" list="orders"><kbd aria-hidden="true">/</kbd><datalist id="orders"></datalist></div></div>
<ol class="list" id="payment-list"></ol>
<div class="nothing" id="payments-none"><p data-t="noPayments">${text.noPayments}</p><p>${say("pointShop")}<button type="button" class="copyable" id="address"></button></p></div>
</section>`;
}

function wireSheet({ text }: Words): Html {
  return html`<section class="sheet wire" id="wire" tabindex="-1" aria-labelledby="wire-title">
<div class="sheet-head"><h2 id="wire-title" data-t="wire">${text.wire}</h2>
<button type="button" class="fresh" id="fresh" hidden></button>
<button type="button" class="quiet" id="pause" aria-pressed="false" data-t="pause">${text.pause}</button></div>
<ol class="list" id="wire-list"></ol>
<div class="nothing" id="wire-none"><p data-t="noWire">${text.noWire}</p></div>
</section>`;
}

function controlsSheet({ text, say, label }: Words): Html {
  return html`<section class="sheet controls" id="controls" tabindex="-1" aria-labelledby="controls-title">
<h2 class="visually-hidden" id="controls-title" data-t="controls">${text.controls}</h2>
<div class="tabs" role="tablist" ${label("controls")}>${tabs.map((tab, i) => html`<button type="button" role="tab" id="tab-${tab}" aria-controls="${tab}" aria-selected="${String(i === 0)}"${i > 0 && html` tabindex="-1"`}><span data-t="${tab}">${text[tab]}</span></button>`)}</div>
<div class="tab-panel" role="tabpanel" id="faults" aria-labelledby="tab-faults"><p class="note" data-t="faultsNote">${text.faultsNote}</p>
<div class="arm-with"><label>${say("times")}<input type="number" id="times" min="1" max="999" value="1" inputmode="numeric"></label>
<label>${say("order")}<input type="text" id="fault-order" maxlength="64" spellcheck="false" autocomplete="off" list="orders" data-t-placeholder="anyOrder" placeholder="${text.anyOrder}"></label></div>
<div id="fault-list"></div></div>
<div class="tab-panel" role="tabpanel" id="switches" aria-labelledby="tab-switches" hidden><p class="note" data-t="switchesNote">${text.switchesNote}</p><div id="switch-list"></div></div>
<div class="tab-panel" role="tabpanel" id="tokens" aria-labelledby="tab-tokens" hidden><p class="note" data-t="tokensNote">${text.tokensNote}</p>
<p><button type="button" class="act" id="issue" data-t="issue">${text.issue}</button></p><div id="new-token"></div><ul class="tokens" id="token-list"></ul></div>
<div class="tab-panel" role="tabpanel" id="cards" aria-labelledby="tab-cards" hidden><p class="note" data-t="cardsNote">${text.cardsNote}</p><ul class="cards" id="card-list"></ul></div>
</section>`;
}

/** What the bank is, its lists, and, away from what is used all day, what clears everything. */
function foot({ text, say }: Words, language: Language): Html {
  return html`<footer class="foot"><p data-t="footer">${text.footer}</p><p class="profile" id="profile"></p>
<p class="bank-list">${say("bankList")}
<a href="${listAddress(language, "")}" data-batch="" data-t="closedBatch">${text.closedBatch}</a> <span aria-hidden="true">·</span>
<a href="${listAddress(language, "open")}" data-batch="open" data-t="openBatch">${text.openBatch}</a></p>
<button type="button" class="quiet" id="empty" data-t="empty">${text.empty}</button></footer>`;
}

function helpDialog({ text, say }: Words): Html {
  return html`<dialog class="help" id="help" aria-labelledby="help-title"><h2 id="help-title" data-t="shortcuts">${text.shortcuts}</h2>
<dl>${shortcuts.map(([key, meaning]) => html`<div><dt><kbd>${key}</kbd></dt><dd data-t="${meaning}">${text[meaning]}</dd></div>`)}</dl>
<p><label><input type="checkbox" id="shortcuts-on" checked> ${say("shortcutsOn")}</label></p>
<form method="dialog"><button class="act" data-t="close">${text.close}</button></form></dialog>`;
}
