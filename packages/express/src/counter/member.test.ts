import assert from "node:assert/strict";
import { test } from "node:test";
import { memberOf } from "./member.ts";

test("a staff() that never ends is given up, and lets nobody in", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const asked = assert.rejects(
    memberOf(() => new Promise(() => {}), {} as never),
    /^Error: staff\(\) had no answer after 10 s$/,
  );
  t.mock.timers.tick(10_000);
  await asked;
});

test("what a member may do is named by words that the counter knows, and who may decide may look", async () => {
  const member = (staff: unknown) => memberOf(() => staff as string, {} as never);
  assert.deepEqual(await member({ name: "Ana", may: ["resolve"] }), {
    name: "Ana",
    mayResolve: true,
    mayReverse: false,
  });
  assert.deepEqual(await member({ name: "Ana", may: ["look"] }), {
    name: "Ana",
    mayResolve: false,
    mayReverse: false,
  });
  for (const may of [["admin"], ["look", "decide"], [undefined]]) {
    await assert.rejects(member({ name: "Ana", may }), {
      code: "ERR_VENTANILLA_ARGUMENT",
      message: `staff.may: expected "look", "resolve" and "reverse", not ${JSON.stringify(may.find((one) => one !== "look"))}`,
    });
  }
  assert.equal(await member({ name: "Ana", may: [] }), undefined);
});
