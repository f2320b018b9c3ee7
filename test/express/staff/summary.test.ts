import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { batchAt } from "@ventanilla/client";
import { postgresStore } from "@ventanilla/express/postgres";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Store } from "@ventanilla/express/store";
import { keptIn, place, placePaidTwice } from "../../kept.ts";
import { startPostgres, type TestServer } from "../../postgres.ts";
import { stillRouter } from "../../shop.ts";
import { openDesk } from "../counter/counter.ts";
import { visibleText } from "../counter/visible-text.ts";
import { farClose } from "../far-close.ts";

const counterUrl = "https://shop.example/staff/payments";
const closeIn = (url: string, date: string) => `${url}/close?batch=${date}`;
let server: TestServer;
before(async () => {
  server = await startPostgres();
});
after(() => server.stop());

/** A day of a shop. */
async function fill(store: Store): Promise<void> {
  const verdict = { code: "00", reference: "1" };
  await place(store, { order: "A-1", state: "approved", minor: 295_000, facts: { verdict } });
  await place(store, {
    order: "A-2",
    state: "approved",
    minor: 100,
    facts: { verdict: { code: "00", reference: "2" } },
  });
  await place(store, { order: "A-3", state: "declined", minor: 5000 });
  await place(store, { order: "A-4", state: "expired", minor: 1 });
  await place(store, { order: "A-5", minor: 70_050 });
  await place(store, { order: "A-6", state: "unknown", minor: 9900 });
  await place(store, { order: "A-7", state: "review", minor: 9900 });
  await place(store, { order: "A-8", state: "review", minor: 9900 });
  await placePaidTwice(store, "A-9", 500);
}

const engines: Record<string, () => Promise<Store>> = {
  SQLite: async () => sqliteStore(":memory:"),
  async Postgres() {
    const { pool } = await server.database();
    const store = postgresStore(pool);
    await store.migrate();
    return store;
  },
};

for (const [engine, open] of Object.entries(engines)) {
  test(`a summary has the numbers of a batch, what needs a person, and a text of both: ${engine}`, async (t) => {
    const store = await open();
    const now = await store.now();
    const close = farClose(now);
    const { payments } = stillRouter({ store, counterUrl, storefront: { name: "Colmado Larimar" }, ...close });
    t.after(() => payments.close());
    await fill(store);
    const batch = batchAt(now, close.batchClose, close.timeZone);
    const { text, ...summary } = await payments.summary({ batch: batch.date });
    assert.deepEqual(summary, {
      ...batch,
      totals: [
        {
          currency: "DOP",
          approved: { count: 4, minor: 296_100 },
          reversed: { count: 0, minor: 0 },
          givenBack: { count: 0, minor: 0 },
          partial: { count: 0, minor: 0 },
          partialUnknown: { count: 0, minor: 0 },
          authorized: { count: 0, minor: 0 },
          declined: { count: 1, minor: 5000 },
          waiting: { count: 1, minor: 70_050 },
          cancelled: { count: 0, minor: 0 },
          failed: { count: 0, minor: 0 },
          expired: { count: 1, minor: 1 },
          decide: { count: 3, minor: 29_700 },
          notPaid: { count: 0, minor: 0 },
        },
      ],
      toDecide: { unknown: 1, review: 2, unconfirmed: 0, paidTwice: 1, returnUnclear: 0, events: 0 },
      url: closeIn(counterUrl, batch.date),
    });
    assert.doesNotMatch(JSON.stringify(text), /A-\d/);
    assert.equal((await payments.summary({ batch: "2020-02-29" })).totals.length, 0);

    const further = (await keptIn(store).attemptsOf("A-9")).find(({ facts }) => facts.duplicate);
    await payments.recordHandling(further?.id ?? "", { returned: true, reason: "voided in the portal", by: "Ana" });
    const later = await payments.summary({ batch: batch.date });
    assert.equal(later.toDecide.paidTwice, 0);
    assert.deepEqual(later.totals[0]?.reversed, { count: 1, minor: 500 });
    assert.match(later.text.es, /4 aprobados \(RD\$\s2,961\.00\), 1 de estos devuelto \(RD\$\s5\.00\)/);
    assert.match(later.text.en, /, 1 of these given back \(RD\$\s5\.00\)/);
    const desk = await openDesk(payments);
    const today = visibleText(await desk.page("/?lang=en"));
    assert.match(
      today,
      /Approved 4 payments RD\$\s2,961\.00 Given back in this batch 1 return −RD\$\s5\.00 Net RD\$\s2,956\.00/,
    );
  });
}

test("the text reads well in both languages; by default it is about the last batch that has closed", async (t) => {
  // 20 November 2026, 18:00 in Santo Domingo.
  let time = Date.UTC(2026, 10, 20, 22);
  const store = sqliteStore(":memory:", { now: () => time });
  const { payments } = stillRouter({ store, counterUrl, storefront: { name: "Colmado Larimar" } });
  t.after(() => payments.close());
  await fill(store);
  assert.equal((await payments.summary()).date, "2026-11-19");
  const open = (await payments.summary({ batch: "2026-11-20" })).text;
  assert.match(open.es, /^Colmado Larimar: lote del 20 de noviembre de 2026, todavía abierto\nDOP: 4 aprob/);
  assert.match(open.en, /^Colmado Larimar: batch of November 20, 2026, still open\nDOP: 4 approved/);
  time += 2 * 60 * 60_000;
  const { text } = await payments.summary();
  assert.deepEqual(text.es.split("\n"), [
    "Colmado Larimar: cierre de lote del 20 de noviembre de 2026",
    "DOP: 4 aprobados (RD$\u00a02,961.00), 1 rechazado (RD$\u00a050.00), 1 en verificación (RD$\u00a0700.50), 1 vencido sin pagar (RD$\u00a00.01), 3 sin confirmar o en revisión (RD$\u00a0297.00).",
    "Por resolver: 1 sin confirmar, 2 en revisión, 1 pagado dos veces.",
    "https://shop.example/staff/payments/close?batch=2026-11-20",
  ]);
  assert.deepEqual(text.en.split("\n").slice(0, 3), [
    "Colmado Larimar: batch close of November 20, 2026",
    "DOP: 4 approved (RD$\u00a02,961.00), 1 declined (RD$\u00a050.00), 1 being checked (RD$\u00a0700.50), 1 expired unpaid (RD$\u00a00.01), 3 unconfirmed or under review (RD$\u00a0297.00).",
    "To resolve: 1 unconfirmed, 2 under review, 1 paid twice.",
  ]);
});

test("a day without payments says so, and names no link without counterUrl; a wrong request names its field", async (t) => {
  const { payments } = stillRouter();
  t.after(() => payments.close());
  const { text, url, totals } = await payments.summary({ batch: "2020-11-20" });
  assert.deepEqual([url, totals], [undefined, []]);
  assert.match(text.es, /\nNo hubo pagos\.\nNo hay nada por resolver\.$/);
  assert.match(text.en, /\nThere were no payments\.\nThere is nothing to resolve\.$/);
  const ahead = await payments.summary({ batch: "2126-11-20" });
  assert.match(ahead.text.es, /todavía abierto\nTodavía no hay pagos\.\n/);
  assert.match(ahead.text.en, /still open\nThere are no payments yet\.\n/);
  const wrong = (request: object, message: RegExp) =>
    assert.rejects(() => payments.summary(request), { code: "ERR_VENTANILLA_ARGUMENT", message });
  await wrong({ day: "2026-11-20" }, /^summary\.day: unknown field, expected batch$/);
  await wrong({ batch: "20/11/2026" }, /batch/);
});
