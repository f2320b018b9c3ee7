import { formatMoney, type Html, html, wholeText } from "@ventanilla/web";
import { meaningOf } from "../../attempt/answer.ts";
import type { Attempt, Handling, HistoryEntry, SentBack } from "../../attempt/attempt.ts";
import { reviewKind } from "../../attempt/needs-person.ts";
import type { State } from "../../attempt/state.ts";
import { historyOf } from "../../staff/history-of.ts";
import type { EventRecord } from "../../stores/staff-store.ts";
import { decisionName, handlingOf } from "../decide/decision-card.ts";
import type { Times } from "../format.ts";
import { leftAtBank, type Tone } from "../standing/standing.ts";
import { noteTexts } from "../texts/notes.ts";
import { decideTexts } from "../texts/open-decisions.ts";
import { type PaymentTexts, paymentTexts } from "../texts/payment.ts";
import type { CounterLanguage } from "../texts/texts.ts";
import type { Note } from "./notes.ts";
import { type Stretch, timeScaleOf } from "./time-scale.ts";

type StepKind = "launched" | "back" | "question" | "outcome" | "delivery" | "person";

/** One thing that happened: how it is drawn, and what is written about it. */
interface Step {
  at: number;
  kind: StepKind;
  tone: Tone;
  text: string | Html;
  /** Only the bank's answers have it. Consecutive ones with the same value are written once. */
  same?: string;
  /** The text of an answer that led to something, after the same answer without that. */
  again?: Html;
}

const answerTones = {
  approved: "good",
  declined: "bad",
  review: "alert",
  inProgress: "plain",
  empty: "plain",
  gone: "plain",
  wrongKey: "alert",
  unclear: "alert",
} as const;

/** The tone of a state that an answer leads to. Default: `alert` */
const outcomeTones: Partial<Record<State, Tone>> = { approved: "good", declined: "bad", expired: "plain" };

/** A code with the bank's description, which is in Spanish. */
function codeSentence(code: string, attempt: Attempt, { steps }: PaymentTexts): Html {
  return html`${steps.code(code)}: <span lang="es">${meaningOf(code, attempt).description}.</span>`;
}

/** What the bank has answered about a payment that is under review for it. */
function reviewedText({ facts }: Attempt, { steps }: PaymentTexts): string {
  const kind = reviewKind(facts.verdict);
  if (kind === "partial") return steps.approvedPart;
  return steps.answered[kind === "review" ? "review" : "approved"];
}

function answerStep(entry: HistoryEntry & { what: "answered" }, attempt: Attempt, words: PaymentTexts): Step {
  const { at, answer, code, state } = entry;
  const hasMeaning = code !== undefined && code !== "00";
  const said = html`${state === "review" ? reviewedText(attempt, words) : words.steps.answered[answer]}${hasMeaning && html` ${codeSentence(code, attempt, words)}`}`;
  const same = `${answer} ${code}`;
  if (state === undefined) return { at, kind: "question", tone: answerTones[answer], text: said, same };
  const tone = outcomeTones[state] ?? "alert";
  const moved = words.steps.moved[state];
  const again = html`${words.steps.again} ${moved}`;
  return { at, kind: "outcome", tone, text: html`${said} ${moved}`, same, again };
}

function stepOf(entry: HistoryEntry, attempt: Attempt, language: CounterLanguage): Step {
  const words = paymentTexts[language];
  const { at, state } = entry;
  const { resolution, released, captureOf } = attempt.facts;
  const { steps } = words;
  const moved = state === undefined ? "" : ` ${steps.moved[state]}`;
  switch (entry.what) {
    case "launched":
      return { at, kind: "launched", tone: "plain", text: captureOf === undefined ? steps.launched : steps.sent };
    case "launchFailed":
      return { at, kind: "outcome", tone: "alert", text: steps.launchFailed[entry.reason] };
    case "returned":
    case "cancelled":
      return { at, kind: "back", tone: "plain", text: steps[entry.what] + moved };
    case "answered":
      return answerStep(entry, attempt, words);
    case "timePassed":
      return { at, kind: "outcome", tone: state === "unknown" ? "alert" : "plain", text: steps.timePassed + moved };
    case "captured":
      return { at, kind: "outcome", tone: "good", text: steps.captured };
    case "released":
      return { at, kind: "person", tone: "plain", text: steps.released(released?.by ?? "", released?.reason ?? "") };
    case "resolved":
      return {
        at,
        kind: "person",
        tone: entry.paid ? "good" : "plain",
        text:
          steps.decided(resolution?.by ?? "", decisionName(attempt, entry.paid, language), resolution?.reason ?? "") +
          moved,
      };
  }
}

/** An attempt, the attempt that stands for its charge (see `chargeOf`), the notes on it, and the notices to the shop. */
interface Subject {
  attempt: Attempt;
  charge: Attempt;
  notes: readonly Note[];
  events: readonly EventRecord[];
}

/** Everything that happened to an attempt, oldest first. */
function stepsOf(
  { attempt, charge, notes, events }: Subject,
  language: CounterLanguage,
  times: Times,
): { steps: Step[]; omitted: number } {
  const { entries, omitted = 0 } = historyOf(attempt);
  const { handled, reversed, captureOf, givenBack = [], sentBack } = attempt.facts;
  const words = paymentTexts[language];
  const { steps } = words;
  const begun: Step = { at: attempt.createdAt, kind: "launched", tone: "plain", text: steps.begun };
  const all = [
    ...(captureOf === undefined ? [begun] : []),
    ...entries.map((entry) => stepOf(entry, attempt, language)),
    ...[handled, reversed].flatMap((done) => (done ? [handledStep(charge.id, done, language)] : [])),
    ...givenBack.map(({ amount, at, by, reason, recordedAt, pnRef }): Step => {
      const money = formatMoney(amount);
      return pnRef === undefined
        ? {
            at: recordedAt,
            kind: "person",
            tone: "plain",
            text: steps.givenBack(by, money, wholeText(times.day(at)), reason),
          }
        : { at: recordedAt, kind: "outcome", tone: "plain", text: steps.returnedToCard(by, money, reason) };
    }),
    ...(sentBack ? sentSteps(sentBack, words) : []),
    ...notes.map(({ at, by }): Step => ({ at, kind: "person", tone: "plain", text: noteTexts[language].written(by) })),
    ...events.map((event) => noticeStep(event, words)),
  ];
  return { steps: all.toSorted((a, b) => a.at - b.at), omitted };
}

/** When a notice was delivered, or since when it waits for that. */
function noticeStep({ type, createdAt, deliveredAt, dead }: EventRecord, { events, steps }: PaymentTexts): Step {
  const kind = "delivery";
  const name = events.names[type];
  if (deliveredAt !== undefined) return { at: deliveredAt, kind, tone: "good", text: steps.notice.good(name) };
  const tone = dead ? "bad" : "alert";
  return { at: createdAt, kind, tone, text: steps.notice[tone](name) };
}

/** The step in which a person said what they did about two payments of the order. */
function handledStep(id: string, handling: Handling, language: CounterLanguage): Step {
  const { at, by, reason } = handling;
  const said = decideTexts[language].decisions[handlingOf(id, handling)];
  return { at, kind: "person", tone: "plain", text: paymentTexts[language].steps.decided(by, said, reason) };
}

/** What became of a part that was sent back, and has not gone back by that. */
function sentSteps({ amount, at, by, reason, outcome }: SentBack, { steps }: PaymentTexts): Step[] {
  const sent: Step = { at, kind: "person", tone: "plain", text: steps.sentBack(by, formatMoney(amount), reason) };
  if (outcome === undefined) return [sent];
  const { what, by: person = "", reason: why = "" } = outcome;
  return what === "denied"
    ? [sent, { at: outcome.at, kind: "person", tone: "plain", text: steps.notReturned(person, why) }]
    : [sent, { at: outcome.at, kind: "outcome", tone: "alert", text: steps.sendingEnded[what] }];
}

const percent = (share: number): string => `${share.toFixed(2)}%`;

function shape({ kind, tone }: Pick<Step, "kind" | "tone">, x: string): Html {
  switch (kind) {
    case "question":
      return html`<rect class="${tone}" x="${x}" y="42" width="3" height="10" rx="1.5"/>`;
    case "delivery":
      return html`<rect class="notice ${tone}" x="${x}" y="44" width="8" height="8" rx="1"/>`;
    case "launched":
      return html`<rect class="plain" x="${x}" y="18" width="3" height="20"/>`;
    case "back":
      return html`<circle class="back" cx="${x}" cy="8" r="5"/>`;
    case "outcome":
      return html`<circle class="${tone}" cx="${x}" cy="28" r="9"/>`;
    case "person":
      return html`<circle class="${tone}" cx="${x}" cy="8" r="5"/>`;
  }
}

/** From the beginning to the last that happened, in proportion. What it shows is written below it, each step with its shape. */
function drawing(attempt: Attempt, steps: readonly Step[], now: number, times: Times, words: PaymentTexts): Html {
  const { createdAt, windowEndsAt } = attempt;
  // While the buyer is at the bank, the time that they still have is drawn, too.
  const isAtBank = leftAtBank(attempt, now) !== undefined;
  const all = [createdAt, ...steps.map(({ at }) => at)];
  const scale = isAtBank ? timeScaleOf([...all, now], windowEndsAt) : timeScaleOf(all);
  const { stretches, placeOf } = scale;
  const opened = steps.find(({ kind, at }) => kind === "launched" && at > createdAt);
  const left = steps.find(({ kind }) => kind === "back" || kind === "outcome");
  const start = placeOf(opened?.at ?? createdAt);
  const stop = placeOf(Math.min(left?.at ?? now, windowEndsAt ?? now));
  const last = stretches.at(-1)?.until ?? createdAt;
  const end = times.day(last) === times.day(createdAt) ? times.time(last) : times.moment(last);
  return html`<div class="timeline" aria-hidden="true">
<svg width="100%" height="56">
${stretches.map(stretch)}
${windowEndsAt !== undefined && html`<rect class="at-bank" x="${percent(start)}" y="22" width="${percent(Math.max(0, stop - start))}" height="12"/>`}
${steps.map((step) => shape(step, percent(placeOf(step.at))))}
</svg>
<p class="axis"><span>${times.time(createdAt)}</span> <span>${end}</span></p>
</div>
${legend(words, { hasBank: windowEndsAt !== undefined, isFolded: stretches.some((each) => each.isFolded) })}`;
}

function stretch({ x, width, isFolded }: Stretch): Html {
  if (!isFolded) return html`<rect class="track" x="${percent(x)}" y="27" width="${percent(width)}" height="2"/>`;
  return html`<line class="fold" x1="${percent(x)}" x2="${percent(x + width)}" y1="28" y2="28"/>`;
}

/** The parts of the line that are no step: the list below it has each step with its mark. */
function legend({ legend: words }: PaymentTexts, { hasBank, isFolded }: { hasBank: boolean; isFolded: boolean }): Html {
  return html`<ul class="legend" aria-hidden="true">
${hasBank && html`<li><svg width="18" height="18"><rect class="at-bank" y="4" width="18" height="10"/></svg>${words.atBank}</li>`}
${isFolded && html`<li><svg width="18" height="18"><line class="fold" x2="18" y1="9" y2="9"/></svg>${words.silence}</li>`}
</ul>`;
}

/** The shape of a step, beside words. */
const symbol = (step: Pick<Step, "kind" | "tone">): Html =>
  html`<svg width="18" height="18" viewBox="${viewBoxes[step.kind]}" aria-hidden="true">${shape(step, "9")}</svg>`;

const viewBoxes = {
  launched: "1 19 18 18",
  question: "0 38 18 18",
  back: "0 -1 18 18",
  outcome: "-3 16 24 24",
  delivery: "0 39 18 18",
  person: "0 -1 18 18",
} as const;

/** The lines to write. Consecutive questions with the same answer are one line. */
function linesOf(steps: readonly Step[], times: Times, words: PaymentTexts): Omit<Step, "same" | "again">[] {
  const lines: (Omit<Step, "same" | "again"> & { same: string | undefined; count: number; last: number })[] = [];
  for (const { at, kind, text, tone, same, again } of steps) {
    const before = lines.at(-1);
    const isSame = same !== undefined && before?.same === same;
    if (isSame && again === undefined) {
      before.count++;
      before.last = at;
    } else {
      lines.push({ at, kind, text: (isSame && again) || text, tone, same, count: 1, last: at });
    }
  }
  return lines.map(({ at, kind, text, tone, count, last }) => ({
    at,
    kind,
    tone,
    text: count === 1 ? text : html`${text} ${words.steps.times(count, times.clock(last))}`,
  }));
}

/** `+2:05`, minutes and seconds since the beginning; `+4 h 09 min` after an hour, whole hours after a day. */
function sinceText(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(seconds / 3600);
  const two = (number: number) => String(number % 60).padStart(2, "0");
  if (hours >= 24) return `+${hours} h`;
  return hours > 0 ? `+${hours} h ${two(minutes)} min` : `+${minutes}:${two(seconds)}`;
}

/** The history of an attempt: a drawing of its time, and every step in words. */
export function timeline(
  subject: Subject,
  now: number,
  { language, times }: { language: CounterLanguage; times: Times },
): Html {
  const { attempt } = subject;
  const words = paymentTexts[language];
  const { steps, omitted } = stepsOf(subject, language, times);
  const lines = linesOf(steps, times, words).map(
    ({ at, text, ...step }) =>
      html`<li>${symbol(step)}<time datetime="${new Date(at).toISOString()}">${times.day(at) === times.day(attempt.createdAt) ? times.clock(at) : times.moment(at)}</time> <span class="since">${sinceText(at - attempt.createdAt)}</span> <span>${text}</span></li>`,
  );
  // What happened within a second has no length to draw.
  const isDrawn = steps.some(({ at }) => at - attempt.createdAt >= 1000) || leftAtBank(attempt, now) !== undefined;
  return html`${isDrawn && drawing(attempt, steps, now, times, words)}
<ol class="steps">${lines}</ol>
${omitted > 0 && html`<p class="dim">${words.steps.omitted(omitted)}</p>`}`;
}
