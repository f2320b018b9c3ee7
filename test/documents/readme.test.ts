import assert from "node:assert/strict";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { after, test } from "node:test";
import type { Payments } from "@ventanilla/express";
import { freePort } from "../free-port.ts";
import { encryptionKey } from "../shop.ts";
import { launchAt, listening, openBank, payAndReturn, runProgram } from "./program.ts";

type Middleware = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/** Starts a session for every visitor without one, as many shops do. */
const session: Middleware = (request, response, next) => {
  if (!request.headers.cookie?.includes("sid=")) response.setHeader("Set-Cookie", `sid=${crypto.randomUUID()}`);
  next();
};

/** Refuses every POST without a token, as CSRF protection does. */
const csrf: Middleware = (request, response, next) => {
  if (request.method === "POST") response.writeHead(403).end("no token");
  else next();
};

interface Shop {
  payments: Payments;
  server: Server;
}

test("the README's server takes a payment, with a session and CSRF protection where it says", async () => {
  const bank = await openBank();
  const port = await freePort();
  const told: string[] = [];
  const { payments, server } = await runProgram<Shop>({
    path: "README.md",
    language: "js",
    replace: [
      [/"https:\/\/shop\.example\//, `"http://127.0.0.1:${port}/`],
      [/"https:\/\/\w+\.bank\.example"/g, "bank.url"],
      ["payments.db", ":memory:"],
      ["process.env.PAYMENTS_KEY", "key"],
      [/^\/\/ Here: the session.*$/m, "app.use(session);"],
      [/^\/\/ Here: CSRF protection.*$/m, "app.use(csrf);"],
      ["app.listen(3000)", `const server = app.listen(${port}, "127.0.0.1")`],
    ],
    given: {
      bank,
      session,
      csrf,
      key: encryptionKey,
      console: { log: (words: string) => void told.push(words) },
    },
    gives: ["payments", "server"],
  });
  after(() => payments.close());
  await listening(server);
  const origin = `http://127.0.0.1:${port}`;
  assert.equal((await fetch(`${origin}/contact`, { method: "POST" })).status, 403, "CSRF protection is on");

  const launch = await launchAt(origin, "A-1001");
  assert.equal(launch.status, 200);
  const back = await payAndReturn(launch, bank);
  assert.equal(back.status, 303);
  assert.equal(back.headers.get("set-cookie"), null, "the buyer's session is not replaced");

  await payments.reconcileOnce({ budgetMs: 5000 });
  assert.deepEqual(told, ["order A-1001 is paid"]);
  const [paid] = bank.sessions();
  assert.deepEqual([paid?.order, paid?.state, paid?.amount], ["A-1001", "approved", 295_000]);
});
