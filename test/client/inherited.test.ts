import assert from "node:assert/strict";
import { test } from "node:test";
import { ArgumentError, confirm, createSession, paymentRequest } from "@ventanilla/client";
import { restFields, restPaths, TransactionResult } from "@ventanilla/client/wire";
import { argumentError } from "./argument-error.ts";
import { answer, playGateway, playRest } from "./played-gateway.ts";
import { sample } from "./sample.ts";
import { merchant, minimalRequests, payment } from "./valid-request.ts";
import { call, minimalRest, operations, withNewKey } from "./valid-rest-request.ts";

/** Runs with properties that every object inherits, as after a prototype pollution. */
async function polluted(properties: Record<string, unknown>, run: () => Promise<unknown>): Promise<void> {
  const names = Object.keys(properties);
  const shared: object = Object.getPrototypeOf({});
  for (const name of names) {
    Object.defineProperty(shared, name, { value: properties[name], configurable: true, writable: true });
  }
  try {
    await run();
  } finally {
    for (const name of names) Reflect.deleteProperty(shared, name);
  }
}

const approved = sample("rest-sale-approved.json");

for (const operation of operations) {
  test(`what the request of a ${operation} inherits never reaches the wire`, async () => {
    const secrets = {
      cvv: "999",
      tip: { minor: 1, currency: "DOP" },
      "approval-code": "00551Z",
      pstr43: "x",
      tds_mode: "1",
    };
    const bodies: string[] = [];
    await using played = await playRest((response, _n, { body }) => {
      bodies.push(body);
      answer(response, 200, approved);
    });
    const least: Record<string, unknown> = withNewKey({ ...minimalRest[operation], token: "t" });
    await call(played.rest, operation, least);
    const again = { ...withNewKey(least) };
    await call(
      played.rest,
      operation,
      Object.assign(Object.create({ ...secrets, amount: { minor: 1, currency: "DOP" } }), again),
    );
    const third = { ...withNewKey(least) };
    await polluted({ pstr43: "x", "approval-code": "00551Z", environment: "MOTO", operation: "refund" }, async () => {
      await call(played.rest, operation, third);
    });
    const sent = bodies.map((body) => ({ ...JSON.parse(body), "idempotency-key": "" }));
    assert.deepEqual(sent[1], sent[0]);
    assert.deepEqual(sent[2], sent[0]);
    // What is mandatory must be its own, and so must the parts of an amount.
    const { amount, ...rest } = withNewKey(least);
    for (const wrong of [
      Object.assign(Object.create({ amount }), rest),
      { ...rest, amount: Object.create({ minor: 1, currency: "DOP" }) },
    ]) {
      await assert.rejects(call(played.rest, operation, wrong), { ...argumentError, message: /Request\.amount/ });
    }
  });
}

test("a void, check-out or refund made from a sale's request carries no field of the card", async () => {
  const card = Object.entries(restFields).filter(([, { secret }]) => secret);
  await using played = await playRest((response, _n, { url }) =>
    answer(response, 200, url === restPaths.sale ? "{" : approved),
  );
  const error = await call(played.rest, "sale", minimalRest.sale).catch(
    (reason: { call: { request: object } }) => reason,
  );
  assert.ok("call" in error);
  const { request } = error.call;
  for (const operation of ["void", "checkOut", "refund"] as const) {
    for (const made of [
      request,
      Object.create(request, Object.getOwnPropertyDescriptors(withNewKey(minimalRest[operation]))),
      { ...request, ...withNewKey(minimalRest[operation]) },
      { ...minimalRest.sale, ...withNewKey(minimalRest[operation]) },
    ]) {
      const before = played.heard.length;
      await call(played.rest, operation, made).catch((reason: unknown) => assert.ok(reason instanceof ArgumentError));
      for (const { body } of played.heard.slice(before)) {
        for (const [name] of card) assert.ok(name === "token" || !(name in JSON.parse(body)), name);
      }
    }
  }
});

test("what a payment, its merchant, buyer or addresses inherit never reaches the wire", async () => {
  await using played = await playGateway((response) => answer(response, 200, sample("session-created-live.json")));
  const create = async () => createSession(played.gateway, paymentRequest(merchant, payment));
  await create();
  await polluted(
    {
      terminalAmex: "99999999",
      type: "9999",
      homePhone: "8090000000",
      line1: "Elsewhere 1",
      shipping: { line1: "x" },
      transactionType: "0100",
      BatchId: "999",
      loteid: "9",
      OrdenId: "ANOTHER",
      minor: 1,
    },
    create,
  );
  await polluted({ BatchId: "999", AVS: "x", MerchantType: "9999", "3DS_homePhone": "1" }, async () => {
    await createSession(played.gateway, minimalRequests["0200"]);
  });
  const [first, second, third] = played.heard.map(({ body }) => body);
  assert.equal(second, first);
  assert.deepEqual(JSON.parse(third ?? ""), { ...minimalRequests["0200"], OrdenId: minimalRequests["0200"].OrdenID });
  const inherited = Object.assign(Object.create({ BatchId: "999" }), minimalRequests["0200"]);
  await createSession(played.gateway, inherited);
  assert.equal(JSON.parse(played.heard[3]?.body ?? "").BatchId, undefined);
});

test("an answer without a field is read without it, whatever objects inherit", async () => {
  for (const inherited of [
    { "response-code": "00", "internal-response-code": "00" },
    { pattern: /^no$/ },
    { masked: true },
  ]) {
    await using played = await playRest((response) =>
      answer(response, 200, "pattern" in inherited || "masked" in inherited ? approved : '{"x":"1"}'),
    );
    await polluted(inherited, async () => {
      const made = call(played.rest, "sale", withNewKey(minimalRest.sale));
      if ("response-code" in inherited) await assert.rejects(made, { code: "malformed_answer" });
      else assert.equal((await made)["response-code"], "00");
    });
  }
});

test("what a confirmation's result inherits settles nothing", async () => {
  await using played = await playGateway(() => undefined);
  const result = TransactionResult.parse(JSON.parse(sample("result-live-approved.json")));
  const { buyer: _, ...purchase } = payment;
  const { TxToken, ...rest } = result;
  const without = Object.assign(Object.create({ TxToken }), rest);
  await assert.rejects(confirm(played.gateway, merchant, { ...purchase, transactionId: "000043", result: without }), {
    ...argumentError,
    message: "confirmation.result.TxToken: missing",
  });
  assert.equal(played.heard.length, 0);
});
