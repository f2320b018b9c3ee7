import assert from "node:assert/strict";
import { test } from "node:test";
import { ArgumentError } from "@ventanilla/client";
import { type Options, ventanilla } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { es } from "#express/page/texts/es.ts";
import { withShop } from "../kept.ts";
import { encryptionKey, merchant, orderOf } from "../shop.ts";

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
  refused({ gateway: { ...good.gateway, pageOrigins: ["//x"] } }, /^gateway\.pageOrigins\[0\]: /);
  refused({ gateway: { ...good.gateway, pageOrigins: "https://a.example" } }, /^gateway\.pageOrigins: expected a list/);
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
  refused({ merchant: undefined }, /^merchant: /);
  refused({ merchant: without }, /^merchant\.number: /);
  refused({ merchant: { ...merchant, number: "1".repeat(16) } }, /^merchant\.number: /);
  refused({ merchant: { ...merchant, type: "food" } }, /^merchant\.type: /);
  refused({ merchant: { ...merchant, name: "Colmado" } }, /^merchant\.name: /);
  refused({ merchant: { ...merchant, name: { ...merchant.name, owner: "X".repeat(23) } } }, /^merchant\.name\.owner: /);
  refused({ merchant: { ...merchant, name: { ...merchant.name, country: "DOM" } } }, /^merchant\.name\.country: /);
});

test("callbacks, store and unknown options are checked", () => {
  refused({ order: undefined }, /^order: /);
  refused({ onPaid: "yes" }, /^onPaid: /);
  refused({ onPaidAgain: 1 }, /^onPaidAgain: /);
  refused({ store: {} }, /^store: /);
  refused({ store: { ...sqliteStore(":memory:"), claimScope: undefined } }, /^store\.claimScope: expected a function/);
  for (const name of ["orderByReference", "listAttempts"]) {
    const message = new RegExp(`^store\\.shop\\(scope\\)\\.${name}: expected a function`);
    refused({ store: withShop(sqliteStore(":memory:"), () => ({ [name]: undefined })) }, message);
  }
  refused({ onpaid: () => {} }, /^onpaid: unknown option, did you mean onPaid\?$/);
  refused({ publicURL: "x" }, /^publicURL: unknown option, did you mean publicUrl\?$/);
  refused({ capture: "later" }, /^capture: unknown option, order\(\) returns it with each order$/);
  refused({ surprise: 1 }, /^surprise: unknown option, expected one of publicUrl, gateway, /);
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

test("the batch closes at a time of day, in a time zone that Intl knows", async () => {
  refused({ batchClose: "7:00" }, /^batchClose: expected a time of day as HH:MM, did you mean 07:00\?$/);
  for (const batchClose of ["24:00", "19:00:00", 19]) {
    refused({ batchClose }, /^batchClose: expected a time of day as HH:MM$/);
  }
  for (const timeZone of ["Santo_Domingo", "", 4]) {
    refused({ timeZone }, /^timeZone: expected a time zone such as America\/Santo_Domingo$/);
  }
  const elsewhere = { batchClose: "18:30", timeZone: "America/New_York" };
  await ventanilla({ ...good, ...elsewhere, store: sqliteStore(":memory:") }).close();
});

test("sqliteStore wants the name of a file", () => {
  for (const path of ["", undefined as unknown as string]) {
    assert.throws(() => sqliteStore(path), { code: "ERR_VENTANILLA_ARGUMENT", message: /sqliteStore\(path\)/ });
  }
});

test("texts that are unknown, missing or no sentence are refused by name", () => {
  const { back: _, ...incomplete } = es;
  refused({ texts: null }, /^texts: expected texts by language/);
  refused({ texts: { es: { bak: "x" } } }, /^texts\.es\.bak: unknown text, did you mean back\?$/);
  refused(
    { texts: { es: { refused: { gone: {} } } } },
    /^texts\.es\.refused\.gone: unknown text, expected one of bad_request, /,
  );
  refused({ texts: { es: { outcome: { expired: { titel: "x" } } } } }, /^texts\.es\.outcome\.expired\.titel: unknown/);
  for (const back of ["", 7, {}]) refused({ texts: { en: { back } } }, /^texts\.en\.back: expected a sentence$/);
  refused({ texts: { es: "Volver" } }, /^texts\.es: expected an object of texts$/);
  refused({ texts: { ht: incomplete } }, /^texts\.ht: a language of your own needs every text, missing: back$/);
  refused(
    { texts: { ht: { ...incomplete, outcome: { ...es.outcome, paidAgain: {} }, refused: undefined } } },
    /missing: outcome\.paidAgain\.title, outcome\.paidAgain\.message, refused\.bad_request\.title, .*, back$/,
  );
  refused({ texts: { Haitian: es } }, /^texts\.Haitian: expected the code of a language/);
});

test("a storefront that cannot be shown is refused by name", () => {
  const contact = (href: string, label?: string) => ({ storefront: { contact: { href, label } } });
  refused({ storefront: "Colmado" }, /^storefront: expected an object$/);
  refused({ storefront: { nam: "x" } }, /^storefront\.nam: unknown/);
  for (const name of ["", "a\u0000b", "x".repeat(81)])
    refused({ storefront: { name } }, /^storefront\.name: expected 1/);
  for (const href of ["javascript:alert(1)", "http://shop.example", " tel:1", "https://shop.example/\n", "tel:"]) {
    refused(contact(href), /^storefront\.contact\.href: expected tel:, mailto: or https:/);
  }
  refused(contact("tel:1", "x".repeat(81)), /^storefront\.contact\.label: expected 1/);
});
