import assert from "node:assert/strict";
import { test } from "node:test";
import {
  authorizeForm,
  confirm,
  createSession,
  directForm,
  installmentsForm,
  parseReturn,
  paymentRequest,
  preauthorize,
  sessionResult,
} from "@ventanilla/client";
import { submit } from "../../conformance/hosted-steps.ts";
import { buy, cards, merchant, newPayment, openAt, openCounter, payPage } from "./counter.ts";

for (const profile of ["live", "document"] as const) {
  const counter = await openCounter({ profile });
  const { gateway, sandbox } = counter;
  const charges = (order: string) => sandbox.sessions().find((session) => session.order === order)?.charges;

  test(`4.2 Create session, invoke payment page, query result: approved once against the ${profile} profile`, async () => {
    const payment = newPayment();
    const session = await createSession(gateway, paymentRequest(merchant, payment));
    assert.deepEqual(await sessionResult(gateway, session), { status: "pending" });
    const { action, fields } = authorizeForm(gateway, session);
    assert.equal(action, `${sandbox.url}/authorize`);
    await payPage(sandbox, await openAt(sandbox, fields));
    const answer = await sessionResult(gateway, session);
    assert.equal(answer.status, "finished");
    const { ResponseCode, OrdenID, TransactionId, AuthorizationCode, contradictions, CreditCardNumber } = answer.result;
    assert.deepEqual([ResponseCode, OrdenID, TransactionId], ["00", payment.orderId, payment.transactionId]);
    assert.match(AuthorizationCode ?? "", /^[0-9A-Z]{6}$/);
    assert.match(CreditCardNumber ?? "", /^476134\D+0050$/);
    assert.deepEqual(contradictions, []);
    assert.equal(charges(payment.orderId), 1);
  });

  test(`4.2 Query result: a decline is a result, and TF is one, against the ${profile} profile`, async () => {
    for (const [number, code] of [
      [cards.declined, "51"],
      [cards.failed, "TF"],
    ] as const) {
      const payment = newPayment();
      const { session } = await buy(counter, { payment, number });
      const answer = await sessionResult(gateway, session);
      assert.equal(answer.status === "finished" && answer.result.ResponseCode, code);
      assert.equal(charges(payment.orderId), 0);
    }
  });

  test(`5.4 The query with a wrong key is wrong-key, of an unknown session not-found, against the ${profile} profile`, async () => {
    const session = await createSession(gateway, paymentRequest(merchant, newPayment()));
    assert.deepEqual(await sessionResult(gateway, { SESSION: session.SESSION, "session-key": "0" }), {
      status: "wrong-key",
    });
    assert.deepEqual(await sessionResult(gateway, { SESSION: "nobody", "session-key": "0" }), { status: "not-found" });
  });

  test(`3.5 The session is gone after 30 minutes: not-found, which is not an outcome, against the ${profile} profile`, async () => {
    const { session } = await buy(counter);
    try {
      sandbox.clock.advance(30 * 60 * 1000);
      assert.deepEqual(await sessionResult(gateway, session), { status: "not-found" });
    } finally {
      sandbox.clock.reset();
    }
  });

  test(`3.4 A pre-authorization is confirmed with the values of its result, once, against the ${profile} profile`, async () => {
    const authorized = newPayment();
    const session = await preauthorize(gateway, merchant, authorized);
    await payPage(sandbox, await openAt(sandbox, authorizeForm(gateway, session).fields));
    const held = await sessionResult(gateway, session);
    assert.equal(held.status, "finished");
    const { buyer: _, transactionType: __, ...payment } = newPayment({ orderId: authorized.orderId });
    assert.equal((await confirm(gateway, merchant, { ...payment, result: held.result })).ResponseCode, "00");
    const { buyer: ___, transactionType: ____, ...again } = newPayment({ orderId: authorized.orderId });
    assert.notEqual((await confirm(gateway, merchant, { ...again, result: held.result })).ResponseCode, "00");
  });

  test(`4.2 Direct form variant: the return carries the result, unverified, against the ${profile} profile`, async () => {
    const payment = newPayment();
    const { action, fields } = directForm(gateway, paymentRequest(merchant, payment));
    assert.equal(action, `${sandbox.url}/authorize`);
    const form = await payPage(sandbox, await openAt(sandbox, fields));
    const back = parseReturn(new URLSearchParams(form.fields));
    assert.deepEqual([back.verified, back.ResponseCode, back.TransactionId], [false, "00", payment.transactionId]);
    assert.equal(charges(payment.orderId), 1);
  });

  test(`4.2 Installments page: one charge of the whole amount, against the ${profile} profile`, async () => {
    const payment = newPayment();
    const session = await createSession(gateway, paymentRequest(merchant, payment));
    const { action, fields } = installmentsForm(gateway, session);
    const opened = await openAt(sandbox, fields, action.slice(sandbox.url.length));
    await payPage(sandbox, await submit(opened, "plan", { plan: "c6", action: "choose" }));
    const answer = await sessionResult(gateway, session);
    assert.equal(answer.status === "finished" && answer.result.ResponseCode, "00");
    assert.deepEqual(
      sandbox
        .sessions()
        .filter(({ order }) => order === payment.orderId)
        .map((one) => [one.charges, one.amount]),
      [[1, 295_000]],
    );
  });
}

test("2.2 Redirect text form: read from the return of the document profile, and never verified", async () => {
  const counter = await openCounter({ profile: "document" });
  const { form } = await buy(counter);
  const back = parseReturn(new URLSearchParams(form.fields));
  assert.equal(back.verified, false);
  assert.equal(back.ResponseCode, "00");
  assert.match(back.RetrievalReferenceNumber ?? "", /^\d{12}$/);
});

test("6.2 The return of live says nothing about the outcome", async () => {
  const { form } = await buy(await openCounter());
  const back = parseReturn(new URLSearchParams(form.fields));
  assert.deepEqual([back.ResponseCode, back.unknown], [undefined, { Description: "Transaction Received" }]);
});
