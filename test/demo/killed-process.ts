import { tracingChannel } from "node:diagnostics_channel";
import { openDemo } from "./demo.ts";

/** A process of the demo that is killed once its hook has written, before the commit. Arguments: its file, its time. */
const [file = "", time = ""] = process.argv.slice(2);
tracingChannel("ventanilla:hook").asyncStart.subscribe(() => process.kill(process.pid, "SIGKILL"));
await openDemo(file, () => Number(time))
  .start()
  .reconcileOnce({ budgetMs: 60_000 });
