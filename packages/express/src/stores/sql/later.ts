import { listsIn } from "./lists.ts";
import type { Database } from "./program.ts";
import { staffIn } from "./staff.ts";
import { talliesIn } from "./tallies.ts";
import { watchIn } from "./watch.ts";

/** The methods of a store that no payment calls: for people, and for monitoring. */
export const peopleIn = (db: Database, scope: string) => ({
  ...listsIn(db, scope),
  ...talliesIn(db, scope),
  ...staffIn(db, scope),
  ...watchIn(db, scope),
});
