import assert from "node:assert/strict";
import { test } from "node:test";
import { resolved } from "#express/attempt/decided.ts";
import { keptIn } from "../../kept.ts";
import { decision, openFullScene, openScene } from "./counter.ts";
import { visibleText } from "./visible-text.ts";

const minute = 60_000;

test("what happened hours later is told in hours, and without its day while the day is the same in the bank's time zone", async () => {
  const { desk, player } = await openScene();
  // From 10:00 in Santo Domingo to 22:31: in UTC the day has changed.
  let attempt = await player.unknown("A-1", 100);
  player.pass(12 * 60 * minute);
  const statement = { paid: false, reason: "case 1", by: "Ana" };
  attempt = await player.play(attempt, resolved({ ...statement, at: player.clock.time }));
  const text = visibleText(await desk.page(`/payments/${attempt.id}`));
  assert.match(text, / 10:31:33 p\. m\. \+12 h 31 min Ana registró/);
});

test("a payment belongs to what is to decide until it is decided", async () => {
  const { desk, player } = await openScene();
  for (const [attempt, section] of [
    [await player.unknown("A-1", 100), "Por resolver"],
    [await player.approved("A-2", 100), "Pagos"],
  ] as const) {
    const page = await desk.page(`/payments/${attempt.id}`);
    assert.equal(/aria-current="page">([^<]+)</.exec(page)?.[1]?.trim(), section);
  }
});

test("a payment that waits for a decision is in the sums, although it is alone; a chart of one value is not drawn", async () => {
  const { desk, player } = await openScene();
  await player.unknown("A-1", 100);
  const text = visibleText(await desk.page("/"));
  assert.doesNotMatch(text, /Todavía no hay pagos/);
  assert.match(text, / Sin confirmar o en revisión 1 pago hasta RD\$ 1\.00 /);
  assert.doesNotMatch(text, /Dinero por hora/);
});

test("what waits since another day says which, with its year where that is another, and its hour", async () => {
  const { desk, player } = await openScene();
  await player.unknown("A-1", 100);
  for (const [days, since] of [
    [1, "Nov 21, 10:31 AM"],
    [60, "Nov 21, 2026, 10:31 AM"],
  ] as const) {
    player.pass(days * 24 * 60 * minute);
    const text = visibleText(await desk.page("/decide?lang=en")).replaceAll(/\s/g, " ");
    assert.ok(text.includes(` ${since} `), text);
  }
});

test("what has never started, or was canceled, is not called being checked", async () => {
  const { desk, player } = await openScene();
  await player.play(await player.begin("A-1", 75_000), { type: "launchFailed", reason: "unreachable" });
  await player.open(await player.begin("A-2", 100));
  let canceled = await player.open(await player.begin("A-3", 200));
  canceled = await player.play(canceled, { type: "visited", via: "cancel" });
  for (let i = 0; i < 2; i++) canceled = await player.answer(canceled, "empty");
  assert.match(
    visibleText(await desk.page("/")),
    /En el banco o en verificación 1 pago RD\$ 1\.00 Cancelados 1 pago RD\$ 2\.00 No iniciados 1 pago RD\$ 750\.00/,
  );
  const list = await desk.page("/payments");
  const options = [...list.matchAll(/<option value="[a-z]+[a-zA-Z]*">([^<]+)<\/option>/g)].map(([, name]) => name);
  assert.deepEqual(options.slice(0, 8), [
    "Aprobado o preautorizado",
    "Rechazado",
    "En la página del banco o en verificación",
    "Cancelado",
    "No iniciado",
    "Vencido",
    "Sin confirmar o en revisión",
    "Registrado como no pagado",
  ]);
});

test("a notice that is delivered again is acknowledged where it was, and one that no longer waits is told with a way back", async () => {
  const { desk, player, store } = await openScene();
  const { order } = await player.approved("A-1", 100);
  await player.fail(order, "Error: down");
  await desk.page("/decide");
  const [event] = await keptIn(store).eventsOf(order);
  const answer = await desk.post("/events/retry", { event: event?.id ?? "" });
  assert.equal(answer.status, 303);
  const page = await desk.page(`/${answer.headers.get("location")?.replace("../", "")}`);
  assert.match(
    page,
    /<p class="done" role="status">El aviso se envía otra vez\. Si vuelve a fallar, aparece aquí con su error\.<\/p>/,
  );
  const again = await desk.post("/events/retry", { event: event?.id ?? "" });
  assert.equal(again.status, 409);
  assert.match(await again.text(), /<a href="\.\.\/decide">Volver a Por resolver<\/a>/);
});

test("a notice that fails once more after it was delivered again says so, with who asked, when, and the error", async () => {
  const { desk, player, store, cases } = await openFullScene();
  const { order } = await player.approved("A-1", 100);
  await player.fail(order, "Error: down");
  for (const [name, error] of [
    ["Ana", "Error: still down"],
    ["Eva", "Error: down to the end"],
  ] as const) {
    const member = desk.as(name);
    await member.page("/decide");
    player.pass(60_000);
    assert.equal((await member.post("/events/retry", { event: `paid:${order}` })).status, 303);
    await player.fail(order, error);
  }
  const [event] = await keptIn(store).eventsOf(order);
  const list = visibleText(await desk.page("/decide"));
  for (const [page, after] of [
    [list, `El pedido se pagó. Pedido A-1 , desde `],
    [
      visibleText(await desk.page(`/payments/${event?.attempt}`)),
      "El pedido se pagó. No se volverá a intentar: falló 3 veces.",
    ],
  ] as const) {
    assert.ok(page.includes(after), page);
    assert.match(
      page,
      /Ana pidió enviarlo otra vez \(21 nov 2026, .*?\)\. Se intentó, y volvió a fallar\. Eva pidió .*?\. Se intentó, y volvió a fallar\. Para quien da mantenimiento al sistema Error: down to the end/,
    );
    assert.doesNotMatch(page, /still down/);
  }
  // Of one that was delivered in the end, who asked for it is enough.
  await desk.page("/decide");
  await desk.post("/events/retry", { event: `paid:${order}` });
  await player.deliver();
  const delivered = visibleText(await desk.page(`/payments/${event?.attempt}`));
  assert.match(
    delivered,
    /El pedido se pagó\. Entregado al intento 4: .* Ana pidió enviarlo otra vez \([^)]*\)\.(?! Se intentó)/,
  );
  assert.doesNotMatch(visibleText(await desk.page(`/payments/${cases.first.id}`)), /pidió/);
});

test("no page names a hook or a field by its identifier", async () => {
  const { desk, player, store } = await openFullScene();
  await player.review("A-1", 100, { mismatch: ["OrdenID", "RetrievalReferenceNumber"] });
  const { attempts } = await keptIn(store).listAttempts({ limit: 1000 });
  for (const path of ["/", "/decide", ...attempts.map(({ id }) => `/payments/${id}`)]) {
    const text = visibleText(await desk.page(path));
    assert.doesNotMatch(
      text,
      /\bon(?:Paid|Declined|Expired|Unknown|Review|Authorized)|RetrievalReference|No coincide [a-z]*[A-Z]/,
      path,
    );
  }
  const [latest] = attempts;
  assert.match(
    visibleText(await desk.page(`/payments/${latest?.id}`)),
    /No coincide el pedido, el número de referencia, que ya tiene otro pago/,
  );
});

test("who has decided stays under To resolve, with the way back to the list", async () => {
  const { desk, cases } = await openFullScene();
  const path = `/payments/${cases.unknown.id}`;
  await desk.page(path);
  const answer = await desk.post(`${path}/resolve`, decision("no"));
  const page = await desk.page(`/${answer.headers.get("location")?.replaceAll("../", "")}`);
  assert.match(page, /aria-current="page">Por resolver[ <]/);
  assert.match(page, /El resultado quedó registrado\. <a href="\.\.\/decide">Volver a Por resolver<\/a>/);
  assert.match(await desk.page(path), /aria-current="page">Pagos</);
  // A link of a stranger says nothing of a payment that nobody has decided.
  assert.doesNotMatch(await desk.page(`/payments/${cases.first.id}?recorded=1`), /quedó registrado/);
});

test("on https every cookie of the counter is sent over https alone", async () => {
  const { desk } = await openScene({ publicUrl: "https://shop.example/payments" });
  const cookies = (await desk.get("/?lang=en")).headers.getSetCookie();
  assert.equal(cookies.length, 2);
  for (const cookie of cookies) assert.match(cookie, /; Path=\/; HttpOnly; SameSite=(?:Lax|Strict).*; Secure$/);
});

test("above a payment stands all that a person has recorded of it, each once", async () => {
  const { desk, player } = await openScene();
  // The bank says that nothing was charged by then: a launch needs that.
  const one = await player.answer(await player.open(await player.begin("A-1", 250_000)), "empty");
  // Another amount: a launch does not join the first.
  const other = await player.open(await player.begin("A-1", 249_000));
  await player.answer(one, "approved", player.verdict());
  await player.answer(other, "review", { ...player.verdict(), code: "10" });
  const path = `/payments/${other.id}`;
  const headline = async () => {
    const page = await desk.page(path);
    return visibleText(/<p class="headline">.*?<\/p>/s.exec(page)?.[0] ?? "").trim();
  };
  await desk.page(path);
  await desk.post(`${path}/resolve`, { ...decision("yes"), approved: "1,000.00" });
  const marks = "Confirmado por una persona Aprobado en parte";
  assert.equal(await headline(), `Pagado RD$ 1,000.00 de RD$ 2,490.00 Pagado dos veces ${marks}`);
  await desk.post(`${path}/resolve`, decision("yes"));
  assert.equal(await headline(), `Pagado RD$ 1,000.00 de RD$ 2,490.00 Devuelto ${marks}`);
});

test("what the bank's codes mean is marked as Spanish on an English page, wherever it stands", async () => {
  const { desk, cases } = await openFullScene();
  const page = await desk.page(`/payments/${cases.declined.id}?lang=en`);
  assert.equal(page.match(/Fondos insuficientes/g)?.length, 2);
  assert.equal(page.match(/<span lang="es">Fondos insuficientes/g)?.length, 2);
});
