import assert from "node:assert/strict";
import { test } from "node:test";
import { confirm, parseReturn, preauthorize, sessionResult } from "@ventanilla/client";
import { checkIn, checkOut, refund, reverse, sale } from "@ventanilla/client/rest";
import { spellings } from "@ventanilla/client/wire";
import { switchTable } from "../../../packages/sandbox/src/switch-table.ts";
import { some } from "../../part.ts";
import { buy, cards, merchant, newPayment, newSale, openAt, openCounter, payPage, sold } from "./counter.ts";
import { playedBy } from "./played-by.ts";

const counter = await openCounter();
const { gateway, rest, sandbox } = counter;

test("every spelling that varies is played by a switch with more than one value", () => {
  assert.deepEqual(Object.keys(playedBy).toSorted(), Object.keys(spellings).toSorted());
  for (const name of Object.values(playedBy).flat()) assert.ok(switchTable[name].values.length > 1, name);
});

// What these play is a refusal, or an approval in doubt: `test/sandbox/odd-codes.test.ts` plays them.
const doubtful = new Set(["issuer-code", "internal-code"]);

for (const [name, { values, live }] of Object.entries(switchTable)) {
  if (doubtful.has(name)) continue;
  for (const value of some(`reading ${name}`, values)) {
    test(`the client reads a bank that has ${name} at ${value}`, async () => {
      sandbox.switches.set(name, value);
      try {
        // These two change what a browser does, and nothing that the client reads.
        if (value !== "challenge" && value !== "script") await hosted(value);
        await overRest(name, value);
      } finally {
        sandbox.switches.set(name, live);
      }
    });
  }
}

/** A sale, a refusal and a pre-authorization with its confirmation, on the page. */
async function hosted(value: string): Promise<void> {
  const payment = newPayment({ language: "en" });
  const { session, form } = await buy(counter, { payment });
  const answer = await sessionResult(gateway, session);
  assert.ok(answer.status === "finished", value);
  const { result } = answer;
  assert.deepEqual(
    [result.ResponseCode, result.OrdenID, result.TransactionId, result.contradictions],
    ["00", payment.orderId, payment.transactionId, []],
  );
  assert.match(result.AuthorizationCode ?? "", /^[0-9A-Z]{6}$/);
  assert.match(result.RetrievalReferenceNumber ?? "", /^\d{12}$/);
  assert.match(result.CreditCardNumber ?? "", /^476134\D{6}0050$/);
  assert.ok(result.TxToken);
  assert.deepEqual(parseReturn(new URLSearchParams(form.fields).toString()).contradictions, []);

  const refused = await sessionResult(gateway, (await buy(counter, { number: cards.failed })).session);
  assert.ok(refused.status === "finished");
  assert.deepEqual([refused.result.ResponseCode, refused.result.AuthorizationCode], ["TF", undefined]);

  const held = newPayment();
  const authorized = await preauthorize(gateway, merchant, held);
  await payPage(sandbox, await openAt(sandbox, { SESSION: authorized.SESSION }));
  const approval = await sessionResult(gateway, authorized);
  assert.ok(approval.status === "finished");
  const { buyer: _, ...purchase } = newPayment({ orderId: held.orderId });
  assert.equal((await confirm(gateway, merchant, { ...purchase, result: approval.result })).ResponseCode, "00");
}

/** Sale, refusal, void, refund, check-in and check-out over REST. */
async function overRest(name: string, value: string): Promise<void> {
  const environment = name === "environment" && value === "ECommerce" ? "ECommerce" : "Ecommerce";
  const bought = newSale({ environment });
  const answer = await sale(rest, bought);
  assert.ok(answer.finality === "approved");
  assert.deepEqual(answer.contradictions, []);
  const key = answer["idempotency-key"] ?? "";
  const { "client-ip": ip, "invoice-number": invoice, "reference-number": reference, amount } = bought;
  const original = {
    "idempotency-key": key,
    amount,
    "client-ip": ip,
    "invoice-number": invoice,
    "reference-number": reference,
  };
  const reversal = { ...original, pnRef: answer.pnRef, txToken: answer.txToken, at: new Date(sandbox.clock.now()) };
  assert.equal((await reverse(rest, reversal)).result.finality, "approved");
  const failed = await sale(rest, newSale({ environment, "card-number": cards.failed }));
  assert.equal(failed.finality, "declined");
  if (environment === "Ecommerce") {
    const { pnRef, ...another } = await sold(counter);
    assert.equal((await refund(rest, { ...another, txToken: pnRef })).finality, "approved");
  }
  const held = await checkIn(rest, { ...newSale({ environment }), tip: { minor: 0, currency: "DOP" } });
  assert.ok(held.finality === "approved");
  const settled = await checkOut(rest, {
    "idempotency-key": held["idempotency-key"] ?? "",
    txToken: held.txToken ?? "",
    environment,
    amount,
    itbis: { minor: 0, currency: "DOP" },
    "client-ip": ip,
    "reference-number": reference,
  });
  assert.equal(settled.finality, "approved");
}
