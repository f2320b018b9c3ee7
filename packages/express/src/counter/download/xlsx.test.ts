import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cell } from "@ventanilla/web";
import { unzipped } from "./unzipped.fixture.ts";
import { xlsx } from "./xlsx.ts";

async function fileOf(rows: AsyncIterable<readonly (readonly Cell[])[]>): Promise<Map<string, string>> {
  const pieces: Buffer[] = [];
  for await (const piece of xlsx(rows)) pieces.push(piece);
  return unzipped(Buffer.concat(pieces));
}

async function* some(...rows: Cell[][]): AsyncGenerator<Cell[][]> {
  for (const row of rows) yield [row];
}

/** The cells of the first sheet: `s` is the format, 3 an amount, 4 a day, 5 a time. */
async function cellsOf(...rows: Cell[][]): Promise<string[]> {
  const sheet = (await fileOf(some(["Name"], ...rows))).get("xl/worksheets/sheet1.xml") ?? "";
  return sheet
    .split("<row>")
    .slice(2)
    .flatMap((row) => row.match(/<c\/>|<c .*?<\/c>/gs) ?? []);
}

test("amounts and counts are numbers, days and times are dates", async () => {
  assert.deepEqual(
    await cellsOf(
      [{ minor: 123_456_789n }, { minor: -5 }, { count: 7 }],
      [{ time: "2026-11-20" }, { time: "2026-11-20 18:00:00" }, { time: "1900-03-01" }],
    ),
    [
      '<c s="3"><v>1234567.89</v></c>',
      '<c s="3"><v>-0.05</v></c>',
      '<c s="0"><v>7</v></c>',
      '<c s="4"><v>46346</v></c>',
      '<c s="5"><v>46346.75</v></c>',
      '<c s="4"><v>61</v></c>',
    ],
  );
});

test("a text stays what it is: no formula, no number, no markup, and nothing that XML cannot hold", async () => {
  const text = (kept: string, format = 0) =>
    `<c s="${format}" t="inlineStr"><is><t xml:space="preserve">${kept}</t></is></c>`;
  assert.deepEqual(
    await cellsOf([
      { id: "00123" },
      "=1+1",
      "2.50",
      " a & <b> ",
      "x\0\u0007\uFFFEy\tz\r\n",
      "_x0041_ _x_",
      "Ñandú 🐢",
      "",
    ]),
    [
      text("00123", 2),
      text("=1+1"),
      text("2.50"),
      text(" a &amp; &lt;b&gt; "),
      text("xy\tz&#13;\n"),
      text("_x005F_x0041_ _x_"),
      text("Ñandú 🐢"),
      "<c/>",
    ],
  );
  const [long = ""] = await cellsOf(["x".repeat(40_000)]);
  assert.equal(long.match(/x/g)?.length, 32_767 + 1);
});

test("a sheet that is full is followed by another one, and the workbook names both", async () => {
  async function* many(): AsyncGenerator<Cell[][]> {
    yield [["Name"]];
    for (let at = 0; at < 1_048_600; at += 1000) yield Array.from({ length: 1000 }, () => [{ count: 1 }]);
  }
  const file = await fileOf(many());
  const rowsIn = (sheet: number) => (file.get(`xl/worksheets/sheet${sheet}.xml`)?.split("<row>").length ?? 0) - 1;
  assert.deepEqual([rowsIn(1), rowsIn(2), file.has("xl/worksheets/sheet3.xml")], [1_048_576, 425, false]);
  assert.equal(file.get("xl/workbook.xml")?.match(/<sheet /g)?.length, 2);
  assert.equal(file.get("xl/_rels/workbook.xml.rels")?.match(/worksheets\/sheet[12]\.xml/g)?.length, 2);
});

test("what fails while it is read ends the file, without its end", async () => {
  async function* broken(): AsyncGenerator<Cell[][]> {
    yield [["Name"]];
    throw new Error("the database is gone");
  }
  await assert.rejects(fileOf(broken()), /the database is gone/);
});
