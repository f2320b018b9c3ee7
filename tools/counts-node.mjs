// A `node --test` reporter that prints nothing and hands the run's numbers to the counts file.
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { appendCounts } from "./counts.mjs";

const together = fileURLToPath(new URL("../test/groups/together.ts", import.meta.url));

/** Whether a test is a whole file of a group. Only its own tests are counted, unless the file cannot be run. */
const isFileOfGroup = ({ file }) => file === together;

/** @param {AsyncIterable<{ type: string, data: any }>} events */
export default async function* countsReporter(events) {
  const counts = { runner: "node", passed: 0, failed: 0, skipped: 0, failures: [] };
  for await (const { type, data } of events) {
    if ((type !== "test:pass" && type !== "test:fail") || data.details.type === "suite") continue;
    const inner = data.details.error?.failureType === "subtestsFailed";
    if (isFileOfGroup(data) && (type === "test:pass" || inner)) continue;
    if (data.skip !== undefined || data.todo !== undefined) counts.skipped++;
    else if (type === "test:pass") counts.passed++;
    else {
      counts.failed++;
      // A test that failed because of its subtests is not named: they are.
      if (!inner) counts.failures.push(`${relative("", data.file ?? "")}: ${data.name}`);
    }
  }
  if (counts.passed + counts.failed + counts.skipped > 0) appendCounts(counts);
  yield "";
}
