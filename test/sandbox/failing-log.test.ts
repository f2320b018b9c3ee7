import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { makeServer } from "../../packages/sandbox/src/http/server.ts";
import { cardForm } from "../buyer-at-bank.ts";
import { warningsOf } from "../loggers.ts";
import { bank, create, open, post, query, resultOf } from "./shop.ts";

test("what fails after the answer is reported, and the answer arrives", async (t) => {
  const full = new Error("the disk is full");
  const reported: unknown[] = [];
  const server = makeServer(
    [{ method: "GET", path: "/", handle: () => ({ status: 200, headers: {}, body: "x".repeat(1_000_000) }) }],
    {
      errorResponse: (_request, status) => ({ status, headers: {}, body: "" }),
      onError: (error) => void reported.push(error),
      onExchange: () => {
        throw full;
      },
    },
  ).listen(0, "127.0.0.1");
  t.after(() => server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: "close" } });
  assert.equal((await response.text()).length, 1_000_000);
  assert.deepEqual(reported, [full]);
});

test("a log that fails costs no exchange and no payment; the process warns of it once", async () => {
  const warnings = await warningsOf(async () => {
    const sandbox = await bank({
      log: () => {
        throw new Error("the disk is full");
      },
    });
    const session = await create(sandbox, { Strange: 1 });
    assert.equal((await query(sandbox, session)).status, 404);
    const paid = await post(await open(sandbox, session), cardForm("4761340000000050"));
    assert.equal(paid.status, 303);
    assert.equal((await resultOf(sandbox, session)).ResponseCode, "00");
    assert.deepEqual(
      sandbox.wire().map(({ method, path }) => `${method} ${path.split(/[/?]/)[1]}`),
      ["POST sessions", "GET sessions", "POST authorize", "POST auth", "GET sessions"],
    );
  });
  assert.deepEqual(
    warnings.map(({ message }) => message),
    ["the sandbox's log failed: Error: the disk is full"],
  );
});
