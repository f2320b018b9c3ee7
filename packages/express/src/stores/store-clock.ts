/** For tests: the clock of a store, instead of the clock of the host or of the database. */
export interface StoreClock {
  /** Milliseconds since the epoch. */
  now(): number;
}
