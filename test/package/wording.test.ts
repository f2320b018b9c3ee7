import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOfTexts } from "./texts.ts";

/** Documents that no reader of the repository has, and what to cite in their place. */
const unknown: [RegExp, string][] = [
  [/\bthe seed\b|\bseeds?(?:'s)?,? (?:sections? |rules? )?§?\d/i, "contract §…; a seed is one of random numbers"],
  [/\bfield[- ]notes?\b/i, "contract §…, in its blocks “Live”"],
  [/\bour threats\b|\bperformance,? section\b/i, "a decision of docs/decisions"],
  [/(?<![\w/])(?:design|copy|toolchain|house-style|test-profile|threats|performance|wording)\.md\b/i, "a page of docs"],
];

/** What made readers stop, and what is said instead. */
const unclear: [RegExp, string][] = [
  [/\bunless told\b/i, "Default: …"],
  [/\baloud\b/i, "warned about, announced"],
  [/\breads? over\b/i, "ignores: to read over is to read through"],
  [/\bswallow(?:s|ed|ing)?\b/i, "ignores, catches"],
];

test("sources, tests, messages and pages cite only what a reader has, in words that do not make one stop", () => {
  const lines = linesOfTexts("test/package/wording.test.ts");
  assert.ok(lines.length > 10_000);
  const found = lines.flatMap(({ text, where }) =>
    [...unknown, ...unclear].flatMap(([pattern, say]) =>
      pattern.test(text) ? [`${where}: ${pattern.exec(text)?.[0]}: say ${say}`] : [],
    ),
  );
  assert.deepEqual(found, []);
});
