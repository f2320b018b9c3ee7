import assert from "node:assert/strict";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, test } from "node:test";
import type { Gateway } from "@ventanilla/client";
import type { Payments } from "@ventanilla/express";
import type { Sandbox } from "@ventanilla/sandbox";
import express from "express";
import { serve } from "../serve.ts";
import { cards, encryptionKey, payAtBank } from "../shop.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { documentAt } from "./documents.ts";
import { launchAt, openBank, payAndReturn, runProgram } from "./program.ts";

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
  assert.ok(said.length >= 6);
  for (const [value, comment] of said) assert.ok(saysOf(value, comment), `${String(value)} // ${comment}`);
});

/** Whether a comment gives a value: a string as it is, in quotes or bare; an object by its name; all else as a program does. */
function saysOf(value: unknown, comment: string): boolean {
  const [given, text] = [String(value), comment].map((each) => each.replaceAll("\u00a0", " "));
  if (typeof value === "string") return text === given || `${text},`.startsWith(`"${given}",`);
  return text === (typeof value === "object" && value !== null ? `a ${value.constructor.name}` : given);
}

/** Does what a line of curl says: method, address, body. */
async function curl(line: string): Promise<string> {
  const [, method, quoted, bare, body] =
    /^curl -s(?: -X (\w+))? (?:'([^']+)'|(\S+))(?: -d '([^']*)')?/.exec(line) ?? assert.fail(line);
  const init = body === undefined ? { method: method ?? "GET" } : { method: method ?? "POST", body };
  const answer = await fetch(quoted ?? bare ?? "", init);
  assert.equal(answer.status, 200, line);
  return answer.text();
}

test("the sandbox answers the requests of its README", async () => {
  const bank = await openBank();
  const script =
    documentAt("packages/sandbox/README.md")?.blocks.find(({ code }) => code.startsWith("curl"))?.code ?? "";
  const [create, ask, ...more] = script
    .replaceAll("http://127.0.0.1:4000", bank.url)
    .split(/\n(?=curl|#)/)
    .map((line) => line.trim())
    .filter((line) => line.startsWith("curl"));
  assert.ok(create && ask && more.length === 0);
  const session = JSON.parse(await curl(create)) as Record<"SESSION" | "session-key", string>;
  await payAtBank({ sandbox: bank }, session.SESSION, cards.approved);
  const question = ask.replace("<SESSION>", session.SESSION).replace("<session-key>", session["session-key"]);
  assert.equal((JSON.parse(await curl(question)) as { ResponseCode: string }).ResponseCode, "00");
});

test("the code of the client's README says that the buyer has paid", async () => {
  const bank = await openBank();
  const told: unknown[] = [];
  const { gateway } = await runProgram<{ gateway: Gateway }>({
    path: "packages/client/README.md",
    language: "ts",
    replace: [
      [/"https:\/\/\w+\.bank\.example"/g, "bank"],
      [/^(.*When the buyer is back)/gm, "await buyerPays(form);\n$1"],
    ],
    given: {
      bank: bank.url,
      buyerPays: ({ fields }: { fields: { SESSION: string } }) =>
        payAtBank({ sandbox: bank }, fields.SESSION, cards.approved),
      console: { log: (word: unknown) => void told.push(word) },
    },
    gives: ["gateway"],
  });
  await gateway.close();
  assert.deepEqual(told, ["approved"]);
});

test("the server of the router's README marks the order of the buyer who pays", async () => {
  const bank = await openBank();
  const shop = express();
  const { origin } = await serve(shop);
  const file = join(temporaryFolder("readme"), "payments.db");
  const db = new DatabaseSync(file);
  db.exec("CREATE TABLE orders (id TEXT PRIMARY KEY, paid_at INTEGER); INSERT INTO orders (id) VALUES ('A-1')");
  const order = { buyer: "ana", total: 295_000, tax: 45_000, email: "ana@example.com", phone: "8095550101" };
  const { payments } = await runProgram<{ payments: Payments }>({
    path: "packages/express/README.md",
    language: "js",
    only: /publicUrl: "https/,
    replace: [
      ["https://shop.example", origin],
      [/process\.env\.(?:SESSION_API|GATEWAY)_URL/g, "bank"],
      ["process.env.PAYMENTS_KEY", "key"],
      ['"payments.db"', "file"],
      ["const app = express();", ""],
    ],
    given: {
      app: shop,
      bank: bank.url,
      key: encryptionKey,
      file,
      orders: { find: async (id: string) => (id === "A-1" ? order : undefined) },
      userOf: ({ headers }: IncomingMessage) => headers.cookie,
    },
    gives: ["payments"],
  });
  after(async () => {
    await payments.close();
    db.close();
  });
  assert.equal((await launchAt(origin, "A-1", { Cookie: "eva" })).status, 404);
  await payAndReturn(await launchAt(origin, "A-1", { Cookie: "ana" }), bank);
  await payments.reconcileOnce({ budgetMs: 5000 });
  assert.equal(typeof db.prepare("SELECT paid_at FROM orders").get()?.paid_at, "number");
});
