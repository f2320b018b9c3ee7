import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readAnswer } from "./answer.ts";
import type { Attempt } from "./attempt.ts";
import { authorizationLookedAt, captured, released, resolved, sendingFailed, toBeSentBy } from "./decided.ts";
import { authorizationKeptMs } from "./end-authorization.ts";
import type { TransitionEvent } from "./event.ts";
import { createdAt, openedAttempt } from "./opened-attempt.fixture.ts";
import { rank } from "./state.ts";
import { next } from "./transition.ts";

const minute = 60_000;
const session = { SESSION: "sess-1", sealedKey: "key" };
const authorizing: Attempt = {
  ...openedAttempt,
  facts: { ...openedAttempt.facts, ...session, capture: "later" },
};
const capture: Attempt = {
  ...openedAttempt,
  facts: { ...openedAttempt.facts, ...session, captureOf: "authorization", sender: { id: "one", at: createdAt } },
};
const authorization = { sealedToken: "sealed", remoteCode: "00" };

const verdict = { code: "00", reference: "R-1" };
const resolution = (paid: boolean) => ({ paid, reason: "r", by: "b", at: createdAt });
const notPaid = resolved(resolution(false));
const events: readonly TransitionEvent[] = [
  { type: "launchBegun" },
  { type: "launched", launch: { language: "es", mode: "redirect" } },
  { type: "launchFailed", reason: "unreachable" },
  sendingFailed("unreachable", "one"),
  sendingFailed("unreachable", "two"),
  toBeSentBy("one"),
  toBeSentBy("two"),
  released({ reason: "r", by: "b", at: createdAt }),
  { type: "visited", via: "return" },
  { type: "visited", via: "cancel" },
  { type: "answered", answer: { kind: "approved", verdict, authorization } },
  { type: "answered", answer: { kind: "review", verdict: { code: "11" }, authorization } },
  { type: "answered", answer: { kind: "declined", verdict: { code: "05" } } },
  ...(["inProgress", "empty", "gone", "wrongKey", "unclear"] as const).map(
    (kind): TransitionEvent => ({ type: "answered", answer: { kind } }),
  ),
  captured,
  { type: "timePassed" },
  authorizationLookedAt,
  resolved(resolution(true)),
  notPaid,
];

const lives = fc.array(
  fc.record({ event: fc.constantFrom(...events), wait: fc.integer({ min: 0, max: 5 * minute }) }),
  { maxLength: 25 },
);

/** The attempt after a life, and what was announced in it; `seen` is told of every step. */
function live(
  first: Attempt,
  life: readonly { event: TransitionEvent; wait: number }[],
  seen: (before: Attempt, event: TransitionEvent, after: Attempt) => void = () => {},
): { attempt: Attempt; announced: string[] } {
  let [attempt, now] = [first, createdAt];
  const announced: string[] = [];
  for (const { event, wait } of life) {
    now += wait;
    const change = next(attempt, event, now);
    if (change === undefined) continue;
    const { announce, dueAt, returnHash, ...written } = change;
    const after = { ...attempt, ...written, version: attempt.version + 1 };
    seen(attempt, event, after);
    attempt = after;
    if (announce !== undefined) announced.push(announce);
  }
  return { attempt, announced };
}

test("an authorization is never announced as paid, and a capture never as a buyer's refusal", () => {
  fc.assert(
    fc.property(lives, (life) => {
      assert.ok(!live(authorizing, life).announced.includes("order.paid"));
      const { announced } = live(capture, life);
      for (const one of ["order.authorized", "attempt.declined", "attempt.expired"]) {
        assert.ok(!announced.includes(one), one);
      }
    }),
    { numRuns: 2000 },
  );
});

test("what a capture needs is there in an approval or a review only, and the session key in no approval", () => {
  fc.assert(
    fc.property(lives, (life) => {
      live(authorizing, life, (_, event, { state, facts }) => {
        if (state === "approved") assert.equal(facts.sealedKey, undefined);
        if (state !== "approved" && state !== "review") assert.equal(facts.authorization, undefined);
        if (event === captured || event === notPaid) assert.equal(facts.authorization, undefined);
      });
    }),
    { numRuns: 2000 },
  );
});

test("an approved authorization is kept for 31 days to the millisecond", () => {
  const approved = next(
    authorizing,
    { type: "answered", answer: { kind: "approved", verdict, authorization } },
    createdAt,
  );
  const day = 24 * 60 * minute;
  assert.equal(authorizationKeptMs, 31 * day);
  assert.equal(approved?.dueAt, createdAt + day, "it is looked at every day");
  const attempt = { ...authorizing, ...approved } as Attempt;
  const look = (which: Attempt, at: number) => {
    const change = next(which, authorizationLookedAt, createdAt + at);
    return { change, after: { ...which, ...change } as Attempt };
  };
  assert.equal(look(attempt, 28 * day - 1).change?.announce, undefined);
  const told = look(attempt, 28 * day);
  assert.deepEqual([told.change?.announce, told.change?.dueAt], ["order.lapsing", createdAt + 29 * day]);
  assert.equal(look(told.after, 29 * day).change?.announce, undefined, "it is told once");
  const kept = look(told.after, 31 * day - 1);
  assert.deepEqual([kept.after.facts.authorization, kept.after.facts.lapseSeenAt], [authorization, undefined]);
  // Its days have passed, and it is looked at again a day later, to the millisecond.
  const seen = look(told.after, 31 * day);
  assert.deepEqual([seen.after.facts.authorization, seen.change?.dueAt], [authorization, createdAt + 32 * day]);
  assert.deepEqual(look(seen.after, 32 * day - 1).after.facts.authorization, authorization);
  const over = look(seen.after, 32 * day).change;
  assert.deepEqual([over?.facts.authorization, over?.dueAt, over?.announce], [undefined, null, "order.lapsed"]);
  assert.equal(over?.facts.released?.reason, "31 days have passed");
});

test("a clock that is ahead, once or twice, lapses no authorization and deletes nothing", () => {
  const day = 24 * 60 * minute;
  const facts = { ...authorizing.facts, authorization, verdict, settledAt: createdAt };
  const { sealedKey, ...rest } = facts;
  let attempt: Attempt = { ...authorizing, state: "approved", facts: rest };
  for (const at of [32 * day, 2 * minute, 33 * day, 5 * day, 400 * day, 6 * day, 401 * day, 440 * day, 7 * day]) {
    const change = next(attempt, authorizationLookedAt, createdAt + at);
    assert.deepEqual([change?.facts.authorization, change?.facts.released], [authorization, undefined], String(at));
    assert.ok((change?.dueAt ?? 0) <= createdAt + at + day);
    attempt = { ...attempt, ...change };
  }
  assert.equal(attempt.facts.lapseSeenAt, undefined);
});

test("an authorization under review is kept for 31 days, too, when the bank has forgotten its session", () => {
  const gone = { type: "answered", answer: { kind: "gone" } } as const;
  const day = 24 * 60 * minute;
  const settledAt = createdAt + minute;
  const windowEnd = authorizing.windowEndsAt ?? 0;
  const steps: [TransitionEvent, number][] = [
    [{ type: "answered", answer: { kind: "review", verdict: { code: "11" }, authorization } }, settledAt],
    [gone, windowEnd + minute],
    [gone, windowEnd + 2 * minute],
  ];
  let attempt = authorizing;
  let dueAt: number | null | undefined;
  for (const [event, at] of steps) {
    const { dueAt: due, announce: _, ...change } = next(attempt, event, at) ?? assert.fail(event.type);
    attempt = { ...attempt, ...change };
    dueAt = due;
  }
  assert.deepEqual([attempt.state, attempt.facts.sealedKey], ["review", undefined]);
  assert.deepEqual([attempt.facts.authorization, dueAt], [authorization, windowEnd + 2 * minute + day]);
  const seen = next(attempt, authorizationLookedAt, settledAt + authorizationKeptMs);
  const again = { ...attempt, ...seen } as Attempt;
  assert.deepEqual([again.facts.authorization, seen?.announce], [authorization, undefined]);
  const over = next(again, authorizationLookedAt, settledAt + authorizationKeptMs + day);
  assert.deepEqual([over?.facts.authorization, over?.dueAt], [undefined, null]);
});

test("who failed to send a capture ends it only while no other process may have sent it", () => {
  const failed = (attempt: Attempt, sender: string) => next(attempt, sendingFailed("unreachable", sender), createdAt);
  const preparing: Attempt = { ...capture, state: "preparing" };
  for (const attempt of [preparing, capture]) {
    assert.equal(failed(attempt, "one")?.state, "expired");
    assert.equal(failed(attempt, "two"), undefined);
    assert.equal(next(attempt, { type: "launchFailed", reason: "unreachable" }, createdAt), undefined);
  }
  assert.equal(failed(authorizing, "one"), undefined, "a buyer's browser may have seen its session");
  assert.equal(failed(capture, "one")?.announce, undefined, "whoever asked is told by the error");
});

test("one call at a time may send a capture, and another one only when it has had 30 seconds", () => {
  const { sender: _, ...facts } = capture.facts;
  const free: Attempt = { ...capture, state: "preparing", facts };
  const claim = (attempt: Attempt, sender: string, after: number) =>
    next(attempt, toBeSentBy(sender), createdAt + after)?.facts.sender;
  assert.deepEqual(claim(free, "one", 0), { id: "one", at: createdAt });
  const taken: Attempt = { ...capture, state: "preparing" };
  assert.equal(claim(taken, "two", 29_999), undefined);
  assert.deepEqual(claim(taken, "two", 30_000), { id: "two", at: createdAt + 30_000 });
  assert.equal(claim(capture, "two", 30_000), undefined, "what is opened may have been posted");
});

test("the session of a call that has lost its place is not the capture's", () => {
  const taken: Attempt = { ...capture, state: "preparing" };
  const launch = { language: "es", mode: "redirect" } as const;
  const own = { SESSION: "s", sealedKey: "k", returnHash: "h", createdAt };
  const launched = (sender: string) => next(taken, { type: "launched", launch, session: own, sender }, createdAt);
  assert.equal(launched("two"), undefined);
  assert.equal(launched("one")?.state, "opened");
});

test("a capture is judged by what its codes say of a confirmation: 26 needs manual review, 25 is a refusal", () => {
  const heard = (attempt: Attempt, ResponseCode: string) =>
    readAnswer(attempt, {
      status: "finished",
      result: { ResponseCode, OrdenID: "A-1", TransactionId: "100001", contradictions: [], unknown: {} },
    }).kind;
  assert.deepEqual(
    ["00", "05", "25", "26", "09"].map((code) => heard(capture, code)),
    ["approved", "declined", "declined", "review", "inProgress"],
  );
});

test("a state never falls, whatever happens to an authorization or a capture", () => {
  fc.assert(
    fc.property(lives, fc.constantFrom(authorizing, capture), (life, first) => {
      live(first, life, (before, _, after) => assert.ok(rank(after.state) >= rank(before.state)));
    }),
    { numRuns: 1000 },
  );
});
