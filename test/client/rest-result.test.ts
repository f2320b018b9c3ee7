import assert from "node:assert/strict";
import { test } from "node:test";
import { GatewayError, OutcomeUnknownError, type RestResult } from "@ventanilla/client/rest";
import { type RestOperation, RestResponse } from "@ventanilla/client/wire";
import { answer, playRest } from "./played-gateway.ts";
import { refusedWith, sample } from "./sample.ts";
import { call, key, minimalRest, operations } from "./valid-rest-request.ts";

async function told(operation: RestOperation, body: string, status = 200): Promise<RestResult> {
  await using played = await playRest((response) => answer(response, status, body));
  return await call(played.rest, operation, minimalRest[operation]);
}
const read = (name: string) => told("sale", sample(name));
const approved: Record<string, unknown> = JSON.parse(sample("rest-sale-approved.json"));
const varied = (change: object) => JSON.stringify({ ...approved, ...change });
const coded = (code: unknown) => varied({ ...refusedWith(code), "response-code-desc": "No" });

test("an approval is read, with its source", async () => {
  const expected = { ...approved, contradictions: [], unknown: {}, finality: "approved", replayed: false };
  assert.deepEqual(await read("rest-sale-approved.json"), expected);
  assert.deepEqual(await read("rest-sale-icache.json"), {
    ...expected,
    "response-code-source": "icache",
    replayed: true,
  });
});

test("a declined card is a result, its numbers read as text and N/A as absent", async () => {
  const { finality, ...result } = await read("rest-sale-declined-numbers.json");
  assert.equal(finality, "declined");
  assert.deepEqual([result["response-code"], result["internal-response-code"]], ["51", "1051"]);
  assert.ok(!("approval-code" in result));
});

test("a failed authentication is declined, by either code", async () => {
  assert.equal((await read("rest-sale-authentication-failed.json")).finality, "declined");
  assert.equal((await told("sale", coded("4901"))).finality, "declined");
});

test("an answer without a response code needs manual review, and its internal code passes through", async () => {
  const result = await read("rest-sale-no-response-code.json");
  assert.deepEqual([result.finality, result["internal-response-code"]], ["review", "1234"]);
  assert.equal((await told("sale", varied({ "response-code": null }))).finality, "review");
});

test("the check-in's token is read under both of its names", async () => {
  for (const name of ["rest-check-in-document.json", "rest-check-in-live.json"]) {
    const result = await told("checkIn", sample(name));
    assert.equal(result.finality, "approved");
    assert.equal(result.txToken, "txn-1f0c2b7d91e64a35b0d7c4f2a1e9683b");
    assert.deepEqual(result.contradictions, []);
  }
  const result = await told("checkIn", varied({ trToken: "a", txToken: "b" }));
  assert.deepEqual([result.contradictions, result.finality], [["txToken"], "review"]);
  assert.equal(result.replayed, false, "an answer that contradicts itself may be that of a new charge");
});

test("a refund may bring pnRef instead of txToken", async () => {
  const result = await told("refund", sample("rest-refund-approved.json"));
  assert.deepEqual([result.finality, result.pnRef], ["approved", "txn-2f0c2b7d91e64a35b0d7c4f2a1e9683b"]);
});

test("a void, check-out or refund from the cache needs manual review: it may be the original's answer", async () => {
  for (const operation of operations) {
    const { finality } = await told(operation, sample("rest-sale-icache.json"));
    assert.equal(finality, operation === "sale" || operation === "checkIn" ? "approved" : "review", operation);
  }
});

test("an answer to another key needs manual review, whatever the operation", async () => {
  for (const operation of operations) {
    for (const body of [varied({ "idempotency-key": "another" }), coded("05").replace(key, "another")]) {
      const result = await told(operation, body);
      assert.deepEqual([result.contradictions, result.finality], [["idempotency-key"], "review"], operation);
    }
  }
});

test("a key that is answered as ikey:…, or that is the token as well, is the one that was sent", async () => {
  for (const operation of operations) {
    assert.equal((await told(operation, varied({ "idempotency-key": `ikey:${key}` }))).finality, "approved");
    await using played = await playRest((response) => answer(response, 200, varied({})));
    const result = await call(played.rest, operation, { ...minimalRest[operation], token: key });
    assert.deepEqual([result.finality, result["idempotency-key"]], ["approved", key], operation);
    // A token that is a part of the key is hidden in what is shown, after the comparison.
    await using again = await playRest((response) => answer(response, 200, varied({})));
    const partly = await call(again.rest, operation, { ...minimalRest[operation], token: key.slice(0, 12) });
    assert.equal(partly.finality, "approved", operation);
  }
});

test("a failed authentication without a response code, described as approved, needs manual review", async () => {
  const failed = { ...refusedWith(null), "internal-response-code": "4901" };
  for (const operation of operations) {
    assert.equal((await told(operation, varied(failed))).finality, "review");
    assert.equal((await told(operation, varied({ ...failed, "response-code-desc": "No" }))).finality, "declined");
  }
});

test("codes and words that contradict each other need manual review", async () => {
  for (const [change, name] of [
    [{ "internal-response-code": "4901" }, "internal-response-code"],
    [{ "response-code-desc": "Transacción No Aprobada" }, "response-code-desc"],
    [{ "response-code-desc": "DECLINED" }, "response-code-desc"],
    [{ "response-code-desc": "Rechazada" }, "response-code-desc"],
    [{ "response-code-desc": "Anulación no realizada" }, "response-code-desc"],
    [{ "response-code-desc": "Not processed" }, "response-code-desc"],
    [{ "response-code-desc": "Transaccion no encontrada" }, "response-code-desc"],
    [{ "response-code-desc": "Failed" }, "response-code-desc"],
    [{ "response-code-desc": "Operación fallida" }, "response-code-desc"],
    [{ "internal-response-code": "1234" }, "internal-response-code"],
    [refusedWith("05"), "response-code-desc"],
    [{ ...refusedWith("51"), "response-code-desc": "Aprobada" }, "response-code-desc"],
  ] as const) {
    for (const operation of operations) {
      const result = await told(operation, varied(change));
      assert.deepEqual([result.finality, result.contradictions], ["review", [name]], JSON.stringify(change));
    }
  }
  for (const words of ["Transacción anulada", "Approved - reversed"]) {
    for (const operation of ["sale", "checkIn"] as const) {
      const result = await told(operation, varied({ "response-code-desc": words }));
      assert.deepEqual([result.finality, result.contradictions], ["review", ["response-code-desc"]], words);
    }
    assert.equal((await told("void", varied({ "response-code-desc": words }))).finality, "approved", words);
  }
  for (const [change, finality] of [
    [{ "response-code-desc": "Aprobada" }, "approved"],
    [{ "response-code-desc": "Aprobada sin observaciones" }, "approved"],
    [{ "response-code-desc": undefined }, "approved"],
    [{ "internal-response-code": undefined }, "approved"],
    [{ ...refusedWith("05"), "response-code-desc": "Transacción No Aprobada" }, "declined"],
    [{ ...refusedWith("05"), "response-code-desc": "Not approved" }, "declined"],
    [{ ...refusedWith("61"), "response-code-desc": "Monto autorizado excedido" }, "declined"],
    [{ ...refusedWith("05"), "response-code-desc": "Desaprobada" }, "declined"],
    [{ ...refusedWith("05"), "response-code-desc": "Rechazada", "internal-response-code": "4901" }, "declined"],
  ] as const) {
    assert.equal((await told("sale", varied(change))).finality, finality, JSON.stringify(change));
  }
});

test("00 with an internal code that is not 0000, or another code with it, needs manual review and says why", async () => {
  for (const internal of ["1810", "00", "4901", "0001", 1810, "0", "000", "00000"]) {
    for (const operation of operations) {
      const result = await told(operation, varied({ "internal-response-code": internal }));
      assert.deepEqual([result.finality, result.contradictions], ["review", ["internal-response-code"]], operation);
    }
  }
  for (const code of ["05", "51", "91", "10", "4901", "N7"]) {
    for (const operation of operations) {
      const body = varied({ ...refusedWith(code), "internal-response-code": "0000", "response-code-desc": "No" });
      const result = await told(operation, body);
      assert.deepEqual([result.finality, result.contradictions], ["review", ["internal-response-code"]], operation);
    }
  }
  for (const internal of [null, "", "N/A", undefined]) {
    assert.equal((await told("sale", varied({ "internal-response-code": internal }))).finality, "approved");
  }
});

test("a refused charge with an approval code needs manual review, and a filled field is not an approval", async () => {
  const refusal = (approval: unknown) =>
    varied({ ...refusedWith("05"), "response-code-desc": "No", "approval-code": approval });
  for (const operation of ["sale", "checkIn", "checkOut"] as const) {
    const result = await told(operation, refusal("00551Z"));
    assert.deepEqual([result.finality, result.contradictions], ["review", ["approval-code"]], operation);
    for (const nothing of ["N/A", "", null, "000000", "      ", "------", "0"]) {
      assert.equal((await told(operation, refusal(nothing))).finality, "declined", `${operation} ${nothing}`);
    }
  }
  // These may repeat the approval of the original.
  for (const operation of ["void", "refund"] as const) {
    assert.equal((await told(operation, refusal("00551Z"))).finality, "declined", operation);
  }
});

test("an answer that names another amount, currency or merchant than was sent needs manual review", async () => {
  for (const operation of operations) {
    const { amount } = minimalRest[operation];
    const cents = String(amount?.minor);
    for (const [fields, contradictions] of [
      [{ amount: "1.00" }, ["amount"]],
      [{ Amount: cents }, ["amount"]],
      [{ amount: -1 }, ["amount"]],
      [{ currency: "978" }, operation === "checkOut" ? [] : ["currency"]],
      [{ "Currency-Code": "EUR" }, operation === "checkOut" ? [] : ["currency-code"]],
      [{ merchantId: "111" }, ["merchant-id"]],
      [{ amount: null, currency: "N/A", "merchant-id": "" }, []],
      [{ amount: Number(cents) / 100, "merchant-id": "000000349000000" }, []],
    ] as const) {
      for (const change of [fields, { ...fields, "response-code-source": "icache" }]) {
        const result = await told(operation, varied(change));
        assert.deepEqual(result.contradictions, contradictions, `${operation} ${JSON.stringify(change)}`);
        if (contradictions.length > 0) assert.equal(result.finality, "review");
      }
    }
  }
});

test("codes that no table lists are read: small letters as capitals, one digit as it is", async () => {
  for (const [said, code] of [
    ["n7", "N7"],
    [" 5 ", "5"],
    [5, "5"],
    ["eb", "EB"],
    [76, "76"],
  ]) {
    const result = await told("sale", coded(said));
    assert.deepEqual([result["response-code"], result.finality], [code, "review"]);
  }
  await assert.rejects(told("sale", JSON.stringify({ "response-code": 5 }), 400), { name: "GatewayError" });
});

test("a void, check-out or refund that is declined as done before needs manual review", async () => {
  for (const words of ["Transacción ya anulada en este lote", "Already voided in this batch", "Original refunded"]) {
    for (const operation of ["void", "checkOut", "refund"] as const) {
      const result = await told(operation, varied({ ...refusedWith("12"), "response-code-desc": words }));
      assert.equal(result.finality, "review", words);
    }
  }
});

test("a code that is not final needs manual review once the cache gives it: it would come forever", async () => {
  for (const code of ["91", "68", "96", "19"]) {
    const [first, second] = [coded(code), coded(code).replace('"gw"', '"icache"')];
    await using played = await playRest((response, n) => answer(response, 200, n === 0 ? first : second));
    const sold = await call(played.rest, "sale", minimalRest.sale);
    const again = await call(played.rest, "sale", minimalRest.sale);
    assert.deepEqual([sold.finality, again.finality, again.replayed], ["pending", "review", true]);
  }
});

test("an approved sale with operation refund needs manual review: nobody knows to whose side the money went", async () => {
  for (const [code, finality] of [
    ["00", "review"],
    ["05", "declined"],
  ]) {
    const words = code === "00" ? "Transaction Approved" : "No";
    await using played = await playRest((response) =>
      answer(response, 200, varied({ ...(code === "05" && refusedWith(code)), "response-code-desc": words })),
    );
    const result = await call(played.rest, "sale", { ...minimalRest.sale, operation: "refund" });
    assert.equal(result.finality, finality);
  }
});

test("every finality of the response codes comes through", async () => {
  for (const [code, finality] of [
    ["10", "review"],
    ["68", "pending"],
    ["91", "pending"],
    ["05", "declined"],
    ["26", "review"],
    ["97", "pending"],
    ["ZZ", "review"],
  ]) {
    assert.equal((await told("sale", coded(code))).finality, finality);
  }
  for (const operation of ["void", "checkOut", "refund"] as const) {
    for (const [code, finality] of [
      ["77", "declined"],
      ["25", "declined"],
      ["26", "review"],
      ["95", "review"],
      ["ZZ", "review"],
    ]) {
      assert.equal((await told(operation, coded(code))).finality, finality, operation);
    }
  }
});

test("a validation error is a GatewayError with the bank's words about each field", async () => {
  for (const operation of operations) {
    await assert.rejects(told(operation, sample("rest-validation-error.json"), 400), (error) => {
      assert.ok(error instanceof GatewayError);
      assert.equal(error.status, 400);
      assert.deepEqual(error.errors, [{ field: "amount", message: "must be greater than 0" }]);
      assert.match(error.body, /"timestamp":"1624401063753"/);
      return true;
    });
  }
});

test("a refusal with a response code is a result, but no status of a refusal approves", async () => {
  assert.equal((await told("sale", coded("14"), 402)).finality, "declined");
  await assert.rejects(told("sale", varied({}), 402), { code: "unexpected_status" });
});

test("errors of a refusal that are not a list of fields are left out, and many are cut", async () => {
  for (const errors of [null, {}, "x", [1, null, "a", { field: 1, message: "m" }, { field: "f" }]]) {
    await assert.rejects(told("sale", JSON.stringify({ errors }), 422), (error) => {
      assert.deepEqual((error as GatewayError).errors, []);
      return true;
    });
  }
  const errors = Array.from({ length: 25 }, () => ({ field: "f".repeat(500), message: "m\n".repeat(500) }));
  await assert.rejects(told("sale", JSON.stringify({ errors }), 422), (error) => {
    const kept = (error as GatewayError).errors;
    assert.equal(kept.length, 20);
    assert.ok(kept.every(({ field, message }) => field.length <= 80 && message.length <= 200 && !/\n/.test(message)));
    return true;
  });
});

test("anything that is not an answer is an OutcomeUnknownError", async () => {
  const bodies = ["{}", "[]", "null", "1", '"00"', '{"response-code":0}', '{"response-code":["00"]}'];
  for (const body of [
    ...bodies,
    '{"__proto__":{"response-code":"00"}}',
    varied({ pnRef: {} }),
    varied({ pnRef: "x".repeat(513) }),
  ]) {
    for (const operation of operations) {
      await assert.rejects(told(operation, body), (error) => {
        assert.ok(error instanceof OutcomeUnknownError, body);
        assert.deepEqual([error.code, error.operation], ["malformed_answer", operation]);
        return true;
      });
    }
  }
  for (const status of [204, 302, 304])
    await assert.rejects(told("void", "", status), { code: "unexpected_status", status });
});

test("names in other capitals are read, unknown ones kept, contradictions named", () => {
  const response = RestResponse.parse({
    "Response-Code": "00",
    "response-code": "05",
    PNREF: "a",
    pnRef: "a",
    more: [1],
    constructor: "x",
  });
  assert.deepEqual(response, {
    "response-code": "00",
    pnRef: "a",
    contradictions: ["response-code"],
    unknown: { more: [1], constructor: "x" },
  });
  assert.equal(RestResponse.safeParse(Object.create({ "response-code": "00" })).success, false);
});

test("an approval in a polluted Object.prototype is not part of an answer", async () => {
  const internal = varied({ "response-code": null, "response-code-desc": null, "internal-response-code": "0000" });
  const polluted = Object.prototype as Record<string, unknown>;
  try {
    polluted["response-code"] = "00";
    assert.equal((await told("sale", internal)).finality, "review");
  } finally {
    delete polluted["response-code"];
  }
});

test("an answer that says one name twice is malformed, whichever of the two is an approval", async () => {
  const twice = sample("rest-sale-approved.json").trim().replace(/^\{/, '{"response-\\u0063ode":"05",');
  assert.equal(JSON.parse(twice)["response-code"], "00");
  await assert.rejects(told("sale", twice), { code: "malformed_answer" });
  // Inside another field a name may come again, and a text may look like one.
  const inner = { more: { "response-code": "05" }, list: [{ a: 1 }, { a: 2 }], text: '"response-code":' };
  assert.equal((await told("sale", varied(inner))).finality, "approved");
});
