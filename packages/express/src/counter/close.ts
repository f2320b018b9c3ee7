import { pipeline } from "node:stream/promises";
import { formatMoney, type Html, html } from "@ventanilla/web";
import { windowMs } from "../attempt/rules.ts";
import { approvedIn } from "../staff/list.ts";
import type { KeptAction } from "../stores/staff-store.ts";
import { batchCsv } from "./batch-csv.ts";
import { countsIn } from "./comparison-note.ts";
import { openDecisions } from "./decide.ts";
import { schemeName, timesOf } from "./format.ts";
import { downloadHeaders, showPage } from "./frame.ts";
import { batchForm, batchNamed, batchSubject, type ShownBatch } from "./shown-batch.ts";
import { closeTexts } from "./texts/close.ts";
import { Totals } from "./totals.ts";
import type { CounterRoute, Visit } from "./visit.ts";

/** How many payments of each decision kind are read, at most. */
const maxUndecided = 1000;

/**
 * A payment that began up to this long before the batch may be in it: its 30 minutes, and as long again for a slow
 * bank.
 */
const earlierMs = 2 * windowMs;

/** `/close`: what was approved between two batch closes, as sums and as a file. */
export const closeRoutes: readonly CounterRoute[] = [
  { method: "GET", path: /^\/close$/, answer: showClose },
  { method: "GET", path: /^\/close\.csv$/, answer: sendFile },
];

async function showClose(visit: Visit): Promise<void> {
  const { settings, language, query } = visit;
  const words = closeTexts[language];
  const shown = await batchNamed(visit, query.get("batch") ?? undefined);
  if (shown === undefined) return showNoDate(visit);
  const totals = new Totals();
  for await (const attempts of approvedIn(settings.store, shown.batch)) {
    for (const attempt of attempts) totals.add(attempt);
  }
  const { from, until } = shown.batch;
  const { kinds } = await openDecisions(visit, maxUndecided);
  const undecided = kinds
    .flatMap(({ attempts }) => attempts)
    .filter(({ createdAt }) => createdAt >= from - earlierMs && createdAt < until);
  const actions = await settings.store.actionsOf(batchSubject(shown.batch));
  showPage(visit, {
    title: words.title,
    section: "close",
    body: html`${batchForm(visit, "close", shown)}
${spanText(visit, shown)}
${undecided.length > 0 && html`<p class="alert"><a href="${visit.root}decide">${words.waiting(undecided.length)}</a></p>`}
${sums(visit, totals)}
${nextLinks(visit, shown)}
${comparisons(visit, actions)}
<p class="dim lead">${words.when}</p>`,
  });
}

function showNoDate(visit: Visit): void {
  const words = closeTexts[visit.language];
  const body = html`${batchForm(visit, "close", undefined)}<p class="alert" role="alert">${words.noDate}</p>`;
  showPage(visit, { status: 422, title: words.title, section: "close", body });
}

function spanText({ language, settings }: Visit, { batch, isOpen }: ShownBatch): Html {
  const words = closeTexts[language];
  const { moment } = timesOf(language, settings.timeZone);
  return html`<p>${words.span(moment(batch.from), moment(batch.until))}</p>
${isOpen && html`<p class="alert">${words.open(moment(batch.until))}</p>`}`;
}

function sums({ language }: Visit, totals: Totals): Html {
  const words = closeTexts[language];
  const currencies = totals.byCurrency();
  if (currencies.length === 0) return html`<p class="card empty">${words.none}</p>`;
  const line = (name: string, { minor, currency, count, partialUnknown }: (typeof currencies)[number], kind?: string) =>
    html`<div${kind !== undefined && html` class="${kind}"`}><dt>${name}</dt><dd>${partialUnknown < count && html`<span class="sum">${formatMoney({ minor, currency })}</span> `}<span class="dim">${words.payments(count)}</span></dd></div>`;
  return html`<div class="totals">${currencies.map(
    (all) =>
      html`<dl class="card">${line(words.inAll, all, "approved")}${totals
        .list()
        .filter(({ currency }) => currency === all.currency)
        .map((total) => line(schemeName(total.scheme, language), total))}${totals
        .marked(all.currency)
        .map((total) => line(words.marked[total.mark], total))}</dl>`,
  )}</div>`;
}

function nextLinks({ language, root }: Visit, { batch }: ShownBatch): Html {
  const words = closeTexts[language];
  return html`<div class="totals ways">
<section class="card"><p>${words.fileNote}</p><p><a class="button" href="${root}close.csv?batch=${batch.date}">${words.file}</a></p></section>
<section class="card"><p>${words.compareNote}</p><p><a class="button" href="${root}compare?batch=${batch.date}">${words.compare}</a></p></section>
</div>`;
}

/** Who compared the batch with the bank's list, when, and with what result. */
function comparisons({ language, settings }: Visit, actions: readonly KeptAction[]): Html | undefined {
  const words = closeTexts[language];
  const { moment } = timesOf(language, settings.timeZone);
  const found = actions.flatMap(({ at, by, note }) => {
    const counts = countsIn(note);
    return counts === undefined ? [] : [html`<li>${moment(at)}, <bdi>${by}</bdi>: ${words.comparison(counts)}</li>`];
  });
  if (found.length === 0) return undefined;
  return html`<section class="card" aria-labelledby="compared"><h2 id="compared">${words.compared}</h2><ul class="plain">${found}</ul></section>`;
}

/** Sends the payments of the batch as a file. It is streamed: the store is read as fast as the client downloads. */
async function sendFile(visit: Visit): Promise<void> {
  const { request, response, settings, language, query } = visit;
  const shown = await batchNamed(visit, query.get("batch") ?? undefined);
  if (shown === undefined) return showNoDate(visit);
  const { batch } = shown;
  const pieces = batchCsv(approvedIn(settings.store, batch), batch, settings.timeZone, language);
  // Read before the headers are sent: a store that fails at once gets an error page.
  const first = await pieces.next();
  response.writeHead(200, {
    ...downloadHeaders,
    "Content-Type": "text/csv; charset=utf-8; header=present",
    "Content-Disposition": `attachment; filename="ventanilla-${batch.date}.csv"`,
  });
  if (request.method === "HEAD") {
    response.end();
    return;
  }
  try {
    await pipeline(async function* () {
      try {
        yield first.value ?? "";
        yield* pieces;
      } catch (error) {
        // With HTTP/1.0, a closed connection means the end of the file. Only a reset shows that the file is incomplete.
        if (request.httpVersion === "1.0" && !("encrypted" in request.socket)) request.socket.resetAndDestroy();
        throw error;
      }
    }, response);
  } catch (error) {
    // The client stopped the download.
    if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  }
}
