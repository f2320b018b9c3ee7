import assert from "node:assert/strict";
import { after, test } from "node:test";
import { ArgumentError } from "@ventanilla/client";
import { change, DuplicateError, insert, rowOf, rowsOf, sql } from "@ventanilla/express/sql";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Store } from "@ventanilla/express/store";
import { keptIn, ownScope } from "../kept.ts";
import { startPostgres } from "../postgres.ts";
import { bank, draft } from "./draft.ts";
import { enginesOn } from "./engines.ts";

const server = await startPostgres();
after(() => server.stop());

const tables = `CREATE TABLE @parcels (seq @serial, id @key NOT NULL, weight @int NOT NULL, note @text)@options;
CREATE UNIQUE INDEX parcels_by_id ON @parcels (id)`;
const later = `CREATE TABLE @parcels_stops (id @key NOT NULL, place @name NOT NULL, PRIMARY KEY (id, place))@options;
INSERT INTO @parcels_stops (id, place) VALUES ('P-0', 'where?')`;

const parcel = (id: string, weight = 1, note: string | null = null) => insert("parcels", { id, weight, note });

function* weightOf(id: string) {
  const row = yield* rowOf<{ weight: unknown }>(sql`SELECT weight FROM @parcels WHERE id = ${id} FOR UPDATE`);
  return row && Number(row.weight);
}

/** Delivers the event of an order that was just paid, with a hook that writes through its transaction. */
async function delivery(store: Store) {
  const kept = keptIn(store);
  const { attempt } = await kept.insertAttempt(draft(`T-${Math.random()}`), 0);
  await kept.transition(attempt.id, attempt.version, {
    state: "approved",
    facts: attempt.facts,
    announce: "order.paid",
  });
  const claim =
    (await kept.claimEvents({ limit: 1, leaseMs: 60_000, banks: [bank] }))[0] ?? assert.fail("no event waits");
  return (await store.shop(ownScope).openDelivery(claim.item.id, claim.fence)) ?? assert.fail("the claim was lost");
}

for (const [name, open] of Object.entries(enginesOn(server, undefined, true))) {
  test(`${name}: a package's tables have versions of their own, and the same statements as the store's`, async () => {
    const store = await open();
    await store.migrate();
    const { database } = store;
    const unmade = database.read(() => rowsOf(sql`SELECT id FROM @parcels`));
    await assert.rejects(unmade, /^Error: \w+Store: .*: .*a package's (?:tables )?are made by its own `migrate\(\)`$/);
    assert.deepEqual(await database.migrate("parcels", [tables]), [1]);
    assert.deepEqual(await database.migrate("parcels", [tables]), []);
    const together = await Promise.all([1, 2].map(() => database.migrate("parcels", [tables, later])));
    assert.deepEqual(together.flat(), [2]);
    const stop = await database.read(() => rowOf<{ place: string }>(sql`SELECT place FROM @parcels_stops`));
    assert.equal(stop?.place, "where?");
    await assert.rejects(database.migrate("parcels", [tables]), /has version 2, this program knows 1: update it/);
    assert.deepEqual(await store.migrate(), []);

    assert.equal(await database.write(() => change(parcel("P-1", 3, "it's a \\ 'note'?"))), 1);
    await assert.rejects(
      database.write(() => change(parcel("P-1"))),
      DuplicateError,
    );
    const unless = sql`SELECT 1 FROM @parcels WHERE id = ${"P-1"}`;
    assert.equal(await database.write(() => change(insert("parcels", { id: "P-1", weight: 1 }, unless))), 0);
    const found = sql`SELECT id, note FROM @parcels[parcels_by_id] WHERE id IN ${["P-1", "P-2"]}`;
    assert.deepEqual(
      (await database.read(() => rowsOf(found))).map((row) => ({ ...(row as object) })),
      [{ id: "P-1", note: "it's a \\ 'note'?" }],
    );

    const failed = database.transaction(function* () {
      yield* change(sql`UPDATE @parcels SET weight = 9 WHERE id = ${"P-1"}`);
      throw new Error("no");
    });
    await assert.rejects(failed, /no/);
    const add = () =>
      database.transaction(function* () {
        const weight = (yield* weightOf("P-1")) ?? assert.fail();
        return yield* change(sql`UPDATE @parcels SET weight = ${weight + 1} WHERE id = ${"P-1"}`);
      });
    await Promise.all(Array.from({ length: 8 }, add));
    assert.equal(await database.read(() => weightOf("P-1")), 11);
    assert.equal(typeof (await database.now()), "number");
    await store.close();
  });

  test(`${name}: what a package writes in a hook stays though its transaction is undone; a second time changes nothing`, async () => {
    const store = await open();
    const { database } = store;
    await database.migrate("parcels", [tables]);
    await database.write(() => change(parcel("P-1")));
    function* steps(weight: number) {
      const before = yield* weightOf("P-1");
      const written = yield* change(sql`UPDATE @parcels SET weight = ${weight} WHERE id = ${"P-1"} AND weight = ${1}`);
      const none = yield* change(sql`UPDATE @parcels SET weight = ${weight} WHERE id = ${"P-9"}`);
      const known = sql`SELECT 1 FROM @parcels WHERE id = ${"P-7"}`;
      const added = yield* change(insert("parcels", { id: "P-7", weight, note: "\\' OR 1 = 1 -- ?" }, known));
      const [row] = yield* rowsOf<{ note: string }>(sql`SELECT note FROM @parcels WHERE id = ${"P-7"}`);
      return [before, written, none, added, row?.note];
    }
    assert.deepEqual(await database.transaction(() => steps(7)), [1, 1, 0, 1, "\\' OR 1 = 1 -- ?"]);
    await (await delivery(store)).rollback();
    assert.deepEqual(await database.transaction(() => steps(8)), [7, 0, 0, 0, "\\' OR 1 = 1 -- ?"]);
    await (await delivery(store)).commit();
    const [one, two] = await database.read(function* () {
      return [yield* weightOf("P-1"), yield* weightOf("P-7")];
    });
    assert.deepEqual([one, two], [7, 7]);
    await store.close();
  });
}

test("a name that would be SQL is refused, also by a store with another one around it", async () => {
  const store = { ...sqliteStore(":memory:") };
  for (const name of ["a (id); DROP", "", "Parcels", "a".repeat(21)])
    await assert.rejects(store.database.migrate(name, []), ArgumentError, name);
  await store.close();
});

test("in SQLite a migration waits for a hook of this process", async () => {
  const store = sqliteStore(":memory:");
  const open = await delivery(store);
  const migrated = store.database.migrate("parcels", [tables]);
  await open.commit();
  assert.deepEqual(await migrated, [1]);
  await store.close();
});
