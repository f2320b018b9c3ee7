import { responseCode } from "@ventanilla/client";
import { formatCard, formatMoney, type Html, type HtmlValue, html } from "@ventanilla/web";
import { type Attempt, windowMs } from "../attempt/attempt.ts";
import { printable } from "../operate/printable.ts";
import type { EventRecord, KeptAction } from "../stores/counter-store.ts";
import { outcomeText } from "../web/outcome-text.ts";
import { decisionCard, type Refused, whatHappened } from "./decision.ts";
import { type Times, timesOf } from "./format.ts";
import { showPage } from "./frame.ts";
import { markNames } from "./marks.ts";
import { situationOf } from "./situation.ts";
import { badge, standingOf } from "./standing.ts";
import { paymentTexts } from "./texts/payment.ts";
import { timeline } from "./timeline.ts";
import type { CounterRoute, Visit } from "./visit.ts";

/** An event with what the staff did about it. */
interface ToldEvent extends EventRecord {
  actions: KeptAction[];
}

/** `/payments/{attempt}`: one payment, with all that is known of it but its session and its key. */
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

/** For an address that names no payment. */
export function showNoPayment(visit: Visit): void {
  const { title, message } = paymentTexts[visit.language].notFound;
  showPage(visit, { status: 404, title, body: html`<p class="lead">${message}</p>` });
}

/** Shows a payment, and above it what came of a form about it. */
export async function showPayment(
  visit: Visit,
  attempt: Attempt,
  outcome: { status?: number; message?: string; refused?: Refused } = {},
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
  const told = await Promise.all(own.map(async (event) => ({ ...event, actions: await store.actionsOf(event.id) })));
  const situation = situationOf(attempt, attempts, now, settings);
  const times = timesOf(language, settings.timeZone);
  showPage(visit, {
    status,
    title: words.title(attempt.order),
    section: situation === undefined ? "payments" : "decide",
    live: visit.request.method !== "POST",
    body: html`${message !== undefined && html`<p class="alert" role="alert">${message}</p>`}
${visit.query.has("recorded") && situation === undefined && html`<p class="done" role="status">${words.recorded}</p>`}
<p class="headline"><span class="sum">${formatMoney(attempt.amount)}</span> ${badge(standingOf(attempt), language)}${attempt.state === "approved" && attempt.facts.resolution?.paid && html` <span class="dim">${markNames[language].confirmed}</span>`}</p>
${situation && html`<section class="card needs" aria-labelledby="needs"><h2 id="needs">${words.decide}</h2><p>${whatHappened(situation, language)}</p>${decisionCard(visit, situation, refused)}</section>`}
<div class="columns">
<section class="card" aria-labelledby="story"><h2 id="story">${words.timeline}</h2><p class="dim">${words.timelineLead(times.moment((attempt.windowEndsAt ?? attempt.createdAt + windowMs) - windowMs))}</p>${timeline(attempt, own, now, { language, times })}</section>
<section class="card" aria-labelledby="receipt"><h2 id="receipt">${words.receipt.title}</h2>${receipt(visit, attempt, times)}</section>
<section class="card" aria-labelledby="notices"><h2 id="notices">${words.events.title}</h2>${deliveries(visit, told, times)}</section>
<section class="card" aria-labelledby="others"><h2 id="others">${words.others.title}</h2>${others(visit, attempt, attempts, times)}</section>
</div>`,
  });
}

/** What a receipt has, and what the staff is asked for. */
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
    [names.orderAmount, verdict?.orderAmount && formatMoney(verdict.orderAmount)],
    [names.card, verdict?.maskedCard && formatCard(verdict.maskedCard)],
    [names.authorization, verdict?.authorizationCode],
    [names.reference, verdict?.reference],
    [names.code, verdict && codeText(verdict.code, attempt)],
    [names.mismatch, verdict?.mismatch?.join(", ")],
    [names.begun, times.moment(attempt.createdAt)],
    [names.ended, endedAt && times.moment(endedAt)],
    [names.attempt, attempt.id],
  ];
  const shown = rows.filter(([, value]) => value !== undefined);
  return html`<dl>${shown.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
<div class="long"><dt>${names.buyerReads}</dt><dd lang="${facts.language}">${said.message}</dd></div></dl>
${verdict?.amountUnchecked && html`<p class="alert">${names.unchecked}</p>`}`;
}

function codeText(code: string, { facts }: Attempt): Html {
  const { description } = responseCode(code, facts.captureOf === undefined ? "sale" : "confirmation");
  return html`${code} · <span lang="es">${description}</span>`;
}

/** What the shop was told, with how often and with what error. */
function deliveries(visit: Visit, events: readonly ToldEvent[], times: Times): Html {
  const { events: words } = paymentTexts[visit.language];
  if (events.length === 0) return html`<p class="dim">${words.none}</p>`;
  return html`<ul class="plain">${events.map(
    (event) => html`<li>
<p><strong>${hookOf(event)}</strong> ${deliveryText(event, visit, times)}</p>
${event.error !== undefined && html`<p class="error">${printable(event.error)}</p>`}
${event.actions.map(({ by, at }) => html`<p class="dim">${words.actions(by, times.moment(at))}</p>`)}
${event.dead && retryForm(visit, event.id)}
</li>`,
  )}</ul>`;
}

const hooks = {
  "order.paid": "onPaid",
  "order.paidAgain": "onPaidAgain",
  "order.authorized": "onAuthorized",
  "capture.failed": "onCaptureFailed",
  "attempt.declined": "onDeclined",
  "attempt.expired": "onExpired",
  "attempt.unknown": "onUnknown",
  "attempt.review": "onReview",
  "attempt.unconfirmed": "unconfirmed",
} as const;

/** The function of the shop that gets the event. */
export function hookOf({ type }: Pick<EventRecord, "type">): string {
  return hooks[type];
}

function deliveryText(
  { dead, deliveredAt, dueAt, createdAt, tries }: EventRecord,
  { language }: Visit,
  times: Times,
): string {
  const { events: words } = paymentTexts[language];
  if (dead) return words.dead(tries);
  if (deliveredAt !== undefined) return words.delivered(times.moment(deliveredAt), tries);
  return words.waiting(times.moment(dueAt ?? createdAt), tries);
}

/** The button that delivers an event once more; for who may. */
export function retryForm({ root, token, staff, language }: Visit, event: string): Html | undefined {
  if (!staff.mayResolve) return undefined;
  return html`<form method="post" action="${root}events/retry">
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="event" value="${event}">
<button class="quiet">${paymentTexts[language].events.retry}</button>
</form>`;
}

function others({ root, language }: Visit, attempt: Attempt, attempts: readonly Attempt[], times: Times): Html {
  const { others: words } = paymentTexts[language];
  const rest = attempts.filter(({ id }) => id !== attempt.id);
  if (rest.length === 0) return html`<p class="dim">${words.none}</p>`;
  return html`<ul class="plain">${rest.map(
    (other) =>
      html`<li><a href="${root}payments/${encodeURIComponent(other.id)}">${times.moment(other.createdAt)}</a> ${formatMoney(other.amount)} ${badge(standingOf(other), language)}${other.facts.captureOf !== undefined && html` <span class="dim">${words.capture}</span>`}</li>`,
  )}</ul>`;
}
