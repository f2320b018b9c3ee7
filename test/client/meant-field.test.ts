import assert from "node:assert/strict";
import { test } from "node:test";
import { ArgumentError, createSession } from "@ventanilla/client";
import { checkOut, refund, sale, voidTransaction } from "@ventanilla/client/rest";
import { argumentError } from "./argument-error.ts";
import { answer, playGateway, playRest } from "./played-gateway.ts";
import { minimalRequests } from "./valid-request.ts";
import { minimalRest } from "./valid-rest-request.ts";

test("a field name from another service gets this service's name as a suggestion", async () => {
  await using played = await playGateway((response) => answer(response, 500, ""));
  for (const [name, said] of [
    ["OrderNumber", "did you mean OrdenID?"],
    ["AcquirerId", "did you mean AcquiringInstitutionCode?"],
    ["Order_Number", "did you mean OrdenID?"],
    ["MAC", "requests of this service are not signed"],
    ["MerchantNumber_amex", '"MerchantNumber" is for every card'],
    ["cvv", "the card is typed on the bank's page"],
  ] as const) {
    await assert.rejects(createSession(played.gateway, { ...minimalRequests["0200"], [name]: "1" }), (error) => {
      assert.ok(error instanceof ArgumentError && error.message.startsWith(`PaymentRequest.${name}: unknown field`));
      assert.ok(error.message.includes(said), error.message);
      return true;
    });
  }
});

test("the suggestion is never a field that the TransactionType refuses", async () => {
  await using played = await playGateway((response) => answer(response, 500, ""));
  for (const [type, said] of [
    ["0200", ""],
    ["2240", ", did you mean TxToken?"],
  ] as const) {
    const message = `PaymentRequest.TxTokn: unknown field${said}`;
    const wrong = { ...minimalRequests[type], TxTokn: "1" } as never;
    await assert.rejects(createSession(played.gateway, wrong), { ...argumentError, message });
  }
});

test("the suggestion is never a field that the REST operation refuses", async () => {
  await using played = await playRest((response) => answer(response, 500, ""));
  const { rest } = played;
  const { sale: aSale, void: aVoid, checkOut: aCheckOut, refund: aRefund } = minimalRest;
  for (const [call, request, name, said] of [
    [sale, aSale, "OrdenID", ", did you mean invoice-number?"],
    [sale, aSale, "pan", ", did you mean card-number?"],
    [sale, aSale, "merchantid", ", merchant-id comes from openRest"],
    [sale, aSale, "MerchantNumber", ", merchant-id comes from openRest"],
    [sale, aSale, "curency", ", currency comes with the amount"],
    [sale, aSale, "itbiss", ""],
    [voidTransaction, aVoid, "pan", ""],
    [voidTransaction, aVoid, "cv", ""],
    [voidTransaction, aVoid, "invoice_number", ", did you mean invoice-number?"],
    [checkOut, aCheckOut, "aproval-code", ", did you mean approval-code?"],
    [refund, aRefund, "aproval-code", ""],
  ] as const) {
    const made = () => (call as (...given: unknown[]) => Promise<unknown>)(rest, { ...request, [name]: "1" });
    await assert.rejects(made, (error) => {
      assert.ok(error instanceof ArgumentError);
      assert.equal(error.message.replace(/^\w+\./, ""), `${name}: unknown field${said}`);
      return true;
    });
  }
});
