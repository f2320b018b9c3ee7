// JUnit's XML, in which each runner tells `npm test` what it has run: Node and Playwright with reporters of their own,
// @web/test-runner with the one below, because its own leaves out tests that are in no suite.
import { writeFileSync } from "node:fs";
import process from "node:process";

const entities = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
const plain = (text) =>
  text.replaceAll(/&(?:#(\d+)|(\w+));/g, (all, code, name) =>
    code ? String.fromCodePoint(code) : (entities[name] ?? all),
  );
const escaped = (text) => text.replaceAll(/[<>"&]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * The tests of a report: `runner` is where the test ran, `why` the reason of one that was skipped.
 * @param {string} xml
 * @returns {{ runner: string, name: string, result: "passed" | "failed" | "skipped", why: string }[]}
 */
export function testsIn(xml) {
  const attribute = (text, name) => plain(new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1] ?? "");
  let runner = "";
  const tests = [];
  // What follows a tag up to the next one: a test's failure, or that it was skipped.
  for (const [, tag, attributes, inside] of xml.matchAll(
    /<(testsuite|testcase)((?:\s[\w:.-]+="[^"]*")*)\s*\/?>((?:(?!<\/?test(?:suite|case)\b).)*)/gs,
  )) {
    if (tag === "testsuite") runner = attribute(attributes, "hostname");
    else {
      const result = /<(?:failure|error)\b/.test(inside) ? "failed" : /<skipped\b/.test(inside) ? "skipped" : "passed";
      // Node gives the reason with the tag, Playwright as a property.
      const why =
        attribute(/<skipped\b[^>]*/.exec(inside)?.[0] ?? "", "message") ||
        attribute(/<property name="(?:skip|fixme)"[^>]*/.exec(inside)?.[0] ?? "", "value");
      const where = attribute(attributes, "file") || attribute(attributes, "classname");
      tests.push({ runner, name: `${where}: ${attribute(attributes, "name")}`, result, why });
    }
  }
  return tests;
}

/** Every test in a suite, with its full name. */
const testsOf = (whole, within = "") => [
  ...(whole?.tests ?? []).map((test) => ({ ...test, name: within + test.name })),
  ...(whole?.suites ?? []).flatMap((inner) => testsOf(inner, `${within}${inner.name} › `)),
];

/**
 * For `reporters` of a @web/test-runner configuration, next to `defaultReporter()`: writes the file that VENTANILLA_JUNIT
 * names, if any.
 */
export function junitReporter() {
  function suiteOf({ browser, testFile, testResults, passed }) {
    const tests = testsOf(testResults);
    // A file that could not be loaded has no tests, and has failed.
    if (!passed && !tests.some((test) => !test.passed && !test.skipped)) tests.push({ name: "the file" });
    const cases = tests.map((test) => {
      const result = test.skipped ? "<skipped/>" : test.passed ? "" : "<failure/>";
      return `<testcase file="${escaped(String(testFile))}" name="${escaped(test.name)}">${result}</testcase>\n`;
    });
    return `<testsuite hostname="${escaped(browser.name)}">\n${cases.join("")}</testsuite>\n`;
  }
  return {
    stop({ sessions }) {
      const file = process.env.VENTANILLA_JUNIT;
      if (file) writeFileSync(file, `<testsuites>\n${Array.from(sessions, suiteOf).join("")}</testsuites>\n`);
    },
  };
}
