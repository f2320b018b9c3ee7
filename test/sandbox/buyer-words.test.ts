import assert from "node:assert/strict";
import { test } from "node:test";
import { responseCode, responseCodes } from "@ventanilla/client/wire";
import type { Sandbox } from "@ventanilla/sandbox";
import { cardForm } from "../buyer-at-bank.ts";
import { bank, create, follow, open, post } from "./shop.ts";

const sandbox = await bank();

/** The receipt of a payment in English: what the buyer reads, without what stands beside the Sandbox tag. */
async function receipt(fields: Record<string, unknown>, number = "4761340000000050"): Promise<[string, string]> {
  const page = await open(sandbox, await create(sandbox, { PageLanguaje: "ENG", ...fields }));
  const html = await (await follow(await post(page, cardForm(number)))).text();
  const [note = ""] = /<p class="sandbox-note">.*?<\/p>/s.exec(html) ?? [];
  return [textOf(html.replace(note, "")), textOf(note)];
}

/** The words of a page. */
function textOf(html: string): string {
  const body = html.replace(/^.*?<main>/s, "").replace(/<footer>.*$/s, "");
  return body
    .replace(/<[^>]+>/g, " ")
    .replace(/&#39;/g, "'")
    .replace(/\s+/g, " ");
}

const heading = (code: string): string => {
  const { finality } = responseCode(code);
  const titles = { approved: "Payment approved", declined: "Payment not approved", pending: "Payment being checked" };
  if (finality !== "review") return titles[finality];
  return ["10", "32"].includes(code) ? "Payment partially approved" : "Payment under review";
};

test("whatever the bank answers, the buyer reads the sentence of the code, and neither the code nor what it says", async () => {
  const codes = responseCodes.map(({ code }) => code).filter((code) => /^\d\d$/.test(code) && code !== "00");
  for (const code of codes) {
    const [words, note] = await receipt({ Amount: `9900${code}` });
    assert.ok(words.includes(heading(code)), code);
    assert.ok(words.includes(responseCode(code).en), `${code}: ${words}`);
    assert.doesNotMatch(
      words.replace(/Date \w+ \d+, \d{4}, [\d:]+ [AP]M|••••\s\d{4}|\d{12}|[\d,]+\.\d{2}/g, ""),
      new RegExp(`\\b${code}\\b|lost|stolen|perdida`),
    );
    assert.match(note, new RegExp(`^ Sandbox Code ${code} ?: `));
  }
});

test("a card that is reported lost or stolen reads like any that is not approved", async () => {
  const [ordinary] = await receipt({}, "4761340000001058");
  for (const number of ["4761340000001413", "4761340000001439"]) {
    const [words, note] = await receipt({}, number);
    const anonymous = (text: string) => text.replace(/••••\s\d{4}|\d{12}|[\d,]+\.\d{2}/g, "#");
    assert.equal(anonymous(words), anonymous(ordinary));
    assert.match(note, /Reported (?:lost|stolen); the buyer reads: not approved/);
  }
});

/** A page as a browser gets it. */
async function visit(
  address: string,
  { headers, ...init }: Omit<RequestInit, "headers"> & { headers?: Record<string, string> } = {},
): Promise<{ status: number; html: string; text: string }> {
  const response = await fetch(address, { ...init, headers: { accept: "text/html", ...headers } });
  const html = await response.text();
  return { status: response.status, html, text: textOf(html) };
}

/** Where the page's link or form to the store goes. */
const way = (html: string): string | undefined =>
  /<a class="primary" href="([^"]+)"|<form class="actions" method="post" action="([^"]+)"/
    .exec(html)
    ?.slice(1)
    .find(Boolean);

async function late(own: Sandbox, pay?: string) {
  const page = await open(own, await create(own));
  if (pay !== undefined) await post(page, cardForm(pay));
  own.clock.advance(30 * 60 * 1000);
  return visit(page);
}

test("who comes too late reads what is certain: not charged, already paid, or neither", async () => {
  const own = await bank();
  const never = await late(own);
  assert.equal(never.status, 410);
  assert.match(never.text, /No se le hizo ningún cargo\. Vuelva al comercio y empiece otra vez\./);
  assert.equal(way(never.html), "http://shop.localhost:3000/cancel");
  const declined = await late(own, "4761340000001512");
  assert.match(declined.text, /No se le hizo ningún cargo\./);
  const paid = await late(own, "4761340000000050");
  assert.equal(paid.status, 410);
  assert.match(paid.text, /Esta compra ya está pagada No se le cobrará otra vez\./);
  assert.doesNotMatch(paid.text, /empiece/);
  const partly = await late(own, "4761340000001108");
  assert.match(partly.text, /Pago aprobado parcialmente/);
  assert.doesNotMatch(partly.text, /ya está pagada|ningún cargo|empiece/);
  const pending = await late(own, "4761340000001918");
  assert.match(pending.text, /Si ya pagó, no pague de nuevo/);
  assert.doesNotMatch(pending.text, /ningún cargo/);
});

test("a canceled payment was not charged, unless a card was sent whose answer is open", async () => {
  const cancelled = async (number?: string) => {
    const page = await open(sandbox, await create(sandbox));
    if (number) await post(page, cardForm(number));
    return textOf(await (await follow(await post(page, { action: "cancel" }))).text());
  };
  assert.match(await cancelled(), /Pago cancelado No se le hizo ningún cargo\./);
  assert.match(await cancelled("4761340000001512"), /No se le hizo ningún cargo\./);
  assert.doesNotMatch(await cancelled("4761340000001918"), /ningún cargo/);
  const armed = await bank();
  armed.faults.arm("no-return");
  const left = await post(await open(armed, await create(armed)), { action: "cancel" });
  assert.deepEqual(textOf(await (await follow(left)).text()).match(/cerrar esta ventana/g), ["cerrar esta ventana"]);
});

test("a page without a payment links back to the store wherever its address is known, or to the panel", async () => {
  const strict = await bank({ profile: "document" });
  const page = new URL(await open(sandbox, await create(sandbox)));
  const guid = page.searchParams.get("s") ?? "";
  const form = (fields: Record<string, string>, headers = {}) => ({
    method: "POST",
    body: new URLSearchParams(fields),
    headers,
  });
  const origin = { origin: "https://store.example" };
  for (const [address, init, back] of [
    // The page's own GUID, which a store sent in place of the session's.
    [`${sandbox.url}/authorize`, form({ SESSION: guid }), "http://shop.localhost:3000/cancel"],
    [`${sandbox.url}/auth?s=${guid}&x`, { method: "DELETE" }, "http://shop.localhost:3000/cancel"],
    [page.href, { method: "POST", body: "x".repeat(70_000) }, "http://shop.localhost:3000/cancel"],
    [`${strict.url}/authorize`, form({ Amount: "1", ReturnUrl: "https://a.example/r" }), "https://a.example/r"],
    [`${sandbox.url}/authorize`, form({ SESSION: "sess-gone" }, origin), "https://store.example/"],
    [
      `${sandbox.url}/authorize`,
      { headers: { referer: "https://store.example/pay?order=1" } },
      "https://store.example/",
    ],
    [`${sandbox.url}/authorize`, form({ SESSION: "sess-gone" }, { origin: "null" }), undefined],
    [`${sandbox.url}/authorize`, form({ SESSION: "sess-gone" }, { origin: sandbox.url }), undefined],
    [`${sandbox.url}/authorize`, { headers: { referer: "javascript:alert(1)" } }, undefined],
    // An address that the bank gives nobody: who is there tests.
    [`${sandbox.url}/nowhere`, {}, "/?lang=es"],
  ] as const) {
    const { status, html, text } = await visit(address, init);
    assert.ok(status >= 400, address);
    assert.equal(way(html), back, `${address} ${JSON.stringify(init)}`);
    assert.equal(text.includes("Puede cerrar esta ventana."), back === undefined);
  }
});

test("a page that knows nothing claims nothing about money", async () => {
  const { status, text } = await visit(`${sandbox.url}/auth`, { method: "POST", body: "x".repeat(70_000) });
  assert.equal(status, 413);
  assert.match(text, /No sabemos si el pago se procesó\. Antes de pagar de nuevo, revise su pedido en el comercio\./);
});
