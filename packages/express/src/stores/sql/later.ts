import { listsIn } from "./lists.ts";
import type { Database } from "./program.ts";
import { pruningIn } from "./prune.ts";
import { staffIn } from "./staff.ts";
import { talliesIn } from "./tallies.ts";
import { unsettledIn } from "./unsettled.ts";

/** The methods of a store that only people call, at the counter and on the command line. */
export const peopleIn = (db: Database, scope: string) => ({
  ...listsIn(db, scope),
  ...talliesIn(db, scope),
  ...pruningIn(db, scope),
  ...staffIn(db, scope),
  ...unsettledIn(db, scope),
});
