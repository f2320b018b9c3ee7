import assert from "node:assert/strict";
import { test } from "node:test";
import { batchOf } from "@ventanilla/client";
import type { Attempt } from "@ventanilla/express";
import fc from "fast-check";
import { takingsCsv } from "../../../packages/express/src/counter/takings-csv.ts";
import { csvRow, withoutFormula } from "../../../packages/express/src/counter/write-csv.ts";
import { readTable } from "./at-once.ts";
import { taking } from "./takings.ts";

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

async function fileOf(list: AsyncIterable<Attempt[]>, language: "es" | "en" = "es"): Promise<string> {
  let text = "";
  for await (const piece of takingsCsv(list, batch, zone, language)) text += piece;
  return text;
}

test("a batch is a file with a byte order mark, names, a row for each payment, and how many there are", async () => {
  const first = taking({ id: "11111111-2222-4333-8444-555555555555", order: "=HYPERLINK(1)" });
  first.facts.orderReference = "R-77";
  first.facts.verdict = {
    code: "00",
    reference: "000123456789",
    authorizationCode: "00551Z",
    maskedCard: "371449*****8431",
  };
  assert.equal(
    await fileOf(pages([first], [])),
    [
      "\uFEFFLote,Aprobado,Pedido,Pedido en el banco,TransactionId,Referencia,Autorización,Tarjeta,Marca,Moneda,Monto,ITBIS,Intento,Nota",
      "2026-11-20,2026-11-20 14:03:22,'=HYPERLINK(1),R-77,100001,000123456789,00551Z,371449*****8431,American Express,DOP,2950.00,450.00,11111111-2222-4333-8444-555555555555,",
      "Fin: 1 pago,,,,,,,,,,,,,",
      "",
    ].join("\r\n"),
  );
  const none = await fileOf(pages(), "en");
  assert.match(none, /^\uFEFFBatch,Approved,Order,/);
  assert.match(none, /\r\nEnd: 0 payments,{13}\r\n$/);
});

test("a store that fails leaves a file without its last row", async () => {
  let text = "";
  const broken = async function* () {
    yield [taking()];
    throw new Error("the store is gone");
  };
  await assert.rejects(async () => {
    for await (const piece of takingsCsv(broken(), batch, zone, "en")) text += piece;
  }, /the store is gone/);
  assert.match(text, /A-1001/);
  assert.doesNotMatch(text, /End:/);
});

test("the file can be compared with itself: its names are known, its last row names no payment", async () => {
  const { names, rows } = readTable(await fileOf(pages([taking(), taking()])));
  assert.equal(names?.[5], "Referencia");
  assert.equal(rows.length, 3);
});
