import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { withoutCardNumbers, withoutListedCardNumbers } from "../../base/card-numbers.ts";
import { readAmount } from "./amount.ts";
import { readPayments, readTable } from "./at-once.fixture.ts";
import { isComplete, keyOf, likelyColumns, paymentSteps } from "./columns.ts";
import type { Delimiter } from "./read-csv.ts";
import { type BankFileError, textOf } from "./text.ts";
import { inTurns } from "./turns.ts";

const problemOf = (read: () => unknown): string => {
  try {
    read();
    return "none";
  } catch (error) {
    const { problem, line } = error as BankFileError;
    return line === undefined ? problem : `${problem} ${line}`;
  }
};

/** Rows of two cells, three, and so on: as many of each. */
const shortRows = (widths: number, ofEach: number): string =>
  Array.from({ length: widths }, (_, at) => `x${",".repeat(at + 1)}\n`.repeat(ofEach)).join("");

/** What a call costs this process, in milliseconds; a busy machine changes nothing about it. */
function cpuMs(call: () => unknown): number {
  const before = process.cpuUsage();
  call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

test("an amount is read in every form, and never guessed", () => {
  for (const [cell, minor, currency] of [
    ["RD$ 1,234.50", 123_450, "DOP"],
    ["RD$1,234.50", 123_450, "DOP"],
    ["1.234,50", 123_450],
    ["1234,5", 123_450],
    ["1\u00a0234,50", 123_450],
    ["1'234.50", 123_450],
    ["1,234,567.89", 123_456_789],
    ["1.234.567", 123_456_700],
    ["1,000", 100_000],
    ["1.000", 100_000],
    ["$ 1,000", 100_000],
    ["2950", 295_000],
    ["2950.0000", 295_000],
    ["0.05", 5],
    [".05", undefined],
    ["5.", 500],
    ["(12.00)", -1200],
    ["(RD$ 12.00)", -1200, "DOP"],
    ["12.00-", -1200],
    ["-RD$12.00", -1200, "DOP"],
    ["RD$ -12.00", -1200, "DOP"],
    ["−12.00", -1200],
    ["-0.00", 0],
    ["US$ 10.00", 1000, "USD"],
    ["10.00 USD", 1000, "USD"],
    ["２,５００.００", 250_000],
    ["1,23", 123],
    ["1.2345", undefined],
    ["1,23,456", undefined],
    ["1.234.56", undefined],
    ["1,234,567,890.1.2", undefined],
    ["(5", undefined],
    ["(-5)", undefined],
    ["1e5", undefined],
    ["20/11/2026", undefined],
    ["99999999999999999999", undefined],
    ["twelve", undefined],
    ["", undefined],
  ] as const) {
    assert.deepEqual(
      readAmount(cell),
      minor === undefined ? undefined : { minor, ...(currency && { currency }) },
      cell,
    );
  }
});

test("an amount survives every notation", () => {
  const write = (minor: number, group: string, point: string, frame: (text: string) => string) => {
    const digits = String(minor).padStart(3, "0");
    return frame(`${digits.slice(0, -2).replaceAll(/\B(?=(?:\d{3})+$)/g, group)}${point}${digits.slice(-2)}`);
  };
  const notation = fc.constantFrom(
    [",", "."],
    [".", ","],
    ["", "."],
    ["", ","],
    [" ", ","],
    ["'", "."],
    ["\u202f", ","],
  );
  const frame = fc.constantFrom<(text: string) => string>(
    (t) => t,
    (t) => `RD$ ${t}`,
    (t) => `${t} DOP`,
    (t) => ` $${t} `,
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 999_999_999_999 }),
      notation,
      frame,
      (minor, [group = "", point = ""], around) => {
        assert.equal(readAmount(write(minor, group, point, around))?.minor, minor);
      },
    ),
    { numRuns: 500, seed: 6 },
  );
});

test("a file is text in UTF-8, UTF-16 or Windows-1252, with a mark or without", () => {
  const text = "Autorización;Monto\r\nA1;5,00\r\n";
  const wide = Buffer.from(text, "utf16le");
  const swapped = Buffer.from(wide).swap16();
  for (const [name, bytes] of Object.entries({
    utf8: Buffer.from(text),
    "utf8 with a mark": Buffer.from(`\uFEFF${text}`),
    "utf16le with a mark": Buffer.from(`\uFEFF${text}`, "utf16le"),
    "utf16be with a mark": Buffer.from(`\uFEFF${text}`, "utf16le").swap16(),
    utf16le: wide,
    utf16be: swapped,
    "windows-1252": Buffer.from(text, "latin1"),
  })) {
    assert.deepEqual(readTable(textOf(bytes)).names, ["Autorización", "Monto"], name);
  }
  assert.equal(textOf(Buffer.from([0x80, 0x20, 0x99])), "€ ™");
});

test("anything that is not CSV is named", () => {
  for (const [bytes, problem] of [
    [Buffer.from("PK\x03\x04rest", "latin1"), "workbook"],
    [Buffer.from("D0CF11E0A1B11AE1", "hex"), "workbook"],
    [Buffer.from("%PDF-1.7"), "pdf"],
    [Buffer.from("<html><table><tr><td>5"), "page"],
    [Buffer.from("\u0089PNG\r\n\0\0\0", "latin1"), "not-text"],
    [Buffer.from(""), "empty"],
    [Buffer.from(" \r\n \n"), "empty"],
    [Buffer.from("Referencia,Monto\r\n"), "empty"],
    [Buffer.from("one\r\ntwo\r\n"), "no-columns"],
    [Buffer.from('Ref,Monto\r\nA1,5.00\r\nA2,"6.00\r\nA3,7.00\r\n'), "open-quote 3"],
    [Buffer.from("A,1.00\n".repeat(50_001)), "too-long"],
    // As wide as the widest row that is usual: 46,000 short rows would be filled up to it.
    [Buffer.from(`${`1${",".repeat(199)}2\n`.repeat(2400)}${shortRows(20, 2200)}`), "too-long"],
  ] as const) {
    assert.equal(
      problemOf(() => readTable(textOf(bytes))),
      problem,
    );
  }
});

test("a table is found below titles, with names or without, and a separator that Excel was told", () => {
  const titled = readTable(
    'Banco del Sur\nFecha,20/11/2026\n\nRef,Aut,Monto\r\n001,AB,"1,234.50"\r\n\r\n002,CD,5.00\r\nTOTAL,,1239.50',
  );
  assert.deepEqual(titled.names, ["Ref", "Aut", "Monto"]);
  assert.deepEqual(
    titled.rows.map(({ line, cells }) => [line, ...cells]),
    [
      [5, "001", "AB", "1,234.50"],
      [7, "002", "CD", "5.00"],
      [8, "TOTAL", "", "1239.50"],
    ],
  );
  assert.equal(readTable("A1;1,50\nA2;2,50").names, undefined);
  assert.equal(readTable("A1;1,50\nA2;2,50").delimiter, ";");
  assert.deepEqual(readTable("sep=;\n1,5;x\n5,5;y").rows[0]?.cells, ["1,5", "x"]);
  // Every row ends with a separator, the names do not.
  assert.deepEqual(readTable("Ref;Monto\nA;1,00;\nB;2,00;\n").names, ["Ref", "Monto", ""]);
  // Protected from spreadsheets.
  assert.deepEqual(
    readTable('="001",5.00\n\'002,6.00').rows.map(({ cells }) => cells[0]),
    ["001", "002"],
  );
});

test("any table comes out as it went in, by every separator", () => {
  const cell = fc.string({
    maxLength: 6,
    unit: fc.constantFrom("a", "é", " ", '"', ",", ";", "\t", "|", "\n", "1", "."),
  });
  const table = fc
    .integer({ min: 2, max: 5 })
    .chain((columns) =>
      fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 8 }),
    );
  fc.assert(
    fc.property(
      table,
      fc.constantFrom<Delimiter>(",", ";", "\t", "|"),
      fc.constantFrom("\n", "\r\n"),
      (rows, delimiter, end) => {
        const filled = rows.map((cells, at) => [`${at}`, ...cells]);
        const text = filled
          .map((cells) => cells.map((value) => `"${value.replaceAll('"', '""')}"`).join(delimiter))
          .join(end);
        const read = readTable(`sep=${delimiter}\r\n${text}`);
        assert.deepEqual(
          read.rows.map(({ cells }) => cells),
          filled.map((cells) => cells.map((value) => value.trim())),
        );
      },
    ),
    { numRuns: 300, seed: 6 },
  );
});

test("any text is read, or refused by name", () => {
  const unit = fc.constantFrom('"', ",", ";", "\n", "\r", "\t", "=", "'", "1", "a", " ", "sep=");
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
      const known = ["none", "empty", "no-columns", "open-quote"];
      assert.ok(known.includes(problemOf(() => readTable(text)).split(" ")[0] ?? ""));
    }),
    { numRuns: 1000, seed: 6 },
  );
});

test("a long run of one character is read quickly", () => {
  for (const piece of ['"', '""', '",', "a", ",", '"\n', "\r"]) {
    const spent = cpuMs(() => problemOf(() => readTable(`a,b\n${piece.repeat(100_000)}`)));
    assert.ok(spent < 2000, `${JSON.stringify(piece)}: ${spent} ms`);
  }
});

test("no cell holds the process up, however long it is", () => {
  for (const piece of [" .", ". ", "$", "1 ", "1,", " ", "RD", "US", "(", "0", "-", "ﷺ", '="', "total "]) {
    const cell = piece.repeat(160_000 / piece.length);
    const spent = cpuMs(() => {
      for (const text of [`a,b,${cell}\n1,2,3\n`, `a,b,c\n1,2,${cell}x\n`]) {
        problemOf(() => {
          const table = readTable(text);
          likelyColumns(table);
          readPayments(table, { reference: 2, amount: 1, currency: 2 });
          readPayments(table, { reference: 0, amount: 2 });
          withoutCardNumbers(text);
          withoutListedCardNumbers(text);
        });
      }
    });
    assert.ok(spent < 2000, `${JSON.stringify(piece)}: ${spent} ms`);
  }
});

test("a reference is the same with or without its zeros, spaces and case; zeros alone are none", () => {
  assert.equal(keyOf(" 000123456789 "), "123456789");
  assert.equal(keyOf("00551z"), "00551Z");
  assert.equal(keyOf("１２３"), "123");
  for (const nothing of ["", "000000", "N/A", "n/a", "-", "TOTAL 3", "Subtotal:", undefined])
    assert.equal(keyOf(nothing), undefined);
});

test("the columns of usual files are proposed", () => {
  const proposed = (text: string) => likelyColumns(readTable(text));
  assert.deepEqual(proposed("Fecha,No. Referencia,Cód. Aprobación,Tarjeta,Moneda,Monto RD$\n1/1,1,2,3,DOP,4.00"), {
    reference: 1,
    authorizationCode: 2,
    currency: 4,
    amount: 5,
  });
  assert.deepEqual(proposed("Order;Auth Code;Amount\nA;B;4,00"), { order: 0, authorizationCode: 1, amount: 2 });
  assert.deepEqual(proposed("4.00\tA1\n5.00\tA2"), { amount: 0 });
});

test("every row is a payment, a sum, or was not compared; a rounded reference is counted", () => {
  const table = readTable("Ref,Moneda,Monto\n1,RD$,5.00\n,DOP,6.00\n2,,x\n3,USD,1,000.00\n1.23E+11,US$,7.00\n,,12.00");
  const read = readPayments(table, { reference: 0, currency: 1, amount: 2 });
  assert.deepEqual(read.payments, [
    { line: 2, written: { reference: "1" }, reference: "1", amount: { minor: 500, currency: "DOP" } },
    { line: 6, written: { reference: "1.23E+11" }, reference: "1.23E+11", amount: { minor: 700, currency: "USD" } },
  ]);
  assert.deepEqual(
    read.unnamed.map(({ line }) => line),
    [7],
  );
  // The last was split at the comma that groups thousands.
  assert.deepEqual(
    read.unreadable.map(({ line }) => line),
    [3, 4, 5],
  );
  assert.equal(read.rounded, 1);
});

test("a comparison needs the amount, and a column that names the payment", () => {
  assert.ok(isComplete({ amount: 0, authorizationCode: 1 }));
  assert.ok(isComplete({ amount: 1, order: 0 }));
  assert.ok(!isComplete({ amount: 0, currency: 1 }));
  assert.ok(!isComplete({ reference: 0 }));
});

test("a full card number is masked wherever it stands, and nothing else is", () => {
  for (const [text, masked] of [
    ["4761340000000050", "476134******0050"],
    ["x;4761 3400 0000 0050;y", "x;476134******0050;y"],
    ['"5461-3400-0000-0050"', '"546134******0050"'],
    ["12 371449635398431,5", "12 371449*****8431,5"],
    ["3714 496353 98431", "371449*****8431"],
    // As spreadsheets and portals write them.
    ["4111111111111111.0", "411111******1111.0"],
    ["4111  1111  1111  1111", "411111******1111"],
    ["4111\u00a01111\u00a01111\u00a01111", "411111******1111"],
    ["4111 1111 1111 1111 12/29", "411111******1111 12/29"],
    ["2026 4111 1111 1111 1111 123", "2026 411111******1111 123"],
    ["12345678 4111-1111-1111-1111", "12345678 411111******1111"],
    ["4111.1111-1111_1111", "411111******1111"],
    ["3056 930902 5904", "305693****5904"],
    ["47613400 00000050", "476134******0050"],
    // No check digit, no scheme, an amount, a longer number, masked already.
    ["4761340000000051", "4761340000000051"],
    ["9761340000000050", "9761340000000050"],
    ["4761340000000050.00", "4761340000000050.00"],
    ["632500482913", "632500482913"],
    ["74761340000000050123456", "74761340000000050123456"],
    ["476134******0050", "476134******0050"],
  ] as const) {
    assert.equal(withoutCardNumbers(text), masked);
    assert.equal(withoutListedCardNumbers(text), masked);
  }
});

test("a card number that a person writes is masked with any separator, alone or between spaces", () => {
  for (const separator of ["+", ".", ",", "/", "_", "-", "–", "—", ":", "|", " - ", " – ", " / "]) {
    assert.equal(withoutCardNumbers(["4761", "3400", "0000", "0050"].join(separator)), "476134******0050", separator);
  }
});

test("columns of a list that look like the groups of a card number stay columns", () => {
  for (const row of ["40240168,20261121,632500000001,5000.00,4850.00", "3712,969321,0050", "4761|3400|0000|0050"]) {
    assert.equal(withoutListedCardNumbers(row), row);
  }
});

test("a long file is read in turns with whoever else waits, and as the same payments", async () => {
  const lines = Array.from({ length: 5500 }, (_, at) =>
    at % 7 === 0 ? `,${at}.00` : `${at},${at % 11 ? at : "x"}.00`,
  );
  const table = readTable(`ref,monto\n${lines.join("\n")}`);
  const columns = { reference: 0, amount: 1 };
  let turns = 0;
  let isRead = false;
  const reading = inTurns(paymentSteps(table, { columns, states: new Map() })).finally(() => {
    isRead = true;
  });
  for (; !isRead; turns++) await new Promise((resolve) => setImmediate(resolve));
  assert.ok(turns >= 5, `others had ${turns} turns`);
  assert.deepEqual(await reading, readPayments(table, columns));
});

test("a row above the first whole one is a payment where nothing names the columns", () => {
  const read = (text: string) => {
    const { names, rows } = readTable(text);
    return { names, cells: rows.map(({ cells }) => cells.join("|")) };
  };
  assert.deepEqual(read("R1;500.00\nR2;100.00;Visa\nR3;100.00;Visa\n"), {
    names: undefined,
    cells: ["R1|500.00|", "R2|100.00|Visa", "R3|100.00|Visa"],
  });
  assert.deepEqual(read("Ref;Monto\nR1;500.00\nR2;100.00;Visa\nR3;100.00;Visa\nR4;1.00;Visa\n").cells[0], "R1|500.00|");
  assert.deepEqual(read("Banco del Sur\nTotal;600.00\nRef;Monto;Tarjeta\nR1;600.00;Visa\nR2;0.00;\n"), {
    names: ["Ref", "Monto", "Tarjeta"],
    cells: ["R1|600.00|Visa", "R2|0.00|"],
  });
});

test("no row with an amount is taken for the names of the columns", () => {
  for (const amount of [
    "500.00 DOP",
    "500.00 RD$",
    "(500.00)",
    "500.00-",
    "1'500.00",
    "US$ 5",
    "500.00 EUR",
    "500.00 CR",
  ]) {
    const { names, rows } = readTable(`R1;${amount};Visa\nR2;100.00 DOP;Visa\n`);
    assert.deepEqual([names, rows.length], [undefined, 2], amount);
  }
});

test("a currency that is not known, or that the amount contradicts, is never taken for another", () => {
  const currencyOf = (row: string) => {
    const table = readTable(`Ref,Monto RD$,Moneda\n${row}\n`);
    const { payments, unreadable } = readPayments(table, { reference: 0, amount: 1, currency: 2 });
    return payments[0]?.amount.currency ?? `${unreadable.length} unreadable`;
  };
  for (const word of ["US DOLLARS", "DOLARES USA", "Dólares estadounidenses", "Dollar", "U.S.$", "USD", "US$"])
    assert.equal(currencyOf(`11,100.00,${word}`), "USD", word);
  for (const word of ["", "RD$", "Pesos dominicanos", "RD Pesos", "214"])
    assert.equal(currencyOf(`11,100.00,${word}`), "DOP", word);
  for (const row of ["11,100.00,EUR", "11,100.00,x", "11,RD$100.00,USD", "11,US$100.00,DOP", "11,RD$ 100.00 USD,"])
    assert.equal(currencyOf(row), "1 unreadable", row);
});

test("a row without a name is a sum, or has an amount that was not compared", () => {
  const table = readTable(
    "Ref,Monto\nR2,100.00\n,500.00\n000000000000,700.00\nN/A,-8.00\nR3,50.00\n,150.00\nGran total:,7.00\n,\n,0.00\n,5.00 EUR\n",
  );
  const { payments, unreadable, unnamed } = readPayments(table, { reference: 0, amount: 1 });
  assert.deepEqual(
    [payments, unreadable, unnamed].map((rows) => rows.map(({ line }) => line)),
    [
      [2, 6],
      [3, 4, 5, 11],
      [7, 8, 10],
    ],
  );
  const another = readTable("Ref,Monto,Detalle\nR2,100.00,x\n,500.00,TOTAL ENERGIES\n,7.00,y\n");
  assert.deepEqual(
    readPayments(another, { reference: 0, amount: 1 }).unreadable.map(({ line }) => line),
    [3, 4],
  );
  for (const name of ["TOTAL-1", "Totalplay-77", "total_5", "TOTAL1"]) assert.ok(keyOf(name), name);
});

/** The lines of a table's payments, of what was not compared, and of anything that is not a payment. */
function linesOf(text: string, columns = { reference: 0, amount: 1 }): number[][] {
  const { payments, unreadable, unnamed } = readPayments(readTable(text), columns);
  return [payments, unreadable, unnamed].map((rows) => rows.map(({ line }) => line));
}

test("a row above the names of the columns is not lost when it has an amount", () => {
  // Two sections in one file: those of the first have fewer columns.
  const sections = "Ref;Monto\nR1;500.00\nR2;600.00\nRef;Monto;Tarjeta\nR3;700.00;Visa\nR4;1.00;Visa\nR5;2.00;Visa\n";
  assert.deepEqual(linesOf(sections), [[5, 6, 7], [2, 3], []]);
  assert.deepEqual(linesOf(sections.replace("500.00", "500").replace("600.00", "600.5")), [[5, 6, 7], [2, 3], []]);
  const wide = "R1;x;y;500.00\nR2;x;y;600.00\nRef;Monto;Tarjeta\nR3;700.00;Visa\nR4;1.00;Visa\nR5;2.00;Visa\n";
  assert.deepEqual(
    linesOf(wide)
      .flat()
      .toSorted((a, b) => a - b),
    [1, 2, 3, 4, 5, 6],
  );
  // Titles, dates, counts and sums are not payments.
  const titled =
    "Banco del Sur\nFecha;20/11/2026\nDesde;20.11.26\nTransacciones;2\nTotal;600.00\nMonto total;600.00\n" +
    "Ref;Monto;Tarjeta\nR1;500.00;Visa\nR2;100.00;Visa\nR3;0.00;Visa\nR4;0.00;Visa\nR5;0.00;Visa\nR6;0.00;Visa\n";
  assert.deepEqual(linesOf(titled)[1], []);
  // The cells of a payment may look like labels and their values.
  const brand = "VISA;900001;Aprobada;700.00\nMarca;Ref;Estado;Monto\nVISA;900002;Aprobada;500.00\n";
  const columns = { reference: 1, amount: 3 };
  assert.deepEqual(linesOf(brand, columns), [[3], [1], []]);
  const total = brand.replace("VISA;900001;Aprobada;700.00", "Lote;12;Total;500.00");
  assert.deepEqual(linesOf(total, columns), [[3], [], [1]]);
});

test("names that each page of the file repeats are not a payment", () => {
  const names = '"Ref","Aut","Monto RD$"\n';
  const pages = `${names}1001,A1,500.00\nPágina 1 de 2\n${names.replaceAll('"', "")}1002,A2,600.00\nPágina 2 de 2\n`;
  const columns = { reference: 0, amount: 2 };
  assert.deepEqual(linesOf(pages, columns), [[2, 5], [], [3, 6]]);
  // Another order of the columns is another table.
  assert.deepEqual(linesOf(pages.replace("Ref,Aut,Monto RD$", "Aut,Ref,Monto RD$"), columns), [[2, 5], [4], [3, 6]]);
});

test("titles that a spreadsheet has filled up with empty cells are not taken for the names, nor for payments", () => {
  const titles = "Banco del Sur;;;;;\nComercio;La Casa;;;;\nTerminal;12345678;;;;\nTotal;100.00;;;;\n;;;;;\n";
  const names = "Fecha;Ref;Aut;Tarjeta;Moneda;Monto\n";
  const sparse = ";R0;;;;50.00\n";
  const row = "20/11/2026;R1;A1;4761;DOP;100.00\n";
  const columns = { reference: 1, amount: 5 };
  assert.deepEqual(readTable(titles + names + row).names, names.trim().split(";"));
  assert.deepEqual(linesOf(titles + names + row, columns), [[7], [], []]);
  assert.deepEqual(linesOf(titles + names + sparse + row, columns), [[7, 8], [], []]);
  assert.deepEqual(linesOf(names + sparse + row, columns), [[2, 3], [], []]);
  assert.deepEqual(linesOf(sparse + row, columns), [[1, 2], [], []]);
  // The names may have fewer words than the table has columns.
  const few = `;Ref;;;;Monto\n${sparse}${row}`;
  assert.deepEqual(readTable(few).names, ["", "Ref", "", "", "", "Monto"]);
  assert.deepEqual(linesOf(few, columns), [[2, 3], [], []]);
});

test("no payment is lost to an open quote, a wider row, or commas that split the amounts", () => {
  const stray = 'Ref,Monto,Desc\nR1,100.00,"EL SOL\nR2,200.00,CASA\nR3,250.00,"LA MAR\nR4,5.00,x\n';
  assert.deepEqual(linesOf(stray), [[5], [2], []]);
  assert.deepEqual(linesOf('Ref;Monto;Desc\nR1;1.00;"EL SOL\nSanto Domingo"\nR4;5.00;x\n'), [[2, 4], [], []]);
  assert.deepEqual(linesOf("Ref;Monto\nR1;5.00\nR2;6.00\n;;500.00\n"), [[2, 3], [4], []]);
  assert.deepEqual(linesOf("Ref,Monto\nR1,5.00\nR2,6.00\n,11,500.00\n"), [[2, 3], [4], []]);
  assert.deepEqual(linesOf("Ref,Monto\nR1,100,50\nR2,20,75\n"), [[], [2, 3], []]);
  assert.deepEqual(linesOf("Ref,Monto\nR1,1.50,\nR2,2.50,\n"), [[2, 3], [], []]);
  assert.deepEqual(
    linesOf("Fecha;Ref;Monto;Neto\n20/11;R1;100;97\n20/11;;;500\n20/11;;;500.5\n", { reference: 1, amount: 2 }),
    [[2], [3, 4], []],
  );
  const long = `${"Nota;1\n".repeat(105)}Ref;Monto\n${"R1;1.00\n".repeat(50_050)}`;
  assert.equal(
    problemOf(() => readTable(long)),
    "too-long",
  );
});

test("titles and footers as banks write them are not payments", () => {
  const rows = "R1;A1;Visa;100.00\nR2;A2;Visa;50.00\n";
  const footers = [
    "Neto a depositar;;;145.00",
    "Comisión;;;5.00",
    "Net total;;;145.00",
    "Batch total;;;145.00",
    "Total pesos;;;7.00",
    "Total en RD$;;;7.00",
    "Total cobros;;;7.00",
    "Total lote 000123;;;7.00",
    "Total 20/11/2026;;;7.00",
    "Total Visa/Mastercard;;;7.00",
    "Total aprobadas;;;7.00",
    ";;TOTAL;7.00",
    "Fin del reporte;;;",
    "Página 1 de 1;;;",
    "Cantidad de transacciones: 2;;;",
    "--------;;;---------",
  ];
  for (const footer of footers)
    assert.deepEqual(
      linesOf(`Ref;Aut;Marca;Monto\n${rows}${footer}\n`, { reference: 0, amount: 3 }),
      [[2, 3], [], [4]],
      footer,
    );
  for (const title of [
    "Neto a depositar;145.00",
    "Ventas totales;150.00",
    "Saldo anterior;1,000.00",
    "Tasa;2.50%",
    "Tasa US$;58.75",
    "Teléfono;809.555.1234",
    "Afiliado;123.456.789",
    "Período;20.11.2026 al 21.11.2026",
    "Fecha;2026.11.20",
    "Cantidad;1,250",
    "Lote;12;Fecha;20/11/2026",
  ])
    assert.deepEqual(
      linesOf(`${title}\nRef;Aut;Marca;Monto\n${rows}`, { reference: 0, amount: 3 }),
      [[3, 4], [], []],
      title,
    );
});

test("an amount excuses one row as the sum, below the payments that it sums up", () => {
  assert.deepEqual(linesOf("Ref,Monto\nR1,100.00\n,100.00\n"), [[2], [3], []]);
  assert.deepEqual(linesOf("Ref,Monto\nR1,100.00\nR2,50.00\n,150.00\n,150.00\n"), [[2, 3], [5], [4]]);
  assert.deepEqual(linesOf("Ref,Monto\nR1,100.00\n,150.00\nR2,50.00\n"), [[2, 4], [3], []]);
  const both = "Ref,Monto\nR1,RD$100.00\nR2,RD$50.00\nR3,US$5.00\nR4,US$5.00\n,RD$150.00\n,US$10.00\n,160.00\n,10.00\n";
  assert.deepEqual(linesOf("Ref,Monto\nR1,100.00\nR2,0.00\n,100.00\n"), [[2, 3], [4], []]);
  assert.deepEqual(linesOf("Ref,Monto\nR1,RD$1.00\nR2,RD$5.00\n,US$6.00\n,RD$6.00\n"), [[2, 3], [4], [5]]);
  assert.deepEqual(linesOf(both), [[2, 3, 4, 5], [9], [6, 7, 8]]);
});

test("only a word for a sum, with what belongs to it, makes a sum of any amount", () => {
  for (const word of [
    "TOTAL",
    "Total:",
    "Gran total",
    "Subtotal",
    "TOTALES",
    "Total general",
    "Total RD$",
    "TOTAL 2",
    "Total: 99.00",
    "Total comisión",
    "GRAND TOTAL US$",
  ])
    assert.deepEqual(linesOf(`Ref,Monto\nR1,100.00\nR2,1.00\n${word},99.00\n`), [[2, 3], [], [4]], word);
  for (const name of ["Total Naco", "TOTAL 77", "Total/77", "Total, Naco", "Total #7"]) {
    const lines = linesOf(`Ref;Monto\nR1;100.00\nR2;1.00\n${name};99.00\n`);
    assert.deepEqual(lines[2], [], name);
  }
  assert.deepEqual(linesOf("Detalle;Ref;Monto\nx;R1;100.00\nTotal Naco;;99.00\n", { reference: 1, amount: 2 })[1], [3]);
});

test("a row without a name whose amount stands in another column was not compared", () => {
  const text =
    "Ref;Monto;Neto;Fecha\nR1;100.00;97.00;20/11/2026\n;;500.00;\n;;RD$ 500;\n;;5.00 EUR;\n;;12;20.11.26\n;;;Fin\n";
  assert.deepEqual(linesOf(text), [[2], [3, 4, 5, 6], [7]]);
  assert.deepEqual(linesOf("Ref;Monto;Neto\nR1;100.00;97.00\nTotal;;97.00\n"), [[2], [], [3]]);
});

test("a first payment with words in its amount is not taken for the names", () => {
  for (const amount of [
    "RD$ 500 pesos",
    "1,500 CR",
    "500 pesos",
    "RD$ 50 CR",
    "$500 MN",
    "1.500,00 pesos",
    "DOP 5 mil",
  ]) {
    const { names, rows } = readTable(`RRN-A;${amount};Visa\nRRN-B;RD$ 1.00;Visa\n`);
    assert.deepEqual([names, rows.length], [undefined, 2], amount);
  }
  for (const heading of ["Últimos 4", "Tarjeta (últimos 4 dígitos)", "Monto RD$", "Importe (2 decimales)"]) {
    assert.ok(readTable(`Ref;${heading};Marca\nR1;1.00;Visa\n`).names, heading);
  }
});
