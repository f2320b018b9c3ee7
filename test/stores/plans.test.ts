import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { type AttemptFilter, decisionKinds, groups, sqliteStore } from "@ventanilla/express";
import { attemptsQuery, type Query, tallyQuery } from "../../packages/express/src/stores/counter/query.ts";
import { dialect } from "../../packages/express/src/stores/sqlite/counter.ts";
import { temporaryFolder } from "../temporary-folder.ts";

test("every list and the tally read attempts by an index", async (t) => {
  const folder = temporaryFolder("plans");
  const file = join(folder, "shop.db");
  await sqliteStore(file).close();
  const db = new DatabaseSync(file);
  t.after(() => db.close());
  const plan = ({ text, values }: Query): string[] =>
    db
      .prepare(`EXPLAIN QUERY PLAN ${text}`)
      .all(...(Object.values(values) as string[]))
      .map(({ detail }) => String(detail));
  const more: AttemptFilter[] = [
    {},
    { currency: "USD" },
    { amount: { minor: 1, currency: "DOP" } },
    { from: 1, until: 2 },
    { order: "A" },
    { reference: "R" },
    { reference: "7" },
    { reference: "7", order: "A" },
    { authorizationCode: "A" },
    { lastDigits: "0050" },
  ];
  const chosen: AttemptFilter[] = [
    ...groups.map((group) => ({ groups: [group] })),
    ...decisionKinds.map((toDecide) => ({ toDecide })),
    { groups },
    {},
  ];
  const queries = chosen.flatMap((own) =>
    more.map((each) => attemptsQuery(dialect, { filter: { ...own, ...each }, limit: 50 })),
  );
  for (const query of [...queries, tallyQuery(dialect, { from: 1, until: 2 })]) {
    const reads = plan(query).filter((line) => /^(?:SCAN|SEARCH) attempts\b/.test(line));
    assert.ok(reads.length > 0, query.text);
    for (const line of reads) assert.match(line, / USING (?:COVERING )?INDEX attempts_(?:by_|resolvable|paid_twice)/);
  }
});
