import type { OrderView, Payments } from "@ventanilla/express";
import type { OwnTables } from "@ventanilla/express/sql";
import type { useRows } from "../tables.ts";

/** How many begun uses are looked at in one go: each look reads their attempts. */
const limit = 100;
/** How long the bank's page may be open, also after it has declined a card: the buyer may try another one there. */
const pageMs = 31 * 60_000;

/** Ends the uses of which nothing can be charged any more: their buyers are forgotten. */
export function makeHolds(database: OwnTables, uses: ReturnType<typeof useRows>) {
  let router: Payments | undefined;

  /** Gives back what begun uses hold: those of a link, by default of all. */
  async function release(code?: string): Promise<void> {
    if (router === undefined) return;
    const now = await database.now();
    for (const use of await database.read(() => uses.toLookAt(code, now, limit))) {
      const isOver = isOverAt(await router.findOrder(use.order), now);
      await database.write(() => (isOver ? uses.end(use) : uses.lookedAt(use, now)));
    }
  }

  return {
    release,
    /** Whether a payment of an order may be under way, also while its session at the bank is opened: a launch joins it. */
    isUnderWay: async (order: string): Promise<boolean> =>
      (await router?.findOrder(order))?.attempts.some(({ safeToRetry }) => !safeToRetry) ?? false,
    /** Asks this router, each minute about all. Keeps no process alive. */
    watch(payments: Payments): void {
      // The next minute tries again; whoever waits for the database hears of its failure.
      if (router === undefined) setInterval(() => void release().catch(() => {}), 60_000).unref();
      router = payments;
    },
  };
}

/** Whether nothing was charged for an order, and nothing can be: a canceled payment's page at the bank is still open. */
const isOverAt = ({ paid, authorized, attempts }: OrderView, now: number): boolean =>
  !paid &&
  !authorized &&
  attempts.every(({ state, safeToRetry, createdAt, openedAt = createdAt }) => {
    const mayTryAgain = state === "declined" && openedAt + pageMs > now;
    return safeToRetry && state !== "preparing" && state !== "opened" && !mayTryAgain;
  });
