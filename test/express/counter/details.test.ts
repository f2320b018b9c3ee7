import assert from "node:assert/strict";
import { test } from "node:test";
import { openScene } from "./counter.ts";

const flat = (text: string) =>
  text
    .replace(/<style>.*?<\/style>/s, "")
    .replaceAll("\u00a0", " ")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

const minute = 60_000;

test("what happened hours later is told in hours, and without its day while the day is the same in the bank's time zone", async () => {
  const { desk, player } = await openScene();
  // From 10:00 in Santo Domingo to 22:31: in UTC the day has changed.
  let attempt = await player.unknown("A-1", 100);
  player.pass(12 * 60 * minute);
  const statement = { paid: false, reason: "case 1", by: "Ana" };
  attempt = await player.play(attempt, { type: "resolved", resolution: { ...statement, at: player.clock.time } });
  const text = flat(await desk.page(`/payments/${attempt.id}`));
  assert.match(text, / 10:31:33 p\. m\. \+12 h 31 min Ana registró/);
});

test("a payment belongs to what is to decide until it is decided", async () => {
  const { desk, player } = await openScene();
  for (const [attempt, section] of [
    [await player.unknown("A-1", 100), "Por decidir"],
    [await player.approved("A-2", 100), "Todos los pagos"],
  ] as const) {
    const page = await desk.page(`/payments/${attempt.id}`);
    assert.equal(/aria-current="page">([^<]+)</.exec(page)?.[1], section);
  }
});

test("a day with nothing to draw says so, and not that there are no payments", async () => {
  const { desk, player } = await openScene();
  await player.unknown("A-1", 100);
  const text = flat(await desk.page("/"));
  assert.doesNotMatch(text, /Todavía no hay pagos/);
  assert.match(text, /Pagos por hora No hay pagos aprobados, rechazados ni sin terminar\./);
});

test("what has ended without a payment is not called being checked", async () => {
  const { desk, player } = await openScene();
  await player.play(await player.begin("A-1", 75_000), { type: "launchFailed", reason: "unreachable" });
  assert.match(flat(await desk.page("/")), /Sin terminar RD\$ 750\.00 1 pago/);
  assert.match(await desk.page("/payments"), /<option value="waiting">Sin terminar<\/option>/);
});

test("a notice that is delivered again is acknowledged where it was, and one that no longer waits is told with a way back", async () => {
  const { desk, player, store } = await openScene();
  const { order } = await player.approved("A-1", 100);
  await player.fail(order, "Error: down");
  await desk.page("/decide");
  const [event] = await store.eventsOf(order);
  const answer = await desk.post("/events/retry", { event: event?.id ?? "" });
  assert.equal(answer.status, 303);
  const page = await desk.page(`/${answer.headers.get("location")?.replace("../", "")}`);
  assert.match(
    page,
    /<p class="done" role="status">El aviso se entrega otra vez\. Si vuelve a fallar, aparece aquí\.<\/p>/,
  );
  const again = await desk.post("/events/retry", { event: event?.id ?? "" });
  assert.equal(again.status, 409);
  assert.match(await again.text(), /<a href="\.\.\/decide">Volver a Por decidir<\/a>/);
});

test("on https every cookie of the counter is sent over https alone", async () => {
  const { desk } = await openScene({ publicUrl: "https://shop.example/payments" });
  const cookies = (await desk.get("/?lang=en")).headers.getSetCookie();
  assert.equal(cookies.length, 2);
  for (const cookie of cookies) assert.match(cookie, /; Path=\/; HttpOnly; SameSite=(?:Lax|Strict).*; Secure$/);
});
