import assert from "node:assert/strict";
import { test } from "node:test";
import type { Sandbox } from "@ventanilla/sandbox";
import { runProgram } from "./program.ts";

test("the code of the sandbox's README runs", async () => {
  const { sandbox } = await runProgram<{ sandbox: Sandbox }>({
    path: "packages/sandbox/README.md",
    language: "ts",
    given: {},
    gives: ["sandbox"],
  });
  assert.equal(sandbox.switches.get("return-method"), "get");
});

test("the code of @ventanilla/web's README gives what its comments say", async () => {
  const said: [unknown, string][] = [];
  await runProgram({
    path: "packages/web/README.md",
    language: "ts",
    replace: [[/^([a-z]\w+\(.*\)(?:\.\w+)?); \/\/ (.*)$/gm, "say($1, String.raw`$2`);"]],
    given: { say: (value: unknown, comment: string) => said.push([value, comment]) },
  });
  assert.ok(said.length >= 4);
  for (const [value, comment] of said) {
    if (typeof value === "string")
      assert.ok(comment.replaceAll("\u00a0", " ").includes(value.replaceAll("\u00a0", " ")), comment);
  }
});
