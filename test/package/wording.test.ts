import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOfTexts } from "./texts.ts";

type Ban = [pattern: RegExp, instead: string];

/** Documents that no reader of the repository has. */
const unknown: Ban[] = [
  [/\bthe seed\b|\bseeds?(?:'s)?,? (?:sections? |rules? )?§?\d/i, "contract §…; a seed is one of random numbers"],
  [/\bfield[- ]notes?\b/i, "contract §…, in its blocks “Live”"],
  [/\bour threats\b|\bperformance,? section\b|\(sections? \d/i, "a decision of docs/decisions"],
  [/(?<![\w/])(?:design|copy|toolchain|house-style|test-profile|threats|performance|wording)\.md\b/i, "a page of docs"],
];

/** The registry gives an unscoped name to whoever asks first. */
const commands: Ban[] = [
  [
    /\b(?:npx|bunx|pnpx|(?:npm|pnpm|yarn|bun) (?:exec|x|dlx|create|init|install|i|add|view))\s+(?:-\S+\s+)*[\w-]*ventanilla\b/,
    "npx @ventanilla/sandbox, npx -p @ventanilla/express ventanilla, npm create @ventanilla",
  ],
];

const lines = linesOfTexts("test/package/wording.test.ts");

for (const [title, bans] of Object.entries({
  "sources, tests, messages and pages cite only what a reader has": unknown,
  "no command asks a registry for a name that is not ours": commands,
})) {
  test(title, () => {
    assert.ok(lines.length > 10_000);
    const found = lines.flatMap(({ text, where }) =>
      bans.flatMap(([pattern, instead]) =>
        pattern.test(text) ? [`${where}: ${pattern.exec(text)?.[0]}: say ${instead}`] : [],
      ),
    );
    assert.deepEqual(found, []);
  });
}
