/**
 * Writes `docs/contributing/attempt.md` from the transition function and its schedule. With `--check` it writes nothing and fails
 * when the file is out of date. Run from anywhere: `node tools/attempt-page.mjs`.
 */

import { announcements, evidenceMs } from "../packages/express/src/attempt/change.ts";
import { captured, overtaken, released, resolved, sendingFailed } from "../packages/express/src/attempt/decided.ts";
import { endedWithoutCharge, outcomeOf } from "../packages/express/src/attempt/outcome.ts";
import { windowMs } from "../packages/express/src/attempt/rules.ts";
import * as schedule from "../packages/express/src/attempt/schedule.ts";
import { states } from "../packages/express/src/attempt/state.ts";
import { next } from "../packages/express/src/attempt/transition.ts";
import { writePage } from "./written-page.mjs";

const second = 1000;
const minute = 60 * second;
const verdict = { code: "··" };
const resolution = (paid) => ({ paid, reason: "…", by: "…", at: 0 });

const events = [
  ["launch begins", { type: "launchBegun" }],
  [
    "launch page is served",
    {
      type: "launched",
      launch: { language: "es", mode: "popup" },
      session: { SESSION: "s", sealedKey: "k", returnHash: "h", createdAt: 0 },
    },
  ],
  ["launch failed", { type: "launchFailed", reason: "unreachable" }],
  ["sending failed", sendingFailed("unreachable", undefined)],
  ["visit: return", { type: "visited", via: "return" }],
  ["visit: cancel", { type: "visited", via: "cancel" }],
  ["bank: approved", { type: "answered", answer: { kind: "approved", verdict } }],
  [
    "bank: approved, another price",
    { type: "answered", answer: { kind: "approved", verdict }, orderNow: { minor: 500_000, currency: "DOP" } },
  ],
  ["bank: approved-like", { type: "answered", answer: { kind: "review", verdict } }],
  ["bank: declined", { type: "answered", answer: { kind: "declined", verdict } }],
  ["bank: not final", { type: "answered", answer: { kind: "inProgress" } }],
  ["bank: no result yet", { type: "answered", answer: { kind: "empty" } }],
  ["bank: no such session", { type: "answered", answer: { kind: "gone" } }],
  ["bank: wrong key", { type: "answered", answer: { kind: "wrongKey" } }],
  ["bank: no clear answer", { type: "answered", answer: { kind: "unclear" } }],
  ["its capture is done", captured],
  ["another attempt has paid the order", overtaken],
  ["a person: released", released({ reason: "…", by: "…", at: 0 })],
  ["time passed", { type: "timePassed" }],
  ["a person: paid", resolved(resolution(true))],
  ["a person: not paid", resolved(resolution(false))],
];

function attempt(state, facts = {}) {
  const isBare = state === "preparing";
  return {
    // An id whose jitter factor is 1.
    id: "jitter",
    order: "A-1",
    bank: "",
    state,
    version: 1,
    transactionId: "100000",
    amount: { minor: 100, currency: "DOP" },
    tax: { minor: 0, currency: "DOP" },
    createdAt: 0,
    ...(!isBare && { windowEndsAt: windowMs }),
    facts: {
      language: "es",
      mode: "popup",
      ...(!isBare && { SESSION: "s", sealedKey: "k", openedAt: 0 }),
      ...facts,
    },
  };
}

const atTen = 10 * minute;
const end = windowMs;
const gone = { goneAt: end + second };
const clear = { clearAt: end - 2 * second, aliveAt: end - 2 * second, ...gone };
const noKey = { sealedKey: undefined };

const later = { capture: "later", verdict, authorization: { sealedToken: "t" }, settledAt: atTen };
const captureOf = { captureOf: "a" };

/** The same approval, received when the order cost something else: only a person ends that review. */
const otherAmount = { code: "00", mismatch: ["amount"] };

const circumstances = [
  {
    title: "Inside the window",
    at: atTen,
    columns: [
      ["preparing", attempt("preparing")],
      ["opened", attempt("opened")],
      ["declined", attempt("declined", { verdict })],
      ["review: approved-like", attempt("review", { verdict })],
      ["review: the amount", attempt("review", { verdict: otherAmount })],
    ],
  },
  {
    title: "After the window's end, half a minute after the bank first said that the session is gone",
    at: end + second + schedule.confirmGoneAfterMs,
    columns: [
      ["preparing; no session", attempt("preparing")],
      ["opened; “no result” 3 s before", attempt("opened", clear)],
      ["opened; no clear answer before", attempt("opened", gone)],
      ["opened; a card was sent", attempt("opened", { ...clear, cardSentAt: atTen })],
      ["declined; the same answer 3 s before", attempt("declined", { verdict, ...clear })],
      ["declined; no clear answer before", attempt("declined", { verdict, ...gone })],
    ],
  },
  {
    title: "When nothing more is asked",
    at: end + 10 * minute,
    columns: [
      ["expired", attempt("expired", noKey)],
      ["unknown", attempt("unknown", noKey)],
      ["declined", attempt("declined", { ...noKey, verdict, ...clear })],
      [
        "declined; came back before",
        attempt("declined", { ...noKey, verdict, ...clear, cardSentAt: atTen, returnedVia: "return" }),
      ],
      ["declined, unconfirmed", attempt("declined", { ...noKey, verdict, unconfirmedAt: end })],
      ["review: approved-like", attempt("review", { ...noKey, verdict })],
      ["review: the amount", attempt("review", { ...noKey, verdict: otherAmount })],
      ["approved", attempt("approved", { ...noKey, verdict })],
    ],
  },
  {
    title: "Capture later: the authorization, and its capture",
    at: atTen,
    columns: [
      ["authorization, opened", attempt("opened", { capture: "later" })],
      ["authorization, approved", attempt("approved", { ...noKey, ...later })],
      ["capture, preparing", attempt("preparing", captureOf)],
      ["capture, opened", attempt("opened", captureOf)],
    ],
  },
];

const clock = (ms) => `${Math.floor(ms / minute)}:${String(Math.floor((ms % minute) / second)).padStart(2, "0")}`;

function cell(before, event, now) {
  const change = next(before, event, now);
  if (change === undefined) return "–";
  const parts = [change.state === before.state ? "stays" : `**${change.state}**`];
  if (change.state === "approved" && change.dueAt) {
    parts.push(`kept until day ${Math.ceil(change.dueAt / (24 * 60 * minute))}`);
  }
  const usual = change.state === before.state ? undefined : announcements[change.state];
  if (change.announce !== usual) parts.push(change.announce ? `\`${change.announce}\`` : "no event");
  return parts.join(", ");
}

/** A row for all events that do the same; none for those that do nothing. */
function table({ title, at, columns }) {
  const same = Map.groupBy(events, ([, event]) => columns.map(([, one]) => cell(one, event, at)).join(" | "));
  return [
    `### ${title} (${clock(at)})`,
    "",
    `| event | ${columns.map(([name]) => name).join(" | ")} |`,
    `|---|${columns.map(() => "---|").join("")}`,
    ...[...same]
      .filter(([cells]) => cells.replaceAll("–", "") !== " | ".repeat(columns.length - 1))
      .map(([cells, list]) => `| ${list.map(([name]) => name).join("; ")} | ${cells} |`),
    "",
  ];
}

const meanings = {
  preparing: "the row is written; no browser has seen a session of it",
  opened: "the launch page was served: money may move from here",
  expired: "the bank had no result shortly before it forgot the session",
  unknown: "the time is over without that evidence: a person has to ask the bank",
  declined: "the bank gave a final refusal",
  review: "approved-like, but not a plain approval of exactly this attempt and amount: manual review",
  approved: "the bank's query gave `00` for exactly this attempt",
};

const lastBefore = Math.max(...schedule.finalQueries);

function timeline() {
  const rows = [
    ["after the launch page", schedule.afterOpening.map(clock), "until the last calls; ±10 %, fixed for each attempt"],
    ["the last calls", schedule.finalQueries.map((ms) => clock(end + ms)), "from the session's creation"],
    ["after the window's end", schedule.afterWindowEnd.map((ms) => clock(end + ms)), "until the end is certain"],
    [
      "while the bank still knows the session then",
      [
        `every ${schedule.pauseRightAfterWindowMs / second} s for 10 s, then every ${schedule.pauseAfterWindowMs / second} s`,
      ],
      `until ${clock(end + Math.max(...schedule.afterWindowEnd))}`,
    ],
    ["after “no such session”", [`${schedule.confirmGoneAfterMs / second} s later`], "to hear it twice"],
    ["after a visit", ["at once", ...schedule.afterReturn.map((ms) => `${ms / second} s`)], "while the buyer waits"],
  ];
  return [
    "| when | the bank is asked | |",
    "|---|---|---|",
    ...rows.map(([when, times, note]) => `| ${when} | ${times.join(", ")} | ${note} |`),
  ];
}

const text = `# An attempt, from its launch to its end

Generated by \`node tools/attempt-page.mjs\` from [\`transition.ts\`](../../packages/express/src/attempt/transition.ts) and
[\`schedule.ts\`](../../packages/express/src/attempt/schedule.ts); a test keeps it so. Times are minutes and seconds of the
session's age; the bank keeps a session and its result for 30 minutes.

## States

| rank | state | means | safe to pay again |
|---|---|---|---|
${states.map((state, rank) => `| ${rank} | \`${state}\` | ${meanings[state]} | ${endedWithoutCharge(outcomeOf(attempt(state))) ? "yes" : "no"} |`).join("\n")}

A state only ever moves to a higher rank ([drawn](../drawings/states.en.svg)). “No” becomes “yes” when a person has found that an \`unknown\` or \`review\` attempt was not
paid. An order with an attempt that is \`unknown\` or under \`review\` accepts no launch until
a person has [resolved](../operating.md#unknown-and-review) it.

## What each event does

“stays”: the state stays, and facts are written. “–”, and an event without a row: nothing is written. “Approved-like” is a part of the
amount, or fields that disagree. A state that is reached announces
${Object.values(announcements)
  .map((event) => `\`${event}\``)
  .join(", ")}, unless the cell says another event. \`order.paid\` is
delivered as \`order.paidAgain\` when another attempt has paid the order.

${circumstances.flatMap(table).join("\n")}
## When the bank is asked

${timeline().join("\n")}

A refused attempt and one under review are asked about like an opened one: a second card of the same session may be approved.
One query at a time for each attempt over all processes that share the store, at most one a second, each with a deadline of 5 s.

## Evidence

- \`expired\` needs all of this: the bank said “no result yet” at most ${evidenceMs / second} s before it first said “no such
  session”; it said that twice, ${schedule.confirmGoneAfterMs / second} s apart, after the window's end; and no sign of a card at
  any time (a visit to the return address, a code that is not final).
- A refused attempt needs the same for its last answer. Without it an alert asks for a person (\`attempt.unconfirmed\`).
- An error, a timeout, a wrong key or an answer that cannot be read is evidence of nothing, and takes away what earlier answers were evidence
  of. So does every visit to the return address, and within the window to the cancel address.
- What holds an order: [decision 18](../decisions/0018-what-an-answer-claims.md).

## Blind spots

The bank sends no notifications, and forgets. The router never sees a payment that happens, or whose result first shows, after
the last query and before the bank forgets:

- **${Math.abs(lastBefore) / second} s** when the bank forgets at 30:00 and answers every query: a payment between ${clock(end + lastBefore)} and 30:00, or one whose
  result the bank shows only then. The query at ${clock(end + lastBefore)} is as late as a slow answer allows.
- **${schedule.pauseRightAfterWindowMs / second} s** when the bank took some seconds to create the session, and so forgets it some seconds later.
- **${schedule.pauseAfterWindowMs / second} s** before the bank forgets, when it keeps sessions for longer than 30 minutes.

Two things find such a payment afterwards. The buyer who comes to the return address, even after the end, makes an expired attempt
\`unknown\`, with an alert; after a refusal their second visit alerts, because the first belongs to the refusal itself. And the
shop compares its orders with the bank's own list of the day
([the end of the day](../staff/deadlines.md)).
`;

writePage("contributing/attempt.md", text);
