import { ArgumentError, type Money } from "@ventanilla/client";
import { formatMoney, type Html, html } from "@ventanilla/web";
import type { Attempt } from "../attempt/attempt.ts";
import { chargeOf } from "../attempt/charge.ts";
import { type DecisionKind, decisionKindOf, decisionKinds } from "../attempt/decision-kind.ts";
import { isPaidTwice } from "../attempt/needs-person.ts";
import { handleFurther } from "../operate/handle-further.ts";
import { checkNumbers, checkUnused, ResolveError, type Ruling } from "../operate/resolve.ts";
import type { OutboxEvent } from "../stores/outbox-event.ts";
import type { Unsettled } from "../stores/store.ts";
import { checkLine } from "../web/check-line.ts";
import { paymentPath } from "../web/payment-path.ts";
import { type Refused, whatHappened } from "./decision.ts";
import { timesOf } from "./format.ts";
import { goTo, showPage } from "./frame.ts";
import { handlingOf } from "./marks.ts";
import { noticeLines, noticesOf } from "./notices.ts";
import { showNoPayment, showPayment } from "./payment-page.ts";
import { ruledAs } from "./ruled-as.ts";
import { kindOf, type Situation, situationOf } from "./situation.ts";
import { badge, standingName, standingOf } from "./standing.ts";
import { decideTexts } from "./texts/decide.ts";
import type { CounterRoute, Visit } from "./visit.ts";
import { writtenPart } from "./written-amount.ts";

/** How many of each kind are shown: a person decides one after the other. */
const maxShown = 50;

/** `/decide`: all that needs a person, and the forms in which they say what they found out. */
export const decideRoutes: readonly CounterRoute[] = [
  { method: "GET", path: /^\/decide$/, answer: showDecide },
  { method: "POST", path: /^\/payments\/([^/]+)\/resolve$/, answer: resolve },
  { method: "POST", path: /^\/events\/retry$/, answer: retry },
];

/** Payments that wait for one reason: those that have waited for the longest, and how many there are. */
interface WaitingKind {
  kind: DecisionKind;
  count: number;
  attempts: Attempt[];
}

/** What waits for a person. */
export interface Waiting {
  /** First those that have surely moved money. None is empty. */
  kinds: WaitingKind[];
  /** How many payments wait. */
  count: number;
  events: Unsettled["events"];
  eventCount: number;
}

/** What waits for a person, with at most `limit` payments of each kind: many of one kind hide none of another. */
export async function waitingOf({ settings }: Visit, limit: number): Promise<Waiting> {
  const { attempts, paidTwice, events, counts } = await settings.store.unsettled(limit);
  const all = [...paidTwice, ...attempts].toSorted((a, b) => sinceOf(a) - sinceOf(b));
  const kinds = decisionKinds.map((kind): WaitingKind => {
    const own = all.filter((attempt) => decisionKindOf(attempt) === kind);
    return { kind, count: counts[kind], attempts: own };
  });
  return {
    kinds: kinds.filter(({ attempts: own }) => own.length > 0),
    count: kinds.reduce((sum, { count }) => sum + count, 0),
    events,
    eventCount: counts.events,
  };
}

/** What there is to decide about each. */
async function situationsOf({ settings }: Visit, attempts: readonly Attempt[]): Promise<Situation[]> {
  const { store } = settings;
  const now = await store.now();
  const situations = await Promise.all(
    attempts.map(async (attempt) => situationOf(attempt, await store.attemptsOf(attempt.order), now, settings)),
  );
  return situations.filter((situation) => situation !== undefined);
}

/** Since when a payment waits for a person. */
function sinceOf({ createdAt, facts }: Attempt): number {
  return facts.unconfirmedAt ?? facts.settledAt ?? createdAt;
}

async function showDecide(visit: Visit): Promise<void> {
  const { language } = visit;
  const words = decideTexts[language];
  const { kinds, count, events, eventCount } = await waitingOf(visit, maxShown);
  const notices = await noticesOf(visit, events);
  const lists = await Promise.all(kinds.map((kind) => waitingList(visit, kind)));
  showPage(visit, {
    title: words.title,
    section: "decide",
    live: true,
    body: html`${visit.query.has("retried") && html`<p class="done" role="status">${words.retried}</p>`}
${kinds.length === 0 && events.length === 0 && html`<p class="card empty">${words.none}</p>`}
${kinds.length > 0 && html`<h2>${words.payments(count)}</h2>`}
${lists}
${events.length > 0 && html`<h2>${words.events}</h2><p class="lead">${words.eventsLead}</p>`}
${notices.length > 0 && html`<ul class="card plain">${notices.map((notice) => html`<li>${noticeLines(visit, { ...notice, dead: true }, noticeOrder(visit, notice))}</li>`)}</ul>`}
${eventCount > events.length && html`<p class="dim">${words.moreEvents(events.length, eventCount)}</p>`}`,
  });
}

/** The payments of one kind, each with what happened, and the way to those that are not shown. */
async function waitingList(visit: Visit, waiting: WaitingKind): Promise<Html> {
  const { language } = visit;
  const { count, attempts } = waiting;
  const situations = await situationsOf(visit, attempts);
  return html`<h3>${kindLink(visit, waiting)}</h3>
<ul class="card plain">${situations.map((situation) => html`<li>${waitingLine(visit, situation.attempt)}<p class="lead">${whatHappened(situation, language)}</p></li>`)}</ul>
${count > attempts.length && html`<p class="dim">${decideTexts[language].more(attempts.length)}</p>`}`;
}

/** How many payments wait for this reason, and the list of them all. */
export function kindLink({ language, root }: Visit, { kind, count }: Pick<WaitingKind, "kind" | "count">): Html {
  return html`<a href="${root}payments?state=${kind}">${standingName(kind, language)}: ${count}</a>`;
}

/** A payment that waits, in a line that leads to all that there is to know for a decision. */
export function waitingLine({ language, settings, root }: Visit, attempt: Attempt): Html {
  const words = decideTexts[language];
  const since = timesOf(language, settings.timeZone).moment(sinceOf(attempt));
  return html`<p><a href="${root}${paymentPath(attempt.id)}"><span class="sum">${formatMoney(attempt.amount)}</span> ${words.order(attempt.order)}</a> ${badge(standingOf(attempt), language)} <span class="dim">${words.since(since)}</span></p>`;
}

/** The order that a notice is about, and since when the shop has not got it. */
function noticeOrder({ root, language, settings }: Visit, { attempt, order, createdAt }: OutboxEvent): Html {
  const words = decideTexts[language];
  const since = timesOf(language, settings.timeZone).moment(createdAt);
  return html`<a href="${root}${paymentPath(attempt)}">${words.theOrder(order)}</a>, <span class="dim">${words.since(since)}</span>`;
}

/** Records what a person decided about the payment that they were shown; or says why not, above the payment as it is now. */
async function resolve(visit: Visit, id = ""): Promise<void> {
  const { settings, staff, fields } = visit;
  const { store } = settings;
  const attempt = await store.findAttempt(id);
  if (attempt === undefined) return showNoPayment(visit);
  if (kindOf(attempt) === undefined)
    return showPayment(visit, attempt, { status: 409, message: await whyNot(visit, attempt) });
  const decision = fields.get("decision") ?? "";
  const [choice = "", returnedAttempt] = isPaidTwice(attempt) ? decision.split(":") : [decision];
  // A person may write several lines; what is kept is one.
  const reason = (fields.get("reason") ?? "").replace(/\s+/g, " ").trim();
  const seen = basisIn(fields.get("seen"));
  const numbers = numbersIn(fields);
  const approved = fields.get("approved")?.trim() ?? "";
  const part = approved === "" ? undefined : writtenPart(approved, attempt.amount);
  const wrong =
    seen === undefined
      ? "form"
      : (errorIn(choice, reason) ??
        errorInPart(choice, approved, part) ??
        (await errorInNumbers(visit, attempt, choice, numbers)));
  if (wrong !== undefined) {
    return showPayment(visit, attempt, {
      status: 422,
      refused: { error: wrong, decision, reason, approved, ...numbers },
    });
  }
  const action = isPaidTwice(attempt) ? "handle" : "resolve";
  try {
    const statement = { reason, by: staff.name };
    if (action === "handle") {
      const which = choice === "yes" && { returnedAttempt: returnedAttempt ?? attempt.id };
      await handleFurther(store, attempt.id, { returned: choice === "yes", ...which, ...statement }, seen);
    } else
      await visit.resolve(
        attempt.id,
        { paid: choice === "yes", ...statement, ...numbers, ...(part && { approvedAmount: part }) },
        seen,
      );
  } catch (error) {
    if (!(error instanceof ResolveError || error instanceof ArgumentError)) throw error;
    const now = (await store.findAttempt(attempt.id)) ?? attempt;
    const refused = { decision: "", reason, approved, ...numbers };
    const isCaptured = error instanceof ResolveError && error.code === "in_progress";
    const message = isCaptured ? decideTexts[visit.language].capturing : await whyNot(visit, now);
    return showPayment(visit, now, { status: 409, message, refused });
  }
  await store.recordAction({
    by: staff.name,
    action,
    subject: attempt.id,
    note: `${decision}: ${reason}`.slice(0, 500),
  });
  goTo(visit, `${paymentPath(attempt.id)}?recorded=1`);
}

const basisIn = (text = ""): string | undefined => (/^[\w-]{43}$/.test(text) ? text : undefined);

type Numbers = Pick<Ruling, "reference" | "authorizationCode">;

/** What the bank named; a field that was left empty is none. */
function numbersIn(fields: ReadonlyMap<string, string>): Numbers {
  const reference = fields.get("reference")?.trim();
  const authorizationCode = fields.get("authorization")?.trim();
  return { ...(reference && { reference }), ...(authorizationCode && { authorizationCode }) };
}

function errorInPart(decision: string, written: string, part: Money | undefined): Refused["error"] {
  if (written === "") return undefined;
  if (decision === "no") return "approvedOfNone";
  return part === undefined ? "approved" : undefined;
}

async function errorInNumbers(
  { settings }: Visit,
  attempt: Attempt,
  decision: string,
  numbers: Numbers,
): Promise<Refused["error"]> {
  if (decision === "no" && Object.keys(numbers).length > 0) return "numbersOfNone";
  try {
    const { reference } = checkNumbers({ paid: true, ...numbers });
    if (reference !== undefined) await checkUnused(settings.store, attempt, reference);
    return undefined;
  } catch (error) {
    if (error instanceof ArgumentError) return "numbers";
    throw error;
  }
}

function errorIn(decision: string, reason: string): Refused["error"] {
  if (decision !== "yes" && decision !== "no") return "choice";
  try {
    checkLine("reason", reason, 500);
    return undefined;
  } catch {
    return "reason";
  }
}

/** Who was quicker: another member of the staff, or the bank; or that the payment changed, and still waits. */
async function whyNot({ language, settings }: Visit, attempt: Attempt): Promise<string> {
  const words = decideTexts[language];
  if (kindOf(attempt) !== undefined) return words.changed;
  const { resolution, handled } = attempt.facts;
  const times = timesOf(language, settings.timeZone);
  if (handled !== undefined) {
    const { by, at } = handled;
    const charge = chargeOf(attempt, await settings.store.attemptsOf(attempt.order));
    return words.alreadyResolved(by, words.decisions[handlingOf(charge.id, handled)], times.moment(at));
  }
  if (resolution !== undefined) {
    const { by, paid, at } = resolution;
    return words.alreadyResolved(by, ruledAs(attempt, paid, language), times.moment(at));
  }
  return words.settled(standingName(standingOf(attempt), language));
}

/** Delivers an event once more. */
async function retry(visit: Visit): Promise<void> {
  const { settings, staff, fields, language } = visit;
  const event = fields.get("event") ?? "";
  if (!(await visit.retry(event))) {
    const { title, notDead, back } = decideTexts[language];
    const body = html`<p class="lead">${notDead}</p><p><a href="${visit.root}decide">${back}</a></p>`;
    return showPage(visit, { status: 409, title, section: "decide", body });
  }
  await settings.store.recordAction({ by: staff.name, action: "retry", subject: event });
  goTo(visit, "decide?retried=1");
}
