import assert from "node:assert/strict";
import { test } from "node:test";
import { openRest, type RestOptions } from "@ventanilla/client/rest";
import { argumentError } from "./argument-error.ts";

const good: RestOptions = { baseUrl: "https://rest.bank.example/", merchantId: "349000000", terminalId: "58585858" };

test("the address is https, or http on the loopback", async () => {
  for (const baseUrl of ["https://rest.bank.example/v1/", "http://localhost:4000", "http://[::1]:1"]) {
    const rest = openRest({ ...good, baseUrl });
    assert.equal(rest.baseUrl, baseUrl.replace(/\/$/, ""));
    await rest.close();
  }
});

test("an option that is unknown or out of range is an ArgumentError naming it", () => {
  const wrong: [object, RegExp][] = [
    [{ baseUrl: "http://rest.bank.example" }, /^rest\.baseUrl: expected https, since the host is not the loopback$/],
    [
      { baseUrl: "https://a:b@rest.bank.example" },
      /^rest\.baseUrl: expected an address without user name and password$/,
    ],
    [
      { baseUrl: "https://rest.bank.example/api/payment/" },
      /^rest\.baseUrl: expected https:\/\/rest\.bank\.example, without \/api\/payment at its end$/,
    ],
    [
      { baseUrl: undefined },
      /^rest\.baseUrl: missing, expected an absolute https address, or an http one on the loopback$/,
    ],
    [
      { baseUrl: "localhost:4100" },
      /^rest\.baseUrl: expected an absolute https address, or an http one on the loopback: did you mean http:\/\/localhost:4100\?$/,
    ],
    [
      { baseUrl: "https://rest.bank.example/api/payment/transactions/sales" },
      /^rest\.baseUrl: expected https:\/\/rest\.bank\.example, without \/api\/payment\/transactions\/sales at its end$/,
    ],
    [
      { baseUrl: "https://rest.bank.example/api/payment/transactions" },
      /without \/api\/payment\/transactions at its end$/,
    ],
    [{ baseURL: "x" }, /^rest\.baseURL: unknown field, did you mean baseUrl\?$/],
    [{ merchantId: "3".repeat(16) }, /^rest\.merchantId: expected digits, at most 15$/],
    [{ merchantId: "34900000A" }, /^rest\.merchantId: expected digits, at most 15$/],
    [{ merchantId: 349_000_000 }, /^rest\.merchantId: expected digits as a string, at most 15$/],
    [{ merchantId: undefined }, /^rest\.merchantId: missing, expected digits as a string, at most 15$/],
    [{ terminalId: 58585858 }, /^rest\.terminalId: expected letters A to Z and digits as a string, at most 8$/],
    [{ terminalId: "585858585" }, /^rest\.terminalId: expected letters A to Z and digits, at most 8$/],
    [{ terminalId: "" }, /^rest\.terminalId: /],
    [{ token: "t" }, /^rest\.token: expected a function$/],
    [{ bearerToken: "t" }, /^rest\.bearerToken: expected a function$/],
    [{ now: 5 }, /^rest\.now: expected a function$/],
    [{ bearerHeader: "a b" }, /^rest\.bearerHeader: expected the name of a header$/],
    [{ batchClose: "7 PM" }, /^rest\.batchClose: expected a time of day as HH:MM$/],
    [{ batchClose: "24:00" }, /^rest\.batchClose: /],
    [{ timeZone: "Santo Domingo" }, /^rest\.timeZone: expected a time zone such as America\/Santo_Domingo$/],
    [{ timeZone: null }, /^rest\.timeZone: /],
    [{ timeouts: { sale: 1 } }, /^rest\.timeouts\.sale: unknown field, expected one of idempotencyKey, transaction$/],
    [
      { timeouts: { transaction: 60 } },
      /^rest\.timeouts\.transaction: expected milliseconds, a whole number from 100 to 600000$/,
    ],
    [{ now: () => 1_795_000_000 }, /^rest\.now: expected milliseconds since 1970, got a time before 2000$/],
    [{ connections: 0 }, /^rest\.connections: expected a whole number from 1 to 10000$/],
  ];
  for (const [change, message] of wrong) {
    assert.throws(() => openRest({ ...good, ...change }), { ...argumentError, message });
  }
  assert.throws(() => openRest(undefined as never), /^TypeError: rest: expected an object$/);
});
