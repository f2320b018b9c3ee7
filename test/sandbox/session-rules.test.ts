import assert from "node:assert/strict";
import { test } from "node:test";
import { fieldWarnings } from "../../packages/sandbox/src/hosted/field-warnings.ts";
import { bank, complete, create, post, request } from "./shop.ts";

const warnings = (changes: Record<string, unknown>): string[] =>
  fieldWarnings({ ...request, ...changes }).map(({ text }) => text);

test("an amount of zero and a tax above the amount are warned of", () => {
  assert.deepEqual(warnings({ Amount: "000000000000", Tax: "000000000000" }), [
    '"Amount" is 0.00: expected more than zero',
  ]);
  assert.deepEqual(warnings({ Amount: 0, Tax: 0 }), ['"Amount" is 0.00: expected more than zero']);
  assert.deepEqual(warnings({ Tax: "000000295001" }), ['"Tax" is 2950.01: expected at most "Amount", 2950.00']);
  assert.deepEqual(warnings({ Tax: "000000295000" }), []);
});

test("letters in MerchantNumber and an IP address that cannot be one are warned of", () => {
  assert.deepEqual(warnings({ MerchantNumber: "34900000A" }), [
    '"MerchantNumber" is wrong: expected digits, padded right with spaces or not',
  ]);
  assert.deepEqual(warnings({ Ipclient: "999.1.1.1" }), ['"Ipclient" is wrong: expected an IPv4 address']);
});

test("a TransactionId that another living session has is warned of, in both profiles, and taken", async () => {
  for (const profile of ["live", "document"] as const) {
    const sandbox = await bank({ profile });
    const said = () => sandbox.sessions().at(-1)?.warnings;
    await create(sandbox, { ...complete, OrdenID: "A-1" });
    assert.deepEqual(said(), []);
    await create(sandbox, { ...complete, OrdenID: "A-2" });
    assert.deepEqual(said(), [
      '"TransactionId" 000042 is that of another session, A-1: expected one that no other session has',
    ]);
    await create(sandbox, { ...complete, OrdenID: "A-3", TransactionId: "000043" });
    assert.deepEqual(said(), []);
    await create(sandbox, { ...complete, OrdenID: "A-4", TransactionId: "000043", MerchantNumber: "349000001" });
    assert.deepEqual(said(), []);
    // Another merchant's session in between changes nothing.
    await create(sandbox, { ...complete, OrdenID: "A-6", TransactionId: "000043" });
    assert.deepEqual(said(), [
      '"TransactionId" 000043 is that of another session, A-3: expected one that no other session has',
    ]);
    sandbox.clock.advance(30 * 60 * 1000);
    await create(sandbox, { ...complete, OrdenID: "A-5" });
    assert.deepEqual(said(), []);
    sandbox.reset();
    await create(sandbox, complete);
    assert.deepEqual(said(), []);
  }
});

test("profile document demands of a direct form what it demands of a session, in words or as a page", async () => {
  const sandbox = await bank({ profile: "document" });
  const address = `${sandbox.url}/authorize`;
  assert.equal((await post(address, complete)).status, 303);
  for (const [change, problem] of [
    [{ Ipclient: "" }, "missing: Ipclient"],
    [{ OrdenID: "x".repeat(21) }, '"OrdenID" is 21 bytes long: the limit is 20'],
    [{ OrdenId: "x".repeat(27) }, '"OrdenId" is 27 bytes long: the limit is 20'],
    [{ Amount: "000000000000", Tax: "0" }, '"Amount" is 0.00: expected more than zero'],
  ] as const) {
    const form = { ...complete, ...change };
    const created = await fetch(`${sandbox.url}/sessions`, { method: "POST", body: JSON.stringify(form) });
    const direct = await post(address, form);
    const said = await direct.text();
    assert.deepEqual([created.status, direct.status], [400, 400], problem);
    assert.deepEqual([await created.text(), said], [said, JSON.stringify({ message: problem })]);
    const page = await fetch(address, {
      method: "POST",
      body: new URLSearchParams(form),
      headers: { accept: "text/html", "accept-language": "en" },
    });
    assert.equal(page.status, 400);
    assert.ok((await page.text()).includes(problem.replaceAll('"', "&quot;")), problem);
  }
  assert.equal(sandbox.sessions().length, 1);
  sandbox.switches.set("mandatory-fields", "lenient");
  assert.equal((await post(address, { ...complete, Ipclient: "" })).status, 303);
});
