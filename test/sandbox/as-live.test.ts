import assert from "node:assert/strict";
import { test } from "node:test";
import { cardForm } from "../buyer-at-bank.ts";
import { call, checkIn, codeOf, refund, sale, saleFields, tokenOf, voidOf } from "./rest.ts";
import { bank, complete, create, follow, handOver, open, post, query, request, resultOf } from "./shop.ts";

type Bank = Awaited<ReturnType<typeof bank>>;
const warned = (sandbox: Bank) => sandbox.wire().at(-1)?.warnings ?? [];
const warnedEs = (sandbox: Bank) => sandbox.wire().at(-1)?.warningsEs ?? [];
const creation = async ({ url }: Bank, fields: Record<string, unknown>) => {
  const response = await fetch(`${url}/sessions`, { method: "POST", body: JSON.stringify({ ...complete, ...fields }) });
  return { status: response.status, text: await response.text() };
};

test("result-spelling older: OrdenID, CreditcardNumber, RetrivalReferenceNumber, RemoteResponseCode and TransactionID", async () => {
  const sandbox = await bank();
  sandbox.switches.set("result-spelling", "older");
  const session = await create(sandbox);
  await post(await open(sandbox, session), cardForm("4761340000000050"));
  assert.deepEqual(Object.keys(await resultOf(sandbox, session)), [
    "ResponseCode",
    "TransactionID",
    "OrdenID",
    "RemoteResponseCode",
    "AuthorizationCode",
    "RetrivalReferenceNumber",
    "CreditcardNumber",
    "TxToken",
  ]);
});

test("a direct form's return carries both spellings of its number and of its reference; the plain one the contract's", async () => {
  const sandbox = await bank();
  const returned = async (card?: string) => {
    const page = new URL(
      (await post(`${sandbox.url}/authorize`, { ...request })).headers.get("location") ?? "",
      sandbox.url,
    );
    const answer = await post(page.href, card === undefined ? { action: "cancel" } : cardForm(card));
    return new URLSearchParams(handOver(await (await follow(answer)).text())?.body);
  };
  for (const card of ["4761340000000050", "4761340000001512"]) {
    const body = await returned(card);
    assert.equal(body.get("TransactionId"), "000042");
    assert.equal(body.get("TransactionID"), "000042");
    assert.match(body.get("RetrievalReferenceNumber") ?? "", /^\d{12}$/);
    assert.equal(body.get("RetrivalReferenceNumber"), body.get("RetrievalReferenceNumber"));
  }
  assert.equal((await returned()).get("TransactionId"), "000042");
  sandbox.switches.set("direct-return", "plain");
  assert.deepEqual(
    [...(await returned("4761340000000050")).keys()],
    ["ResponseCode", "TransactionID", "RemoteResponseCode", "AuthorizationCode", "RetrivalReferenceNumber", "TxToken"],
  );
  assert.equal((await returned()).has("TransactionId"), false);
});

test("an Amount of 13 digits with zeros in front is read without them, with a warning; a switch cuts or refuses it", async () => {
  const sandbox = await bank();
  const amount = async () => {
    await create(sandbox, { Amount: "0000000100000", Tax: "0000000015254" });
    return sandbox.sessions().at(-1)?.amount;
  };
  assert.equal(await amount(), 100_000);
  assert.deepEqual(warned(sandbox), [
    '"Amount" has 13 digits: the limit is 12; the zeros in front are dropped and it is read as 1000.00',
    '"Tax" has 13 digits: the limit is 12; the zeros in front are dropped and it is read as 152.54',
  ]);
  sandbox.switches.set("long-amount", "cut");
  assert.equal(await amount(), 10_000);
  assert.match(warned(sandbox)[0] ?? "", /^"Amount" has 13 digits: .* cut .* read as 100\.00$/);
  sandbox.switches.set("long-amount", "refused");
  assert.equal(await amount(), undefined);
  assert.match(warned(sandbox)[0] ?? "", /^"Amount" is 13 bytes long: the limit is 12$/);
  sandbox.switches.set("long-amount", "zeros-dropped");
  await create(sandbox, { Amount: "1000000000000" });
  assert.equal(sandbox.sessions().at(-1)?.amount, undefined);
});

test("profile document refuses an Amount of 13 digits, as its length is 12", async () => {
  const sandbox = await bank({ profile: "document" });
  const { status, text } = await creation(sandbox, { Amount: "0000000295000" });
  assert.deepEqual([status, text.includes("13 bytes long")], [400, true]);
});

test("a void without pnRef is explained by pnRef, a refund without txToken by txToken", async () => {
  const sandbox = await bank();
  sandbox.switches.set("rest-mandatory-fields", "lenient");
  const sold = await sale(sandbox);
  assert.equal(codeOf(await voidOf(sandbox, sold, { pnRef: undefined, txToken: tokenOf(sold) })), "25");
  assert.match(String(sandbox.transactions().at(-1)?.reason?.en), /^"pnRef" is missing: expected the reference/);
  assert.equal(codeOf(await refund(sandbox, sold, { txToken: undefined, pnRef: tokenOf(sold) })), "25");
  assert.match(String(sandbox.transactions().at(-1)?.reason?.en), /^"txToken" is missing: expected the reference/);
});

test("profile document refuses an empty value in each mandatory 3-D Secure field; strict takes it", async () => {
  const sandbox = await bank({ profile: "document" });
  const details = Object.keys(complete).filter((name) => name.startsWith("3DS_"));
  assert.equal(details.length, 11);
  assert.equal((await creation(sandbox, {})).status, 200);
  for (const name of details) {
    const { status, text } = await creation(sandbox, { [name]: "" });
    assert.deepEqual([status, text], [400, `{"message":"missing: ${name}"}`]);
  }
  sandbox.switches.set("mandatory-fields", "strict");
  const empty = Object.fromEntries(details.map((name) => [name, ""]));
  assert.equal(
    (await creation(sandbox, { ...empty, "3DS_email": "a@b.do", "3DS_mobilePhone": "8095550123" })).status,
    200,
  );
});

test("a 2240 posted to the page is answered with the text that the profile's returns have", async () => {
  for (const [profile, form] of [
    ["document", /^ResponseCode=00&TransactionID=000043&RemoteResponseCode=00&AuthorizationCode=/],
    ["live", /^SESSION=[\w-]+&Description=Transaction\+Received$/],
  ] as const) {
    const sandbox = await bank({ profile });
    const held = await create(sandbox, { ...complete, TransactionType: "0100" });
    await post(await open(sandbox, held), cardForm("4761340000000050"));
    const of = await resultOf(sandbox, held);
    const confirmation = await create(sandbox, {
      ...complete,
      TransactionType: "2240",
      TransactionId: "000043",
      TxToken: of.TxToken,
      RetrivalReferenceNumber: of.RetrivalReferenceNumber ?? of.RetrievalReferenceNumber,
      CreditcardNumber: of.CreditCardNumber,
      AuthorizationCode: of.AuthorizationCode,
      expdate_month: "11",
      expdate_year: "49",
      RemoteResponseCode: "00",
    });
    const answer = await post(`${sandbox.url}/authorize`, { SESSION: confirmation.SESSION });
    assert.match(await answer.text(), form, profile);
    assert.match((await query(sandbox, confirmation)).body, /"ResponseCode":"00"/);
  }
});

test("a tip, tax or itbis above the amount is a warning in either profile: the contract refuses none", async () => {
  for (const profile of ["live", "document"] as const) {
    const sandbox = await bank({ profile });
    const above = await sale(sandbox, { tip: "1234.88", tax: "2000.00" });
    assert.equal(codeOf(above), "00", above.text);
    assert.deepEqual(warned(sandbox), [
      '"tip": expected at most the amount, 1234.87, got 1234.88',
      '"tax": expected at most the amount, 1234.87, got 2000.00',
    ]);
    assert.match(warnedEs(sandbox)[0] ?? "", /^"tip": se esperaba a lo sumo el monto, 1234\.87/);
    const held = await checkIn(sandbox);
    const out = await call(sandbox, "checkouts", {
      token: "t",
      "idempotency-key": held.fields["idempotency-key"],
      "merchant-id": "349000000",
      environment: "Ecommerce",
      amount: "1.00",
      itbis: "2.00",
      "client-ip": "127.0.0.1",
      "reference-number": "R",
      txToken: tokenOf(held),
    });
    assert.equal(codeOf(out), "00");
    assert.equal((await creation(sandbox, { Tax: "000000295001" })).status, 200);
    assert.match(warned(sandbox).join(), /"Tax" is 2950\.01: expected at most "Amount", 2950\.00/);
  }
});

test("a REST amount that looks like cents is warned about, with the amount that was meant", async () => {
  const sandbox = await bank();
  const text = (sent: string, booked: string, meant: string) =>
    `"amount" is ${sent} and is booked as ${booked}: it looks like cents. REST amounts are major units: for ${meant} send ${meant}`;
  for (const [amount, booked, meant] of [
    ["295000", "295000.00", "2950.00"],
    [295000, "295000.00", "2950.00"],
    [" 123487 ", "123487.00", "1234.87"],
  ] as const) {
    assert.equal(codeOf(await sale(sandbox, { amount })), "00");
    assert.deepEqual(warned(sandbox), [text(String(amount).trim(), booked, meant)]);
  }
  for (const amount of ["2950.00", 2950, "100", "350.5", "295000.00"]) {
    await sale(sandbox, { amount });
    assert.deepEqual(warned(sandbox), [], String(amount));
  }
  // Fewer digits, or decimals, when the page took the hundredth part of it.
  await create(sandbox, { Amount: "000000000500", Tax: "0", OrdenID: "F-100" });
  for (const amount of ["500", "500.00"]) {
    await sale(sandbox, { amount });
    assert.deepEqual(warned(sandbox), [
      `"amount" is ${amount} and is booked as 500.00: the page took 5.00. REST amounts are major units: for 5.00 send 5.00`,
    ]);
  }
  await sale(sandbox, { tax: "45000", amount: "295000" });
  assert.equal(warned(sandbox).length, 2);
});

test("the 3-D Secure value is taken under either name; two that differ are refused, and the contract's name is told", async () => {
  const sandbox = await bank();
  const supplied = {
    tds_mode: "2",
    tds_status: "Y",
    tds_eci: "05",
    tds_programprotocol: "2.2.0",
    tds_dstransactionid: "ds-1",
  };
  assert.equal(codeOf(await sale(sandbox, { ...supplied, tds_aav: "AAAB" })), "00");
  assert.deepEqual(warned(sandbox), []);
  assert.equal(codeOf(await sale(sandbox, { ...supplied, tds_avv: "AAAB" })), "00");
  assert.deepEqual(warned(sandbox), ['"tds_avv" is read as "tds_aav", the contract\'s name']);
  assert.equal(codeOf(await sale(sandbox, { ...supplied, tds_aav: "AAAB", tds_avv: "AAAB" })), "00");
  const differing = await sale(sandbox, { ...supplied, tds_aav: "AAAB", tds_avv: "AAAC" });
  assert.deepEqual([differing.status, /"field":"tds_avv"/.test(differing.text)], [400, true]);
  assert.doesNotMatch(JSON.stringify(sandbox.wire()), /AAA[BC]/);
  const none = await sale(sandbox, supplied);
  assert.match(none.text, /"field":"tds_aav"/);
});

test("rest-mandatory-fields lenient does without conditional groups, too: missing ones are a warning", async () => {
  const sandbox = await bank();
  sandbox.switches.set("rest-mandatory-fields", "lenient");
  assert.equal(codeOf(await sale(sandbox, { tds_mode: "2" })), "00");
  assert.deepEqual(warned(sandbox), [
    "missing: tds_status, tds_eci, tds_aav, tds_programprotocol, tds_dstransactionid",
  ]);
  assert.equal(codeOf(await sale(sandbox, { tds_eci: "05" })), "00");
  assert.equal(codeOf(await sale(sandbox, { tkn_eci: "05" })), "00");
  const failed = await sale(sandbox, { tds_status: "N" });
  assert.equal(failed.fields["internal-response-code"], "4901");
});

test("a replay for another amount is told in both languages", async () => {
  const sandbox = await bank();
  const sold = await sale(sandbox, { ...saleFields });
  await refund(sandbox, sold, { amount: "1.00" });
  const again = await refund(sandbox, sold, { amount: "2.00" });
  assert.equal(codeOf(again), "00");
  assert.match(warned(sandbox)[0] ?? "", /this request returned nothing: "amount" is 2\.00 and was 1\.00/);
  assert.match(warnedEs(sandbox)[0] ?? "", /esta solicitud no devolvió nada: "amount" es 2\.00 y antes era 1\.00/);
});
