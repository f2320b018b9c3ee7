// A `node --test` reporter that prints nothing and hands the run's numbers to the counts file.
import { appendCounts } from "./counts.mjs";

/** @param {AsyncIterable<{ type: string, data: any }>} events */
export default async function* countsReporter(events) {
  for await (const { type, data } of events) {
    // One summary a file, then one without a file: the whole run.
    if (type !== "test:summary" || data.file !== undefined) continue;
    const { passed, failed, cancelled, skipped, todo } = data.counts;
    appendCounts({ runner: "node", passed, failed: failed + cancelled, skipped: skipped + todo });
  }
  yield "";
}
