import assert from "node:assert/strict";
import { test } from "node:test";
import { createSession, OutcomeUnknownError, paymentRequest } from "@ventanilla/client";
import { merchant, newPayment, openCounter } from "./counter.ts";

/** What the client says when the fault never stops, and whether one time of it can be got over within the deadline. */
const faults: Record<string, { code: string; once: "session" | "unknown" }> = {
  timeout: { code: "timeout", once: "unknown" },
  "stalled-body": { code: "timeout", once: "unknown" },
  "reset-before": { code: "network", once: "session" },
  "reset-after": { code: "network", once: "session" },
  "server-error-before": { code: "server_error", once: "session" },
  "server-error-after": { code: "server_error", once: "session" },
  "html-200": { code: "html", once: "session" },
  "truncated-json": { code: "bad_json", once: "session" },
  "wrong-charset": { code: "bad_json", once: "session" },
  slow: { code: "timeout", once: "unknown" },
};

const counter = await openCounter();
const { gateway, sandbox } = counter;
const create = () => createSession(gateway, paymentRequest(merchant, newPayment()));

test("every fault of session creation is played here", () => {
  const known = sandbox.faults.list().filter(({ where }) => where === "session");
  assert.deepEqual(known.map(({ id }) => id).toSorted(), Object.keys(faults).toSorted());
});

for (const [fault, { code, once }] of Object.entries(faults)) {
  test(`creating a session through ${fault}, once: ${once === "session" ? "another try brings a session" : "no clear answer"}, and nothing is charged`, async () => {
    sandbox.faults.arm(fault);
    if (once === "session") assert.match((await create()).SESSION, /^sess-/);
    else await assert.rejects(create(), (error) => error instanceof OutcomeUnknownError && error.code === code);
    assert.match((await create()).SESSION, /^sess-/, "creating another session is safe");
    nothingCharged();
  });

  test(`creating a session through ${fault} that does not stop: OutcomeUnknownError ${code}, with what to ask again`, async () => {
    sandbox.faults.arm(fault, { times: 100 });
    const payment = paymentRequest(merchant, newPayment());
    await assert.rejects(createSession(gateway, payment), (error) => {
      assert.ok(error instanceof OutcomeUnknownError, String(error));
      assert.deepEqual([error.code, error.operation], [code, "createSession"]);
      assert.deepEqual(error.asked.operation === "createSession" && error.asked.request, payment);
      return true;
    });
    sandbox.faults.disarm();
    nothingCharged();
  });
}

function nothingCharged(): void {
  assert.deepEqual(
    sandbox.sessions().filter(({ charges }) => charges > 0),
    [],
  );
}
