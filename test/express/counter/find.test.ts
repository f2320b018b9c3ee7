import assert from "node:assert/strict";
import { test } from "node:test";
import { openFullScene, openScene } from "./counter.ts";
import { visibleText } from "./visible-text.ts";

const searched = (text: string) => `/find?q=${encodeURIComponent(text)}`;

/** The headings of what a search finds. */
const groupsIn = (page: string) =>
  [...page.matchAll(/<h2 id="found-\d">(.*?)<\/h2>/g)].map(([, text = ""]) => visibleText(text).trim());

test("a search that finds one payment opens it, whatever of it was written", async () => {
  const { desk, cases } = await openFullScene();
  const { first } = cases;
  const { authorizationCode = "", reference = "" } = first.facts.verdict ?? {};
  for (const text of [
    first.order,
    ` ${first.order.toLowerCase()} `,
    `#${first.order}`,
    reference,
    reference.padStart(12, "0"),
    authorizationCode,
    authorizationCode.toLowerCase(),
    "RD$ 1,180.00",
    "1180",
    "1.180,00",
    "1,180 pesos",
    first.id,
  ]) {
    const answer = await desk.get(searched(text));
    assert.equal(answer.status, 303, text);
    assert.equal(answer.headers.get("location"), `./payments/${first.id}`, text);
  }
});

test("a search finds an order by the reference that the bank knows it by", async () => {
  const { desk, player } = await openScene();
  const { id } = await player.begin("pedido 77 / María", 100, { orderReference: "V0123456789ABCD" });
  for (const text of ["V0123456789ABCD", "v0123456789abcd", "pedido 77 / María"]) {
    assert.equal((await desk.get(searched(text))).headers.get("location"), `./payments/${id}`, text);
  }
});

test("what a text may mean stands in groups, each with its payments as the list has them, and leads to the list", async () => {
  const { desk, player } = await openScene();
  await player.approved("1234", 50_000);
  await player.approved("A-2", 123_400);
  const page = await desk.page(searched("1234"));
  assert.deepEqual(groupsIn(page), ["Pedido: 1234 1 pago", "Monto: RD$ 1,234.00 1 pago"]);
  assert.match(
    visibleText(page),
    /Pagos con «1234» Pedido: 1234 1 pago Abrir en la lista Hora Pedido Monto Estado Tarjeta sábado, 21 de noviembre 10:00 a\. m\. /,
  );
  assert.match(page, /<input id="find" name="q" type="search" value="1234"/);
  const links = [...page.matchAll(/href="\.\/(payments\?[^"]+)"/g)].map(([, path = ""]) => `/${path}`);
  assert.equal(links.length, 2);
  const [order = "", amount = ""] = links;
  assert.match(visibleText(await desk.page(order)), / 1 pago /);
  assert.match(visibleText(await desk.page(amount)), /A-2 RD\$ 1,234\.00/);
  // Two attempts of one order are two hits.
  await player.declined("A-3", 100);
  await player.approved("A-3", 100);
  const only = async (language: string) => {
    const found = await desk.page(`${searched("A-3")}&lang=${language}`);
    return [/<h1>(.*?)<\/h1>/.exec(found)?.[1], ...groupsIn(found)];
  };
  assert.deepEqual(await only("es"), ["Pedido: A-3", "2 pagos"]);
  assert.deepEqual(await only("en"), ["Order: A-3", "2 payments"]);
});

test("a day leads to its close, and a payment of that name stands beside it", async () => {
  const { desk, player } = await openScene();
  for (const day of ["20/11/2026", "20-11-26", "2026-11-20"]) {
    assert.equal((await desk.get(searched(day))).headers.get("location"), "./close?batch=2026-11-20", day);
  }
  await player.approved("2026-11-20", 100);
  const page = await desk.page(searched("2026-11-20"));
  assert.match(page, /<a href="\.\/close\?batch=2026-11-20">Cierre del 20 de noviembre de 2026<\/a>/);
  assert.deepEqual(groupsIn(page), ["Pedido: 2026-11-20 1 pago"]);
});

test("a search that finds nothing says as what it looked, and what can be found", async () => {
  const { desk } = await openScene();
  const page = visibleText(await desk.page(searched("4711")));
  assert.match(page, /No hay ningún pago con «4711»\./);
  assert.match(
    page,
    /Se buscó como pedido, número de referencia, número de autorización, últimos cuatro dígitos o monto\./,
  );
  assert.match(page, /Qué se puede buscar, con ejemplos .*Un día: lleva a su cierre 20\/11\/2026/);
  const endless = "x".repeat(300);
  assert.match(visibleText(await desk.page(searched(endless))), /Se buscó como pedido\./);
  const start = await desk.page("/find");
  assert.match(visibleText(start), /Buscar Qué se puede buscar/);
  assert.match(visibleText(await desk.page("/find?q=&lang=en")), /Find What can be found/);
});

test("what looks like a whole card number is refused, and stands in no page, address or log", async () => {
  const lines: string[] = [];
  const hear = (...said: unknown[]) => void lines.push(JSON.stringify(said));
  const { desk, store } = await openScene({ logger: { info: hear, warn: hear, error: hear } });
  for (const number of ["4761340000000050", "4761 3400 0000 0050", "Visa 4761-3400-0000-0050"]) {
    for (const path of [searched(number), `/payments?order=${encodeURIComponent(number)}`]) {
      const answer = await desk.get(path);
      assert.equal(answer.status, 303, path);
      assert.equal(answer.headers.get("location"), "./find?refused=card");
      assert.equal(await answer.text(), "");
    }
    assert.equal((await desk.get(`/payments.csv?digits=${encodeURIComponent(number)}`)).status, 303);
  }
  const { status, text } = await desk.see("/find?refused=card");
  assert.equal(status, 422);
  assert.match(visibleText(text), /Eso parece un número de tarjeta completo\./);
  await store.close();
  assert.equal((await desk.get(searched("4761340000000050"))).status, 503);
  assert.ok(lines.length > 0);
  assert.doesNotMatch(lines.join(), /4761/);
});

test("a card number in any field of an address stands in no page, not even in the link to the other language", async () => {
  const { desk, cases } = await openFullScene();
  const number = "4761340000000050";
  for (const path of [
    `/find?q=A&q=${number}`,
    `/find?refused=${number}`,
    `/close?batch=${number}`,
    `/business?from=${number}`,
    `/compare?x=${number}`,
    `/?${number}=1`,
    `/payments?${number}=1`,
    `/payments/${cases.first.id}?recorded=${number}`,
  ]) {
    const answer = await desk.get(path);
    assert.doesNotMatch(`${await answer.text()}${answer.headers.get("location")}`, /4761340000000050/, path);
  }
  assert.match(await desk.page(`/business?by=week&x=${number}`), /href="\?by=week&amp;lang=en"/);
});

test("the box stands on every page of somebody who may look, and on no other", async () => {
  const { desk, cases } = await openFullScene();
  for (const path of [
    "/",
    "/decide",
    "/payments",
    `/payments/${cases.first.id}`,
    "/close",
    "/business",
    "/compare",
    "/find",
  ]) {
    const page = await desk.page(path);
    assert.match(page, /<form method="get" action="[./]*find" role="search" aria-label="Buscar un pago">/, path);
  }
  assert.doesNotMatch(await desk.as("").page("/"), /id="find"/);
});
