import assert from "node:assert/strict";
import { test } from "node:test";
import { ArgumentError } from "@ventanilla/client";
import { type Options, sqliteStore, ventanilla } from "@ventanilla/express";
import { encryptionKey, merchant, orderOf } from "./shop.ts";

const store = sqliteStore(":memory:");
const good: Options = {
  publicUrl: "https://shop.example/payments",
  gateway: { sessionApiUrl: "https://api.bank.example", gatewayUrl: "https://pay.bank.example" },
  merchant,
  store,
  encryptionKeys: [encryptionKey],
  order: orderOf,
  onPaid: () => {},
};

function refused(wrong: Record<string, unknown>, message: RegExp): void {
  assert.throws(
    () => ventanilla({ ...good, ...wrong }),
    (error) => error instanceof ArgumentError && message.test(error.message),
    `expected ${message}`,
  );
}

test("a right configuration is accepted", async () => {
  const payments = ventanilla({ ...good, store: sqliteStore(":memory:") });
  await payments.close();
});

test("publicUrl is an absolute https address, or http on loopback", () => {
  refused({ publicUrl: undefined }, /^publicUrl: /);
  refused({ publicUrl: "/payments" }, /^publicUrl: /);
  refused({ publicUrl: "ftp://shop.example" }, /^publicUrl: /);
  refused({ publicUrl: "http://shop.example/payments" }, /^publicUrl: expected https/);
  refused({ publicUrl: "https://shop.example/payments?x=1" }, /^publicUrl: expected no query/);
  refused(
    { publicUrl: "https://u:p@shop.example/payments" },
    /^publicUrl: expected an address without user name and password$/,
  );
});

test("the gateway's addresses are https, or http on loopback, and the error names the field", () => {
  refused({ gateway: undefined }, /^gateway: /);
  refused({ gateway: { ...good.gateway, sessionApiUrl: "http://api.bank.example" } }, /sessionApiUrl/);
  refused({ gateway: { ...good.gateway, gatewayUrl: "pay" } }, /gatewayUrl/);
  refused({ gateway: { ...good.gateway, pageOrigins: ["//x"] } }, /pageOrigins/);
  refused(
    { gateway: { ...good.gateway, installmentsPath: "servicios/x" } },
    /^gateway\.installmentsPath: expected a path/,
  );
  refused(
    { gateway: { ...good.gateway, installmentPath: "/x" } },
    /^gateway\.installmentPath: unknown field, did you mean/,
  );
});

test("a merchant without number, or with a name that is too long, is refused naming the field", () => {
  const { number, ...without } = merchant;
  refused({ merchant: undefined }, /[Mm]erchant/);
  refused({ merchant: without }, /[Mm]erchant\.number/);
  refused({ merchant: { ...merchant, number: "1".repeat(16) } }, /[Mm]erchant\.number/);
  refused({ merchant: { ...merchant, name: { ...merchant.name, owner: "X".repeat(23) } } }, /owner/);
  refused({ merchant: { ...merchant, name: { ...merchant.name, country: "DOM" } } }, /country/);
});

test("callbacks, store and unknown options are checked", () => {
  refused({ order: undefined }, /^order: /);
  refused({ onPaid: "yes" }, /^onPaid: /);
  refused({ onPaidAgain: 1 }, /^onPaidAgain: /);
  refused({ store: {} }, /^store: /);
  refused({ onpaid: () => {} }, /^onpaid: unknown option/);
});

test("returnTo stays on the shop's own origin", () => {
  for (const path of ["https://evil.example", "//evil.example", "/\\evil.example", "orders", "/a\nb", "javascript:1"]) {
    refused({ returnTo: path }, /^returnTo: /);
  }
});

test("a store in memory refuses to run in production", () => {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  try {
    const message = /sqliteStore\(path\) with a file in production/;
    assert.throws(() => sqliteStore(":memory:"), { code: "ERR_VENTANILLA_ARGUMENT", message });
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
});

test("sqliteStore wants the name of a file", () => {
  for (const path of ["", undefined as unknown as string]) {
    assert.throws(() => sqliteStore(path), { code: "ERR_VENTANILLA_ARGUMENT", message: /sqliteStore\(path\)/ });
  }
});
