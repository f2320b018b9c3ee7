import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import type { Statement } from "@ventanilla/express/sql";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { linkRows, versions } from "./tables.ts";

test("however many links there are, each part of their list reads one index, in its order", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "links-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "shop.db");
  const store = sqliteStore(file);
  await store.database.migrate("links", versions);
  await store.close();
  const db = new DatabaseSync(file);
  const planOf = ({ text, values }: Statement): string[] =>
    db
      .prepare(`EXPLAIN QUERY PLAN ${text.replace(/\[\w+\]/, "").replaceAll("@", "ventanilla_")}`)
      .all(...values)
      .map(({ detail }) => String(detail));
  for (const filter of [undefined, "open", "paid", "ended"] as const) {
    for (const after of [undefined, "K7MP4XQ9TD"]) {
      const page = linkRows("shop", "https://shop.example/pay").page({ filter, after, now: 1, limit: 51 });
      const first = page.next();
      // After a link the list is asked for once that link is found.
      const { value } = after === undefined ? first : page.next([{ rows: [{ seq: 7 }], changes: 0 }]);
      const plan = planOf((value as [Statement])[0]);
      const reads = plan
        .filter((step) => step.startsWith("SEARCH "))
        .map((step) => step.replace(/ AND seq<\?(?=\))/, ""));
      assert.deepEqual(reads, [
        "SEARCH ventanilla_links USING INTEGER PRIMARY KEY (rowid=?)",
        "SEARCH ventanilla_links USING COVERING INDEX ventanilla_links_by_time (scope=?)",
      ]);
      assert.ok(
        plan.every((step) => !/\bSCAN\b|TEMP B-TREE/.test(step.replace(/^SCALAR SUBQUERY \d+$/, ""))),
        plan.join("; "),
      );
    }
  }
  db.close();
});
