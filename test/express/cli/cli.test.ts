import assert from "node:assert/strict";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { AttemptView } from "@ventanilla/express";
import { mysqlStore } from "@ventanilla/express/mysql";
import { postgresStore } from "@ventanilla/express/postgres";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Store } from "@ventanilla/express/store";
import { bundle } from "../../bundle.ts";
import { deadBankName } from "../../dead-bank.ts";
import { keptIn, place, placePaidTwice } from "../../kept.ts";
import { hasMariaDb, startMariaDb } from "../../mariadb.ts";
import { startPostgres, type TestServer } from "../../postgres.ts";
import { cards, encryptionKey, gatewayAt, merchant, openShop, orderOf, payAtBank, sessionIn } from "../../shop.ts";
import { draft } from "../../stores/draft.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { commandLine, type Run, runHere as run, runProcess } from "./command-line.ts";

const source = fileURLToPath(new URL("../../../packages/express/src", import.meta.url));
const folder = temporaryFolder("cli");
const program = await bundle(commandLine);
after(program.remove);

let server: TestServer;
before(async () => {
  server = await startPostgres();
});
after(() => server.stop());

/** Runs the command line, or another program, in a process of its own. */
const inProcess = (args: readonly string[], env: Record<string, string> = {}, cli = program.path): Promise<Run> =>
  runProcess([cli], args, { ...program.env, ...env }, folder);

const jsonOf = ({ out }: Run) => JSON.parse(out) as Record<string, unknown>;

/** The stores that the command line knows: how each is named, and the same one opened here. */
const engines: Record<string, () => Promise<{ name: string; open(): Store }>> = {
  SQLite: async () => {
    const name = join(folder, `${crypto.randomUUID()}.db`);
    return { name, open: () => sqliteStore(name) };
  },
  Postgres: async () => {
    const { url, pool } = await server.database();
    return { name: url, open: () => postgresStore(pool) };
  },
};

if (hasMariaDb) {
  const maria = startMariaDb();
  after(async () => (await maria).stop());
  engines.MariaDB = async () => {
    const { url, pool } = await (await maria).database();
    return { name: url, open: () => mysqlStore(pool) };
  };
}

for (const [engine, make] of Object.entries(engines)) {
  test(`${engine}: the tables are made once, and a store without trouble is well`, async () => {
    const { name } = await make();
    const missing = await run(["status", "--store", name]);
    assert.equal(missing.code, 1);
    assert.match(missing.err, /npx -p @ventanilla\/express ventanilla migrate/);
    const first = await run(["migrate", "--store", name, "--json"]);
    assert.ok((jsonOf(first).applied as number[]).length > 0);
    assert.deepEqual(jsonOf(await run(["migrate", "--store", name, "--json"])), { applied: [] });
    const status = await inProcess(["status"], { VENTANILLA_STORE: name, DATABASE_URL: "mysql://elsewhere" });
    assert.deepEqual([status.code, status.err], [0, ""]);
    assert.match(status.out, /^health: ok\n/);
  });

  test(`${engine}: status prints problems with numbers and exits with 1`, async () => {
    const { name, open } = await make();
    const store = open();
    await store.migrate();
    await place(store, { order: "A-1", state: "unknown" });
    await place(store, { order: "B-2", dueAt: (await store.now()) - 60_000 });
    const paid = await place(store, { order: "C-3", state: "approved" });
    for (const { item, fence } of await keptIn(store).claimEvents({
      banks: [deadBankName],
      limit: 9,
      leaseMs: 60_000,
    })) {
      await keptIn(store).settleClaim(
        item.id,
        fence,
        item.attempt === paid.id ? { kind: "dead", error: "no" } : { kind: "done" },
      );
    }
    const { code, out, err } = await inProcess(["status", "--store", name]);
    assert.deepEqual([code, err], [1, ""]);
    assert.match(out, /^health: not ok\n {2}attempts_late: a query of the bank is \d{2,} s overdue/);
    assert.match(out, /\n {2}attempts overdue {12}\d{2,} s\n/);
    assert.match(out, /\n {2}unknown, ask the bank {7}1\n/);
    assert.match(out, /\n {2}approved {3}1(\n|$)/);
    assert.match(out, /\nto resolve\n {2}[0-9a-f-]{36} {2}unknown, order A-1\n\nto retry\n {2}paid:C-3 {2}no\n?$/);
    const machine = await run(["status", "--store", name, "--json"]);
    assert.equal(machine.code, 1);
    const { health, attempts, outbox } = jsonOf(machine) as Record<string, Record<string, unknown>>;
    assert.deepEqual([health?.ok, health?.unknown, health?.dead, attempts?.unknown, outbox?.dead], [false, 1, 1, 1, 1]);
    assert.ok(Number(health?.attemptsLateMs) >= 60_000);

    const dead = await run(["inspect", "C-3", "--store", name]);
    assert.match(
      dead.out,
      /\n\nevent paid:C-3\n {2}tries {7}1\n {2}last error {2}no\n {2}next try {4}none: ventanilla retry paid:C-3\n$/,
    );
    const retried = await run(["retry", "paid:C-3", "--store", name]);
    assert.deepEqual([retried.code, retried.err], [0, ""]);
    // Two connections know the database's clock to a millisecond.
    const [{ dueAt = 0 } = assert.fail()] = await keptIn(store).eventsOf("C-3");
    while ((await store.now()) < dueAt) await pause(1);
    assert.deepEqual(
      (await keptIn(store).claimEvents({ banks: [deadBankName], limit: 1, leaseMs: 1000 })).map(({ item }) => item.id),
      ["paid:C-3"],
    );
    assert.match((await run(["inspect", "C-3", "--store", name])).out, /\n {2}next try {4}.* UTC\)\n$/);
    const again = await run(["retry", "paid:C-3", "--store", name]);
    assert.deepEqual(again, {
      code: 1,
      out: "",
      err: "ventanilla: no event that failed for good has this id; one that failed otherwise runs again by itself\n",
    });
    await store.close();
  });

  test(`${engine}: an order is shown with its attempts, found by the id of an attempt too, without secrets`, async () => {
    const { name, open } = await make();
    const store = open();
    await store.migrate();
    const verdict = { code: "10", reference: "123456789012", maskedCard: "476134******0050", mismatch: ["OrdenID"] };
    const facts = { SESSION: "secret-session", sealedKey: "secret-key", verdict };
    const { id, transactionId } = await place(store, { order: "A-1", minor: 295_000, state: "review", facts });
    const { code, out } = await run(["inspect", "A-1", "--store", name]);
    assert.equal(code, 0);
    assert.match(out, /^order {2}A-1\npaid {3}no\n/);
    assert.ok(out.includes(`\n\nattempt ${id}\n`));
    for (const line of [
      "state            review",
      `TransactionId    ${transactionId}`,
      "amount           RD$\u00a02,950.00",
      "response code    10",
      "card             476134******0050",
      "do not match     OrdenID",
    ]) {
      assert.ok(out.includes(`\n  ${line}\n`), `${line} in ${out}`);
    }
    assert.match(
      out,
      /\n {2}opened {11}\w{3} \d+, \d{4}, \d+:\d\d:\d\d [AP]M \(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} UTC\)\n {2}/,
    );
    const byAttempt = jsonOf(await run(["inspect", id, "--store", name, "--json"]));
    assert.deepEqual([byAttempt.order, byAttempt.paid], ["A-1", false]);
    assert.equal((byAttempt.attempts as AttemptView[])[0]?.id, id);
    assert.doesNotMatch(out + JSON.stringify(byAttempt), /secret/);
    const [order, orderReference] = ["0b5f6a54-93c1-4a63-8d3c-6f6d8f0f6c11", "V7KQF3M2P9XTA4D"];
    await keptIn(store).insertAttempt({ ...draft(order), facts: { language: "es", mode: "popup", orderReference } }, 0);
    for (const subject of [order, orderReference]) {
      const referenced = await run(["inspect", subject, "--store", name]);
      assert.match(referenced.out, /^order {8}0b5f6a54-\S+\nat the bank {2}V7KQF3M2P9XTA4D\npaid {9}no\n/);
    }
    const none = await run(["inspect", "Z-9", "--store", name]);
    assert.deepEqual(none, { code: 1, out: "", err: "ventanilla: no payment attempt was found for this order\n" });
    await store.close();
  });

  test(`${engine}: a person's word is written once, with who and why`, async () => {
    const { name, open } = await make();
    const store = open();
    await store.migrate();
    const [paid, notPaid] = [
      await place(store, { order: "A-1", state: "unknown" }),
      await place(store, { order: "B-2", state: "review" }),
    ];
    const word = ["--reason", "bank's statement, line 7", "--by", "Ana", "--store", name];
    const numbers = ["--reference", "632500000001", "--authorization", "00551Z"];
    const first = await run(["resolve", paid.id, "--paid", ...word]);
    assert.deepEqual([first.code, first.err], [0, ""]);
    assert.match(first.out, /is approved now/);
    const approved = await keptIn(store).findAttempt(paid.id);
    assert.equal(approved?.state, "approved");
    const { at, ...resolution } = approved?.facts.resolution ?? { at: 0 };
    assert.deepEqual(resolution, { paid: true, reason: "bank's statement, line 7", by: "Ana" });
    assert.ok(Math.abs(at - (await store.now())) < 60_000);
    const authorized = await place(store, { order: "F-6", state: "unknown", facts: { capture: "later" } });
    assert.match(
      (await run(["resolve", authorized.id, "--paid", ...word])).out,
      /is authorized now; .* call onAuthorized/,
    );
    const late = await place(store, { order: "G-7", windowEndsAt: 1 });
    await place(store, { order: "G-7", state: "approved" });
    await keptIn(store).transition(late.id, late.version, { state: "unknown", facts: late.facts, dueAt: null });
    assert.match((await run(["resolve", late.id, "--paid", ...word])).out, /give one back; .* call onPaidAgain/);
    const named = await place(store, { order: "C-3", state: "unknown" });
    const third = await run(["resolve", named.id, "--paid", ...word, ...numbers]);
    assert.deepEqual([third.code, third.err], [0, ""]);
    const { reference, authorizationCode } = (await keptIn(store).findAttempt(named.id))?.facts.resolution ?? {};
    assert.deepEqual([reference, authorizationCode], ["632500000001", "00551Z"]);
    const part = await place(store, {
      order: "D-4",
      state: "review",
      minor: 485_000,
      facts: { verdict: { code: "10" } },
    });
    const unreadable =
      /^ventanilla: --approved: expected an amount above zero, such as 1000\.00, of at most RD\$\s4,850\.00/;
    for (const wrong of ["4850.01", "0", "US$ 1", "1.234", "all"]) {
      const refused = await run(["resolve", part.id, "--paid", ...word, "--approved", wrong]);
      assert.deepEqual([refused.code, refused.out], [2, ""], wrong);
      assert.match(refused.err, unreadable);
    }
    assert.equal((await run(["resolve", part.id, "--paid", ...word, "--approved", "1,200.50"])).code, 0);
    const { approvedAmount } = (await keptIn(store).findAttempt(part.id))?.facts.resolution ?? {};
    assert.deepEqual(approvedAmount, { minor: 120_050, currency: "DOP" });
    assert.match((await run(["inspect", "D-4", "--store", name])).out, /\n {2}bank approved {4}RD\$\s1,200\.50\n/);
    const second = await run(["resolve", paid.id, "--not-paid", ...word]);
    assert.deepEqual([second.code, second.out], [1, ""]);
    assert.match(second.err, /^ventanilla: the attempt was already resolved: Ana said paid at \d{4}-/);
    const numbered = await run(["resolve", notPaid.id, "--not-paid", ...word, ...numbers]);
    assert.deepEqual([numbered.code, numbered.out], [2, ""]);
    assert.match(numbered.err, /^ventanilla: --reference: only a payment that was charged has one\n/);
    for (const [option, value, message] of [
      ["--authorization", "1234567", /^ventanilla: --authorization: expected 1 to 6 letters or digits\n/],
      ["--by", "x".repeat(101), /^ventanilla: --by: expected 1 to 100 characters/],
    ] as const) {
      const refused = await run(["resolve", notPaid.id, "--paid", ...word, option, value]);
      assert.deepEqual([refused.code, refused.out], [2, ""]);
      assert.match(refused.err, message);
    }
    assert.equal((await run(["resolve", notPaid.id, "--not-paid", ...word])).code, 0);
    const shown = await run(["inspect", "B-2", "--store", name]);
    assert.match(shown.out, /\n {2}resolved {9}not paid, by Ana\n/);
    assert.match(shown.out, /\n {2}reason {11}bank's statement, line 7(\n|$)/);
    await store.close();
  });

  test(`${engine}: an order that was paid twice waits in status until a person has handled it`, async () => {
    const { name, open } = await make();
    const store = open();
    await store.migrate();
    const { id } = await placePaidTwice(store, "A-9", 500);
    const status = await run(["status", "--store", name]);
    assert.match(status.out, new RegExp(`\npaid twice, to handle\n {2}${id} {2}order A-9\n?$`));
    const { unsettled } = jsonOf(await run(["status", "--store", name, "--json"])) as { unsettled?: object };
    assert.deepEqual(unsettled, {
      attempts: [],
      paidTwice: [{ attempt: id, order: "A-9" }],
      returnUnclear: [],
      events: [],
    });

    const word = ["--reason", "voided in the portal", "--by", "Ana", "--store", name];
    const first = (await keptIn(store).attemptsOf("A-9")).find((one) => one.id !== id)?.id ?? "";
    const wrong = await run(["handle", id, "--returned", "--returned-attempt", crypto.randomUUID(), ...word]);
    assert.deepEqual([wrong.code, wrong.out], [2, ""]);
    assert.match(
      wrong.err,
      /^ventanilla: --returned-attempt: expected the id of an approved attempt of the same order\n/,
    );
    const handled = await run([
      "handle",
      id,
      "--returned",
      "--returned-attempt",
      first,
      "--reference",
      "632500000042",
      ...word,
    ]);
    assert.deepEqual([handled.code, handled.err], [0, ""]);
    assert.match(handled.out, /^attempt [0-9a-f-]{36} is handled: one of the two payments was given back;/);
    const { at, back, ...handling } = (await keptIn(store).findAttempt(id))?.facts.handled ?? {};
    assert.deepEqual(handling, {
      returned: true,
      returnedAttempt: first,
      reason: "voided in the portal",
      by: "Ana",
    });
    assert.equal(typeof at, "number");
    assert.deepEqual(back, {
      on: new Intl.DateTimeFormat("sv-SE", { timeZone: "America/Santo_Domingo" }).format(at),
      at,
      reference: "632500000042",
    });
    const second = await run(["handle", id, "--kept", ...word]);
    assert.deepEqual([second.code, second.out], [1, ""]);
    assert.match(second.err, /already handled/);
    const shown = await run(["inspect", "A-9", "--store", name]);
    assert.match(shown.out, new RegExp(`\n {2}handled {10}one given back, by Ana\n {2}given back {7}${first}\n`));
    assert.match(shown.out, /\n {2}reason {11}voided in the portal(\n|$)/);
    assert.doesNotMatch((await run(["status", "--store", name])).out, /paid twice/);
    await store.close();
  });
}

test("reconcile --once asks the bank and runs the hooks of the shop's own configuration", async () => {
  const file = join(folder, "reconcile.db");
  const store = sqliteStore(file);
  const shop = await openShop({ store, background: false });
  const attempt = crypto.randomUUID();
  await payAtBank(shop, await sessionIn(await shop.launch("A-1", { attempt })), cards.approved);
  const opened = await keptIn(store).findAttempt(attempt);
  if (!opened) throw new Error("no attempt");
  await keptIn(store).transition(attempt, opened.version, {
    state: "opened",
    facts: opened.facts,
    dueAt: await store.now(),
  });

  const told = join(folder, "told");
  const options = {
    publicUrl: shop.mount,
    gateway: gatewayAt(shop.sandbox),
    merchant,
    encryptionKeys: [encryptionKey],
    background: false,
  };
  const router = `import { appendFileSync } from "node:fs";
import { ventanilla } from ${JSON.stringify(import.meta.resolve("@ventanilla/express"))};
import { sqliteStore } from ${JSON.stringify(import.meta.resolve("@ventanilla/express/sqlite"))};
const make = () => ventanilla({
  ...${JSON.stringify(options)},
  store: sqliteStore(${JSON.stringify(file)}),
  order: () => (${JSON.stringify(orderOf("A-1"))}),
  onPaid: ({ id }) => appendFileSync(${JSON.stringify(told)}, id),
});
// Something of the shop's own that would keep the process.
setInterval(() => {}, 1000);
`;
  writeFileSync(join(folder, "payments.mjs"), `${router}export default make();`);
  writeFileSync(join(folder, "make.mjs"), `${router}export default async () => make();`);
  writeFileSync(join(folder, "nothing.mjs"), "export default { reconcileOnce: 1 };");
  const bug = 'throw new TypeError("a bug");';
  writeFileSync(
    join(folder, "bug.mjs"),
    `export default Object.assign(() => {}, { reconcileOnce() { ${bug} }, close() {} });`,
  );

  writeFileSync(
    join(folder, "wrong.mjs"),
    `import { ventanilla } from ${JSON.stringify(import.meta.resolve("@ventanilla/express"))};\nexport default () => ventanilla(undefined);`,
  );

  const first = await inProcess(["reconcile", "--once", "--config", "./payments.mjs", "--budget", "20000", "--json"]);
  assert.deepEqual([first.code, first.err], [0, ""]);
  assert.deepEqual(jsonOf(first), { attempts: 1, events: 1 });
  assert.equal(readFileSync(told, "utf8"), "paid:A-1");
  const second = await inProcess(["reconcile", "--once", "--config", "make.mjs"]);
  assert.deepEqual([second.code, second.out], [0, "queried attempts: 0, delivered events: 0\n"]);
  for (const [args, message] of [
    [
      ["--once", "--config", join(folder, "nothing.mjs")],
      /--config: expected a module whose default export is what ventanilla/,
    ],
    [["--config", "payments.mjs"], /--once is required/],
    [["--once", "--config", "payments.mjs", "--budget", "soon"], /--budget: expected milliseconds/],
  ] as const) {
    const { code, err } = await run(["reconcile", ...args]);
    assert.equal(code, 2, args.join(" "));
    assert.match(err, message);
  }
  const broken = await run(["reconcile", "--once", "--config", join(folder, "bug.mjs")]);
  assert.deepEqual([broken.code, broken.err], [1, "ventanilla: a bug\n"]);
  // The module's own wrong option is not a mistake on the command line.
  const wrongFile = join(folder, "wrong.mjs");
  const wrong = await run(["reconcile", "--once", "--config", wrongFile]);
  assert.deepEqual(
    [wrong.code, wrong.err],
    [1, `ventanilla: --config ${wrongFile}: ventanilla(options): expected an object\n`],
  );
  const missing = await run(["reconcile", "--once", "--config", "no-such.mjs"]);
  assert.equal(missing.code, 1);
  assert.match(missing.err, /no-such\.mjs/);
});

test("a wrong command line ends with 2 and names what is wrong, without a stack", async () => {
  const misspelled = await inProcess(["staus"]);
  assert.deepEqual(misspelled, await run(["staus"]));
  for (const [args, message] of [
    [["frobnicate"], /frobnicate: expected a command: status, inspect/],
    [["staus"], /^ventanilla: staus: unknown command, did you mean status\?\n/],
    [["Status"], /^ventanilla: Status: unknown command, did you mean status\?\n/],
    [["--verison"], /--verison: expected a command/],
    [["status"], /--store: expected a SQLite file, postgres:\/\/… or mysql:\/\/…, here/],
    [["status", "--stor", "x"], /^ventanilla: --stor: unknown option, did you mean --store\?\n/],
    [["status", "--stroe", "x"], /^ventanilla: --stroe: unknown option, did you mean --store\?\n/],
    [["status", "--once"], /^ventanilla: --once: unknown option\n/],
    [["status", "--store"], /--store <value>' argument missing/],
    [["status", "extra"], /unexpected argument extra/],
    [["status", "--store", "oracle://ana:geheim@db/x"], /--store: .*got oracle:\/\//],
    [["status", "postgres://ana:geheim@db/x"], /^ventanilla: status: unexpected argument an address\n/],
    [["postgres://ana:geheim@db/x"], /^ventanilla: an address: expected a command/],
    [["migrate", "--store", "ana:geheim@db/x"], /--store: .*got an address without its beginning/],
    [["migrate", "--store", "ana:geheim@db"], /--store: .*got an address without its beginning/],
    [["inspect", "--store", "x"], /expected the order/],
    [["resolve", "x", "--reason", "r", "--by", "b"], /either --paid or --not-paid/],
    [["resolve", "x", "--paid", "--not-paid"], /either --paid or --not-paid/],
    [["resolve", "x", "--paid", "--by", "b"], /--reason is required/],
    [["handle", "x", "--reason", "r", "--by", "b"], /either --returned or --kept/],
    [["key", "--store", "x"], /--store/],
  ] as const) {
    const { code, out, err } = await run(args);
    assert.deepEqual([code, out], [2, ""], args.join(" "));
    assert.match(err, message);
    assert.doesNotMatch(err, /\n\s+at |geheim/);
  }
});

test("a store that cannot be opened ends with 1, makes no file and shows no password", async () => {
  const typo = join(folder, "typo.db");
  const missing = await run(["status", "--store", typo]);
  assert.deepEqual([missing.code, missing.out], [1, ""]);
  assert.ok(missing.err.includes(`--store: there is no file ${typo}; `), missing.err);
  const mistyped = await run(["status"], { DATABASE_URL: "ana:geheim@127.0.0.1/shop" });
  assert.match(mistyped.err, /^ventanilla: DATABASE_URL: there is no such file; /);
  assert.doesNotMatch(mistyped.err, /geheim/);
  assert.equal(existsSync(typo), false);
  const nobody = { err: "" };
  for (const scheme of ["postgres", "mysql", "mariadb"]) {
    const { code, out, err } = await run(["status"], { DATABASE_URL: `${scheme}://ana:geheim@127.0.0.1:1/shop` });
    assert.deepEqual([code, out], [1, ""]);
    assert.match(err, /ECONNREFUSED/);
    nobody.err += err;
  }
  writeFileSync(join(folder, "text.db"), "this is a shopping list, not a database\n".repeat(50));
  const text = await inProcess(["status", "--store", "text.db"]);
  assert.deepEqual([text.code, text.out], [1, ""]);
  assert.doesNotMatch(nobody.err + text.err, /geheim|\n\s+at /);
});

test("without the package pg or mysql2, its store is refused by a sentence that says what to install", async () => {
  const alone = join(folder, "alone");
  mkdirSync(join(alone, "node_modules/@ventanilla"), { recursive: true });
  cpSync(source, join(alone, "src"), { recursive: true });
  cpSync(join(source, "../package.json"), join(alone, "package.json"));
  for (const name of ["client", "web"]) {
    symlinkSync(
      fileURLToPath(new URL(`../../../packages/${name}`, import.meta.url)),
      join(alone, "node_modules/@ventanilla", name),
    );
  }
  const cli = join(alone, "src/cli/index.ts");
  for (const [address, said] of Object.entries({
    "postgres://ana:geheim@127.0.0.1/shop": "a Postgres store needs the package pg: npm install pg",
    "mysql://ana:geheim@127.0.0.1/shop": "a MySQL or MariaDB store needs the package mysql2: npm install mysql2",
  })) {
    const { code, err } = await inProcess(["status", "--store", address], {}, cli);
    assert.equal(code, 1);
    assert.equal(err, `ventanilla: --store: ${said}\n`);
  }
});

test("a bare command lists what there is, as --help does, and --version prints the package's version", async () => {
  const [bare, asked] = [await inProcess([]), await run(["--help"])];
  assert.deepEqual([bare.code, bare.err], [0, ""]);
  assert.equal(bare.out, asked.out);
  const { version } = JSON.parse(readFileSync(join(source, "../package.json"), "utf8")) as { version: string };
  for (const option of ["--version", "-v"]) {
    assert.deepEqual(await run([option]), { code: 0, out: `${version}\n`, err: "" });
  }
  assert.deepEqual(await inProcess(["-v"]), await run(["-v"]));
});

test("a new key is 32 random bytes, and the help names every command and option", async () => {
  const [one, two] = [await run(["key"]), await run(["key", "--json"])];
  assert.equal(Buffer.from(one.out.trim(), "base64").length, 32);
  assert.notEqual(one.out.trim(), jsonOf(two).key);
  const { code, out } = await run(["resolve", "--help"]);
  assert.equal(code, 0);
  for (const name of [
    "status",
    "inspect <order>",
    "reconcile --once",
    "--budget",
    "--paid|--not-paid",
    "retry <event>",
    "migrate",
    "key",
    "--store",
    "--json",
  ]) {
    assert.ok(out.includes(name), name);
  }
});
