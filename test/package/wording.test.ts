// What people read in the repository's texts, and what tools write of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { contract } from "../conformance/contract.ts";
import { linesOfTexts, runNode, textOf } from "./texts.ts";

const lines = linesOfTexts().filter(({ file }) => file !== "test/package/wording.test.ts");

/** What no text says, and what it says instead. */
const bans: [RegExp, string][] = [
  [/\bthe seed\b|\bseeds?(?:'s)?,? (?:sections? |rules? )?§?\d/i, "contract §…; a seed is one of random numbers"],
  [/\bfield[- ]notes?\b|\bour threats\b|\bperformance,? section\b|\(sections? \d/i, "contract §…, or a decision"],
  [/(?<![\w/])(?:design|copy|toolchain|house-style|test-profile|threats|performance|wording)\.md\b/i, "a page of docs"],
  // The registry gives an unscoped name to whoever asks first.
  [
    /\b(?:npx|bunx|pnpx|(?:npm|pnpm|yarn|bun) (?:exec|x|dlx|create|init|install|i|add|view))\s+(?:-\S+\s+)*[\w-]*ventanilla\b/,
    "npx @ventanilla/sandbox, npx -p @ventanilla/express ventanilla, npm create @ventanilla",
  ],
];

test("sources, tests, messages and pages cite only what a reader has, and ask no registry for a name that is not ours", () => {
  assert.ok(lines.length > 10_000);
  const found = bans.flatMap(([pattern, instead]) =>
    lines.flatMap(({ text, where }) => (pattern.test(text) ? `${where}: ${text.trim()}: say ${instead}` : [])),
  );
  assert.deepEqual(found, []);
});

test("every page of ours names its icon: a browser asks no address that may answer 404", () => {
  const sources = new Set(
    lines.flatMap(({ file }) => (/(?:^|\/)(?:src|theatre|templates|examples)\//.test(file) ? file : [])),
  );
  const pages = [...sources].filter((file) => /<!doctype html>\s*<html lang/i.test(textOf(file)));
  assert.ok(pages.length > 10, `${pages.length} pages`);
  for (const file of pages) assert.match(textOf(file), /rel="icon"|\$\{noIcon\}/, file);
});

for (const tool of ["attempt-page", "conformance-table", "drawings"]) {
  test(`what tools/${tool}.mjs has written is what it writes again from its sources`, () => {
    const { status, stderr } = runNode([`tools/${tool}.mjs`, "--check"]);
    assert.equal(status, 0, stderr);
  });
}

test("the contract's points are each listed once, and every section that a text cites is on the contract's page", () => {
  assert.equal(new Set(contract.map(({ key }) => key)).size, contract.length);
  const page = textOf("docs/contributing/contract.md");
  const cited = lines.flatMap(({ text, where }) =>
    [...text.matchAll(/§\s?(\d+(?:\.\d+)*)/g)].map(([, section]) => ({ where, section })),
  );
  assert.ok(cited.length > 20);
  for (const { where, section } of cited) assert.ok(page.includes(`<a id="${section}"></a>`), `${where}: §${section}`);
});
