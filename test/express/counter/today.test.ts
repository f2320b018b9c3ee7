import assert from "node:assert/strict";
import { test } from "node:test";
import { openFullScene, openScene } from "./counter.ts";
import { visibleText } from "./visible-text.ts";

test("Today counts by group and currency since the last batch close, and begins with what needs a decision", async () => {
  const { desk } = await openFullScene();
  const page = await desk.page("/");
  const text = visibleText(page);
  assert.match(
    text,
    /Desde el último cierre de lote \(20 nov 2026, 7:00 p\. m\.\) hasta el próximo \(21 nov 2026, 7:00 p\. m\.\)/,
  );
  assert.match(text, /Primero, lo que hay que decidir RD\$ 2,950\.00 pedido A-1001 Sin confirmar/);
  assert.match(text, /1 aviso que el sistema del comercio no recibió Ver los 6 que esperan una decisión/);
  assert.match(text, /Aprobados RD\$ 65,381\.00 15 pagos Rechazados RD\$ 1,840\.00 5 pagos/);
  assert.match(
    text,
    /5 pagos En verificación RD\$ 640\.00 1 pago Sin confirmar o en revisión RD\$ 5,825\.00 5 pagos Cancelados RD\$ 750\.00 1 pago No iniciados RD\$ 750\.00 1 pago Vencidos RD\$ 330\.00 1 pago/,
  );
  assert.match(text, /Aprobados US\$ 129\.00 1 pago /);
  assert.ok(page.indexOf("Primero, lo que hay que decidir") < page.indexOf("Lo que entró"));
});

test("the chart's table has the same numbers as its columns, for screen readers", async () => {
  const { desk } = await openFullScene();
  const page = await desk.page("/");
  const [table = ""] = /<table>.*?<\/table>/s.exec(page) ?? [];
  const rows = [...table.matchAll(/<tr><th scope="row">([^<]+)<\/th><td>(\d+)<\/td><td>(\d+)<\/td><td>(\d+)<\/td>/g)];
  const sums = [2, 3, 4].map((column) => rows.reduce((sum, row) => sum + Number(row[column]), 0));
  assert.deepEqual(sums, [16, 5, 1]);
  const heights = (name: string) =>
    [
      ...page.matchAll(
        new RegExp(`<rect class="${name}" x="[\\d.]+%" y="[\\d.-]+" width="[\\d.]+%" height="([\\d.]+)"`, "g"),
      ),
    ].map(([, height]) => Number(height));
  const perPayment = 140 / 4;
  for (const [name, sum] of [
    ["approved", 16],
    ["declined", 5],
    ["waiting", 1],
  ] as const) {
    const drawn = heights(name).reduce((total, height) => total + height, 0);
    assert.ok(Math.abs(drawn - sum * perPayment) < 1, name);
  }
});

test("after a batch close Today is empty, and what needs a decision stays", async () => {
  const { desk, player } = await openFullScene();
  player.pass(4 * 3_600_000);
  const text = visibleText(await desk.page("/"));
  assert.match(text, /Todavía no hay pagos desde el último cierre/);
  assert.match(text, /Ver los 6 que esperan una decisión/);
  const empty = visibleText(await (await openScene()).desk.page("/"));
  assert.match(empty, /No hay nada que decidir/);
});

test("another hour of the batch close is counted by", async () => {
  const { desk, player } = await openScene({ batchClose: "11:00", timeZone: "America/New_York" });
  await player.approved("A-1", 12_345);
  assert.match(visibleText(await desk.page("/")), /\(20 nov 2026, 11:00 a\. m\.\) .* RD\$ 123\.45 1 pago/);
  player.pass(3 * 3_600_000);
  assert.doesNotMatch(visibleText(await desk.page("/")), /RD\$ 123\.45/);
});
