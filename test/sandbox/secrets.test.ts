import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { maskSecrets } from "../../packages/sandbox/src/mask-secrets.ts";
import { newKey, refund, sale, saleFields } from "./rest.ts";
import { bank, card, create, open, post, query } from "./shop.ts";
import { lastOnWire } from "./socket.ts";
import { stopping } from "./stopping.ts";

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
  await post(page, { ...card(canaries.real), cvv: canaries.cvv });
  await post(page, card(canaries.test));
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
  assert.ok(cards, "the test cards are no secret");
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

test("what is no secret stays readable", async () => {
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
    await post(await open(sandbox, await create(sandbox, { Amount: amount })), card(canaries.test));
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

// Were the time to grow with the square of the length, this would take minutes, and is stopped.
test("a hostile text of 2 MiB is masked before long", () => {
  for (const text of [
    "1 ".repeat(2 ** 20),
    '"cvv"'.repeat(400_000),
    "a".repeat(2 ** 21),
    `"cvv":"${"\\".repeat(2 ** 21)}`,
    "tds_".repeat(2 ** 19),
  ]) {
    stopping(() => maskSecrets(text));
  }
});
