import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, test } from "node:test";
import { createSandbox } from "@ventanilla/sandbox";
import { root } from "./texts.ts";

const sandbox = await createSandbox();
after(() => sandbox.close());

/** Runs the conformance suite against an address, without what this run of the tests has in its environment. */
function conform(env: Record<string, string>): Promise<{ code: number; output: string }> {
  // In one process: a process for each file takes three times as long.
  const args = ["--conditions=@ventanilla/source", "--test", "--test-isolation=none", "--test-reporter=tap"];
  const options = { cwd: root, env: { PATH: process.env.PATH, ...env }, maxBuffer: 2 ** 26 };
  return new Promise((resolve) => {
    execFile(process.execPath, [...args, "test/conformance/**/*.test.ts"], options, (error, output) => {
      resolve({ code: error === null ? 0 : 1, output });
    });
  });
}

test("pointed at an address alone, the conformance suite moves no money, and says of each test why it is left out", async () => {
  const { code, output } = await conform({ BASE: sandbox.url });
  assert.equal(code, 0, output.slice(-4000));
  assert.deepEqual(sandbox.transactions(), []);
  assert.equal(sandbox.sessions().filter(({ visits }) => visits > 0).length, 0);
  const leftOut = output.match(/# SKIP left out: \S.*/g) ?? [];
  const [, passed = "0"] = /^# pass (\d+)$/m.exec(output) ?? [];
  const [, skipped = "0"] = /^# skipped (\d+)$/m.exec(output) ?? [];
  assert.equal(leftOut.length, Number(skipped));
  assert.ok(Number(passed) > 50 && Number(skipped) > 50, `${passed} passed, ${skipped} left out`);
});

test("given a test card, it makes REST payments with that card and no other", async () => {
  const { code, output } = await conform({ BASE: sandbox.url, CARD: "5461340000000050" });
  assert.equal(code, 0, output.slice(-4000));
  const approved = sandbox.transactions().filter((transaction) => transaction.code === "00");
  assert.ok(approved.length > 50);
  assert.deepEqual([...new Set(approved.map(({ maskedCard }) => maskedCard.slice(0, 6)))], ["546134"]);
});
