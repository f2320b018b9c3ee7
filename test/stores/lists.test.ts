import assert from "node:assert/strict";
import { after, test } from "node:test";
import {
  type Attempt,
  type AttemptFilter,
  type Facts,
  groups,
  type KeptAttempt,
  readRows,
  reasons,
  type SpanTally,
  type Store,
  shelfOf,
} from "@ventanilla/express/store";
import fc from "fast-check";
import { keptIn } from "../kept.ts";
import { often, some } from "../part.ts";
import { startPostgres } from "../postgres.ts";
import { draft } from "./draft.ts";
import { enginesOn } from "./engines.ts";

const server = await startPostgres();
after(() => server.stop());

const pools = {
  order: ["A-1", "A-2", "B 'quoted'", "%", "A-_"],
  reference: ["R-1", "R-2", "%", "7", "007"],
  authorizationCode: ["OK1", "ok1", "OK2", "0OK2"],
  email: ["ana@example.com", "Ana@Example.com", "eva@example.com"],
  card: ["411111______1111", "476134______0050", "541234______1110"],
  minor: [1, 100, 5000],
  currency: ["DOP", "USD"],
} as const;
const count = 120;

/** What else decides about the group of an attempt. */
const further: Partial<Facts>[] = [
  {},
  { launchFailure: "refused" },
  { returnedVia: "cancel", emptyAnswers: 2 },
  { unconfirmedAt: 7 },
  { openedAt: 1 },
];

const pick = <T>(values: readonly T[], index: number): T => values[index % values.length] as T;

/** Fills a store with attempts whose values come from small pools, in an order that mixes them. */
async function fill(store: Store): Promise<void> {
  for (let i = 0; i < count; i++) {
    const currency = pick(pools.currency, i * 7 + (i >> 3));
    const email = i % 4 > 0 && { email: pick(pools.email, i >> 1) };
    const facts = { language: "es", mode: "popup", ...email } as const;
    // Drafts of one order and different amounts get attempts of their own.
    const { attempt } = await keptIn(store).insertAttempt(
      {
        ...draft(i % 3 === 0 ? `lone-${i}` : pick(pools.order, i)),
        amount: { minor: pick(pools.minor, i >> 1), currency },
        tax: { minor: i, currency },
        facts,
      },
      Number.MAX_SAFE_INTEGER,
    );
    if (attempt.state !== "preparing") continue;
    const verdict = {
      code: pick(["51", "14", "TF", "05", "03", "17", "N7"], i),
      ...(i % 2 === 0 && { reference: pick(pools.reference, i >> 2) }),
      ...(i % 3 > 0 && { authorizationCode: pick(pools.authorizationCode, i) }),
      ...(i % 5 > 0 && { maskedCard: pick(pools.card, i >> 1) }),
    };
    // No approval: it would keep others of its order from being inserted, and so would one that waits for a person.
    const state = pick(["preparing", "opened", "declined", "expired", "declined"] as const, i);
    await keptIn(store).transition(attempt.id, attempt.version, {
      state,
      facts: { ...facts, ...(state !== "preparing" && { verdict }), ...pick(further, i >> 2) },
    });
  }
}

const one = <T>(values: readonly T[]) => fc.constantFrom(...values);
const filters: fc.Arbitrary<AttemptFilter> = fc.record(
  {
    groups: fc.uniqueArray(one(groups), { minLength: 1 }),
    reason: one(reasons),
    amount: fc.record({ minor: one(pools.minor), currency: one(pools.currency) }),
    currency: one(pools.currency),
    order: one([...pools.order, "lone-3", "A", "lone-%"]),
    reference: one([...pools.reference, "R", "R-_", "07"]),
    authorizationCode: one(pools.authorizationCode),
    email: one([...pools.email, "ANA@EXAMPLE.COM", "%", "nobody@example.com"]),
    lastDigits: one(["1111", "0050", "1110", "0000"]),
  },
  { requiredKeys: [] },
);

async function allOf(store: Store, filter: AttemptFilter, limit: number): Promise<Attempt[]> {
  const listed: Attempt[] = [];
  let next: string | undefined;
  do {
    const page = await keptIn(store).listAttempts({ filter, limit, ...(next !== undefined && { after: next }) });
    assert.ok(page.attempts.length <= limit);
    listed.push(...page.attempts);
    next = page.next;
  } while (next !== undefined);
  return listed;
}

/** The rows of attempts that are listed the latest first, as a store in memory has them. */
const rowsOf = (listed: readonly Attempt[]): KeptAttempt[] =>
  listed.toReversed().map((attempt) => ({
    attempt,
    shelf: shelfOf(attempt),
    reference: attempt.order,
    bank: attempt.bank,
    dueAt: null,
    tries: 0,
    fence: 0,
  }));

const byLine = (rows: readonly SpanTally[] = []) =>
  new Map(rows.map(({ group, reason, currency, split, ...sums }) => [`${group} ${reason} ${currency} ${split}`, sums]));

for (const [name, open] of some("lists", Object.entries(enginesOn(server)))) {
  test(`${name}: any filter and page size lists exactly the attempts that meet the filter, the latest first`, async () => {
    const store = await open();
    await fill(store);
    const all = await allOf(store, {}, 1000);
    assert.ok(all.length > 60, String(all.length));
    for (const [index, { createdAt }] of all.entries()) assert.ok(createdAt >= (all[index + 1]?.createdAt ?? 0));
    const read = readRows(rowsOf(all), [], Date.now);
    await fc.assert(
      fc.asyncProperty(filters, fc.integer({ min: 1, max: 40 }), async (filter, limit) => {
        const { attempts } = await read.listAttempts({ filter, limit: 1000 });
        assert.deepEqual(await allOf(store, filter, limit), attempts);
      }),
      { numRuns: often(150, 50) },
    );
    const shop = keptIn(store);
    const span = { from: (all.at(-1)?.createdAt ?? 0) - 3_600_000, until: Number(all[0]?.createdAt) };
    const [sums, expected] = await Promise.all(
      [shop, read].map((reads) => reads.tallies({ spans: [span], by: "hour" })),
    );
    assert.deepEqual(byLine(sums?.[0]), byLine(expected?.[0]));
    for (const limit of [1, 3, 1000]) assert.deepEqual(await shop.unsettled(limit), await read.unsettled(limit));
    assert.deepEqual(await shop.stats(), await read.stats());
    await store.close();
  });
}
