import type { Store } from "../stores/store.ts";

/** A store to be held to the contract. What is optional lets more cases run; those that need what is missing are skipped. */
export interface StoreSubject {
  /** Begins the title of each case. */
  name: string;
  /** Opens the store, migrated, on data that is empty. Called once for each case. */
  open(): Promise<Store>;
  /** Opens one more store on the data of the latest `open()`, as another process would. */
  again?(): Promise<Store>;
  /**
   * Moves the clock of the stores forward. Where it is missing, the cases wait, with short leases.
   * @param ms milliseconds
   */
  advance?(ms: number): void | Promise<void>;
  /** Makes the latest store take this as the latest TransactionId given: the next one follows it. */
  lastTransactionId?(id: number): Promise<void>;
  /** Runs a statement on the data of the latest `open()`, apart from any delivery, as the shop's own code would. */
  query?(text: string): Promise<Record<string, unknown>[]>;
  /** Takes the connections of the latest store away, with whatever they had not committed, as a killed process would. */
  crash?(): Promise<void>;
}
