import type { Store } from "@ventanilla/express/store";

/** A database of the reader's own. */
export interface Database {
  run(text: string, value: number): Promise<void>;
  all(text: string): Promise<Record<string, unknown>[]>;
  disconnect(): Promise<void>;
}

export declare function emptyDatabase(): Promise<Database>;
export declare function myStore(database: Database, options?: { now: () => number }): Store;
