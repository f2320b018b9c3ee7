import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Attempt } from "@ventanilla/express/store";
import { capturing, resolved } from "#express/attempt/decided.ts";
import { decisionBasis } from "#express/attempt/decision-basis.ts";
import { keptIn, place, withShop } from "../../kept.ts";
import { Player, twice } from "./cases.ts";
import { decision, openFullScene, openScene, type Scene } from "./counter.ts";
import { visibleText } from "./visible-text.ts";

/** Decides about a payment as the page's own form does. */
async function decide({ desk }: Pick<Scene, "desk">, { id }: Attempt, choice: "yes" | "no", reason?: string) {
  await desk.page(`/payments/${id}`);
  const answer = await desk.post(`/payments/${id}/resolve`, decision(choice, reason));
  return { status: answer.status, to: answer.headers.get("location"), text: visibleText(await answer.text()) };
}

test("every payment that needs a person is listed with what to do by when, and leads to what happened, what to ask and what a decision does", async () => {
  const { desk, cases } = await openFullScene();
  const list = await desk.page("/decide");
  assert.doesNotMatch(list, /\/resolve"/);
  const pages = [visibleText(list)];
  for (const name of ["unknown", "otherAmount", "review", "orderGone", "unconfirmed", "paidTwice"] as const) {
    assert.ok(list.includes(`<a href="./payments/${cases[name].id}">`), name);
    pages.push(visibleText(await desk.page(`/payments/${cases[name].id}`)));
  }
  assert.match(
    pages[0] ?? "",
    /Desde: 4:57 p\. m\. A-1012 RD\$ 2,490\.00 Pagado dos veces Para anular: 1 h 59 min Pida al banco que lo anule Resolver Desde: 10:31 a\. m\. A-1001 RD\$ 2,950\.00 Sin confirmar Sin plazo Pregunte al banco Resolver/,
  );
  // What is so of several payments is said once above them.
  assert.match(
    pages[0] ?? "",
    /6 pagos El plazo más corto primero; después, lo más antiguo\. Los pagos del lote abierto se pueden anular, solo completos, hasta el cierre \(7:00 p\. m\.\)\. Desde Pedido Monto Estado Plazo Desde: 10:33 a\. m\. A-1002 /,
  );
  assert.equal(pages[0]?.match(/solo completos|cuanto antes/g)?.length, 1);
  for (const [places, sentence] of [
    [1, "no dio una respuesta clara en los treinta minutos"],
    [1, "El banco aprobó solo una parte del monto, y su respuesta no dice cuál"],
    [1, "Pagado RD$ 1,000.00 El pedido cuesta RD$ 1,200.00 Falta RD$ 200.00"],
    [1, "el comercio ya no tiene el pedido."],
    [1, "no dio una última respuesta clara"],
    [1, "Este pago El otro pago Pagado RD$ 2,490.00 RD$ 2,500.00 Hora del resultado"],
    [
      1,
      "Devuelva este pago; si el pedido cuesta ahora RD$ 2,490.00, devuelva el otro. Véalo en la tienda. El comprador pagó dos veces. Este pago es el posterior.",
    ],
    [2, "Por favor indíquennos si este pago se cobró"],
    [6, "Número de afiliado: 349000000, terminal 58585858"],
    [1, "Pedido (OrdenID): A-1001"],
    [1, `TransactionId: ${cases.unknown.transactionId}`],
    [1, "Monto: RD$ 2,950.00"],
    [1, "Fecha y hora: 21 nov 2026, 10:00:02 a. m., hora de Santo Domingo"],
    // Two payments were begun at once: each letter names its own result.
    [1, "Fecha y hora: 21 nov 2026, 4:57:35 p. m., hora de Santo Domingo"],
    [1, "Fecha y hora: 21 nov 2026, 4:57:15 p. m., hora de Santo Domingo"],
    [4, "Tarjeta: 476134******0050"],
    [5, "El pedido queda pagado. El comercio recibe el pago y puede entregar."],
    [5, "El comprador puede pagar el pedido otra vez."],
    [1, "El comercio se entera de que se pagó RD$ 1,000.00 y no RD$ 1,200.00."],
    [1, "TypeError: fetch failed (invoices.shop.example)"],
  ] as const) {
    assert.equal(pages.filter((page) => page.includes(sentence)).length, places, sentence);
  }
});

test("of a payment that was approved in part, the bank is asked how much, and only then to give it back", async () => {
  const { desk, player, store, cases } = await openFullScene();
  const path = `/payments/${cases.review.id}`;
  assert.match(await desk.page("/decide"), /<span class="badge alert">Aprobado en parte</);
  const page = visibleText(await desk.page(path));
  for (const sentence of [
    "pida antes al banco que la devuelva",
    "Pregunte al banco cuánto aprobó",
    "Este pago se aprobó en parte. Por favor indíquennos cuánto se aprobó:",
    "Todavía no anulen ni devuelvan nada.",
    "Pregunte antes del cierre de lote (7:00 p. m.), mientras todavía se puede anular: quedan",
    "Por favor anulen este pago, aprobado en parte",
    "Código de respuesta: 10",
    "El banco aprobó solo una parte del monto. Código 10",
    "La parte se anuló o se devolvió",
    "El dinero no se devuelve solo",
    "Se cobró el resto por otro medio",
  ]) {
    assert.ok(page.includes(sentence), sentence);
  }
  assert.doesNotMatch(page, / (?:Se|No se) cobró (?!el resto)/);
  assert.ok(page.indexOf("indíquennos cuánto") < page.indexOf("Por favor anulen"));
  player.pass(12 * 3_600_000);
  const closed = visibleText(await desk.page(path));
  assert.match(
    closed,
    /Ya no se puede anular: el lote cerró \(21 nov 2026, 7:00 p\. m\.\)\. .* Por favor devuelvan este pago, aprobado en parte/,
  );
  for (const advice of [closed, visibleText(await desk.page("/decide"))]) {
    assert.doesNotMatch(advice, /anúlela|pida la anulación al banco/);
  }
  assert.equal((await decide({ desk }, cases.review, "no", "voided")).status, 303);
  assert.equal((await keptIn(store).findAttempt(cases.review.id))?.facts.resolution?.paid, false);
  // Another code may be a whole approval.
  const other = await player.review("A-9", 100, { code: "85" });
  assert.match(visibleText(await desk.page(`/payments/${other.id}`)), /código 85, que puede ser una aprobación/);
});

test("facts stand before the question to the bank, and the recommended answer first among those after it", async () => {
  const { desk, cases } = await openFullScene();
  for (const [name, facts, answers] of [
    [
      "paidTwice",
      "desde las 4:57 p. m., hace 3 min Visa •••• 0050 ref. 632500482931 ",
      "Se devolvió este pago Lo recomendado",
    ],
    ["orderGone", "desde las 10:37 a. m., hace ", "Se devolvió el dinero Lo recomendado"],
    ["otherAmount", "desde las 10:33 a. m., hace ", "Se devolvió el dinero Lo recomendado"],
  ] as const) {
    const page = visibleText(await desk.page(`/payments/${cases[name].id}`));
    const places = [facts, "Se puede anular", "Por favor anulen", "¿Qué se hizo?", answers].map((text) =>
      page.indexOf(text),
    );
    assert.ok(!places.includes(-1), `${name} ${places.join(" ")}`);
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
      name,
    );
    assert.equal(page.match(/Lo recomendado/g)?.length, 1, name);
    // The bank has approved: nothing says that it may have, or that it may do so later.
    assert.doesNotMatch(page, /puede ser una aprobación|aprueba este intento/, name);
  }
  // What the bank has charged is for the bank to say.
  assert.doesNotMatch(await desk.page(`/payments/${cases.unknown.id}`), /Lo recomendado/);
});

test("a void is asked for until the payment's batch closes, and a refund after it", async () => {
  const { desk, player, cases } = await openFullScene();
  const path = `/payments/${cases.paidTwice.id}`;
  const before = visibleText(await desk.page(path));
  assert.match(before, /Se puede anular, solo completo, hasta el cierre de lote \(7:00 p\. m\.\): quedan 1 h 59 min/);
  assert.match(before, /Por favor anulen este pago/);
  // Of two different amounts it is said where to see which is right, and of two results of one minute which came first.
  assert.match(
    before,
    /Devuelva este pago; si el pedido cuesta ahora RD\$ 2,490\.00, devuelva el otro\. Véalo en la tienda\. .* Hora del resultado 4:57:\d\d\sp\. m\. 4:57:\d\d\sp\. m\. /,
  );
  player.pass(3 * 3_600_000);
  const after = visibleText(await desk.page(path));
  assert.match(after, /Ya no se puede anular: el lote cerró .* Lo que queda es una devolución\./);
  assert.match(after, /Por favor devuelvan este pago/);
  const list = visibleText(await desk.page("/decide"));
  assert.match(
    list,
    /A-1012 RD\$ 2,490\.00 Pagado dos veces Ya no se puede anular Pida al banco que lo devuelva Resolver/,
  );
  assert.doesNotMatch(list, /lote abierto|quedan/);
});

test("an unconfirmed payment recorded as charged pays the order once, and keeps the staff member's name", async () => {
  const scene = await openFullScene();
  const { store, cases } = scene;
  const { id } = cases.unknown;
  const answer = await decide(scene, cases.unknown, "yes", "help desk,\r\n  case 4711 ");
  assert.deepEqual([answer.status, answer.to], [303, `../../payments/${id}?recorded=1`]);
  const after = await keptIn(store).findAttempt(id);
  assert.equal(after?.state, "approved");
  const now = await store.now();
  assert.deepEqual(after.facts.resolution, { paid: true, reason: "help desk, case 4711", by: "Ana", at: now });
  const page = visibleText(await scene.desk.page(`/payments/${id}?recorded=1`));
  assert.match(page, /El resultado quedó registrado/);
  // A link of a stranger says nothing about a payment that still waits.
  assert.doesNotMatch(await scene.desk.page(`/payments/${cases.review.id}?recorded=1`), /quedó registrado/);
  assert.match(page, /Ana registró «Se cobró»: «help desk, case 4711»\. Queda aprobado\./);
  assert.doesNotMatch(page, /\/resolve"/);
});

test("a payment that was not charged leaves the list, and its order can be paid again", async () => {
  const scene = await openFullScene();
  const { store, cases } = scene;
  for (const name of ["unknown", "review", "unconfirmed", "otherAmount", "orderGone"] as const) {
    assert.equal((await decide(scene, cases[name], "no")).status, 303, name);
    assert.equal((await keptIn(store).findAttempt(cases[name].id))?.facts.resolution?.paid, false);
  }
  const page = await scene.desk.page("/decide");
  assert.match(page, />1 pago</);
  const retried = await scene.player.begin("A-1001", 295_000);
  assert.notEqual(retried.id, cases.unknown.id);
});

test("of two payments one was given back, or both are kept: the order stays paid and nobody is asked again", async () => {
  const scene = await openFullScene();
  const { store, cases } = scene;
  assert.equal((await decide(scene, cases.paidTwice, "yes", "voided, case 12")).status, 303);
  const after = await keptIn(store).findAttempt(cases.paidTwice.id);
  assert.deepEqual(
    [after?.state, after?.facts.handled],
    [
      "approved",
      {
        returned: true,
        returnedAttempt: cases.paidTwice.id,
        reason: "voided, case 12",
        by: "Ana",
        at: await store.now(),
        back: { on: "2026-11-21", at: await store.now() },
      },
    ],
  );
  assert.doesNotMatch(await scene.desk.page("/decide"), /pedido A-1012/);
  assert.match(
    await scene.desk.page(`/payments/${cases.paidTwice.id}`),
    /«Se devolvió este pago»: «voided, case 12»\./,
  );
});

test("of three payments, one of them held, each can be the one that was given back", async () => {
  const { store, desk } = await openScene();
  const opened = [];
  for (const facts of [{ capture: "later" }, {}, {}] as const) {
    opened.push(await place(store, { order: "T-1", windowEndsAt: 1, facts }));
  }
  for (const { id, version, facts } of opened) {
    const announce = facts.capture === undefined ? "order.paid" : "order.authorized";
    await keptIn(store).transition(id, version, { state: "approved", announce, facts, dueAt: null });
  }
  const ids = opened.map(({ id }) => id);
  const page = await desk.page(`/payments/${ids[2]}`);
  const choices = [...page.matchAll(/name="decision" value="([^"]+)"/g)].map(([, value]) => value);
  assert.deepEqual(choices, [`yes:${ids[0]}`, "yes", `yes:${ids[1]}`, "no"]);
});

test("a payment that the bank has settled cannot be decided, whatever is posted", async () => {
  const scene = await openFullScene();
  const { store, cases, desk } = scene;
  for (const name of ["approved", "declined", "expired", "waiting", "cancelled", "failed", "first"] as const) {
    const before = await keptIn(store).findAttempt(cases[name].id);
    assert.doesNotMatch(await desk.page(`/payments/${cases[name].id}`), /\/resolve"/, name);
    for (const seen of [decisionBasis(before ?? assert.fail()), "0", ""]) {
      await desk.page("/decide");
      const answer = await desk.post(`/payments/${cases[name].id}/resolve`, { seen, ...decision("yes") });
      assert.equal(answer.status, 409, name);
      assert.match(await answer.text(), /Ya no hay nada por resolver, y no se registró nada/);
    }
    assert.deepEqual(await keptIn(store).findAttempt(cases[name].id), before);
  }
});

test("of two members of the staff the second sees who decided what, and nothing of theirs is kept", async () => {
  const scene = await openFullScene();
  const { desk, store, cases } = scene;
  const luis = desk.as("Luis");
  for (const [name, said] of [
    ["unknown", "No se cobró"],
    ["paidTwice", "No se devuelve nada"],
  ] as const) {
    const { id } = cases[name];
    await desk.page(`/payments/${id}`);
    await luis.page(`/payments/${id}`);
    assert.equal((await luis.post(`/payments/${id}/resolve`, decision("no", "case 1"))).status, 303);
    const second = await desk.post(`/payments/${id}/resolve`, decision("yes", "case 2"));
    assert.equal(second.status, 409);
    assert.match(
      visibleText(await second.text()),
      new RegExp(`Luis ya registró «${said}» \\(21 nov 2026, .* Lo que usted envió no se guardó`),
    );
    const after = await keptIn(store).findAttempt(id);
    assert.equal((after?.facts.resolution ?? after?.facts.handled)?.by, "Luis");
  }
});

test("two decisions at the same moment: one is kept, and who sent it twice sees it recorded", async () => {
  const { desk, store, cases } = await openFullScene();
  const { id } = cases.unknown;
  await desk.page(`/payments/${id}`);
  const answers = await Promise.all(
    (["yes", "no", "yes", "no"] as const).map((choice) => desk.post(`/payments/${id}/resolve`, decision(choice))),
  );
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [303, 303, 409, 409],
  );
  const { history } = (await keptIn(store).findAttempt(id))?.facts ?? {};
  assert.equal(history?.entries.filter(({ what }) => what === "resolved").length, 1);
});

test("a payment that became something else meanwhile is read again before it is decided", async () => {
  const scene = await openScene();
  const { desk, player, store } = scene;
  const attempt = await player.unknown("A-1", 100);
  await desk.page(`/payments/${attempt.id}`);
  const review = await player.answer(attempt, "review", { code: "10" });
  assert.equal(review.state, "review");
  const answer = await desk.post(`/payments/${attempt.id}/resolve`, decision("no"));
  assert.equal(answer.status, 409);
  assert.match(await answer.text(), /El pago cambió mientras usted decidía/);
  assert.equal((await keptIn(store).findAttempt(attempt.id))?.facts.resolution, undefined);
});

test("a payment that becomes something else while the decision is written is not decided", async () => {
  for (const begin of ["opened", "unknown", "paidTwice"] as const) {
    for (const choice of ["yes", "no"] as const) {
      const clock = { time: Date.parse("2026-11-21T14:00:00Z"), now: () => clock.time };
      const inner = sqliteStore(":memory:", clock);
      const player = new Player(inner, clock);
      let finds = 0;
      let meanwhile = async (): Promise<unknown> => undefined;
      const store = withShop(inner, ({ findAttempt }) => ({
        async findAttempt(id) {
          // The counter has read it once, and what decides reads it again.
          if (++finds === 2) await meanwhile();
          return findAttempt(id);
        },
      }));
      const { desk } = await openScene({ store });
      const attempt = await {
        opened: async () => player.open(await player.begin("A-1", 100)),
        unknown: () => player.unknown("A-1", 100),
        paidTwice: () => twice(player, { capture: "later" }),
      }[begin]();
      await desk.page("/compare");
      await desk.page(`/payments/${attempt.id}`);
      finds = 0;
      meanwhile = () =>
        begin === "paidTwice"
          ? player.play(attempt, capturing("the capture of the first"))
          : player.answer(attempt, "review", { mismatch: ["amount"], orderAmount: { minor: 900, currency: "DOP" } });
      const fields = begin === "opened" ? { reason: "because" } : decision(choice, "because <7>");
      const answer = await desk.post(`/payments/${attempt.id}/resolve`, fields);
      const { resolution, handled } = (await keptIn(inner).findAttempt(attempt.id))?.facts ?? {};
      assert.deepEqual([answer.status, resolution, handled], [409, undefined, undefined], `${begin} ${choice}`);
      const text = await answer.text();
      if (begin === "opened") continue;
      assert.ok(
        text.includes("El pago cambió mientras usted decidía"),
        `${begin} ${/<p class="alert".*?p>/.exec(text)?.[0]}`,
      );
      assert.match(text, /because &lt;7&gt;<\/textarea>/);
      // Read again, it can be decided.
      await desk.page(`/payments/${attempt.id}`);
      assert.equal((await desk.post(`/payments/${attempt.id}/resolve`, decision(choice))).status, 303);
    }
  }
});

test("a decision that does not say what its page has shown is refused", async () => {
  const { desk, store, cases } = await openFullScene();
  const other =
    /name="seen" value="([^"]+)"/.exec(await desk.page(`/payments/${cases.review.id}`))?.[1] ?? assert.fail();
  for (const name of ["unknown", "paidTwice"] as const) {
    const path = `/payments/${cases[name].id}`;
    await desk.page(path);
    for (const seen of ["", "x", String(cases[name].version), other.slice(1), `${other}a`, ` ${other}`, other]) {
      const answer = await desk.post(`${path}/resolve`, { ...decision("yes"), seen });
      const isWhole = seen === other;
      assert.equal(answer.status, isWhole ? 409 : 422, `${name} ${seen}`);
      assert.match(await answer.text(), isWhole ? /El pago cambió/ : /El formulario llegó incompleto/);
    }
    const { resolution, handled } = (await keptIn(store).findAttempt(cases[name].id))?.facts ?? {};
    assert.deepEqual([resolution, handled], [undefined, undefined]);
  }
});

test("a decision without a choice or a reason is refused, with what was written", async () => {
  const { desk, store, cases } = await openFullScene();
  const path = `/payments/${cases.unknown.id}`;
  await desk.page(path);
  for (const [fields, error] of [
    [{ reason: "case <7>" }, "Elija una respuesta"],
    [{ decision: "maybe", reason: "case <7>" }, "Elija una respuesta"],
    [{ decision: "yes", reason: " \n " }, "Escriba cómo lo sabe"],
    [{ decision: "yes", reason: "x".repeat(501) }, "Escriba cómo lo sabe"],
    [{ decision: "yes", reason: "a\u0007b" }, "Escriba cómo lo sabe"],
  ] as [Record<string, string>, string][]) {
    const answer = await desk.post(`${path}/resolve`, fields);
    const text = await answer.text();
    assert.equal(answer.status, 422);
    assert.ok(text.includes(error), error);
    if (fields.reason === "case <7>") assert.ok(text.includes("case &lt;7&gt;</textarea>"));
  }
  assert.equal((await keptIn(store).findAttempt(cases.unknown.id))?.facts.resolution, undefined);
});

test("a decision about no payment finds none", async () => {
  const { desk } = await openFullScene();
  await desk.page("/decide");
  for (const id of ["nothing", crypto.randomUUID(), "%", "a%2Fb"]) {
    assert.equal((await desk.get(`/payments/${id}`)).status, 404, id);
    assert.equal((await desk.post(`/payments/${id}/resolve`, decision("yes"))).status, 404, id);
  }
});

test("what a further decision does says whether another payment has paid the order", async () => {
  const { desk, player } = await openScene();
  const unknown = await player.unknown("A-1", 100);
  await player.play(unknown, resolved({ paid: false, reason: "asked", by: "Ana", at: 1 }));
  await player.approved("A-1", 100);
  // A later word of the bank on the first attempt.
  const review = await player.answer(unknown, "review", { code: "10" });
  const page = await desk.page(`/payments/${review.id}`);
  // A person has decided about it before.
  assert.doesNotMatch(page, /\/resolve"/);
  const second = await player.review("A-2", 100, { code: "10" });
  assert.match(await desk.page(`/payments/${second.id}`), /El comprador puede pagar el pedido otra vez/);
  // The bank says that nothing was charged by then: a launch needs that.
  const window = await player.answer(await player.open(await player.begin("A-3", 100)), "empty");
  await player.answer(await player.open(await player.begin("A-3", 200)), "approved", player.verdict());
  const both = await player.answer(window, "review", { code: "10" });
  const further = await desk.page(`/payments/${both.id}`);
  assert.match(further, /El pedido ya tiene otro pago: este queda como segundo pago/);
  assert.match(further, /El pedido sigue como está: otro intento decide sobre él/);
  assert.doesNotMatch(further, /El comprador puede pagar el pedido otra vez/);
});

test("an event that was given up is delivered once more, and keeps the staff member's name", async () => {
  const paid: string[] = [];
  const { desk, store, cases, payments } = await openFullScene({ onPaid: ({ order }) => void paid.push(order) });
  assert.ok(cases);
  await desk.page("/decide");
  const answer = await desk.post("/events/retry", { event: "paid:A-1009" });
  assert.deepEqual([answer.status, answer.headers.get("location")], [303, "../decide?retried=1"]);
  await payments.reconcileOnce({ budgetMs: 60_000 });
  assert.ok(paid.includes("A-1009"));
  assert.deepEqual(
    (await keptIn(store).actionsOf("paid:A-1009")).map(({ by, action }) => [by, action]),
    [["Ana", "retry"]],
  );
  const again = await desk.post("/events/retry", { event: "paid:A-1009" });
  assert.equal(again.status, 409);
  assert.match(await again.text(), /Ese aviso ya no espera/);
});

test("events that were given up together are delivered once more together, as many as are shown", async () => {
  const paid: string[] = [];
  const { desk, store, player, payments } = await openScene({ onPaid: ({ order }) => void paid.push(order) });
  for (let i = 0; i < 52; i++) await player.fail((await player.approved(`E-${i}`, 100)).order, "no paper");
  assert.match(await desk.page("/decide?lang=en"), />Send all 50</);
  const answer = await desk.post("/events/retry", { event: "all" });
  assert.deepEqual([answer.status, answer.headers.get("location")], [303, "../decide?retried=50"]);
  const page = visibleText(await desk.page("/decide?retried=50&lang=en"));
  assert.match(page, /The 50 notices are sent again\. Any that fails again appears here with its error\./);
  assert.match(page, /Send both/);
  await payments.reconcileOnce({ budgetMs: 60_000 });
  assert.equal(paid.length, 50);
  const actions = await Promise.all(paid.map((order) => keptIn(store).actionsOf(`paid:${order}`)));
  assert.ok(actions.every(([first, ...more]) => first?.by === "Ana" && more.length === 0));
  await desk.post("/events/retry", { event: "all" });
  assert.doesNotMatch(await desk.page("/decide?lang=en"), /Send all/);
  assert.equal((await desk.post("/events/retry", { event: "all" })).status, 409);
});

test("sixty unknown payments hide neither an order that was paid twice nor one under review", async () => {
  const { desk, player } = await openScene();
  for (let i = 0; i < 60; i++) await player.unknown(`J-${i}`, 100);
  const review = await player.review("R-1", 500, { code: "85" });
  const { id } = await twice(player);
  const today = visibleText(await desk.page("/?lang=en"));
  assert.match(
    today,
    /First, what there is to resolve .{0,60}A-1012 .{0,20}Paid twice To void.*? J-0 .{0,20}Unconfirmed No deadline .*? J-3 .{0,20}Unconfirmed No deadline See all/,
  );
  assert.match(today, /See all 62 to resolve Here are 5 of 62 payments\./);
  const page = await desk.page("/decide?lang=en");
  assert.match(
    visibleText(page),
    /62 payments .* A-1012 RD\$ 2,490\.00 Paid twice To void it: .* J-0 RD\$ 1\.00 Unconfirmed .* R-1 RD\$ 5\.00 Under review .* Unconfirmed: 60 \. These are the first 50\./,
  );
  // Only what is not all here leads to a list.
  assert.deepEqual(page.match(/href="\.\/payments\?state=\w+"/g), ['href="./payments?state=unknown"']);
  for (const [kind, own] of [
    ["paidTwice", id],
    ["review", review.id],
  ]) {
    const list = await desk.page(`/payments?state=${kind}`);
    assert.ok(list.includes(`/${own}"`), kind);
    assert.equal(list.match(/<th scope="row">/g)?.length, 1, kind);
  }
  const [first, next] = [await desk.page("/payments?state=unknown&lang=en"), "/payments?state=unknown&after="];
  const [, after = ""] = /after=([0-9a-z-]+)" rel="next"/.exec(first) ?? [];
  const rest = await desk.page(`${next}${after}`);
  const rows = [first, rest].flatMap((list) => list.match(/<th scope="row">/g) ?? []);
  assert.equal(rows.length, 60);
});

test("what can still be voided stands first, also behind sixty older payments of its kind", async () => {
  const { desk, player } = await openScene();
  for (let i = 0; i < 60; i++) await player.review(`O-${i}`, 100, { mismatch: ["order"] });
  player.pass(24 * 60 * 60_000);
  const young = await player.review("Y-1", 500, { mismatch: ["order"] });
  for (const path of ["/decide?lang=en", "/?lang=en"]) {
    const page = await desk.page(path);
    const [first] = page.match(/payments\/[0-9a-f-]{36}/) ?? [];
    assert.equal(first, `payments/${young.id}`, path);
    assert.match(visibleText(page), /Y-1 .*?(?:To void it: .*?| left .*?) O-0 /, path);
  }
  assert.match(
    visibleText(await desk.page("/decide?lang=en")),
    /61 payments .* Under review: 61 \. These are the first 51\./,
  );
});

test("a card number in the reason of a decision is masked", async () => {
  const { desk, store, cases } = await openFullScene();
  assert.equal((await decide({ desk }, cases.unknown, "no", "card 4761 3400 0000 0050, case 12")).status, 303);
  const after = await keptIn(store).findAttempt(cases.unknown.id);
  assert.equal(after?.facts.resolution?.reason, "card 476134******0050, case 12");
});

test("what a decision records is checked first, and changed with all that was typed", async () => {
  const { desk, store, cases } = await openFullScene();
  const { id } = cases.unknown;
  const path = `/payments/${id}/resolve`;
  const typed = { decision: "yes", reason: "case <7>", reference: "77", authorization: "55", approved: "1,000.00" };
  await desk.page(`/payments/${id}`);
  const asked = await desk.post(path, typed);
  assert.equal(asked.status, 200);
  const check = await asked.text();
  assert.match(
    visibleText(check),
    /Va a registrar: RD\$ 1,000\.00 Se cobró Pedido A-1001 .* Número de referencia 77 Número de autorización 55 ¿Cómo lo sabe\? case &lt;7&gt; Qué pasa entonces El pedido queda pagado\..* No se puede deshacer\. Registrar Cambiar/,
  );
  assert.equal((await keptIn(store).findAttempt(id))?.facts.resolution, undefined);
  const hidden = Object.fromEntries(
    [...check.matchAll(/<input type="hidden" name="([a-z]+)" value="([^"]*)">/g)].map(([, name = "", value = ""]) => [
      name,
      value.replace("&lt;", "<").replace("&gt;", ">"),
    ]),
  );
  const changed = await (await desk.post(path, { ...hidden, step: "change" })).text();
  for (const part of [
    'value="yes" id="choice-0',
    "case &lt;7&gt;</textarea>",
    'value="77"',
    'value="55"',
    'value="1,000.00"',
  ]) {
    assert.ok(changed.includes(part), part);
  }
  assert.match(changed, /value="yes"[^>]* checked/);
  assert.doesNotMatch(changed, /role="alert"/);
  // A confirmation that is sent twice records once.
  const confirm = (more = {}) => desk.post(path, { ...hidden, step: "record", ...more });
  for (const { status, headers } of [...(await Promise.all([confirm(), confirm()])), await confirm()]) {
    assert.deepEqual([status, headers.get("location")], [303, `../../payments/${id}?recorded=1`]);
  }
  // Another decision, reason, amount or number is another one, and so is that of somebody else, or one that was not checked.
  const others = [
    { decision: "no" },
    { reason: "case 8" },
    { approved: "999.00" },
    { reference: "78" },
    { reference: "" },
    { step: "" },
  ];
  for (const other of others) assert.equal((await confirm(other)).status, 409, JSON.stringify(other));
  const luis = desk.as("Luis");
  await luis.page(`/payments/${id}`);
  const { token: _, ...same } = hidden;
  assert.equal((await luis.post(path, { ...same, step: "record" })).status, 409);
  const { resolution, history } = (await keptIn(store).findAttempt(id))?.facts ?? {};
  assert.deepEqual([resolution?.approvedAmount?.minor, resolution?.reference], [100_000, "77"]);
  assert.equal(history?.entries.filter(({ what }) => what === "resolved").length, 1);
});

test("a choice that the payment no longer offers is not confirmed", async () => {
  const { desk, cases } = await openFullScene();
  await desk.page(`/payments/${cases.paidTwice.id}`);
  const fields = { decision: `yes:${cases.first.id}`, reason: "voided" };
  const answer = await desk.post(`/payments/${cases.paidTwice.id}/resolve`, fields);
  assert.equal(answer.status, 409);
});

test("a letter to the bank can be copied where scripts run, and sent as an email everywhere", async () => {
  const { desk, cases } = await openFullScene();
  const answer = await desk.get(`/payments/${cases.paidTwice.id}`);
  const page = await answer.text();
  const [, mail = ""] = /href="mailto:\?subject=[^"]*&amp;body=([^"]+)"/.exec(page) ?? [];
  assert.match(decodeURIComponent(mail), /^Por favor anulen este pago:\n.*Monto: RD\$\s2,490\.00\n/s);
  for (const [, id] of page.matchAll(/data-copies="([^"]+)"/g)) {
    assert.equal(page.split(`<textarea class="letter" id="${id}"`).length, 2);
  }
  // The other payment's letter is folded below that of the one that came second.
  assert.ok(page.indexOf("2,500.00\n") > page.indexOf("<summary>Si en cambio se devuelve el otro"));
  const scripts = [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, text = ""]) => text);
  const policy = answer.headers.get("content-security-policy") ?? "";
  for (const text of scripts) {
    assert.ok(policy.includes(createHash("sha256").update(text).digest("base64")));
  }
});
