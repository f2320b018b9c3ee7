import { batchAt } from "@ventanilla/client";
import { type Html, html, wholeText } from "@ventanilla/web";
import type { Attempt } from "../../attempt/attempt.ts";
import { type DecisionKind, decisionKindOf, decisionKinds, isReturnUnclear } from "../../attempt/needs-person.ts";
import type { OutboxEvent } from "../../attempt/outbox-event.ts";
import { paymentPath } from "../../base/payment-path.ts";
import type { KeptAction } from "../../stores/staff-store.ts";
import type { Unsettled } from "../../stores/store.ts";
import { timesOf } from "../format.ts";
import { decidedText, paymentRow, paymentsHead } from "../list/payments-table.ts";
import { notesIn } from "../payment/notes.ts";
import { everyNotice, noticeLines, noticesOf, retryForm } from "../payment/notices.ts";
import { openedBy } from "../payment/opened.ts";
import { returnPartOf, sinceOf, sinceText } from "../standing/since.ts";
import {
  type BatchClose,
  closeOf,
  isAboutMoneyBack,
  kindOf,
  moneyKinds,
  type Situation,
  situationOf,
} from "../standing/situation.ts";
import { badge, standingName } from "../standing/standing.ts";
import { closeText, timeToVoid } from "../standing/void-time.ts";
import { decisionTexts } from "../texts/decision-card.ts";
import { listTexts } from "../texts/list.ts";
import { noteTexts } from "../texts/notes.ts";
import { decideTexts } from "../texts/open-decisions.ts";
import { sumTexts } from "../texts/sums.ts";
import { todayTexts } from "../texts/today.ts";
import { voidTimeTexts } from "../texts/void-time.ts";
import type { Answer, CounterRoute, Visit } from "../visit.ts";
import { firstRequest } from "./decision-card.ts";
import { requestTitle } from "./letter.ts";

/** `/decide`: everything that waits for a person, and the form that has notices delivered again. */
export const decideRoutes: readonly CounterRoute[] = [
  { method: "GET", path: /^\/decide$/, answer: decidePage },
  { method: "POST", path: /^\/events\/retry$/, answer: retry },
];

/** Payments that wait for one reason: how many there are in all, and of how many somebody is told here. */
interface WaitingKind {
  kind: DecisionKind;
  count: number;
  shown: number;
}

/** What waits for a person. */
export interface OpenDecisions {
  /** The kinds with payments. */
  kinds: WaitingKind[];
  /** Their payments, in the order of {@link byUrgency}. */
  attempts: Attempt[];
  /** How many payments wait in all. */
  count: number;
  /** Events that were given up. */
  events: Unsettled["events"];
  /** How many events were given up in all. */
  eventCount: number;
}

/** How many payments of each kind are read, and as many of the open batch. A person decides about them one by one. */
const maxRead = 50;

/**
 * Reads what waits for a person: the oldest payments of each kind, so that many of one kind do not hide another; and of the
 * open batch the latest that the bank can still void, as many again.
 */
export async function openDecisions({ settings }: Visit, now: number): Promise<OpenDecisions> {
  const { store } = settings;
  const reached = [batchAt(now, settings.batchClose, settings.timeZone)];
  const [counts, { events, ...waiting }, ...voidable] = await Promise.all([
    store.countUnsettled(),
    store.unsettled(maxRead),
    ...moneyKinds.map((toDecide) => store.listAttempts({ filter: { toDecide, reached }, limit: maxRead })),
  ]);
  const read = [...Object.values(waiting).flat(), ...voidable.flatMap((page) => page.attempts)];
  const all = [...new Map(read.map((attempt) => [attempt.id, attempt])).values()];
  const kinds = decisionKinds.map((kind): WaitingKind => {
    const own = all.filter((attempt) => decisionKindOf(attempt) === kind);
    return { kind, count: counts[kind], shown: own.length };
  });
  return {
    kinds: kinds.filter(({ shown }) => shown > 0),
    attempts: all
      .map((attempt) => ({ attempt, closesAt: deadlineOf(attempt, settings, now), now }))
      .toSorted(byUrgency)
      .map(({ attempt }) => attempt),
    count: kinds.reduce((sum, { count }) => sum + count, 0),
    events,
    eventCount: counts.events,
  };
}

type Deadline = Pick<WaitingPayment, "attempt" | "closesAt" | "now">;

/** What the bank can still void comes first: all of it until the close of the open batch. Then what has waited longest. */
function byUrgency(a: Deadline, b: Deadline): number {
  const isUrgent = ({ closesAt = 0, now }: Deadline) => Number(now < closesAt);
  return isUrgent(b) - isUrgent(a) || sinceOf(a.attempt) - sinceOf(b.attempt);
}

/**
 * The close of the batch until which the bank can void a payment. `undefined` where no money goes back, or may have gone;
 * and of a return in doubt after that close: whether it went can be asked at any time.
 * @param charge the attempt that stands for its charge
 */
function deadlineOf(attempt: Attempt, batches: BatchClose, now: number, charge = attempt): number | undefined {
  const kind = kindOf(attempt);
  const isReturn = kind === undefined && isReturnUnclear(attempt) && !returnPartOf(attempt);
  if (!isReturn && !(kind && isAboutMoneyBack({ kind }))) return undefined;
  const until = closeOf(charge, batches);
  return isReturn && until <= now ? undefined : until;
}

/** A payment that waits, and what the staff did about it. */
interface WaitingPayment {
  attempt: Attempt;
  /** What is to be decided. `undefined` for a return in doubt: how it ended is left to say. */
  situation: Situation | undefined;
  /** See {@link deadlineOf}. */
  closesAt: number | undefined;
  now: number;
  actions: readonly KeptAction[];
}

/** What has to be decided about each attempt that waits, most urgent first. */
async function waitingPayments(
  { settings }: Visit,
  attempts: readonly Attempt[],
  now: number,
): Promise<WaitingPayment[]> {
  const { store } = settings;
  const actionsOfAll = await store.actionsOf(...attempts.map(({ id }) => id));
  const payments = await Promise.all(
    attempts.map(async (attempt): Promise<WaitingPayment | undefined> => {
      const all = await store.attemptsOf(attempt.order);
      const actions = actionsOfAll.filter(({ subject }) => subject === attempt.id);
      const situation = situationOf(attempt, all, now, settings);
      if (situation === undefined && !isReturnUnclear(attempt)) return undefined;
      const closesAt = deadlineOf(attempt, settings, now, situation?.payment.attempt);
      return { attempt, situation, closesAt, now, actions };
    }),
  );
  return payments.filter((payment) => payment !== undefined).toSorted(byUrgency);
}

async function decidePage(visit: Visit): Promise<Answer> {
  const { language } = visit;
  const words = decideTexts[language];
  const now = await visit.settings.store.now();
  const { attempts, events, eventCount, ...open } = await openDecisions(visit, now);
  const notices = await noticesOf(visit, events);
  const [elsewhere, waiting] = await Promise.all([strays(visit, now), waitingPayments(visit, attempts, now)]);
  return {
    title: words.title,
    section: "decide",
    live: true,
    body: html`${visit.query.has("retried") && html`<p class="done" role="status">${words.retried(Number(visit.query.get("retried")))}</p>`}
${elsewhere}
${waiting.length === 0 && events.length === 0 && elsewhere === undefined && html`<p class="card empty">${words.none}</p>`}
${!visit.staff.mayResolve && waiting.length + events.length > 0 && html`<p class="done">${words.maySee}</p>`}
${waiting.length > 0 && waitingList(visit, open, waiting)}
${
  events.length > 0 &&
  html`<section class="card" aria-labelledby="notices"><h2 id="notices">${todayTexts[language].events(eventCount)}</h2><div class="apart"><p>${words.eventsLead}${visit.staff.mayResolve && ` ${words.sendAgain}`}</p>
${events.length > 1 && retryForm(visit, everyNotice, words.retryAll(events.length))}</div>
${notices.length > 0 && html`<ul class="plain notices">${notices.map((notice) => html`<li>${noticeLines(visit, { ...notice, dead: true }, noticeOrder(visit, notice, now))}</li>`)}</ul>`}
${eventCount > events.length && html`<p class="dim">${words.moreEvents(events.length, eventCount)}</p>`}</section>`
}`,
  };
}

/** What is so of all payments that wait: their order, and until when those of the open batch can be voided. */
function saidOfAll(visit: Visit, payments: readonly WaitingPayment[]): Html {
  const isAsked = payments.every(({ situation, closesAt }) => situation && closesAt === undefined);
  const voidable = payments.find(({ closesAt = 0, now }) => now < closesAt);
  const { language } = visit;
  const said = [
    voidable && payments.length > 1 && decideTexts[language].sorted,
    voidable?.closesAt && voidTimeTexts[language].some(closeText(visit, voidable.closesAt, voidable.now)),
  ].filter(Boolean);
  return html`${isAsked && html`<p>${decisionTexts[language].ask.atOnce}</p>`}
${said.length > 0 && html`<p class="dim">${said.join(" ")}</p>`}`;
}

/** The payments that nobody can ask the bank about: see `session/stray-watch.ts`. `undefined` when there is none. */
async function strays(visit: Visit, now: number): Promise<Html | undefined> {
  const { store, gateways } = visit.settings;
  const { count, attempts } = await store.elsewhere(gateways.banks);
  const unknown = attempts.filter((attempt) => gateways.of(attempt) === undefined);
  if (unknown.length === 0) return undefined;
  const words = decideTexts[visit.language];
  return html`<h2>${words.strays(count)}</h2><p class="lead">${words.straysLead}</p>
<ul class="card plain">${unknown.map((attempt) => html`<li>${waitingLine(visit, attempt, now)}<p class="dim">${attempt.bank}</p></li>`)}</ul>`;
}

/** The payments, most urgent first. Of a kind with more than are shown, a link to the list of all. */
function waitingList(
  visit: Visit,
  { kinds, count }: Pick<OpenDecisions, "kinds" | "count">,
  payments: readonly WaitingPayment[],
): Html {
  const words = decideTexts[visit.language];
  const counted = kinds.every(({ kind }) => kind === "returnUnclear") ? "returns" : "payments";
  const more = kinds.filter((kind) => kind.count > kind.shown);
  return html`<section class="card" aria-labelledby="waiting"><h2 id="waiting">${sumTexts[visit.language][counted](count)}</h2>
${saidOfAll(visit, payments)}
${waitingTable(visit, payments, (payment) => ({ todo: todoOf(visit, payment), act: visit.staff.mayResolve ? words.decide : words.see }))}
${more.map((kind) => html`<p>${kindLink(visit, kind)}. <span class="dim">${words.more(kind.shown)}</span></p>`)}</section>`;
}

/** What is to be done about a payment that waits, and who is at it. */
function todoOf(visit: Visit, { situation, now, actions }: WaitingPayment): Html {
  const { language } = visit;
  const todo = situation === undefined ? requestTitle("return", language) : firstRequest(situation, language);
  const notes = notesIn(actions).length;
  const by = openedBy(visit, situation === undefined ? "openGivenBack" : "openDecision", actions, now);
  return html`<p class="todo">${todo}</p>${(by !== "" || notes > 0) && html`<p class="todo dim">${by} ${notes > 0 && noteTexts[language].count(notes)}</p>`}`;
}

/** Payments that wait, each as a row that leads to its page: since when, which, how much, why, and until when. */
function waitingTable(
  visit: Visit,
  payments: readonly WaitingPayment[],
  more?: (payment: WaitingPayment) => { todo: Html; act: string },
): Html {
  const { language, settings } = visit;
  const { day, dayBy, time } = timesOf(language, settings.timeZone);
  const { columns } = decideTexts[language];
  const row = (payment: WaitingPayment) => {
    const { attempt, closesAt, now } = payment;
    const since = sinceOf(attempt);
    return paymentRow(visit, attempt, {
      time: html`<span class="sr">${columns.time}:</span> ${day(since) !== day(now) && `${dayBy(since, now)}, `}${wholeText(time(since))}`,
      amount: decidedText(attempt, language),
      beside: timeToVoid(visit, closesAt, now),
      ...more?.(payment),
    });
  };
  return html`<table class="list leads payments waits">
${paymentsHead({ ...listTexts[language].columns, ...columns }, more !== undefined)}
<tbody>${payments.map(row)}</tbody></table>`;
}

/** How many payments wait for a reason, as a link to the list of all. */
function kindLink({ language, root }: Visit, { kind, count }: WaitingKind): Html {
  return html`<a href="${root}payments?state=${kind}">${standingName(kind, language)}: ${count}</a>`;
}

/** The first of the payments that wait. */
export const firstRows = async (visit: Visit, attempts: readonly Attempt[], now: number): Promise<Html> =>
  waitingTable(visit, await waitingPayments(visit, attempts, now));

/** A line about a payment that nobody can ask the bank about, with a link to its page. */
function waitingLine(visit: Visit, attempt: Attempt, now: number): Html {
  const { language, root } = visit;
  const order = decideTexts[language].order(attempt.order);
  return html`<p><a href="${root}${paymentPath(attempt.id)}">${decidedText(attempt, language)} ${order}</a> ${badge(attempt, language)} <span class="dim">${sinceText(visit, sinceOf(attempt), now)}</span></p>`;
}

/** An order of so many characters fits in a line of a phone, and has no line end in it. */
const shortOrder = 20;

/** The order of a notice, as a link to its payment, and since when the notice waits. */
function noticeOrder(visit: Visit, { attempt, order, createdAt }: OutboxEvent, now: number): Html {
  const { root, language } = visit;
  return html`<a${order.length <= shortOrder && html` class="whole"`} href="${root}${paymentPath(attempt)}">${decideTexts[language].theOrder(order)}</a>, <span class="dim">${sinceText(visit, createdAt, now)}</span>`;
}

/** Delivers one event again, or all that the page shows. */
async function retry(visit: Visit): Promise<Answer> {
  const { settings, staff, fields, language } = visit;
  const event = fields.get("event") ?? "";
  const { events } = event === everyNotice ? await settings.store.unsettled(maxRead) : { events: [{ id: event }] };
  let retried = 0;
  for (const { id } of events) {
    if (!(await visit.retry(id))) continue;
    await settings.store.recordAction({ by: staff.name, action: "retry", subject: id });
    retried++;
  }
  if (retried === 0) {
    const { title, notDead, back } = decideTexts[language];
    const body = html`<p class="lead">${notDead}</p><p><a href="${visit.root}decide">${back}</a></p>`;
    return { status: 409, title, section: "decide", body };
  }
  return { to: `decide?retried=${retried}` };
}
