import type { OwnTables } from "@ventanilla/express/sql";
import type { Settings } from "./options.ts";
import type { Holds } from "./order/holds.ts";
import type { LinkRows } from "./tables/links.ts";
import type { UseRows } from "./tables/uses.ts";

/** What the parts of the package work with. */
export interface Parts {
  settings: Settings;
  database: OwnTables;
  links: LinkRows;
  uses: UseRows;
  holds: Holds;
}
