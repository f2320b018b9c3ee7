// What people read in the repository's texts, and what tools write of them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { contract } from "../conformance/contract.ts";
import { linesOfTexts, runNode, textOf } from "./texts.ts";

const lines = linesOfTexts("test/package/wording.test.ts");

/** What no text says, and what it says instead. */
const bans: [RegExp, string][] = [
  [/\bthe seed\b|\bseeds?(?:'s)?,? (?:sections? |rules? )?§?\d/i, "contract §…; a seed is one of random numbers"],
  [/\bfield[- ]notes?\b/i, "contract §…, in its blocks “Live”"],
  [/\bour threats\b|\bperformance,? section\b|\(sections? \d/i, "a decision of docs/decisions"],
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
  const pages = new Map<string, string>();
  for (const { file, text } of lines)
    if (/\/(?:src|theatre|templates|examples)\//.test(file)) pages.set(file, `${pages.get(file) ?? ""}${text}\n`);
  const whole = [...pages].filter(([, text]) => /<!doctype html>\s*<html lang/i.test(text));
  assert.ok(whole.length > 10, `${whole.length} pages`);
  for (const [file, text] of whole) assert.match(text, /rel="icon"|\$\{noIcon\}/, file);
});

/** What a tool writes: `node tools/{tool}.mjs` writes it again. */
for (const [tool, title] of [
  ["attempt-page", "the page of an attempt says what the transition function and its schedule do"],
  ["conformance-table", "the table of conformance has every point of the contract, and each has a test"],
  ["drawings", "docs/drawings shows the steps of a payment and the states of an attempt"],
] as const) {
  test(title, () => {
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
