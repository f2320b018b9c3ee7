import assert from "node:assert/strict";
import { test } from "node:test";
import { openFullScene, openScene } from "./counter.ts";
import { visibleText } from "./visible-text.ts";

const minute = 60_000;

/** The sentences of a payment's steps. */
const stepsIn = (text: string) =>
  [...(/<ol class="steps">(.*?)<\/ol>/s.exec(text)?.[1] ?? "").matchAll(/<li[^>]*>(.*?)<\/li>/gs)].map(
    ([, step = ""]) => visibleText(step).trim(),
  );

test("a payment's steps are told in their order, each with its time, questions with one answer as one", async () => {
  const { desk, cases } = await openFullScene();
  assert.deepEqual(stepsIn(await desk.page(`/payments/${cases.unknown.id}`)), [
    "10:00:00 a. m. +0:00 El comprador empezó a pagar.",
    "10:00:02 a. m. +0:02 Se abrió la página del banco.",
    "10:04:02 a. m. +4:02 El banco no tenía resultado todavía. (2 veces; la última, 10:08:02 a. m.)",
    "10:12:02 a. m. +12:02 El banco respondió que el pago está en proceso.",
    "10:16:02 a. m. +16:02 El banco no tenía resultado todavía.",
    "10:20:02 a. m. +20:02 El banco no dio una respuesta clara.",
    "10:24:02 a. m. +24:02 El banco no tenía resultado todavía.",
    "10:31:02 a. m. +31:02 El banco ya no conocía la sesión.",
    "10:31:33 a. m. +31:33 Volvió a responder lo mismo. Queda sin confirmar.",
    "3:48:22 p. m. +5 h 48 min El comercio recibió el aviso «El pago quedó sin confirmar».",
  ]);
  const declined = stepsIn(await desk.page(`/payments/${cases.declined.id}`));
  assert.match(
    declined.at(-2) ?? "",
    /El banco rechazó el pago\. Código 51: Fondos insuficientes\. Queda rechazado\.$/,
  );
  const failed = stepsIn(await desk.page(`/payments/${cases.failed.id}`));
  assert.match(failed.at(-1) ?? "", /La página del banco no se abrió: el banco no respondió\. No se cobró\.$/);
});

test("the drawing has a mark where each thing happened, in proportion from the beginning to the last of them", async () => {
  const { desk, player } = await openScene();
  const page = await desk.page(`/payments/${(await player.unknown("A-1", 295_000)).id}`);
  const places = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, place]) => Number(place));
  const seconds = [242, 482, 722, 962, 1202, 1442, 1862];
  assert.deepEqual(
    places(/<rect class="[a-z]+" x="([\d.]+)%" y="42"/g),
    seconds.map((second) => Number(((second / 1893) * 100).toFixed(2))),
  );
  assert.deepEqual(places(/<circle class="alert" cx="([\d.]+)%" cy="28"/g), [100]);
  // Each step has its shape in the list; the legend names the rest of the line.
  const legend = visibleText(/<ul class="legend".*?<\/ul>/s.exec(page)?.[0] ?? "").trim();
  assert.equal(legend, "página del banco");
  const [, list = ""] = page.split('<ol class="steps">');
  assert.equal(list.match(/<li><svg [^>]*><(?:rect|circle) class="[a-z ]+"/g)?.length, list.match(/<li>/g)?.length);
});

test("hours without anything are folded into a line that the legend names", async () => {
  const { desk, player } = await openScene();
  const { id } = await player.approved("A-1", 100);
  player.pass(4 * 3_600_000);
  await player.deliver();
  const page = await desk.page(`/payments/${id}`);
  assert.match(page, /<line class="fold" x1="78\.00%" x2="100\.00%"/);
  assert.match(page, /sin cambios, acortado<\/li>/);
  // 1 min 48 s are as wide as all of the rest.
  assert.match(page, /<circle class="good" cx="78\.00%" cy="28"/);
});

test("the bar is filled from the bank's page to the buyer's return, the end of the session, or now", async () => {
  const { desk, cases, player } = await openFullScene();
  const filled = async (id: string) => {
    const page = await desk.page(`/payments/${id}`);
    const [, start, width] = /<rect class="at-bank" x="([\d.]+)%" y="22" width="([\d.]+)%"/.exec(page) ?? [];
    return [Number(start), Number(width)];
  };
  const share = (seconds: number, of: number) => Number(((seconds / of) * 100).toFixed(2));
  // Two seconds, a minute until the buyer came back, and two seconds until the bank's last answer.
  assert.deepEqual(await filled(cases.cancelled.id), [share(2, 64), Number((share(62, 64) - share(2, 64)).toFixed(2))]);
  // Three minutes have passed of the thirty that begin after two seconds.
  const [start = 0, width = 0] = await filled(cases.waiting.id);
  assert.equal(start, share(2, 1802));
  assert.ok(Math.abs(width - share(180, 1802)) < 0.02, String(width));
  assert.deepEqual(await filled(cases.failed.id), [Number.NaN, Number.NaN]);
  const unknown = await player.unknown("A-2", 100);
  assert.deepEqual(await filled(unknown.id), [share(2, 1893), Number((share(1802, 1893) - share(2, 1893)).toFixed(2))]);
});

test("above its details stands what is true of a payment now, and until when it can be voided", async () => {
  const { desk, cases, player } = await openFullScene();
  const top = async (name: keyof typeof cases) =>
    visibleText(await desk.page(`/payments/${cases[name].id}`)).replace(
      /^.*Negocio (.*?) (?:Si hay que devolver el dinero|Datos del pago) .*$/s,
      "$1",
    );
  const whole = async () => visibleText(await desk.page(`/payments/${cases.approved.id}`));
  assert.match(
    await top("approved"),
    /^Pedido A-1005 Pagado RD\$ 1,180\.00 Aprobado El banco aprobó el pago \(21 nov 2026, 11:19 a\. m\.\)\. Cuenta como pagado\.$/,
  );
  assert.match(
    await whole(),
    / Si hay que devolver el dinero Se puede anular, solo completo, hasta el cierre de lote \(7:00 p\. m\.\): quedan \d h \d\d min .* Datos del pago /,
  );
  assert.match(await top("declined"), /Rechazado El banco lo rechazó \(21 nov 2026, .*\)\. No se cobró\.$/);
  assert.match(
    await top("cancelled"),
    /Cancelado El comprador volvió sin completar el pago\. No consta ningún cobro\.$/,
  );
  assert.match(await top("failed"), /No iniciado La página del banco no se abrió\. No se cobró\.$/);
  assert.match(await top("expired"), /Vencido Pasó el tiempo del comprador sin un pago\. No se cobró\.$/);
  assert.match(
    await top("waiting"),
    /En la página del banco quedan \d+ min El comprador está en la página del banco\./,
  );
  player.pass(31 * minute);
  assert.match(await top("waiting"), /En verificación El sistema le pregunta al banco por este pago\./);
  player.pass(12 * 60 * minute);
  assert.match(await whole(), /Ya no se puede anular: el lote cerró \(21 nov 2026, 7:00 p\. m\.\)\./);
});

test("an authorization is held until its capture charges it", async () => {
  const { desk, player } = await openScene();
  const held = await player.begin("A-1", 70_000, { capture: "later" });
  await player.answer(await player.open(held), "approved", player.verdict());
  const text = async () => visibleText(await desk.page(`/payments/${held.id}`));
  assert.match(await text(), /El banco retiene el dinero \(desde el 21 nov 2026, .*?\)\. Todavía no se ha cobrado\./);
  const capture = await player.begin("A-1", 70_000, { captureOf: held.id });
  await player.answer(await player.open(capture), "approved", player.verdict());
  assert.match(await text(), /Se preautorizó \(21 nov 2026, .*?\)\. El comercio ya cobró lo preautorizado\./);
});

test("a payment has its receipt's data, its other attempts, and what the shop was told, with errors", async () => {
  const { desk, cases } = await openFullScene();
  const text = visibleText(await desk.page(`/payments/${cases.paidTwice.id}`));
  const { authorizationCode = "", reference = "" } = cases.paidTwice.facts.verdict ?? {};
  for (const part of [
    "Pedido A-1012",
    `TransactionId ${cases.paidTwice.transactionId}`,
    "Pagado RD$ 2,490.00 ITBIS incluido RD$ 379.83",
    "Tarjeta Visa •••• 0050",
    `Número de autorización ${authorizationCode}`,
    `Número de referencia ${reference}`,
    "Código de respuesta 00 · Aprobado",
    `Intento de pago ${cases.paidTwice.id}`,
    "El comprador lee El pedido ya estaba pagado",
    "Aprobado RD$ 2,500.00",
    "El pedido se pagó otra vez. Por entregar desde el 21 nov 2026, 4:57 p. m.",
  ]) {
    assert.ok(text.includes(part), part);
  }
});

test("a capture is one of its authorization's other attempts, and says that it is one", async () => {
  const { desk, player } = await openScene();
  const authorized = await player.begin("A-1", 100, { capture: "later" });
  await player.answer(await player.open(authorized), "approved", player.verdict());
  const capture = await player.begin("A-1", 100, { captureOf: authorized.id });
  assert.notEqual(capture.id, authorized.id);
  const page = visibleText(await desk.page(`/payments/${authorized.id}`));
  assert.match(page, /Preautorizado/);
  assert.match(page, /cobro de lo preautorizado/);
});
