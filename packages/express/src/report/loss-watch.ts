import type { Attempt } from "../attempt/attempt.ts";
import type { ShopStore } from "../stores/store.ts";
import { type Report, subjectOf } from "./report.ts";

/** What was written longer ago may have been deleted since by the shop, which keeps payments only for so long. */
const watchedMs = 24 * 60 * 60_000;

const replaced =
  "was deleted or replaced while it is open: no payment begins until all processes are started again. Shut them down cleanly (SIGTERM), keep a copy of the files, and compare the payments since then with the bank's";
const lostRow =
  "the store does not have any more what this process has written: was an older copy of its database restored, or did it go over to a replica that lacks the latest writes? Compare the payments since then with the bank's, before these orders are paid again";
const unknownPayment =
  "a buyer came back from the bank with a payment that the store does not know: was an older copy of its database restored? Compare the payments since that copy with the bank's, before these orders are paid again";

/** Watches for what the store has lost: its file while it is open, or payments because an older copy was restored. */
export function makeLossWatch(store: Pick<ShopStore, "lostFile" | "attemptsOf">, report: Pick<Report, "alert">) {
  let isNamed = false;
  let unknownReturns = 0;
  let lostRows = 0;
  /** What this process has written last: the store has it as it was then, or a later version. */
  let last: Attempt | undefined;
  let writtenAt = 0;
  let rowsLookedAt = Number.NEGATIVE_INFINITY;

  return {
    /** An attempt was written, with something that the shop has heard of or soon will. */
    wrote(attempt: Attempt): void {
      last = attempt;
      writtenAt = performance.now();
    },
    /**
     * Looks whether the file is still the one that was opened, and whether the store still has what this process has
     * written last. It has not when an older copy was restored while the process runs, or when the database went over to
     * a replica that lacks the latest writes. A pruned order has its charge.
     * @param everyMs looks for what was written only when the last look is as long ago
     */
    async look(everyMs = 0): Promise<void> {
      const file = await store.lostFile();
      if (file !== undefined && !isNamed) {
        isNamed = true;
        report.alert("database_replaced", `${file} ${replaced}`, {});
      }
      const written = last;
      const now = performance.now();
      if (written === undefined || now - writtenAt > watchedMs || now - rowsLookedAt < everyMs) return;
      rowsLookedAt = now;
      const found = (await store.attemptsOf(written.order)).find(({ id }) => id === written.id);
      if ((found !== undefined && found.version >= written.version) || last !== written) return;
      last = undefined;
      lostRows++;
      report.alert("payment_missing", lostRow, subjectOf(written));
    },
    /** A buyer came back from the bank to an address that this router has made, and the store does not know it. */
    unknownReturn(): void {
      unknownReturns++;
      report.alert("payment_missing", unknownPayment, {});
    },
    /** How many such buyers, and how many losses, there were since this process has started. */
    counts: () => ({ unknownReturns, lostRows }),
  };
}

export type LossWatch = ReturnType<typeof makeLossWatch>;
