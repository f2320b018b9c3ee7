import assert from "node:assert/strict";
import { test } from "node:test";
import type { Attempt } from "../../packages/express/src/attempt/attempt.ts";
import { conclude, nextQuestion } from "../../packages/express/src/attempt/schedule.ts";
import { openedAttempt, createdAt as start } from "./opened-attempt.ts";

const opened: Attempt = {
  ...openedAttempt,
  facts: { ...openedAttempt.facts, SESSION: "sess-1", sealedKey: "key" },
};

/** When the bank is asked about an attempt that stays as it is, in seconds from its start. */
function questions(attempt: Attempt): number[] {
  const times: number[] = [];
  for (let at = nextQuestion(attempt, start); at !== null; at = nextQuestion(attempt, at)) {
    times.push((at - start) / 1000);
  }
  return times;
}

test("an opened attempt is asked about twelve times in the background, four times right before the end, and five after", () => {
  const times = questions(opened);
  const background = [45, 90, 150, 240, 360, 480, 660, 840, 1020, 1200, 1380, 1560];
  for (const [index, time] of background.entries()) {
    assert.ok(
      Math.abs((times[index] ?? 0) - time) <= time * 0.1 + 0.001,
      `${times[index]} is within a tenth of ${time}`,
    );
  }
  assert.deepEqual(times.slice(12), [1680, 1740, 1780, 1795, 1820, 1860, 1980, 2400, 3660]);
});

test("questions of attempts launched at one moment drift apart, by up to a tenth and never past the last calls", () => {
  const firsts = new Set<number>();
  for (let i = 0; i < 200; i++) {
    const times = questions({ ...opened, id: crypto.randomUUID() });
    firsts.add(times[0] ?? 0);
    assert.deepEqual(times.slice(-9), [1680, 1740, 1780, 1795, 1820, 1860, 1980, 2400, 3660]);
    assert.deepEqual(
      times.toSorted((a, b) => a - b),
      times,
    );
  }
  assert.ok(firsts.size > 100);
});

test("a buyer who is back is asked about after 1, 2, 4 and 8 seconds", () => {
  const returned = { ...opened, facts: { ...opened.facts, returnedAt: start + 10_000 } };
  assert.deepEqual(questions(returned).slice(0, 4), [11, 12, 14, 18]);
});

test("a session that was gone once is asked about half a minute later", () => {
  const gone = { ...opened, facts: { ...opened.facts, goneAt: start + 3_700_000 } };
  assert.equal(nextQuestion(gone, start + 3_700_000), start + 3_730_000);
});

test("a refusal is asked about once more after two minutes, and right before the end: a second card may be approved", () => {
  const declined: Attempt = { ...opened, state: "declined", facts: { ...opened.facts, settledAt: start + 60_000 } };
  assert.deepEqual(questions(declined), [180, 1780]);
  assert.deepEqual(questions({ ...declined, state: "review" }), [180, 1780]);
});

test("approved, expired and unknown attempts are asked about no more", () => {
  for (const state of ["approved", "expired", "unknown"] as const)
    assert.deepEqual(questions({ ...opened, state }), []);
});

test("with the last question the session key goes", () => {
  const approved = conclude(opened, { state: "approved", facts: opened.facts }, start + 1000);
  assert.deepEqual([approved.state, approved.dueAt, approved.facts.sealedKey], ["approved", null, undefined]);
  const pending = conclude(opened, opened, start + 1000);
  assert.equal(pending.facts.sealedKey, "key");
});

test("an opened attempt that nothing was learnt of until the last question is unknown", () => {
  const end = conclude(opened, opened, start + 3_660_000);
  assert.deepEqual([end.state, end.dueAt, end.facts.sealedKey], ["unknown", null, undefined]);
});

test("an attempt that no browser has seen expires by itself", () => {
  const unseen = { ...opened, state: "preparing" } as const;
  assert.deepEqual(questions(unseen), [1820]);
  assert.equal(conclude(unseen, unseen, start + 1_820_000).state, "expired");
});
