// A @web/test-runner reporter that prints nothing and hands each browser's numbers to the counts file.
import { appendCounts } from "./counts.mjs";

const testsOf = (suite) => [...(suite?.tests ?? []), ...(suite?.suites ?? []).flatMap(testsOf)];

/** The reporter, for `reporters` of a @web/test-runner configuration, next to `defaultReporter()`. */
export function countsReporter() {
  return {
    stop({ sessions }) {
      const byBrowser = new Map();
      for (const { browser, testResults, passed } of sessions) {
        const counts = byBrowser.get(browser.name) ?? { runner: browser.name, passed: 0, failed: 0, skipped: 0 };
        byBrowser.set(browser.name, counts);
        const tests = testsOf(testResults);
        const failed = tests.filter((test) => !test.passed && !test.skipped).length;
        counts.skipped += tests.filter((test) => test.skipped).length;
        counts.passed += tests.filter((test) => test.passed && !test.skipped).length;
        // A file that could not be loaded has no tests, and still failed.
        counts.failed += passed || failed > 0 ? failed : 1;
      }
      for (const counts of byBrowser.values()) appendCounts(counts);
    },
  };
}
