import { sqliteStore } from "@ventanilla/express/sqlite";
import { stillRouter } from "../../shop.ts";

/**
 * A process whose hook begins, says so, and never ends. Arguments: the store's file, and the time that its clock shows.
 */
const [file = "", time = ""] = process.argv.slice(2);
const router = stillRouter({
  store: sqliteStore(file, { now: () => Number(time) }),
  onPaid: () => {
    process.send?.("the hook has begun");
    return new Promise(() => {});
  },
});
process.on("disconnect", () => process.exit());
void router.work();
