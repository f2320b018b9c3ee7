import type { AttemptView, OrderView, Payments } from "@ventanilla/express";
import type { OwnTables } from "@ventanilla/express/sql";
import type { KeptUse, UseRows } from "../tables.ts";

/** A launch that the router has just begun may not be in the store yet. */
const launchMs = 2 * 60_000;
/** Which begun uses are looked at: each look reads their attempts, so one that is under way is then left alone. */
const oneLink = { begunMs: launchMs, lookedMs: 10_000, limit: 20 };
/** The bank's page has 30 minutes, and the router asks for some more. */
const allLinks: typeof oneLink = { begunMs: 60 * 60_000, lookedMs: 20 * 60_000, limit: 100 };
const sweepMs = 60_000;
/** How long the bank's page may be open, also after it has declined a card: the buyer may try another one there. */
const pageMs = 31 * 60_000;

/** Ends the uses of which nothing can be charged any more. */
export function makeHolds(database: OwnTables, uses: UseRows) {
  let router: Payments | undefined;

  /** Resolves to how many have ended. */
  async function lookAt(code: string | undefined, { begunMs, lookedMs, limit }: typeof oneLink): Promise<number> {
    if (router === undefined) return 0;
    const now = await database.now();
    const request = { code, begunBefore: now - begunMs, lookedBefore: now - lookedMs, limit };
    let ended = 0;
    for (const use of await database.read(() => uses.toLookAt(request))) {
      const view = await router.findOrder(use.order);
      const isOver = isOverAt(view) && view.attempts.every((attempt) => !mayTryAgain(attempt, now));
      await database.write(() => (isOver ? uses.end(use) : uses.lookedAt(use.order, now)));
      if (isOver) ended++;
    }
    return ended;
  }

  let sweptAt = Number.NEGATIVE_INFINITY;
  /** Ends uses that were begun more than an hour ago: their buyers are forgotten. Looks once a minute. */
  async function sweep(): Promise<void> {
    const now = await database.now();
    if (now - sweptAt < sweepMs) return;
    sweptAt = now;
    await lookAt(undefined, allLinks);
  }

  return {
    sweep,
    /** Gives back what begun uses of a link hold. Resolves to whether there was one. */
    release: async (code: string): Promise<boolean> => (await lookAt(code, oneLink)) > 0,
    /**
     * Whether nothing was charged for a use, and nothing can be.
     * @param isWaiting whether two minutes have to have passed since its launch, also where an attempt has come of it:
     * another launch at the same moment may still come. Default: true
     */
    async isOver({ order, begunAt }: KeptUse, isWaiting = true): Promise<boolean> {
      const view = await router?.findOrder(order);
      const hasArrived = !isWaiting && view?.attempts.some(({ createdAt }) => createdAt >= begunAt);
      const hasRested = begunAt + launchMs <= (await database.now());
      return view !== undefined && (hasArrived || hasRested) && isOverAt(view);
    },
    /** Asks this router, and sweeps each minute, also where no further buyer comes. Keeps no process alive. */
    watch(payments: Payments): void {
      // The next minute tries again; whoever waits for the database hears of its failure.
      if (router === undefined) setInterval(() => void sweep().catch(() => {}), sweepMs).unref();
      router = payments;
    },
  };
}

/** Another order would be paid beside this one. A launch of the same order is the router's to allow. */
const mayTryAgain = ({ state, createdAt, openedAt = createdAt }: AttemptView, now: number): boolean =>
  state === "declined" && openedAt + pageMs > now;

/** Whether nothing was charged for an order, and nothing can be: a canceled payment's page at the bank is still open. */
const isOverAt = ({ paid, authorized, attempts }: OrderView): boolean =>
  !paid &&
  !authorized &&
  attempts.every(({ state, safeToRetry }) => safeToRetry && state !== "preparing" && state !== "opened");
