import assert from "node:assert/strict";
import { test } from "node:test";
import { responseCodes, type SessionResult } from "@ventanilla/client";
import fc from "fast-check";
import {
  type Attempt,
  advance,
  judge,
  rank,
  type State,
  states,
  windowMs,
} from "../../packages/express/src/attempt/attempt.ts";
import { createdAt, openedAttempt as opened } from "./opened-attempt.ts";

function finished(
  ResponseCode: string,
  differing: Partial<{ OrdenID: string; TransactionId: string }> = {},
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

function after(attempt: Attempt, answer: SessionResult, now: number): Attempt {
  return { ...attempt, ...advance(attempt, judge(attempt, answer, now)), version: attempt.version + 1 };
}

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

test("the approved-like codes 10, 11, 16 and 32 are for a person to look at", () => {
  for (const code of ["10", "11", "16", "32"]) assert.equal(after(opened, finished(code), createdAt).state, "review");
});

test("the codes 09, 19, 68, 90, 91, 92, 94 and 96 are no end: the bank is asked again", () => {
  for (const code of ["09", "19", "68", "90", "91", "92", "94", "96"]) {
    assert.equal(after(opened, finished(code), createdAt).state, "opened");
  }
});

test("an approval of another order or transaction is for a person to look at, and says which field differs", () => {
  const order = after(opened, finished("00", { OrdenID: "A-2" }), createdAt);
  assert.deepEqual([order.state, order.facts.verdict?.mismatch], ["review", ["OrdenID"]]);
  const transaction = after(opened, finished("00", { TransactionId: "999999" }), createdAt);
  assert.deepEqual([transaction.state, transaction.facts.verdict?.mismatch], ["review", ["TransactionId"]]);
});

test("contradicting spellings of one field are for a person to look at", () => {
  const answer = finished("00");
  assert.equal(answer.status, "finished");
  const contradicting = { ...answer, result: { ...answer.result, contradictions: ["ResponseCode"] } } as SessionResult;
  assert.equal(after(opened, contradicting, createdAt).state, "review");
});

test("a session that is gone inside the window moves nothing", () => {
  assert.equal(after(opened, { status: "not-found" }, createdAt + windowMs - 1).state, "opened");
});

const gone: SessionResult = { status: "not-found" };
const windowEnd = createdAt + windowMs;

/** Past the window the bank says twice, a while apart, that the session is gone. */
const goneTwice = (attempt: Attempt) => after(after(attempt, gone, windowEnd), gone, windowEnd + 30_000).state;

test("a session that is gone after the window is expired only when the bank had no result right before its end", () => {
  assert.equal(goneTwice(opened), "unknown");
  assert.equal(goneTwice(after(opened, { status: "pending" }, windowEnd - 20_000)), "expired");
  assert.equal(goneTwice(after(opened, { status: "pending" }, windowEnd - 60_000)), "unknown");
});

test("a session that is gone is believed when the bank says so again half a minute later, and not before", () => {
  const asked = after(opened, { status: "pending" }, windowEnd - 5000);
  const once = after(asked, gone, windowEnd + 20_000);
  assert.equal(once.state, "opened");
  assert.equal(after(once, gone, windowEnd + 49_999).state, "opened");
  assert.equal(after(once, gone, windowEnd + 50_000).state, "expired");
});

test("a buyer who came back after the last empty answer, or by the return address, may have paid: that never expires", () => {
  const asked = after(opened, { status: "pending" }, windowEnd - 5000);
  const returned = { ...asked, facts: { ...asked.facts, returnedAt: windowEnd - 1000 } };
  assert.equal(goneTwice(returned), "unknown");
  const left = { ...asked, facts: { ...asked.facts, returnedAt: windowEnd - 600_000 } };
  assert.equal(goneTwice({ ...left, facts: { ...left.facts, returnedVia: "cancel" } }), "expired");
  assert.equal(goneTwice({ ...left, facts: { ...left.facts, returnedVia: "return" } }), "unknown");
});

test("a wrong key and an unfinished transaction move nothing", () => {
  assert.equal(after(opened, { status: "wrong-key" }, createdAt).state, "opened");
  assert.equal(after(opened, { status: "pending" }, createdAt).state, "opened");
});

const evidence = fc.constantFrom<SessionResult>(
  ...responseCodes.map(({ code }) => finished(code)),
  finished("00", { OrdenID: "B-2" }),
  finished("ZZ"),
  { status: "pending" },
  { status: "wrong-key" },
  { status: "not-found" },
);

test("any order of the same evidence gives the same end, and the rank never falls on the way", () => {
  fc.assert(
    fc.property(
      fc
        .array(evidence, { maxLength: 8 })
        .chain((all) =>
          fc.record({ all: fc.constant(all), shuffled: fc.shuffledSubarray(all, { minLength: all.length }) }),
        ),
      fc.boolean(),
      ({ all, shuffled }, late) => {
        // Each answer comes long enough after the one before to be believed.
        const start = late ? createdAt + windowMs : createdAt;
        const end = (list: SessionResult[]) =>
          list.reduce((attempt, answer, index) => {
            const next = after(attempt, answer, start + index * 60_000);
            assert.ok(rank(next.state) >= rank(attempt.state));
            return next;
          }, opened);
        const [one, other] = [end(all), end(shuffled)];
        // Whether nobody paid in time is itself a matter of when the bank was asked; see the test above.
        const settled = (state: State) => (state === "expired" || state === "unknown" ? "over" : state);
        assert.equal(settled(one.state), settled(other.state));
        if (one.state === "approved") assert.deepEqual(one.facts.verdict, other.facts.verdict);
      },
    ),
    { numRuns: 2000 },
  );
});
