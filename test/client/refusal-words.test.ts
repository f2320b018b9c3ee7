import assert from "node:assert/strict";
import { test } from "node:test";
import { OutcomeUnknownError, reverse, sale, voidTransaction } from "@ventanilla/client/rest";
import { restPaths } from "@ventanilla/client/wire";
import { deniesClosed, saysClosed } from "../../packages/client/src/rest/refusal-words.ts";
import { stopping } from "../stopping.ts";
import { answer, playRest } from "./played-gateway.ts";
import { refusedWith, sample } from "./sample.ts";
import { minimalRest, original } from "./valid-rest-request.ts";

const approved = JSON.parse(sample("rest-sale-approved.json"));
const told = (code: string, words: string) =>
  JSON.stringify({ ...approved, ...refusedWith(code), "response-code-desc": words });
const now = () => Number(original.at) + 1_000;

/** Taken back before, or perhaps; most of them name a closed batch too. */
const doneBefore = [
  "Transaction is already void, batch closed",
  "Sale already void. Batch is closed",
  "Sale is void; batch closed",
  "Anulación ya aplicada, lote cerrado",
  "Anulacio\u0301n realizada. Lote cerrado",
  "ANULACION APLICADA - LOTE CERRADO",
  "Anulación previa registrada. Lote 12 cerrado",
  "Ya existe una anulación. Lote cerrado",
  "Reverso ya realizado, lote cerrado",
  "Devolución ya procesada; lote cerrado",
  "Duplicate void: batch closed",
  "Duplicada, lote cerrado",
  "Void already processed, batch closed",
  "Voiding completed; batch closed",
  "Reversal exists; batch is closed",
  "Refund exists. Batch closed",
  "Transacción nula, lote cerrado",
  "Reembolso ya aplicado. Lote cerrado",
  "Crédito ya emitido, lote cerrado",
  "Cancelación ya realizada - lote cerrado",
  "Transacción ya procesada, lote cerrado",
  "Operación ya efectuada; batch closed",
  "Se anuló ayer. Lote cerrado",
  "Se anulo ayer. Lote cerrado",
  "Anuló el supervisor; lote cerrado",
  "Extornada. Lote cerrado",
  "Venta anulada; lote cerrado",
  "Venta anu\u00adlada; lote cerrado",
  "Transaccion YA ANULADA lote cerrado",
  "Batch closed: void complete",
  "Batch closed, sale was nullified",
  "Batch closed, credit issued",
  "Batch closed, funds returned",
  "Batch closed, transaction was rolled back",
  "Batch closed, sale undone",
  "Lote cerrado; transacción sin efecto",
  "Venta dejada sin efecto, lote cerrado",
  "Batch closed, transaction no longer active",
  "Lote cerrado, anulación aceptada",
  "Reversal pending; batch closed",
  "Batch closed - void queued",
  "Void accepted, batch closed",
  "Void no. 12 accepted, batch closed",
  "Lote 12 cerrado. Anulación en proceso",
  "Lote cerrado. Anulación programada",
  "Batch is closed; reversal posted",
  "Lote cerrado, reverso autorizado",
  "Batch closed, refund sent",
  "Lote cerrado: reintegro confirmado",
  "Lote cerrado, se acreditó al cliente",
  "Batch closed, amount credited",
  "Lote cerrado, venta retrocedida",
  "Batch closed, sale charged back",
];

/** A reversal is named beside the closed batch, and nothing says that it was refused. */
const doubtful = [
  "Lote cerrado: se anulará en el próximo lote",
  "Void at next opening, batch closed",
  "Contracargo; lote cerrado",
];

test("a void refused in words that may mean that the sale was taken back is followed by no refund, and needs manual review", async () => {
  for (const words of doneBefore) {
    for (const [status, body] of [
      [200, told("12", words)],
      [200, told("77", words)],
      [400, JSON.stringify({ message: words })],
    ] as const) {
      await using played = await playRest((response, n) => answer(response, n === 0 ? status : 200, body), { now });
      const made = reverse(played.rest, original);
      if (status === 200) assert.equal((await made).result.finality, "review", body);
      else await assert.rejects(made, { name: "GatewayError" });
      assert.equal(played.heard.length, 1, `${status} ${words}`);
      // The same of a plain void.
      if (status !== 200) continue;
      await using plain = await playRest((response) => answer(response, 200, body));
      assert.equal((await voidTransaction(plain.rest, minimalRest.void)).finality, "review", body);
    }
  }
});

test("a reversal that is named beside a closed batch, and not refused, is followed by no refund", async () => {
  for (const words of doubtful) {
    for (const code of ["05", "77"]) {
      await using played = await playRest((response) => answer(response, 200, told(code, words)), { now });
      assert.equal((await reverse(played.rest, original)).method, "void", words);
      assert.equal(played.heard.length, 1, words);
    }
  }
});

test("a closed batch that the bank does not find is not a closed batch, not even with 77", async () => {
  for (const words of ["Lote cerrado no encontrado", "Closed batch: batch closed not found"]) {
    for (const code of ["12", "77"]) {
      await using played = await playRest((response) => answer(response, 200, told(code, words)), { now });
      assert.equal((await reverse(played.rest, original)).method, "void", words);
      assert.equal(played.heard.length, 1);
    }
  }
});

test("a refusal's words are read whole and decoded", async () => {
  const closed = "Lote cerrado";
  for (const body of [
    JSON.stringify({ message: closed, detail: "x".repeat(280), reason: "transacción ya anulada" }),
    JSON.stringify({ message: closed, errors: [{ field: "pnRef", message: "transacción anulada" }] }),
    JSON.stringify({ message: `${closed}: transacción anulada` }).replace("anulada", String.raw`\u0061nulada`),
    `${closed}: transacción ${String.raw`\u0061nulada`}`,
    `${closed}. ${" ".repeat(2_100)}Anulada`,
  ]) {
    await using played = await playRest((response) => answer(response, 409, body), { now });
    await assert.rejects(reverse(played.rest, original), { name: "GatewayError" });
    assert.deepEqual(
      played.heard.map(({ url }) => url),
      [restPaths.void],
      body,
    );
  }
  // So are those of a result, in whatever field they stand.
  const beside = { ...approved, ...refusedWith("77"), "response-code-desc": closed, detail: ["Venta anulada"] };
  await using played = await playRest((response) => answer(response, 200, JSON.stringify(beside)), { now });
  assert.equal((await reverse(played.rest, original)).result.finality, "review");
});

test("words that refuse a void and say that the batch is closed go on as a refund", async () => {
  for (const words of [
    "Void not allowed. Batch closed",
    "Reverso rechazado. Lote cerrado",
    "Lote ya cerrado",
    "Batch 12 closed, void no longer possible",
    "Batch closed; request returned",
    "Lote cerrado. Solicitud sin efecto",
    "Anulación no autorizada: lote cerrado",
    "Void cannot go through. Batch closed",
    "Anulación imposible. Lote no. 12 cerrado",
  ]) {
    await using played = await playRest(
      (response, n) => answer(response, 200, n === 0 ? told("12", words) : JSON.stringify(approved)),
      { now },
    );
    assert.equal((await reverse(played.rest, original)).method, "refund", words);
  }
});

test("a repeated sale that is refused as one that was made before is not declined: the first try may have charged", async () => {
  for (const [code, words] of [
    ["12", "Transacción duplicada"],
    ["12", "Duplicate transaction"],
    ["06", "Llave ya utilizada"],
    ["12", "Idempotency-key already used"],
    ["05", "Ya procesada"],
    ["05", "La transacción existe"],
  ] as const) {
    await using played = await playRest((response, n) =>
      n === 0 ? response.destroy() : answer(response, 200, told(code, words)),
    );
    await assert.rejects(sale(played.rest, minimalRest.sale), (error) => {
      assert.ok(error instanceof OutcomeUnknownError && error.code === "refused_later", words);
      assert.match(error.guidance, /a new key could charge twice/);
      return true;
    });
    // The first time it is a refusal.
    await using first = await playRest((response) => answer(response, 200, told(code, words)));
    assert.equal((await sale(first.rest, minimalRest.sale)).finality, "declined");
  }
});

test("a sale that was approved is never declined afterwards", async () => {
  await using played = await playRest((response, n) =>
    answer(response, 200, n === 0 ? JSON.stringify(approved) : told("05", "Declined")),
  );
  assert.equal((await sale(played.rest, minimalRest.sale)).finality, "approved");
  await assert.rejects(sale(played.rest, minimalRest.sale), { code: "refused_later" });
});

test("the words of a refusal as long as an answer may be are read before long", () => {
  const length = 60_000;
  for (const hostile of ["void ", "no ", "done ", "closed ", "queda ", "lote 1 ", "se encuentra "]) {
    stopping(() => deniesClosed(hostile.repeat(length / hostile.length)));
  }
  const spaced = `lote${" ".repeat(length)}x`;
  assert.deepEqual([stopping(() => saysClosed(spaced)), stopping(() => deniesClosed(spaced))], [false, false]);
});
