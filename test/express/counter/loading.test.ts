import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

const program = `
import { registerHooks } from "node:module";
const loaded = [];
registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
const pages = () => loaded.filter((url) => /src\\/counter\\/(?!options|make-counter|counter-parts)/.test(url)).length;
const { ventanilla } = await import("@ventanilla/express");
const { sqliteStore } = await import("@ventanilla/express/sqlite");
const payments = ventanilla({
  publicUrl: "http://127.0.0.1:9/payments",
  gateway: { sessionApiUrl: "http://127.0.0.1:9", gatewayUrl: "http://127.0.0.1:9" },
  merchant: { number: "349000000", terminal: "58585858", acquirer: "349", name: { owner: "SHOP", city: "SANTO DOMINGO", country: "DO" } },
  store: sqliteStore(":memory:"),
  encryptionKeys: ["0".repeat(64)],
  order: () => undefined,
  onPaid: () => {},
  background: false,
});
const counter = payments.counter({ staff: () => undefined });
const before = pages();
const response = { headersSent: false, setHeader() {}, appendHeader() {}, removeHeader() {}, writeHead() {} };
await new Promise((done) => counter({ url: "/", method: "GET", headers: {} }, { ...response, end: done }, done));
console.log(JSON.stringify([before, pages() > 10]));
await payments.close();
`;

test("the counter's pages are loaded with its first request, and not before", () => {
  const args = ["--conditions=@ventanilla/source", "--input-type=module", "--eval", program];
  assert.deepEqual(JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })), [0, true]);
});
