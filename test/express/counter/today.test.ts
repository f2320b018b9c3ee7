import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { groups } from "#express/attempt/group.ts";
import { currencies } from "#express/attempt/rules.ts";
import { chart } from "#express/counter/chart.ts";
import { timesOf } from "#express/counter/format.ts";
import { todayTexts } from "#express/counter/texts/today.ts";
import { batchLines } from "#express/counter/today.ts";
import type { TallyRow } from "#express/stores/staff-store.ts";
import { openFullScene, openScene } from "./counter.ts";
import { visibleText } from "./visible-text.ts";

test("Today counts by group and currency since the last batch close, and begins with what needs a decision", async () => {
  const { desk } = await openFullScene();
  const page = await desk.page("/");
  const text = visibleText(page);
  assert.match(text, /Lote de hoy \(cierra 7:00 p\. m\.\) Del 20 nov 2026, 7:00 p\. m\. al 21 nov 2026, 7:00 p\. m\./);
  assert.match(text, /Primero, lo que hay que decidir RD\$ 2,490\.00 pedido A-1012 Pagado dos veces/);
  assert.match(
    text,
    /1 aviso que el sistema del comercio no recibió Pagado dos veces: 1 En revisión: 3 Rechazado, sin respuesta final: 1 Sin confirmar: 1 Ver los 6 que esperan una decisión/,
  );
  assert.match(
    text,
    /Aprobados 15 pagos RD\$ 65,381\.00 De estos, pagados dos veces: por devolver 1 pago RD\$ 2,490\.00 Rechazados 5 pagos RD\$ 1,840\.00/,
  );
  assert.match(
    text,
    /En verificación 1 pago RD\$ 640\.00 Sin confirmar o en revisión 5 pagos RD\$ 5,825\.00 De estos, cobrados por el banco: por devolver o registrar 3 pagos RD\$ 1,995\.00 Cancelados 1 pago RD\$ 750\.00 No iniciados 1 pago RD\$ 750\.00 Vencidos 1 pago RD\$ 330\.00/,
  );
  assert.match(text, /Aprobados 1 pago US\$ 129\.00/);
  assert.ok(page.indexOf("Primero, lo que hay que decidir") < page.indexOf("Lote de hoy"));
});

/** The columns of the chart's table: how many payments each has. */
function chartSums(page: string): Record<string, number> {
  const [table = ""] = /<table><caption>.*?<\/table>/s.exec(page) ?? [];
  const [, ...names] = [...table.matchAll(/<th scope="col">([^<]+)<\/th>/g)].map(([, name = ""]) => name);
  const cells = [...table.matchAll(/<td>(\d+)<\/td>/g)].map(([, cell]) => Number(cell));
  return Object.fromEntries(
    names.map((name, column) => [
      name,
      cells.filter((_, at) => at % names.length === column).reduce((sum, count) => sum + count, 0),
    ]),
  );
}

/** How many payments the sums of all currencies have, by the name of the chart. */
function cardSums(page: string): Record<string, number> {
  const sums: Record<string, number> = {};
  const { cancelled, failed, expired, notPaid } = todayTexts.es.names;
  for (const [, role, name = "", count] of page.matchAll(
    /<div(?: class="([^"]+)")?><dt>([^<]+)<\/dt><dd class="count">(\d+) pagos?<\/dd>/g,
  )) {
    if (role === "part") continue;
    const drawn = [cancelled, failed, expired, notPaid].includes(name) ? "Otros, sin cobro" : name;
    if (count !== "0") sums[drawn] = (sums[drawn] ?? 0) + Number(count);
  }
  return sums;
}

test("the chart's table has the same numbers as its columns, for screen readers", async () => {
  const { desk } = await openFullScene();
  const page = await desk.page("/");
  const sums = chartSums(page);
  assert.deepEqual(sums, {
    Aprobados: 16,
    Rechazados: 5,
    "En verificación": 1,
    "Sin confirmar o en revisión": 5,
    "Otros, sin cobro": 3,
  });
  const heights = (name: string) =>
    [
      ...page.matchAll(
        new RegExp(`<rect class="${name}" x="[\\d.]+%" y="[\\d.-]+" width="[\\d.]+%" height="([\\d.]+)"`, "g"),
      ),
    ].reduce((total, [, height]) => total + Number(height), 0);
  const [, top] = /<div class="scale"><span>(\d+)</.exec(page) ?? [];
  const perPayment = 140 / Number(top);
  for (const [at, name] of ["approved", "declined", "waiting", "decide", "other"].entries()) {
    assert.ok(Math.abs(heights(name) - (Object.values(sums)[at] ?? 0) * perPayment) < 1, name);
  }
});

test("the chart shows every payment that the sums show", () => {
  const row = fc.record({
    group: fc.constantFrom(...groups, "authorized" as const),
    currency: fc.constantFrom(...currencies),
    hour: fc.integer({ min: 0, max: 23 }),
    count: fc.integer({ min: 1, max: 300 }),
    minor: fc.nat(1_000_000),
  });
  const from = Date.UTC(2026, 10, 20, 23);
  const span = { from, until: from + 24 * 3_600_000 };
  const drawn = (rows: readonly TallyRow[]) =>
    String(chart(rows, span, todayTexts.es, timesOf("es", "America/Santo_Domingo")));
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 40 }), (rows) => {
      assert.deepEqual(
        chartSums(drawn(rows)),
        cardSums(String(batchLines({ language: "es", root: "./" }, { rows, owed: [] }))),
      );
    }),
    { numRuns: 60 },
  );
});

test("after a batch close Today is empty, and what needs a decision stays", async () => {
  const { desk, player } = await openFullScene();
  player.pass(4 * 3_600_000);
  const text = visibleText(await desk.page("/"));
  assert.match(text, /Lote nuevo \(cierra 22 nov 2026, 7:00 p\. m\.\) .* Todavía no hay pagos en este lote/);
  // What came in until then stays in sight.
  assert.match(text, /Último cierre Del 20 nov .* al 21 nov 2026, 7:00 p\. m\. Aprobados 15 pagos RD\$ 65,381\.00/);
  assert.match(text, /Ver los 6 que esperan una decisión/);
  const empty = visibleText(await (await openScene()).desk.page("/"));
  assert.match(empty, /No hay nada que decidir/);
});

test("another hour of the batch close is counted by", async () => {
  const { desk, player } = await openScene({ batchClose: "11:00", timeZone: "America/New_York" });
  await player.approved("A-1", 12_345);
  assert.match(
    visibleText(await desk.page("/")),
    /cierra 11:00 a\. m\.\) Del 20 nov 2026, 11:00 a\. m\. .* 1 pago RD\$ 123\.45 .* Último cierre/,
  );
  player.pass(3 * 3_600_000);
  assert.match(visibleText(await desk.page("/")), /Lote nuevo .* Último cierre Del 20 nov .* RD\$ 123\.45/);
});
