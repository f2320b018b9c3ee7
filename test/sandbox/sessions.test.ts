import assert from "node:assert/strict";
import { test } from "node:test";
import { cardForm } from "../buyer-at-bank.ts";
import { bank, create, open, post, query, request, resultOf } from "./shop.ts";

const sandbox = await bank();
const send = (body: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${sandbox.url}/sessions`, { method: "POST", body, ...init });

test("creating a session answers 200 with identifiers of the live form", async () => {
  const response = await send(JSON.stringify(request));
  assert.equal(response.status, 200);
  assert.equal(response.headers.get("content-type"), "application/json");
  assert.match(await response.text(), /^\{"SESSION":"sess-[0-9a-f]{32}","session-key":"[0-9a-f]{64}"\}$/);
});

test("no two sessions share an identifier or a key", async () => {
  const sessions = await Promise.all(Array.from({ length: 50 }, () => create(sandbox)));
  assert.equal(new Set(sessions.flatMap((session) => Object.values(session))).size, 100);
});

test("creation takes nearly anything: numbers, nulls, unknown and missing fields", async () => {
  for (const body of [
    "{}",
    JSON.stringify({ ...request, Amount: 295000, CurrencyCode: 214, MerchantName: null }),
    JSON.stringify({ ...request, MerchantNumber: "", Surprise: { deep: [1] } }),
    '{"__proto__":{"Amount":"1"},"constructor":null,"toString":1}',
    `\ufeff${JSON.stringify(request)}`,
  ]) {
    assert.equal((await send(body)).status, 200, body);
  }
});

test("creation takes any content type, and none", async () => {
  for (const headers of [{ "content-type": "text/plain" }, { "content-type": "application/xml" }, {}]) {
    assert.equal((await send(JSON.stringify(request), { headers })).status, 200);
  }
});

test("a body that is not a JSON object answers 400 with what was sent and what is expected", async () => {
  const lines: string[] = [];
  const own = await bank({ log: (line) => lines.push(line) });
  const form = "a form (application/x-www-form-urlencoded)";
  for (const [body, kind] of [
    ["", "an empty body"],
    [" \n", "an empty body"],
    ["{", "JSON that breaks after 1 characters"],
    ['{"Amount":"1",}', "JSON that breaks after 14 characters"],
    ["null", "null"],
    ["[]", "a JSON array"],
    [JSON.stringify([request]), "a JSON array"],
    ["7", "a JSON number"],
    ['"Amount"', "a JSON string"],
    [JSON.stringify(JSON.stringify(request)), "JSON that is encoded twice (an object inside a string)"],
    ["<xml/>", "XML or HTML"],
    ["Amount=1", form],
    [new URLSearchParams(request).toString(), form],
    ["3DS_email=ana@example.com", form],
    ["--x\r\nContent-Disposition: form-data; name=Amount\r\n\r\n1\r\n--x--", "a multipart form"],
    ["hello", "text that is not JSON"],
  ] as const) {
    const response = await fetch(`${own.url}/sessions`, { method: "POST", body });
    const message = `${kind} was sent: expected a JSON object with the fields of the payment request`;
    assert.deepEqual([response.status, await response.json()], [400, { message }], body);
    assert.equal(own.wire().at(-1)?.reason?.en, message);
    assert.equal(lines.at(-1), `POST /sessions: refused with 400: ${message}`);
  }
});

test("a body over 64 KiB answers 413", async () => {
  const response = await send(JSON.stringify({ ...request, AVS: "x".repeat(70_000) }));
  assert.deepEqual([response.status, await response.text()], [413, '{"message":"Payload Too Large"}']);
});

test("amounts are read as live reads them: padded, bare, decimals cut off", async () => {
  const own = await bank();
  const amounts = ["000000010000", "10000", 10000, " 10000 ", "2950.00", "12345678901234", "-1", "1,000", "", null];
  for (const Amount of amounts) await create(own, { Amount });
  assert.deepEqual(
    own.sessions().map(({ amount }) => amount),
    [10000, 10000, 10000, 10000, 2950, undefined, undefined, undefined, undefined, undefined],
  );
});

test("an unfinished session answers 404 rspdata_not_found, before and after the page was opened", async () => {
  const session = await create(sandbox);
  assert.deepEqual(await query(sandbox, session), { status: 404, body: '{"message":"rspdata_not_found"}' });
  await open(sandbox, session);
  assert.deepEqual(await query(sandbox, session), { status: 404, body: '{"message":"rspdata_not_found"}' });
});

test("a wrong, empty or missing key answers 400 invalid_sk", async () => {
  const { SESSION, "session-key": key } = await create(sandbox);
  for (const search of [`?sk=${"0".repeat(64)}`, "?sk=", "", `?sk=${key}0`, `?SK=${key}`]) {
    const response = await fetch(`${sandbox.url}/sessions/${SESSION}${search}`);
    assert.deepEqual([response.status, await response.text()], [400, '{"message":"invalid_sk"}'], search);
  }
});

test("an unknown session answers 404 Session not found, and a path that cannot be decoded Not Found", async () => {
  for (const [id, message] of [
    [`sess-${"0".repeat(32)}`, "Session not found"],
    ["x", "Session not found"],
    ["..%2f..", "Session not found"],
    ["%00", "Session not found"],
    ["__proto__", "Session not found"],
    ["%E0%A4%A", "Not Found"],
  ] as const) {
    const response = await fetch(`${sandbox.url}/sessions/${id}?sk=1`);
    assert.deepEqual([response.status, await response.json()], [404, { message }], id);
  }
});

test("the result of an approved payment has the live shape with its misspellings", async () => {
  const session = await create(sandbox);
  const page = await open(sandbox, session);
  await post(page, cardForm("4761340000000050"));
  const { status, body } = await query(sandbox, session);
  assert.equal(status, 200);
  const guid = new URL(page).searchParams.get("s");
  assert.match(
    body,
    new RegExp(
      '^\\{"ResponseCode":"00","TransactionId":"000042","TransactionID":"000042","OrdenID":"A-1","RemoteResponseCode":"00",' +
        '"AuthorizationCode":"\\d{5}[0-9A-Z]","RetrivalReferenceNumber":"\\d{12}","CreditCardNumber":"476134______0050",' +
        `"TxToken":"txn-[0-9a-f]{32}","SESSION":"${guid}"\\}$`,
    ),
  );
  assert.deepEqual(await query(sandbox, session), { status, body });
});

test("the result of a declined payment has no authorization", async () => {
  const session = await create(sandbox);
  await post(await open(sandbox, session), cardForm("4761340000001512"));
  const { body } = await query(sandbox, session);
  assert.match(body, /"ResponseCode":"51".*"RemoteResponseCode":"51","AuthorizationCode":"N\/A"/);
});

test("references are twelve digits and unique", async () => {
  const references = new Set<unknown>();
  for (let i = 0; i < 20; i++) {
    const session = await create(sandbox);
    await post(await open(sandbox, session), cardForm("5461340000000050"));
    references.add((await resultOf(sandbox, session)).RetrivalReferenceNumber);
  }
  assert.equal(references.size, 20);
});

test("page and query know a session for 30 minutes and no longer, paid or not", async () => {
  const own = await bank({ now: () => 1_800_000_000_000 });
  const [open1, paid] = [await create(own), await create(own)];
  const page = await open(own, paid);
  await post(page, cardForm("4761340000000050"));
  own.clock.advance(30 * 60 * 1000 - 1);
  assert.equal((await query(own, paid)).status, 200);
  assert.equal((await query(own, open1)).body, '{"message":"rspdata_not_found"}');
  own.clock.advance(1);
  for (const session of [open1, paid]) {
    assert.deepEqual(await query(own, session), { status: 404, body: '{"message":"Session not found"}' });
  }
  assert.equal((await fetch(page)).status, 410);
  assert.deepEqual(
    own.sessions().map(({ expired }) => expired),
    [true, true],
  );
  own.clock.reset();
  assert.equal((await query(own, paid)).status, 200);
});

test("expired sessions leave once more than a thousand are held, live ones never", async () => {
  const own = await bank();
  for (let i = 0; i < 1200; i++) await create(own, { OrdenID: `old-${i}` });
  assert.equal(own.sessions().length, 1200);
  own.clock.advance(31 * 60 * 1000);
  for (let i = 0; i < 300; i++) await create(own, { OrdenID: `new-${i}` });
  const orders = own.sessions().map(({ order }) => order);
  assert.equal(orders.length, 1000);
  assert.equal(orders.filter((order) => order.startsWith("new-")).length, 300);
});

test("sessions() tells state and counts, and no secret", async () => {
  const own = await bank({ now: () => 1_800_000_000_000 });
  const session = await create(own);
  await create(own);
  const page = await open(own, session);
  await open(own, session);
  await post(page, cardForm("4761340000000050"));
  await query(own, session);
  assert.deepEqual(own.sessions()[0], {
    id: session.SESSION,
    type: "0200",
    order: "A-1",
    transactionId: "000042",
    amount: 295000,
    currency: "DOP",
    state: "approved",
    code: "00",
    reason: undefined,
    expired: false,
    createdAt: 1_800_000_000_000,
    expiresAt: 1_800_000_000_000 + 30 * 60 * 1000,
    creations: 2,
    visits: 2,
    queries: 1,
    charges: 1,
    warnings: [],
    warningsEs: [],
  });
  assert.equal(JSON.stringify(own.sessions()).includes(session["session-key"]), false);
});
