import assert from "node:assert/strict";
import { test } from "node:test";
import type { ArgumentError } from "@ventanilla/client";
import type { Order } from "@ventanilla/express";
import { cards, comeBack, openShop, orderOf, payAtBank, sessionIn } from "../../shop.ts";

const contractPath = "/servicios/pagosxcuotas/gatewayPagosCuotas";

/** Where the launch page posts to, and what its policy allows it to post to. */
async function targetOf(launch: Response): Promise<{ action: string; allowed: string; fields: string[] }> {
  const page = await launch.clone().text();
  const policy = launch.headers.get("content-security-policy") ?? "";
  const [toBank = ""] = /<form[\s\S]*?<\/form>/.exec(page) ?? [];
  return {
    action: /<form method="post" action="([^"]*)"/.exec(toBank)?.[1] ?? "",
    allowed: /form-action ([^;]+)/.exec(policy)?.[1] ?? "",
    fields: toBank.match(/(?<=<input [^>]*name=")[^"]*/g) ?? [],
  };
}

/** An order whose buyer may pay in installments, or not, as it is set. */
const orderIn = (installments: unknown): Order => ({ ...orderOf("C-3"), installments }) as Order;

test("an order with installments is launched to the installments page, with the same SESSION and the same policy", async () => {
  const shop = await openShop({ order: () => orderIn(true) });
  const launch = await shop.launch("C-3");
  assert.deepEqual(await targetOf(launch), {
    action: shop.sandbox.url + contractPath,
    // And the router itself, where the page turns to when the bank redirects elsewhere.
    allowed: `${shop.sandbox.url} 'self'`,
    fields: ["SESSION"],
  });
  const entered = await fetch(shop.sandbox.url + contractPath, {
    method: "POST",
    body: new URLSearchParams({ SESSION: await sessionIn(launch) }),
  });
  assert.match(entered.url, /\/auth\/plan\?s=/);
});

test("an order that leaves installments out, or says false, is launched to the card page", async () => {
  for (const order of [orderOf("C-3"), orderIn(false), orderIn(undefined)]) {
    const shop = await openShop({ order: () => order });
    assert.equal((await targetOf(await shop.launch("C-3"))).action, `${shop.sandbox.url}/authorize`);
  }
});

test("the path of the installments page is an option: that of live banks contains their name", async () => {
  const installmentsPath = "/servicios/pagosxcuotas/gatewayMarcaPagosCuotas";
  const { sandbox } = await openShop();
  const gateway = { sessionApiUrl: sandbox.url, gatewayUrl: sandbox.url, installmentsPath };
  const shop = await openShop({ order: () => orderIn(true), gateway });
  assert.equal((await targetOf(await shop.launch("C-3"))).action, sandbox.url + installmentsPath);
});

test("a payment in installments is one transaction for the whole amount, and pays the order once", async () => {
  const shop = await openShop({ order: () => orderIn(true) });
  const attempt = crypto.randomUUID();
  const SESSION = await sessionIn(await shop.launch("C-3", { attempt }));
  const plans = await fetch(shop.sandbox.url + contractPath, {
    method: "POST",
    body: new URLSearchParams({ SESSION }),
  });
  const chosen = new URLSearchParams({ action: "choose", plan: "c6" });
  await fetch(plans.url, { method: "POST", body: chosen });
  await comeBack(await payAtBank(shop, SESSION, cards.approved));
  assert.equal((await shop.status(attempt)).body.outcome, "approved");
  assert.deepEqual(
    shop.paid.map(({ order, amount }) => [order, amount.minor]),
    [["C-3", 295_000]],
  );
  assert.deepEqual(
    shop.sandbox.sessions().map(({ charges }) => charges),
    [1],
  );
});

test("an attempt that a further click joins goes to the page of that click, in one session", async () => {
  let installments = false;
  const shop = await openShop({ order: () => orderIn(installments) });
  const actions: string[] = [];
  const sessions = new Set<string>();
  for (installments of [false, true, false, true]) {
    const launch = await shop.launch("C-3");
    actions.push((await targetOf(launch)).action.slice(shop.sandbox.url.length));
    sessions.add(await sessionIn(launch));
  }
  assert.deepEqual(actions, ["/authorize", contractPath, "/authorize", contractPath]);
  assert.equal(sessions.size, 1);
  assert.equal(shop.sandbox.sessions().length, 1);
});

test("clicks at the same time for different pages share one session, each on its own page", async () => {
  let clicks = 0;
  const shop = await openShop({ order: () => orderIn(clicks++ % 2 === 0) });
  const pages = await Promise.all(Array.from({ length: 8 }, () => shop.launch("C-3")));
  const actions = await Promise.all(pages.map(async (page) => (await targetOf(page)).action));
  assert.equal(new Set(await Promise.all(pages.map(sessionIn))).size, 1);
  assert.equal(actions.filter((action) => action.endsWith(contractPath)).length, 4);
});

test("installments that are neither true nor false are refused naming the field, before anything is written or sent", async () => {
  for (const wrong of ["true", "", 1, 0, null, {}, 6]) {
    const shop = await openShop({ order: () => orderIn(wrong) });
    assert.equal((await shop.launch("C-3")).status, 500);
    const [error] = shop.errors as ArgumentError[];
    assert.equal(error?.code, "ERR_VENTANILLA_ARGUMENT");
    assert.equal(error.message, 'order("C-3").installments: expected true or false');
    assert.equal(shop.sandbox.sessions().length, 0);
    assert.deepEqual((await shop.payments.findOrder("C-3")).attempts, []);
  }
});
