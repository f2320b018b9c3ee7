import type { Store } from "../stores/store.ts";
import type { Report } from "./report.ts";

/** Watches for what the store has lost: its file while it is open, or payments because an older copy was restored. */
export class LossWatch {
  readonly #store: Pick<Store, "lostFile">;
  readonly #report: Pick<Report, "alert">;
  #isNamed = false;
  #unknownReturns = 0;

  constructor(store: Pick<Store, "lostFile">, report: Pick<Report, "alert">) {
    this.#store = store;
    this.#report = report;
  }

  /** Looks whether the file is still the one that was opened. The first time that it is not, an alert says so. */
  async look(): Promise<void> {
    const file = await this.#store.lostFile();
    if (file === undefined || this.#isNamed) return;
    this.#isNamed = true;
    this.#report.alert(
      "database_replaced",
      `${file} was deleted or replaced while it is open: no payment begins until all processes are started again. Shut them down cleanly (SIGTERM), keep a copy of the files, and compare the payments since then with the bank's`,
      {},
    );
  }

  /** A buyer came back from the bank to an address that this router has made, and the store does not know it. */
  unknownReturn(): void {
    this.#unknownReturns++;
    this.#report.alert(
      "payment_missing",
      "a buyer came back from the bank with a payment that the store does not know: was an older copy of its database restored? Compare the payments since that copy with the bank's, before these orders are paid again",
      {},
    );
  }

  /** How many such buyers there were since this process has started. */
  counts(): { unknownReturns: number } {
    return { unknownReturns: this.#unknownReturns };
  }
}
