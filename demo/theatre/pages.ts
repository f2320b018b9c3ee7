import type { AttemptView, ShopAlert } from "@ventanilla/express";
import { type Html, html, spanText } from "@ventanilla/web";
import type { Order } from "../src/orders.ts";
import type { Page } from "../src/pages/layout.ts";
import { type PaymentState, tones } from "../src/payment-state.ts";
import { formatHour, formatPesos } from "../src/price.ts";
import { counterPath } from "../src/staff/page.ts";
import { texts } from "../src/texts.ts";
import type { Visit } from "../src/visit.ts";
import { type BadDay, badDays } from "./bad-days.ts";
import { stageTexts } from "./texts.ts";

const shared = { isStaff: true, styles: ["stage"] };

/** What a member of the staff sees first. */
export interface StaffView {
  name: string;
  /** Whether thirty payments have just been simulated. */
  isSeeded: boolean;
  alerts: readonly ShownAlert[];
}

/** How an order stands. */
interface Standing {
  state: PaymentState;
  /** What was paid of its payment, in cents of a peso. */
  minor: number;
  /** What it costs, in cents of a peso. */
  total: number;
}

/** An alert, and how its order stands. */
export interface ShownAlert extends ShopAlert {
  /** Absent where it is about no order of the shop. */
  about?: Standing & {
    /** Until when the bank can void it, in milliseconds since the epoch. Absent where it cannot. */
    voidableUntil?: number | undefined;
  };
}

/** What a member of the staff can open, simulate and stage. */
export function staffPage({ language }: Visit, { name, isSeeded, alerts }: StaffView): Page {
  const say = stageTexts[language];
  const sent = html`<section class="days panel" aria-labelledby="alerts">
  <h2 id="alerts">${say.alerts}</h2>
  <p>${say.alertsAbout}</p>
  ${alerts.length === 0 ? html`<p class="rows">${say.noAlerts}</p>` : alertList(alerts, language)}
</section>`;
  return {
    title: say.title,
    ...shared,
    body: html`<header class="staff">
  <h1>${say.title}</h1>
  <form method="post" action="/staff/logout"><span>${say.loggedInAs(name)}</span> <button>${say.logOut}</button></form>
  ${isSeeded && html`<p class="notice" role="status">${say.seeded}</p>`}
</header>
<div class="tasks" id="seeds">
  <section class="panel">
    <h2>${say.payments}</h2>
    <p>${say.paymentsAbout}</p>
    <p class="do"><a class="button" href="${counterPath}?lang=${language}">${say.openPayments}</a></p>
  </section>
  <section class="panel">
    <h2>${say.seeds}</h2>
    <p>${say.seedsAbout}</p>
    <form method="post" action="/staff/seeds" class="do"><button class="quiet">${say.seed}</button></form>
  </section>
</div>
${alerts.length > 0 && sent}
<section class="days panel" aria-labelledby="days">
  <h2 id="days">${say.badDays}</h2>
  <p>${say.badDaysAbout}</p>
  <ul class="rows">${badDays.map((day) => badDayItem(day, language))}</ul>
</section>
${alerts.length === 0 && sent}`,
  };
}

/** How an order stands, and whether it is under review because another amount was paid than it costs. */
function standingOf({ state, minor, total }: Standing, language: Visit["language"]): { badge: Html; isOther: boolean } {
  const isOther = state === "review" && minor !== total;
  const name = isOther ? stageTexts[language].otherAmount : texts[language].states[state].name;
  return { badge: html`<span class="badge ${tones[state]}">${name}</span>`, isOther };
}

/** Until when a payment can be voided, and how long that still is. */
function deadlineOf(about: ShownAlert["about"], language: Visit["language"]): Html | undefined {
  const until = about?.voidableUntil;
  if (until === undefined) return undefined;
  return html`<strong>${stageTexts[language].toVoid(formatHour(until, language), spanText(until - Date.now()))}</strong>`;
}

/** Each alert as a row that leads to its payment: order, how it stands, until when, amount, and what to do. */
function alertList(alerts: readonly ShownAlert[], language: Visit["language"]): Html {
  const { theAlert, costs, resolve, see } = stageTexts[language];
  return html`<ul class="rows alerts">${alerts.map(({ text, url, order, about }) => {
    const link = html`<a href="${url ?? counterPath}?lang=${language}">${order ?? theAlert}</a>`;
    if (about === undefined) return html`<li>${link} <p class="said">${text[language]}</p></li>`;
    const { state, minor, total } = about;
    // The order stands before it.
    const sent = text[language].replace(/^\S+ \S+: (.)/, (_, first: string) => first.toUpperCase());
    const { badge, isOther } = standingOf(about, language);
    return html`<li>${link} <b>${formatPesos(minor)}</b>
<p class="state">${badge} ${deadlineOf(about, language)}</p>
<p class="said">${isOther ? costs(formatPesos(total)) : sent}</p>
<span class="button quiet" aria-hidden="true">${tones[state] === "alert" ? resolve : see}</span></li>`;
  })}</ul>`;
}

function badDayItem(day: BadDay, language: Visit["language"]): Html {
  const { stories, stage } = stageTexts[language];
  const { title, about } = stories[day];
  return html`<li>
    <div><h3 id="${day}">${title}</h3>
    <p>${about}</p></div>
    <form method="post" action="/staff/bad-days/${day}"><button class="quiet" aria-describedby="${day}">${stage}</button></form>
  </li>`;
}

/** What was staged with an order, and how it stands now. */
export interface StagedOrder {
  day: BadDay;
  order: Order;
  state: PaymentState;
  attempts: readonly AttemptView[];
  /** What the staff was told of it. */
  alerts: readonly ShownAlert[];
}

/** What the order costs, what the bank charged for it, and how far they are apart. */
function charges(order: Order, attempts: readonly AttemptView[], language: Visit["language"]): Html {
  const say = stageTexts[language];
  const charged = attempts.filter(({ outcome }) => outcome === "approved" || outcome === "unknown");
  const excess = charged.reduce((sum, { amount }) => sum + amount.minor, 0) - order.total;
  const row = (name: string, minor: number) => html`<div><dt>${name}</dt><dd>${formatPesos(minor)}</dd></div>`;
  const paid = charged.map(({ amount: { minor } }, i) => {
    return row(charged.length > 1 ? say.chargedIn(i + 1) : say.charged, minor);
  });
  return html`<dl class="sums">${row(say.order, order.total)}${paid}
    ${excess !== 0 && html`<div class="total"><dt>${excess > 0 ? say.excess : say.missing}</dt><dd>${formatPesos(Math.abs(excess))}</dd></div>`}</dl>`;
}

/** What was staged, what Ventanilla did, and where the staff and the buyer see it. */
export function storyPage({ language }: Visit, { day, order, state, attempts, alerts }: StagedOrder): Page {
  const say = stageTexts[language];
  const { title, staged, did } = say.stories[day];
  const { meaning } = texts[language].states[state];
  const { badge } = standingOf({ state, minor: attempts.at(-1)?.amount.minor ?? 0, total: order.total }, language);
  const list = (id: string, heading: string, sentences: readonly string[]) =>
    html`<section class="panel"><h2 id="${id}">${heading}</h2><ol class="steps" aria-labelledby="${id}">${sentences.map((one) => html`<li>${one}</li>`)}</ol></section>`;
  return {
    title,
    ...shared,
    body: html`<p class="back"><a href="/staff">${say.back}</a></p>
<h1>${title}</h1>
<div class="story">
  ${list("staged", say.staged, staged)}
  ${list("did", say.did, did)}
  <section class="panel end">
    <h2>${say.now}</h2>
    <div class="order" id="${order.id}"><header><h3>${order.id}</h3>${badge} ${deadlineOf(alerts[0]?.about, language)}</header>
    <div class="reads"><div>${charges(order, attempts, language)}
    <ul class="links">${attempts
      .map(
        ({ id }, i) =>
          html`<li><a class="${i === attempts.length - 1 ? "button" : "button quiet"}" href="${counterPath}/payments/${id}?lang=${language}">${say.seePayment(attempts.length > 1 ? i + 1 : undefined)}</a></li>`,
      )
      .toReversed()}
    <li><a class="button quiet" href="/orders/${order.id}">${say.seeOrder}</a></li></ul></div>
    <div><p><b>${say.buyerReads}</b> <q>${meaning(order.email)}</q></p>
    ${alerts.length > 0 && html`<p><b>${say.staffReads}</b> ${alerts.map(({ text }) => html`<q>${text[language]}</q> `)}</p>`}</div></div></div>
  </section>
</div>`,
  };
}
