import assert from "node:assert/strict";
import { test } from "node:test";
import { batchAt, batchOf, usualBatchClose } from "@ventanilla/client";
import fc from "fast-check";
import { nextBatchClose } from "../../packages/client/src/wire/next-batch-close.ts";

const iso = (after: string, time: string, zone: string) =>
  new Date(nextBatchClose(Date.parse(after), time, zone)).toISOString().replace(".000Z", "Z");

test("the next close is the next time that the zone's clocks show the hour", () => {
  for (const [after, time, zone, close] of [
    ["2026-11-20T16:00:00Z", "19:00", "America/Santo_Domingo", "2026-11-20T23:00:00Z"],
    ["2026-11-20T22:59:59.999Z", "19:00", "America/Santo_Domingo", "2026-11-20T23:00:00Z"],
    ["2026-11-20T23:00:00Z", "19:00", "America/Santo_Domingo", "2026-11-21T23:00:00Z"],
    ["2026-11-21T03:59:00Z", "19:00", "America/Santo_Domingo", "2026-11-21T23:00:00Z"],
    ["2026-12-31T23:30:00Z", "19:00", "America/Santo_Domingo", "2027-01-01T23:00:00Z"],
    ["2028-02-28T23:30:00Z", "19:00", "America/Santo_Domingo", "2028-02-29T23:00:00Z"],
    ["2026-11-20T18:00:00Z", "00:00", "Asia/Kathmandu", "2026-11-20T18:15:00Z"],
    ["2026-11-20T10:00:00Z", "23:59", "Pacific/Kiritimati", "2026-11-21T09:59:00Z"],
    // Clocks go forward on 8 March and back on 1 November 2026.
    ["2026-03-07T20:00:00Z", "19:00", "America/New_York", "2026-03-08T00:00:00Z"],
    ["2026-03-07T23:30:00Z", "19:00", "America/New_York", "2026-03-08T00:00:00Z"],
    ["2026-03-08T00:00:00Z", "19:00", "America/New_York", "2026-03-08T23:00:00Z"],
    ["2026-03-08T01:00:00Z", "19:00", "America/New_York", "2026-03-08T23:00:00Z"],
    // 02:30 is jumped over: half an hour behind the jump.
    ["2026-03-08T05:00:00Z", "02:30", "America/New_York", "2026-03-08T07:30:00Z"],
    ["2026-10-31T23:00:00Z", "19:00", "America/New_York", "2026-11-02T00:00:00Z"],
    ["2026-11-01T03:00:00Z", "19:00", "America/New_York", "2026-11-02T00:00:00Z"],
    // 23:30 of the day before is jumped over: its close is today.
    ["2026-03-29T01:10:00Z", "23:30", "America/Nuuk", "2026-03-29T01:30:00Z"],
  ] as const) {
    assert.equal(iso(after, time, zone), close, `${after} ${time} ${zone}`);
  }
});

test("it is always later, at most a day and a clock change away, and shows that hour", () => {
  const zones = ["America/Santo_Domingo", "UTC", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"];
  const instant = fc.integer({ min: Date.UTC(2000, 0), max: Date.UTC(2060, 0) });
  const hours = fc.integer({ min: 4, max: 23 });
  fc.assert(
    fc.property(
      instant,
      hours,
      fc.integer({ min: 0, max: 59 }),
      fc.constantFrom(...zones),
      (after, hour, minute, timeZone) => {
        const time = `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
        const close = nextBatchClose(after, time, timeZone);
        assert.ok(close > after && close - after <= 26 * 3_600_000);
        assert.equal(new Intl.DateTimeFormat("en-GB", { timeZone, timeStyle: "short" }).format(close), time);
      },
    ),
    { numRuns: 500 },
  );
});

const { batchClose, timeZone } = usualBatchClose;
const shown = ({ date, from, until }: { date: string; from: number; until: number }) =>
  `${date}: ${[from, until].map((at) => new Date(at).toISOString().replace(":00.000Z", "Z")).join(" to ")}`;

test("a batch has the date of its close, and goes from the close of the day before to the close of that day", () => {
  const twentieth = "2026-11-20: 2026-11-19T23:00Z to 2026-11-20T23:00Z";
  assert.equal(shown(batchOf("2026-11-20", batchClose, timeZone)), twentieth);
  assert.equal(shown(batchAt(Date.parse("2026-11-19T23:00:00Z"), batchClose, timeZone)), twentieth);
  assert.equal(shown(batchAt(Date.parse("2026-11-20T22:59:59.999Z"), batchClose, timeZone)), twentieth);
  assert.equal(batchAt(Date.parse("2026-11-20T23:00:00Z"), batchClose, timeZone).date, "2026-11-21");
  assert.equal(shown(batchOf("2026-11-20")), twentieth);
  assert.equal(shown(batchAt(Date.parse("2026-11-19T23:00:00Z"))), twentieth);
  // Already the next day in UTC.
  assert.equal(batchAt(Date.parse("2026-11-20T03:59:00Z"), batchClose, timeZone).date, "2026-11-20");
  assert.equal(shown(batchOf("2026-11-20", "00:00", "UTC")), "2026-11-20: 2026-11-19T00:00Z to 2026-11-20T00:00Z");
  assert.equal(batchOf("2028-03-01", "00:00", "UTC").from, Date.UTC(2028, 1, 29));
});

test("every instant is in one batch: the batches follow each other without a gap", () => {
  const zones = ["America/Santo_Domingo", "UTC", "America/New_York", "America/Nuuk", "Australia/Lord_Howe"];
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(2000, 1), max: Date.UTC(2060, 0) }),
      fc.constantFrom("00:00", "00:30", "02:30", "19:00", "23:30", "23:59"),
      fc.constantFrom(...zones),
      (instant, time, zone) => {
        const batch = batchAt(instant, time, zone);
        assert.ok(batch.from <= instant && instant < batch.until, shown(batch));
        assert.deepEqual(batchOf(batch.date, time, zone), batch);
        assert.equal(batch.until, nextBatchClose(instant, time, zone));
        assert.equal(batchAt(batch.until, time, zone).from, batch.until);
      },
    ),
    { numRuns: 300, seed: 6 },
  );
});

test("an invalid date of a batch is refused by name", () => {
  for (const date of ["2026-02-29", "2026-06-31", "2026-11-20 ", "20-11-2026", "2026-1-2", "", "1999-12-31", "0x10"]) {
    assert.throws(() => batchOf(date, batchClose, timeZone), { message: "batch: expected a date such as 2026-11-20" });
  }
  assert.throws(() => batchOf(20261120 as never, batchClose, timeZone), /^TypeError: batch: expected a date/);
});

test("an invalid time or zone of a close is refused by name", () => {
  for (const time of ["25:00", "abc", "7:00", ""]) {
    assert.throws(() => nextBatchClose(0, time, timeZone), /^TypeError: batchClose: expected a time of day/);
  }
  assert.throws(() => nextBatchClose(0, batchClose, "Mars/Olympus"), /^TypeError: timeZone: expected a time zone/);
  assert.throws(() => nextBatchClose(Number.NaN, batchClose, timeZone), {
    name: "TypeError",
    message: "after: expected milliseconds since 1970",
  });
});

test("a time that no Date can hold is refused at once", () => {
  for (const instant of [Number.NaN, Number.POSITIVE_INFINITY, 8.64e15]) {
    assert.throws(() => batchAt(instant), { name: "TypeError", message: "instant: expected milliseconds since 1970" });
  }
  assert.ok(batchAt(8.64e15 - 172_800_000).until > 0);
});
