import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { maskSecrets } from "../../packages/sandbox/src/secrets/mask-secrets.ts";
import { cardForm } from "../buyer-at-bank.ts";
import { stopping } from "../stopping.ts";
import { newKey, refund, sale, saleFields } from "./rest.ts";
import { bank, create, open, post, query } from "./shop.ts";
import { lastOnWire } from "./socket.ts";

const canaries = {
  real: "4539148803436467",
  grouped: "4539 1488 0343 6467",
  hyphens: "4539-1488-0343-6467",
  test: "4761340000000050",
  amex: "376134000000052",
  cvv: "7381",
  aav: "CANARY-AAV",
  tavv: "CANARY-TAVV",
  server: "CANARY-SERVER",
  client: "CANARY-CLIENT-TOKEN",
  cookie: "CANARY-COOKIE",
};

test("no card number, CVV, session key, bearer token, tds_ or tkn_ value is on the wire log, an event or in the state", async () => {
  const sandbox = await bank();
  const stopped = new AbortController();
  const events = await fetch(`${sandbox.url}/control/events`, { signal: stopped.signal });
  let heard = "";
  const listening = (async () => {
    for await (const text of events.body?.pipeThrough(new TextDecoderStream()) ?? []) heard += text;
  })().catch(() => {});

  const session = await create(sandbox, {
    Strange: canaries.real,
    AVS: canaries.grouped,
    CreditcardNumber: canaries.real,
  });
  const page = await open(sandbox, session);
  await post(page, { ...cardForm(canaries.real), cvv: canaries.cvv });
  await post(page, cardForm(canaries.test));
  await query(sandbox, session);
  await fetch(`${sandbox.url}/nothing/${canaries.real}?card=${canaries.hyphens}`);
  const secret = {
    token: canaries.client,
    "card-number": canaries.amex,
    cvv: canaries.cvv,
    tds_mode: "1",
    tds_servertransactionid: canaries.server,
    tds_aav: canaries.aav,
    tkn_eci: "05",
    tkn_tavv: canaries.tavv,
    tkn_reqid: canaries.tavv,
    tkn_assurance: canaries.tavv,
  };
  const sold = await sale(sandbox, secret);
  assert.equal(sold.status, 200);
  await sale(sandbox, { ...secret, "card-number": canaries.real, "invoice-number": canaries.grouped });
  const { token } = sandbox.issueToken();
  for (const headers of [{ authorization: `Bearer ${token}` }, { "x-bank": token }, { cookie: canaries.cookie }]) {
    await refund(sandbox, sold, { token: canaries.client }, headers);
  }
  const broken = `{"card-number": ${canaries.real}, "cvv":"${canaries.cvv}", "tkn_tavv":"${canaries.tavv}`;
  await fetch(`${sandbox.url}/api/payment/transactions/sales`, { method: "POST", body: broken });

  const state = await (await fetch(`${sandbox.url}/control/state`)).text();
  const wire = await (await fetch(`${sandbox.url}/control/wire`)).text();
  const last = new RegExp(`"id":${lastOnWire(sandbox)}[,}]`);
  while (!last.test(heard)) await setImmediate();
  stopped.abort();
  await listening;
  assert.ok(wire.includes("476134______0050") && heard.includes("event: wire"));
  const { cards, ...rest } = JSON.parse(state) as { cards: unknown };
  assert.ok(cards, "the test cards are not secret");
  for (const [where, text] of [
    ["wire", wire],
    ["events", heard],
    ["state", JSON.stringify(rest)],
    ["sandbox", JSON.stringify([sandbox.wire(), sandbox.sessions(), sandbox.transactions()])],
  ] as const) {
    for (const [name, canary] of Object.entries({ ...canaries, key: session["session-key"], token })) {
      for (const form of [canary, encodeURIComponent(canary), canary.replaceAll(" ", "+")]) {
        // Four digits are everywhere: the CVV is looked for as a value.
        const found = name === "cvv" ? new RegExp(`["=\\\\]${form}["&\\\\]`).test(text) : text.includes(form);
        assert.equal(found, false, `${name} on ${where}`);
      }
    }
  }
});

test("anything that is not a secret stays readable", async () => {
  // A random key may hold digits that look like a card number.
  const sandbox = await bank({ seed: 1 });
  const key = await newKey(sandbox);
  await sale(sandbox, { "idempotency-key": key });
  const body = JSON.parse(sandbox.wire().at(-1)?.request.body ?? "") as Record<string, string>;
  assert.deepEqual(body, { ...saleFields, "idempotency-key": key, "card-number": "476134______0050", cvv: "•••" });
});

test("what percent-encoding puts before a secret, or between its digits, does not hide it from the mask", () => {
  const key = "ab12cd34".repeat(8);
  for (const [text, masked] of [
    [`note=x%2F${key}`, "note=x%2F•••"],
    [`x%3d${key.slice(0, 40)}&y`, "x%3d•••&y"],
    [`note=card%20${canaries.real}`, "note=card%20453914______6467"],
    [`note=${encodeURIComponent(canaries.grouped)}`, "note=453914______6467"],
    [`note=no+${canaries.grouped.replaceAll(" ", "+")}+`, "note=no+453914______6467+"],
    [`note=%2B18095550123%20`, "note=%2B18095550123%20"],
  ] as const) {
    assert.equal(maskSecrets(text), masked);
  }
});

test("no part of a session-key stays where a text is cut: path, name of a field, value, order, body", async () => {
  const lines: string[] = [];
  const sandbox = await bank({ log: (line) => lines.push(line) });
  const { "session-key": key } = await create(sandbox);
  const other = "5".repeat(39);
  for (const before of [1, 11, 30, 45, 57, 63, 70, 90, 110]) {
    const text = `${"x".repeat(before)}/${key}`;
    await fetch(`${sandbox.url}/${text}`);
    await fetch(`${sandbox.url}/authorize`, { method: "POST", body: new URLSearchParams({ [text]: "1" }) });
    await create(sandbox, { [text]: "1", [`${key}-${text}`]: "1", CurrencyCode: text, Amount: text });
    await sale(sandbox, { [text]: "1", environment: text, "invoice-number": text });
    await sale(sandbox, { environment: `${other}a ${key}`, "client-ip": `${other} ${key}` });
  }
  for (const amount of [key, `x ${key}`]) {
    await post(await open(sandbox, await create(sandbox, { Amount: amount })), cardForm(canaries.test));
  }
  await fetch(`${sandbox.url}/${"x".repeat(8 * 1024 - 30)}/${key}`);
  // Twice the length that is kept: masked, it is shorter than that, and its end is shown.
  const keys = `{"a":"${`${"a".repeat(64)} `.repeat(251)}${"x".repeat(30)}`;
  await fetch(`${sandbox.url}/sessions`, { method: "POST", body: `${keys} ${key}"}` });
  for (const [where, text] of [
    ["console", lines.join("\n")],
    ["wire", JSON.stringify(sandbox.wire())],
    ["sessions", JSON.stringify([sandbox.sessions(), sandbox.transactions()])],
  ] as const) {
    const found = Array.from({ length: key.length - 15 }, (_, i) => key.slice(i, i + 16)).find((part) =>
      text.includes(part),
    );
    assert.equal(found, undefined, where);
  }
});

test("a secret is hidden by its name however name and value are written", () => {
  const cvv = "7381";
  for (const [text, masked] of [
    [`{"cvv":["${cvv}"],"a":1}`, '{"cvv":"•••","a":1}'],
    [`{"cvv":{"value":"${cvv}","of":["]",{}]},"a":1}`, '{"cvv":"•••","a":1}'],
    [`{"cvv": ${cvv}, "a":1}`, '{"cvv": "•••", "a":1}'],
    [`{"cvv":"7\\"${cvv}","a":1}`, '{"cvv":"•••","a":1}'],
    [`{"c\\u0076v":"${cvv}","a":1}`, '{"c\\u0076v":"•••","a":1}'],
    [`{'cvv':'${cvv}','a':1}`, "{'cvv':'•••','a':1}"],
    [`{cvv: ${cvv}, a: 1}`, '{cvv: "•••", a: 1}'],
    [
      `{"securityCode":"${cvv}","card_security_code":"${cvv}","CVV2":"${cvv}"}`,
      '{"securityCode":"•••","card_security_code":"•••","CVV2":"•••"}',
    ],
    [`cvv = ${cvv}\ncvv: ${cvv}`, 'cvv = •••\ncvv: "•••"'],
    ["GET /sessions/{SESSION} (sk = session-key)", "GET /sessions/{SESSION} (sk = session-key)"],
    [`{"name":"cvv","value":"${cvv}"}`, '{"name":"cvv"•••}'],
    [`a=1&%63vv=${cvv}&b=2`, "a=1&%63vv=•••&b=2"],
    [`card%5Bcvv%5D=${cvv}&card[cvv]=${cvv}`, "card%5Bcvv%5D=•••&card[cvv]=•••"],
    [
      `<sale><cvv>${cvv}</cvv><ns:securityCode type="x">${cvv}</ns:securityCode></sale>`,
      '<sale><cvv>•••</cvv><ns:securityCode type="x">•••</ns:securityCode></sale>',
    ],
    [`<card cvv="${cvv}" a="1"/>`, '<card cvv="•••" a="1"/>'],
    [
      `--b\r\nContent-Disposition: form-data; name="cvv"\r\nContent-Type: text/plain\r\n\r\n${cvv}\r\n--b--`,
      '--b\r\nContent-Disposition: form-data; name="cvv"\r\nContent-Type: text/plain\r\n\r\n•••\r\n--b--',
    ],
  ] as const) {
    assert.equal(maskSecrets(text), masked);
  }
  for (const layers of [1, 2, 3, 7]) {
    let json = JSON.stringify({ cvv, "card-number": canaries.real, a: 1 });
    let form = `${new URLSearchParams({ cvv, "card-number": canaries.real })}`;
    for (let i = 0; i < layers; i++) [json, form] = [JSON.stringify(json), `${new URLSearchParams({ a: form })}`];
    for (const text of [json, form, encodeURIComponent(json)]) {
      assert.doesNotMatch(maskSecrets(text), new RegExp(`${cvv}|${canaries.real}`), text);
    }
  }
});

test("a session-key or a card number is hidden whatever stands beside it", () => {
  const key = "ab12cd34".repeat(8);
  for (const before of ["x", "f", "%2F", "%3D", "%253D", "\\u002f", "\\n", "&#47;", "/"]) {
    assert.ok(!maskSecrets(`{"a":"${before}${key}"}`).includes(key.slice(0, 60)), before);
  }
  for (const text of [
    "4539.1488.0343.6467",
    "4539/1488/0343/6467",
    "4539_1488_0343_6467",
    "4539,1488,0343,6467",
    "4539%2E1488%2e0343.6467",
    "\\u0034539148803436467",
    "２ 4539 1488 0343 6467 5",
    "[1,4539148803436467,2]",
    "４５３９148803436467",
  ]) {
    assert.match(maskSecrets(text), /453914______6467/, text);
    assert.doesNotMatch(maskSecrets(text).replaceAll(/\D/g, ""), /4539148803436467/, text);
  }
});

test("headers with the name of a secret are hidden", async () => {
  const sandbox = await bank();
  const headers = { "x-cvv": canaries.cvv, "x-card": canaries.real, "session-key": "short", "x-other": "seen" };
  await fetch(`${sandbox.url}/sessions`, { method: "POST", body: "{}", headers });
  const sent = sandbox.wire().at(-1)?.request.headers ?? {};
  assert.deepEqual(
    Object.keys(headers).map((name) => sent[name]),
    ["•••", "453914______6467", "•••", "seen"],
  );
});

test("an order, invoice, TransactionId or merchant-id that is a card number or session-key is masked in state, events and console", async () => {
  const lines: string[] = [];
  const sandbox = await bank({ log: (line) => lines.push(line) });
  const { "session-key": key } = await create(sandbox);
  const dotted = canaries.grouped.replaceAll(" ", ".");
  for (const secret of [canaries.real, canaries.grouped, dotted, key, `x%3D${key}`]) {
    const fields = { OrdenID: secret, TransactionId: secret, CurrencyCode: secret, Amount: secret, [secret]: "1" };
    await query(sandbox, await create(sandbox, fields));
    await post(await open(sandbox, await create(sandbox, { OrdenID: secret })), cardForm(canaries.test));
    await sale(sandbox, { "invoice-number": secret, currency: secret, "terminal-id": secret, environment: secret });
  }
  await sale(sandbox, { "merchant-id": canaries.amex, "invoice-number": canaries.amex });
  const [sold] = sandbox.transactions();
  assert.deepEqual([sold?.invoice, sold?.merchantId], ["376134_____0052", "376134_____0052"]);
  assert.equal(sandbox.sessions()[1]?.order, "453914______6467");
  for (const [where, text] of [
    ["console", lines.join("\n")],
    ["state", JSON.stringify([sandbox.sessions(), sandbox.transactions()])],
  ] as const) {
    for (const secret of [canaries.real, canaries.grouped, dotted, canaries.amex, key, key.slice(0, 40)]) {
      assert.equal(text.includes(secret), false, `${secret} on ${where}`);
    }
  }
});

// Were the time to grow with the square of the length, this would take minutes, and is stopped.
test("a hostile text of 2 MiB is masked before long", () => {
  for (const text of [
    "1 ".repeat(2 ** 20),
    '"cvv"'.repeat(400_000),
    "a".repeat(2 ** 21),
    `"cvv":"${"\\".repeat(2 ** 21)}`,
    "tds_".repeat(2 ** 19),
    '"cvv":['.repeat(2 ** 18),
    "<cvv>".repeat(2 ** 18),
    'name="cvv"'.repeat(2 ** 17),
    "%25".repeat(2 ** 19),
    "=".repeat(2 ** 21),
  ]) {
    stopping(() => maskSecrets(text));
  }
});
