import { pipeline, Readable } from "node:stream";
import { crc32, createDeflateRaw } from "node:zlib";
import { type Cell, decimalText } from "@ventanilla/web";
import type { Rows } from "./csv-text.ts";

/** The rows that a sheet can have. */
const maxRows = 1_048_576;
/** The characters that a cell can have. */
const maxCharacters = 32_767;

/** The formats of cells, by their place in {@link styles}. */
const formats = { text: 0, head: 1, id: 2, amount: 3, date: 4, time: 5 } as const;

const office = "http://schemas.openxmlformats.org";
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const main = `xmlns="${office}/spreadsheetml/2006/main"`;
const xf = (formatId: number, fontId = 0) =>
  `<xf numFmtId="${formatId}" fontId="${fontId}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
const font = (marks: string) => `<font>${marks}<sz val="11"/><name val="Calibri"/></font>`;
const styles = [
  `${declaration}<styleSheet ${main}><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>`,
  `<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>`,
  `<fonts count="2">${font("")}${font("<b/>")}</fonts>`,
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  `<cellXfs count="6">${xf(0)}${xf(0, 1)}${[49, 4, 164, 165].map((id) => xf(id)).join("")}</cellXfs>`,
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
];
const relations = (all: readonly (readonly [type: string, target: string])[]) =>
  `${declaration}<Relationships xmlns="${office}/package/2006/relationships">${all.map(([type, target], at) => `<Relationship Id="r${at + 1}" Type="${office}/officeDocument/2006/relationships/${type}" Target="${target}"/>`).join("")}</Relationships>`;
const contentType = (name: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${name}+xml`;
const types = `${declaration}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${contentType("worksheet")}"/><Override PartName="/xl/workbook.xml" ContentType="${contentType("sheet.main")}"/><Override PartName="/xl/styles.xml" ContentType="${contentType("styles")}"/></Types>`;

/**
 * An Excel workbook, piece by piece: amounts and counts are numbers, days and times are dates, and all else is text, so
 * that nothing is a formula. A sheet that is full is followed by another one.
 * @param rows the names of the columns first
 * @see https://ecma-international.org/publications-and-standards/standards/ecma-376/
 */
export async function* xlsx(rows: Rows): AsyncGenerator<Buffer, void, void> {
  const parts: Part[] = [];
  let offset = 0;
  async function* add(name: string, texts: AsyncIterable<string> | Iterable<string>) {
    const part: Part = { name, offset, crc: 0, size: 0, packed: 0 };
    parts.push(part);
    for await (const piece of packed(part, texts)) {
      offset += piece.length;
      yield piece;
    }
  }
  yield* add("[Content_Types].xml", [types]);
  yield* add("_rels/.rels", [relations([["officeDocument", "xl/workbook.xml"]])]);
  yield* add("xl/styles.xml", styles);
  const left = newRowsLeft(rows);
  let sheets = 0;
  try {
    for (let [first] = await left.take(1); first !== undefined; [first] = await left.take(1)) {
      yield* add(`xl/worksheets/sheet${++sheets}.xml`, sheetOf(first, left));
    }
  } finally {
    // A sheet does not close them when the download ends before they do.
    await left.close();
  }
  const numbers = Array.from({ length: sheets }, (_, at) => at + 1);
  const named = numbers.map((number) => `<sheet name="Ventanilla ${number}" sheetId="${number}" r:id="r${number}"/>`);
  yield* add("xl/workbook.xml", [
    `${declaration}<workbook ${main} xmlns:r="${office}/officeDocument/2006/relationships"><sheets>${named.join("")}</sheets></workbook>`,
  ]);
  const targets = numbers.map((number) => ["worksheet", `worksheets/sheet${number}.xml`] as const);
  yield* add("xl/_rels/workbook.xml.rels", [relations([...targets, ["styles", "styles.xml"]])]);
  yield directoryOf(parts, offset);
}

/** The rows that no sheet has yet. */
interface RowsLeft {
  /** Takes the next rows, as many as are at hand. None: nothing is left. */
  take(most: number): Promise<readonly (readonly Cell[])[]>;
  close(): Promise<unknown>;
}

function newRowsLeft(rows: Rows): RowsLeft {
  const pages = rows[Symbol.asyncIterator]();
  let atHand: readonly (readonly Cell[])[] = [];
  return {
    async take(most) {
      while (atHand.length === 0) {
        const page = await pages.next();
        if (page.done) return [];
        atHand = page.value;
      }
      const taken = atHand.slice(0, most);
      atHand = atHand.slice(most);
      return taken;
    },
    close: async () => pages.return?.(),
  };
}

/** The text of a sheet: its first row stays in sight. Ends when it is full, or nothing is left. */
async function* sheetOf(first: readonly Cell[], left: RowsLeft): AsyncGenerator<string, void, void> {
  let text = `${declaration}<worksheet ${main}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${first.length}" width="18" customWidth="1"/></cols><sheetData>${rowOf(first, "head")}`;
  for (let count = 1; count < maxRows; ) {
    const some = await left.take(maxRows - count);
    if (some.length === 0) break;
    count += some.length;
    text += some.map((row) => rowOf(row, "text")).join("");
    if (text.length < 65_536) continue;
    yield text;
    text = "";
  }
  yield `${text}</sheetData></worksheet>`;
}

const rowOf = (cells: readonly Cell[], text: "head" | "text"): string =>
  `<row>${cells.map((cell) => cellOf(cell, text)).join("")}</row>`;

function cellOf(cell: Cell, text: "head" | "text"): string {
  if (typeof cell === "string") return textCell(cell, text);
  if ("id" in cell) return textCell(cell.id, "id");
  if ("minor" in cell) return numberCell(decimalText(cell.minor), "amount");
  if ("count" in cell) return numberCell(String(cell.count), "text");
  const isDay = cell.time.length === "2026-11-20".length;
  const time = Date.parse(isDay ? cell.time : `${cell.time.replace(" ", "T")}Z`);
  return numberCell(String((time - sheetEpoch) / 86_400_000), isDay ? "date" : "time");
}

/** From where a spreadsheet counts days: it has one in 1900 that there was not. */
const sheetEpoch = Date.UTC(1899, 11, 30);

const numberCell = (value: string, format: keyof typeof formats): string =>
  `<c s="${formats[format]}"><v>${value}</v></c>`;

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;" };

/** A text. What XML cannot hold is left out, and what a spreadsheet would decode, such as `_x0041_`, stays as it is. */
function textCell(text: string, format: keyof typeof formats): string {
  if (text === "") return "<c/>";
  const kept = text
    .slice(0, maxCharacters)
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, (character) => (/[\t\n\r]/.test(character) ? character : ""))
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
    .replaceAll(/[&<>\r]/g, (character) => entities[character] ?? "");
  return `<c s="${formats[format]}" t="inlineStr"><is><t xml:space="preserve">${kept}</t></is></c>`;
}

/** A file within the zip file. Sizes in bytes. */
interface Part {
  name: string;
  /** Where it begins. */
  offset: number;
  crc: number;
  size: number;
  packed: number;
}

/** Without a time, and with sizes behind the data: 1 January 1980, UTF-8, deflated (APPNOTE of PKWARE). */
const shared = [0x0808, 8, 0, 33] as const;

/** A part of a zip file: its head, its data, and what they came to. */
async function* packed(
  part: Part,
  texts: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<Buffer, void, void> {
  yield record([0x04034b50], [20, ...shared], [0, 0, 0], [part.name.length, 0], Buffer.from(part.name));
  async function* raw() {
    for await (const text of texts) {
      const bytes = Buffer.from(text);
      part.crc = crc32(bytes, part.crc);
      part.size += bytes.length;
      yield bytes;
    }
  }
  const deflate = createDeflateRaw();
  // What fails ends the loop below, too.
  pipeline(Readable.from(raw()), deflate, () => {});
  for await (const piece of deflate as AsyncIterable<Buffer>) {
    part.packed += piece.length;
    yield piece;
  }
  yield record([0x08074b50, part.crc, part.packed, part.size]);
}

/** The end of a zip file: where its parts are. */
function directoryOf(parts: readonly Part[], offset: number): Buffer {
  const entries = parts.map(({ name, crc, packed: length, size, offset: begin }) =>
    record(
      [0x02014b50],
      [20, 20, ...shared],
      [crc, length, size],
      [name.length, 0, 0, 0, 0, 0, 0],
      [begin],
      Buffer.from(name),
    ),
  );
  const directory = Buffer.concat(entries);
  const { length } = parts;
  return Buffer.concat([directory, record([0x06054b50], [0, 0, length, length], [directory.length, offset], [0])]);
}

/** Numbers in little-endian order: lists of 32 and of 16 bits, in turn; then bytes. */
function record(...fields: readonly (readonly number[] | Buffer)[]): Buffer {
  return Buffer.concat(
    fields.map((field, at) => {
      if (Buffer.isBuffer(field)) return field;
      const bytes = at % 2 === 0 ? 4 : 2;
      const buffer = Buffer.alloc(field.length * bytes);
      for (const [index, value] of field.entries()) buffer.writeUIntLE(value, index * bytes, bytes);
      return buffer;
    }),
  );
}
