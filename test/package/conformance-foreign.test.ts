import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, test } from "node:test";
import { promisify } from "node:util";
import { createSandbox } from "@ventanilla/sandbox";
import { root } from "./texts.ts";

const sandbox = await createSandbox();
after(() => sandbox.close());

/** Runs the conformance suite against an address, without what this run of the tests has in its environment. */
async function conform(env: Record<string, string>): Promise<string> {
  // In one process: a process for each file takes three times as long.
  const args = ["--conditions=@ventanilla/source", "--test", "--test-isolation=none", "--test-reporter=tap"];
  const options = { cwd: root, env: { PATH: process.env.PATH, BASE: sandbox.url, ...env }, maxBuffer: 2 ** 26 };
  const suite = promisify(execFile)(process.execPath, [...args, "test/conformance/**/*.test.ts"], options);
  return (await suite.catch(({ stdout }) => assert.fail(stdout.slice(-4000)))).stdout;
}

test("pointed at an address alone, the conformance suite moves no money, and says of each test why it is left out", async () => {
  const output = await conform({});
  assert.deepEqual(sandbox.transactions(), []);
  assert.equal(sandbox.sessions().filter(({ visits }) => visits > 0).length, 0);
  const [, passed, skipped] = /^# pass (\d+)\n(?:#.*\n)*?# skipped (\d+)$/m.exec(output) ?? [];
  assert.equal(output.match(/# SKIP left out: \S.*/g)?.length, Number(skipped));
  assert.ok(Number(passed) > 50 && Number(skipped) > 50, `${passed} passed, ${skipped} left out`);
});

test("given a test card, it makes REST payments with that card and no other", async () => {
  await conform({ CARD: "5461340000000050" });
  const approved = sandbox.transactions().filter(({ code }) => code === "00");
  assert.ok(approved.length > 50 && approved.every(({ maskedCard }) => maskedCard.startsWith("546134")));
});
