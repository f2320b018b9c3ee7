import assert from "node:assert/strict";
import { test } from "node:test";
import { OutcomeUnknownError, type Session, sessionResult } from "@ventanilla/client";
import { buy, chargesOf, newPayment, openCounter } from "./counter.ts";

const counter = await openCounter();
const { gateway, sandbox } = counter;

/** What the client's next answers are, one after the other; an OutcomeUnknownError by its code. */
const faults: Record<string, { times?: number; answers: readonly string[] }> = {
  "early-404": { answers: ["not-found", "00"] },
  "late-result": { answers: ["pending", "pending"] },
  "declined-then-approved": { answers: ["05", "00"] },
  "missing-ordenid": { answers: ["00 without OrdenID", "00"] },
  "foreign-ordenid": { answers: ["00 of ANOTHER-1", "00"] },
  "code-09-times": { times: 3, answers: ["09", "09", "09", "00"] },
  "result-timeout": { answers: ["00"] },
  "result-500": { answers: ["00"] },
  "result-html": { answers: ["00"] },
  "contradicting-fields": { answers: ["00 contradicting CreditCardNumber TransactionId", "00"] },
};

test("every fault of the result query is played here", () => {
  const known = sandbox.faults.list().filter(({ where }) => where === "result");
  assert.deepEqual(known.map(({ id }) => id).toSorted(), Object.keys(faults).toSorted());
});

for (const [fault, { times = 1, answers }] of Object.entries(faults)) {
  test(`asking for a result through ${fault}: ${answers.join(", then ")}; charged once`, async () => {
    const payment = newPayment();
    sandbox.faults.arm(fault, { times, order: payment.orderId });
    const { session } = await buy(counter, { payment });
    for (const expected of answers) assert.equal(await ask(session, payment.orderId), expected);
    assert.deepEqual(chargesOf(sandbox, payment.orderId), [1]);
    sandbox.faults.disarm();
  });
}

test("a late result is there a minute later", async () => {
  const payment = newPayment();
  sandbox.faults.arm("late-result", { order: payment.orderId });
  const { session } = await buy(counter, { payment });
  assert.equal(await ask(session, payment.orderId), "pending");
  try {
    sandbox.clock.advance(61_000);
    assert.equal(await ask(session, payment.orderId), "00");
  } finally {
    sandbox.clock.reset();
  }
});

for (const [fault, code] of [
  ["result-500", "server_error"],
  ["result-html", "html"],
  ["result-timeout", "timeout"],
] as const) {
  test(`asking for a result through ${fault} that does not stop: OutcomeUnknownError ${code}, which moves nothing`, async () => {
    const payment = newPayment();
    const { session } = await buy(counter, { payment });
    sandbox.faults.arm(fault, { times: 100, order: payment.orderId });
    assert.equal(await ask(session, payment.orderId), code);
    sandbox.faults.disarm();
    assert.equal(await ask(session, payment.orderId), "00");
  });
}

/** The client's answer in a few words. */
async function ask(session: Session, order: string): Promise<string> {
  try {
    const answer = await sessionResult(gateway, session);
    if (answer.status !== "finished") return answer.status;
    const { ResponseCode, OrdenID, contradictions } = answer.result;
    if (contradictions.length > 0) return `${ResponseCode} contradicting ${contradictions.toSorted().join(" ")}`;
    if (OrdenID === undefined) return `${ResponseCode} without OrdenID`;
    return OrdenID === order ? ResponseCode : `${ResponseCode} of ${OrdenID}`;
  } catch (error) {
    if (error instanceof OutcomeUnknownError) return error.code;
    throw error;
  }
}
