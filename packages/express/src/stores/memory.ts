import type { Store } from "../store.ts";
import { type StoreClock, sqliteStore } from "./sqlite.ts";

/**
 * A store that forgets everything when the process ends: SQLite without a file. For tests.
 * @throws Error under NODE_ENV=production: a payment must survive the process
 */
export function memoryStore(clock?: StoreClock): Store {
  if (process.env.NODE_ENV === "production") {
    throw new Error("memoryStore() forgets payments when the process ends: use sqliteStore(path) in production");
  }
  return sqliteStore(":memory:", clock);
}
