import assert from "node:assert/strict";
import { test } from "node:test";
import { openFullScene, openScene } from "./counter.ts";

/** The orders of a page of the list, as it shows them. */
const ordersIn = (text: string) =>
  [...text.matchAll(/<th scope="row"><a [^>]+>([^<]+)<\/a>/g)].map(([, order]) => order);

test("each filter finds its payments, and the form keeps what was written", async () => {
  const { desk, cases } = await openFullScene();
  const { authorizationCode = "", reference = "" } = cases.first.facts.verdict ?? {};
  for (const [query, orders] of [
    ["order=A-1012", ["A-1012", "A-1012"]],
    ["state=decide", ["A-1010", "A-1004", "A-1003", "A-1002", "A-1001"]],
    ["state=waiting", ["A-1013"]],
    ["state=cancelled", ["A-1007"]],
    ["state=failed", ["A-1006"]],
    ["state=notPaid", []],
    ["amount=1,180.00", ["A-1005"]],
    ["currency=USD", ["A-1009"]],
    [`authorization=${authorizationCode}`, ["A-1005"]],
    [`reference=${reference}`, ["A-1005"]],
    ["digits=1058&amount=880", ["A-1010"]],
    ["from=2026-11-22", []],
    ["until=2026-11-20", []],
  ] as const) {
    const text = await desk.page(`/payments?${query}`);
    assert.deepEqual(ordersIn(text), orders, query);
    if (orders.length === 0) assert.match(text, /Ningún pago coincide/);
  }
  const page = await desk.page("/payments?amount=1,180.00&state=approved&order=%22%3E");
  assert.match(page, /name="amount" type="text" value="1,180.00"/);
  assert.match(page, /<option value="approved" selected>/);
  assert.match(page, /name="order" type="search" value="&quot;&gt;"/);
  assert.match(page, /<small id="amount-note">Sin moneda, en pesos<\/small>/);
  assert.match(page, /<details open>/);
});

test("what cannot be searched for is said above an empty list", async () => {
  const { desk } = await openScene();
  for (const [query, error] of [
    ["amount=x", "El monto no se entiende"],
    ["digits=1", "Escriba los últimos cuatro dígitos"],
    ["from=x", "La fecha no se entiende"],
    ["after=x", "Esa página de la lista no existe"],
    ["state=x", "Ese estado o esa moneda no existe"],
  ]) {
    const { status, text } = await desk.see(`/payments?${query}`);
    assert.equal(status, 422);
    assert.ok(text.includes(error ?? ""), query);
  }
  assert.match(await desk.page("/payments"), /Todavía no hay pagos/);
});

test("the pages of the list hold every payment once, while others arrive", async () => {
  const { desk, player } = await openScene();
  for (let i = 0; i < 120; i++) await player.begin(`A-${i}`, 100);
  const seen: (string | undefined)[] = [];
  let next: string | undefined = "/payments?state=waiting";
  for (let page = 0; next !== undefined; page++) {
    const text: string = await desk.page(next);
    seen.push(...ordersIn(text));
    const link = /<a href="\.\/(payments\?[^"]*after=[^"]*)" rel="next">/.exec(text)?.[1];
    next = link === undefined ? undefined : `/${link.replaceAll("&amp;", "&")}`;
    if (page > 0) assert.match(text, /<a href="\.\/payments\?state=waiting">Los más recientes<\/a>/);
    await player.begin(`B-${page}`, 100);
  }
  assert.deepEqual(
    seen,
    Array.from({ length: 120 }, (_, i) => `A-${119 - i}`),
  );
});
