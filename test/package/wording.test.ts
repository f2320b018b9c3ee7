import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";

const root = resolve(import.meta.dirname, "../..");
const files = globSync(
  ["*.md", "{docs,packages,test,tools,demo,examples}/**/*.{ts,tsx,js,mjs,md,html,css,json,svelte,vue}"],
  { cwd: root, exclude: (name) => /(?:^|\/)(?:node_modules|dist|build|results)$/.test(name) },
);

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
  [/\bswallow(?:s|ed|ing)?\b/i, "ignores, catches"],
];

test("sources, tests, messages and pages cite only what a reader has, in words that do not make one stop", () => {
  assert.ok(files.length > 500);
  const found = files
    .filter((file) => !file.endsWith("test/package/wording.test.ts"))
    .flatMap((file) =>
      readFileSync(resolve(root, file), "utf8")
        .split("\n")
        .flatMap((line, i) =>
          [...unknown, ...unclear].flatMap(([pattern, say]) =>
            pattern.test(line) ? [`${file}:${i + 1}: ${pattern.exec(line)?.[0]}: say ${say}`] : [],
          ),
        ),
    );
  assert.deepEqual(found, []);
});
