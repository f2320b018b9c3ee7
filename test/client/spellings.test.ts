import assert from "node:assert/strict";
import { test } from "node:test";
import { confirm, createSession, paymentRequest, sessionResult } from "@ventanilla/client";
import { idempotencyKey, type RestResult, reverse } from "@ventanilla/client/rest";
import {
  type RestOperation,
  RestResponse,
  restExampleFields,
  restPaths,
  spellings,
  TransactionResult,
} from "@ventanilla/client/wire";
import { answer, type Heard, playGateway, playRest } from "./played-gateway.ts";
import { sample } from "./sample.ts";
import { merchant, payment as validPayment } from "./valid-request.ts";
import { call, key, minimalRest, original } from "./valid-rest-request.ts";

const { buyer, ...purchase } = validPayment;
const payment = {
  ...purchase,
  orderId: "A-1",
  amount: { minor: 10_000, currency: "DOP" },
  tax: { minor: 0, currency: "DOP" },
} as const;
const page = (change: object = {}) => paymentRequest(merchant, { ...payment, buyer, ...change });

/** What a session, a confirmation and the others put on the wire. */
const body = (heard: Heard | undefined) => JSON.parse(heard?.body ?? "{}") as Record<string, string>;

async function sessionBody(request: object): Promise<Record<string, string>> {
  await using played = await playGateway((response) => answer(response, 200, sample("session-created-live.json")));
  await createSession(played.gateway, request as never);
  return body(played.heard[0]);
}

async function confirmationBody(card = "411111______1111"): Promise<Record<string, string>> {
  await using played = await playGateway((response, _n, { url }) =>
    url === "/api/sessions"
      ? answer(response, 200, sample("session-created-live.json"))
      : answer(response, 200, sample("result-live-approved.json")),
  );
  const result = {
    ...TransactionResult.parse(JSON.parse(sample("result-live-approved.json"))),
    OrdenID: payment.orderId,
    CreditCardNumber: card,
  };
  await confirm(played.gateway, merchant, { ...payment, transactionId: "000043", result });
  return body(played.heard.find(({ url }) => url === "/api/sessions"));
}

async function restBody(operation: RestOperation, change: object): Promise<Record<string, string>> {
  await using played = await playRest((response) => answer(response, 200, sample("rest-sale-approved.json")));
  await call(played.rest, operation, { ...minimalRest[operation], ...change });
  return body(played.heard[0]);
}

/** What a query tells, answered as text and as JSON. */
async function queried(status: number, text: string): Promise<string> {
  const statuses: string[] = [];
  for (const sent of [text, JSON.stringify(text), JSON.stringify({ message: text })]) {
    await using played = await playGateway((response) => answer(response, status, sent));
    statuses.push((await sessionResult(played.gateway, { SESSION: "s", "session-key": "k" })).status);
  }
  assert.equal(new Set(statuses).size, 1);
  return statuses[0] ?? "";
}

const readResult = (fields: object) => TransactionResult.parse({ ResponseCode: "00", ...fields });
const readRest = (fields: object) => RestResponse.parse({ "response-code": "00", ...fields });

/** Every spelling of `row` alone is read under its first one; two that differ are a contradiction. */
function readsEach(row: { readonly read: readonly string[] }, read: (fields: object) => object): void {
  const [name = ""] = row.read;
  for (const spelling of row.read) {
    assert.equal((read({ [spelling]: "123456" }) as Record<string, unknown>)[name], "123456", spelling);
  }
  const differing = Object.fromEntries(row.read.map((spelling, i) => [spelling, `12345${i}`]));
  assert.deepEqual((read(differing) as { contradictions: string[] }).contradictions, [name]);
}

/** What a sale's answer tells. */
async function told(change: object): Promise<RestResult> {
  await using played = await playRest((response) =>
    answer(response, 200, JSON.stringify({ "idempotency-key": key, "response-code-desc": "x", ...change })),
  );
  return await call(played.rest, "sale", minimalRest.sale);
}

const checks: Record<keyof typeof spellings, () => Promise<void> | void> = {
  async order() {
    readsEach(spellings.order, readResult);
    for (const name of spellings.order.read) {
      const { OrdenID: _, OrdenId: __, ...request } = page();
      const sent = await sessionBody({ ...request, [name]: "A-1" });
      for (const spelling of spellings.order.send) assert.equal(sent[spelling], "A-1", `${name}: ${spelling}`);
    }
    for (const spelling of spellings.order.send) assert.equal((await confirmationBody())[spelling], "A-1");
  },
  async transactionId() {
    readsEach(spellings.transactionId, readResult);
    const sent = await sessionBody(page());
    assert.equal(sent.TransactionId, "000042");
    assert.ok(!("TransactionID" in sent));
  },
  async retrievalReference() {
    readsEach(spellings.retrievalReference, readResult);
    const sent = await confirmationBody();
    assert.equal(sent[spellings.retrievalReference.send[0]], "632512345678");
    assert.ok(!("RetrievalReferenceNumber" in sent));
  },
  async maskedNumber() {
    readsEach(spellings.maskedNumber, readResult);
    const sent = await confirmationBody();
    assert.ok(spellings.maskedNumber.send[0] in sent && !("CreditCardNumber" in sent));
  },
  async cardMask() {
    for (const mask of spellings.cardMask.read) {
      const number = `411111${mask.repeat(6)}1111`;
      assert.equal(readResult({ CreditCardNumber: number }).CreditCardNumber, number);
      assert.equal((await confirmationBody(number)).CreditcardNumber, number);
    }
    const two = { CreditCardNumber: "411111______1111", CreditcardNumber: "411111******1111" };
    assert.deepEqual(readResult(two).contradictions, []);
  },
  absent() {
    for (const value of [...spellings.absent.read, null]) {
      assert.equal(readResult({ AuthorizationCode: value }).AuthorizationCode, undefined);
      assert.equal(readRest({ "approval-code": value })["approval-code"], undefined);
    }
  },
  pageLanguage() {
    const sent = new Set(["es", "en"].map((language) => page({ language }).PageLanguaje));
    assert.deepEqual([...sent], spellings.pageLanguage.send);
    for (const language of spellings.pageLanguage.read) assert.equal(page({ language }).PageLanguaje, language);
  },
  async transactionType() {
    const types = [page(), page({ transactionType: "0100" }), await confirmationBody()];
    assert.deepEqual(
      types.map(({ TransactionType }) => TransactionType),
      spellings.transactionType.send,
    );
  },
  async sessionForm() {
    for (const SESSION of spellings.sessionForm.read) {
      const created = JSON.stringify({ SESSION, "session-key": "9b1f04c7" });
      await using played = await playGateway((response) => answer(response, 200, created));
      assert.equal((await createSession(played.gateway, page())).SESSION, SESSION);
      assert.equal(readResult({ SESSION }).SESSION, SESSION);
    }
  },
  async notFinished() {
    for (const text of spellings.notFinished.read) assert.equal(await queried(404, text), "pending");
  },
  async expired() {
    for (const text of spellings.expired.read) assert.equal(await queried(404, text), "not-found");
  },
  async wrongKey() {
    for (const text of spellings.wrongKey.read) assert.equal(await queried(400, text), "wrong-key");
  },
  minorUnits() {
    assert.equal(page().Amount, spellings.minorUnits.send[0]);
  },
  async majorUnits() {
    const { amount } = payment;
    assert.equal((await restBody("sale", { amount })).amount, spellings.majorUnits.send[0]);
  },
  async jsonValues() {
    const cvv: unknown = JSON.parse(spellings.jsonValues.send[0]);
    assert.equal((await restBody("sale", { cvv })).cvv, cvv);
    await assert.rejects(restBody("sale", { cvv: 123 }), /^TypeError: SaleRequest\.cvv: expected .*, as a string$/);
    for (const value of spellings.jsonValues.read) {
      assert.equal(readRest({ "approval-code": JSON.parse(value) })["approval-code"], cvv);
    }
  },
  async voidReferences() {
    assert.deepEqual(restExampleFields.void, spellings.voidReferences.send);
    const least = await restBody("void", {});
    for (const name of spellings.voidReferences.send) {
      assert.ok(!(name in least), name);
      assert.equal((await restBody("void", { [name]: "10.0.0.1" }))[name], "10.0.0.1");
    }
  },
  async cardOfCheckIn() {
    const [number] = spellings.cardOfCheckIn.send;
    assert.equal((await restBody("checkIn", { "card-number": number }))["card-number"], number);
    const masked = { "card-number": "476134******0050" };
    await assert.rejects(
      restBody("checkIn", masked),
      /^TypeError: CheckInRequest\.card-number: expected 12 to 19 digits$/,
    );
  },
  async environment() {
    assert.deepEqual(spellings.environment.send, spellings.environment.read);
    for (const environment of spellings.environment.send) {
      assert.equal((await restBody("sale", { environment })).environment, environment);
    }
  },
  async txTokenOfPage() {
    for (const TxToken of ["t".repeat(31), "t".repeat(40)]) assert.equal(readResult({ TxToken }).TxToken, TxToken);
    assert.equal((await confirmationBody()).TxToken, "txn-8f0c2b7d91e64a35b0d7c4f2a1e9683b");
  },
  async keyPath() {
    await using played = await playRest((response, n) => answer(response, n === 0 ? 404 : 200, "ikey:k-1"));
    assert.equal(await idempotencyKey(played.rest), "k-1");
    assert.deepEqual(
      played.heard.map(({ url }) => url),
      spellings.keyPath.send,
    );
  },
  async keyAnswer() {
    for (const form of spellings.keyAnswer.read) {
      await using played = await playRest((response) => answer(response, 200, form.replace("<key>", "k-1")));
      assert.equal(await idempotencyKey(played.rest), "k-1");
    }
  },
  async checkInToken() {
    readsEach(spellings.checkInToken, readRest);
    assert.equal((await restBody("checkOut", { txToken: "t-1" }))[spellings.checkInToken.send[0]], "t-1");
  },
  async restReference() {
    for (const name of spellings.restReference.read) assert.equal(readRest({ [name]: "t-1" })[name], "t-1");
    const later = () => Date.UTC(2026, 10, 25);
    const play = (response: Parameters<typeof answer>[0]) => answer(response, 200, sample("rest-refund-approved.json"));
    await using played = await playRest(play, { now: later });
    await reverse(played.rest, original);
    const refunded = played.heard.find(({ url }) => url === restPaths.refund);
    assert.equal(body(refunded)[spellings.restReference.send[1]], original.pnRef);
  },
  async authenticationValue() {
    const supplied = { tds_mode: "2", tds_status: "Y", tds_eci: "05", tds_programprotocol: "2.2.0" };
    const group = { ...supplied, tds_dstransactionid: "ds-1" };
    for (const name of spellings.authenticationValue.send) {
      const sent = await restBody("sale", { ...group, [name]: "AAAB" });
      assert.deepEqual(
        spellings.authenticationValue.send.filter((spelling) => spelling in sent),
        [name],
      );
    }
    const both = await restBody("sale", { ...group, tds_aav: "AAAB", tds_avv: "AAAB" });
    assert.deepEqual([both.tds_aav, both.tds_avv], ["AAAB", "AAAB"]);
    await assert.rejects(restBody("sale", { ...group, tds_aav: "AAAB", tds_avv: "AAAC" }), {
      code: "ERR_VENTANILLA_ARGUMENT",
      message: "SaleRequest.tds_avv: expected the value of tds_aav: they are one field",
    });
    await assert.rejects(restBody("sale", group), { message: /^SaleRequest\.tds_aav: missing/ });
  },
  async failedAuthentication() {
    for (const name of spellings.failedAuthentication.read) {
      assert.equal((await told({ [name]: "4901" })).finality, "declined", name);
    }
  },
};

for (const [name, check] of Object.entries(checks)) {
  test(`${spellings[name as keyof typeof spellings].subject}: sent and read as the table of spellings says`, check);
}
