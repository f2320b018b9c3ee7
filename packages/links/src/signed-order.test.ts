import assert from "node:assert/strict";
import { createHmac, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { test } from "node:test";
import { isToken, orderKeysOf, verifySigned } from "./signed-order.ts";

const now = Date.UTC(2026, 10, 28, 15);
const seconds = now / 1000;
const secret = "a secret of the shop's, of more than 32 bytes";
const pair = generateKeyPairSync("ed25519");
const publicPem = pair.publicKey.export({ type: "spki", format: "pem" }).toString();

const claims = {
  order: "F-1001",
  amount: "2950.00",
  tax: "450.00",
  currency: "DOP",
  description: "Bizcocho",
  email: "ana@example.com",
  mobilePhone: "809-555-0123",
  iat: seconds,
  exp: seconds + 3600,
};

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");
const signedWith = (signer: (input: string) => Buffer) => (header: object, payload: unknown) => {
  const input = `${part(header)}.${part(payload)}`;
  return `${input}.${signer(input).toString("base64url")}`;
};
const hmac = (key: string | Buffer) => signedWith((input) => createHmac("sha256", key).update(input).digest());
const edDsa = signedWith((input) => sign(null, Buffer.from(input), pair.privateKey));
const hs256 = (payload: object, header: object = {}) => hmac(secret)({ alg: "HS256", typ: "JWT", ...header }, payload);

const keys = orderKeysOf([secret]);
const both = orderKeysOf([secret, publicPem]);
const verify = (token: string, known = keys, at = now) => verifySigned(token, known, at);
const refusal = (payload: object) => verify(hs256(payload));

test("what a shop has signed with its secret is its order, in minor units", async () => {
  assert.deepEqual(await verify(hs256(claims)), {
    signed: {
      order: "F-1001",
      amount: { minor: 295_000, currency: "DOP" },
      tax: { minor: 45_000, currency: "DOP" },
      description: "Bizcocho",
      email: "ana@example.com",
      mobilePhone: "809-555-0123",
      issuedAt: now,
    },
    isExpired: false,
  });
});

test("what it has signed with an Ed25519 key is, too, under both names of the algorithm", async () => {
  for (const alg of ["EdDSA", "Ed25519"]) {
    assert.equal((await verify(edDsa({ alg }, claims), both))?.signed.order, "F-1001");
  }
});

test("a token whose amount was changed on the way is no order", async () => {
  const [header = "", , signature = ""] = hs256(claims).split(".");
  assert.equal(await verify(`${header}.${part({ ...claims, amount: "1.00" })}.${signature}`), undefined);
});

test("nor is one whose signature was changed in any character", async () => {
  const token = hs256(claims);
  const start = token.lastIndexOf(".") + 1;
  for (let at = start; at < token.length - 1; at++) {
    const other = token[at] === "A" ? "B" : "A";
    assert.equal(await verify(`${token.slice(0, at)}${other}${token.slice(at + 1)}`), undefined, `character ${at}`);
  }
});

test("alg none is no signature, in any case of its letters", async () => {
  for (const alg of ["none", "None", "NONE", "nOnE", ""]) {
    assert.equal(await verify(`${part({ alg })}.${part(claims)}.`, both), undefined, alg);
    assert.equal(await verify(hmac(secret)({ alg }, claims), both), undefined, alg);
  }
});

test("HS256 with the public key as its secret is no signature, in any form of the key", async () => {
  const der = pair.publicKey.export({ type: "spki", format: "der" });
  const { x = "" } = pair.publicKey.export({ format: "jwk" });
  for (const key of [publicPem, publicPem.trim(), der, Buffer.from(x, "base64url")]) {
    assert.equal(await verify(hmac(key)({ alg: "HS256" }, claims), both), undefined);
  }
});

test("a key has its own algorithm alone: another HMAC with the right secret is no signature", async () => {
  for (const [alg, hash] of [
    ["HS384", "sha384"],
    ["HS512", "sha512"],
  ] as const) {
    const token = signedWith((input) => createHmac(hash, secret).update(input).digest())({ alg }, claims);
    assert.equal(await verify(token), undefined, alg);
  }
});

test("while keys change, the new and the old one verify, whatever the token says of its key", async () => {
  const old = "the secret of last year, which still signs";
  const rotating = orderKeysOf([secret, old]);
  for (const kid of ["2026", ["2026"], undefined]) {
    assert.ok(await verify(hs256(claims, { kid }), rotating));
    assert.ok(await verify(hmac(old)({ alg: "HS256", kid }, claims), rotating));
    assert.equal(
      await verify(hmac("a third one, that nobody has named yet")({ alg: "HS256", kid }, claims), rotating),
      undefined,
    );
  }
});

test("a key that the token brings along is not read", async () => {
  const stranger = generateKeyPairSync("ed25519");
  const jwk = stranger.publicKey.export({ format: "jwk" });
  const bySelf = signedWith((input) => sign(null, Buffer.from(input), stranger.privateKey));
  for (const header of [{ jwk }, { jku: "https://example.com/keys" }, { x5c: ["MII"] }, { crit: ["exp"] }]) {
    assert.equal(await verify(bySelf({ alg: "EdDSA", ...header }, claims), both), undefined);
  }
});

test("an oversized token is not even verified", async () => {
  const description = "x".repeat(200);
  assert.ok(await verify(hs256({ ...claims, description })));
  const long = hs256(claims, { pad: "x".repeat(2048) });
  assert.ok(isToken(long));
  assert.equal(await verify(long), undefined);
});

test("an expired token begins no payment, and says whose order it was", async () => {
  const token = hs256(claims);
  assert.equal((await verify(token, keys, now + 3_600_000 + 59_000))?.isExpired, false);
  assert.equal((await verify(token, keys, now + 3_600_000 + 60_000))?.isExpired, true);
});

test("a token lives a day at most, whatever its end says", async () => {
  const token = hs256({ ...claims, exp: seconds + 365 * 24 * 3600 });
  assert.equal((await verify(token, keys, now + 24 * 3_600_000))?.isExpired, false);
  assert.equal((await verify(token, keys, now + 24 * 3_600_000 + 61_000))?.isExpired, true);
});

test("a token without its times is the shop's mistake, and named", async () => {
  const { exp: _, ...endless } = claims;
  await assert.rejects(refusal(endless), { code: "ERR_VENTANILLA_ARGUMENT", message: /^signed order\.exp: / });
  await assert.rejects(refusal({ ...claims, iat: undefined }), /signed order\.iat: /);
  await assert.rejects(refusal({ ...claims, nbf: "now" }), /signed order\.nbf: /);
  await assert.rejects(refusal({ ...claims, exp: String(seconds) }), /signed order\.exp: /);
});

test("a token of the future is not valid yet", async () => {
  assert.equal(await refusal({ ...claims, iat: seconds + 120 }), undefined);
  assert.equal(await refusal({ ...claims, nbf: seconds + 120 }), undefined);
  assert.ok(await refusal({ ...claims, iat: seconds + 30, nbf: seconds + 30 }));
});

test("an amount is text with two decimals: a number would be a float", async () => {
  for (const amount of [2950, 2950.01, "2950", "2,950.00", "2950.001", "-1.00", "1e3", " 1.00", "٢.٠٠", null, {}]) {
    await assert.rejects(refusal({ ...claims, amount }), /signed order\.amount: expected text with two decimals/);
  }
  await assert.rejects(refusal({ ...claims, amount: "0.00" }), /signed order\.amount: expected more than zero/);
  await assert.rejects(refusal({ ...claims, tax: "2950.01" }), /signed order\.tax: expected no more than the amount/);
  await assert.rejects(refusal({ ...claims, currency: "EUR" }), /signed order\.amount\.currency: /);
});

test("the largest amount that can be written is exact", async () => {
  const { signed } = (await refusal({ ...claims, amount: "9999999999.99", tax: "0.00" })) ?? {};
  assert.equal(signed?.amount.minor, 999_999_999_999);
});

test("a claim that nobody reads is refused with the name that was meant, and without its value", async () => {
  const secretValue = "4761340000000050";
  await assert.rejects(refusal({ ...claims, curency: secretValue }), (error: Error) => {
    assert.equal(error.message, "signed order.curency: unknown claim, did you mean currency?");
    return true;
  });
  await assert.rejects(
    refusal({ ...claims, __proto__: undefined, role: "admin" }),
    /signed order\.role: unknown claim/,
  );
  assert.ok(await refusal({ ...claims, jti: "1" }));
});

test("without its tax the order has none of its own", async () => {
  const { tax: _, ...untaxed } = claims;
  const found = await refusal(untaxed);
  assert.ok(found && !("tax" in found.signed));
});

test("what is signed and is no order is named", async () => {
  for (const name of ["order", "description", "email", "mobilePhone", "currency"]) {
    await assert.rejects(refusal({ ...claims, [name]: 7 }), new RegExp(`signed order\\.${name}: expected `));
    await assert.rejects(refusal({ ...claims, [name]: "a\nb" }), new RegExp(`signed order\\.${name}: expected `));
  }
  for (const payload of ["text", null]) assert.equal(await verify(hmac(secret)({ alg: "HS256" }, payload)), undefined);
});

test("any text is an answer, and no error", async () => {
  for (const text of [
    "",
    "F-1001",
    "eyJ",
    "eyJ.eyJ.",
    "eyJh.b.c",
    "a.b.c",
    "eyJhbGciOiJIUzI1NiJ9..",
    "\u0000",
    "é".repeat(3000),
  ]) {
    assert.equal(await verify(text), undefined, text.slice(0, 20));
  }
});

test("a key is checked when the shop starts, and never quoted", () => {
  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const pemOf = (key: KeyObject) =>
    key.export({ type: key.type === "public" ? "spki" : "pkcs8", format: "pem" }).toString();
  const wrong: [unknown, RegExp][] = [
    ["secret", /^orderKeys: expected a list/],
    [["short"], /^orderKeys\[0\]: expected a secret of at least 32 bytes/],
    [[undefined], /^orderKeys\[0\]: expected a secret .* \(is its variable set\?\)/],
    [[secret, pemOf(pair.privateKey)], /^orderKeys\[1\]: expected the public half/],
    [[publicPem.replaceAll("A", "B")], /^orderKeys\[0\]: expected the public half/],
    [[pemOf(rsa.publicKey)], /^orderKeys\[0\]: expected the public half/],
    [[{ secret }], /^orderKeys\[0\]: expected a secret/],
  ];
  for (const [given, message] of wrong) {
    assert.throws(
      () => orderKeysOf(given),
      (error: Error & { code?: string }) => {
        assert.equal(error.code, "ERR_VENTANILLA_ARGUMENT");
        assert.match(error.message, message);
        assert.ok(!error.message.includes(secret) && !error.message.includes("BEGIN PUBLIC"));
        return true;
      },
    );
  }
});
