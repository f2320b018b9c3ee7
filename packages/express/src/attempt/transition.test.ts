import assert from "node:assert/strict";
import { test } from "node:test";
import { responseCodes, type SessionResult } from "@ventanilla/client";
import fc from "fast-check";
import { readAnswer } from "./answer.ts";
import type { Attempt } from "./attempt.ts";
import { evidenceMs } from "./change.ts";
import { resolved } from "./decided.ts";
import type { TransitionEvent } from "./event.ts";
import { createdAt, openedAttempt } from "./opened-attempt.fixture.ts";
import { endedWithoutCharge, isSafeToRetry, outcomeOf } from "./outcome.ts";
import { windowMs } from "./rules.ts";
import { rank, type State, states } from "./state.ts";
import { next } from "./transition.ts";

const second = 1000;
const minute = 60 * second;
const windowEnd = createdAt + windowMs;
const opened: Attempt = { ...openedAttempt, facts: { ...openedAttempt.facts, SESSION: "sess-1", sealedKey: "key" } };

const empty: SessionResult = { status: "pending" };
const gone: SessionResult = { status: "not-found" };
const wrongKey: SessionResult = { status: "wrong-key" };
const unclear = undefined;

function finished(
  ResponseCode: string,
  differing: Partial<{ OrdenID: string; TransactionId: string; contradictions: string[] }> = {},
): SessionResult {
  const result = {
    ResponseCode,
    OrdenID: "A-1",
    TransactionId: "100001",
    contradictions: [],
    unknown: {},
    ...differing,
  };
  return { status: "finished", result };
}

/** The attempt after one event, and what was announced. */
function step(attempt: Attempt, event: TransitionEvent, now: number): { attempt: Attempt; announced: string[] } {
  const change = next(attempt, event, now);
  if (change === undefined) return { attempt, announced: [] };
  const { announce, dueAt, returnHash, ...written } = change;
  return {
    attempt: { ...attempt, ...written, version: attempt.version + 1 },
    announced: announce === undefined ? [] : [announce],
  };
}

const answered = (attempt: Attempt, result: SessionResult | undefined): TransitionEvent => ({
  type: "answered",
  answer: readAnswer(attempt, result),
});

/** The attempt after one answer of the bank. */
const after = (attempt: Attempt, result: SessionResult | undefined, now: number): Attempt =>
  step(attempt, answered(attempt, result), now).attempt;

type Happening = SessionResult | undefined | "return" | "cancel" | "timePassed";

/** Plays a life from its opening; times are minutes and seconds after the session's creation. */
function play(life: [at: string, what: Happening][], attempt = opened): { attempt: Attempt; announced: string[] } {
  const announced: string[] = [];
  let current = attempt;
  for (const [at, what] of life) {
    const [minutes = 0, seconds = 0] = at.split(":").map(Number);
    const now = createdAt + minutes * minute + seconds * second;
    const event: TransitionEvent =
      what === "return" || what === "cancel"
        ? { type: "visited", via: what }
        : what === "timePassed"
          ? { type: "timePassed" }
          : answered(current, what);
    const stepped = step(current, event, now);
    announced.push(...stepped.announced);
    current = stepped.attempt;
  }
  return { attempt: current, announced };
}

const stateOf = (life: [at: string, what: Happening][], attempt?: Attempt): State => play(life, attempt).attempt.state;

test("the states stand in the order of their ranks, and approved is the highest", () => {
  assert.deepEqual(
    states.map((state) => rank(state)),
    [0, 1, 2, 3, 4, 5, 6],
  );
  assert.equal(states.at(-1), "approved");
});

test("every response code of the service leads where its finality says, and only 00 approves", () => {
  const ends: Record<string, State> = {
    approved: "approved",
    declined: "declined",
    review: "review",
    pending: "opened",
  };
  for (const { code, finality } of responseCodes) {
    assert.equal(after(opened, finished(code), createdAt).state, ends[finality], code);
    assert.equal(finality === "approved", code === "00", code);
  }
});

test("codes of records and batches, and those that nobody has listed, need manual review", () => {
  for (const code of ["24", "25", "26", "27", "28", "77", "95", "59", "93", "5", "ZZ"]) {
    const { state } = after(opened, finished(code), createdAt);
    assert.deepEqual([state, endedWithoutCharge(outcomeOf({ ...opened, state }))], ["review", false], code);
  }
});

test("a refusal in doubt holds the order while the bank keeps the session, and no longer", () => {
  for (const code of ["55", "63", "N7", "EB"]) {
    const early = play([["5:00", finished(code)]]);
    assert.deepEqual([early.attempt.state, outcomeOf(early.attempt), early.announced], ["opened", "pending", []], code);
    // The bank says so until it forgets the session: then it is a refusal like others.
    const kept = play([
      ["5:00", finished(code)],
      ["29:40", finished(code)],
    ]);
    assert.deepEqual(kept.announced, ["attempt.declined"]);
    assert.deepEqual([outcomeOf(kept.attempt), isSafeToRetry(kept.attempt)], ["declined", true]);
    const over = play(
      [
        ["29:58", finished(code)],
        ["30:01", gone],
        ["30:31", gone],
      ],
      kept.attempt,
    );
    assert.deepEqual([over.announced, isSafeToRetry(over.attempt)], [[], true]);
    // It may say something else, or nothing more.
    assert.equal(
      stateOf([
        ["5:00", finished(code)],
        ["6:00", finished("00")],
      ]),
      "approved",
    );
    assert.equal(
      stateOf([
        ["5:00", finished(code)],
        ["30:01", gone],
        ["30:31", gone],
      ]),
      "unknown",
    );
    // After a clear refusal of one card, the next one is in doubt.
    const another = play([
      ["4:00", finished("05")],
      ["5:00", finished(code)],
    ]).attempt;
    assert.deepEqual([another.state, outcomeOf(another), isSafeToRetry(another)], ["declined", "pending", false]);
  }
});

test("the approved-like codes 10, 11, 16 and 32 need manual review", () => {
  for (const code of ["10", "11", "16", "32"]) assert.equal(after(opened, finished(code), createdAt).state, "review");
});

test("the codes 09, 19, 68, 90, 91, 92, 94, 96 and 97 are not final: the bank is asked again", () => {
  for (const code of ["09", "19", "68", "90", "91", "92", "94", "96", "97"]) {
    const change = next(opened, answered(opened, finished(code)), createdAt);
    assert.equal(change?.state, "opened");
    assert.ok((change?.dueAt ?? 0) > createdAt);
    assert.equal(change?.announce, undefined);
  }
});

test("an approval of another order or transaction needs manual review, and says which field differs", () => {
  const order = after(opened, finished("00", { OrdenID: "A-2" }), createdAt);
  assert.deepEqual([order.state, order.facts.verdict?.mismatch], ["review", ["OrdenID"]]);
  const transaction = after(opened, finished("00", { TransactionId: "999999" }), createdAt);
  assert.deepEqual([transaction.state, transaction.facts.verdict?.mismatch], ["review", ["TransactionId"]]);
});

test("contradicting spellings of one field need manual review", () => {
  assert.equal(after(opened, finished("00", { contradictions: ["ResponseCode"] }), createdAt).state, "review");
});

test("each end is announced once, with the move to it", () => {
  const ends = { "00": "order.paid", "05": "attempt.declined", "10": "attempt.review" };
  for (const [code, event] of Object.entries(ends)) {
    const { announced } = play([
      ["1:00", finished(code)],
      ["1:30", finished(code)],
    ]);
    assert.deepEqual(announced, [event]);
  }
});

test("a session that is gone inside the window moves nothing", () => {
  assert.equal(after(opened, gone, windowEnd - 1).state, "opened");
  assert.equal(after(opened, gone, windowEnd - 1).facts.goneAt, undefined);
});

/** Past the window the bank says twice, a while apart, that the session is gone. */
const goneTwice = (attempt: Attempt) => after(after(attempt, gone, windowEnd), gone, windowEnd + 30 * second).state;

test("a session that is gone after the window is expired only when the bank had no result right before its end", () => {
  assert.equal(goneTwice(opened), "unknown");
  assert.equal(goneTwice(after(opened, empty, windowEnd - 20 * second)), "expired");
  assert.equal(goneTwice(after(opened, empty, windowEnd - 60 * second)), "unknown");
});

test("an empty answer counts for 45 s, to the millisecond", () => {
  assert.equal(goneTwice(after(opened, empty, windowEnd - evidenceMs)), "expired");
  assert.equal(goneTwice(after(opened, empty, windowEnd - evidenceMs - 1)), "unknown");
  assert.equal(evidenceMs, 45 * second);
});

test("an empty answer from the future, after the clock went back, is not evidence", () => {
  const stepped = after(opened, empty, windowEnd + 5 * second);
  assert.equal(goneTwice(stepped), "unknown");
});

test("a refusal that is written late does not count as the bank's last word", () => {
  const answer = readAnswer(opened, finished("05"));
  const asked = { type: "answered", answer, askedAt: windowEnd - minute } as const;
  const late = step(opened, asked, windowEnd + 5 * second).attempt;
  assert.deepEqual([late.state, outcomeOf(late), late.facts.clearAt], ["declined", "pending", undefined]);
  const once = after(late, gone, windowEnd + 8 * second);
  assert.deepEqual(step(once, answered(once, gone), windowEnd + 40 * second).announced, ["attempt.unconfirmed"]);
});

test("a refusal that is written after the end of an attempt does not make it safe to pay again", () => {
  const once = after(opened, gone, windowEnd);
  const ended = after(once, gone, windowEnd + 30 * second);
  const answer = readAnswer(opened, finished("05"));
  const event = { type: "answered", answer, askedAt: windowEnd - minute } as const;
  assert.deepEqual([ended.state, next(ended, event, windowEnd + 2 * minute)], ["unknown", undefined]);
});

test("that the session is gone proves nothing when the bank says so once, and then has no clear answer", () => {
  for (const [result, end, announced] of [
    [empty, "unknown", "attempt.unknown"],
    [finished("05"), "declined", "attempt.unconfirmed"],
  ] as const) {
    let attempt = after(after(opened, result, windowEnd - 2 * second), gone, windowEnd + second);
    const told: string[] = [];
    for (const at of [31, 60, 180, 600, 1860, 1900]) {
      const moved = step(attempt, answered(attempt, unclear), windowEnd + at * second);
      told.push(...moved.announced);
      attempt = moved.attempt;
    }
    assert.deepEqual([attempt.state, told], [end, [announced]]);
  }
});

test("what an answer proves, it proves for the time of the question", () => {
  const answer = readAnswer(opened, empty);
  const event = { type: "answered", answer, askedAt: windowEnd - 12 * second } as const;
  const { facts } = step(opened, event, windowEnd).attempt;
  assert.deepEqual([facts.clearAt, facts.askedAt], [event.askedAt, windowEnd]);
});

test("a clear answer that took long is asked for again at once: it is as old as its question", () => {
  const at = windowEnd - 10 * minute;
  for (const answer of [finished("05"), empty]) {
    const event = { type: "answered", answer: readAnswer(opened, answer), askedAt: at } as const;
    const slow = step(opened, event, at + 4 * second).attempt;
    const asking = { type: "asking", question: "next", isUrgent: false } as const;
    assert.equal(step(slow, asking, at + 4.1 * second).attempt.facts.question?.id, "next");
    const quick = step(opened, event, at + 0.2 * second).attempt;
    assert.equal(step(quick, asking, at + 0.9 * second).attempt.facts.question, undefined);
    // Of a session that is gone no clear answer is awaited: it is asked for once a second, as ever.
    const over = { type: "answered", answer: readAnswer(quick, gone), askedAt: windowEnd } as const;
    const once: Attempt = step(quick, over, windowEnd + 0.2 * second).attempt;
    assert.equal(step(once, asking, windowEnd + second).attempt.facts.question, undefined);
    assert.equal(step(once, asking, windowEnd + 1.3 * second).attempt.facts.question?.id, "next");
  }
});

test("an answer to an older question proves nothing about a card that was sent since", () => {
  const at = windowEnd - 10 * minute;
  const refused = { type: "answered", answer: readAnswer(opened, finished("05")), askedAt: at } as const;
  const busy = { ...answered(opened, finished("09")), type: "answered", askedAt: at + 2 * second } as const;
  const returned = step(opened, { type: "visited", via: "return" }, at + 2 * second).attempt;
  const inProgress = step(opened, busy as TransitionEvent, at + 4 * second).attempt;
  for (const attempt of [inProgress, returned])
    assert.equal(outcomeOf(step(attempt, refused, at + 8 * second).attempt), "pending");
  // And the other way round: what was asked later stays.
  const clear = step(opened, { ...refused, askedAt: at + 3 * second }, at + 4 * second).attempt;
  const late = step(clear, { ...busy, askedAt: at } as TransitionEvent, at + 5 * second).attempt;
  assert.deepEqual([late.facts.clearAt, outcomeOf(late)], [at + 3 * second, "declined"]);
});

test("a question right before the one that confirms that a session is gone does not take its place", () => {
  for (const first of [second, 20 * second, 180 * second, 1860 * second]) {
    const once = after(opened, gone, windowEnd + first);
    const asked = windowEnd + first + 29.5 * second;
    const event = { type: "answered", answer: readAnswer(once, gone), askedAt: asked } as const;
    const change = next(once, event, asked + second);
    assert.equal(change?.dueAt, asked + 2 * second, String(first));
  }
});

test("a session that is gone is believed when the bank says so again half a minute later, and not before", () => {
  const asked = after(opened, empty, windowEnd - 5 * second);
  const once = after(asked, gone, windowEnd + 20 * second);
  assert.equal(once.state, "opened");
  assert.equal(after(once, gone, windowEnd + 49_999).state, "opened");
  assert.equal(after(once, gone, windowEnd + 50_000).state, "expired");
});

test("a buyer who came back after the last empty answer, or by the return address, may have paid: that never expires", () => {
  const end: [string, Happening][] = [
    ["29:55", empty],
    ["30:20", gone],
    ["30:50", gone],
  ];
  assert.equal(stateOf(end), "expired");
  for (const via of ["return", "cancel"] as const) {
    assert.equal(stateOf([["29:55", empty], ["29:59", via], ...end.slice(1)]), "unknown", via);
  }
  assert.equal(stateOf([["20:00", "cancel"], ...end]), "expired");
  assert.equal(stateOf([["20:00", "return"], ...end]), "unknown");
  assert.equal(stateOf([["20:00", "return"], ["21:00", "cancel"], ...end]), "unknown");
});

test("who leaves the bank's page by the cancel address after the window's end takes no evidence away", () => {
  const left: [string, Happening][] = [
    ["29:58", empty],
    ["30:01", gone],
    ["30:05", "cancel"],
    ["30:31", gone],
  ];
  assert.equal(stateOf(left), "expired");
  assert.equal(stateOf(left.map(([at, what]) => [at, what === "cancel" ? "return" : what])), "unknown");
});

test("a wrong key, no answer and an unfinished transaction move nothing", () => {
  for (const result of [wrongKey, unclear, empty]) assert.equal(after(opened, result, createdAt).state, "opened");
});

test("an answer that is not final takes the evidence of an empty one away, also where a later one is empty again", () => {
  const life: [string, Happening][] = [
    ["29:40", empty],
    ["29:55", finished("09")],
    ["30:20", gone],
    ["30:50", gone],
  ];
  const { attempt, announced } = play(life);
  assert.deepEqual([attempt.state, announced], ["unknown", ["attempt.unknown"]]);
  assert.equal(stateOf([...life.slice(0, 2), ["29:58", empty], ...life.slice(2)]), "unknown");
  assert.equal(stateOf([["5:00", finished("91")], ["29:58", empty], ...life.slice(2)]), "unknown");
});

test("evidence is an empty answer shortly before the bank forgot, not shortly before our own end", () => {
  assert.equal(
    stateOf([
      ["29:58", empty],
      ["30:20", empty],
      ["45:10", gone],
      ["45:40", gone],
    ]),
    "unknown",
  );
  assert.equal(
    stateOf([
      ["29:58", empty],
      ["44:55", empty],
      ["45:15", gone],
      ["45:45", gone],
    ]),
    "expired",
  );
});

test("while the bank still knows the session after the window's end, it is asked every 20 s", () => {
  for (const result of [empty, finished("09"), finished("91")]) {
    for (const at of [windowEnd + 3 * second, windowEnd + 12 * minute]) {
      const due = next(opened, answered(opened, result), at)?.dueAt;
      assert.ok(due !== null && due !== undefined && due <= at + 20 * second, `${due} is close to ${at}`);
    }
  }
});

test("a session that the bank still knows never ends, and keeps its key, whatever the clock says", () => {
  const months = 60 * 24 * 60;
  for (const alive of [empty, wrongKey, finished("09"), finished("05"), finished("11")]) {
    for (const at of ["30:01", "61:00", "240:00", `${32 * 24 * 60}:00`, `${20 * months}:00`]) {
      const { attempt } = play([
        [at, alive],
        [`${Number.parseInt(at, 10) + 1}:00`, alive],
      ]);
      assert.ok(["opened", "declined", "review"].includes(attempt.state), attempt.state);
      assert.equal(attempt.facts.sealedKey, "key", at);
    }
    const [minutes, seconds] = [61, 30];
    const change = next(opened, answered(opened, alive), windowEnd + minutes * minute + seconds * second);
    if (alive !== wrongKey) assert.ok((change?.dueAt ?? 0) <= windowEnd + (minutes + 1) * minute, "asked again soon");
  }
});

test("a bank that never forgets a session is asked less and less, down to once a day", () => {
  let attempt = opened;
  let now = windowEnd + minute;
  let questions = 0;
  for (; now < windowEnd + 100 * 24 * 60 * minute; questions++) {
    const change = next(attempt, answered(attempt, empty), now);
    attempt = { ...attempt, ...change };
    now = change?.dueAt ?? Number.POSITIVE_INFINITY;
  }
  assert.ok(questions > 180 && questions < 320, String(questions));
});

test("one look of a clock that is ahead ends nothing, also where the bank gives no answer at that moment", () => {
  const jump = 32 * 24 * 60;
  for (const life of [
    [[`${jump}:00`, unclear]],
    [
      [`${jump}:00`, unclear],
      [`${jump}:03`, unclear],
    ],
    [[`${jump}:00`, gone]],
    [[`${jump}:00`, "timePassed"]],
  ] as [string, Happening][][]) {
    const { attempt, announced } = play(life);
    assert.deepEqual([attempt.state, attempt.facts.sealedKey, announced], ["opened", "key", []]);
    // The clock is right again: nothing of it remains, and the payment is found.
    assert.equal(stateOf([["10:00", finished("00")]], attempt), "approved");
    const ended: Attempt = play(
      [
        ["29:40", empty],
        ["30:01", gone],
        ["30:31", gone],
      ],
      attempt,
    ).attempt;
    assert.deepEqual([ended.state, ended.facts.sealedKey], ["expired", undefined]);
  }
});

test("what a clock that was ahead has written proves nothing once it is right again", () => {
  const jump = 32 * 24 * 60 * minute;
  const refused = after(opened, finished("05"), createdAt + 5 * minute);
  const ahead = after(refused, finished("05"), createdAt + jump);
  assert.equal(ahead.facts.clearAt, createdAt + jump);
  // Another card is under way: the clear answer of the jump is not newer than this one.
  const busy = after(ahead, finished("09"), createdAt + 6 * minute);
  assert.deepEqual([outcomeOf(busy), isSafeToRetry(busy)], ["pending", false]);
  assert.equal(after(ahead, unclear, createdAt + 6 * minute).facts.clearAt, undefined);
});

test("a session of a clock that was ahead has a window of 30 minutes from now, at most", () => {
  const jump = 32 * 24 * 60 * minute;
  const early: Attempt = {
    ...opened,
    createdAt: createdAt + jump,
    windowEndsAt: windowEnd + jump,
    facts: { ...opened.facts, openedAt: createdAt + jump },
  };
  const change = next(early, answered(early, empty), createdAt);
  assert.equal(change?.windowEndsAt, windowEnd);
  assert.ok((change?.dueAt ?? Number.POSITIVE_INFINITY) < createdAt + 2 * minute);
});

test("a session that comes back after it was gone is gone again before that is believed", () => {
  const life: [string, Happening][] = [
    ["29:58", empty],
    ["30:01", gone],
    ["30:20", empty],
    ["30:40", gone],
  ];
  assert.equal(stateOf(life), "opened");
  assert.equal(stateOf([...life, ["31:09", gone]]), "opened");
  assert.equal(stateOf([...life, ["31:10", gone]]), "expired");
});

test("a visit by the return address after the end lifts an expired attempt to unknown, and says so once", () => {
  const expired: [string, Happening][] = [
    ["29:58", empty],
    ["30:01", gone],
    ["30:31", gone],
  ];
  const { attempt, announced } = play([...expired, ["31:30", "return"], ["31:31", "return"]]);
  assert.deepEqual([attempt.state, announced], ["unknown", ["attempt.expired", "attempt.unknown"]]);
  const before = play(expired).attempt;
  assert.equal(endedWithoutCharge(outcomeOf(before)), true);
  assert.equal(endedWithoutCharge(outcomeOf(attempt)), false);
  assert.equal(stateOf([...expired, ["31:30", "cancel"]]), "expired");
  assert.equal(stateOf([...expired, ["31:30", "cancel"], ["31:40", "return"]]), "unknown");
});

test("an answer that was under way when the attempt expired still counts: a code that is not final makes it unknown", () => {
  const expired: [string, Happening][] = [
    ["29:58", empty],
    ["30:01", gone],
    ["30:31", gone],
  ];
  assert.deepEqual(play([...expired, ["30:32", finished("09")]]).announced, ["attempt.expired", "attempt.unknown"]);
  assert.equal(stateOf([...expired, ["30:32", finished("00")]]), "approved");
  assert.equal(stateOf([...expired, ["30:32", empty]]), "expired");
});

test("a refused attempt is asked about like an opened one: a second card of its session may be approved", () => {
  const declined = after(opened, finished("05"), createdAt + 5 * minute);
  assert.equal(declined.facts.sealedKey, "key");
  assert.equal(stateOf([["29:50", finished("00")]], declined), "approved");
  const due = (attempt: Attempt, at: number) => next(attempt, { type: "timePassed" }, at)?.dueAt;
  for (const at of [5, 9, 17, 28.5, 29.5, 29.9, 29.95, 30.3].map((minutes) => createdAt + minutes * minute)) {
    assert.equal(due(declined, at), due(opened, at));
  }
});

test("a refused attempt without a clear last answer is told to a person, once", () => {
  const refused: [string, Happening] = ["5:00", finished("05")];
  const forgotten: [string, Happening][] = [
    ["30:20", gone],
    ["30:50", gone],
  ];
  const heard = (...life: [string, Happening][]) => play([refused, ...life]).announced.slice(1);
  assert.deepEqual(heard(["29:58", finished("05")], ...forgotten), []);
  assert.deepEqual(heard(["29:58", empty], ...forgotten), []);
  assert.deepEqual(heard(["29:20", finished("05")], ...forgotten), ["attempt.unconfirmed"]);
  assert.deepEqual(heard(["29:50", finished("05")], ["29:58", finished("09")], ...forgotten), ["attempt.unconfirmed"]);
  assert.deepEqual(heard(["29:58", finished("05")], ["29:59", "return"], ...forgotten), ["attempt.unconfirmed"]);
  assert.deepEqual(heard(["29:58", unclear], ["30:01", unclear], ["61:02", unclear]), ["attempt.unconfirmed"]);
  const late = play([refused, ["30:01", unclear], ["61:02", unclear], ["62:00", "return"], ["63:00", "cancel"]]);
  assert.deepEqual([late.attempt.state, late.announced.length], ["declined", 2]);
});

test("a late visit says nothing new of a refused attempt: who was refused comes by the return address, too, once", () => {
  const life: [string, Happening][] = [
    ["5:00", finished("05")],
    ["29:58", finished("05")],
    ["30:01", gone],
    ["30:31", gone],
  ];
  for (const via of ["cancel", "return"] as const) {
    assert.deepEqual(play([...life, ["31:30", via]]).announced, ["attempt.declined"]);
  }
  const again: [string, Happening][] = [...life, ["31:30", "return"], ["31:40", "cancel"], ["33:00", "return"]];
  assert.deepEqual(play([...again, ["34:00", "return"]]).announced, ["attempt.declined", "attempt.unconfirmed"]);
  assert.deepEqual(play([["5:01", "return"], ...life, ["31:30", "return"]]).announced, [
    "attempt.declined",
    "attempt.unconfirmed",
  ]);
});

test("who comes back to a refused attempt for a second time may have sent another card: it is pending until the bank speaks", () => {
  const refused = play([
    ["5:00", finished("05")],
    ["5:01", "return"],
    ["5:02", finished("05")],
  ]).attempt;
  assert.equal(outcomeOf(refused), "declined");
  const change = next(refused, { type: "visited", via: "return" }, createdAt + 9 * minute);
  assert.equal(change?.dueAt, createdAt + 9 * minute + second);
  const again = play([["9:00", "return"]], refused).attempt;
  assert.deepEqual([outcomeOf(again), endedWithoutCharge(outcomeOf(again))], ["pending", false]);
  assert.equal(outcomeOf(play([["9:01", finished("05")]], again).attempt), "declined");
  assert.equal(stateOf([["9:01", finished("00")]], again), "approved");
  assert.equal(next(again, { type: "visited", via: "return" }, createdAt + 9 * minute + 1), undefined);
});

test("who left by the cancel address is not told that nothing was charged once a card has been sent", () => {
  const left: [string, Happening][] = [
    ["5:00", "cancel"],
    ["5:01", empty],
    ["5:02", empty],
  ];
  assert.equal(outcomeOf(play(left).attempt), "cancelled");
  assert.equal(outcomeOf(play([...left, ["6:00", finished("09")]]).attempt), "pending");
  assert.equal(outcomeOf(play([["4:00", "return"], ...left]).attempt), "pending");
});

test("a bank that still knows a refused attempt's session may approve another card, and is asked on", () => {
  const late = play([
    ["5:00", finished("05")],
    ["61:00", finished("05")],
  ]);
  assert.deepEqual([late.announced, late.attempt.facts.sealedKey], [["attempt.declined"], "key"]);
  assert.equal(stateOf([["62:00", finished("00")]], late.attempt), "approved");
});

test("only what cannot have been charged is safe to pay again", () => {
  const safe: Record<State, boolean> = {
    preparing: false,
    opened: false,
    expired: true,
    unknown: false,
    declined: true,
    review: false,
    approved: false,
  };
  const clear = { ...opened, facts: { ...opened.facts, clearAt: createdAt } };
  for (const state of states) assert.equal(endedWithoutCharge(outcomeOf({ ...clear, state })), safe[state], state);
});

const approval: SessionResult = finished("00");

/** An approval of RD$ 1.00 that was heard when the order cost 5,000.00. */
function repriced(): Attempt {
  const event = {
    type: "answered",
    answer: readAnswer(opened, approval),
    orderNow: { minor: 500_000, currency: "DOP" },
  } as const;
  return step(opened, event, createdAt + minute).attempt;
}

test("what is under review for its amount is lifted by a person, and not by the bank's further answers", () => {
  const attempt = repriced();
  assert.deepEqual([attempt.state, attempt.facts.verdict?.mismatch], ["review", ["amount"]]);
  for (const orderNow of [undefined, "unchecked", { minor: 100, currency: "DOP" }] as const) {
    const event = { type: "answered", answer: readAnswer(attempt, approval), orderNow } as const;
    assert.equal(step(attempt, event, createdAt + 2 * minute).attempt.state, "review");
  }
});

test("what a person has found not paid is not paid by the same approval, but by another one", () => {
  const attempt = repriced();
  const said = step(attempt, resolved({ ...resolution, paid: false }), windowEnd).attempt;
  assert.equal(after(said, approval, createdAt + 2 * minute).state, "review");
  const other = { ...readAnswer(said, approval), verdict: { code: "00", reference: "another" } } as const;
  const event = { type: "answered", answer: { ...other, kind: "approved" } } as const;
  assert.equal(step(said, event, createdAt + 2 * minute).attempt.state, "approved");
});

test("an approval that nobody could compare says so", () => {
  const event = { type: "answered", answer: readAnswer(opened, approval), orderNow: "unchecked" } as const;
  const { attempt, announced } = step(opened, event, createdAt);
  assert.deepEqual(
    [attempt.state, attempt.facts.verdict?.amountUnchecked, announced],
    ["approved", true, ["order.paid"]],
  );
});

const resolution = { paid: true, reason: "statement", by: "Ana", at: windowEnd };

test("a person's word is taken for unknown, review, and a refusal without a clear last answer, and for nothing else", () => {
  const takes = (attempt: Attempt) => next(attempt, resolved(resolution), windowEnd) !== undefined;
  const expected: Record<State, boolean> = {
    preparing: false,
    opened: false,
    expired: false,
    unknown: true,
    declined: false,
    review: true,
    approved: false,
  };
  for (const state of states) assert.equal(takes({ ...opened, state }), expected[state], state);
  const unconfirmed: Attempt = { ...opened, state: "declined", facts: { ...opened.facts, unconfirmedAt: windowEnd } };
  assert.equal(takes(unconfirmed), true);
  const said = { ...unconfirmed, facts: { ...unconfirmed.facts, resolution: { ...resolution, paid: false } } };
  assert.equal(takes(said), false);
});

test("paid, by a person's word: approved, announced, without a key and never asked about again", () => {
  const unknown: Attempt = { ...opened, state: "unknown" };
  const change = next(unknown, resolved(resolution), windowEnd);
  assert.deepEqual([change?.state, change?.announce, change?.dueAt], ["approved", "order.paid", null]);
  assert.equal(change?.facts.sealedKey, undefined);
  const unpaid = next(unknown, resolved({ ...resolution, paid: false }), windowEnd);
  assert.deepEqual([unpaid?.state, unpaid?.announce], ["unknown", undefined]);
});

test("a card that was refused is not what a person's word approves", () => {
  const verdict = { code: "05", reference: "000000000001" };
  const facts = { ...opened.facts, verdict, unconfirmedAt: windowEnd };
  const change = next({ ...opened, state: "declined", facts }, resolved(resolution), windowEnd);
  assert.deepEqual([change?.state, change?.facts.verdict], ["approved", undefined]);
});

const launch = { language: "en", mode: "redirect" } as const;
const session = { SESSION: "sess-2", sealedKey: "sealed", returnHash: "hash", createdAt };

test("a launch opens a prepared attempt with its session, and joins an opened one without", () => {
  const preparing: Attempt = { ...openedAttempt, state: "preparing", facts: { language: "es", mode: "popup" } };
  const change = next(preparing, { type: "launched", launch, session }, createdAt + 3 * second);
  assert.equal(change?.state, "opened");
  assert.equal(change?.windowEndsAt, windowEnd);
  assert.deepEqual(change?.facts, {
    ...launch,
    openedAt: createdAt + 3 * second,
    SESSION: "sess-2",
    sealedKey: "sealed",
  });
  assert.ok((change?.dueAt ?? 0) > createdAt);
  assert.equal(next(preparing, { type: "launched", launch }, createdAt), undefined);
  const joined = next(opened, { type: "launched", launch, session }, createdAt + minute);
  assert.deepEqual([joined?.facts.SESSION, joined?.windowEndsAt], ["sess-1", undefined]);
});

test("a launch changes nothing of an attempt that has an end", () => {
  for (const state of ["expired", "unknown", "declined", "review", "approved"] as const) {
    for (const event of [
      { type: "launchBegun" },
      { type: "launched", launch, session },
      { type: "launchFailed", reason: "unreachable" },
    ] as const) {
      const attempt = { ...opened, state, facts: { ...opened.facts, launchFailure: "unreachable" } as const };
      assert.equal(next(attempt, event, createdAt), undefined, `${state} ${event.type}`);
    }
  }
});

test("a launch that failed is remembered until the next begins", () => {
  const preparing: Attempt = { ...openedAttempt, state: "preparing" };
  const failed = step(preparing, { type: "launchFailed", reason: "unreachable" }, createdAt).attempt;
  assert.equal(outcomeOf(failed), "failed");
  assert.equal(outcomeOf(step(failed, { type: "launchBegun" }, createdAt).attempt), "pending");
  assert.equal(next(preparing, { type: "launchBegun" }, createdAt), undefined);
});

test("an opened attempt that nothing was learned of until the last query is unknown", () => {
  const { attempt, announced } = play([
    ["30:01", "timePassed"],
    ["61:02", "timePassed"],
  ]);
  assert.deepEqual([attempt.state, announced, attempt.facts.sealedKey], ["unknown", ["attempt.unknown"], undefined]);
});

test("an attempt that no browser has seen expires by itself", () => {
  const unseen: Attempt = { ...openedAttempt, state: "preparing" };
  const { windowEndsAt, ...early } = unseen;
  const due = next(early, { type: "timePassed" }, createdAt)?.dueAt;
  assert.equal(due, windowEnd + 20 * second);
  assert.equal(next(early, { type: "timePassed" }, windowEnd + 20 * second)?.state, "expired");
});

test("with the last query the session key goes", () => {
  const approved = next(opened, answered(opened, finished("00")), createdAt + second);
  assert.deepEqual([approved?.state, approved?.dueAt, approved?.facts.sealedKey], ["approved", null, undefined]);
  assert.equal(next(opened, answered(opened, empty), createdAt + second)?.facts.sealedKey, "key");
});

const results = fc.constantFrom<SessionResult | undefined>(
  ...responseCodes.map(({ code }) => finished(code)),
  finished("00", { OrdenID: "B-2" }),
  finished("ZZ"),
  empty,
  wrongKey,
  gone,
  unclear,
);

test("any order of the same evidence gives the same end, and the rank never falls on the way", () => {
  fc.assert(
    fc.property(
      fc
        .array(results, { maxLength: 8 })
        .chain((all) =>
          fc.record({ all: fc.constant(all), shuffled: fc.shuffledSubarray(all, { minLength: all.length }) }),
        ),
      fc.boolean(),
      ({ all, shuffled }, late) => {
        // Each answer comes long enough after the one before to be believed.
        const start = late ? createdAt + windowMs : createdAt;
        const end = (list: (SessionResult | undefined)[]) => {
          const last = list.reduce((attempt, result, index) => {
            const stepped = after(attempt, result, start + index * minute);
            assert.ok(rank(stepped.state) >= rank(attempt.state));
            return stepped;
          }, opened);
          // Two sessions not found in a row end it at once; apart, the last query does.
          return play(
            [
              ["90:00", gone],
              ["90:31", gone],
            ],
            last,
          ).attempt;
        };
        const [one, other] = [end(all), end(shuffled)];
        // Whether nobody paid in time is itself a matter of when the bank was asked; see the tests above.
        const settled = (state: State) => (state === "expired" || state === "unknown" ? "over" : state);
        assert.equal(settled(one.state), settled(other.state));
        if (one.state === "approved") assert.deepEqual(one.facts.verdict, other.facts.verdict);
      },
    ),
    { numRuns: 2000 },
  );
});

const happenings: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 5, arbitrary: results },
  { weight: 1, arbitrary: fc.constantFrom<Happening>("return", "cancel", "timePassed") },
);

test("after any life the state has a next query or an end, and only what has ended is without its key", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(70 * 60), happenings), { maxLength: 30 }), (moments) => {
      let attempt = opened;
      for (const [at, what] of moments.toSorted(([a], [b]) => a - b)) {
        const stepped = play([[`0:${at}`, what]], attempt);
        for (const announcement of stepped.announced) {
          if (announcement !== "attempt.unconfirmed") assert.notEqual(stepped.attempt.state, attempt.state);
        }
        assert.ok(stepped.announced.length <= 1);
        assert.equal(
          stepped.attempt.state !== attempt.state,
          stepped.announced.some((name) => name !== "attempt.unconfirmed"),
        );
        attempt = stepped.attempt;
        if (attempt.state === "opened") assert.equal(attempt.facts.sealedKey, "key");
        if (["expired", "unknown", "approved"].includes(attempt.state)) {
          assert.equal(attempt.facts.sealedKey, undefined);
        }
      }
    }),
    { numRuns: 2000 },
  );
});

test("a question that has had no answer for a second takes earlier evidence away, as no answer does; its answer gives it back", () => {
  const asking = (id: string): TransitionEvent => ({ type: "asking", question: id, isUrgent: false });
  const declined = play([
    ["4:00", finished("05")],
    ["4:01", "return"],
    ["4:02", finished("05")],
  ]).attempt;
  const cancelled = play([
    ["4:00", "cancel"],
    ["4:01", empty],
    ["4:02", empty],
  ]).attempt;
  for (const before of [declined, cancelled]) {
    const at = createdAt + 5 * minute;
    assert.equal(isSafeToRetry(before), true);
    // Its process may have died, and the buyer may have paid since.
    const begun = step(before, asking("dead"), at).attempt;
    assert.equal(next(begun, asking("b"), at + 999), undefined);
    assert.equal(isSafeToRetry(begun), true);
    const doubted = step(begun, asking("b"), at + 1000).attempt;
    assert.equal(doubted.facts.question?.id, "dead");
    assert.deepEqual([outcomeOf(doubted), isSafeToRetry(doubted)], ["pending", false]);
    assert.equal(next(doubted, asking("c"), at + 2 * 1000), undefined, "once");
    const answer = before === declined ? finished("05") : empty;
    const heard: TransitionEvent = { ...answered(doubted, answer), question: "dead", askedAt: at } as TransitionEvent;
    const answeredOne = step(doubted, heard, at + 3 * 1000).attempt;
    assert.deepEqual([answeredOne.facts.question, isSafeToRetry(answeredOne)], [undefined, true]);
  }
});
