import assert from "node:assert/strict";
import { test } from "node:test";
import type { Sandbox } from "@ventanilla/sandbox";
import { payAt } from "../buyer-at-bank.ts";
import { checkIn, checkOut, refund, sale, tokenOf, voidOf } from "./rest.ts";
import { bank, create } from "./shop.ts";

const noon = Date.parse("2026-11-20T16:00:00Z");
const hour = 3_600_000;
const approved = "4761340000000050";

async function list({ url }: Sandbox, query = ""): Promise<string[][]> {
  const answer = await fetch(`${url}/control/batch.csv${query}`);
  assert.equal(answer.status, 200);
  const text = await answer.text();
  const lines = text.trim().split("\r\n");
  return lines.map((line) => line.split(","));
}

/** A row's order, kind, amount, currency and state. */
const facts = (row: readonly string[]) => [row[2], ...row.slice(6)];

const payOrder = async (sandbox: Sandbox, order: string, card = approved, fields = {}) => {
  const { SESSION } = await create(sandbox, { OrdenID: order, TransactionId: order.replace(/\D/g, ""), ...fields });
  await payAt(sandbox.url, SESSION, card);
};

test("the bank's list has the sales, voids and refunds of a batch, of page and REST, each with its own number", async () => {
  const sandbox = await bank({ now: () => noon, seed: 5 });
  await payOrder(sandbox, "A-1");
  await payOrder(sandbox, "A-2", "4761340000001058");
  await payOrder(sandbox, "A-3", approved, { TransactionType: "0100" });
  await create(sandbox, { OrdenID: "A-4", TransactionId: "4" });
  const one = await sale(sandbox, { "invoice-number": "F-1" });
  await voidOf(sandbox, one, { "invoice-number": "F-1" });
  await refund(sandbox, await sale(sandbox, { "invoice-number": "F-2" }), { amount: "34.87" });
  const settled = await checkIn(sandbox, { "invoice-number": "F-3" });
  await voidOf(sandbox, await checkOut(sandbox, settled, { "invoice-number": "F-3" }));
  await voidOf(sandbox, await checkIn(sandbox, { "invoice-number": "F-4" }));
  const rows = await list(sandbox, "?batch=open");
  assert.equal(rows[0]?.join(" "), "Fecha Hora Orden Referencia Autorización Tarjeta Tipo Monto Moneda Estado");
  assert.deepEqual(rows.slice(1).map(facts), [
    ["A-1", "Venta", "2950.00", "DOP", "Aprobada"],
    ["A-2", "Venta", "2950.00", "DOP", "Declinada"],
    ["F-1", "Venta", "1234.87", "DOP", "Aprobada"],
    ["F-1", "Anulación", "-1234.87", "DOP", "Aprobada"],
    ["F-2", "Venta", "1234.87", "DOP", "Aprobada"],
    ["F-100", "Devolución", "-34.87", "DOP", "Aprobada"],
    ["F-3", "Venta", "1234.87", "DOP", "Aprobada"],
    ["F-3", "Anulación", "-1234.87", "DOP", "Aprobada"],
  ]);
  assert.deepEqual(rows[1]?.slice(0, 2), ["2026-11-20", "12:00:00"]);
  assert.match(rows[1]?.[3] ?? "", /^(?:"=""\d{12}"""|\d{12})$/);
  assert.equal(rows[1]?.[5], "476134______0050");
  assert.equal(rows[3]?.[3], tokenOf(one));
  assert.equal(new Set(rows.map((row) => row[3])).size, rows.length);
  assert.ok(!rows.flat().join().includes(approved));
  assert.deepEqual((await list(sandbox, "?batch=open&lang=en"))[1]?.slice(6), ["Sale", "2950.00", "DOP", "Approved"]);
});

test("a batch goes from close to close by the sandbox's clock and hour: the last closed one, the open one, or that of a date", async () => {
  const sandbox = await bank({ now: () => noon, batchClose: "18:00" });
  await payOrder(sandbox, "A-1");
  sandbox.clock.advance(6 * hour - 1);
  await payOrder(sandbox, "A-2");
  const orders = async (query?: string) => (await list(sandbox, query)).slice(1).map((row) => row[2]);
  assert.deepEqual([await orders(), await orders("?batch=open")], [[], ["A-1", "A-2"]]);
  sandbox.clock.advance(1);
  await payOrder(sandbox, "A-3");
  assert.deepEqual([await orders(), await orders("?batch=open")], [["A-1", "A-2"], ["A-3"]]);
  assert.deepEqual(await orders("?batch=2026-11-21"), ["A-3"]);
  assert.deepEqual(await orders("?batch=2026-11-19"), []);
  const file = await fetch(`${sandbox.url}/control/batch.csv`);
  assert.equal(file.headers.get("content-disposition"), 'attachment; filename="sandbox-bank-2026-11-20.csv"');
  assert.equal(file.headers.get("content-type"), "text/csv; charset=utf-8");
  const wrong = await fetch(`${sandbox.url}/control/batch.csv?batch=yesterday`);
  assert.deepEqual([wrong.status, await wrong.json()], [400, { message: "batch: expected a date such as 2026-11-20" }]);
  const foreign = await fetch(`${sandbox.url}/control/batch.csv`, { headers: { "sec-fetch-site": "cross-site" } });
  assert.equal(foreign.status, 403);
});

test("no order of a shop is a formula of a spreadsheet, a further row or a card number in the bank's list", async () => {
  const sandbox = await bank({ now: () => noon });
  const sell = (order: string) => sale(sandbox, { "invoice-number": order });
  for (const order of ["=1+1", "@SUM(A1)", "+1", 'a"b,c', "4761340000000050", "007"]) await sell(order);
  const text = await (await fetch(`${sandbox.url}/control/batch.csv?batch=open`)).text();
  assert.ok(!text.includes("4761340000000050"), text);
  assert.doesNotMatch(text, /,"?[=+@](?!"")/);
  assert.equal(text.trim().split("\r\n").length, sandbox.transactions().length + 1);
  assert.match(text, /,"=""007""",/);
});
