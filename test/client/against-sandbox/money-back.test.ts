import assert from "node:assert/strict";
import { test } from "node:test";
import { sessionResult } from "@ventanilla/client";
import { idempotencyKey, refund, voidTransaction } from "@ventanilla/client/rest";
import { buy, newPayment, openCounter } from "./counter.ts";

for (const profile of ["live", "document"] as const) {
  const counter = await openCounter({ profile });
  const { gateway, rest, sandbox } = counter;

  test(`4.1 No void and no refund reaches a payment of the page, whatever stands for its key, against the ${profile} profile`, async () => {
    const payment = newPayment();
    const { session } = await buy(counter, { payment });
    const answer = await sessionResult(gateway, session);
    assert.equal(answer.status, "finished");
    const { TxToken = "", RetrievalReferenceNumber = "" } = answer.result;
    const fresh = await idempotencyKey(rest);
    const common = {
      amount: payment.amount,
      "client-ip": "127.0.0.1",
      "invoice-number": payment.orderId,
      "reference-number": "R-1",
    };
    for (const key of [fresh, payment.transactionId, RetrievalReferenceNumber, TxToken, session.SESSION]) {
      const named = { ...common, "idempotency-key": key };
      for (const pnRef of [TxToken, RetrievalReferenceNumber]) {
        assert.equal(await codeOf(voidTransaction(rest, { ...named, pnRef })), "25");
      }
      assert.equal(await codeOf(refund(rest, { ...named, txToken: TxToken })), "25");
    }
    assert.equal(sandbox.sessions().find(({ order }) => order === payment.orderId)?.charges, 1);
    const again = await sessionResult(gateway, session);
    assert.equal(again.status === "finished" && again.result.ResponseCode, "00", "the payment stands");
  });
}

async function codeOf(asked: Promise<{ "response-code"?: string | undefined }>): Promise<string | undefined> {
  return (await asked)["response-code"];
}
