import assert from "node:assert/strict";
import { test } from "node:test";
import { ArgumentError, type PaymentRequest, paymentRequest } from "@ventanilla/client";
import { argumentError } from "./argument-error.ts";
import { merchant, minimalRequests, payment } from "./valid-request.ts";

test("a payment becomes the least request that the wire takes", () => {
  assert.deepEqual(paymentRequest(merchant, payment), {
    ...minimalRequests["0200"],
    OrdenId: payment.orderId,
    MerchantType: "5999",
  });
});

test("everything that is known of the buyer goes into the 3-D Secure fields", () => {
  const address = {
    line1: "Calle Núñez 5",
    line2: "Apto. 3",
    line3: "Ensanche",
    city: "Santo Domingo",
    state: "01",
    country: "DO",
    postCode: "10101",
  };
  const request: Record<string, unknown> = paymentRequest(merchant, {
    ...payment,
    buyer: {
      email: "ana@example.do",
      mobilePhone: "+1 (809) 555-1234",
      homePhone: "809.555.1235",
      workPhone: "809 555 1236",
      billing: address,
      shipping: { ...address, line2: undefined },
    },
  });
  assert.equal(request["3DS_mobilePhone"], "+18095551234");
  assert.equal(request["3DS_homePhone"], "8095551235");
  assert.equal(request["3DS_workPhone"], "8095551236");
  for (const [part, value] of Object.entries(address)) {
    assert.equal(request[`3DS_billAddr_${part}`], value);
    assert.equal(request[`3DS_shipAddr_${part}`], part === "line2" ? "" : value);
  }
});

test("the details of a payment that are given reach the wire, for a pre-authorization too, and no others", () => {
  const details = { avs: "Calle Núñez 5", batchId: "001", threeRiIndicator: "02" } as const;
  const sent = { AVS: "Calle Núñez 5", BatchId: "001", "3DS_RI_ind": "02" };
  for (const transactionType of ["0200", "0100"] as const) {
    assert.deepEqual(paymentRequest(merchant, { ...payment, ...details, transactionType }), {
      ...paymentRequest(merchant, { ...payment, transactionType }),
      ...sent,
    });
  }
  for (const [transactionKind, code] of [
    ["purchase", "01"],
    ["check-acceptance", "03"],
    ["account-funding", "10"],
    ["gambling", "11"],
    ["prepaid", "28"],
    [undefined, undefined],
  ] as const) {
    const request: Record<string, unknown> = paymentRequest(merchant, { ...payment, transactionKind });
    assert.equal(request["3DS_transType"], code);
  }
});

test("languages, currencies, transaction types and terminals reach the wire", () => {
  const request = paymentRequest(
    { ...merchant, terminalAmex: "77777777", name: "TIENDA DEMO           SANTO DOMINGO   DO", type: undefined },
    {
      ...payment,
      language: "en",
      transactionType: "0100",
      amount: { minor: 1, currency: "USD" },
      tax: { minor: 0, currency: "USD" },
    },
  );
  assert.deepEqual(request, {
    ...minimalRequests["0100"],
    OrdenId: payment.orderId,
    MerchantTerminal_amex: "77777777",
    PageLanguaje: "ENG",
    Amount: "000000000001",
    CurrencyCode: "840",
    Tax: "000000000000",
  });
});

test("an IPv4 address mapped into IPv6 is unwrapped, another IPv6 address goes as 0.0.0.0", () => {
  const sent = (clientIp: string) => paymentRequest(merchant, { ...payment, clientIp }).Ipclient;
  for (const mapped of ["::ffff:203.0.113.7", "::ffff:cb00:7107", "0:0:0:0:0:FFFF:CB00:7107"])
    assert.equal(sent(mapped), "203.0.113.7", mapped);
  assert.equal(sent("fe80::1%eth0"), "0.0.0.0");
  assert.equal(sent("2001:db8::1"), "0.0.0.0");
  assert.equal(sent("::1"), "0.0.0.0");
});

test("what is wrong is an ArgumentError that names what the caller wrote", () => {
  const buyer = { email: "ana@example.do", mobilePhone: "+18095551234" };
  const wrong: [object, object, RegExp][] = [
    [{}, { orderId: "x".repeat(23) }, /^payment\.orderId: expected at most 20 bytes in UTF-8, got 23$/],
    [{}, { orderId: "ñ".repeat(11) }, /^payment\.orderId: expected at most 20 bytes in UTF-8, got 22$/],
    [{}, { orderId: 42 }, /^payment\.orderId: expected printable characters, .* as a string$/],
    [{}, { orderId: undefined }, /^payment\.orderId: missing$/],
    [{}, { OrdenId: "x" }, /^payment\.OrdenId: unknown field, did you mean orderId\?$/],
    [{}, { transactionId: "12345" }, /^payment\.transactionId: expected exactly 6 bytes/],
    [{}, { amount: { minor: 29.5, currency: "DOP" } }, /^payment\.amount\.minor: expected a whole number/],
    [{}, { amount: { minor: 0, currency: "DOP" } }, /^payment\.amount\.minor: expected 1 to/],
    [{}, { amount: 2950 }, /^payment\.amount: expected \{ minor, currency \}$/],
    [{}, { tax: { minor: -1, currency: "DOP" } }, /^payment\.tax\.minor: expected 0 to/],
    [{}, { tax: { minor: 0, currency: "USD" } }, /^payment\.tax\.currency: expected DOP$/],
    [{}, { tax: { minor: 295_001, currency: "DOP" } }, /^payment\.tax: expected at most the amount$/],
    [{}, { clientIp: "999.1.1.1" }, /^payment\.clientIp: expected an IPv4 address$/],
    [{}, { returnUrl: "/back" }, /^payment\.returnUrl: expected an absolute http or https address$/],
    [{}, { cancelUrl: "javascript:alert(1)" }, /^payment\.cancelUrl: expected an absolute/],
    [{}, { language: "fr" }, /^payment\.language: expected es or en, or one of ESP, ENG, ING$/],
    [{}, { clientIp: "localhost" }, /^payment\.clientIp: expected an IPv4 address$/],
    [{}, { clientIp: undefined }, /^payment\.clientIp: missing$/],
    [{}, { transactionType: "2240" }, /^payment\.transactionType: expected 0200 or 0100$/],
    [{}, { avs: "x".repeat(256) }, /^payment\.avs: expected at most 255 bytes in UTF-8, got 256$/],
    [{}, { batchId: 1 }, /^payment\.batchId: expected digits, as a string$/],
    [{}, { batchID: "1" }, /^payment\.batchID: unknown field, did you mean batchId\?$/],
    [{}, { threeRiIndicator: "0001" }, /^payment\.threeRiIndicator: expected at most 3 bytes in UTF-8, got 4$/],
    [{}, { transactionKind: "01" }, /^payment\.transactionKind: expected one of purchase, check-acceptance, account-/],
    [{}, { buyer: undefined }, /^payment\.buyer: expected email and mobilePhone/],
    [{}, { buyer: { ...buyer, email: "ana" } }, /^payment\.buyer\.email: expected an email address$/],
    [{}, { buyer: { ...buyer, email: "" } }, /^payment\.buyer\.email: expected an email address$/],
    [{}, { buyer: { email: "a@b.do" } }, /^payment\.buyer\.mobilePhone: /],
    [{}, { buyer: { ...buyer, phone: "1" } }, /^payment\.buyer\.phone: unknown field, did you mean mobilePhone\?$/],
    [{}, { buyer: { ...buyer, homePhone: "1".repeat(16) } }, /^payment\.buyer\.homePhone: expected at most 15 bytes/],
    [
      {},
      { buyer: { ...buyer, billing: { country: "Rep. Dom." } } },
      /^payment\.buyer\.billing\.country: expected at most 3/,
    ],
    [
      {},
      { buyer: { ...buyer, shipping: { postcode: "1" } } },
      /^payment\.buyer\.shipping\.postcode: unknown field, did you mean postCode\?$/,
    ],
    [{ number: "" }, {}, /^merchant\.number: expected digits, padded right with spaces or not$/],
    [{ number: "34900000A" }, {}, /^merchant\.number: expected digits, padded right with spaces or not$/],
    [{ number: 349 }, {}, /^merchant\.number: expected .* as a string$/],
    [{ terminal: "x".repeat(13) }, {}, /^merchant\.terminal: expected at most 12 bytes/],
    [{ acquirer: "34" }, {}, /^merchant\.acquirer: expected exactly 3 bytes/],
    [{ type: "59" }, {}, /^merchant\.type: expected exactly 4 bytes/],
    [
      { name: "Tienda" },
      {},
      /^merchant\.name: expected \{ owner, city, country \}, or exactly 40 bytes .*, got 6 bytes$/,
    ],
    [{ name: undefined }, {}, /^merchant\.name: expected \{ owner, city, country \}, .*got undefined$/],
    [{ id: "349" }, {}, /^merchant\.id: unknown field, did you mean number\?$/],
    [{ merchantNumber: "349" }, {}, /^merchant\.merchantNumber: unknown field, did you mean number\?$/],
    [{}, { buyer: { email: buyer.email } }, /^payment\.buyer\.mobilePhone: missing, 3-D Secure asks for it$/],
    [{}, { buyer: { ...buyer, mobilePhone: "" } }, /^payment\.buyer\.mobilePhone: missing/],
    [{ name: { owner: "x".repeat(23), city: "y", country: "DO" } }, {}, /^merchant\.name\.owner: expected at most 22/],
    [{ Number: "1" }, {}, /^merchant\.Number: unknown field, did you mean number\?$/],
  ];
  for (const [merchantChange, paymentChange, message] of wrong) {
    assert.throws(() => paymentRequest({ ...merchant, ...merchantChange }, { ...payment, ...paymentChange }), {
      ...argumentError,
      message,
    });
  }
  assert.throws(() => paymentRequest(null as never, payment), /^TypeError: merchant: expected an object$/);
  assert.throws(() => paymentRequest(merchant, undefined as never), /^TypeError: payment: expected an object$/);
});

test("no complaint repeats what was given", () => {
  const secret = "4111111111111111";
  for (const field of ["orderId", "transactionId", "returnUrl", "clientIp", "language"]) {
    assert.throws(
      () => paymentRequest(merchant, { ...payment, [field]: `${secret}\n${secret}` }),
      (error) => error instanceof ArgumentError && !error.message.includes(secret),
    );
  }
});

test("the type of a request follows from its TransactionType", () => {
  const sale: PaymentRequest = minimalRequests["0200"];
  // @ts-expect-error a sale has no TxToken
  const withToken: PaymentRequest = { ...minimalRequests["0200"], TxToken: "txn-1" };
  // @ts-expect-error a confirmation has one
  const without: PaymentRequest = { ...minimalRequests["0200"], TransactionType: "2240" };
  // @ts-expect-error the wire knows two currencies
  const euros: PaymentRequest = { ...minimalRequests["0200"], CurrencyCode: "978" };
  void [sale, withToken, without, euros];
});
