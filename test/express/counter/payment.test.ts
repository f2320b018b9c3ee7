import assert from "node:assert/strict";
import { test } from "node:test";
import { openFullScene, openScene } from "./counter.ts";
import { visibleText } from "./visible-text.ts";

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
    "10:31:33 a. m. +31:33 El banco ya no conocía la sesión. Queda sin confirmar.",
  ]);
  const declined = stepsIn(await desk.page(`/payments/${cases.declined.id}`));
  assert.match(
    declined.at(-1) ?? "",
    /El banco rechazó el pago\. Código 51: Fondos insuficientes\. Queda rechazado\.$/,
  );
  const failed = stepsIn(await desk.page(`/payments/${cases.failed.id}`));
  assert.match(failed.at(-1) ?? "", /La página del banco no se abrió: el banco no respondió\. No se cobró\.$/);
});

test("the bar over the thirty minutes has a mark where each thing happened", async () => {
  const { desk, cases } = await openFullScene();
  const page = await desk.page(`/payments/${cases.unknown.id}`);
  const places = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, place]) => Number(place));
  // Thirty minutes are 80 percent: 4 minutes 10.67.
  assert.deepEqual(places(/<rect class="[a-z]+" x="([\d.]+)%" y="42"/g), [10.67, 21.33, 32, 42.67, 53.33, 64, 80.57]);
  assert.deepEqual(places(/<circle class="ring alert" cx="([\d.]+)%"/g), [80.87]);
});

test("the bar is filled from the bank's page to the buyer's return, the end, or now", async () => {
  const { desk, cases } = await openFullScene();
  const filled = async (id: string) => {
    const page = await desk.page(`/payments/${id}`);
    const [, start, width] = /<rect class="at-bank" x="([\d.]+)%" y="22" width="([\d.]+)%"/.exec(page) ?? [];
    return [Number(start), Number(width)];
  };
  // A minute is 2.67 percent.
  assert.deepEqual(await filled(cases.cancelled.id), [0, 2.67]);
  assert.deepEqual(await filled(cases.waiting.id), [0, 8]);
  assert.deepEqual(await filled(cases.unknown.id), [0, 80]);
  assert.deepEqual(await filled(cases.failed.id), [Number.NaN, Number.NaN]);
});

test("a payment has its receipt's data, its other attempts, and what the shop was told, with errors", async () => {
  const { desk, cases } = await openFullScene();
  const text = visibleText(await desk.page(`/payments/${cases.paidTwice.id}`));
  const { authorizationCode = "", reference = "" } = cases.paidTwice.facts.verdict ?? {};
  for (const part of [
    "Pedido A-1012",
    `TransactionId ${cases.paidTwice.transactionId}`,
    "Monto RD$ 2,490.00",
    "ITBIS incluido RD$ 379.73",
    "Tarjeta •••• 0050",
    `Número de autorización ${authorizationCode}`,
    `Número de referencia ${reference}`,
    "Código de respuesta 00 · Aprobada",
    `Intento de pago ${cases.paidTwice.id}`,
    "El comprador lee El pedido ya estaba pagado",
    "RD$ 2,500.00 Aprobado",
    "El pedido se pagó otra vez. Se entrega pronto",
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
