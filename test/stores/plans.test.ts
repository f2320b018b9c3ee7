import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { parse } from "@babel/parser";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { type AttemptFilter, decisionKinds, groups, type Store, states } from "@ventanilla/express/store";
import { attemptsLists } from "#express/stores/sql/lists.ts";
import { storeOn } from "#express/stores/sql/open-store.ts";
import { type Answer, type Database, DuplicateError, runNow } from "#express/stores/sql/program.ts";
import type { Statement } from "#express/stores/sql/statement.ts";
import { sqliteText } from "#express/stores/sqlite/engine.ts";
import { keptIn, ownScope } from "../kept.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { everyFact } from "./decisions/keeping.ts";
import { bank, draft } from "./draft.ts";

const file = `${temporaryFolder("plans")}/shop.db`;
await sqliteStore(file).close();
const db = new DatabaseSync(file);
after(() => db.close());

/** How the engine reads for a statement, step by step. */
const planOf = ({ text, values }: Statement): string[] =>
  db
    .prepare(`EXPLAIN QUERY PLAN ${sqliteText(text)}`)
    .all(...values)
    .map(({ detail }) => String(detail));

const sort = "USE TEMP B-TREE FOR ORDER BY";

const batches = [1, 9, 20].map((from) => ({ from, until: from + 8 }));
const values: AttemptFilter[] = [
  {},
  { currency: "USD" },
  { amount: { minor: 1, currency: "DOP" } },
  { from: 1, until: 2 },
  { order: "A" },
  { reference: "R" },
  { reference: "7", order: "A" },
  { authorizationCode: "A" },
  { lastDigits: "0050" },
  { email: "ana@example.com" },
  { email: "ana@example.com", lastDigits: "0050" },
  { email: "ana@example.com", amount: { minor: 1, currency: "DOP" } },
  { reached: [{ from: 1, until: 9 }], scheme: "Visa" },
  { reached: [{ from: 1, until: 9 }], branch: "B", amount: { minor: 1, currency: "DOP" } },
  { reached: batches, product: "Cena" },
  { product: "Cena" },
  { product: null },
  { reached: batches, product: null },
  { reached: batches, scheme: null },
  { reached: batches, branch: null, email: "ana@example.com" },
  { reached: batches },
];
const chosen: AttemptFilter[] = [
  ...groups.map((group) => ({ groups: [group] })),
  ...decisionKinds.map((toDecide) => ({ toDecide })),
  { groups },
  {},
];

/** A store on the file, which keeps each statement that it sends. */
function recording(): { store: Omit<Store, "migrate" | "close">; sent: Statement[] } {
  const sent: Statement[] = [];
  const ask = (statement: Statement): Answer => {
    sent.push(statement);
    const prepared = db.prepare(sqliteText(statement.text));
    if (statement.text.startsWith("SELECT")) return { rows: prepared.all(...statement.values), changes: 0 };
    try {
      return { rows: [], changes: Number(prepared.run(...statement.values).changes) };
    } catch (error) {
      throw new DuplicateError(error);
    }
  };
  const run: Database["read"] = async (steps) => {
    db.exec("BEGIN");
    try {
      return runNow(steps(), ask);
    } catch (error) {
      db.exec("ROLLBACK");
      throw error;
    } finally {
      if (db.isTransaction) db.exec("COMMIT");
    }
  };
  const now = async () => 1_790_000_000_000;
  const begin: Database["begin"] = async ({ lock, mark }) => void sent.push(lock, mark(1));
  const unused = () => assert.fail("only the store's statements are looked at");
  const database = { read: run, write: run, transaction: run, now, begin, migrate: unused };
  return { store: storeOn(database), sent };
}

/** Every statement of a store. */
async function sentByStore(): Promise<Statement[]> {
  const { sent, store } = recording();
  const shop = keptIn({ ...store, migrate: async () => [], close: async () => {} });
  await store.claimScope("shop", "merchant");
  await store.scopes();
  await store.checkWrite();
  const { attempt } = await shop.insertAttempt({ ...draft(), spelling: "a1", dueAt: 1 }, 0);
  await shop.insertAttempt(draft(), 0);
  await shop.findAttempt("nobody");
  await shop.findByReturnHash("hash");
  await shop.attemptsOf("A-1");
  await shop.orderByReference("V-1");
  await shop.launchedBy("a", "b");
  await shop.transition(attempt.id, 1, { state: "opened", facts: attempt.facts, windowEndsAt: 1 });
  const lease = { banks: [bank, "https://b.example"], limit: 5, leaseMs: 1 };
  await shop.claimAttempts(lease);
  for (const order of ["A-1", "B-2"]) {
    const { attempt: each } = await shop.insertAttempt(draft(order), 0);
    const facts = { ...each.facts, verdict: { code: "00", reference: "R-1" }, settledAt: 1 };
    await shop.transition(each.id, each.version, { state: "approved", announce: "order.paid", facts, dueAt: null });
  }
  const [claim] = await shop.claimEvents(lease);
  assert.ok(claim);
  await shop.renewClaim(claim.item.id, claim.fence, 1);
  await shop.openDelivery(claim.item.id, claim.fence);
  await shop.settleClaim(claim.item.id, claim.fence, { kind: "dead", error: "no" });
  await shop.reviveEvent(claim.item.id);
  for (const each of await shop.claimEvents(lease)) await shop.settleClaim(each.item.id, each.fence, { kind: "done" });
  await shop.backlog(2);
  await shop.elsewhere([bank]);
  await shop.countUnsettled();
  await shop.unsettled(5);
  for (const filter of chosen) await shop.listAttempts({ filter, limit: 5 });
  await shop.listAttempts({
    filter: { groups: ["charged"], reached: batches },
    earliestFirst: true,
    limit: 5,
    after: "5-7",
  });
  for (const by of [undefined, "hour", "scheme", "branch", "product"] as const) {
    for (let turn = 0; turn < 2; turn++) await shop.tallies({ spans: [{ from: 0, until: 1 }], by });
  }
  await shop.eventsOf("A-1");
  await shop.recordAction({ by: "Ana", action: "retry", subject: "a" });
  await shop.actionsOf("a");
  await shop.claimAlert("a");
  const [finished = ""] = await shop.finishedOrders(2, 5);
  assert.equal(await shop.pruneOrder(finished, 2), true);
  return sent;
}

const sent = await sentByStore();

test("every part of a list is a range of one index, in the order of the list where it can be long", () => {
  for (const filter of chosen.flatMap((own) => values.map((each) => ({ ...own, ...each })))) {
    const lists = [{}, { after: "5-7" }, { earliestFirst: true, after: "5-7" }].flatMap((page) =>
      [false, filter.reached !== undefined].flatMap((rare) =>
        attemptsLists("shop", { filter, limit: 50, ...page }, rare).map((list) => ({ list, rare })),
      ),
    );
    for (const { list, rare } of lists) {
      const plan = planOf(list);
      const reads = plan.filter((line) => /^(?:SCAN|SEARCH) ventanilla_attempts\b/.test(line));
      assert.ok(reads.length > 0, list.text);
      for (const line of reads)
        assert.match(
          line,
          /^SEARCH ventanilla_attempts USING (?:COVERING )?INDEX ventanilla_attempts_\w+ \(scope=\? AND /,
        );
      // A page of each part is merged. What one order has, what waits, and what is rare, is short.
      if ("toDecide" in filter && !("order" in filter))
        assert.match(reads.join(), /attempts_(?:waiting|by_(?:reference|code|card)) /);
      const isShort = "order" in filter || "toDecide" in filter || rare;
      const isSorted = plan.some(
        (line, index) => line.startsWith("SEARCH ventanilla_attempts") && plan[index + 1]?.startsWith(sort),
      );
      assert.ok(isShort || !isSorted, `${list.text}\n${plan.join("\n")}`);
    }
  }
});

test("a list of spans of time has the same rows, whether what it names is rare or not", async () => {
  const { store, sent: asked } = recording();
  const shop = keptIn({ ...store, migrate: async () => [], close: async () => {} });
  for (let n = 0; n < 32; n++) {
    const has = (bit: number) => (n >> bit) % 2 === 1;
    const facts = {
      ...draft().facts,
      ...(has(0) && { email: "ana@example.com" }),
      verdict: {
        code: "51",
        ...(has(1) && { reference: has(0) ? "R" : "7" }),
        ...(has(2) && { authorizationCode: "A" }),
        ...(has(3) && { maskedCard: "476134______0050" }),
      },
    };
    const amount = { minor: has(4) ? 1 : 2, currency: "DOP" } as const;
    const { attempt } = await shop.insertAttempt({ ...draft(`R-${n}`), amount, facts }, 0);
    await shop.transition(attempt.id, attempt.version, { state: "declined", facts, dueAt: null });
  }
  const reached = [{ from: 0, until: Number.MAX_SAFE_INTEGER }];
  const listOf = (filter: AttemptFilter, isRare: boolean) =>
    attemptsLists(ownScope, { filter, limit: 50 }, isRare).flatMap(({ text, values: own }) =>
      db
        .prepare(sqliteText(text))
        .all(...own)
        .map(({ seq }) => seq),
    );
  const alone = values.filter((each) => each.reached === undefined && each.order === undefined);
  const found = alone
    .flatMap((one) => alone.map((other) => ({ ...one, ...other, reached })))
    .map((filter) => {
      const frequent = listOf(filter, false);
      assert.deepEqual(listOf(filter, true), frequent, JSON.stringify(filter));
      return frequent.length;
    });
  for (const length of [4, 8, 16]) assert.ok(found.includes(length), String(found));
  // Batches follow each other: of three, two are one condition.
  const [waiting] = attemptsLists(ownScope, { filter: { reached: batches, toDecide: "review" }, limit: 50 });
  assert.equal(waiting?.text.split("reached_at >=").length, 3);
  // Which of both it is, is counted: of what is named, and not of an order.
  asked.length = 0;
  await shop.listAttempts({ filter: { reached, lastDigits: "0050" }, limit: 5 });
  await shop.listAttempts({ filter: { reached, order: "A-1", lastDigits: "0050" }, limit: 5 });
  assert.deepEqual(
    asked.map(({ text }) => /@attempts\[(\w+)\]/.exec(text)?.[1]),
    ["attempts_by_card", "attempts_by_card", "attempts_by_order"],
  );
});

test("no statement of a store reads a whole table, but for its statistics; an alert reads those to forget", () => {
  assert.ok(sent.length > 60, String(sent.length));
  for (const statement of sent) {
    for (const line of planOf(statement)) {
      if (/ ventanilla_(?:scopes|sequences)\b/.test(line)) continue;
      if (statement.text.startsWith("DELETE FROM @alerts")) assert.match(line, /\(scope=\? AND at<\?\)$/);
      assert.doesNotMatch(
        line,
        /^SCAN (?!CONSTANT ROW|here|waiting|reached|part\d|merged)/,
        `${statement.text}\n${line}`,
      );
    }
  }
});

test("no SQL of a store names a state or a fact, or decides anything", () => {
  // Columns have these names, too: they are written from what TypeScript has decided.
  const columns = ["verdict", "overtime", "merchant", "product"];
  const names = new Set([...states, ...Object.keys(everyFact)].filter((name) => !columns.includes(name)));
  const folder = fileURLToPath(new URL("../../packages/express/src/stores/", import.meta.url));
  const sources = globSync("**/*.ts", { cwd: folder }).filter((name) => !name.endsWith(".test.ts"));
  const texts = sources.flatMap((name) => {
    const source = readFileSync(folder + name, "utf8");
    const { tokens = [] } = parse(source, { sourceType: "module", plugins: ["typescript"], tokens: true });
    return (tokens as { value?: unknown }[]).flatMap(({ value }) => (typeof value === "string" ? [value] : []));
  });
  const written = texts.filter((text) => /\b(?:SELECT|INSERT|UPDATE|DELETE|CREATE|WHERE|ORDER BY)\b/.test(text));
  assert.ok(written.length > 60, String(written.length));
  for (const text of [...written, ...sent.map((each) => each.text)]) {
    const named = text.match(/\w+/g)?.filter((word) => names.has(word));
    assert.deepEqual(named, [], text);
    assert.doesNotMatch(text, /\bCASE\b|\bjson|->>|\bFUNCTION\b|\bTRIGGER\b|plpgsql/i, text);
  }
});
