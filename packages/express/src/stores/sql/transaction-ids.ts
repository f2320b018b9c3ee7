import { integer } from "./columns.ts";
import { change, type Database, rowOf, sql } from "./program.ts";

/** TransactionIds are six digits, given in ascending order, and after the last of them from the first on again. */
const first = 100_000;
const count = 900_000;

/**
 * The sequence rises by at least one in this time, also where nobody pays, and never falls behind the clock. So an older
 * copy of the database does not give numbers a second time that were given after it was made, unless these were more
 * than one in ten seconds on an average day. All six digits are used up after 104 days at the earliest.
 */
const msPerNumber = 10_000;

/** The TransactionId of a number of the sequence. */
const idOf = (number: number): string => String(first + ((number - first) % count));

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

  async function takeBlock(): Promise<void> {
    for (;;) {
      const row = await db.read(() =>
        rowOf<{ value: unknown }>(sql`SELECT value FROM @sequences WHERE name = 'transaction'`),
      );
      const value = integer(row?.value);
      const start = Math.max(value + 1, Math.floor((await db.now()) / msPerNumber));
      const moved = sql`UPDATE @sequences SET value = ${start + block - 1} WHERE name = 'transaction' AND value = ${value}`;
      if ((await db.write(() => change(moved))) === 0) continue;
      free.push(...Array.from({ length: block }, (_, index) => idOf(start + index)));
      block = Math.min(2 * block, maxBlock);
      return;
    }
  }

  return {
    /** Takes the next one: no other launch gets it. */
    async take(): Promise<string> {
      for (;;) {
        const id = free.shift();
        if (id !== undefined) return id;
        taking ??= takeBlock().finally(() => {
          taking = undefined;
        });
        await taking;
      }
    },
    /** Takes one back that was not used. */
    giveBack(id: string): void {
      free.unshift(id);
    },
  };
}

/** The TransactionIds of new attempts. */
export type TransactionIds = ReturnType<typeof makeTransactionIds>;
