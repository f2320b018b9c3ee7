import assert from "node:assert/strict";
import { test } from "node:test";
import { createSession, OutcomeUnknownError, paymentRequest } from "@ventanilla/client";
import { merchant, newPayment, openCounter } from "./counter.ts";

/** What the client says when the fault never stops; one time of it is got over within the deadline. */
const faults: Record<string, string> = {
  timeout: "timeout",
  "stalled-body": "timeout",
  "reset-before": "network",
  down: "network",
  "reset-after": "network",
  "server-error-before": "server_error",
  "server-error-after": "server_error",
  "html-200": "html",
  "truncated-json": "bad_json",
  "wrong-charset": "bad_json",
  slow: "timeout",
};

const counter = await openCounter();
const { gateway, sandbox } = counter;
const create = () => createSession(gateway, paymentRequest(merchant, newPayment()));

test("every fault of session creation is played here", () => {
  const known = sandbox.faults.list().filter(({ where }) => where === "session");
  assert.deepEqual(known.map(({ id }) => id).toSorted(), Object.keys(faults).toSorted());
});

for (const [fault, code] of Object.entries(faults)) {
  test(`creating a session through ${fault}, once: the client tries again and gets a session`, async () => {
    sandbox.faults.arm(fault);
    assert.match((await create()).SESSION, /^sess-/);
    assert.ok(!sandbox.faults.list().some(({ armed }) => armed), "the fault did not act");
    assert.match((await create()).SESSION, /^sess-/, "creating another session is safe");
  });

  test(`creating a session through ${fault} that does not stop: OutcomeUnknownError ${code}, with what to ask again`, async () => {
    sandbox.faults.arm(fault, { times: 100 });
    const payment = paymentRequest(merchant, newPayment());
    await assert.rejects(createSession(gateway, payment), (error) => {
      assert.ok(error instanceof OutcomeUnknownError, String(error));
      assert.deepEqual([error.code, error.operation], [code, "createSession"]);
      assert.deepEqual(error.call.operation === "createSession" && error.call.request, payment);
      return true;
    });
    sandbox.faults.disarm();
  });
}
