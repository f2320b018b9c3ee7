import { integer } from "./columns.ts";
import { change, type Database, rowOf } from "./program.ts";
import { sql } from "./statement.ts";

/** TransactionIds are six digits, given in ascending order, and after the last of them from the first on again. */
const first = 100_000;
const count = 900_000;

/**
 * The sequence rises by at least one in this time, also where nobody pays, and never falls behind the clock. So an older
 * copy of the database does not give numbers a second time that were given after it was made, unless these were more
 * than one in ten seconds on an average day. All six digits are used up after 104 days at the earliest.
 */
const msPerNumber = 10_000;

/**
 * How many a process takes at once, at most: the sequence is written once for so many attempts. It begins with one and
 * takes twice as many each time, so that processes that live for one attempt waste none.
 */
const maxBlock = 50;

/** Makes the TransactionIds of new attempts. They come from one sequence of all processes and shops. */
export function makeTransactionIds(db: Database) {
  const free: string[] = [];
  let taking: Promise<void> | undefined;
  let block = 1;

  /** Takes a block of the sequence, unless another process is quicker. */
  async function takeBlock(): Promise<void> {
    const known = sql`SELECT value FROM @sequences WHERE name = 'transaction'`;
    const value = integer((await db.read(() => rowOf<{ value: unknown }>(known)))?.value);
    const start = Math.max(value + 1, Math.floor((await db.now()) / msPerNumber));
    const moved = sql`UPDATE @sequences SET value = ${start + block - 1} WHERE name = 'transaction' AND value = ${value}`;
    if ((await db.write(() => change(moved))) === 0) return;
    for (let number = start; number < start + block; number++) free.push(String(first + ((number - first) % count)));
    block = Math.min(2 * block, maxBlock);
  }

  return {
    /** Takes the next one: no other launch gets it. */
    async take(): Promise<string> {
      let id = free.shift();
      for (; id === undefined; id = free.shift()) {
        taking ??= takeBlock().finally(() => {
          taking = undefined;
        });
        await taking;
      }
      return id;
    },
    /** Takes one back that was not used. */
    giveBack: (id: string): void => void free.unshift(id),
  };
}

export type TransactionIds = ReturnType<typeof makeTransactionIds>;
