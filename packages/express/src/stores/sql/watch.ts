import type { DecisionKind } from "../../attempt/needs-person.ts";
import { failingTries } from "../../attempt/rules.ts";
import type { Backlog, ShopStore } from "../store.ts";
import { findAttempts } from "./attempts.ts";
import { integer } from "./columns.ts";
import { type Database, joined, type Program, plain, rowOf, type Statement, sql } from "./program.ts";

/** The method of a store for monitoring. */
export function watchIn(db: Database, scope: string) {
  return {
    async backlog(closingBefore) {
      const now = await db.now();
      const aheadMs = db.aheadMs?.() ?? 0;
      return { ...(await db.read(() => backlog(scope, now, closingBefore))), ...(aheadMs !== 0 && { aheadMs }) };
    },
  } satisfies Partial<ShopStore>;
}

/** Reads numbers, each by a query of its own, in one statement. What a query does not find is left out. */
export function* numbersOf<Name extends string>(
  queries: Record<Name, Statement>,
): Program<{ [name in Name]?: number }> {
  const entries = Object.entries<Statement>(queries);
  const columns = entries.map(([, query], index) => sql`(${query}) AS ${plain(`n${index}`)}`);
  const row = yield* rowOf<Record<string, unknown>>(sql`SELECT ${joined(columns, ", ")}`);
  const found = entries
    .map(([name], index) => [name, row?.[`n${index}`]] as const)
    .filter(([, value]) => value != null);
  return Object.fromEntries(found.map(([name, value]) => [name, integer(value)])) as { [name in Name]?: number };
}

export const countDead = (scope: string) => sql`SELECT count(*) FROM @outbox WHERE scope = ${scope} AND dead = 1`;

function* backlog(scope: string, now: number, closingBefore: number): Program<Backlog> {
  const since = (table: Statement) =>
    sql`SELECT min(due_at) FROM ${table} WHERE scope = ${scope} AND due_at IS NOT NULL`;
  const waiting = (kind: DecisionKind) =>
    sql`SELECT count(*) FROM @attempts WHERE scope = ${scope} AND waits_for = ${kind}`;
  const numbers = yield* numbersOf({
    attemptsSince: since(plain("@attempts")),
    eventsSince: since(plain("@outbox")),
    newestAt: sql`SELECT created_at FROM @attempts WHERE scope = ${scope} ORDER BY seq DESC LIMIT 1`,
    overtime: sql`SELECT nullif(count(*), 0) FROM @attempts WHERE scope = ${scope} AND payable_until < ${now} AND overtime = 1`,
    dead: countDead(scope),
    failing: sql`SELECT count(*) FROM @outbox WHERE scope = ${scope} AND due_at IS NOT NULL AND tries >= ${failingTries}`,
    unknown: waiting("unknown"),
    review: waiting("review"),
    returnUnclear: waiting("returnUnclear"),
  });
  const closing =
    yield* findAttempts(sql`scope = ${scope} AND payable_until > ${now} AND payable_until < ${closingBefore}
    ORDER BY payable_until LIMIT 100`);
  return { dead: 0, failing: 0, unknown: 0, review: 0, returnUnclear: 0, ...numbers, closing };
}
