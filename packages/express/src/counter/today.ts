import { batchAt, type Money } from "@ventanilla/client";
import { formatMoney, type Html, html } from "@ventanilla/web";
import { currencies } from "../attempt/rules.ts";
import { tallySumOf } from "../staff/tally-sum.ts";
import type { TallyRow } from "../stores/staff-store.ts";
import { chart } from "./chart.ts";
import { kindLink, type OpenDecisions, openDecisions, waitingLine } from "./decide.ts";
import { timesOf } from "./format.ts";
import { showPage } from "./frame.ts";
import { type TodayTexts, todayTexts } from "./texts/today.ts";
import type { CounterRoute, Visit } from "./visit.ts";
import { voidTime } from "./void-time.ts";

/** How many payments that need a decision are listed. */
const maxNamed = 5;

/** `/`: what came in since the last batch close, and what needs a decision first. */
export const todayRoutes: readonly CounterRoute[] = [{ method: "GET", path: /^\/$/, answer: showToday }];

async function showToday(visit: Visit): Promise<void> {
  const { settings, language } = visit;
  const { store, batchClose, timeZone } = settings;
  const words = todayTexts[language];
  const times = timesOf(language, timeZone);
  const now = await store.now();
  const batch = batchAt(now, batchClose, timeZone);
  const [rows, waiting] = await Promise.all([store.tally(batch), openDecisions(visit, maxNamed)]);
  showPage(visit, {
    title: words.title,
    section: "today",
    live: true,
    body: html`<p class="dim">${words.since(times.moment(batch.from), times.moment(batch.until))}</p>
${waitingFirst(visit, waiting, words)}
<h2>${words.approvedTitle}</h2>
${totals(rows, words)}
${rows.some(({ group }) => group === "approved") && voidTime(visit, batch.until, now, "batch")}
${rows.length > 0 && html`<section class="card" aria-labelledby="by-hour"><h2 id="by-hour">${words.chart.title}</h2>${chart(rows, batch, words, times)}</section>`}`,
  });
}

/** The first payments that need a decision, how many there are of each kind, and links to all of them. */
function waitingFirst(visit: Visit, { kinds, count, eventCount }: OpenDecisions, words: TodayTexts): Html {
  const { root } = visit;
  if (kinds.length === 0 && eventCount === 0) return html`<p class="card empty">${words.nothing}</p>`;
  const named = kinds.flatMap(({ attempts }) => attempts).slice(0, maxNamed);
  return html`<section class="card waits" aria-labelledby="first"><h2 id="first">${words.first}</h2>
<ul class="plain">${named.map((attempt) => html`<li>${waitingLine(visit, attempt)}</li>`)}
${eventCount > 0 && html`<li><a href="${root}decide">${words.events(eventCount)}</a></li>`}</ul>
${count > named.length && html`<p class="row">${kinds.map((kind) => html`${kindLink(visit, kind)} `)}</p>`}
${count > 0 && html`<p class="row"><a class="button" href="${root}decide">${words.decide(count)}</a></p>`}</section>`;
}

/** The count and the sum of the payments of each group: one card for each currency with payments. */
export function totals(rows: readonly TallyRow[], words: TodayTexts): Html {
  if (rows.length === 0) return html`<p class="card empty">${words.none}</p>`;
  return html`<div class="totals">${currencies.map((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    return own.length > 0 && currencyCard(currency, own, words);
  })}</div>`;
}

function currencyCard(currency: Money["currency"], rows: readonly TallyRow[], words: TodayTexts): Html {
  const names = Object.keys(words.names) as (keyof typeof words.names)[];
  const sums = names.flatMap((name): { kind: string; label: string; count: number; minor?: number }[] => {
    const own = rows.filter(({ group }) => group === name);
    const isShown = own.length > 0 || name === "approved";
    const { count, minor, reversed, partial, partialUnknown } = tallySumOf(own);
    // No sum when all of them are parts that nobody has named.
    const sum = { count, ...((count === 0 || partialUnknown < count) && { minor }) };
    return [
      ...(isShown ? [{ kind: name, label: words.names[name], ...sum }] : []),
      ...(partial.count > 0 ? [{ kind: "partial", label: words.partial, ...partial }] : []),
      ...(partialUnknown > 0 ? [{ kind: "partial", label: words.partialUnknown, count: partialUnknown }] : []),
      ...(reversed.count > 0 ? [{ kind: "given-back", label: words.reversed, ...reversed }] : []),
    ];
  });
  return html`<dl class="card">${sums.map(
    ({ kind, label, count, minor }) =>
      html`<div class="${kind}"><dt>${label}</dt><dd>${minor !== undefined && html`<span class="sum">${formatMoney({ minor, currency })}</span> `}<span class="dim">${words.payments(count)}</span></dd></div>`,
  )}</dl>`;
}
