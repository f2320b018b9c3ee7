import assert from "node:assert/strict";
import { test } from "node:test";
import {
  directForm,
  type Gateway,
  installmentsForm,
  openGateway,
  type PaymentRequest,
  paymentRequest,
  preauthorize,
} from "@ventanilla/client";
import { argumentError } from "./argument-error.ts";
import { answer, playGateway } from "./played-gateway.ts";
import { sample } from "./sample.ts";
import { merchant, minimalRequests, payment } from "./valid-request.ts";

const address = "https://pay.bank.example";
const forged: Gateway = { sessionApiUrl: address, gatewayUrl: address, close: async () => undefined };
const opened = () => openGateway({ sessionApiUrl: "https://api.bank.example", gatewayUrl: `${address}/` });

test("the installments form posts the same SESSION to the installments address", async () => {
  const gateway = opened();
  assert.deepEqual(installmentsForm(gateway, { SESSION: "sess-1" }), {
    action: "https://pay.bank.example/servicios/pagosxcuotas/gatewayPagosCuotas",
    method: "post",
    fields: { SESSION: "sess-1" },
  });
  assert.throws(() => installmentsForm(gateway, { SESSION: ".." }), /^TypeError: session\.SESSION: /);
  assert.throws(() => installmentsForm(forged, { SESSION: "s" }), /^TypeError: gateway: /);
  await gateway.close();
});

test("the installments address is an option, since live ones contain the brand's name", async () => {
  const installmentsPath = "/servicios/pagosxcuotas/gatewayMarcaPagosCuotas";
  const gateway = openGateway({
    sessionApiUrl: "https://api.bank.example",
    gatewayUrl: "https://pay.bank.example/base/",
    installmentsPath,
  });
  const { action } = installmentsForm(gateway, { SESSION: "sess-1" });
  assert.equal(action, `https://pay.bank.example/base${installmentsPath}`);
  await gateway.close();
});

test("the direct form carries the whole request and its hash", async () => {
  const gateway = opened();
  const request = paymentRequest(merchant, payment);
  const form = directForm(gateway, request);
  assert.deepEqual([form.action, form.method], ["https://pay.bank.example/authorize", "post"]);
  const { KeyEncriptionKey, ...fields } = form.fields;
  assert.deepEqual(fields, request);
  assert.deepEqual([fields.OrdenID, fields.OrdenId], [payment.orderId, payment.orderId]);
  // printf %s 5999 349000000 58585858 000042 000000295000 000000045000 | md5sum
  assert.equal(KeyEncriptionKey, "2657e1b339ab8b4085c0d192e5fa2a39");
  await gateway.close();
});

test("MerchantNumber may be padded right to 15, in the field and in the hash; a merchant without a type has none", async () => {
  const gateway = opened();
  const { fields } = directForm(gateway, minimalRequests["0200"], { padMerchantNumber: true });
  assert.equal(fields.MerchantNumber, "349000000      ");
  // printf %s "349000000      " 58585858 000042 000000295000 000000045000 | md5sum
  assert.equal(fields.KeyEncriptionKey, "3de93a605f77b1e3c1f97071a5154c17");
  await gateway.close();
});

test("a wrong request, one with a hash, or an unknown option is an ArgumentError", async () => {
  const gateway = opened();
  const request = minimalRequests["0200"];
  for (const [wrong, options, message] of [
    [{ ...request, Amount: "1" }, {}, /^PaymentRequest\.Amount: /],
    [{ ...request, KeyEncriptionKey: "0".repeat(32) }, {}, /^PaymentRequest\.KeyEncriptionKey: not expected/],
    [
      request,
      { padMerchantnumber: true },
      /^options\.padMerchantnumber: unknown field, did you mean padMerchantNumber\?$/,
    ],
  ] as [PaymentRequest, object, RegExp][]) {
    assert.throws(() => directForm(gateway, wrong, options), { ...argumentError, message });
  }
  await gateway.close();
});

test("every language goes to the page: our names and the codes of the wire", () => {
  for (const [language, code] of [
    ["es", "ESP"],
    ["en", "ENG"],
    ["ESP", "ESP"],
    ["ENG", "ENG"],
    ["ING", "ING"],
  ] as const) {
    assert.equal(paymentRequest(merchant, { ...payment, language }).PageLanguaje, code);
  }
});

test("a pre-authorization is a session of TransactionType 0100", async () => {
  await using played = await playGateway((response) => answer(response, 200, sample("session-created-live.json")));
  const session = await preauthorize(played.gateway, merchant, payment);
  assert.match(session.SESSION, /^sess-/);
  assert.deepEqual(
    JSON.parse(played.heard[0]?.body ?? ""),
    paymentRequest(merchant, { ...payment, transactionType: "0100" }),
  );
  await assert.rejects(
    preauthorize(played.gateway, merchant, { ...payment, orderId: "" }),
    /^TypeError: payment\.orderId: /,
  );
});
