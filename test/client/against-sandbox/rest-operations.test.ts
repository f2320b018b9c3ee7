import assert from "node:assert/strict";
import { test } from "node:test";
import { GatewayError } from "@ventanilla/client";
import {
  checkIn,
  checkOut,
  idempotencyKey,
  openRest,
  refund,
  reverse,
  sale,
  voidTransaction,
} from "@ventanilla/client/rest";
import { ownProcess } from "../moved-clock.ts";
import { asked, cards, merchant, newSale, openCounter, sold } from "./counter.ts";

for (const profile of ["live", "document"] as const) {
  const counter = await openCounter({ profile });
  const { rest, sandbox } = counter;
  const options = { baseUrl: sandbox.url, merchantId: merchant.number, terminalId: merchant.terminal };
  const done = (operation: string) => sandbox.transactions().filter((one) => one.operation === operation).length;

  test(`4.1 Create idempotency key: each one another, against the ${profile} profile`, async () => {
    assert.notEqual(await idempotencyKey(rest), await idempotencyKey(rest));
  });

  test(`4.1 Sale: approved, and a decline is a result, against the ${profile} profile`, async () => {
    const answer = await sale(rest, newSale());
    assert.deepEqual(
      [answer["response-code"], answer.finality, answer["response-code-source"]],
      ["00", "approved", "gw"],
    );
    assert.ok(answer.pnRef);
    const no = await sale(rest, newSale({ "card-number": cards.declined }));
    assert.deepEqual([no["response-code"], no.finality], ["51", "declined"]);
  });

  test(`3.6 A sale asked for again with its key is answered from icache and charged once, against the ${profile} profile`, async () => {
    const request = newSale({ "idempotency-key": await idempotencyKey(rest) });
    const before = done("sale");
    const [first, second] = [await sale(rest, request), await sale(rest, request)];
    assert.deepEqual([first["response-code-source"], second["response-code-source"]], ["gw", "icache"]);
    assert.equal(second.pnRef, first.pnRef);
    assert.equal(done("sale"), before + 1);
  });

  test(`4.1 Void: approved before the batch close, refused after it, against the ${profile} profile`, async () => {
    const [early, late] = [await sold(counter), await sold(counter)];
    const voided = async ({ "idempotency-key": key, pnRef, amount }: typeof early) =>
      voidTransaction(rest, { "idempotency-key": key, pnRef, amount });
    assert.equal((await voided(early)).finality, "approved");
    try {
      sandbox.clock.advance(12 * 60 * 60 * 1000);
      assert.equal((await voided(late)).finality, "declined");
    } finally {
      sandbox.clock.reset();
    }
  });

  test(`4.1 CheckIn and check-out: settled for less, against the ${profile} profile`, async () => {
    const { currency: _, ...request } = {
      ...newSale(),
      tip: { minor: 0, currency: "DOP" as const },
      currency: undefined,
    };
    const held = await checkIn(rest, request);
    assert.equal(held.finality, "approved");
    const settled = await checkOut(rest, {
      "idempotency-key": held["idempotency-key"] ?? "",
      txToken: held.txToken ?? "",
      "approval-code": held["approval-code"],
      amount: { minor: 100_050, currency: "DOP" },
      itbis: { minor: 0, currency: "DOP" },
      environment: "Ecommerce",
      "client-ip": "127.0.0.1",
      "reference-number": request["reference-number"],
    });
    assert.equal(settled.finality, "approved");
    assert.ok(settled.txToken);
  });

  test(`4.1 Refund: approved with a bearer token, and not twice, against the ${profile} profile`, async () => {
    const { pnRef, ...original } = await sold(counter);
    const before = done("refund");
    assert.equal((await refund(rest, { ...original, txToken: pnRef })).finality, "approved");
    await assert.rejects(
      refund(rest, { ...original, txToken: pnRef }),
      /expected an original that no refund was sent for/,
    );
    // Another process does not know of the first one: then the bank says no.
    const other = openRest({ ...options, bearerToken: () => sandbox.issueToken().token });
    ownProcess(other);
    assert.notEqual((await refund(other, { ...original, txToken: pnRef })).finality, "approved");
    await other.close();
    assert.equal(done("refund"), before + 1);
  });

  test(`5.3 A bearer token that has expired is replaced once, and the refund goes through, against the ${profile} profile`, async () => {
    const expired = sandbox.issueToken().token;
    sandbox.clock.advance(60 * 60 * 1000);
    const tokens = [expired, sandbox.issueToken().token];
    const other = openRest({ ...options, bearerToken: () => tokens.shift() ?? "none" });
    const { pnRef, ...original } = await sold(counter);
    assert.equal((await refund(other, { ...original, txToken: pnRef })).finality, "approved");
    assert.deepEqual(tokens, []);
    await other.close();
    sandbox.clock.reset();
  });

  test(`5.3 A refund whose tokens are all refused is a GatewayError of 401, against the ${profile} profile`, async () => {
    const other = openRest({ ...options, bearerToken: () => "not-a-token" });
    const { pnRef, ...original } = await sold(counter);
    const before = asked(counter, "/api/payment/transactions/refund");
    await assert.rejects(
      refund(other, { ...original, txToken: pnRef }),
      (error) => error instanceof GatewayError && error.status === 401,
    );
    assert.equal(asked(counter, "/api/payment/transactions/refund"), before + 2);
    await other.close();
  });

  test(`8 Batch close time: reverse voids before it and refunds after it, and says which, against the ${profile} profile`, async () => {
    const [early, late] = [await sold(counter), await sold(counter)];
    const at = new Date(sandbox.clock.now());
    const voided = await reverse(rest, { ...early, at });
    assert.deepEqual([voided.method, voided.result.finality], ["void", "approved"]);
    try {
      sandbox.clock.advance(12 * 60 * 60 * 1000);
      const refunded = await reverse(rest, { ...late, at });
      assert.deepEqual([refunded.method, refunded.result.finality], ["refund", "approved"]);
    } finally {
      sandbox.clock.reset();
    }
  });

  test(`7.3 3-D Secure failure by REST is a decline, against the ${profile} profile`, async () => {
    const answer = await sale(rest, newSale({ "card-number": cards.failed }));
    assert.deepEqual([answer["internal-response-code"], answer.finality], ["4901", "declined"]);
  });
}
