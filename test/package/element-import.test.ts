import assert from "node:assert/strict";
import { test } from "node:test";

test("SSR import: the element's class can be imported on a server, and registers nothing", async () => {
  const timers = process.getActiveResourcesInfo();
  const api = await import("@ventanilla/element");
  assert.deepEqual(Object.keys(api).toSorted(), ["PayEvent", "VentanillaPay"]);
  assert.equal(globalThis.customElements.get("ventanilla-pay"), undefined);
  assert.deepEqual(process.getActiveResourcesInfo(), timers);
  assert.equal("document" in globalThis, false);
});

test("the registration can be imported on a server, too", async () => {
  const { VentanillaPay } = await import("@ventanilla/element");
  await import("@ventanilla/element/define");
  assert.equal(globalThis.customElements.get("ventanilla-pay"), VentanillaPay);
});

test("an event carries the payment under both names, and bubbles out of shadow trees", async () => {
  const { PayEvent } = await import("@ventanilla/element");
  const result = {
    attempt: "a",
    order: "A-1",
    outcome: "approved",
    verified: true,
    safeToRetry: false,
    message: "",
  } as const;
  const event = new PayEvent("pay-approved", result);
  assert.equal(event.result, result);
  assert.equal(event.detail, result);
  assert.deepEqual([event.bubbles, event.composed, event.cancelable], [true, true, false]);
});
