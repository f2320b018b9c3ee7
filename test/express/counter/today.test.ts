import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { currencies } from "#express/attempt/rules.ts";
import { groups } from "#express/attempt/sections-of.ts";
import { timesOf } from "#express/counter/format.ts";
import { chart } from "#express/counter/today/chart.ts";
import { groupSums } from "#express/counter/today/today.ts";
import type { SpanTally } from "#express/stores/staff-store.ts";
import { openFullScene, openScene } from "./counter.ts";
import { visibleText } from "./visible-text.ts";

test("Today counts by group and currency since the last batch close, and begins with what needs a decision", async () => {
  const { desk } = await openFullScene();
  const page = await desk.page("/");
  const text = visibleText(page);
  assert.match(text, /Lote de hoy \(cierra 7:00 p\. m\.\) Del 20 nov 2026, 7:00 p\. m\. al 21 nov 2026, 7:00 p\. m\./);
  assert.match(
    text,
    /Primero, lo que hay que resolver Desde Pedido Monto Estado Plazo Desde: 10:33 a\. m\. A-1002 RD\$ 1,000\.00 Pagó otro monto Para anular: 1 h 59 min /,
  );
  // The first of what waits, in its order: what can be voided before the close, then what has waited longest.
  assert.deepEqual(
    [...text.matchAll(/ [ap]\. m\. (A-\d+(?: Por confirmar parte de)?) RD/g)].map(([, order]) => order),
    ["A-1002", "A-1003 Por confirmar parte de", "A-1004", "A-1012", "A-1001"],
  );
  assert.match(
    text,
    /Por resolver 7 .* Ver los 7 por resolver Aquí se ven 5 de 6 pagos\. Además hay 1 aviso que el sistema del comercio no recibió\./,
  );
  assert.match(
    text,
    /Aprobados 15 pagos RD\$ 65,381\.00 De estos, por devolver 1 pago RD\$ 2,490\.00 Rechazados 5 pagos RD\$ 1,840\.00/,
  );
  assert.match(
    text,
    /En el banco o en verificación 1 pago RD\$ 640\.00 Sin confirmar o en revisión 5 pagos hasta RD\$ 5,825\.00 De estos, por devolver o registrar 3 pagos hasta RD\$ 1,995\.00 Cancelados 1 pago RD\$ 750\.00 No iniciados 1 pago RD\$ 750\.00 Vencidos 1 pago RD\$ 330\.00/,
  );
  assert.match(text, /Aprobados 1 pago US\$ 129\.00/);
  assert.ok(page.indexOf("Primero, lo que hay que resolver") < page.indexOf("Lote de hoy"));
});

/** The columns of the charts' tables: how many payments each has. */
function chartSums(page: string): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [table] of page.matchAll(/<table class="numbers">.*?<\/table>/gs)) {
    const [, ...names] = [...table.matchAll(/<th scope="col">([^<]+)<\/th>/g)].map(([, name = ""]) => name);
    const cells = [...table.matchAll(/<td>(?:[^<]*<span class="dim">\((\d+)\)<\/span>)?<\/td>/g)];
    for (const [at, [, count = "0"]] of cells.entries()) {
      const name = names[at % names.length] ?? "";
      sums[name] = (sums[name] ?? 0) + Number(count);
    }
  }
  return sums;
}

/** How many payments the sums of all currencies have, by name. */
function cardSums(page: string): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [, role, name = "", count] of page.matchAll(
    /<div(?: class="([^"]+)")?><dt>([^<]+)<\/dt><dd class="how-many">(\d+) pagos?<\/dd>/g,
  )) {
    if (role !== "part" && count !== "0") sums[name] = (sums[name] ?? 0) + Number(count);
  }
  return sums;
}

test("the columns are as high as what their hours came to, and say it", async () => {
  const { desk } = await openFullScene();
  const page = await desk.page("/");
  assert.deepEqual(chartSums(page), {
    // Without the one in dollars: of one value the sums say enough.
    Aprobados: 15,
    Rechazados: 5,
    "En el banco o en verificación": 1,
    "Sin confirmar o en revisión": 5,
    Cancelados: 1,
    "No iniciados": 1,
    Vencidos: 1,
  });
  const [pesos = ""] = page.split("</figure>");
  const [, top = ""] = /<div class="scale"[^>]*><span><i>RD\$\u00a0<\/i>([\d,]+)</.exec(pesos) ?? [];
  const drawn = [...pesos.matchAll(/<rect class="approved" x="10%"[^>]* height="([\d.]+)" rx="2"/g)].map(([, height]) =>
    Number(height),
  );
  const shown = (drawn.reduce((sum, height) => sum + height, 0) / 140) * Number(top.replaceAll(",", ""));
  assert.ok(Math.abs(shown - 65_381) < 65_381 * 0.02, `${shown}`);
  // From the hour of the first payment, and no hour before it.
  const said = [...pesos.matchAll(/tabindex="0" role="img" aria-label="([^"]+)"/g)].map(([, text = ""]) =>
    text.replaceAll("\u00a0", " "),
  );
  assert.equal(said[0], "10 a. m.: Sin confirmar o en revisión RD$ 4,945.00 (4)");
  assert.equal([...pesos.matchAll(/<div(?: tabindex="0" role="img"[^>]*)?><svg/g)].length, 9);
  assert.match(pesos, /<text class="newest" x="50%" y="144" dy="1em" text-anchor="middle">6\sp\.\sm\.<\/text>/);
});

const hourMs = 3_600_000;
const from = Date.UTC(2026, 10, 20, 23);
const drawnFor = (rows: readonly SpanTally[], currency: "DOP" | "USD", hoursGone: number) => {
  const span = { from, until: from + 24 * hourMs };
  const times = timesOf("es", "America/Santo_Domingo");
  return String(chart(rows, currency, { language: "es", times, span, now: from + hoursGone * hourMs }));
};

test("a mark stands below the hour that runs, and what was given back is not in what came in", () => {
  const row = { group: "approved", currency: "DOP", count: 2, minor: 200_000 } as const;
  const drawn = drawnFor([{ ...row, split: "20", reversed: { count: 1, minor: 50_000 } }], "DOP", 21.5);
  const [, second = ""] = drawn.split("<svg").slice(1);
  assert.match(second, /<rect class="now" [^>]*y="140"/);
  assert.equal(drawn.split('<ul class="legend"')[0]?.match(/class="now"/g)?.length, 1);
  const height = (part: string) =>
    Number(new RegExp(`class="${part}" x="10%"[^>]* height="([\\d.]+)"`).exec(drawn)?.[1]);
  assert.deepEqual([height("approved"), height("reversed")], [105, 33]);
  const declined = drawnFor([{ ...row, group: "declined", split: "20" }], "DOP", 20.5);
  assert.match(declined, /aria-label="3\sp\.\sm\.: Rechazados RD\$\s2,000\.00 \(2\)"/);
  assert.doesNotMatch(declined, /class="(?:approved|declined)"/);
});

test("one column that is many times as high as all others is cut, and what it comes to stands below", () => {
  const drawnWith = (...sums: number[]) =>
    drawnFor(
      sums.map((minor, hour) => ({ group: "approved", currency: "DOP", count: 1, minor, split: String(hour) })),
      "DOP",
      23,
    ).replaceAll("\u00a0", " ");
  const top = (drawn: string) => /<div class="scale"[^>]*><span><i>(.*?)<\/span>/.exec(drawn)?.[1]?.replace("</i>", "");
  const heights = (drawn: string) =>
    [...drawn.matchAll(/class="approved" x="10%"[^>]* height="([\d.]+)"/g)].map(([, height]) => Number(height));
  const cut = drawnWith(100_000, 200_000, 123_456_789, 50, 0);
  assert.equal(top(cut), "RD$ 2,000");
  assert.deepEqual(heights(cut), [70, 140, 140, 4]);
  assert.equal(cut.match(/<line class="cut"/g)?.length, 1);
  assert.match(cut, /Cortada, 9 p\. m\.: RD\$ 1,234,567\.89/);
  // Less than that, or more of them than of the others: all are whole.
  for (const sums of [[100_000, 200_000, 1_100_000], [1_000, 9_000_000], [9_000_000]]) {
    const whole = drawnWith(...sums);
    assert.doesNotMatch(whole, /cut|Cortada/);
    assert.ok(Number(top(whole)?.replaceAll(/\D/g, "")) * 100 >= Math.max(...sums));
  }
});

test("the charts have every payment that the sums have", () => {
  const row = fc.record({
    group: fc.constantFrom(...groups, "authorized" as const),
    currency: fc.constantFrom(...currencies),
    split: fc.integer({ min: 0, max: 23 }).map(String),
    count: fc.integer({ min: 1, max: 300 }),
    minor: fc.nat(1_000_000),
  });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 40 }), (rows) => {
      const charts = currencies.flatMap((currency) => {
        const own = rows.filter((each) => each.currency === currency);
        return own.length > 0 ? [drawnFor(own, currency, 23)] : [];
      });
      const sums = groupSums({ language: "es", root: "./" }, { rows, owed: [], isBatch: true }).join("");
      assert.deepEqual(chartSums(charts.join("")), cardSums(sums));
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
  assert.match(
    text,
    /Último cierre Del 20 nov .* al 21 nov 2026, 7:00 p\. m\. Pesos Aprobados 15 pagos RD\$ 65,381\.00/,
  );
  assert.match(text, /Ver los 7 por resolver/);
  const empty = visibleText(await (await openScene()).desk.page("/"));
  assert.match(empty, /No hay nada por resolver/);
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
