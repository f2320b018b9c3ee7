import assert from "node:assert/strict";
import { test } from "node:test";
import { createBatchClose } from "../../packages/sandbox/src/batch-close.ts";

const at = (text: string) => Date.parse(text);

test("the batch closes at 19:00 in Santo Domingo, 23:00 UTC, every day", () => {
  const close = createBatchClose("19:00", "America/Santo_Domingo");
  for (const [now, next] of [
    ["2026-11-20T16:00:00Z", "2026-11-20T23:00:00Z"],
    ["2026-11-20T22:59:59.999Z", "2026-11-20T23:00:00Z"],
    ["2026-11-20T23:00:00Z", "2026-11-21T23:00:00Z"],
    ["2026-11-21T03:59:00Z", "2026-11-21T23:00:00Z"],
    ["2026-12-31T23:30:00Z", "2027-01-01T23:00:00Z"],
    ["2028-02-28T23:30:00Z", "2028-02-29T23:00:00Z"],
  ] as const) {
    assert.equal(close.after(at(now)), at(next), now);
  }
});

test("a zone with daylight saving closes at its own wall time before and after the change", () => {
  const close = createBatchClose("19:00", "America/New_York");
  assert.equal(close.after(at("2026-03-07T20:00:00Z")), at("2026-03-08T00:00:00Z"));
  assert.equal(close.after(at("2026-03-08T01:00:00Z")), at("2026-03-08T23:00:00Z"));
  assert.equal(close.after(at("2026-11-01T03:00:00Z")), at("2026-11-02T00:00:00Z"));
  // 02:30 is jumped over: half an hour behind the jump, as the client takes it.
  const jumped = createBatchClose("02:30", "America/New_York");
  assert.equal(jumped.after(at("2026-03-08T05:00:00Z")), at("2026-03-08T07:30:00Z"));
});

test("a wrong time or zone is an ArgumentError that names the option", () => {
  for (const time of ["", "7 PM", "24:00", "19:60", "1900"]) {
    assert.throws(() => createBatchClose(time, "UTC"), { code: "ERR_VENTANILLA_ARGUMENT", message: /^batchClose:/ });
  }
  assert.throws(() => createBatchClose("19:00", "Mars/Base"), {
    code: "ERR_VENTANILLA_ARGUMENT",
    message: /^timeZone:/,
  });
});
