import { ArgumentError } from "@ventanilla/client";
import type { Store } from "@ventanilla/express/store";

/**
 * The store that {@link storeContract} tests. A case that needs an optional member which is missing is skipped.
 * @see docs/contributing/write-a-store.md
 */
export interface StoreSubject {
  /** The beginning of each test's title. */
  name: string;
  /**
   * Opens the store, migrated, on empty data. Called once for each case. If the store gets a
   * clock, that must not call `Date.now()`, because some cases replace it with a wrong clock. Take `const { now } =
   * Date` before, and call `now()`.
   */
  open(): Promise<Store>;
  /** Opens one more store on the data of the latest `open()`, as another process would. */
  again?(): Promise<Store>;
  /**
   * Moves the clock of the stores forward. Default: the cases wait, with leases of 500 ms.
   * @param ms milliseconds
   */
  advance?(ms: number): void | Promise<void>;
  /**
   * Sets the sequence of TransactionIds of the latest store, to a number that is ahead of its clock. What a process has
   * drawn before is its own.
   * @param id the latest id given: a store that is opened after this goes on behind it
   */
  lastTransactionId?(id: number): Promise<void>;
  /** Runs a statement on the data of the latest `open()`, outside any delivery, as the shop's own code would. */
  query?(text: string): Promise<Record<string, unknown>[]>;
  /** Closes the connections of the latest store without a commit, as a killed process would. */
  crash?(): Promise<void>;
}

const members = ["again", "advance", "lastTransactionId", "query", "crash"];

/**
 * Checks the subject: a misspelled member would skip the cases that need it.
 * @throws ArgumentError naming what is missing, unknown or of another type
 */
export function checkSubject(subject: unknown): void {
  if (typeof subject !== "object" || subject === null) throw new ArgumentError("subject: expected an object");
  const { name, open, ...others } = subject as Record<string, unknown>;
  if (typeof name !== "string" || name === "") throw new ArgumentError("subject.name: expected text");
  if (typeof open !== "function") throw new ArgumentError("subject.open: expected a function");
  for (const [member, value] of Object.entries(others)) {
    if (!members.includes(member)) throw new ArgumentError(`subject.${member}: expected one of ${members.join(", ")}`);
    const isWrong = value !== undefined && typeof value !== "function";
    if (isWrong) throw new ArgumentError(`subject.${member}: expected a function`);
  }
}
