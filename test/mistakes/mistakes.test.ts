import assert from "node:assert/strict";
import { test } from "node:test";
import { runMistakes } from "./run.ts";

const told = await runMistakes();

test("there are forty mistakes and more, each another", () => {
  assert.ok(told.length >= 40, String(told.length));
  assert.equal(new Set(told.map(({ mistake }) => mistake)).size, told.length);
});

for (const { group, mistake, names, answers } of told) {
  test(`${group}: ${mistake}: client and sandbox name the field, or what was expected, on one line`, () => {
    assert.ok(answers.client.isPlayed || answers.sandbox.isPlayed);
    for (const who of ["client", "sandbox"] as const) {
      const { text, isPlayed } = answers[who];
      assert.match(text, /^[^\r\n]{10,500}$/, who);
      assert.equal(names[who] !== undefined, isPlayed, who);
      if (!isPlayed) continue;
      assert.ok(text.includes(names[who] ?? ""), `${who}: ${text}`);
      assert.doesNotMatch(text, /4539148803436467|4761340000\d{6}|[0-9a-f]{32}/, "no card and no key");
    }
    if (answers.sandbox.isPlayed) {
      assert.match(
        answers.sandbox.text,
        /expected|did you mean|send |missing|needs its own|done once|limit|not signed|was not issued|accepts only/,
      );
    }
  });
}
