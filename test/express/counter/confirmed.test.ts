import assert from "node:assert/strict";
import { test } from "node:test";
import { handled } from "#express/attempt/decided.ts";
import { windowMs } from "#express/attempt/rules.ts";
import { keptIn } from "../../kept.ts";
import { twice } from "./cases.ts";
import { type Desk, decision, openFullScene, openScene } from "./counter.ts";
import { visibleText } from "./visible-text.ts";

/** The first field that is marked as refused, and described by what is wrong with it. */
const refusedField = (page: string): string =>
  /<input ([^>]*aria-invalid="true" aria-describedby="error-[^>]*)>/.exec(page)?.[1] ?? "";

async function decide(desk: Desk, id: string, fields: Record<string, string>): Promise<void> {
  await desk.page(`/payments/${id}`);
  assert.equal((await desk.post(`/payments/${id}/resolve`, fields)).status, 303);
}

/** What a comparison of the batch with a list of the bank says. */
async function compared(desk: Desk, batch: string, text: string): Promise<string> {
  await desk.page("/compare");
  const columns = { "column-0": "reference", "column-1": "order", "column-2": "amount" };
  return visibleText(await (await desk.post("/compare", { batch, text, file: new Blob([""]), ...columns })).text());
}

const rowsOf = async (desk: Desk, batch: string) => {
  const [names, ...rows] = (await (await desk.get(`/close.csv?batch=${batch}`)).text()).trim().split("\r\n");
  const note = names?.split(",").indexOf("Nota") ?? -1;
  const told = rows.slice(0, -1).map((row) => row.split(","));
  return told.map((cells) => `${cells[2]} ${cells[note]}`.trim()).toSorted();
};

const others = "632500000009,Y,2.00\n632500000008,Z,1.00\n";

test("a payment that a person confirms belongs to the batch in which it can have been charged, and says who said so", async () => {
  const { desk, player } = await openScene();
  // Half past 5 in Santo Domingo; the batch closes at 7.
  player.clock.time = Date.parse("2026-11-21T21:30:00Z");
  const unknown = await player.unknown("A-1", 500_000);
  const review = await player.review("A-2", 100_000, { code: "85" });
  const unconfirmed = await player.declined("A-3", 70_000);
  player.pass(windowMs);
  await player.play(unconfirmed, { type: "visited", via: "return" });
  for (let i = 0; i < 2; i++) {
    player.pass(40_000);
    await player.answer(unconfirmed, "gone");
  }
  player.clock.time = Date.parse("2026-11-22T13:00:00Z");
  for (const { id } of [unknown, review, unconfirmed]) await decide(desk, id, decision("yes"));
  assert.deepEqual(await rowsOf(desk, "2026-11-22"), []);
  assert.deepEqual(
    await rowsOf(desk, "2026-11-21"),
    ["A-1", "A-2", "A-3"].map((order) => `${order} Confirmado por una persona`),
  );
  const close = visibleText(await desk.page("/close?batch=2026-11-21"));
  assert.match(close, /De estos, confirmados por una persona 3 pagos RD\$ 6,700\.00/);
  assert.match(visibleText(await desk.page(`/payments/${unknown.id}`)), /Aprobado Confirmado por una persona/);

  assert.match(
    await compared(desk, "2026-11-21", `ref,orden,monto\n632500000001,A-1,5000.00\n${others}`),
    /Coinciden 1 pago Aquí RD\$ 5,000\.00 En el banco RD\$ 5,000\.00 Diferencia RD\$ 0\.00/,
  );
  const missing = await compared(desk, "2026-11-21", `ref,orden,monto\n${others}`);
  assert.doesNotMatch(missing, /no entregue nada más/);
  assert.match(missing, /Solo aquí, con una decisión de ustedes 3/);
  assert.match(missing, /Ana lo confirmó \(22 nov 2026, 9:00 a\. m\.\)/);
});

test("the hour at which a confirmed payment can have been charged is never after its window, and the story stays true", async () => {
  const { desk, player, store } = await openScene();
  const attempt = await player.unknown("A-1", 500_000);
  player.pass(3_600_000);
  // A buyer who comes back to the address hours later has paid nothing then.
  await player.play(attempt, { type: "visited", via: "return" });
  await decide(desk, attempt.id, decision("yes"));
  const after = await keptIn(store).findAttempt(attempt.id);
  assert.ok(after?.windowEndsAt !== undefined && after.facts.settledAt !== undefined);
  assert.ok(after.facts.settledAt <= after.windowEndsAt);
  assert.ok(after.facts.settledAt >= after.createdAt);
  assert.equal(after.facts.history?.entries.filter(({ state }) => state === "approved").length, 1);
  const [, list = ""] = (await desk.page(`/payments/${after.id}`)).split('<ol class="steps">');
  const steps = list.match(/<li><svg [^>]*><circle class="good"/g) ?? [];
  assert.equal(steps.length, 1);
});

test("a payment that was given back says so wherever it stands: lists, totals, the file and the comparison", async () => {
  const { desk, player } = await openScene();
  const given = await twice(player);
  await decide(desk, given.id, decision("yes", "voided in the portal"));
  assert.match(visibleText(await desk.page(`/payments/${given.id}`)), /RD\$ 2,490\.00 Devuelto /);
  assert.match(visibleText(await desk.page(`/payments?order=${given.order}`)), /Devuelto/);
  assert.match(visibleText(await desk.page(`/payments/${given.id}?lang=en`)), /RD\$ ?2,490\.00 Given back /);
  await desk.page("/close?lang=es");
  assert.match(
    visibleText(await desk.page("/close?batch=2026-11-21")),
    /Aprobados 2 pagos RD\$ 4,990\.00 .*Devuelto en este lote 1 devolución −RD\$ 2,490\.00 Neto RD\$ 2,500\.00 /,
  );
  assert.deepEqual(await rowsOf(desk, "2026-11-21"), ["A-1012", "A-1012 Devuelto", "A-1012 Devuelto el 2026-11-21"]);
  const missing = await compared(desk, "2026-11-21", `ref,orden,monto\n632500482913,A-1012,2500.00\n${others}`);
  assert.doesNotMatch(missing, /no entregue nada más/);
  assert.match(missing, /Ana registró la devolución \(21 nov 2026/);
  const refund = await compared(
    desk,
    "2026-11-21",
    `ref,orden,monto\n${given.facts.verdict?.reference},A-1012,-2490.00\n${others}`,
  );
  assert.match(refund, /Ana registró la devolución/);
});

test("of two payments the form asks which was given back, and that one says so in lists, totals and the file", async () => {
  const { desk, player, store } = await openScene();
  const further = await twice(player);
  const [first] = (await keptIn(store).attemptsOf(further.order)).filter(({ id }) => id !== further.id);
  const page = visibleText(await desk.page(`/payments/${further.id}`));
  assert.match(
    page,
    /RD\$ 2,490\.00 RD\$ 2,500\.00 .* 632500482914 632500482913 .* Se devolvió este pago Lo recomendado/,
  );
  // Each of the two can be read out to the bank, with its own last hour for a void.
  for (const { transactionId } of [further, first ?? assert.fail()]) {
    assert.match(
      page,
      new RegExp(
        `Se puede anular, solo completo, hasta el cierre de lote \\([^)]*\\):[^]*TransactionId: ${transactionId}`,
      ),
    );
  }
  assert.match(page, /Se devolvió el otro No se devuelve nada/);
  await decide(desk, further.id, { ...decision("yes", "voided in the portal"), decision: `yes:${first?.id}` });
  const kept = visibleText(await desk.page(`/payments/${further.id}`));
  assert.match(
    kept,
    /RD\$ 2,490\.00 Aprobado El banco aprobó el pago .*? Cuenta como pagado\. Ana registró «Se devolvió el otro pago del pedido» \(21 nov 2026, .*?\): «voided in the portal»\./,
  );
  assert.match(kept, /Devuelto RD\$ 2,500\.00/);
  const returned = visibleText(await desk.page(`/payments/${first?.id}`));
  assert.match(
    returned,
    /RD\$ 2,500\.00 Devuelto El dinero de este pago se devolvió\. Ana registró «Se devolvió este pago» \(21 nov 2026, .*?\): «voided in the portal»\./,
  );
  assert.match(returned, /Ana registró «Se devolvió este pago»: «voided in the portal»\./);
  assert.match(
    visibleText(await desk.page("/close?batch=2026-11-21")),
    /Aprobados 2 pagos RD\$ 4,990\.00 .*Devuelto en este lote 1 devolución −RD\$ 2,500\.00 Neto RD\$ 2,490\.00 /,
  );
  const file = await (await desk.get("/close.csv?batch=2026-11-21")).text();
  assert.match(file, /,2500\.00,[^\r\n]*,Devuelto\r\n/);
  assert.doesNotMatch(file, /,2490\.00,[^\r\n]*Devuelto/);
  assert.doesNotMatch(await desk.page("/decide"), /A-1012/);
});

test("a void of the bank's list meets the payment that was given back: once, and with its whole amount", async () => {
  const { desk, player, store } = await openScene();
  const further = await twice(player);
  await decide(desk, further.id, { ...decision("yes", "voided in the portal"), decision: "yes" });
  const payments = await keptIn(store).attemptsOf(further.order);
  const numbers = payments.map(({ facts }) => facts.verdict?.reference ?? "");
  const back = further.facts.verdict?.reference ?? "";
  const list = (...voids: string[]) =>
    [
      "Ref,Monto",
      ...payments.map(({ amount }, at) => `${numbers[at]},${amount.minor / 100}`),
      ...voids.map((amount) => `${back},-${amount}`),
    ].join("\n");
  const compare = async (text: string) => {
    await desk.page("/compare?lang=en");
    const columns = { "column-0": "reference", "column-1": "amount" };
    const answer = await desk.post("/compare", { batch: "2026-11-21", text, ...columns });
    return visibleText(await answer.text());
  };
  const resultOf = (...voids: string[]) => compare(list(...voids));
  const one = await resultOf("2490");
  const givenBack = "Agreed, given back 1 payment Here −RD$ 2,490.00 At the bank −RD$ 2,490.00 Difference RD$ 0.00";
  assert.ok(one.includes(givenBack), one);
  assert.match(
    one,
    /Everything agrees: 2 payments\. .* Pesos Here RD\$ 2,500\.00 At the bank RD\$ 2,500\.00 Difference RD\$ 0\.00/,
  );
  assert.doesNotMatch(one, /Only at the bank/);
  const both = await resultOf("2490", "2490");
  assert.ok(both.includes(givenBack), both);
  assert.match(both, /Given back only at the bank 1 payment Here RD\$ 0\.00 At the bank −RD\$ 2,490\.00/);
  assert.doesNotMatch(await resultOf("2400"), /Agreed, given back/);
  // Also behind more charges that are only at the bank than are looked up here.
  const [names, ...rows] = list("2490").split("\n");
  const unknown = Array.from({ length: 120 }, (_, n) => `${910_000 + n},${n + 1}`);
  assert.ok((await compare([names, ...unknown, ...rows].join("\n"))).includes(givenBack));
  const missing = await resultOf();
  assert.doesNotMatch(missing, /Everything agrees/);
  assert.match(
    missing,
    /Given back here, not at the bank 1 Somebody recorded .* Here RD\$ 0\.00 At the bank RD\$ 2,490\.00 .* RD\$ 2,490\.00 less RD\$ 2,490\.00 that went back/,
  );
  assert.match(missing, /Here RD\$ 2,500\.00 At the bank RD\$ 4,990\.00 Difference \+RD\$ 2,490\.00/);
  assert.match(missing, /Agreed 1 payment Here RD\$ 2,500\.00 At the bank RD\$ 2,500\.00/);
  assert.match(missing, /Given back here, not at the bank 1 payment Here RD\$ 0\.00 At the bank RD\$ 2,490\.00/);
  assert.match(
    visibleText(await desk.page("/close?batch=2026-11-21&lang=en")),
    /: 1 agrees 1 not given back at the bank Currency /,
  );
});

test("what the bank approved and a person gave back is never called not charged, and agrees with its charge and void", async () => {
  const { desk, cases } = await openFullScene();
  for (const name of ["otherAmount", "orderGone"] as const) {
    const { id, amount, facts } = cases[name];
    await decide(desk, id, decision("no", "voided in the portal"));
    const page = visibleText(await desk.page(`/payments/${id}?lang=es`));
    assert.match(page, /Devuelto/, name);
    assert.match(page, /El comercio devolvió lo que el banco le cobró\. Puede pagar de nuevo\./, name);
    assert.doesNotMatch(page, /No se le hizo ningún cargo|no cobrado/, name);
    const lines = (...amounts: number[]) =>
      ["Ref,Monto RD$", ...amounts.map((each) => `${facts.verdict?.reference},${each / 100}`)].join("\n");
    const resultOf = async (text: string) => {
      await desk.page("/compare?lang=en");
      const columns = { "column-0": "reference", "column-1": "amount" };
      return visibleText(await (await desk.post("/compare", { batch: "2026-11-21", text, ...columns })).text());
    };
    const { minor } = amount;
    assert.match(
      await resultOf(lines(minor, -minor)),
      /Agreed, given back 2 payments Here RD\$ 0\.00 At the bank RD\$ 0\.00/,
      name,
    );
    assert.doesNotMatch(await resultOf(lines(minor)), /Agreed, given back/, `${name}: its void is missing`);
    assert.doesNotMatch(await resultOf(lines(minor, -minor + 100)), /Agreed, given back/, `${name}: a part of it`);
  }
});

test("what was given back is an approved payment of the same order, and both say so in one write", async () => {
  const { player, store, payments } = await openScene();
  const declined = await player.declined("A-1012", 70_000);
  const further = await twice(player);
  const stranger = await player.approved("B-1", 100);
  const [first] = (await keptIn(store).attemptsOf(further.order)).filter(({ amount }) => amount.minor === 250_000);
  const handling = { returned: true, reason: "voided", by: "Ana" };
  for (const returnedAttempt of ["", stranger.id, declined.id, "nothing"]) {
    await assert.rejects(payments.recordHandling(further.id, { ...handling, returnedAttempt }), {
      message: "returnedAttempt: expected the id of an approved attempt of the same order",
    });
  }
  const of = { returnedAttempt: first?.id ?? "" };
  const misspelled = { returnedAtempt: of.returnedAttempt };
  await assert.rejects(payments.recordHandling(further.id, { ...handling, ...misspelled }), {
    message: "handling.returnedAtempt: unknown field, did you mean returnedAttempt?",
  });
  await assert.rejects(payments.recordHandling(further.id, { ...handling, ...of, returned: false }), {
    message: "returnedAttempt: only where one of the payments was given back",
  });
  const now = await keptIn(store).findAttempt(further.id);
  assert.equal(now?.facts.handled, undefined);
  // Whatever comes after it: the process ends with its first write.
  const at = await store.now();
  await player.play(now ?? further, handled({ ...handling, ...of, at }));
  assert.deepEqual((await keptIn(store).findAttempt(further.id))?.facts.handled, { ...handling, ...of, at });
  assert.deepEqual((await keptIn(store).findAttempt(of.returnedAttempt))?.facts.reversed, { ...handling, ...of, at });
  await assert.rejects(payments.recordHandling(further.id, { ...handling, ...of }), { code: "already_resolved" });
});

test("a payment that was approved in part is never added up as the whole: the bank does not say how much", async () => {
  const { desk, player } = await openScene();
  const part = await player.review("A-1", 485_000, { code: "10" });
  await player.approved("A-2", 100_000);
  await decide(desk, part.id, decision("yes", "the rest in cash"));
  assert.match(
    visibleText(await desk.page("/close?batch=2026-11-21")),
    /Aprobados 2 pagos RD\$ 1,000\.00 .*De estos, aprobados en parte, sin sumar 1 pago /,
  );
  assert.deepEqual(await rowsOf(desk, "2026-11-21"), [
    'A-1 "Confirmado por una persona; Aprobado en parte (sin monto)"',
    "A-2",
  ]);
  assert.match(
    visibleText(await desk.page("/")),
    /Aprobados 2 pagos RD\$ 1,000\.00 De estos, aprobados en parte, sin sumar 1 pago /,
  );
  const file = await (await desk.get("/close.csv?batch=2026-11-21")).text();
  assert.doesNotMatch(file, /4850\.00/);
  const { reference } = part.facts.verdict ?? {};
  assert.match(
    await compared(desk, "2026-11-21", `ref,orden,monto\n${reference},A-1,1000.00\n${others}`),
    /Con otro monto 1 pago Aquí RD\$ 0\.00 En el banco RD\$ 1,000\.00 .*Aquí Aprobado en parte \(sin monto\) /,
  );
  assert.match(
    await compared(desk, "2026-11-21", `ref,orden,monto\n${reference},A-1,4850.00\n${others}`),
    /Con otro monto 1 pago Aquí RD\$ 0\.00 En el banco RD\$ 4,850\.00 /,
    "nobody has said that it is the whole",
  );
});

test("no sum is shown where the bank has not said how much of any payment it approved", async () => {
  const { desk, player } = await openScene();
  const part = await player.review("A-1", 485_000, { code: "10" });
  await player.review("A-2", 120_000, { code: "10" });
  await decide(desk, part.id, decision("yes", "the rest in cash"));
  for (const [language, approved, total, confirmed, unnamed, asked, review, badge, named] of [
    [
      "es",
      "Aprobados 1 pago",
      "Aprobados 1 pago",
      "confirmados por una persona 1 pago",
      "De estos, aprobados en parte, sin sumar 1 pago",
      "A-1 Por confirmar parte de RD$ 4,850.00 Aprobado en parte (sin monto)",
      "A-2 Por confirmar parte de RD$ 1,200.00 Aprobado en parte",
      "RD$ 4,850.00 Aprobado en parte (sin monto) Confirmado por una persona",
      "Aprobados 2 pagos RD$ 1,000.00",
    ],
    [
      "en",
      "Approved 1 payment",
      "Approved 1 payment",
      "confirmed by a person 1 payment",
      "Of these, approved in part, not added up 1 payment",
      "A-1 To be confirmed part of RD$ 4,850.00 Approved in part (no amount)",
      "A-2 To be confirmed part of RD$ 1,200.00 Approved in part",
      "RD$ 4,850.00 Approved in part (no amount) Confirmed by a person",
      "Approved 2 payments RD$ 1,000.00",
    ],
  ] as const) {
    const see = async (path: string) =>
      visibleText(await desk.page(`${path}${path.includes("?") ? "&" : "?"}lang=${language}`));
    const [today, close, list] = [await see("/"), await see("/close?batch=2026-11-21"), await see("/payments")];
    for (const said of [approved, unnamed]) assert.ok(today.includes(said), `${said}: ${today}`);
    for (const said of [total, confirmed, unnamed]) assert.ok(close.includes(said), `${said}: ${close}`);
    for (const page of [today, close]) assert.ok(!page.includes(" 0.00"), page);
    for (const said of [asked, review]) assert.ok(list.includes(said), `${said}: ${list}`);
    assert.ok((await see(`/payments/${part.id}`)).includes(badge), badge);
    if (language === "es") continue;
    await player.approved("A-3", 100_000);
    assert.ok((await see("/")).includes(named), named);
  }
});

test("what the bank approved of a payment counts, once the staff says how much", async () => {
  const { desk, player, store, payments } = await openScene();
  const part = await player.review("A-1", 485_000, { code: "10" });
  await player.approved("A-2", 100_000);
  const path = `/payments/${part.id}`;
  assert.match(await desk.page(path), /name="approved"/);
  for (const [wrong, choice] of [
    ["4,850.01", "yes"],
    ["0", "yes"],
    ["-1", "yes"],
    ["US$ 100.00", "yes"],
    ["100.005", "yes"],
    ["100,00", "yes"],
    ["a part", "yes"],
    ["1,000.00", "no"],
    ["a part", "no"],
  ] as const) {
    await desk.page(path);
    const answer = await desk.post(`${path}/resolve`, { ...decision(choice), approved: wrong });
    assert.equal(answer.status, 422, wrong);
    const text = await answer.text();
    const over = wrong === "4,850.01" ? /«4,850\.01» pasa de RD\$\s4,850\.00\.</ : /«[^»]+» no es un monto\. Escr/;
    const said = choice === "yes" ? over : /Borre el monto, o elija/;
    assert.match(text, said);
    assert.ok(text.includes(`value="${wrong}"`), wrong);
    assert.match(refusedField(text), /^name="approved"/);
  }
  await decide(desk, part.id, { ...decision("yes", "the rest in cash"), approved: " RD$ 1,200.50 " });
  const approvedAmount = { minor: 120_050, currency: "DOP" };
  assert.deepEqual((await keptIn(store).findAttempt(part.id))?.facts.resolution?.approvedAmount, approvedAmount);
  assert.match(visibleText(await desk.page(path)), /Aprobado en parte .* Aprobado por el banco RD\$ 1,200\.50/);
  assert.match(visibleText(await desk.page("/payments")), /A-1 RD\$ 1,200\.50 de RD\$ [\d,.]+ Aprobado en parte/);
  assert.match(await desk.page(path), /<span class="badge plain">Confirmado por una persona<\/span>/);
  for (const page of ["/close?batch=2026-11-21", "/"]) {
    const text = visibleText(await desk.page(page));
    assert.match(text, /Aprobados 2 pagos RD\$ 2,200\.50/);
    assert.match(text, /De estos, aprobados en parte 1 pago RD\$ 1,200\.50 /);
  }
  const { text } = await payments.summary({ batch: "2026-11-21" });
  assert.match(text.es, /2 aprobados \(RD\$\s2,200\.50\), 1 de estos aprobado en parte \(RD\$\s1,200\.50\)/);
  assert.deepEqual(await rowsOf(desk, "2026-11-21"), ['A-1 "Confirmado por una persona; Aprobado en parte"', "A-2"]);
  assert.match(await (await desk.get("/close.csv?batch=2026-11-21")).text(), /,DOP,1200\.50,183\.13,/);
  // Its ITBIS is in proportion, and so is that of what goes back of it.
  assert.match(visibleText(await desk.page("/close?batch=2026-11-21")), /ITBIS incluido RD\$ 335\.67 /);
  assert.match(
    visibleText(await desk.page(path)),
    /Monto RD\$ 4,850\.00 ITBIS incluido RD\$ 739\.83 Aprobado por el banco RD\$ 1,200\.50/,
  );
  const { reference } = part.facts.verdict ?? {};
  assert.match(
    await compared(desk, "2026-11-21", `ref,orden,monto\n${reference},A-1,1200.50\n${others}`),
    /Coinciden 1 pago Aquí RD\$ 1,200\.50 En el banco RD\$ 1,200\.50 Diferencia RD\$ 0\.00/,
  );
  for await (const listed of payments.list({ filter: { order: "A-1" } })) {
    assert.deepEqual(listed.resolution?.approvedAmount, approvedAmount);
  }
  await payments.recordGivenBack(part.id, {
    amount: { minor: 60_025, currency: "DOP" },
    reason: "half of it broke",
    by: "Ana",
  });
  assert.match(visibleText(await desk.page("/close?batch=2026-11-21")), /−RD\$ 600\.25 ITBIS −RD\$ 91\.56/);
});

test("of two payments that are both kept, none is given back", async () => {
  const { desk, player } = await openScene();
  const kept = await twice(player);
  await decide(desk, kept.id, decision("no"));
  assert.match(visibleText(await desk.page(`/payments/${kept.id}`)), /RD\$ 2,490\.00 Aprobado /);
  assert.doesNotMatch(visibleText(await desk.page("/close?batch=2026-11-21")), /devueltos/);
});

test("the numbers that the bank named are kept with the decision, and the comparison agrees by them", async () => {
  const { desk, player, store } = await openScene();
  const unknown = await player.unknown("A-1", 500_000);
  const fields = { ...decision("yes"), reference: " 632500000001 ", authorization: "00551z" };
  assert.match(await desk.page(`/payments/${unknown.id}`), /name="reference"[^>]* maxlength="12"/);
  await decide(desk, unknown.id, fields);
  const { resolution, verdict } = (await keptIn(store).findAttempt(unknown.id))?.facts ?? {};
  assert.deepEqual([resolution?.reference, resolution?.authorizationCode], ["632500000001", "00551Z"]);
  assert.deepEqual(verdict, { code: "00", reference: "632500000001", authorizationCode: "00551Z" });
  const file = await (await desk.get("/close.csv?batch=2026-11-21")).text();
  assert.match(file, /,"=""632500000001""",00551Z,,,DOP,5000\.00,/);
  assert.match(visibleText(await desk.page("/close?batch=2026-11-21")), /Marca desconocida 1 pago RD\$ 5,000\.00/);
  assert.match(
    await compared(desk, "2026-11-21", `ref,orden,monto\n632500000001,,5000.00\n${others}`),
    /Coinciden 1 pago Aquí RD\$ 5,000\.00 En el banco RD\$ 5,000\.00 Diferencia RD\$ 0\.00/,
  );
  for (const query of ["reference=632500000001", "authorization=00551z", "authorization=00551Z"])
    assert.match(visibleText(await desk.page(`/payments?${query}`)), /A-1/);

  // Another payment cannot have the same reference, nor can one that was not charged have any.
  const second = await player.unknown("A-2", 500_000);
  const path = `/payments/${second.id}`;
  for (const wrong of [
    fields,
    { ...decision("no"), reference: "632500000002" },
    { ...decision("no"), authorization: "123456" },
    { ...decision("yes"), reference: "6325 00000002" },
    { ...decision("yes"), reference: "1".repeat(13) },
    { ...decision("yes"), authorization: "1234567" },
    { ...decision("yes"), authorization: "=1+1" },
  ]) {
    await desk.page(path);
    const answer = await desk.post(`${path}/resolve`, wrong);
    const text = await answer.text();
    assert.equal(answer.status, 422, JSON.stringify(wrong));
    const field = "reference" in wrong ? "reference" : "authorization";
    const said = {
      reference: wrong === fields ? /Otro pago tiene/ : /La referencia tiene/,
      authorization: /La autoriz/,
    };
    assert.match(text, wrong.decision === "yes" ? said[field] : /Bórrelas, o elija/);
    assert.match(refusedField(text), new RegExp(`^name="${field}"`));
    assert.ok(text.includes(`value="${"reference" in wrong ? wrong.reference.trim() : ""}"`));
  }
  assert.equal((await keptIn(store).findAttempt(second.id))?.facts.resolution, undefined);
  await decide(desk, second.id, { ...decision("yes"), reference: "", authorization: "" });
  assert.equal((await keptIn(store).findAttempt(second.id))?.facts.verdict, undefined);
});

test("numbers of the bank are asked for where its answers have none", async () => {
  const { desk, cases } = await openFullScene();
  for (const name of ["unknown", "unconfirmed"] as const) {
    assert.match(await desk.page(`/payments/${cases[name].id}`), /name="reference"/, name);
  }
  for (const name of ["review", "otherAmount", "orderGone", "paidTwice"] as const) {
    assert.doesNotMatch(await desk.page(`/payments/${cases[name].id}`), /name="authorization"/, name);
  }
});
