// A `node --test` reporter that prints nothing and hands the run's numbers to the counts file.
import { relative } from "node:path";
import { appendCounts } from "./counts.mjs";

/** @param {AsyncIterable<{ type: string, data: any }>} events */
export default async function* countsReporter(events) {
  const failures = [];
  for await (const { type, data } of events) {
    // One that failed for what is in it names nothing new; one still to be done may fail.
    if (type === "test:fail" && !data.todo && data.details.error?.failureType !== "subtestsFailed")
      failures.push(`${relative("", data.file ?? "")}: ${data.name}`);
    // One summary a file, then one without a file: the whole run.
    if (type !== "test:summary" || data.file !== undefined) continue;
    const { passed, failed, cancelled, skipped, todo } = data.counts;
    appendCounts({ runner: "node", passed, failed: failed + cancelled, skipped: skipped + todo, failures });
  }
  yield "";
}
