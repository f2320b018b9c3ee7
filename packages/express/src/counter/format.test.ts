import assert from "node:assert/strict";
import { test } from "node:test";
import { isoDate, spanText } from "./format.ts";

test("a date is read as people write it, the day first", () => {
  for (const [written, date] of [
    ["20/11/2026", "2026-11-20"],
    [" 5/1/2026 ", "2026-01-05"],
    ["05-01-26", "2026-01-05"],
    ["5.1.2026", "2026-01-05"],
    ["2026-11-20", "2026-11-20"],
    ["31/02/2026", "2026-02-31"],
    ["5/1", "5/1"],
    ["5/1/026", "5/1/026"],
  ] as const) {
    assert.equal(isoDate(written), date, written);
  }
});

test("a time is as long as its whole minutes", () => {
  const minute = 60_000;
  assert.deepEqual(
    [59_999, minute, 59 * minute, 60 * minute, 125 * minute + 59_999].map((ms) =>
      spanText(ms).replaceAll("\u00a0", " "),
    ),
    ["0 min", "1 min", "59 min", "1 h 00 min", "2 h 05 min"],
  );
});
