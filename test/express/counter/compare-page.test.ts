import assert from "node:assert/strict";
import { test } from "node:test";
import { counter } from "@ventanilla/express/counter";
import express from "express";
import multer from "multer";
import { keptIn, place, withShop } from "../../kept.ts";
import { serve } from "../../serve.ts";
import { stillRouter } from "../../shop.ts";
import { type Desk, openDesk, openScene, staffOf } from "./counter.ts";
import { approve, aroundTheTwentieth, seeded } from "./seeded.ts";
import { visibleText } from "./visible-text.ts";

/** A desk whose last closed batch is that of 20 November, with three payments. */
async function deskOfTheTwentieth() {
  const kept = await seeded(aroundTheTwentieth);
  kept.clock.set("2026-11-20T20:00:00-04:00");
  const router = stillRouter({ store: kept.store });
  const desk = await openDesk(router.payments);
  await desk.page("/compare?lang=en");
  return { ...kept, ...router, desk };
}

const columns = { "column-0": "reference", "column-1": "authorizationCode", "column-2": "amount" };
const batch = "2026-11-20";
const agreeing = 'Ref,Aut,Monto\r\n000000000002,00551Z,2950.00\r\n3,,0.05\r\n4,,"1,000.00"\r\nTOTAL 3,,3950.05\r\n';
const bankFile = (content: string | Uint8Array) => new Blob([content as string], { type: "text/csv" });

async function compared(desk: Desk, fields: Record<string, string | Blob>): Promise<string> {
  const answer = await desk.post("/compare", { batch, ...fields });
  const page = await answer.text();
  assert.equal(answer.status, 200, visibleText(page));
  return visibleText(page);
}

/** What the form of the mark sends, as the page of the batch shows it. */
async function reconcileFields(desk: Desk): Promise<Record<string, string>> {
  const [form = ""] = /<form class="row reconcile".*?<\/form>/s.exec(await desk.page(`/close?batch=${batch}`)) ?? [];
  const fields = [...form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)];
  return { batch, ...Object.fromEntries(fields.map(([, name, value]) => [name, value])) };
}

const reconcile = async (desk: Desk, fields: Record<string, string> = {}) =>
  desk.post("/compare/reconciled", { ...(await reconcileFields(desk)), ...fields });

test("the columns are assigned once: the next file of the same kind is compared at once", async () => {
  const { desk, store } = await deskOfTheTwentieth();
  const asked = await desk.post("/compare", { batch, file: bankFile(agreeing) });
  const page = await asked.text();
  assert.match(visibleText(page), /What is in each column\?/);
  // Proposed, by the names of the columns.
  const selected = [...page.matchAll(/<option value="(\w+)" selected>/g)].map(([, role]) => role);
  assert.deepEqual(selected, ["reference", "authorizationCode", "amount"]);
  const result = await compared(desk, { text: agreeing, ...columns });
  assert.match(result, /Comparison of the batch of November 20, 2026 Everything agrees: 3 payments\./);
  assert.match(result, /Here RD\$\s3,950\.05 At the bank RD\$\s3,950\.05 Difference RD\$\s0\.00/);
  assert.match(result, /Agreed 3 payments Here RD\$\s3,950\.05 At the bank RD\$\s3,950\.05 Difference RD\$\s0\.00/);
  assert.match(result, /Rows that are no payments: titles and totals 1/);
  assert.match(
    await compared(desk, { file: bankFile("Ref,Aut,Monto\n2,,2950.00\n") }),
    /Only here 2 payments Here RD\$\s1,000\.05 At the bank RD\$\s0\.00 Difference −RD\$\s1,000\.05/,
  );
  // Another kind of file, and a change of mind.
  assert.match(await compared(desk, { text: "Autorización;Importe\n1;2,00" }), /What is in each column\?/);
  assert.match(await compared(desk, { text: agreeing, change: "1" }), /What is in each column\?/);
  const actions = await keptIn(store).actionsOf("batch:2026-11-20");
  assert.deepEqual(
    actions.map(({ by, action, note }) => [
      by,
      action,
      note?.replace(/; of \d-[\w-]{22}$/, "").replace(/(?<=; ours) [\w-]{6} [\w-]{6}$/, " two"),
    ]),
    [
      ["Ana", "compare", "agreed 3, differing 0, ours 0, bank 0, left 0; DOP here 395005 bank 395005"],
      ["Ana", "compare", "agreed 1, differing 0, ours 2, bank 0, left 0; DOP here 395005 bank 295000; ours two"],
    ],
  );
  assert.match(
    visibleText(await desk.page("/close?batch=2026-11-20")),
    /Comparisons Nov 20, 2026, 8:00\sPM, Ana : 3 agree Currency Here At the bank Difference Pesos Here RD\$\s3,950\.05 At the bank RD\$\s3,950\.05 Difference RD\$\s0\.00 .*? Difference −RD\$\s1,000\.05/,
  );
  assert.match(
    await desk.page("/close?batch=2026-11-20"),
    /<a class="found-so dim" href="#payments"><span>\d<\/span> <span>agrees?<\/span><\/a>/,
  );
});

test("what is wrong with a file is never read from a field of the form", async () => {
  const { desk } = await deskOfTheTwentieth();
  for (const problem of ["x", "too-large"]) {
    assert.match(await compared(desk, { text: agreeing, ...columns, problem }), /Everything agrees: 3 payments\./);
  }
});

test("three lists lead to the payments: agreed, only here, only at the bank; another amount is shown", async () => {
  const { desk, attempts, store } = await deskOfTheTwentieth();
  const list = [
    "Ref,Aut,Monto",
    "2,00551Z,2950.00",
    "3,,0.06",
    // Settled after the close, and not known at all.
    "5,,2950.00",
    "77,,500.00",
    "78,,-20.00",
    "79,,twenty",
    "1234567890123456789,,1.00",
  ].join("\n");
  const answer = await desk.post("/compare", { batch, text: list, ...columns });
  const page = await answer.text();
  const parts = visibleText(page);
  const [, first, second, third, after] = attempts;
  const sums = (name: string, count: number, ...amounts: string[]) =>
    `${name} ${count} ${count === 1 ? "payment" : "payments"} Here ${amounts[0]} At the bank ${amounts[1]} Difference ${amounts[2]}`;
  assert.ok(
    parts.includes(
      [
        "Not everything agrees. Difference: +RD$ 2,431.01. Not compared: 1 row Where it comes from Here At the bank Difference",
        "Pesos Here RD$ 3,950.05 At the bank RD$ 6,381.06 Difference +RD$ 2,431.01",
        sums("Agreed", 1, "RD$ 2,950.00", "RD$ 2,950.00", "RD$ 0.00"),
        sums("Only at the bank", 3, "RD$ 0.00", "RD$ 3,451.00", "+RD$ 3,451.00"),
        sums("Given back only at the bank", 1, "RD$ 0.00", "−RD$ 20.00", "−RD$ 20.00"),
        sums("Only here", 1, "RD$ 1,000.00", "RD$ 0.00", "−RD$ 1,000.00"),
        sums("With another amount", 1, "RD$ 0.05", "RD$ 0.06", "+RD$ 0.01"),
      ].join(" "),
    ),
    parts,
  );
  for (const attempt of [first, second, third, after])
    assert.match(page, new RegExp(`href="\\./payments/${attempt?.id}"`));
  assert.match(parts, /Row 4 Ref\.\s5 RD\$\s2,950\.00 after Approved in the batch of Nov 21, 2026/);
  assert.match(page, /href="\.\/payments\?amount=500\.00&amp;from=2026-11-19&amp;until=2026-11-20&amp;currency=DOP"/);
  assert.match(parts, /Row 6 Ref\.\s78 −RD\$\s20\.00 Void or refund/);
  assert.match(
    parts,
    /Given back only at the bank 1 The bank voided or refunded them, and nobody recorded that here.* Row 6/,
  );
  assert.match(parts, /in-2 Row 3 Here RD\$\s0\.05 At the bank RD\$\s0\.06 Difference \+RD\$\s0\.01 Ref\.\s3/);
  assert.match(parts, /Row 7 79 · twenty/);
  // What is read out is not broken over two lines, unless it is longer than such names are.
  assert.match(
    page,
    /<td class="whole"><span class="on-small">Row <\/span>4<\/td><th scope="row" class="names">Ref\.\u00a0<bdi class="whole">5<\/bdi>/,
  );
  assert.match(page, /<bdi>1234567890123456789<\/bdi>/);
  // It changes nothing.
  for (const attempt of attempts) assert.deepEqual(await keptIn(store).findAttempt(attempt.id), attempt);
});

test("a payment that only the bank has is beside those of its amount that only the shop has", async () => {
  const { desk } = await deskOfTheTwentieth();
  const text = "Ref,Aut,Monto\n2,00551Z,2950.00\n3,,0.05\n99,,1000.00\n98,,1000.01\n";
  const page = await compared(desk, { text, ...columns });
  assert.match(page, /Row 4 Ref\.\s99 RD\$\s1,000\.00 Of the same amount, only here: in-3 Search by the amount/);
  assert.match(page, /Row 5 Ref\.\s98 RD\$\s1,000\.01 Search by the amount/);
});

test("an amount has the currency of its cell, its column or the payments that both have; else the page says that it has none", async () => {
  const { desk } = await deskOfTheTwentieth();
  const only = async (list: string) => {
    const page = await compared(desk, { text: list, ...columns });
    const causes = page.matchAll(/Only at the bank \d+ payments? Here .*? At the bank (.*?) Difference/g);
    return [...causes].map(([, sum = ""]) => sum.replaceAll("\u00a0", " ")).join(" ");
  };
  assert.equal(await only("Ref,Aut,Monto US$\n77,,500.00"), "US$ 500.00");
  assert.equal(await only("Ref,Aut,Monto (pesos)\n77,,500.00\n78,,US$ 5.00"), "RD$ 500.00 US$ 5.00");
  assert.equal(await only("Ref,Aut,Monto RD$/US$\n77,,500.00"), "500.00 no currency named");
  assert.equal(await only("Ref,Aut,Monto\n77,,500.00\n78,,-700.00"), "500.00 no currency named");
  assert.equal(await only("Ref,Aut,Monto\n77,,500.00\n2,,2950.00"), "RD$ 500.00");
});

test("no currency is guessed where the shop has payments in two: there is a search for each", async () => {
  const { desk, store, clock } = await deskOfTheTwentieth();
  clock.set("2026-11-20T15:00:00-04:00");
  const inDollars = await place(store, { order: "usd", state: "unknown", minor: 50_000, currency: "USD" });
  clock.set("2026-11-20T20:00:00-04:00");
  const answer = await desk.post("/compare", { batch, text: "Ref,Aut,Monto\n77,,500.00\n2,,2950.00", ...columns });
  const page = await answer.text();
  assert.match(visibleText(page), /Only at the bank 1 payment .*? At the bank 500\.00 no currency named/);
  const found = await Promise.all(
    [...page.matchAll(/href="\.(\/payments\?amount=500\.00[^"]*)">([^<]*)</g)].map(async ([, path = "", text = ""]) => [
      visibleText(text).replace(/\s/g, " "),
      (await desk.page(path.replaceAll("&amp;", "&"))).includes(inDollars.id),
    ]),
  );
  assert.deepEqual(found, [
    ["RD$ 500.00", false],
    ["US$ 500.00", true],
  ]);
});

test("sums are exact, also where references were taken for amounts", async () => {
  const { desk } = await deskOfTheTwentieth();
  const list = Array.from({ length: 200 }, (_, at) => `9${at},,90000000000000.01`).join("\n");
  const page = await compared(desk, { text: `Ref,Aut,Monto RD$\n${list}`, ...columns });
  assert.match(page, /Only at the bank 200 payments .*? At the bank RD\$\s18,000,000,000,000,002\.00/);
});

test("a payment that waits for a person is found by its order", async () => {
  const { desk, store, clock } = await deskOfTheTwentieth();
  clock.set("2026-11-20T15:00:00-04:00");
  const unknown = await place(store, { order: "waits", state: "unknown" });
  clock.set("2026-11-20T20:00:00-04:00");
  const result = await desk.post("/compare", {
    batch,
    text: "Pedido;Monto\nwaits;1,00",
    "column-0": "order",
    "column-1": "amount",
  });
  const page = await result.text();
  assert.match(page, new RegExp(`href="\\./payments/${unknown.id}"`));
  assert.match(visibleText(page), /waits Unconfirmed/i);
});

test("a payment of the bank's file is found here by its authorization code, in whatever case the file has it", async () => {
  const { desk, store, clock } = await deskOfTheTwentieth();
  clock.set("2026-11-20T15:00:00-04:00");
  const verdict = { code: "10", authorizationCode: "AB12CD" };
  const review = await place(store, { order: "partly", state: "review", facts: { verdict } });
  clock.set("2026-11-20T20:00:00-04:00");
  for (const code of ["AB12CD", "ab12cd"]) {
    const file = { text: `Autorización;Monto\n${code};1,00`, "column-0": "authorizationCode", "column-1": "amount" };
    const answer = await desk.post("/compare", { batch, ...file });
    assert.match(await answer.text(), new RegExp(`href="\\./payments/${review.id}"`), code);
  }
});

test("what is wrong with the file or the columns is said, and nothing is kept", async () => {
  const { desk, store } = await deskOfTheTwentieth();
  for (const [fields, sentence] of [
    [{}, /Choose a file, or paste its content/],
    [{ file: bankFile("") }, /Choose a file, or paste its content/],
    [{ file: bankFile("PK\x03\x04") }, /This is an Excel workbook/],
    [{ file: bankFile("<html><table>") }, /This is a web page under another name/],
    [{ text: 'a,"b\n1,2' }, /A quotation mark is opened and never closed.* See row 1\./],
    [{ text: "nothing here" }, /No columns separated by comma/],
    [{ text: agreeing, ...columns, "column-1": "reference" }, /Another column has the same use/],
    [{ text: agreeing, "column-0": "reference" }, /Choose the column of the amount/],
    [{ text: "x".repeat(3_000_000), file: bankFile("") }, /The file is too large/],
    [{ file: bankFile("x".repeat(3_000_000)) }, /The file is too large/],
    [{ batch: "soon", text: agreeing, ...columns }, /The date cannot be read/],
  ] as const) {
    const answer = await desk.post("/compare", { batch, ...fields });
    assert.equal(answer.status, 422, String(sentence));
    assert.match(visibleText(await answer.text()), sentence);
  }
  assert.deepEqual(await keptIn(store).actionsOf("batch:2026-11-20"), []);
});

const withStates = [
  "Ref,Aut,Monto,Estado",
  "2,00551Z,2950.00,Aprobada",
  "3,,0.05,APROBADA",
  "4,,1000.00,Rechazada",
  "77,,500.00,Anulada",
  "78,,1.00,",
].join("\n");

test("a row counts when its state says so: the file is taken as it is, and what was decided is kept in the browser", async () => {
  const { desk } = await deskOfTheTwentieth();
  const asked = await (await desk.post("/compare", { batch, text: withStates })).text();
  assert.match(visibleText(asked), /Counts when it says: Aprobada 2 rows Rechazada 1 row Anulada 1 row/);
  // Proposed, by what the states say.
  const ticked = [...asked.matchAll(/name="(state-\d)" value="1"( checked)?/g)].map(([, name, is]) => [name, !!is]);
  assert.deepEqual(ticked, [
    ["state-0", true],
    ["state-1", false],
    ["state-2", false],
  ]);
  const assigned = { ...columns, "column-3": "state" };
  // Another column became that of the state: its texts are shown before any of them counts.
  const shown = await compared(desk, { text: withStates, ...assigned });
  assert.match(shown, /Counts when it says:/);
  const none = await desk.post("/compare", { batch, text: withStates, ...assigned, "states-of": "3" });
  assert.equal(none.status, 422);
  assert.match(visibleText(await none.text()), /Tick at least one state that counts/);
  const said = { ...assigned, "states-of": "3", "state-0": "1" };
  for (const fields of [{ text: withStates, ...said }, { file: bankFile(withStates) }]) {
    const result = await compared(desk, fields);
    assert.match(result, /Here RD\$\s3,950\.05 At the bank RD\$\s2,950\.05 Difference −RD\$\s1,000\.00/);
    assert.match(result, /Not counted for their state : Rechazada \(1\), Anulada \(1\)/);
    assert.match(result, /RD\$\s1,000\.00 Ref\.\s4 At the bank: Rechazada, row 4\./);
    // Without a state nobody knows whether it counts.
    assert.match(result, /Not compared: 1 row/);
  }
  // What was ticked stays while another column is wrong.
  const wrong = { text: withStates, ...said, "column-2": "" };
  const incomplete = await (await desk.post("/compare", { batch, ...wrong, "state-1": "1", "state-0": "1" })).text();
  assert.deepEqual(
    [...incomplete.matchAll(/name="(state-\d)" value="1" checked/g)].map(([, name]) => name),
    ["state-0", "state-1"],
  );
  // A state that nobody has decided about is asked for, and what was decided stays.
  const asks = await (await desk.post("/compare", { batch, text: `${withStates}\n79,,5.00,Aprobada offline` })).text();
  assert.match(
    visibleText(asks),
    /Counts when it says: Aprobada 2 rows Rechazada 1 row Anulada 1 row Aprobada offline 1 row/,
  );
  assert.match(await compared(desk, { text: withStates }), /Comparison of the batch/);
});

test("a state that denies what it names is not proposed as one that counts", async () => {
  const { desk } = await deskOfTheTwentieth();
  for (const [state, counts] of [
    ["Aprobada", true],
    ["00 - APROBADA", true],
    ["Transacción exitosa", true],
    ["Settled", true],
    ["Devolución aprobada", true],
    ["Desaprobada", false],
    ["Unpaid", false],
    ["Unsuccessful", false],
    ["Incompleta", false],
    ["Impagado", false],
    ["Aprobación denegada", false],
    ["Refund denied", false],
    ["Refund failed", false],
    ["Pago fallido", false],
  ] as const) {
    const list = `Ref,Aut,Monto,Estado\n2,00551Z,2950.00,${state}\n3,,0.05,${state}\n`;
    const asked = await (await desk.post("/compare", { batch, text: list })).text();
    assert.equal(/name="state-0" value="1" checked/.test(asked), counts, state);
  }
});

test("a column of many texts is not that of the state", async () => {
  const { desk } = await deskOfTheTwentieth();
  const list = `Ref,Aut,Monto,Estado\n${Array.from({ length: 20 }, (_, at) => `${at + 50},,1.00,text ${at}`).join("\n")}`;
  const proposed = await (await desk.post("/compare", { batch, text: list })).text();
  assert.doesNotMatch(proposed, /<option value="state" selected>/);
  const refused = await desk.post("/compare", { batch, text: list, ...columns, "column-3": "state" });
  assert.equal(refused.status, 422);
  assert.match(
    await refused.text(),
    /<select id="column-3"[^>]* aria-invalid="true" aria-describedby="error-3" autofocus>.*?id="error-3">This column has too many different texts/s,
  );
});

test("what is wrong stands at its field, which has the focus; what was pasted and chosen stays", async () => {
  const { desk } = await deskOfTheTwentieth();
  const post = async (fields: Record<string, string | Blob>) =>
    (await desk.post("/compare", { batch, ...fields })).text();
  const wrongAt = (field: string) =>
    new RegExp(
      `<\\w+ id="${field}"[^>]* aria-describedby="error-${field}" autofocus>.*?id="error-${field}">[^<]+</span>`,
      "s",
    );
  const pasted = await post({ text: "nothing here" });
  assert.match(pasted, wrongAt("text"));
  assert.match(pasted, />\nnothing here<\/textarea>/);
  const both = await post({ text: "nothing here", file: bankFile("PK\x03\x04") });
  assert.match(both, wrongAt("file"));
  assert.match(both, />\nnothing here<\/textarea>/);
  assert.match(await post({}), wrongAt("file"));
  assert.match(await post({ batch: "soon", text: agreeing }), wrongAt("batch"));
  const twice = await post({ text: agreeing, ...columns, "column-1": "reference" });
  assert.match(twice, /id="error-1">Another column has the same use/);
  assert.equal([...twice.matchAll(/<option value="reference" selected>/g)].length, 2);
});

test("an answer to a form is shown in the other language by the same form, and is kept once", async () => {
  const { desk, store } = await deskOfTheTwentieth();
  const page = await (await desk.post("/compare", { batch, text: agreeing, ...columns })).text();
  assert.match(page, /<button class="link" form="again" formaction="\?lang=es" lang="es">Español<\/button>/);
  assert.match(page, /<form class="row ways" id="again"/);
  const other = await desk.post("/compare?lang=es", { batch, text: agreeing });
  assert.match(visibleText(await other.text()), /Todo coincide: 3 pagos/);
  assert.equal((await keptIn(store).actionsOf("batch:2026-11-20")).length, 1);
  // An upload cannot be sent again by itself: the empty form can be opened.
  const refused = await (await desk.post("/compare", { batch, file: bankFile("PK\x03\x04") })).text();
  assert.match(refused, /<a href="\.\/compare\?batch=2026-11-20&amp;lang=en" hreflang="en"/);
});

test("the result is a file, too: each payment with both amounts and their difference, which add up", async () => {
  const { desk, store } = await deskOfTheTwentieth();
  const list = "Ref,Aut,Monto,Estado\n2,00551Z,2950.00,ok\n3,,0.06,ok\n78,,-20.00,ok\n79,,7.00,no\n80,,x,ok";
  const said = { ...columns, "column-3": "state", "states-of": "3", "state-0": "1" };
  const answer = await desk.post("/compare", { batch, text: list, ...said, download: "1" });
  assert.match(answer.headers.get("content-disposition") ?? "", /filename="ventanilla-2026-11-20-comparison\.csv"/);
  const rows = (await answer.text()).split("\r\n").map((row) => row.split(","));
  const shown = rows.map(([name, line, , , reference, , currency, here, bank, difference]) =>
    [name, line, reference, currency, here, bank, difference].join(" "),
  );
  assert.deepEqual(shown, [
    "Result Row Reference Currency Here At the bank Difference",
    'Agreed 2 "=""000000000002""" DOP 2950.00 2950.00 0.00',
    "Given back only at the bank 4 78 DOP 0.00 -20.00 -20.00",
    "Only here  4 DOP 1000.00 0.00 -1000.00",
    "With another amount 3 3 DOP 0.05 0.06 0.01",
    "Not counted for their state 5     ",
    "Not compared 6     ",
    "End: 6 rows      ",
    "      ",
  ]);
  assert.deepEqual(await keptIn(store).actionsOf("batch:2026-11-20"), []);
});

test("a part that went back agrees with its refund in the file, and is off what is here; without it, it is the cause", async () => {
  const { desk, attempts, payments } = await deskOfTheTwentieth();
  const [, first] = attempts;
  const part = { amount: { minor: 2_000, currency: "DOP" as const }, reference: "501", reason: "one box", by: "Ana" };
  await payments.recordGivenBack(first?.id ?? "", { ...part, on: "2026-11-19" });
  const both = await compared(desk, { text: `${agreeing.replace(/TOTAL.*/s, "")}2,,-20.00\r\n`, ...columns });
  assert.match(
    both,
    /Everything agrees: 3 payments\. .* Pesos Here RD\$\s3,930\.05 At the bank RD\$\s3,930\.05 Difference RD\$\s0\.00/,
  );
  assert.match(both, /Agreed, given back 1 payment Here −RD\$\s20\.00 At the bank −RD\$\s20\.00/);
  const missing = await compared(desk, { text: agreeing, ...columns });
  assert.match(missing, /Here RD\$\s3,930\.05 At the bank RD\$\s3,950\.05 Difference \+RD\$\s20\.00/);
  assert.match(missing, /Given back here, not at the bank 1 payment Here RD\$\s2,930\.00 At the bank RD\$\s2,950\.00/);
  // Its row says the same, and why.
  const [, rows = ""] = missing.split("Somebody recorded that these were given back");
  assert.match(rows, /Here RD\$\s2,930\.00 At the bank RD\$\s2,950\.00 Difference \+RD\$\s20\.00/);
  assert.match(rows, /RD\$\s2,950\.00 less RD\$\s20\.00 that went back/);
  const other = await compared(desk, { text: agreeing.replace("2950.00", "2960.00"), ...columns });
  const [, differing = ""] = other.split("Both have them, with different amounts");
  assert.match(differing, /Here RD\$\s2,930\.00 At the bank RD\$\s2,960\.00 Difference \+RD\$\s30\.00/);
  // A second refund of the same amount is nobody's.
  const twice = await compared(desk, {
    text: `${agreeing.replace(/TOTAL.*/s, "")}2,,-20.00\r\n2,,-20.00\r\n`,
    ...columns,
  });
  assert.match(twice, /Given back only at the bank 1 payment Here RD\$\s0\.00 At the bank −RD\$\s20\.00/);
  // What goes back after the batch has closed is in another list of the bank.
  await payments.recordGivenBack(first?.id ?? "", { ...part, reference: "502" });
  assert.equal(await compared(desk, { text: agreeing, ...columns }), missing);
});

test("a return of an older payment that the file does not have is a cause of its own, until the file has it", async () => {
  const { desk, attempts, payments, clock } = await deskOfTheTwentieth();
  clock.set("2026-11-21T10:00:00-04:00");
  const [before, , , , later] = attempts;
  const part = { amount: { minor: 2_000, currency: "DOP" as const }, reason: "one box", by: "Ana" };
  await payments.recordGivenBack(before?.id ?? "", { ...part, on: "2026-11-20", reference: "501" });
  // On another day than this batch's: nothing of it.
  await payments.recordGivenBack(before?.id ?? "", { ...part, on: "2026-11-19", reference: "499" });
  await payments.recordGivenBack(later?.id ?? "", { ...part, reference: "502" });
  const missing = await compared(desk, { text: agreeing, ...columns });
  assert.doesNotMatch(missing, /Everything agrees/);
  assert.match(missing, /Here RD\$\s3,930\.05 At the bank RD\$\s3,950\.05 Difference \+RD\$\s20\.00/);
  assert.match(
    missing,
    /Given back only here, of payments of other batches 1 payment Here −RD\$\s20\.00 At the bank RD\$\s0\.00 Difference \+RD\$\s20\.00/,
  );
  assert.match(missing, /on which day\. Given back .* Nov 20, 2026 before −RD\$\s20\.00 ref\. 501 Ana: “one box”/);
  const file = await desk.post("/compare", { batch, text: agreeing, ...columns, download: "1" });
  assert.match(
    await file.text(),
    /"Given back only here, of payments of other batches",,before,before,501,.*,DOP,-20\.00,0\.00,20\.00,/,
  );
  const both = await compared(desk, { text: `${agreeing.replace(/TOTAL.*/s, "")}501,,-20.00\r\n`, ...columns });
  assert.match(both, /Everything agrees: 3 payments\./);
  assert.match(both, /Agreed, given back 1 payment Here −RD\$\s20\.00 At the bank −RD\$\s20\.00/);
});

test("a return that the bank has in another batch moves nothing of what is here in either", async () => {
  const { desk, attempts, payments, clock } = await deskOfTheTwentieth();
  clock.set("2026-11-21T10:00:00-04:00");
  const [, first] = attempts;
  const part = { amount: { minor: 2_000, currency: "DOP" as const }, reason: "one box", by: "Ana" };
  await payments.recordGivenBack(first?.id ?? "", { ...part, on: "2026-11-20", reference: "501" });
  await payments.recordGivenBack(first?.id ?? "", { ...part, on: "2026-11-21", reference: "502" });
  // Here 501 is of the twentieth and 502 of the next batch. At the bank it is the other way round.
  const own = await compared(desk, { text: `${agreeing.replace(/TOTAL.*/s, "")}502,,-20.00\r\n`, ...columns });
  assert.match(own, /Here RD\$\s3,930\.05 At the bank RD\$\s3,930\.05 Difference RD\$\s0\.00/);
  assert.doesNotMatch(own, /Everything agrees|Agreed, given back|Given back only at the bank/);
  assert.match(
    own,
    /Given back, in another batch here 1 payment Here RD\$\s0\.00 At the bank −RD\$\s20\.00 Difference −RD\$\s20\.00/,
  );
  assert.match(own, /Given back here, not at the bank 1 payment Here RD\$\s2,930\.00 At the bank RD\$\s2,950\.00/);
  clock.set("2026-11-21T20:00:00-04:00");
  const file = "Ref,Aut,Monto\r\n5,,2950.00\r\n501,,-20.00\r\n";
  const next = await compared(desk, { batch: "2026-11-21", text: file, ...columns });
  assert.match(next, /Here RD\$\s2,930\.00 At the bank RD\$\s2,930\.00 Difference RD\$\s0\.00/);
  assert.match(next, /Given back, in another batch here 1 payment Here RD\$\s0\.00 At the bank −RD\$\s20\.00/);
  assert.match(next, /of payments of other batches 1 payment Here −RD\$\s20\.00 At the bank RD\$\s0\.00/);
});

test("of two equal parts of a payment, its own reference in the bank's list names neither: that of the batch is met", async () => {
  const { desk, attempts, payments, clock } = await deskOfTheTwentieth();
  clock.set("2026-11-21T10:00:00-04:00");
  const [, first] = attempts;
  const part = { amount: { minor: 2_000, currency: "DOP" as const }, reason: "one box", by: "Ana" };
  await payments.recordGivenBack(first?.id ?? "", { ...part, on: "2026-11-20" });
  await payments.recordGivenBack(first?.id ?? "", { ...part, on: "2026-11-21", reference: "000000000002" });
  const own = await compared(desk, { text: `${agreeing.replace(/TOTAL.*/s, "")}2,,-20.00\r\n`, ...columns });
  assert.match(own, /Everything agrees: 3 payments\./);
  assert.match(own, /Agreed, given back 1 payment Here −RD\$\s20\.00 At the bank −RD\$\s20\.00/);
});

test("of two payments with one code that went back on different days, a void is that which counts in its batch", async () => {
  const paid = { at: "2026-11-18T10:00:00-04:00", minor: 2_000, authorizationCode: "7" };
  const { store, clock, attempts } = await seeded([
    { ...paid, order: "first" },
    { ...paid, order: "second" },
  ]);
  clock.set("2026-11-21T10:00:00-04:00");
  const { payments } = stillRouter({ store });
  const desk = await openDesk(payments);
  await desk.page("/compare?lang=en");
  for (const [index, on] of ["2026-11-20", "2026-11-19"].entries()) {
    await payments.recordGivenBack(attempts[index]?.id ?? "", { reason: "twice", by: "Ana", on });
  }
  const layout = { "column-0": "authorizationCode", "column-1": "amount" };
  const result = await compared(desk, { text: "Aut,Monto\r\n7,-20.00\r\n", ...layout });
  assert.match(result, /Agreed, given back 1 payment Here −20\.00 no currency named At the bank −20\.00/);
  assert.doesNotMatch(result, /in another batch here|not at the bank/);
});

test("a void or refund that nobody has recorded leads to the form that records it, filled in", async () => {
  const { desk, attempts } = await deskOfTheTwentieth();
  const answer = await desk.post("/compare", {
    batch,
    text: `${agreeing.replace(/TOTAL.*/s, "")}2,,-20.00\r\n`,
    ...columns,
  });
  const [, path = ""] = /href="[^"]*(\/payments\/[^"]*)"[^>]*>Record what went back/.exec(await answer.text()) ?? [];
  assert.equal(path, `/payments/${attempts[1]?.id}?amount=20.00&amp;on=20%2F11%2F2026&amp;batch=2026-11-20`);
  assert.match(await desk.page(path.replaceAll("&amp;", "&")), /name="amount"[^>]* value="20\.00"/);
});

for (const [close, name] of [
  ["19:00", "the same evening"],
  ["10:00", "of a shop whose batch closes in the morning"],
] as const) {
  test(`what is recorded from a comparison, ${name}, counts in the batch of that list: compared again, it agrees`, async () => {
    const { clock, store, attempts } = await deskOfTheTwentieth();
    const { payments } = stillRouter({ store, batchClose: close });
    const desk = await openDesk(payments);
    await desk.page("/compare?lang=en");
    const list = `${close === "19:00" ? agreeing.replace(/TOTAL.*/s, "") : "Ref,Aut,Monto\r\n1,,2950.00\r\n2,00551Z,2950.00\r\n"}2,,-20.00\r\n`;
    const answer = await (await desk.post("/compare", { batch, text: list, ...columns })).text();
    const [, path = ""] = /href="[^"]*(\/payments\/[^"]*)"[^>]*>Record what went back/.exec(answer) ?? [];
    const page = await desk.page(path.replaceAll("&amp;", "&"));
    const [form = ""] = /<form[^>]*\/given-back".*?<\/form>/s.exec(page) ?? [];
    const filled = [...form.matchAll(/name="(\w+)"[^>]* value="([^"]*)"/g)].map(([, field, value]) => [field, value]);
    const sent = { ...Object.fromEntries(filled), reason: "voided in the portal" };
    const record = `/payments/${attempts[1]?.id}/given-back`;
    const check = await (await desk.post(record, sent)).text();
    assert.match(visibleText(check), /RD\$\s20\.00 given back .* Nov 20, 2026/);
    const checked = [...check.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, field, value]) => [
      field,
      value,
    ]);
    clock.set("2026-11-20T20:01:00-04:00");
    assert.equal((await desk.post(record, { ...Object.fromEntries(checked), step: "record" })).status, 303);
    assert.match(await compared(desk, { text: list, ...columns }), /Everything agrees/);
  });
}

test("the mark is of the comparison that was shown: one that somebody made meanwhile is looked at first", async () => {
  const { desk, store } = await deskOfTheTwentieth();
  const actions = async () => (await keptIn(store).actionsOf(`batch:${batch}`)).map(({ action }) => action);
  await compared(desk, { text: agreeing, ...columns });
  const shown = await reconcileFields(desk);
  await compared(desk, { text: "Ref,Aut,Monto\n2,,2950.00\n", ...columns });
  const stale = await desk.post("/compare/reconciled", { ...shown, reason: "the file was cut" });
  assert.equal(stale.status, 409);
  assert.match(visibleText(await stale.text()), /: 1 agrees 2 only here .* Another comparison was made meanwhile/);
  assert.deepEqual(await actions(), ["compare", "compare"]);
  assert.equal((await reconcile(desk, { reason: "the file was cut" })).status, 303);
  // Sent twice, it is kept once.
  assert.equal((await desk.post("/compare/reconciled", shown)).status, 303);
  assert.deepEqual(await actions(), ["compare", "compare", "reconcile"]);
});

test("the close of day marks the payments that do not agree, and what was found leads to the first of each mark", async () => {
  const { desk } = await deskOfTheTwentieth();
  await compared(desk, { text: "Ref,Aut,Monto\n2,,2940.00\n", ...columns });
  const marks = (page: string) =>
    [...page.matchAll(/<span class="badge alert"(?: id="(\w+)")?>([^<]+)</g)].map(([, id, name]) => [id, name]);
  const page = await desk.page(`/close?batch=${batch}`);
  assert.deepEqual(marks(page), [
    ["differing", "With another amount"],
    ["ours", "Only here"],
    [undefined, "Only here"],
  ]);
  assert.match(
    page,
    /<a class="found-so off" href="#differing"><span>1<\/span> <span>with another amount<\/span><\/a>/,
  );
  assert.match(page, /<a class="found-so off" href="#ours"><span>2<\/span> <span>only here<\/span><\/a>/);
  // The page that asks for a reason has no list of payments.
  const refused = await (await reconcile(desk)).text();
  assert.match(refused, /<span class="found-so"><span>2<\/span> <span>only here<\/span><\/span>/);
});

test("while the batch is open that is said where it is marked, and to compare again comes before the mark", async () => {
  const { desk, player } = await openScene();
  await player.approved("A-1", 100);
  const open = "2026-11-21";
  await desk.page("/compare?lang=en");
  const answer = await desk.post("/compare", { batch: open, text: "Ref,Aut,Monto\n2,,2.00\n", ...columns });
  for (const page of [await answer.text(), await desk.page(`/close?batch=${open}&lang=en`)]) {
    assert.match(page, /This batch is still open \(closes 7:00.PM\): the figures still change/);
    assert.match(page, /<button class="quiet">Mark as reconciled</);
  }
  assert.match(await desk.page(`/close?batch=${open}`), /<a class="button" href="\.\/compare\?batch=2026-11-21">/);
});

test("of a batch that differs in too many payments only the counts are kept", async () => {
  const { desk, player, store } = await openScene();
  for (let i = 0; i < 90; i++) await player.approved(`B-${i}`, 100);
  await desk.page("/compare?lang=en");
  await desk.post("/compare", { batch: "2026-11-21", text: "Ref,Aut,Monto\n2,,2.00\n", ...columns });
  const [{ note = "" } = {}] = await keptIn(store).actionsOf("batch:2026-11-21");
  assert.match(note, /^agreed 0, differing 0, ours 90, bank 1, left 0; DOP here 9000 bank 0; of 90-[\w-]{22}$/);
  assert.doesNotMatch(await desk.page("/close?batch=2026-11-21"), /href="#ours"|Only here<\/span>/);
});

test("a card number in the reason of a difference is masked, as in all that is kept", async () => {
  const { desk, store } = await deskOfTheTwentieth();
  await compared(desk, { text: "Ref,Aut,Monto\n2,,2950.00\n", ...columns });
  await reconcile(desk, { reason: "card 4761340000000050 was charged twice" });
  const notes = (await keptIn(store).actionsOf(`batch:${batch}`)).map(({ note }) => note);
  assert.equal(notes.at(-1), "card 476134******0050 was charged twice");
});

test("another language decides nothing: it shows the columns again, and a comparison that was made is kept once", async () => {
  const { desk, store } = await deskOfTheTwentieth();
  const notes = async () => (await keptIn(store).actionsOf(`batch:${batch}`)).map(({ action }) => action);
  await desk.post("/compare", { batch, text: agreeing });
  const other = await (await desk.post("/compare?lang=es", { batch, text: agreeing, ...columns })).text();
  assert.match(visibleText(other), /¿Qué hay en cada columna\?/);
  assert.match(visibleText(await (await desk.post("/compare", { batch, text: agreeing })).text()), /¿Qué hay en cada/);
  assert.deepEqual(await notes(), []);
  await desk.post("/compare", { batch, text: agreeing, ...columns });
  assert.deepEqual(await notes(), ["compare"]);
  await desk.post("/compare?lang=en", { batch, text: agreeing });
  assert.deepEqual(await notes(), ["compare"]);
  // While another one ran, this one was not made: it is made in the other language.
  await desk.post("/compare?lang=en", { batch, text: "Ref,Aut,Monto\n2,,2950.00\n" });
  assert.deepEqual(await notes(), ["compare", "compare"]);
});

test("a comparison is marked as reconciled, with the reason of a difference, until another one differs", async () => {
  const { desk, store } = await deskOfTheTwentieth();
  const mark = async (reason: string) => {
    const answer = await reconcile(desk, { reason });
    return { status: answer.status, page: visibleText(await answer.text()) };
  };
  const close = async () => visibleText(await desk.page("/close?batch=2026-11-20"));
  // Without a comparison there is nothing to mark.
  assert.equal((await mark("x")).status, 303);
  const differing = { text: "Ref,Aut,Monto\n2,,2950.00\n", ...columns };
  assert.match(await compared(desk, differing), /Why is there a difference\? Mark as reconciled/);
  assert.match(await desk.page("/close?batch=2026-11-20"), /<button>Mark as reconciled</);
  const refused = await mark("  ");
  assert.equal(refused.status, 422);
  // A browser does not send it: the comparison with its lists would be gone.
  assert.match(
    await (await reconcile(desk, { reason: "  " })).text(),
    /<input id="reason" [^>]*pattern="\.\*\\S\.\*" value=" {2}" required/,
  );
  assert.match(
    visibleText(refused.page),
    /Comparison of the batch of November 20, 2026 .* −RD\$ [\d,.]+ .* Write why there is a difference\./,
  );
  assert.equal((await mark(" in the portal\n next batch ")).status, 303);
  assert.match(
    await close(),
    /Comparisons Reconciled with a difference .*Ana : Reconciled with a difference: “in the portal next batch”/,
  );
  assert.match(await desk.page("/close?batch=2026-11-20"), /<span class="badge alert">Reconciled with a difference</);
  assert.doesNotMatch(await compared(desk, differing), /Mark as reconciled/);
  assert.match(await close(), /Comparisons Reconciled with a difference/);
  // A person who only looks compares and marks, too; what agrees needs no reason.
  const other = desk.as("Eva, who looks");
  await other.page("/compare?lang=en");
  assert.match(await compared(other, { text: agreeing, ...columns }), /Note \(if needed\) Mark as reconciled/);
  assert.doesNotMatch(await close(), /Comparisons Reconciled/);
  assert.equal((await reconcile(other)).status, 303);
  assert.match(await close(), /Comparisons Reconciled .*Eva, who looks : Reconciled /);
  assert.match(await desk.page("/close?batch=2026-11-20"), /<span class="badge good">Reconciled</);
  const steps = (await keptIn(store).actionsOf("batch:2026-11-20")).map(({ by, action, note }) => [by, action, note]);
  assert.deepEqual(steps[1], ["Ana", "reconcile", "in the portal next batch"]);
  assert.deepEqual(steps.at(-1), ["Eva, who looks", "reconcile", undefined]);
  const file = await desk.get("/compare.csv?batch=2026-11-20");
  assert.match(file.headers.get("content-disposition") ?? "", /filename="ventanilla-2026-11-20-comparisons\.csv"/);
  const rows = (await file.text()).split("\r\n");
  assert.match(rows[1] ?? "", /^2026-11-20,"?2026-11-20 20:00:00"?,Ana,"1 agree.*",DOP,3950\.05,2950\.00,-1000\.05$/);
  assert.equal(rows.length, 1 + 5 + 1);
});

test("what the bank's file says is text on the page, and nothing else", async () => {
  const { desk } = await deskOfTheTwentieth();
  const attack = '<script>alert(1)</script>"><img src=x onerror=alert(1)></textarea>';
  const list = `${attack},Aut,Monto\n${attack},,1.00\n5${attack},,x`;
  for (const fields of [{ text: list }, { text: list, ...columns }]) {
    const page = await (await desk.post("/compare", { batch, ...fields })).text();
    assert.doesNotMatch(page, /<script>alert|<img|<\/textarea>"/);
    assert.match(page, /&lt;script&gt;/);
  }
});

test("no full card number of the bank's file is on any page", async () => {
  const { desk } = await deskOfTheTwentieth();
  const list =
    "Ref,Aut,Monto,Tarjeta\n2,,2950.00,4761340000000050\n77,,1.00,4761 3400 0000 0050\n78,,x,4761340000000050\n";
  for (const fields of [{ file: bankFile(list) }, { file: bankFile(list), ...columns }]) {
    const page = await (await desk.post("/compare", { batch, ...fields })).text();
    assert.doesNotMatch(page, /4761 ?3400/);
    assert.match(page, /476134\*{6}0050/);
  }
});

test("a comparison is a same-origin form with the token of this member of the staff; who looks may compare", async () => {
  const { desk, store } = await deskOfTheTwentieth();
  const fields = { batch, text: agreeing, ...columns };
  assert.equal((await desk.post("/compare", fields, { "Sec-Fetch-Site": "cross-site" })).status, 403);
  assert.equal((await desk.post("/compare", { ...fields, token: "x" })).status, 403);
  const other = desk.as("Eva, who looks");
  await other.page("/compare");
  assert.equal((await other.post("/compare", fields)).status, 200);
  assert.deepEqual(
    (await keptIn(store).actionsOf("batch:2026-11-20")).map(({ by }) => by),
    ["Eva, who looks"],
  );
});

test("the assigned columns are in the browser, signed: a changed cookie counts for nothing", async () => {
  const { desk } = await deskOfTheTwentieth();
  const answer = await desk.post("/compare", { batch, text: agreeing, ...columns });
  const [cookie = ""] = answer.headers.getSetCookie();
  assert.match(cookie, /^ventanilla-counter-columns=[\w.~-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=31536000$/);
  const jar = (changed: string) => ({ Cookie: changed, Staff: "Ana", "Sec-Fetch-Site": "same-origin" });
  const value = cookie.split(";")[0] ?? "";
  const form = async (kept: string) => {
    const page = await desk.get("/compare", { Cookie: kept });
    const browser = page.headers
      .getSetCookie()
      .find((one) => one.startsWith("ventanilla-counter="))
      ?.split(";")[0];
    const token = /name="token" value="([^"]+)"/.exec(await page.text())?.[1] ?? "";
    const again = await desk.post("/compare", { batch, text: agreeing, token }, jar(`${browser}; ${kept}`));
    return visibleText(await again.text());
  };
  assert.match(await form(value), /Everything agrees|Todo coincide/);
  for (const changed of [
    value.replace(".0.", ".1."),
    `${value}x`,
    value.replace("~", ""),
    "ventanilla-counter-columns=~",
  ]) {
    assert.match(await form(changed), /What is in each column|Qué hay en cada columna/);
  }
});

test("body parsers in front change nothing", async () => {
  const { payments } = await deskOfTheTwentieth();
  for (const parser of [multer().any(), multer().single("file"), express.raw({ type: "*/*" }), express.json()]) {
    const app = express();
    app.use(parser);
    app.use("/staff", counter(payments, { staff: staffOf }));
    const { origin } = await serve(app);
    const headers: Record<string, string> = { Staff: "Ana", "Sec-Fetch-Site": "same-origin" };
    const page = await fetch(`${origin}/staff/compare`, { headers });
    headers.Cookie = page.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    const form = new FormData();
    form.append("token", /name="token" value="([^"]+)"/.exec(await page.text())?.[1] ?? "");
    for (const [name, value] of Object.entries({ batch, ...columns })) form.append(name, value);
    form.append("file", bankFile(agreeing), "list.csv");
    const answer = await fetch(`${origin}/staff/compare`, { method: "POST", headers, body: form });
    assert.match(visibleText(await answer.text()), /Todo coincide: 3 pagos/, parser.name);
  }
});

test("a file in another encoding, with decimal commas, agrees", async () => {
  const { desk } = await deskOfTheTwentieth();
  const list =
    'Número de referencia;Autorización;Monto RD$\r\n="000000000002";00551Z;RD$ 2.950,00\r\n3;;0,05\r\n4;;1.000,00\r\n';
  for (const bytes of [Buffer.from(list, "latin1"), Buffer.from(`\uFEFF${list}`, "utf16le")]) {
    assert.match(await compared(desk, { file: bankFile(bytes), ...columns }), /Everything agrees: 3 payments/);
  }
});

test("twenty thousand payments are compared, and the page shows the first of each list", async () => {
  const { store, clock } = await seeded([]);
  const one = await approve(store, clock, { at: "2026-11-20T12:00:00-04:00", order: "A-1", reference: "1" });
  const many = Array.from({ length: 1000 }, (_, at) => ({
    ...one,
    facts: { ...one.facts, verdict: { code: "00", reference: `9${at}` } },
  }));
  clock.set("2026-11-20T20:00:00-04:00");
  const { payments } = stillRouter({
    store: withShop(store, ({ listAttempts }) => ({
      listAttempts: async (request) => (request.earliestFirst ? { attempts: many } : listAttempts(request)),
    })),
  });
  const desk = await openDesk(payments);
  await desk.page("/compare?lang=en");
  const list = Array.from({ length: 20_000 }, (_, at) => `9${at},,2950.00`).join("\n");
  const answer = await desk.post("/compare", { batch, file: bankFile(list), ...columns });
  const page = await answer.text();
  assert.match(visibleText(page), /Only at the bank 19000 payments .*? At the bank RD\$\s56,050,000\.00/);
  assert.match(visibleText(page), /And 18500 more, which are not shown here/);
});

test("a mark of a batch that changes afterwards is out of date, until the batch is compared again", async () => {
  const { desk, clock, attempts, payments } = await deskOfTheTwentieth();
  const close = async () => visibleText(await desk.page("/close?batch=2026-11-20"));
  await compared(desk, { text: agreeing, ...columns });
  await reconcile(desk);
  assert.match(await close(), /Comparisons Reconciled/);
  clock.set("2026-11-20T20:01:00-04:00");
  const amount = { minor: 1000, currency: "DOP" } as const;
  await payments.recordGivenBack(attempts[1]?.id ?? "", {
    amount,
    reason: "one was broken",
    by: "Ana",
    on: "2026-11-20",
  });
  const changed = await close();
  assert.doesNotMatch(changed, /Mark as reconciled/);
  assert.match(
    changed,
    /Comparisons The batch has changed since the comparison of Nov 20, 2026, 8:00 PM Reconciled until then See the earlier comparison/,
  );
  assert.match(
    await desk.page("/close?batch=2026-11-20"),
    /<p class="alert"><strong>The batch has changed since [^<]*<\/strong><br>Reconciled until/,
  );
  clock.set("2026-11-20T20:02:00-04:00");
  await compared(desk, { text: agreeing, ...columns });
  assert.doesNotMatch(await close(), /has changed since/);
});

test("a return that is recorded while the comparison runs is not in it: the mark is out of date from the start", async () => {
  const { clock, attempts, store } = await deskOfTheTwentieth();
  let record = async () => {};
  const busy = withShop(store, (shop) => ({
    async listReturns(request) {
      const page = await shop.listReturns(request);
      await record();
      return page;
    },
  }));
  const { payments } = stillRouter({ store: busy });
  const desk = await openDesk(payments);
  await desk.page("/compare?lang=en");
  record = async () => {
    record = async () => {};
    clock.set("2026-11-20T20:00:01-04:00");
    const said = { reason: "one was broken", by: "Luis", on: "2026-11-20" };
    await payments.recordGivenBack(attempts[1]?.id ?? "", said);
    clock.set("2026-11-20T20:00:02-04:00");
  };
  await compared(desk, { text: agreeing, ...columns });
  const close = visibleText(await desk.page(`/close?batch=${batch}`));
  assert.match(close, /The batch has changed since the comparison of .* See the earlier comparison/);
  assert.doesNotMatch(close, /Mark as reconciled/);
});

test("a batch that is pruned keeps its mark: nobody can compare it again", async () => {
  const { desk, clock, payments, work } = await deskOfTheTwentieth();
  await compared(desk, { text: agreeing, ...columns });
  await reconcile(desk);
  await work();
  clock.set("2027-06-01T10:00:00-04:00");
  const pruned: string[] = [];
  for await (const { order } of payments.prune({ before: "2027-01-01", limit: 3 })) pruned.push(order);
  assert.deepEqual(pruned, ["before", "in-1", "in-2"]);
  const close = await desk.page(`/close?batch=${batch}`);
  assert.doesNotMatch(visibleText(close), /Approved 3 payments/);
  assert.match(close, /<span class="badge good">Reconciled</);
});

test("a mark is out of date, too, once somebody names how much the bank approved of a payment of the batch", async () => {
  const { desk, clock, store } = await deskOfTheTwentieth();
  clock.set("2026-11-20T12:00:00-04:00");
  const resolution = { paid: true, reason: "the rest in cash", by: "Ana", at: clock.now() };
  const facts = { verdict: { code: "10", reference: "55" }, resolution };
  const { id } = await place(store, { order: "A-5", minor: 400_000, state: "approved", facts });
  clock.set("2026-11-20T20:00:00-04:00");
  const close = async () => visibleText(await desk.page(`/close?batch=${batch}`));
  await compared(desk, { text: `${agreeing.replace(/TOTAL.*/s, "")}55,,1000.00\r\n`, ...columns });
  await reconcile(desk, { reason: "nobody knows the part" });
  assert.match(await close(), /Comparisons Reconciled with a difference/);
  clock.set("2026-11-20T20:01:00-04:00");
  const path = `/payments/${id}/approved-part`;
  const [, seen = ""] =
    /approved-part".*?name="seen" value="([^"]+)"/s.exec(await desk.page(`/payments/${id}?lang=en`)) ?? [];
  // The longest reason: with the amount before it, it is longer than what the store keeps of an action.
  const form = { seen, amount: "1000.00", reason: "x".repeat(500), step: "record" };
  const answer = await desk.post(path, form);
  assert.equal(answer.status, 303, visibleText(await answer.text()));
  const [named] = (await keptIn(store).actionsOf(id)).filter(({ action }) => action === "nameApproved");
  assert.match(named?.note ?? "", /^RD\$\s1,000\.00: x{480}/);
  assert.match(await close(), /The batch has changed since the comparison of /);
  clock.set("2026-11-20T20:02:00-04:00");
  assert.match(
    await compared(desk, { text: `${agreeing.replace(/TOTAL.*/s, "")}55,,1000.00\r\n`, ...columns }),
    /Everything agrees: 4 payments/,
  );
});

test("a payment that went back whole agrees with a bank that voided it; what is left of one in part is only here", async () => {
  const { desk, attempts, payments, clock } = await deskOfTheTwentieth();
  clock.set("2026-11-21T10:00:00-04:00");
  const statement = { reason: "the cake fell", by: "Ana", on: "2026-11-20" };
  await payments.recordGivenBack(attempts[1]?.id ?? "", statement);
  const states = { ...columns, "column-3": "state", "states-of": "3", "state-0": "1" };
  const rest = '3,,0.05,Aprobada\r\n4,,"1,000.00",Aprobada\r\n';
  const voided = await compared(desk, {
    text: `Ref,Aut,Monto,Estado\r\n${rest}2,00551Z,2950.00,Anulada\r\n`,
    ...states,
  });
  assert.match(voided, /Everything agrees: 3 payments\./);
  assert.match(
    voided,
    /Given back whole here, and not counted at the bank 1 payment Here RD\$\s0\.00 At the bank RD\$\s0\.00/,
  );
  // A row of its own for the void counts: that is proposed.
  const own = `Ref,Aut,Monto,Estado\r\n${rest}2,00551Z,2950.00,Aprobada\r\n2,,-2950.00,Anulación\r\n`;
  const asked = await (await desk.post("/compare", { batch, text: own, ...columns, "column-3": "state" })).text();
  assert.match(asked, /name="state-1"[^>]* checked/);
  // A bank that leaves a void out says the same.
  assert.match(
    await compared(desk, { text: `Ref,Aut,Monto\r\n3,,0.05\r\n4,,"1,000.00"\r\n`, ...columns }),
    /Everything agrees/,
  );
  const amount = { minor: 10_000, currency: "DOP" } as const;
  await payments.recordGivenBack(attempts[3]?.id ?? "", { ...statement, amount });
  const missing = await compared(desk, { text: "Ref,Aut,Monto\r\n3,,0.05\r\n", ...columns });
  assert.match(missing, /Only here 1 payment Here RD\$\s900\.00 At the bank RD\$\s0\.00 Difference −RD\$\s900\.00/);
  assert.match(missing, /RD\$\s900\.00 Ref\.\s\S+ RD\$\s1,000\.00 less RD\$\s100\.00 that went back/);
  assert.doesNotMatch(missing, /with a decision of yours/);
});

test("a payment whose return alone is in the bank's file does not agree: its charge is the cause of the difference", async () => {
  const { desk, attempts, payments, clock } = await deskOfTheTwentieth();
  clock.set("2026-11-21T10:00:00-04:00");
  await payments.recordGivenBack(attempts[1]?.id ?? "", { reason: "the cake fell", by: "Ana", on: "2026-11-20" });
  const text = 'Ref,Aut,Monto\r\n3,,0.05\r\n4,,"1,000.00"\r\n2,,-2950.00\r\n';
  const result = await compared(desk, { text, ...columns });
  assert.doesNotMatch(result, /Everything agrees/);
  assert.match(result, /Difference −RD\$\s2,950\.00/);
  assert.match(result, /Only here 1 payment Here RD\$\s2,950\.00 At the bank RD\$\s0\.00 Difference −RD\$\s2,950\.00/);
});

test("an event that was called off: each of very many returns agrees, by whichever number the bank names it", async () => {
  const { desk, store, payments, clock } = await deskOfTheTwentieth();
  const rows: string[] = [];
  for (let number = 1; number <= 130; number++) {
    clock.set("2026-11-18T12:00:00-04:00");
    const verdict = { code: "00", reference: `7${number}`, authorizationCode: `C${number}` };
    const { id } = await place(store, { order: `T-${number}`, minor: 50_000, state: "approved", facts: { verdict } });
    clock.set("2026-11-20T12:00:00-04:00");
    await payments.recordGivenBack(id, { reason: "it rained", by: "Ana" });
    rows.push(number % 2 === 0 ? `7${number},,-500.00` : `,C${number},-500.00`);
  }
  clock.set("2026-11-20T20:00:00-04:00");
  const text = `Ref,Aut,Monto\r\n2,00551Z,2950.00\r\n3,,0.05\r\n4,,"1,000.00"\r\n${rows.join("\r\n")}\r\n`;
  const result = await compared(desk, { text, ...columns });
  assert.match(result, /Everything agrees: 3 payments\./);
  assert.match(result, /Agreed, given back 130 payments Here −RD\$\s65,000\.00 At the bank −RD\$\s65,000\.00/);
});
