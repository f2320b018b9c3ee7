import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { defaultLimits } from "#express/http/limits.ts";
import { root } from "../package/texts.ts";
import { allDocuments } from "./documents.ts";

const texts = allDocuments()
  .filter(({ path }) => !path.startsWith("docs/decisions/"))
  .map(({ path, prose }) => ({ path, text: prose.join(" ").replaceAll(/\s+/g, " ") }));

/** What the documents say: the groups of each match. */
function said(pattern: RegExp): { path: string; groups: string[] }[] {
  return texts.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([, ...groups]) => ({ path, groups: groups.filter((one) => one !== undefined) })),
  );
}

/** Finds a number in every one of these documents, and compares it. */
function agree(pattern: RegExp, expected: string, documents: number): void {
  const found = said(pattern);
  assert.ok(new Set(found.map(({ path }) => path)).size >= documents, `${pattern}: ${JSON.stringify(found)}`);
  for (const { path, groups } of found) assert.equal(groups[0]?.replaceAll(",", ""), expected, `${path}: ${pattern}`);
}

test("every document states the limits of launches as the router has them", () => {
  const of = {
    order: /(\d+) (?:an order|for one order|por pedido)\b/g,
    browser: /(\d+) (?:a browser|for one browser|por navegador)\b/g,
    address: /(\d+) (?:(?:an|for one) (?:IP )?address|por dirección|(?:launches in ten|inicios en diez) minut)/g,
    all: /(?<=(?:address|dirección(?: IP)?), )([\d,]+) (?:in all\b|for a process|en total|por proceso)/g,
  };
  for (const [kind, limit] of Object.entries(defaultLimits)) {
    agree(of[kind as keyof typeof of], `${limit}`, kind === "address" ? 4 : 2);
  }
});

test("every document states when a failed hook runs again as the router does it", () => {
  const source = readFileSync(join(root, "packages/express/src/outbox/hook-run.ts"), "utf8");
  const [, pauses = "", most, last] =
    /backOffMs = \[(.*?), hour\];\nconst maxWaitMs = (\d+) \* hour;[\s\S]*?giveUpAfterMs = (\d+) \* hour;/.exec(
      source,
    ) ?? assert.fail("hook-run.ts has another schedule");
  const waits = [...pauses.replaceAll(" * second", " s").replaceAll(" * minute", " min").split(", "), "1 h"].join(", ");
  const schedule =
    /((?:\d+ (?:s|min|h)(?:, | and | y )){3,}?\d+ h),? (?:and then every|y luego cada|then every) (\d+) h, (?:for|durante) (\d+) /g;
  const plain = said(schedule);
  assert.equal(new Set(plain.map(({ path }) => path)).size, 4);
  for (const { path, groups } of plain) assert.deepEqual(groups, [waits, most, last], path);
  agree(/(?:failed for|falló durante) (\d+) (?:hours|horas)/g, `${last}`, 4);
});
