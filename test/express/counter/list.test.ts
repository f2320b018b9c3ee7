import assert from "node:assert/strict";
import { test } from "node:test";
import { handleDuplicate } from "#express/staff/handle-duplicate.ts";
import { place, placeIn } from "../../kept.ts";
import { openFullScene, openScene } from "./counter.ts";
import { visibleText } from "./visible-text.ts";

/** The orders of a page of the list, as it shows them. */
const ordersIn = (text: string) =>
  [...text.matchAll(/<th scope="row"><a [^>]+>(?:<span class="sr">[^<]+<\/span>)?([^<]+)<\/a>/g)].map(
    ([, order]) => order,
  );

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
  assert.match(page, /<option value="DOP" selected>Pesos<\/option>/);
  assert.match(visibleText(page), /Filtros: Aprobado o preautorizado, Pesos, Monto: 1,180\.00, Pedido: &quot;&gt; /);
});

test("what cannot be searched for is said first and at its field, which has the focus, or instead of a list", async () => {
  const { desk } = await openScene();
  for (const [query, error, field] of [
    ["amount=x", "Escriba el monto como 1,234.00", "amount"],
    ["digits=1", "Escriba los últimos cuatro dígitos", "digits"],
    ["from=x", "La fecha no se entiende", "from"],
    ["until=31/02/2026", "La fecha no se entiende", "until"],
    ["from=02/12/2026&until=01/12/2026", "Este día es anterior al primero", "until"],
    ["after=x", "Esa página de la lista no existe"],
    ["state=x", "Ese estado o esa moneda no existe"],
  ] as const) {
    const { status, text } = await desk.see(`/payments?${query}`);
    assert.equal(status, 422);
    if (field === undefined) {
      assert.match(text, new RegExp(`<p class="alert" role="alert">${error}`), query);
      assert.equal(text.split(error).length, 2, "said once");
      continue;
    }
    assert.match(text, new RegExp(`</h1>\\s*<div class="alert".*<a href="#f-${field}">[^<]+: ${error}[^<]*</a>`));
    const attributes = `aria-describedby="${field}-note" aria-invalid="true" autofocus`;
    const atField = `<input id="f-${field}" [^>]*${attributes}><small id="${field}-note" class="wrong">${error}[^<]*</small>`;
    assert.match(text, new RegExp(atField), query);
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

test("attempts stand day by day with their times, those of one order together, and who is at the bank has time left", async () => {
  const { desk, player } = await openScene();
  await player.declined("A-1", 118_000);
  player.pass(60_000);
  await player.approved("A-2", 50_000);
  player.pass(60_000);
  await player.approved("A-1", 118_000);
  player.pass(86_400_000);
  await player.open(await player.begin("A-3", 64_000));
  player.pass(6 * 60_000);
  const page = await desk.page("/payments");
  assert.deepEqual(ordersIn(page), ["A-3", "A-1", "A-1", "A-2"]);
  assert.match(
    visibleText(page),
    /domingo, 22 de noviembre 10:0\d a\. m\. A-3 RD\$ 640\.00 En la página del banco quedan 24 min sábado, 21 de noviembre 10:0\d a\. m\. A-1 RD\$ 1,180\.00 Aprobado Visa •••• 0050 10:00 a\. m\. A-1 otro intento RD\$ 1,180\.00 Rechazado Visa •••• 1058/,
  );
  // What was not charged is not as black as what was.
  assert.deepEqual(
    [...page.matchAll(/<td class="number( uncharged)?">/g)].map(([, uncharged]) => uncharged !== undefined),
    [true, false, true, false],
  );
  player.pass(25 * 60_000);
  assert.match(visibleText(await desk.page("/payments")), /A-3 RD\$ 640\.00 En verificación sábado/);
});

test("a filter says how many attempts it finds, what was charged with them and what went back of it", async () => {
  const { desk, cases, store, player } = await openFullScene();
  const found = (page: string) => {
    const [, text] = /<a class="clear".*?<\/a>(.*?)<table/s.exec(page) ?? [];
    return text && visibleText(text).replace(" Descargar CSV Excel", "").trim();
  };
  assert.equal(found(await desk.page("/payments")), undefined);
  assert.equal(
    found(await desk.page("/payments?order=A-1012")),
    "Aprobados 2 pagos RD$ 4,990.00 De estos, por devolver 1 pago RD$ 2,490.00",
  );
  assert.equal(found(await desk.page("/payments?order=A-1008")), "Rechazados 1 pago RD$ 160.00");
  assert.equal(
    found(await desk.page("/payments?order=A-1002")),
    "Sin confirmar o en revisión 1 pago hasta RD$ 1,000.00 De estos, por devolver o registrar 1 pago hasta RD$ 1,000.00",
  );
  assert.equal(found(await desk.page("/payments?currency=USD")), "Aprobados 1 pago US$ 129.00");
  const statement = { returned: true, reason: "voided", by: "Ana" };
  await handleDuplicate(placeIn(store), cases.paidTwice.id, statement);
  assert.equal(
    found(await desk.page("/payments?order=A-1012")),
    "Aprobados 2 pagos RD$ 4,990.00 De estos, devueltos 1 pago −RD$ 2,490.00 Neto RD$ 2,500.00",
  );
  const held = await player.begin("A-9", 70_000, { capture: "later" });
  await player.answer(await player.open(held), "approved", player.verdict());
  assert.equal(found(await desk.page("/payments?order=A-9")), "Preautorizados 1 pago RD$ 700.00");
});

test("the sums of a filter are those of all its pages, and none is shown when they were not all read", async () => {
  const { desk, store } = await openScene();
  for (let i = 0; i < 501; i++) await place(store, { order: `A-${i}`, state: "approved" });
  const all = visibleText(await desk.page("/payments?state=approved"));
  assert.match(all, /Más de 500 pagos\. Para ver la suma, acorte las fechas\. Descargar CSV Excel Hora/);
  assert.doesNotMatch(all, /Aprobados/);
});

test("what a filter finds is downloaded whole, with the state of each attempt and no formula", async () => {
  const { desk, player } = await openScene();
  for (let i = 0; i < 60; i++) await player.approved(`=A-${i}`, 100);
  await player.declined("A-60", 100);
  const answer = await desk.get("/payments.csv?state=approved");
  assert.equal(answer.headers.get("content-disposition"), 'attachment; filename="ventanilla.csv"');
  const [names, first, ...rest] = (await answer.text()).split("\r\n");
  assert.match(names ?? "", /^\uFEFF?Empezó,Estado,Pedido,/);
  assert.match(first ?? "", /^2026-11-21 1\d:\d\d:\d\d,Aprobado,[^=]*'=A-59/);
  assert.equal(rest.length, 61);
  assert.match(rest.at(-2) ?? "", /^Fin: 60 pagos,/);
  assert.match(await (await desk.get("/payments.csv?lang=en")).text(), /,Declined,A-60,/);
  assert.equal((await desk.get("/payments.csv?digits=x")).status, 422);
});

test("without a filter the list adds nothing up: it is of weeks, and the batch stands on the page of the day", async () => {
  const { desk } = await openFullScene();
  const text = visibleText(await desk.page("/payments"));
  assert.match(text, /Pagos 30 Filtros Pedido .* Buscar Descargar CSV Excel Hora Pedido/);
  assert.doesNotMatch(text, /Aprobados|Lote|×/);
});

test("what a filter says already, no row repeats: the card, the day, the email, and a state that all rows have", async () => {
  const { desk } = await openFullScene();
  const rowsOf = async (query: string) =>
    / (?:(?:Estado |Razón )?Tarjeta) (.*?) Qué quiere decir/.exec(
      visibleText(await desk.page(`/payments?${query}`)),
    )?.[1];
  assert.match(
    (await rowsOf("order=A-1008")) ?? "",
    /^sábado, 21 de noviembre .* A-1008 RD\$ 160\.00 Rechazado Visa •••• 1058$/,
  );
  assert.match(
    (await rowsOf("order=A-1008&state=declined")) ?? "",
    /A-1008 RD\$ 160\.00 Sin fondos o límite Visa •••• 1058$/,
  );
  assert.match((await rowsOf("order=A-1008&digits=1058")) ?? "", /A-1008 RD\$ 160\.00 Rechazado Visa$/);
  assert.doesNotMatch((await rowsOf("from=21/11/2026&until=21/11/2026")) ?? "sábado", /sábado/);
  const scheme = await rowsOf("state=charged&scheme=Visa&batches=2026-11-21");
  assert.match(scheme ?? "", /Pagado dos veces •••• 0050 .* A-1012 otro intento RD\$ 2,500\.00 Aprobado •••• 0050/);
  assert.doesNotMatch(scheme ?? "Visa", /Visa/);
  const alike = await rowsOf("state=charged&batches=2026-11-21&amount=295");
  assert.match(alike ?? "", /B-2001 RD\$ 295\.00 Visa •••• 0050$/);
});
