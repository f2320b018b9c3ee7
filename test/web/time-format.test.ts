import assert from "node:assert/strict";
import { test } from "node:test";
import { spanText, timeFormat, wholeNames, wholeText } from "@ventanilla/web";

/** Times of a day as they are shown, without their no-break spaces. */
const shown = (language: "es" | "en", options: Intl.DateTimeFormatOptions, ...times: string[]) => {
  const format = timeFormat(language, { ...options, timeZone: "UTC" });
  return times.map((time) => format(Date.parse(`2026-11-20T${time}Z`)).replaceAll("\u00a0", " "));
};

test("in Spanish noon is 12 m., alone and after a date, and no other minute or second is", () => {
  const times = ["00:00", "11:12", "12:00", "12:01", "12:12", "14:12"] as const;
  assert.deepEqual(shown("es", { timeStyle: "short" }, ...times), [
    "12:00 a. m.",
    "11:12 a. m.",
    "12:00 m.",
    "12:01 p. m.",
    "12:12 p. m.",
    "2:12 p. m.",
  ]);
  assert.deepEqual(shown("es", { hour: "numeric" }, "00:00", "12:00", "13:00"), ["12 a. m.", "12 m.", "1 p. m."]);
  assert.deepEqual(shown("es", { timeStyle: "medium" }, "14:12:00", "14:00:12"), ["2:12:00 p. m.", "2:00:12 p. m."]);
  assert.deepEqual(shown("es", { dateStyle: "medium", timeStyle: "short" }, "12:00"), ["20 nov 2026, 12:00 m."]);
  assert.deepEqual(shown("en", { timeStyle: "short" }, "12:00"), ["12:00 PM"]);
});

test("nothing in a time breaks between two lines", () => {
  const format = timeFormat("es", { timeStyle: "short", timeZone: "UTC" });
  for (const hour of [0, 12, 19]) assert.doesNotMatch(format(hour * 3_600_000), /[ \u202f]/);
});

test("no line ends in a text that stays whole, nor in the names of a text", () => {
  assert.equal(wholeText("21 nov 2026"), "21\u00a0nov\u00a02026");
  assert.equal(wholeNames("no check-in by 3-D Secure"), "no check-\u2060in by 3-\u2060D\u00a0Secure");
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
