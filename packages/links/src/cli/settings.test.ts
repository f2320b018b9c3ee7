import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { settingsOf } from "./settings.ts";

const folder = mkdtempSync(join(tmpdir(), "ventanilla-settings-"));
after(() => rmSync(folder, { recursive: true }));

const settingsWith = (env: Record<string, string>) => settingsOf({ DATA_DIR: folder, ...env }, true, true);

test("a key that a full disk has left empty is made again, and then stays", () => {
  writeFileSync(join(folder, "settings"), "");
  const { PAYMENTS_KEY: key } = settingsWith({});
  assert.match(key, /^[\w+/]{43}=$/);
  const written = statSync(join(folder, "settings"), { bigint: true }).mtimeNs;
  assert.equal(settingsWith({}).PAYMENTS_KEY, key);
  // The disk may be full again.
  assert.equal(statSync(join(folder, "settings"), { bigint: true }).mtimeNs, written, "it is not written again");
});

test("beside the sandbox nothing goes to a bank or a store that the environment has for production", () => {
  const bank = "https://pay.bank.example";
  const production = { SESSION_API_URL: bank, GATEWAY_URL: bank, VENTANILLA_STORE: "shop.db", BANK_PORT: "4321" };
  const { SESSION_API_URL, GATEWAY_URL, VENTANILLA_STORE } = settingsWith(production);
  const own = "http://127.0.0.1:4321";
  assert.deepEqual([SESSION_API_URL, GATEWAY_URL, VENTANILLA_STORE], [own, own, join(folder, "payments.db")]);
});

test("each start has a password of its own, unless the environment has one", () => {
  const { STAFF_PASSWORD: password } = settingsWith({});
  assert.match(password, /^[\w-]{12}$/);
  assert.notEqual(settingsWith({}).STAFF_PASSWORD, password);
  assert.equal(settingsWith({ STAFF_PASSWORD: "secret" }).STAFF_PASSWORD, "secret");
});
