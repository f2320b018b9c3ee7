// A process of its own on a SQLite file: <task> <file>. Reports to its parent what it has done.

import { once } from "node:events";
import { mock } from "node:test";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { keptIn } from "../kept.ts";

const [task, file = ""] = process.argv.slice(2);
const report = (what: unknown): void => void process.send?.(what);
/** Resolves at the next message of the parent. */
const told = (): Promise<unknown[]> => once(process, "message");

const tasks: Record<string, () => Promise<void>> = {
  /** A hook that writes, and then waits for the parent. */
  async "hold a hook's transaction"() {
    const store = sqliteStore(file);
    const [claim] = await keptIn(store).claimEvents({ banks: [""], limit: 1, leaseMs: 600_000 });
    // The hook's own time limit is not tested here.
    mock.timers.enable({ apis: ["setTimeout"] });
    const delivery = await keptIn(store).openDelivery(claim?.item.id ?? "", claim?.fence ?? 0);
    await delivery?.query("CREATE TABLE parcels (order_id TEXT) STRICT");
    const release = told();
    report("held");
    await release;
    await delivery?.commit();
    await store.close();
    report("released");
  },

  async "open the file"() {
    const go = told();
    report("ready");
    await go;
    report("opening");
    const store = sqliteStore(file);
    report(await store.migrate());
    await store.close();
  },

  /** Writes until the file cannot grow any more; the parent has set the limit. */
  async "fill the disk"() {
    const store = sqliteStore(file);
    for (let i = 0; i < 2000; i++) {
      const refused = await store.checkWrite().then(
        () => undefined,
        (error: unknown) => String(error),
      );
      if (refused === undefined) continue;
      const again = await store.checkWrite().then(
        () => "written",
        () => "refused",
      );
      report([refused, again, await keptIn(store).stats()]);
      return;
    }
    report(["never refused"]);
  },
};

await tasks[task ?? ""]?.();
process.disconnect();
