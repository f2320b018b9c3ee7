// A `node --test` reporter that prints nothing and writes the run's numbers to the counts file.
import { relative } from "node:path";
import { appendCounts } from "./counts.mjs";

/** @param {AsyncIterable<{ type: string, data: any }>} events */
export default async function* countsReporter(events) {
  const failures = [];
  for await (const { type, data } of events) {
    // A suite that failed because of a test in it is not named again. A test marked `todo` may fail.
    if (type === "test:fail" && !data.todo && data.details.error?.failureType !== "subtestsFailed")
      failures.push(`${relative("", data.file ?? "")}: ${data.name}`);
    // Each file has a summary; the last summary, without a file, is the whole run's.
    if (type !== "test:summary" || data.file !== undefined) continue;
    const { passed, failed, cancelled, skipped, todo } = data.counts;
    appendCounts({ runner: "node", passed, failed: failed + cancelled, skipped: skipped + todo, failures });
  }
  yield "";
}
