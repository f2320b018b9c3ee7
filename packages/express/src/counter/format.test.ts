import assert from "node:assert/strict";
import { test } from "node:test";
import { isoDate } from "@ventanilla/web";
import { timesOf } from "./format.ts";

test("a date is read as people write it, the day first", () => {
  for (const [written, date] of [
    ["20/11/2026", "2026-11-20"],
    [" 5/1/2026 ", "2026-01-05"],
    ["05-01-26", "2026-01-05"],
    ["5.1.2026", "2026-01-05"],
    [" 31122026 ", "2026-12-31"],
    ["2026-11-20", "2026-11-20"],
    ["31/02/2026", "2026-02-31"],
    ["5/1", "5/1"],
    ["5/1/026", "5/1/026"],
  ] as const) {
    assert.equal(isoDate(written), date, written);
  }
});

test("days from one to another name their month and year once, and a line ends between months at most", () => {
  const days = (language: "es" | "en", from: string, until: string) =>
    timesOf(language, "UTC")
      .days(Date.parse(from), Date.parse(until))
      .replaceAll("\u2060\u00a0", "_")
      .replaceAll("\u00a0", "_");
  assert.equal(days("es", "2026-11-01", "2026-11-21"), "1_–_21_nov_2026");
  assert.equal(days("en", "2026-11-01", "2026-11-21"), "Nov_1_–_21,_2026");
  assert.equal(days("es", "2026-10-25", "2026-11-21"), "25_oct_– 21_nov_2026");
  assert.equal(days("en", "2025-12-25", "2026-01-05"), "Dec_25,_2025_– Jan_5,_2026");
  assert.equal(days("es", "2026-11-21", "2026-11-21"), "21_nov_2026");
});
