import assert from "node:assert/strict";
import { test } from "node:test";
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
    ["2026-03-07T23:30:00Z", "19:00", "America/New_York", "2026-03-08T00:00:00Z"],
    ["2026-03-08T00:00:00Z", "19:00", "America/New_York", "2026-03-08T23:00:00Z"],
    // 02:30 is jumped over: half an hour behind the jump.
    ["2026-03-08T05:00:00Z", "02:30", "America/New_York", "2026-03-08T07:30:00Z"],
    ["2026-10-31T23:00:00Z", "19:00", "America/New_York", "2026-11-02T00:00:00Z"],
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
