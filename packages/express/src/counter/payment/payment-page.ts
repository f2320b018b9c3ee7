import { copyScript, formatMoney, type Html, type HtmlValue, html, spanText } from "@ventanilla/web";
import { meaningOf } from "../../attempt/answer.ts";
import { chargeOf, isBeingSent, isPartial, returnsOf, sumGivenBack } from "../../attempt/approval.ts";
import type { Attempt, Handling } from "../../attempt/attempt.ts";
import { isPartUnnamed, leftOf } from "../../attempt/given-back.ts";
import { isReturnUnclear } from "../../attempt/needs-person.ts";
import { paymentPath } from "../../base/payment-path.ts";
import { outcomeText } from "../../page/outcome-text.ts";
import type { EventRecord } from "../../stores/staff-store.ts";
import {
  decisionCard,
  decisionErrors,
  decisionName,
  fieldNames,
  handlingOf,
  type RefusedForm,
} from "../decide/decision-card.ts";
import { cardText, emailText, type Times, timesOf } from "../format.ts";
import { isUpdate } from "../frame.ts";
import { backErrors, fromQuery, givenBackForm, givenBackLines, type RefusedBack } from "../give-back/given-back.ts";
import { sendForm, sentLines } from "../give-back/reverse-lines.ts";
import { canSendNow } from "../give-back/send-back.ts";
import { decidedText } from "../list/payments-table.ts";
import { errorSummary } from "../page/error-summary.ts";
import type { PageContent } from "../pages.ts";
import { markNames, marksOf } from "../standing/marks.ts";
import { returnPartOf, sinceOf, sinceText } from "../standing/since.ts";
import { closeOf, isAboutMoneyBack, situationOf } from "../standing/situation.ts";
import { amountName, badge, markBadge, standingName, standingOf, uncharged } from "../standing/standing.ts";
import { voidTime } from "../standing/void-time.ts";
import { closeTexts } from "../texts/close.ts";
import { decisionTexts } from "../texts/decision-card.ts";
import { givenBackTexts } from "../texts/given-back.ts";
import { listTexts } from "../texts/list.ts";
import { decideTexts } from "../texts/open-decisions.ts";
import { paymentTexts } from "../texts/payment.ts";
import type { CounterRoute, Visit } from "../visit.ts";
import { foldedIf, notesCard, notesIn } from "./notes.ts";
import { deliveryText, noticeLines, noticesOf } from "./notices.ts";
import { keepOpened, openedBy } from "./opened.ts";
import { timeline } from "./timeline.ts";

/** `/payments/{attempt}`: one payment, with everything that is known of it except its session and its session key. */
export const paymentRoutes: readonly CounterRoute[] = [
  {
    method: "GET",
    path: /^\/payments\/([^/]+)$/,
    async answer(visit, id = "") {
      const attempt = await visit.settings.store.findAttempt(id);
      return attempt === undefined ? noPaymentPage(visit) : paymentPage(visit, attempt);
    },
  },
];

/** What an address that names no payment is answered with. */
export function noPaymentPage(visit: Visit): PageContent {
  const { title, message, back } = paymentTexts[visit.language].notFound;
  const way = html`<p><a class="button" href="${visit.root}payments">${back}</a></p>`;
  const body = html`<section class="card lead"><p>${message}</p>${way}</section>`;
  return { status: 404, title, section: "payments", body };
}

/** What became of a form about a payment: a form that was refused is shown again, as it was sent. */
interface Outcome {
  status?: number;
  message?: string;
  refused?: RefusedForm;
  refusedBack?: RefusedBack;
  refusedNote?: string;
}

/** From more entries on, what happened is as high as everything else, and has a column of its own. */
const longStory = 7;

/** A payment, and above it the result of a form about it. */
export async function paymentPage(visit: Visit, attempt: Attempt, outcome: Outcome = {}): Promise<PageContent> {
  const { settings, language } = visit;
  const words = paymentTexts[language];
  const { status = 200, message, refused, refusedBack = fromQuery(visit), refusedNote } = outcome;
  const [attempts, events, staffActions, now] = await Promise.all([
    settings.store.attemptsOf(attempt.order),
    settings.store.eventsOf(attempt.order),
    settings.store.actionsOf(attempt.id),
    settings.store.now(),
  ]);
  const own = events.filter((event) => event.attempt === attempt.id);
  const charge = chargeOf(attempt, attempts);
  const canSend = await canSendNow(visit, charge, attempts);
  const situation = situationOf(attempt, attempts, now, settings);
  const isDecided = attempt.facts.resolution !== undefined || attempt.facts.handled !== undefined;
  const backRecorded = backRecordedText(visit, charge);
  const isRecorded = visit.query.get("recorded") === "1" && situation === undefined && isDecided;
  const times = timesOf(language, settings.timeZone);
  const notes = notesIn(staffActions);
  const waits = situation !== undefined || isReturnUnclear(charge);
  const opening = situation === undefined ? "openGivenBack" : "openDecision";
  const others = openedBy(visit, opening, staffActions, now);
  // A page where nothing waits has its form folded, unless a link has filled it in.
  if (isOpenedIn(visit) && (waits || visit.query.has("amount"))) {
    await keepOpened(visit, { attempt: attempt.id, opening }, staffActions, now);
  }
  const act = situation === undefined ? actions(visit, { charge, attempts, canSend, now }, refusedBack) : undefined;
  // What waits, and what somebody fills in, stands above everything that is known.
  const isBelow = act !== undefined && !isReturnUnclear(charge) && refusedBack === undefined;
  const isFolded = waits || act !== undefined;
  const isKnown = waits || returnsOf(charge).length > 0;
  const sent = noticesCard(visit, await noticesOf(visit, own), now, isFolded);
  const notesForm = notesCard(visit, attempt, notes, { isFolded, refused: refusedNote });
  const isLong = (attempt.facts.history?.entries.length ?? 0) > longStory;
  return {
    status,
    title: words.title(attempt.order),
    heading: html`${words.title("")}<span>${attempt.order}</span>`,
    section: waits || isRecorded ? "decide" : "payments",
    live: visit.method !== "POST",
    ...(waits && { script: copyScript }),
    body: html`${headline(visit, attempt, charge, { hasSituation: situation !== undefined, now })}
${message !== undefined && html`<p class="alert" role="alert">${message}</p>`}
${isRecorded && html`<p class="done" role="status">${words.recorded} <a href="${visit.root}decide">${decideTexts[language].back}</a></p>`}
${waits && waitingFacts(visit, situation === undefined ? charge : attempt, now)}${situation === undefined && html`<p class="lead">${nowText(visit, attempt, charge, now)}</p>`}
${decidedLines(visit, attempt, charge)}
${others !== "" && html`<p class="alert">${others}</p>`}
${errorSummary(language, { records: refusedBack ? backErrors(refusedBack) : decisionErrors(attempt.id, refused) })}${situation && html`<section class="card waits" aria-labelledby="decide"><h2 id="decide">${isAboutMoneyBack(situation) ? words.decide : words.whatToDo}</h2>${decisionCard(visit, situation, refused)}</section>`}
${backRecorded !== undefined && html`<p class="done" role="status">${backRecorded}</p>`}
${!isBelow && act}
<div class="columns">
<div>${isBelow && act}<section class="card" aria-labelledby="receipt"><h2 id="receipt">${words.receipt.title}</h2>${foldedIf(isKnown, words.receipt.show, receipt(visit, attempt, charge, times))}</section>
${!isBelow && notesForm}
${isLong && sent}</div>
<div>${otherAttempts(visit, attempt, attempts, { now, isFolded })}
<section class="card" aria-labelledby="story"><h2 id="story">${words.timeline}</h2>${foldedIf(isFolded, words.showSteps, timeline({ attempt, charge, notes, events: own }, now, { language, times }))}</section>
${!isLong && sent}
${isBelow && notesForm}</div></div>`,
  };
}

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

/** Since when a payment waits, and what the bank finds it by. */
function waitingFacts(visit: Visit, attempt: Attempt, now: number): Html {
  const { maskedCard, reference } = attempt.facts.verdict ?? {};
  const since = sinceOf(attempt);
  const ago = now - since;
  return html`<p class="row lead dim"><span>${sinceText(visit, since, now)}${ago >= minuteMs && ago < dayMs && `, ${decideTexts[visit.language].ago(spanText(ago))}`}</span>${maskedCard && html` <span>${cardText(maskedCard, visit.language)}</span>`}${reference && html` <span>${closeTexts[visit.language].payments.reference(reference)}</span>`}</p>`;
}

/** What a form about money that went back has recorded just now: a return, or the part that was approved. */
function backRecordedText({ query, language }: Visit, charge: Attempt): string | undefined {
  const words = givenBackTexts[language];
  const recorded = query.get("recorded");
  if (recorded === "part" && !isPartUnnamed(charge)) return words.part.recorded;
  return recorded === "back" && sumGivenBack(charge) > 0 ? words.recorded : undefined;
}

/** Whether somebody who may decide has opened the page just now. */
const isOpenedIn = ({ request, staff }: Visit): boolean =>
  request.method === "GET" && !isUpdate(request) && staff.mayResolve;

/** The amount that matters, and how the payment stands. Where some of it went back, how much is left. */
function headline(
  { language }: Visit,
  attempt: Attempt,
  charge: Attempt,
  { hasSituation, now }: { hasSituation: boolean; now: number },
): Html {
  const names = paymentTexts[language].receipt;
  const inDoubt = hasSituation ? undefined : returnPartOf(charge);
  const isLeft = !hasSituation && !inDoubt && (leftOf(charge)?.minor ?? 0) > 0;
  const left = isLeft ? leftText(charge) : undefined;
  const paid = listTexts[language].ofAmount(formatMoney(charge.amount));
  const costs = inDoubt === undefined ? attempt.facts.verdict?.orderAmount : undefined;
  const sum =
    left === undefined
      ? html`${decidedText(inDoubt ? charge : attempt, language)}${costs && html` <span class="dim">${decisionTexts[language].apart.costs} ${formatMoney(costs)}</span>`}`
      : html`${left} <span class="dim whole">${paid}</span>`;
  const name = inDoubt ? names.inDoubt : left === undefined ? amountName(attempt, language) : names.left;
  return html`<p class="headline"><span class="dim">${name}</span> <span class="sum">${sum}</span> ${badge(attempt, language, now)}${marksIn(attempt, language)}</p>`;
}

function nowText({ language, settings }: Visit, attempt: Attempt, charge: Attempt, now: number): string {
  const { now: words } = paymentTexts[language];
  const standing = standingOf(attempt, now);
  const time = timesOf(language, settings.timeZone).wholeMoment(attempt.facts.settledAt ?? attempt.createdAt);
  switch (standing) {
    case "waiting":
    case "atBank":
    case "failed":
    case "cancelled":
    case "expired":
    case "notPaid":
    case "released":
    case "reversed":
      return words[standing];
    case "declined":
      return words.declined(time);
    case "authorized":
      return charge === attempt ? words.authorized(time) : words.captured(time);
    default:
      return words.approved(time);
  }
}

/** What is left of a charge of which something went back. */
function leftText(charge: Attempt): string | undefined {
  const left = leftOf(charge);
  return left && sumGivenBack(charge) > 0 ? formatMoney(left) : undefined;
}

/** A payment that was charged, and what the page knows of it. */
interface Charged {
  charge: Attempt;
  attempts: readonly Attempt[];
  canSend: boolean;
  now: number;
}

/**
 * What can be done about a payment that was charged: until when the bank can void it, and where; and what went back, with the
 * forms that send it and record it.
 */
function actions(visit: Visit, about: Charged, refusedBack?: RefusedBack): Html | undefined {
  const { settings, language, staff } = visit;
  const { charge, attempts, canSend, now } = about;
  if (charge.state !== "approved") return undefined;
  const parts = returnsOf(charge);
  const isLeft = !uncharged.has(standingOf(charge, now)) && !isBeingSent(charge);
  if (parts.length === 0 && !isLeft && !isBeingSent(charge)) return undefined;
  const { decide, whatToDo, giveBack, giveBackHow } = paymentTexts[language];
  const isUnclear = isReturnUnclear(charge);
  const until = closeOf(charge, settings);
  const hasDeadline = !returnPartOf(charge) && (isUnclear ? now < until : isLeft && parts.length === 0);
  const title = parts.length > 0 ? givenBackTexts[language].title : giveBack;
  const forms = html`${canSend && sendForm(visit, charge, refusedBack)}${givenBackForm(visit, about, refusedBack)}`;
  return html`<section class="card${isUnclear && " waits"}" aria-labelledby="act"><h2 id="act">${isUnclear ? (hasDeadline ? decide : whatToDo) : title}</h2>
${hasDeadline && voidTime(visit, until, now, isUnclear ? "asked" : "payment")}
${isLeft && !canSend && html`<p class="dim">${giveBackHow}${!staff.mayResolve && ` ${decisionTexts[language].noForm}`}</p>`}
${sentLines(visit, charge, now, refusedBack)}
${givenBackLines(visit, charge, attempts)}
<div class="row folds">${forms}</div></section>`;
}

/** The marks of a payment, without one that its badge already shows. */
function marksIn(attempt: Attempt, language: Visit["language"]): Html {
  const said = standingName(standingOf(attempt), language);
  const others = marksOf(attempt).filter((mark) => markNames[language][mark] !== said);
  return html`${others.map((mark) => html` ${markBadge(mark, language)}`)}`;
}

/** Who has decided what about the payment, when and why. */
function decidedLines({ language, moment }: Visit, attempt: Attempt, charge: Attempt): Html {
  const { resolution, handled, reversed } = attempt.facts;
  const { decisions } = decideTexts[language];
  const line = (decision: string, { by, at, reason }: Pick<Handling, "by" | "at" | "reason">) =>
    html`<p class="lead">${paymentTexts[language].decided(by, decision, moment(at), reason)}</p>`;
  return html`${resolution && line(decisionName(attempt, resolution.paid, language), resolution)}
${[handled, reversed].map((done) => done && line(decisions[handlingOf(charge.id, done)], done))}`;
}

/** The details of a payment: those of a receipt, and others that the staff is asked for. */
function receipt({ settings, language }: Visit, attempt: Attempt, charge: Attempt, times: Times): Html {
  const { receipt: names } = paymentTexts[language];
  const { apart } = decisionTexts[language];
  const { facts } = attempt;
  const { verdict, settledAt, resolution } = facts;
  const endedAt = resolution?.paid ? resolution.at : settledAt;
  const said = outcomeText(attempt, settings.languages.of(facts.language));
  const rows: Row[] = [
    [isPartial(attempt) ? names.amount : amountName(attempt, language), formatMoney(attempt.amount)],
    [names.tax, formatMoney(attempt.tax)],
    [apart.costs, verdict?.orderAmount && formatMoney(verdict.orderAmount)],
    [names.approvedAmount, resolution?.approvedAmount && formatMoney(resolution.approvedAmount)],
    [names.givenBack, leftText(charge) && formatMoney({ ...attempt.amount, minor: sumGivenBack(charge) })],
    [names.product, facts.product],
    [names.card, verdict?.maskedCard && cardText(verdict.maskedCard, language)],
    [names.authorization, verdict?.authorizationCode],
    [names.reference, verdict?.reference],
    [names.email, facts.email && html`<a href="mailto:${mailTo(facts.email)}">${emailText(facts.email)}</a>`],
    [names.code, verdict && codeWithMeaning(verdict.code, attempt, language)],
    [names.mismatch, verdict?.mismatch && fieldNames(verdict.mismatch, language)],
    [names.begun, times.moment(attempt.createdAt)],
    [names.ended, attempt.state === "unknown" ? undefined : endedAt && times.moment(endedAt)],
  ];
  const more: Row[] = [
    [names.order, attempt.order],
    [names.orderReference, facts.orderReference],
    ["TransactionId", attempt.transactionId],
    [names.attempt, attempt.id],
  ];
  return html`<dl>${rowsOf(rows)}
<div class="long"><dt>${names.buyerReads}</dt><dd lang="${facts.language}">${said.message}</dd></div></dl>
${verdict?.amountUnchecked && html`<p class="alert">${names.unchecked}</p>`}
<details><summary>${names.more}</summary><dl>${rowsOf(more)}</dl></details>`;
}

/** An email as an address has it: only its `@` stays. */
const mailTo = (email: string): string => email.split("@").map(encodeURIComponent).join("@");

/** A detail of a payment. Not shown without a value. */
type Row = [name: string, value: HtmlValue];

const rowsOf = (rows: readonly Row[]): Html[] =>
  rows
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`);

/** The bank's words are in Spanish; of the one code that most payments have, the counter has its own. */
function codeWithMeaning(code: string, attempt: Attempt, language: Visit["language"]): Html {
  if (code === "00") return html`${code} · ${standingName("approved", language)}`;
  return html`${code} · <span lang="es">${meaningOf(code, attempt).description}</span>`;
}

/** The notices to the shop, each with its tries and its last error. */
function noticesCard(
  visit: Visit,
  notices: Awaited<ReturnType<typeof noticesOf<EventRecord>>>,
  now: number,
  isFolded: boolean,
): Html {
  const { title, none, show } = paymentTexts[visit.language].events;
  const lines = html`<ul class="plain notices">${notices.map((notice) => html`<li>${noticeLines(visit, notice, deliveryText(visit, notice, now))}</li>`)}</ul>`;
  return html`<section class="card" aria-labelledby="notices"><h2 id="notices">${title}</h2>${foldedIf(isFolded, show, notices.length === 0 ? html`<p class="dim">${none}</p>` : lines)}</section>`;
}

/** The other attempts of the order, with links to them. `undefined` when there are none. */
function otherAttempts(
  visit: Visit,
  attempt: Attempt,
  attempts: readonly Attempt[],
  { now, isFolded }: { now: number; isFolded: boolean },
): Html | undefined {
  const { root, language, moment } = visit;
  const { others: words } = paymentTexts[language];
  const rest = attempts.filter(({ id }) => id !== attempt.id);
  if (rest.length === 0) return undefined;
  return html`<section class="card" aria-labelledby="others"><h2 id="others">${words.title}</h2>${foldedIf(
    isFolded,
    words.show,
    html`<ul class="plain">${rest.map(
      (other) =>
        html`<li><p><a href="${root}${paymentPath(other.id)}">${moment(other.createdAt)}</a></p><p class="apart"><span>${badge(other, language, now)}${other.facts.captureOf !== undefined && html` <span class="dim">${words.capture}</span>`}</span> <span class="sum">${formatMoney(other.amount)}</span></p></li>`,
    )}</ul>`,
  )}</section>`;
}
