import assert from "node:assert/strict";
import { test } from "node:test";
import { type Finality, responseCode, responseCodes } from "@ventanilla/client";
import { argumentError } from "./argument-error.ts";

const operations = ["sale", "checkIn", "confirmation", "checkOut", "void", "refund"] as const;

// The list of contract §7, as it stands there.
const written =
  "00 Aprobada; 01 Llamar al Banco; 02 Llamar al Banco; 03 Comercio Invalido; 04 Rechazada; 05 Rechazada; 06 Error en Mensaje; 07 Tarjeta Rechazada; 08 Llamar al Banco; 09 Request in progress; 10 Aprobación Parcial; 11 Approved VIP; 12 Transacción Invalida; 13 Monto Invalido; 14 Cuenta Invalida; 15 No such issuer; 16 Approved update track 3; 17 Customer cancellation; 18 Customer dispute; 19 Reintentar Transacción; 20 No tomo acción; 21 No tomo acción; 22 Transacción No Aprobada; 23 Transacción No Aceptada; 24 File update not supported; 25 Unable to locate record; 26 Duplicate record; 27 File update edit error; 28 File update file locked; 30 File update failed; 31 Bin no soportado; 32 Tx. Completada Parcialmente; 33 Tarjeta Expirada; 34 to 38 Transacción No Aprobada; 39 Tarjeta Invalida; 40 Función no Soportada; 41 Transacción No Aprobada; 42 Cuenta Invalida; 43 Transacción No Aprobada; 44 No investment account; 51 Fondos insuficientes; 52 Cuenta Invalida; 53 Cuenta Invalida; 54 Tarjeta vencida; 56 Cuenta Invalida; 57 Transacción no permitida; 58 Transacción no permitida en terminal; 60 Contactar Adquirente; 61 Excedió Límite de Retiro; 62 Tarjeta Restringida; 65 Excedió Cantidad de Intentos; 66 Contactar Adquirente; 67 Hard capture; 68 Response received too late; 75 Pin excedió Límite de Intentos; 77 Captura de Lote Invalida; 78 Intervención del Banco Requerida; 79 Rechazada; 81 Pin inválido; 82 PIN Required; 85 Llaves no disponibles; 89 Terminal Invalida; 90 Cierre en proceso; 91 Host No Disponible; 92 Error de Ruteo; 94 Duplicate Transaction; 95 Error de Reconciliación; 96 Error de Sistema; 97 Emisor no Disponible; 98 Excede Límite de Efectivo; 99 CVV or CVC Error response; TF Solicitud de autenticación rechazada o no completada; 4901 Fallo de autenticación 3DS (REST)";
const listed = written
  .replace(/34 to 38 ([^;]+)/, "34 $1; 35 $1; 36 $1; 37 $1; 38 $1")
  .split("; ")
  .map((entry) => [entry.slice(0, entry.indexOf(" ")), entry.slice(entry.indexOf(" ") + 1)]);

test("every code of the contract is there with its description, and no other", () => {
  assert.deepEqual(
    responseCodes.map(({ code, description }) => [code, description]),
    listed,
  );
});

test("only 00 is approved; the approved-like and the not final ones are listed here", () => {
  const of = (finality: Finality) =>
    responseCodes.filter((entry) => entry.finality === finality).map(({ code }) => code);
  assert.deepEqual(of("approved"), ["00"]);
  assert.deepEqual(of("review"), ["10", "11", "16", "24", "25", "26", "27", "28", "32", "77", "95"]);
  assert.deepEqual(of("pending"), ["09", "19", "68", "90", "91", "92", "94", "96", "97"]);
});

test("97, an issuer that can't be reached, reads as 91 does", () => {
  const { code: _, description: __, ...host } = responseCode("91");
  const { code: ___, description: ____, ...issuer } = responseCode("97");
  assert.deepEqual(issuer, host);
});

const noCharge = /ning[úu]n cargo|no se le ha cobrado|not (?:been )?charged|aprobado|approved/i;

test("codes about records and batches, and those the table does not list, never say that nothing was charged", () => {
  for (const code of ["24", "25", "26", "27", "28", "77", "95", "N7", "93", "ZZ"]) {
    for (const operation of operations) {
      const { es, en, finality } = responseCode(code, operation);
      assert.doesNotMatch(`${es} ${en}`, noCharge, `${code} of ${operation}`);
      assert.notEqual(finality, "approved");
    }
    assert.equal(responseCode(code).finality, "review", code);
  }
});

test("a void, refund, check-out or confirmation that is refused leaves the original as it is, and says so", () => {
  for (const operation of ["void", "refund", "checkOut", "confirmation"] as const) {
    for (const { code, finality } of responseCodes) {
      const answer = responseCode(code, operation);
      if (code !== "00") assert.doesNotMatch(`${answer.es} ${answer.en}`, noCharge, `${code} of ${operation}`);
      assert.equal(answer.finality === "approved", code === "00");
      assert.equal(answer.finality === "pending", finality === "pending");
      if (answer.finality === "declined") {
        assert.match(answer.es, /^No se completó .+ Comuníquese con el comercio\.$/);
        assert.ok(["review", "fix-configuration", "call-acquirer"].includes(answer.advice), code);
      } else if (code !== "00") {
        assert.match(answer.es, /No vuelva a pagar\.$/);
        assert.match(answer.en, /do not pay again\.$/);
      }
    }
    for (const code of ["24", "25", "27", "28", "77", "05", "12", "13"]) {
      assert.equal(responseCode(code, operation).finality, "declined", `${code} of ${operation}`);
    }
    for (const code of ["10", "26", "95", "N7"]) assert.equal(responseCode(code, operation).finality, "review");
  }
  assert.notEqual(responseCode("00", "refund").es, responseCode("00").es);
  assert.equal(responseCode("00", "confirmation").es, responseCode("00").es);
});

test("26 answering a confirmation means that an earlier one has settled it", () => {
  const { finality, advice } = responseCode("26", "confirmation");
  assert.deepEqual([finality, advice], ["review", "already-settled"]);
  assert.equal(responseCode("26", "void").advice, "review");
});

test("a check-in reads as a sale does, and an unknown operation is an ArgumentError", () => {
  for (const { code } of responseCodes) assert.equal(responseCode(code, "checkIn"), responseCode(code));
  for (const operation of ["capture", "", null, "__proto__", {}]) {
    assert.throws(() => responseCode("05", operation as "sale"), {
      ...argumentError,
      message: "responseCode.operation: expected one of sale, checkIn, confirmation, checkOut, void, refund",
    });
  }
});

test("the buyer reads a sentence in each language, never a code, and is not sent to pay again while it is open", () => {
  for (const { code, finality, es, en } of [...responseCodes, responseCode("ZZ")]) {
    for (const sentence of [es, en]) {
      assert.match(sentence, /^\p{Lu}.+\.$/u);
      assert.ok(!sentence.includes(code) && !/\d/.test(sentence));
    }
    if (finality === "pending" || finality === "review") {
      assert.match(es, /Puede que ya se le haya cobrado\. No vuelva a pagar/);
      assert.match(en, /You may already have been charged\. Please do not pay again/);
    }
    if (finality === "declined") {
      assert.match(es, /No se le hizo ningún cargo\./);
      assert.match(en, /You were not charged\./);
    }
  }
});

test("an advice fits its finality", () => {
  for (const { code, finality, advice } of responseCodes) {
    const expected = { approved: ["none"], review: ["review"], pending: ["wait"], declined: undefined }[finality];
    if (expected) assert.deepEqual([advice], expected, code);
    else assert.ok(!["none", "wait", "review"].includes(advice), code);
  }
});

test("a code that is not listed but well formed needs manual review: some networks approve with them", () => {
  const { sentence, es, en } = responseCode("11");
  assert.deepEqual(responseCode("93"), {
    code: "93",
    description: "Código no listado",
    finality: "review",
    advice: "review",
    sentence,
    es,
    en,
  });
});

test("a code that names a card's data is a refusal in doubt, and says so; nothing in it allows another payment", () => {
  for (const code of ["55", "63", "N7", "EB", "EA", "1A", "6P", "n7", "eb"]) {
    const entry = responseCode(code);
    assert.deepEqual([entry.code, entry.finality, entry.inDoubt], [code.toUpperCase(), "review", true]);
    assert.match(entry.es, /^El banco parece haber rechazado los datos de la tarjeta.+No vuelva a pagar todavía\.$/);
    assert.equal(responseCode(code, "refund").inDoubt, undefined, "a refund has no card of its own");
  }
  for (const { code } of responseCodes) assert.equal(responseCode(code).inDoubt, undefined, code);
  for (const code of ["59", "64", "76", "93", "5", "z", "constructor".slice(0, 2)]) {
    assert.deepEqual([responseCode(code).finality, responseCode(code).inDoubt], ["review", undefined], code);
  }
});

test("small letters are capitals, and one digit is not taken for a code of two", () => {
  assert.equal(responseCode("tf"), responseCode("TF"));
  assert.equal(responseCode("5").description, "Código no listado");
});

test("anything that is not a code is an ArgumentError that does not repeat it", () => {
  for (const value of ["", "0", "000", "N 7", "__proto__", "0\n", 0, null, undefined, {}]) {
    assert.throws(() => responseCode(value as string), {
      ...argumentError,
      message: "responseCode: expected two digits or letters, or one",
    });
  }
});

test("the table can't be changed", () => {
  assert.throws(() => Object.assign(responseCode("05"), { finality: "approved" }), TypeError);
});
