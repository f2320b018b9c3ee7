import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { batchAt, batchOf } from "@ventanilla/client";
import { batchRows } from "#express/counter/download/batch-rows.ts";
import { csvText } from "#express/counter/download/csv-text.ts";
import { approvedIn } from "#express/staff/pages.ts";
import { keptIn } from "../../kept.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { aroundTheTwentieth, seeded } from "../counter/seeded.ts";
import { farClose } from "../far-close.ts";
import { commandLine, runHere, runProcess } from "./command-line.ts";

const folder = temporaryFolder("list");

const file = join(folder, "shop.db");
const { store } = await seeded([...aroundTheTwentieth, { at: "2026-11-25T12:00:00-04:00", order: "=1+1" }], file);
after(() => store.close());

const list = (...args: string[]) => ["list", "--store", file, ...args];
const run = (...args: string[]) => runHere(list(...args));

/** For what comes through a pipe, piece by piece. */
const inProcess = (...args: string[]) => runProcess([commandLine], list(...args));

test("list --csv --batch writes exactly the counter's file", async () => {
  const batch = batchOf("2026-11-20", "19:00", "America/Santo_Domingo");
  let expected = "";
  const content = { payments: approvedIn(keptIn(store), batch), returns: async () => [] };
  const rows = batchRows(content, batch, "America/Santo_Domingo", "es");
  for await (const piece of csvText(rows)) expected += piece;
  assert.deepEqual(await inProcess("--csv", "--batch", "2026-11-20", "--lang", "es"), {
    code: 0,
    out: expected,
    err: "",
  });
  assert.deepEqual(
    expected.split("\r\n").map((row) => row.split(",")[2]),
    ["Pedido", "in-1", "in-2", "in-3", "", undefined],
  );
  const { out } = await run("--csv", "--batch", "2026-11-25");
  assert.match(out, /,'=1\+1,/);
  assert.match(out, /\r\nEnd: 1 payment,/);
});

test("list without a date says where the payments of the open batch are", async () => {
  const { out } = await run();
  const [, closed = "", open = ""] =
    /^batch +(\S+)\n(?:.*\n)*later ones +--batch (\S+), which is still open\n/.exec(out) ?? [];
  const [until, from] = [batchOf(closed).until, batchOf(open).from];
  assert.equal(from, until);
  assert.doesNotMatch((await run("--batch", "2026-11-20")).out, /later ones/);
});

test("list shows the payments and their totals, to people and programs", async () => {
  const shown = await run("--batch", "2026-11-20");
  assert.equal(shown.code, 0);
  assert.match(shown.out, /^batch +2026-11-20\n/);
  assert.match(shown.out, /\n\norder in-1\n {2}amount +RD\$\u00a02,950\.00\n {2}approved +Nov 19, 2026, 7:00:00 PM/);
  assert.match(
    shown.out,
    /\ntotals\n {2}DOP Mastercard +RD\$\u00a00\.05 \(1\)\n {2}DOP Visa +RD\$\u00a03,950\.00 \(2\)\n {2}DOP in all +RD\$\u00a03,950\.05 \(3\)\n$/,
  );
  const { batch, payments, totals } = JSON.parse((await run("--batch", "2026-11-20", "--json")).out) as {
    batch: { date: string };
    payments: { order: string }[];
    totals: object[];
  };
  assert.equal(batch.date, "2026-11-20");
  assert.deepEqual(
    payments.map(({ order }) => order),
    ["in-1", "in-2", "in-3"],
  );
  assert.deepEqual(totals, [
    { currency: "DOP", scheme: "MasterCard", count: 1, minor: 5, tax: 0, partialUnknown: 0 },
    { currency: "DOP", scheme: "Visa", count: 2, minor: 395_000, tax: 0, partialUnknown: 0 },
  ]);
});

test("without a date, list is about the last batch that has closed, as the close of day and the summary are", async () => {
  const now = Date.now();
  const { batchClose, timeZone } = farClose(now);
  const closed = batchAt(batchAt(now, batchClose, timeZone).from - 1, batchClose, timeZone);
  const { out } = await run("--json", "--batch-close", batchClose, "--time-zone", timeZone);
  assert.deepEqual((JSON.parse(out) as { batch: object }).batch, closed);
});

test("another hour and zone of the close give another list; a wrong command line is named", async () => {
  const { out } = await run("--batch", "2026-11-20", "--json", "--batch-close", "12:00", "--time-zone", "UTC");
  assert.deepEqual(
    (JSON.parse(out) as { payments: { order: string }[] }).payments.map(({ order }) => order),
    ["before", "in-1"],
  );
  const wrong = [
    [["--batch", "2026-02-30"], /--batch: expected a date/],
    [["--batch-close", "7:00"], /--batch-close: expected a time/],
    [["--time-zone", "Here"], /--time-zone: expected a time zone/],
    [["--lang", "fr"], /--lang: expected es or en/],
    [["--csv", "--json"], /either --csv or --json/],
    [["2026-11-20"], /unexpected argument/],
  ] as const;
  await Promise.all(
    wrong.map(async ([args, message]) => {
      const { code, err } = await run(...args);
      assert.equal(code, 2);
      assert.match(err, message);
    }),
  );
});

test("a file that cannot be read to its end has no last row, and the exit code says so", async () => {
  const broken = new DatabaseSync(file);
  broken.exec(
    `UPDATE ventanilla_attempts SET attempt = json_set(attempt, '$.facts.verdict.reference', json('{}')) WHERE order_id = 'in-3'`,
  );
  broken.close();
  const { code, out, err } = await inProcess("--csv", "--batch", "2026-11-20");
  assert.equal(code, 1);
  assert.match(err, /^ventanilla: /);
  assert.doesNotMatch(out, /End:/);
});
