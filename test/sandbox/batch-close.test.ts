import assert from "node:assert/strict";
import { test } from "node:test";
import { makeBatchClose } from "../../packages/sandbox/src/batch-close.ts";

const at = (text: string) => Date.parse(text);

test("the batch closes at its time of day, and after the jump when the clocks go over that time", () => {
  const close = makeBatchClose("19:00", "America/Santo_Domingo");
  assert.equal(close.after(at("2026-11-20T22:59:59.999Z")), at("2026-11-20T23:00:00Z"));
  assert.equal(close.after(at("2026-11-20T23:00:00Z")), at("2026-11-21T23:00:00Z"));
  // 02:30 is jumped over: half an hour behind the jump.
  const jumped = makeBatchClose("02:30", "America/New_York");
  assert.equal(jumped.after(at("2026-03-08T05:00:00Z")), at("2026-03-08T07:30:00Z"));
});

test("a wrong time or zone is an ArgumentError that names the option", () => {
  for (const time of ["", "7 PM", "24:00", "19:60", "1900"]) {
    assert.throws(() => makeBatchClose(time, "UTC"), { code: "ERR_VENTANILLA_ARGUMENT", message: /^batchClose:/ });
  }
  assert.throws(() => makeBatchClose("19:00", "Mars/Base"), {
    code: "ERR_VENTANILLA_ARGUMENT",
    message: /^timeZone:/,
  });
});
