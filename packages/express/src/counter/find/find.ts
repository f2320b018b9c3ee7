import { type Html, html } from "@ventanilla/web";
import { paymentPath } from "../../base/payment-path.ts";
import type { AttemptPage } from "../../stores/staff-store.ts";
import { batchNamed, type ShownBatch } from "../close/shown-batch.ts";
import { localeOf, timesOf } from "../format.ts";
import { filterOf } from "../list/filter.ts";
import { paymentsTable } from "../list/payments-table.ts";
import { keysCard } from "../page/keys.ts";
import { findTexts } from "../texts/find.ts";
import { listTexts } from "../texts/list.ts";
import { sumTexts } from "../texts/sums.ts";
import type { Answer, CounterRoute, Visit } from "../visit.ts";
import { isCardLike } from "./card-like.ts";
import { type Meaning, meaningsOf } from "./meanings.ts";

/** How many payments of each meaning are shown: the list has the others. */
const pageLength = 20;

/** Where a text that looks like a card number leads to: an address without it, which the browser keeps instead. */
export const cardRefusal = "find?refused=card";

/** `/find`: the payments that a text of the search box may mean; one that is the only one is opened. */
export const findRoutes: readonly CounterRoute[] = [{ method: "GET", path: /^\/find$/, answer: find }];

async function find(visit: Visit): Promise<Answer> {
  const { query, settings } = visit;
  const text = query.get("q")?.trim() ?? "";
  if (isCardLike(text)) return { to: cardRefusal };
  if (text === "") return startPage(visit);
  const known = await settings.store.findAttempt(text);
  if (known !== undefined) return { to: paymentPath(known.id) };
  const [day, ...hits] = await Promise.all([
    batchNamed(visit, text),
    ...meaningsOf(text)
      .filter(({ field }) => field !== "email" || settings.keepEmail)
      .map((meaning) => hitsOf(visit, meaning)),
  ]);
  const found = hits.filter(({ attempts }) => attempts.length > 0);
  const [id, another] = new Set(found.flatMap(({ attempts }) => attempts.map((attempt) => attempt.id)));
  if (day !== undefined && id === undefined) return { to: `close?batch=${day.batch.date}` };
  if (day === undefined && id !== undefined && another === undefined) return { to: paymentPath(id) };
  return hitsPage(visit, { text, day, found, tried: hits });
}

/** What a meaning finds. */
interface Hits extends Meaning, AttemptPage {}

/** Reads the first payments of a meaning, by the filter that the list's form makes of it. */
async function hitsOf({ settings }: Visit, { field, value }: Meaning): Promise<Hits> {
  const { filter } = filterOf(new URLSearchParams([[field, value]]), settings);
  // An amount may be larger than any payment, and a text longer.
  const page =
    filter === undefined ? { attempts: [] } : await settings.store.listAttempts({ filter, limit: pageLength });
  return { field, value, ...page };
}

/** The page of a search for nothing, and of one that was refused. */
function startPage(visit: Visit): Answer {
  const { query, language } = visit;
  const words = findTexts[language];
  const isRefused = query.has("refused");
  return {
    status: isRefused ? 422 : 200,
    title: words.title,
    section: "payments",
    wrong: { finds: isRefused ? [{ field: "find", typed: words.card, text: words.lastFour }] : [] },
    body: html`<div class="columns">${howTo(visit)}
${keysCard(language)}</div>`,
  };
}

/** What a text of the search box finds. */
interface Found {
  text: string;
  day: ShownBatch | undefined;
  found: readonly Hits[];
  tried: readonly Hits[];
}

/** What a text means, where it means nothing else. */
const onlyMeaning = ({ day, found: [first, another] }: Pick<Found, "day" | "found">): Hits | undefined =>
  day === undefined && another === undefined ? first : undefined;

function titleOf({ language }: Visit, { text, ...hits }: Omit<Found, "tried">): string {
  const words = findTexts[language];
  const only = onlyMeaning(hits);
  if (only !== undefined) return words.meaning(listTexts[language].fields[only.field], only.value);
  return hits.found.length === 0 ? words.title : words.titleOf(text);
}

async function hitsPage(visit: Visit, { text, day, found, tried }: Found): Promise<Answer> {
  const { language, root, settings } = visit;
  const words = findTexts[language];
  const { fields } = listTexts[language];
  const { payments: countText } = sumTexts[language];
  const now = await settings.store.now();
  const names = new Set(tried.map(({ field }) => fields[field].toLowerCase()));
  const list = new Intl.ListFormat(localeOf(language), { type: "disjunction" }).format(names);
  const { date } = timesOf(language, settings.timeZone);
  const only = onlyMeaning({ day, found });
  return {
    title: titleOf(visit, { text, day, found }),
    section: "payments",
    body: html`${found.length === 0 && html`<div class="columns"><section class="card"><p><strong>${words.none(text)}</strong></p><p class="dim">${words.looked(list)}${tried.some(({ field }) => field === "order") && html` ${words.wholeOrder}`}</p><p><a class="button quiet" href="${root}payments">${words.all}</a></p></section>${howTo(visit)}</div>`}
${day && html`<p><a href="${root}close?batch=${day.batch.date}">${words.close(date(day.batch.until))}</a></p>`}
${found.map(
  ({ next, ...hit }, index) => html`<section aria-labelledby="found-${index}">
<div class="apart"><h2 id="found-${index}">${only === undefined && html`${words.meaning(fields[hit.field], hit.value)} `}<span class="dim">${next === undefined ? countText(hit.attempts.length) : words.more(hit.attempts.length)}</span></h2> <a class="aside" href="${root}payments?${new URLSearchParams([[hit.field, hit.value]]).toString()}">${words.inList}</a></div>
${paymentsTable(visit, hit.attempts, now)}
</section>`,
)}
${found.length > 0 && html`<p class="aside"><a href="${root}find">${words.how}</a></p>`}`,
  };
}

/** What can be searched for, each with a sample of how it is written. */
function howTo({ language, settings }: Visit): Html {
  const { how, samples: all, emailSample } = findTexts[language];
  const samples = [...all, ...(settings.keepEmail ? [emailSample] : [])];
  return html`<section class="card" aria-labelledby="how"><h2 id="how">${how}</h2>
<dl>${samples.map(([name, sample]) => html`<div><dt>${name}</dt><dd>${sample}</dd></div>`)}</dl></section>`;
}
