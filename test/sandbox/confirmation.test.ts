import assert from "node:assert/strict";
import { test } from "node:test";
import { PreAuthorizations } from "../../packages/sandbox/src/hosted/pre-authorizations.ts";
import { readPurchase } from "../../packages/sandbox/src/hosted/purchase.ts";
import { cardForm } from "../buyer-at-bank.ts";
import { bank, type Created, create, open, post, query, resultOf } from "./shop.ts";

const sandbox = await bank();
const result = (session: Created) => resultOf(sandbox, session);

async function preAuthorized(fields: Record<string, unknown> = {}) {
  const session = await create(sandbox, { TransactionType: "0100", ...fields });
  await post(await open(sandbox, session), cardForm("4761340000000050"));
  return result(session);
}

/** What a confirmation carries of the result that it settles. */
const confirmation = (of: Record<string, string>, fields: Record<string, unknown> = {}) => ({
  TransactionType: "2240",
  TransactionId: "000043",
  TxToken: of.TxToken,
  RetrivalReferenceNumber: of.RetrivalReferenceNumber,
  CreditcardNumber: of.CreditCardNumber,
  AuthorizationCode: of.AuthorizationCode,
  expdate_month: "",
  expdate_year: "",
  RemoteResponseCode: "00",
  ...fields,
});

async function confirm(fields: Record<string, unknown>) {
  const session = await create(sandbox, fields);
  const response = await post(`${sandbox.url}/authorize`, { SESSION: session.SESSION });
  return { session, response, code: (await result(session)).ResponseCode };
}

test("a pre-authorization is paid on the page as a sale is", async () => {
  const { ResponseCode, TxToken } = await preAuthorized();
  assert.equal(ResponseCode, "00");
  assert.match(TxToken ?? "", /^txn-/);
  assert.deepEqual([sandbox.sessions().at(-1)?.type, sandbox.sessions().at(-1)?.charges], ["0100", 1]);
});

test("a confirmation needs no page: its SESSION is posted by the server, its result comes by query", async () => {
  const { response, session, code } = await confirm(confirmation(await preAuthorized()));
  assert.deepEqual([response.status, response.headers.get("content-type")], [200, "text/plain"]);
  assert.equal(await response.text(), `SESSION=${session.SESSION}&Description=Transaction+Received`);
  assert.equal(code, "00");
  const { CreditCardNumber, AuthorizationCode } = await result(session);
  assert.equal(CreditCardNumber, "476134______0050");
  assert.match(AuthorizationCode ?? "", /^\d{5}[0-9A-Z]$/);
});

test("a confirmation has no result until its SESSION is posted, and posting it again changes nothing", async () => {
  const session = await create(sandbox, confirmation(await preAuthorized()));
  assert.match((await query(sandbox, session)).body, /rspdata_not_found/);
  await post(`${sandbox.url}/authorize`, { SESSION: session.SESSION });
  const first = await result(session);
  await post(`${sandbox.url}/authorize`, { SESSION: session.SESSION });
  assert.deepEqual(await result(session), first);
});

test("a pre-authorization is settled once", async () => {
  const original = await preAuthorized();
  assert.equal((await confirm(confirmation(original))).code, "00");
  assert.equal((await confirm(confirmation(original))).code, "26");
});

test("a confirmation whose SESSION is posted too late is refused, and the log says why", async () => {
  const session = await create(sandbox, confirmation(await preAuthorized()));
  sandbox.clock.advance(31 * 60_000);
  const response = await post(`${sandbox.url}/authorize`, { SESSION: session.SESSION });
  assert.deepEqual([response.status, await response.text()], [404, "Session not found"]);
  const said = /^the session of .* is over: asked 31 minutes after its creation, expected within 30$/;
  assert.match(sandbox.wire().at(-1)?.reason?.en ?? "", said);
});

test("a confirmation may be for less and not for more", async () => {
  const original = await preAuthorized();
  assert.equal((await confirm(confirmation(original, { Amount: "000000295001" }))).code, "13");
  assert.equal((await confirm(confirmation(original, { Amount: "000000100000" }))).code, "00");
});

test("a confirmation carries what the result told, whatever the mask's character", async () => {
  const original = await preAuthorized();
  const { AuthorizationCode, RetrivalReferenceNumber } = original;
  const none = "expected that of the result of an approved pre-authorization (0100)";
  const own = (expected = "") => `expected ${expected}, as the pre-authorization has it`;
  for (const [wrong, code, reason] of [
    [{ TxToken: `txn-${"0".repeat(32)}` }, "25", `"TxToken" is txn-0000…0000: ${none}`],
    [{ TxToken: "" }, "25", `"TxToken" is "": ${none}`],
    [{ AuthorizationCode: "00000X" }, "12", `"AuthorizationCode" is 00000X: ${own(AuthorizationCode)}`],
    [
      { RetrivalReferenceNumber: "000000000000" },
      "12",
      `"RetrivalReferenceNumber" is 000000000000: ${own(RetrivalReferenceNumber)}`,
    ],
    [{ CreditcardNumber: "546134______0050" }, "12", `"CreditcardNumber" is 546134 0050: ${own("476134 0050")}`],
    [{ MerchantNumber: "349000001" }, "12", `"MerchantNumber" is 349000001: ${own("349000000")}`],
    [{ MerchantTerminal: "58585859" }, "12", `"MerchantTerminal" is 58585859: ${own("58585858")}`],
    [{ CurrencyCode: "840" }, "12", `"CurrencyCode" is 840: ${own("214")}`],
    [{ CreditcardNumber: "476134******0050" }, "00", undefined],
    [{}, "26", "the pre-authorization has been confirmed already, for 2950.00: it is confirmed once"],
  ] as const) {
    assert.equal((await confirm(confirmation(original, wrong))).code, code, JSON.stringify(wrong));
    assert.equal(sandbox.sessions().at(-1)?.reason?.en, reason);
    assert.equal(sandbox.wire().at(-1)?.reason?.en, reason);
  }
});

test("a sale's token and a declined pre-authorization's settle nothing", async () => {
  const sold = await preAuthorized({ TransactionType: "0200" });
  assert.equal((await confirm(confirmation(sold))).code, "25");
  const session = await create(sandbox, { TransactionType: "100" });
  await post(await open(sandbox, session), cardForm("4761340000001512"));
  assert.equal((await confirm(confirmation(await result(session)))).code, "25");
});

test("a confirmation under another order is settled all the same, and warned of", async () => {
  const original = await preAuthorized({ OrdenID: "K-10", OrdenId: "K-10" });
  const other = { TransactionId: "000077", OrdenID: "K-99", OrdenId: "K-99" };
  const session = await create(sandbox, confirmation(original, other));
  const warning = '"OrdenID" is K-99: expected K-10, as the pre-authorization has it';
  assert.deepEqual(sandbox.wire().at(-1)?.warnings, [warning]);
  assert.deepEqual(sandbox.sessions().at(-1)?.warnings, [warning]);
  await post(`${sandbox.url}/authorize`, { SESSION: session.SESSION });
  assert.equal((await result(session)).ResponseCode, "00");
});

test("the cents of 9900 choose a confirmation's code, and it settles nothing unless money moves with it", async () => {
  const original = await preAuthorized({ Amount: "000001000000" });
  assert.equal((await confirm(confirmation(original, { Amount: "000000990051" }))).code, "51");
  assert.equal(
    sandbox.sessions().at(-1)?.reason?.en,
    "the amount 9900.51 asks for 51: an amount of 9900.CC answers the code CC",
  );
  assert.equal((await confirm(confirmation(original, { Amount: "000000990010" }))).code, "10");
  assert.equal((await confirm(confirmation(original, { Amount: "000000990000" }))).code, "26");
});

test("the last 10,000 pre-authorizations can be settled: memory does not grow with those before", () => {
  const held = new PreAuthorizations();
  const outcome = { ResponseCode: "00", reason: undefined, remoteCode: "00", authorizationCode: "1", reference: "1" };
  for (let i = 0; i <= 10_000; i++) {
    held.keep(readPurchase({ OrdenID: `P-${i}` }), { ...outcome, maskedCard: "", token: `txn-${i}` });
  }
  assert.equal(held.orderOf("txn-0"), undefined);
  assert.deepEqual([held.orderOf("txn-1"), held.orderOf("txn-10000")], ["P-1", "P-10000"]);
});
