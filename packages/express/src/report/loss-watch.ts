import type { Attempt } from "../attempt/attempt.ts";
import type { ShopStore } from "../stores/store.ts";
import { type Report, subjectOf } from "./report.ts";

/** What was written longer ago may have been deleted since by the shop, which keeps payments only for so long. */
const watchedMs = 24 * 60 * 60_000;

/** What the watch has seen so far. */
interface LossState {
  readonly store: Pick<ShopStore, "lostFile" | "findAttempt">;
  readonly report: Pick<Report, "alert">;
  isNamed: boolean;
  unknownReturns: number;
  lostRows: number;
  /** What this process has written last: the store has it as it was then, or a later version. */
  written: Attempt | undefined;
  writtenAt: number;
  rowsLookedAt: number;
}

/** Watches for what the store has lost: its file while it is open, or payments because an older copy was restored. */
export function makeLossWatch(store: Pick<ShopStore, "lostFile" | "findAttempt">, report: Pick<Report, "alert">) {
  const state: LossState = {
    isNamed: false,
    unknownReturns: 0,
    lostRows: 0,
    written: undefined,
    writtenAt: 0,
    rowsLookedAt: Number.NEGATIVE_INFINITY,
    store,
    report,
  };
  return {
    look: () => look(state),
    wrote: (attempt: Attempt) => wrote(state, attempt),
    lookForRows: (everyMs?: number) => lookForRows(state, everyMs),
    unknownReturn: () => unknownReturn(state),
    counts: () => counts(state),
  };
}

/** Watches for what the store has lost. */
export type LossWatch = ReturnType<typeof makeLossWatch>;

/** Looks whether the file is still the one that was opened. The first time that it is not, an alert says so. */
async function look(state: LossState): Promise<void> {
  const file = await state.store.lostFile();
  if (file === undefined || state.isNamed) return;
  state.isNamed = true;
  state.report.alert(
    "database_replaced",
    `${file} was deleted or replaced while it is open: no payment begins until all processes are started again. Shut them down cleanly (SIGTERM), keep a copy of the files, and compare the payments since then with the bank's`,
    {},
  );
}

/** An attempt was written, with something that the shop has heard of or soon will. */
function wrote(state: LossState, attempt: Attempt): void {
  state.written = attempt;
  state.writtenAt = performance.now();
}

/**
 * Looks whether the store still has what this process has written last. It has not when an older copy was restored
 * while the process runs, or when the database went over to a replica that lacks the latest writes.
 * @param everyMs looks only when the last look is as long ago
 */
async function lookForRows(state: LossState, everyMs = 0): Promise<void> {
  const written = state.written;
  const now = performance.now();
  if (written === undefined || now - state.writtenAt > watchedMs || now - state.rowsLookedAt < everyMs) return;
  state.rowsLookedAt = now;
  const found = await state.store.findAttempt(written.id);
  if ((found !== undefined && found.version >= written.version) || state.written !== written) return;
  state.written = undefined;
  state.lostRows++;
  state.report.alert(
    "payment_missing",
    "the store does not have any more what this process has written: was an older copy of its database restored, or did it go over to a replica that lacks the latest writes? Compare the payments since then with the bank's, before these orders are paid again",
    subjectOf(written),
  );
}

/** A buyer came back from the bank to an address that this router has made, and the store does not know it. */
function unknownReturn(state: LossState): void {
  state.unknownReturns++;
  state.report.alert(
    "payment_missing",
    "a buyer came back from the bank with a payment that the store does not know: was an older copy of its database restored? Compare the payments since that copy with the bank's, before these orders are paid again",
    {},
  );
}

/** How many such buyers, and how many losses, there were since this process has started. */
function counts(state: LossState): { unknownReturns: number; lostRows: number } {
  return { unknownReturns: state.unknownReturns, lostRows: state.lostRows };
}
