import type { Store } from "@ventanilla/express";

/**
 * The store that {@link storeContract} tests. A case that needs an optional member which is missing is skipped.
 * @see docs/stores.md#write-another-store-in-an-hour
 */
export interface StoreSubject {
  /** The beginning of each test's title. */
  name: string;
  /** Opens the store, migrated, on empty data. Called once for each case. */
  open(): Promise<Store>;
  /** Opens one more store on the data of the latest `open()`, as another process would. */
  again?(): Promise<Store>;
  /**
   * Moves the clock of the stores forward. Default: the cases wait, with leases of 500 ms.
   * @param ms milliseconds
   */
  advance?(ms: number): void | Promise<void>;
  /**
   * Sets the counter of TransactionIds of the latest store.
   * @param id the latest id given: the next one follows it
   */
  lastTransactionId?(id: number): Promise<void>;
  /** Runs a statement on the data of the latest `open()`, outside any delivery, as the shop's own code would. */
  query?(text: string): Promise<Record<string, unknown>[]>;
  /** Closes the connections of the latest store without a commit, as a killed process would. */
  crash?(): Promise<void>;
}
