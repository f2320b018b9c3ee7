import { once } from "node:events";
import { postgresStore } from "@ventanilla/express/postgres";
import pg from "pg";
import { stillRouter } from "../../shop.ts";

/**
 * A process that is stopped in its hook. Arguments: the database, and what the hook does when the process goes on. It says
 * when the hook has begun, when it has ended and how, and when its router is done.
 */
const [url = "", then = ""] = process.argv.slice(2);
const say = (what: unknown): void => void process.send?.(what);
process.on("uncaughtExceptionMonitor", (error) => say(`uncaught: ${error.message}`));
const lines: string[] = [];
const note = (_fields: object, message: string): void => void lines.push(message);
// As a shop has it: nobody listens for its errors.
const pool = new pg.Pool({ connectionString: url });
const router = stillRouter({
  store: postgresStore(pool),
  logger: { info: () => {}, warn: note, error: note },
  async onPaid({ order }, { transaction }) {
    // The server's own limit is 20 s; its clock cannot be moved.
    await transaction.query("SET LOCAL idle_in_transaction_session_timeout = 300");
    await transaction.query("INSERT INTO parcels VALUES ($1, 'stopped')", [order]);
    say("begun");
    await once(process, "message");
    if (then === "writes") await transaction.query("INSERT INTO parcels VALUES ($1, 'late')", [order]);
    if (then === "fails") throw new Error("the printer is out of paper");
  },
});
const { events } = await router.work();
say({ events, lines });
process.on("disconnect", () => process.exit());
