import { formatCard, formatMoney, type Html, type HtmlValue, html } from "@ventanilla/web";
import { meaningOf } from "../attempt/answer.ts";
import { chargeOf } from "../attempt/approval.ts";
import type { Attempt, Handling } from "../attempt/attempt.ts";
import { windowMs } from "../attempt/rules.ts";
import { paymentPath } from "../base/printable.ts";
import { outcomeText } from "../page/outcome-text.ts";
import type { EventRecord } from "../stores/staff-store.ts";
import { decisionCard, decisionName, fieldNames, handlingOf, type RefusedForm, whatHappened } from "./decision.ts";
import { type Times, timesOf } from "./format.ts";
import { showPage } from "./frame.ts";
import { markNames, marksOf } from "./marks.ts";
import { deliveryText, noticeLines, noticesOf } from "./notices.ts";
import { situationOf } from "./situation.ts";
import { badge, standingName, standingOf } from "./standing.ts";
import { decideTexts } from "./texts/decide.ts";
import { paymentTexts } from "./texts/payment.ts";
import { timeline } from "./timeline.ts";
import type { CounterRoute, Visit } from "./visit.ts";

/** `/payments/{attempt}`: one payment, with everything that is known of it except its session and its session key. */
export const paymentRoutes: readonly CounterRoute[] = [
  {
    method: "GET",
    path: /^\/payments\/([^/]+)$/,
    async answer(visit, id = "") {
      const attempt = await visit.settings.store.findAttempt(id);
      if (attempt === undefined) return showNoPayment(visit);
      await showPayment(visit, attempt);
    },
  },
];

/** Answers an address that names no payment. */
export function showNoPayment(visit: Visit): void {
  const { title, message } = paymentTexts[visit.language].notFound;
  showPage(visit, { status: 404, title, body: html`<p class="lead">${message}</p>` });
}

/** Shows a payment, and above it the result of a form about it. */
export async function showPayment(
  visit: Visit,
  attempt: Attempt,
  outcome: { status?: number; message?: string; refused?: RefusedForm } = {},
): Promise<void> {
  const { settings, language } = visit;
  const { store } = settings;
  const words = paymentTexts[language];
  const { status = 200, message, refused } = outcome;
  const [attempts, events, now] = await Promise.all([
    store.attemptsOf(attempt.order),
    store.eventsOf(attempt.order),
    store.now(),
  ]);
  const own = events.filter((event) => event.attempt === attempt.id);
  const notices = await noticesOf(visit, own);
  const charge = chargeOf(attempt, attempts);
  const situation = situationOf(attempt, attempts, now, settings);
  const isDecided = attempt.facts.resolution !== undefined || attempt.facts.handled !== undefined;
  const isRecorded = visit.query.has("recorded") && situation === undefined && isDecided;
  const times = timesOf(language, settings.timeZone);
  showPage(visit, {
    status,
    title: words.title(attempt.order),
    section: situation !== undefined || isRecorded ? "decide" : "payments",
    live: visit.request.method !== "POST",
    body: html`${message !== undefined && html`<p class="alert" role="alert">${message}</p>`}
${isRecorded && html`<p class="done" role="status">${words.recorded} <a href="${visit.root}decide">${decideTexts[language].back}</a></p>`}
<p class="headline"><span class="sum">${formatMoney(attempt.amount)}</span> ${badge(attempt, language, now)}${marksIn(attempt, language)}</p>
${decidedLines(visit, attempt, charge)}
${situation && html`<section class="card waits" aria-labelledby="decide"><h2 id="decide">${words.decide}</h2><p>${whatHappened(situation, language)}</p>${decisionCard(visit, situation, refused)}</section>`}
<div class="columns">
<section class="card" aria-labelledby="story"><h2 id="story">${words.timeline}</h2><p class="dim">${words.timelineLead(times.moment((attempt.windowEndsAt ?? attempt.createdAt + windowMs) - windowMs))}</p>${timeline({ attempt, charge }, own, now, { language, times })}</section>
<section class="card" aria-labelledby="receipt"><h2 id="receipt">${words.receipt.title}</h2>${receipt(visit, attempt, times)}</section>
<section class="card" aria-labelledby="notices"><h2 id="notices">${words.events.title}</h2>${deliveries(visit, notices)}</section>
<section class="card" aria-labelledby="others"><h2 id="others">${words.others.title}</h2>${others(visit, attempt, attempts, now)}</section>
</div>`,
  });
}

/** The marks of a payment, without one that its badge already shows. */
function marksIn(attempt: Attempt, language: Visit["language"]): Html {
  const said = standingName(standingOf(attempt), language);
  const names = marksOf(attempt).map((mark) => markNames[language][mark]);
  return html`${names.filter((name) => name !== said).map((name) => html` <span class="badge plain">${name}</span>`)}`;
}

/** Who has decided what about the payment, when and why. */
function decidedLines({ language, settings }: Visit, attempt: Attempt, charge: Attempt): Html {
  const { resolution, handled, reversed } = attempt.facts;
  const { decisions } = decideTexts[language];
  const { moment } = timesOf(language, settings.timeZone);
  const line = (decision: string, { by, at, reason }: Pick<Handling, "by" | "at" | "reason">) =>
    html`<p class="lead">${paymentTexts[language].decided(by, decision, moment(at), reason)}</p>`;
  return html`${resolution && line(decisionName(attempt, resolution.paid, language), resolution)}
${[handled, reversed].map((done) => done && line(decisions[handlingOf(charge.id, done)], done))}`;
}

/** The details of a payment: those of a receipt, and others that the staff is asked for. */
function receipt({ settings, language }: Visit, attempt: Attempt, times: Times): Html {
  const { receipt: names } = paymentTexts[language];
  const { facts } = attempt;
  const { verdict, settledAt, resolution } = facts;
  const endedAt = resolution?.paid ? resolution.at : settledAt;
  const said = outcomeText(attempt, settings.languages.of(facts.language));
  const rows: [name: string, value: HtmlValue][] = [
    [names.order, attempt.order],
    [names.orderReference, facts.orderReference],
    ["TransactionId", attempt.transactionId],
    [names.amount, formatMoney(attempt.amount)],
    [names.tax, formatMoney(attempt.tax)],
    [names.approvedAmount, resolution?.approvedAmount && formatMoney(resolution.approvedAmount)],
    [names.orderAmount, verdict?.orderAmount && formatMoney(verdict.orderAmount)],
    [names.card, verdict?.maskedCard && formatCard(verdict.maskedCard)],
    [names.authorization, verdict?.authorizationCode],
    [names.reference, verdict?.reference],
    [names.code, verdict && codeWithMeaning(verdict.code, attempt)],
    [names.mismatch, verdict?.mismatch && fieldNames(verdict.mismatch, language)],
    [names.begun, times.moment(attempt.createdAt)],
    [names.ended, endedAt && times.moment(endedAt)],
    [names.attempt, attempt.id],
  ];
  const shown = rows.filter(([, value]) => value !== undefined);
  return html`<dl>${shown.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
<div class="long"><dt>${names.buyerReads}</dt><dd lang="${facts.language}">${said.message}</dd></div></dl>
${verdict?.amountUnchecked && html`<p class="alert">${names.unchecked}</p>`}`;
}

function codeWithMeaning(code: string, attempt: Attempt): Html {
  return html`${code} · <span lang="es">${meaningOf(code, attempt).description}</span>`;
}

/** The notices to the shop, each with its tries and its last error. */
function deliveries(visit: Visit, notices: Awaited<ReturnType<typeof noticesOf<EventRecord>>>): Html {
  if (notices.length === 0) return html`<p class="dim">${paymentTexts[visit.language].events.none}</p>`;
  return html`<ul class="plain">${notices.map((notice) => html`<li>${noticeLines(visit, notice, deliveryText(visit, notice))}</li>`)}</ul>`;
}

/** The other attempts of the order, with links to them. */
function others(
  { root, language, settings }: Visit,
  attempt: Attempt,
  attempts: readonly Attempt[],
  now: number,
): Html {
  const { others: words } = paymentTexts[language];
  const times = timesOf(language, settings.timeZone);
  const rest = attempts.filter(({ id }) => id !== attempt.id);
  if (rest.length === 0) return html`<p class="dim">${words.none}</p>`;
  return html`<ul class="plain">${rest.map(
    (other) =>
      html`<li><a href="${root}${paymentPath(other.id)}">${times.moment(other.createdAt)}</a> ${formatMoney(other.amount)} ${badge(other, language, now)}${other.facts.captureOf !== undefined && html` <span class="dim">${words.capture}</span>`}</li>`,
  )}</ul>`;
}
