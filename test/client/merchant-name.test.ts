import assert from "node:assert/strict";
import { test } from "node:test";
import { ArgumentError, merchantName } from "@ventanilla/client";
import { PaymentRequest } from "@ventanilla/client/wire";
import fc from "fast-check";
import { argumentError } from "./argument-error.ts";
import { minimalRequests } from "./valid-request.ts";

const parts = { owner: "Tienda Demo", city: "Santo Domingo", country: "DO" };

test("the parts are padded to 22, 13, 3 and 2 bytes in upper case", () => {
  assert.equal(merchantName(parts), "TIENDA DEMO           SANTO DOMINGO   DO");
  assert.equal(merchantName({ ...parts, state: "dn" }), "TIENDA DEMO           SANTO DOMINGODN DO");
  assert.equal(merchantName({ owner: "x".repeat(22), city: "y", state: "zzz", country: "us" }).length, 40);
});

test("accents are folded, spaces joined, typographic quotes made plain", () => {
  assert.equal(
    merchantName({ owner: "  Panadería  Ñoño’s ", city: "San José", country: "do" }),
    "PANADERIA NONO'S      SAN JOSE        DO",
  );
  assert.equal(merchantName({ ...parts, owner: "Straße" }).slice(0, 7), "STRASSE");
});

test("a part that is too long, missing or without an ASCII form is an ArgumentError naming it", () => {
  const wrong: [object, RegExp][] = [
    [{ owner: "x".repeat(23) }, /^parts\.owner: expected at most 22 bytes, got 23$/],
    [{ owner: "ß".repeat(12) }, /^parts\.owner: expected at most 22 bytes, got 24$/],
    [{ city: "x".repeat(14) }, /^parts\.city: expected at most 13 bytes, got 14$/],
    [{ state: "ABCD" }, /^parts\.state: expected at most 3 bytes, got 4$/],
    [{ country: "DOM" }, /^parts\.country: expected at most 2 bytes, got 3$/],
    [{ country: "D" }, /^parts\.country: expected two letters/],
    [{ country: "1A" }, /^parts\.country: expected two letters/],
    [{ owner: "" }, /^parts\.owner: expected 1 to 22 characters, got none$/],
    [{ city: "  " }, /^parts\.city: expected 1 to 13 characters, got none$/],
    [{ owner: undefined }, /^parts\.owner: expected a string$/],
    [{ owner: 1 }, /^parts\.owner: expected a string$/],
    [{ owner: "商店" }, /^parts\.owner: expected letters that have an ASCII form$/],
    [{ owner: "a\u0000b" }, /^parts\.owner: expected letters that have an ASCII form$/],
    [{ onwer: "x" }, /^parts\.onwer: unknown field, did you mean owner\?$/],
  ];
  for (const [change, message] of wrong) {
    assert.throws(() => merchantName({ ...parts, ...change }), { ...argumentError, message });
  }
});

test("whatever it makes is 40 bytes, and a name that the wire takes", () => {
  const letters = fc.constantFrom(...Array.from("aBcÁéÍóÚüÑñç 0-9.&'/ß"));
  const name = (maxLength: number) => fc.string({ unit: letters, maxLength });
  fc.assert(
    fc.property(name(25), name(15), name(4), (owner, city, state) => {
      let made: string;
      try {
        made = merchantName({ owner, city, state, country: "DO" });
      } catch (error) {
        assert.ok(error instanceof ArgumentError);
        return;
      }
      assert.equal(Buffer.byteLength(made), 40);
      assert.ok(PaymentRequest.safeParse({ ...minimalRequests["0200"], MerchantName: made }).success);
    }),
  );
});
