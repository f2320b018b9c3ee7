import assert from "node:assert/strict";
import { test } from "node:test";
import { batchOf } from "@ventanilla/client";
import { csvRow, withoutFormula } from "@ventanilla/web";
import fc from "fast-check";
import type { Attempt } from "../../attempt/attempt.ts";
import { approved } from "../approved.fixture.ts";
import { readTable } from "../bank/at-once.fixture.ts";
import { batchRows } from "./batch-rows.ts";
import { csvText } from "./csv-text.ts";

/** What a spreadsheet may take for a formula, wherever it splits the line. */
const formula = /(?:^|[,;|"\t\r\n])[\s\p{C}]*[=+\-@\u2212＝＋－＠﹦﹢﹣﹫]/u;

test("no cell is a formula, however it is hidden", () => {
  for (const [text, safe] of [
    ["=1+1", "'=1+1"],
    ["+18095550000", "'+18095550000"],
    ["-5", "'-5"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["  =1", "'  =1"],
    ["\t=1", "'\t'=1"],
    ["\tplain", "'\tplain"],
    ["\r=1", "'\r'=1"],
    ["\u200B=1", "'\u200B=1"],
    ["\u3000@x", "'\u3000@x"],
    ["＝cmd", "'＝cmd"],
    ["－1", "'－1"],
    ["﹢1", "'﹢1"],
    ["−1", "'−1"],
    // A spreadsheet that splits at another separator, or does not know the quotes.
    ["x;=1", "x;'=1"],
    ["x\t=1", "x\t'=1"],
    ['x",=1', "x\",'=1"],
    [",;=1", ",;'=1"],
    // Anything that does not begin a cell stays as it is.
    ["A-1", "A-1"],
    ["ana@shop.example", "ana@shop.example"],
    ["a = b", "a = b"],
    ["", ""],
  ] as const) {
    assert.equal(withoutFormula(text), safe, JSON.stringify(text));
  }
});

test("any text: no formula at any beginning, and the row has its cells (RFC 4180)", () => {
  const piece = fc.constantFrom(
    "=",
    "+",
    "-",
    "@",
    "＝",
    "－",
    " ",
    "\t",
    "\r",
    "\n",
    '"',
    ",",
    ";",
    "'",
    "\u200B",
    "a",
    "é",
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
  );
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 5 }), (cells) => {
      const row = csvRow(cells);
      assert.ok(row.endsWith("\r\n"));
      for (const cell of cells) assert.doesNotMatch(withoutFormula(cell), formula);
      assert.deepEqual(cellsOf(row), cells.map(withoutFormula));
    }),
    { numRuns: 1000, seed: 6 },
  );
});

/** One row by the grammar of RFC 4180, read by another program than the one that reads the bank's files. */
function cellsOf(row: string): string[] {
  const cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n$)/y;
  for (let found = cell.exec(row); found !== null; found = cell.exec(row)) {
    cells.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? "");
  }
  return cells;
}

const batch = batchOf("2026-11-20", "19:00", "America/Santo_Domingo");
const zone = "America/Santo_Domingo";

async function* pages(...lists: Attempt[][]): AsyncGenerator<Attempt[]> {
  yield* lists;
}

const noReturns = async () => [];

async function fileOf(list: AsyncIterable<Attempt[]>, language: "es" | "en" = "es"): Promise<string> {
  let text = "";
  for await (const piece of csvText(batchRows({ payments: list, returns: noReturns }, batch, zone, language)))
    text += piece;
  return text;
}

test("a batch is a file with a byte order mark, names, a row for each payment, and how many there are", async () => {
  const first = approved({ id: "11111111-2222-4333-8444-555555555555", order: "=HYPERLINK(1)" });
  first.facts.orderReference = "R-77";
  first.facts.product = "@Cena";
  first.facts.verdict = {
    code: "00",
    reference: "000123456789",
    authorizationCode: "00551Z",
    maskedCard: "371449*****8431",
  };
  assert.equal(
    await fileOf(pages([first], [])),
    [
      "\uFEFFLote,Aprobado,Pedido,Pedido en el banco,TransactionId,Referencia,Autorización,Tarjeta,Marca,Moneda,Monto,ITBIS,Devuelto,Neto,Producto,Intento,Nota",
      `2026-11-20,2026-11-20 14:03:22,'=HYPERLINK(1),R-77,100001,"=""000123456789""",00551Z,371449*****8431,American Express,DOP,2950.00,450.00,0.00,2950.00,'@Cena,"=""11111111-2222-4333-8444-555555555555""",`,
      "Fin: 1 pago,,,,,,,,,,,,,,,,",
      "",
    ].join("\r\n"),
  );
  const none = await fileOf(pages(), "en");
  assert.match(none, /^\uFEFFBatch,Approved,Order,/);
  assert.match(none, /\r\nEnd: 0 payments,{16}\r\n$/);
});

/** What LibreOffice 7.4 made of `00123` and the others, written plainly: 123, 1.2E+46, a date, 15 digits and a zero. */
const changed = [
  ..."00123 007 12E45 1e5 3D2 1-2 1/2 1.50 1,5 10% 1:30 +1 =1 -1 +1.5 $5 RD$5 (5) 2026-11-20 20/11/2026".split(" "),
  ..."1234567890123456 123456789012 MAR-12 3-MAR ene-26 12-dic-2026 SEPT2 TRUE falso".split(" "),
  "1:30 pm",
  "1 a",
];
const kept = [..."0 1 1042 99999999999 A-1001 R-77 in-1 00551Z E-1 12E45X DECO UUID-1e5a".split(" "), ""];

test("an id stays what it is in a spreadsheet: where it would be changed it is written as text, else plainly", async () => {
  for (const id of changed) assert.equal(csvRow([{ id }]), `"=""${id}"""\r\n`, id);
  for (const id of kept) assert.equal(csvRow([{ id }]), `${id}\r\n`, id);
  // What could begin a formula where a program knows no quotes is guarded as any text is.
  for (const id of ["=1+1", "-1-2", "=HYPERLINK(1)", "@x", "1;=2", '1",=2', "+A1", "\t1"])
    assert.deepEqual(cellsOf(csvRow([{ id }])), cellsOf(csvRow([id])), id);
});

test("the counter reads its own file: the ids, references and transactions are those of the store", async () => {
  const orders = [...changed, ...kept, "=1+1", "@x"];
  const list = orders.map((order) =>
    approved({ order, transactionId: "000042", verdict: { code: "00", reference: order } }),
  );
  const { rows } = readTable(await fileOf(pages(list)));
  assert.deepEqual(
    rows.slice(0, -1).map(({ cells }) => [cells[2], cells[4], cells[5]]),
    orders.map((order) => [order, "000042", order]),
  );
});

test("a store that fails leaves a file without its last row", async () => {
  let text = "";
  const broken = async function* () {
    yield [approved()];
    throw new Error("the store is gone");
  };
  await assert.rejects(async () => {
    for await (const piece of csvText(batchRows({ payments: broken(), returns: noReturns }, batch, zone, "en")))
      text += piece;
  }, /the store is gone/);
  assert.match(text, /A-1001/);
  assert.doesNotMatch(text, /End:/);
});

test("the file can be compared with itself: its names are known, its last row names no payment", async () => {
  const { names, rows } = readTable(await fileOf(pages([approved(), approved()])));
  assert.equal(names?.[5], "Referencia");
  assert.equal(rows.length, 3);
});
