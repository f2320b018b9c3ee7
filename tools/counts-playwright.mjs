// A Playwright reporter that prints nothing and writes each engine's numbers to the counts file.
import { appendCounts } from "./counts.mjs";

export default class CountsReporter {
  #counts = new Map();
  #suite;

  printsToStdio() {
    return false;
  }

  onBegin(_config, suite) {
    this.#suite = suite;
  }

  onEnd() {
    for (const test of this.#suite?.allTests() ?? []) {
      const runner = test.parent.project().name;
      const counts = this.#counts.get(runner) ?? { runner, passed: 0, failed: 0, skipped: 0, failures: [] };
      this.#counts.set(runner, counts);
      const outcome = test.outcome();
      // Playwright also reports "skipped" for a test that did not run because the run was aborted.
      if (outcome === "expected" || outcome === "flaky") counts.passed++;
      else if (outcome === "skipped" && test.expectedStatus === "skipped") counts.skipped++;
      else {
        counts.failed++;
        counts.failures.push(test.titlePath().slice(2).join(" › "));
      }
    }
    for (const counts of this.#counts.values()) appendCounts(counts);
  }
}
