import assert from "node:assert/strict";
import { test } from "node:test";
import { bank, create, open, query } from "./shop.ts";

const lines: string[] = [];
const sandbox = await bank({ log: (line) => lines.push(line) });
const session = await create(sandbox);
const { SESSION } = session;
const key = session["session-key"];
const form = "a form (application/x-www-form-urlencoded) with the field SESSION, from the buyer's browser";
const leak =
  "the session-key of A-1 went through the buyer's browser, and whoever has it can read the result: " +
  "expected SESSION alone, and the session-key to stay on the server";

function post(body: string | FormData | URLSearchParams, path = "/authorize", headers: Record<string, string> = {}) {
  return fetch(sandbox.url + path, { method: "POST", body, headers, redirect: "manual" });
}

function multipart(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

const json = { "content-type": "application/json" };
for (const [what, expected, send] of [
  ["JSON", `JSON was sent: expected ${form}`, () => post(JSON.stringify({ SESSION }), "/authorize", json)],
  ["a multipart form", `a multipart form was sent: expected ${form}`, () => post(multipart({ SESSION }))],
  ["nothing", `an empty body was sent: expected ${form}`, () => post("")],
  [
    "SESSION in the address",
    `SESSION was sent in the address: expected ${form}`,
    () => post("", `/authorize?SESSION=${SESSION}`),
  ],
  ["an empty SESSION", `SESSION is empty: expected ${form}`, () => post(new URLSearchParams({ SESSION: "" }))],
  [
    "another field name",
    'the form has "session", "x": expected the field "SESSION", in capitals, or the fields of the payment request',
    () => post(new URLSearchParams({ session: SESSION, x: "1" })),
  ],
  [
    "an unknown SESSION",
    "this bank has no session sess-000…0000: expected one that it made since it was started, at this address",
    () => post(new URLSearchParams({ SESSION: `sess-${"0".repeat(32)}` })),
  ],
  [
    "the page's own SESSION",
    "SESSION is that of the payment page of A-1, which the return carries: expected that of the session's creation",
    async () => {
      const page = new URL(await open(sandbox, session)).searchParams.get("s") ?? "";
      return post(new URLSearchParams({ SESSION: page }));
    },
  ],
  ["the session-key as SESSION", leak, () => post(new URLSearchParams({ SESSION: key }))],
  ["the session-key in JSON", leak, () => post(JSON.stringify({ SESSION, "session-key": key }), "/authorize", json)],
  ["the session-key in a multipart form", leak, () => post(multipart({ "session-key": key }))],
  ["the session-key in the address", leak, () => post("", `/authorize?sk=${key}`)],
] as const) {
  test(`POST /authorize with ${what} says so: on the page, in both languages on the wire log, and on the console`, async () => {
    const response = await send();
    assert.equal(response.status, 404);
    const reason = sandbox.wire().at(-1)?.reason;
    assert.equal(reason?.en, expected);
    assert.notEqual(reason?.es, reason?.en);
    assert.equal(lines.at(-1), `POST /authorize: refused with 404: ${expected}`);
    const page = (await response.text()).replaceAll("&quot;", '"').replaceAll("&#39;", "'");
    assert.ok(page.includes(`<strong>Para quien desarrolla el comercio:</strong> ${reason?.es}.</p>`));
    for (const text of [page, ...lines, JSON.stringify(sandbox.wire())]) assert.equal(text.includes(key), false);
  });
}

test("a browser that prefers English reads the sentence in English", async () => {
  const response = await post("", "/authorize", { "accept-language": "en-US" });
  assert.match(await response.text(), /an empty body was sent: expected a form/);
});

test("the session-key beside a right SESSION lets the buyer in, with a warning", async () => {
  const response = await post(new URLSearchParams({ SESSION, "session-key": key }));
  assert.equal(response.status, 303);
  assert.deepEqual(sandbox.wire().at(-1)?.warnings, [leak]);
  assert.equal(lines.at(-1), `A-1: ${leak}`);
  assert.equal((await query(sandbox, session)).status, 404);
});

test("the installments page says the same", async () => {
  const response = await post("", "/servicios/pagosxcuotas/gatewayPagosCuotas");
  assert.equal(response.status, 404);
  assert.match(sandbox.wire().at(-1)?.reason?.en ?? "", /^an empty body was sent/);
});

test("a query that is refused says why: another SESSION, another key, none, too late", async () => {
  const own = await bank({ log: (line) => lines.push(line) });
  const asked = await create(own);
  const page = new URL(await open(own, asked)).searchParams.get("s") ?? "";
  const ask = async (id: string, sk: string): Promise<string | undefined> => {
    await fetch(`${own.url}/sessions/${id}${sk}`);
    const { en } = own.wire().at(-1)?.reason ?? {};
    assert.match(lines.at(-1) ?? "", /: refused with 40[04]: /);
    assert.ok(lines.at(-1)?.endsWith(`: ${en}`));
    return en;
  };
  const expected = "expected the session-key of the creation of the session of A-1";
  assert.equal(await ask(asked.SESSION, ""), `"sk" is missing: ${expected}`);
  assert.equal(await ask(asked.SESSION, `?sk=${"0".repeat(64)}`), `"sk" is another: ${expected}`);
  assert.equal(await ask(asked.SESSION, `?sk=${asked.SESSION}`), `"sk" is the SESSION: ${expected}`);
  assert.match((await ask(page, `?sk=${asked["session-key"]}`)) ?? "", /^SESSION is that of the payment page of A-1, /);
  assert.match((await ask("sess-1", "?sk=1")) ?? "", /^this bank has no session sess-1: /);
  own.clock.advance(31 * 60 * 1000);
  assert.equal(
    await ask(asked.SESSION, `?sk=${asked["session-key"]}`),
    "the session of A-1 is over: asked 31 minutes after its creation, expected within 30",
  );
  assert.doesNotMatch(lines.join(), new RegExp(asked["session-key"]));
});

test("an unknown page, one that is over, and a body that is too long say so too", async () => {
  const own = await bank({ log: (line) => lines.push(line) });
  await fetch(`${own.url}/auth?s=1`);
  assert.equal(
    lines.at(-1),
    "GET /auth: refused with 404: this bank has no such payment page: expected the address that POST /authorize leads to",
  );
  const page = await open(own, await create(own));
  own.clock.advance(45 * 60 * 1000);
  await fetch(page);
  assert.equal(
    lines.at(-1),
    "A-1: refused with 410: the session of A-1 is over: asked 45 minutes after its creation, expected within 30",
  );
  await fetch(`${own.url}/sessions`, { method: "POST", body: "x".repeat(70_000) });
  assert.equal(
    lines.at(-1),
    "POST /sessions: refused with 413: the body is longer than 64 KiB: expected a shorter one",
  );
});
