import assert from "node:assert/strict";
import { test } from "node:test";
import type { Attempt } from "./attempt.ts";
import { openedAttempt, createdAt as start } from "./opened-attempt.fixture.ts";
import { nextQueryAt } from "./schedule.ts";

const opened: Attempt = {
  ...openedAttempt,
  facts: { ...openedAttempt.facts, SESSION: "sess-1", sealedKey: "key" },
};

/** When the bank is asked about an attempt that stays as it is, in seconds from its start. */
function queries(attempt: Attempt): number[] {
  const times: number[] = [];
  for (let at = nextQueryAt(attempt, start); at !== null; at = nextQueryAt(attempt, at)) {
    times.push((at - start) / 1000);
  }
  return times;
}

test("an opened attempt is asked about twelve times in the background, six times right before the end, and six after", () => {
  const times = queries(opened);
  const background = [45, 90, 150, 240, 360, 480, 660, 840, 1020, 1200, 1380, 1560];
  for (const [index, time] of background.entries()) {
    assert.ok(
      Math.abs((times[index] ?? 0) - time) <= time * 0.1 + 0.001,
      `${times[index]} is within a tenth of ${time}`,
    );
  }
  assert.deepEqual(times.slice(12), [1680, 1740, 1760, 1780, 1795, 1798, 1801, 1820, 1860, 1980, 2400, 3660]);
});

test("queries about attempts launched at one moment drift apart, by up to a tenth and never past the last calls", () => {
  const firsts = new Set<number>();
  for (let i = 0; i < 200; i++) {
    const times = queries({ ...opened, id: crypto.randomUUID() });
    firsts.add(times[0] ?? 0);
    assert.deepEqual(times.slice(-12), [1680, 1740, 1760, 1780, 1795, 1798, 1801, 1820, 1860, 1980, 2400, 3660]);
    assert.deepEqual(
      times.toSorted((a, b) => a - b),
      times,
    );
  }
  assert.ok(firsts.size > 100);
});

test("a buyer who is back is asked about after 1, 2, 4 and 8 seconds", () => {
  const returned = { ...opened, facts: { ...opened.facts, returnedAt: start + 10_000 } };
  assert.deepEqual(queries(returned).slice(0, 4), [11, 12, 14, 18]);
});

test("a session that was gone once is asked about half a minute later", () => {
  const gone = { ...opened, facts: { ...opened.facts, goneAt: start + 3_700_000 } };
  assert.equal(nextQueryAt(gone, start + 3_700_000), start + 3_730_000);
});

test("a refusal and a review are asked about like an opened attempt: a second card may be approved", () => {
  for (const state of ["declined", "review"] as const) {
    const decided: Attempt = { ...opened, state, facts: { ...opened.facts, settledAt: start + 60_000 } };
    assert.deepEqual(queries(decided), queries(opened));
  }
});

test("a bank that still knows the session after the window's end is asked every 20 s", () => {
  const alive = (at: number) => ({ ...opened, facts: { ...opened.facts, aliveAt: start + at * 1000 } });
  // As much later as the bank may have created the session: every 3 s at first.
  assert.equal(nextQueryAt(alive(1801), start + 1_801_000), start + 1_804_000);
  assert.equal(nextQueryAt(alive(1809), start + 1_809_000), start + 1_812_000);
  assert.equal(nextQueryAt(alive(1810), start + 1_820_000), start + 1_830_000);
  assert.equal(nextQueryAt(alive(2500), start + 2_500_000), start + 2_520_000);
  assert.equal(nextQueryAt(alive(3660), start + 3_660_000), start + 3_680_000);
  const slower = { ...alive(9000), facts: { ...alive(9000).facts, overtime: 184 } };
  assert.equal(nextQueryAt(slower, start + 9_000_000), start + 9_320_000);
  assert.equal(nextQueryAt(alive(1799), start + 1_821_000), start + 1_860_000);
});

test("approved, expired and unknown attempts are asked about no more", () => {
  for (const state of ["approved", "expired", "unknown"] as const) assert.deepEqual(queries({ ...opened, state }), []);
});

test("an attempt that no browser has seen is looked at once, after its time", () => {
  assert.deepEqual(queries({ ...opened, state: "preparing" }), [1820]);
});
