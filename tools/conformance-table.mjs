/**
 * Writes `docs/contributing/conformance.md`: how many points the contract has, how many tests, whose titles begin with the
 * point, and what cannot be tested.
 * With `--titles` it prints the titles instead; with `--check` it writes nothing and fails when the file is out of date,
 * or when a point has no test. Run from anywhere: `node tools/conformance-table.mjs`.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { table, writePage } from "./written-page.mjs";

// With this variable the suite's files only list their tests and run nothing.
process.env.CONFORMANCE_LIST = "1";

const root = fileURLToPath(new URL("..", import.meta.url));
const suite = join(root, "test", "conformance");

const { contract, isAbout } = await import("../test/conformance/contract.ts");
const { registered } = await import("../test/conformance/conform.ts");
for (const name of readdirSync(suite).toSorted()) {
  if (name.endsWith(".test.ts")) await import(pathToFileURL(join(suite, name)));
}

const conformance = registered.map(({ title, needs, profile }) => ({ title, needs, profile, point: closest(title) }));

const rows = contract.map((point) => ({
  point,
  conformance: conformance.filter((one) => one.point === point),
}));

const untested = rows.filter(({ point, ...row }) => !point.untestable && row.conformance.length === 0);
const unmatched = conformance.filter(({ point }) => point === undefined);

if (process.argv.includes("--titles")) {
  for (const { title, needs, profile } of conformance) console.log(shown({ title, needs, profile }));
} else {
  writePage("contributing/conformance.md", wholePage());
}
if (process.argv.includes("--check")) {
  const problems = [
    ...untested.map(({ point }) => `no test: ${point.key}`),
    ...unmatched.map(({ title }) => `about no point of the contract: ${title}`),
  ];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}

/** The point that a title is about. Of several, the one with the longest key. */
function closest(title) {
  return contract
    .filter((point) => isAbout(title, point))
    .reduce((best, point) => (best && best.key.length >= point.key.length ? best : point), undefined);
}

function wholePage() {
  const tested = rows.filter((row) => row.conformance.length > 0).length;
  const count = (need) => conformance.filter(({ needs }) => needs.includes(need)).length;
  const untestable = rows.filter(({ point }) => point.untestable);
  return `# The contract's tests

Written by \`node tools/conformance-table.mjs\`. [\`test/conformance/contract.ts\`](../../test/conformance/contract.ts) lists the contract's
${contract.length} points: ${tested} have conformance tests (${conformance.length} in all), ${untestable.length} cannot be tested. A test's title begins with its point:
\`node tools/conformance-table.mjs --titles\` prints them. [\`profile-rules.ts\`](../../test/conformance/profile-rules.ts) has, row by row, what
each profile of the sandbox does with what is wrong.

The suite speaks raw HTTP and knows none of our packages. \`npm run long conformance\` runs it against a sandbox of each profile. With an
address it runs what is safe there, and reports the rest as left out:

\`\`\`sh
BASE=https://qa.bank.example npm run long conformance
\`\`\`

[The variables](../going-live/account-executive.md#certification-compare-the-bank-with-the-contract) name the service, the affiliation and a
test card, without which ${count("card")} tests are left out. \`BEARER\` and \`BEARER_HEADER\` are for ${count("bearer")} tests of refunds, \`PROFILE\` says
which behavior to expect, \`live\` (default) or \`document\`, and with \`CONTROL\`, the address of a sandbox's control API, ${count("control")} more are run.

## What cannot be tested

${table(
  ["points", "why"],
  [...Map.groupBy(untestable, ({ point }) => point.untestable)].map(([why, same]) => [
    same.map(({ point }) => cell(point.key)).join(", "),
    cell(why),
  ]),
)}
`;
}

/** A title with what its test needs. */
function shown({ title, needs, profile }) {
  return `${title}${profile ? ` (${profile})` : ""}${needs.length > 0 ? ` [${needs.join(", ")}]` : ""}`;
}

function cell(words) {
  return words.replaceAll("|", "\\|").replaceAll("<", "&lt;");
}
