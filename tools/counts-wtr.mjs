// A @web/test-runner reporter that prints nothing and writes each browser's numbers to the counts file.
import { appendCounts } from "./counts.mjs";

/** Every test in a suite, with its full name. */
const testsOf = (suite, within = "") => [
  ...(suite?.tests ?? []).map((test) => ({ ...test, name: within + test.name })),
  ...(suite?.suites ?? []).flatMap((inner) => testsOf(inner, `${within}${inner.name} › `)),
];

/** The reporter, for `reporters` of a @web/test-runner configuration, next to `defaultReporter()`. */
export function countsReporter() {
  return {
    stop({ sessions }) {
      const byBrowser = new Map();
      for (const { browser, testFile, testResults, passed } of sessions) {
        const none = { runner: browser.name, passed: 0, failed: 0, skipped: 0, failures: [] };
        const counts = byBrowser.get(browser.name) ?? none;
        byBrowser.set(browser.name, counts);
        const tests = testsOf(testResults);
        const failures = tests.filter((test) => !test.passed && !test.skipped).map(({ name }) => name);
        counts.skipped += tests.filter((test) => test.skipped).length;
        counts.passed += tests.filter((test) => test.passed && !test.skipped).length;
        // A file that could not be loaded has no tests, and has failed.
        if (!passed && failures.length === 0) failures.push(String(testFile));
        counts.failed += failures.length;
        counts.failures.push(...failures);
      }
      for (const counts of byBrowser.values()) appendCounts(counts);
    },
  };
}
