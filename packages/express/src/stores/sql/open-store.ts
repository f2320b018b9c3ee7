import { expectThat } from "@ventanilla/web";
import { shopMethods } from "../check-store.ts";
import { outsideTransactions } from "../outside-transactions.ts";
import { attemptsIn } from "./attempts.ts";
import { outboxIn } from "./outbox.ts";
import { change, changeAll, type Database, DuplicateError, rowOf, rowsOf, type SqlStore } from "./program.ts";
import type { peopleIn } from "./staff.ts";
import { insert, sql } from "./statement.ts";
import { versions } from "./tables.ts";
import { makeTransactionIds } from "./transaction-ids.ts";

/** A store on a database of any engine. */
export function storeOn(db: Database): SqlStore {
  const { now, write, transaction } = db;
  const ids = makeTransactionIds(db);
  const lostFile = async () => db.lostFile?.();
  async function checkWrite(): Promise<void> {
    const written = await db.write(() => change(sql`UPDATE @sequences SET value = value + 1 WHERE name = 'check'`));
    if (written === 0) throw new Error("store: the database has lost a row of its sequences");
  }
  return {
    migrate: () => db.migrate("router", versions),
    close: async () => db.close?.(),
    lostFile,
    now,
    checkWrite,
    shop(scope) {
      const isScope = typeof scope === "string" && scope !== "" && scope.length <= 40;
      expectThat(isScope, "store.shop(scope)", "1 to 40 characters");
      return {
        ...loadedLater(db, scope),
        now,
        checkWrite,
        lostFile,
        ...attemptsIn(db, ids, scope),
        ...outboxIn(db, scope),
        claimAlert: (key) => claimAlert(db, scope, key),
      };
    },
    async claimScope(scope, merchant) {
      const kept = sql`SELECT merchant FROM @scopes WHERE scope = ${scope}`;
      const find = async () => (await db.read(() => rowOf<{ merchant: string }>(kept)))?.merchant;
      const known = await find();
      if (known === undefined) await isUnique(db.write(() => change(insert("scopes", { scope, merchant }))));
      return known ?? (await find()) ?? merchant;
    },
    database: { ...db, ...outsideTransactions({ write, transaction }) },
    scopes: () => db.read(() => rowsOf(sql`SELECT scope, merchant FROM @scopes ORDER BY scope`)),
  };
}

/** How long a claimed alert is remembered: 30 days, in milliseconds. */
const alertKeptMs = 30 * 24 * 60 * 60_000;

async function claimAlert(db: Database, scope: string, key: string): Promise<boolean> {
  const now = await db.now();
  const forget = sql`DELETE FROM @alerts WHERE scope = ${scope} AND at <= ${now - alertKeptMs}`;
  const claimed = insert("alerts", { scope, alert_key: key, at: now });
  return isUnique(db.transaction(() => changeAll([forget, claimed])));
}

/** Whether no other process has written the same before. */
async function isUnique(written: Promise<unknown>): Promise<boolean> {
  try {
    await written;
    return true;
  } catch (error) {
    if (error instanceof DuplicateError) return false;
    throw error;
  }
}

type People = ReturnType<typeof peopleIn>;

/** What only people and monitoring call: loaded with its first call. No payment, and no alert, waits for it. */
function loadedLater(db: Database, scope: string): People {
  const callOf = (name: string) =>
    async function later(...given: unknown[]) {
      const { peopleIn } = await import("./staff.ts");
      const call = peopleIn(db, scope)[name as keyof People] as (...given: unknown[]) => unknown;
      return call(...given);
    };
  return Object.fromEntries(shopMethods.map((name) => [name, callOf(name)])) as unknown as People;
}
