import assert from "node:assert/strict";
import { test } from "node:test";
import { ArgumentError } from "@ventanilla/client";
import type { Order } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { makeSettler } from "#express/settle.ts";
import { place } from "../kept.ts";
import { openShop, orderOf } from "../shop.ts";

const isArgumentError = (error: unknown) => {
  assert.ok(error instanceof ArgumentError, String(error));
  assert.equal(error.code, "ERR_VENTANILLA_ARGUMENT");
  return true;
};

/** As a program in JavaScript calls it. */
type Untyped = Record<string, (...args: unknown[]) => Promise<unknown>>;

test("wrong arguments of the router's methods are argument errors, missing ones too", async () => {
  const { payments } = await openShop();
  const methods = payments as unknown as Untyped;
  for (const [name, ...args] of [
    ["findOrder"],
    ["findOrder", 7],
    ["capture"],
    ["capture", "A-1", null],
    ["capture", "A-1", { amout: 1 }],
    ["release"],
    ["release", "A-1"],
    ["release", "A-1", "gone"],
    ["release", "A-1", { reason: "", by: "Ana" }],
    ["reconcileOnce"],
    ["reconcileOnce", { budgetMs: "soon" }],
    ["resolve"],
    ["resolve", "x"],
    ["resolve", "x", { paid: 1, reason: "r", by: "b" }],
  ] as [string, ...unknown[]][]) {
    await assert.rejects(async () => methods[name]?.(...args), isArgumentError, `${name} ${JSON.stringify(args)}`);
  }
});

test("an order that breaks a rule is an argument error for the shop, and its buyer gets the app's own answer", async () => {
  const wrong: Order = { ...(orderOf("A-1") as Order), batchId: "x".repeat(256) };
  const shop = await openShop({ order: () => wrong });
  assert.equal((await shop.launch("A-1")).status, 500);
  assert.equal(shop.errors.length, 1);
  isArgumentError(shop.errors[0]);
});

test("a bug that an order triggers is not reported as a mistake in the order", async () => {
  const bug = new TypeError("payment.buyer is not a function");
  const buyer = Object.defineProperty({ mobilePhone: "8095550101" }, "email", {
    enumerable: true,
    get: () => {
      throw bug;
    },
  }) as Order["buyer"];
  const broken: Order = { ...(orderOf("A-1") as Order), buyer };
  const shop = await openShop({ order: () => broken });
  assert.equal((await shop.launch("A-1")).status, 500);
  assert.deepEqual(shop.errors, [bug]);
});

test("a bug while the bank is asked is not taken for an unclear answer", async () => {
  const store = sqliteStore(":memory:");
  const attempt = await place(store, { facts: { SESSION: "s", sealedKey: "k" } });
  const bug = new RangeError("a bug");
  const settings = {
    store,
    gateways: { of: () => ({}) },
    vault: { open: () => "key" },
    report: { query: () => Promise.reject(bug) },
  };
  const settler = makeSettler(settings as unknown as Parameters<typeof makeSettler>[0], async () => {
    throw new Error("nothing is to be recorded");
  });
  await assert.rejects(settler.settle(attempt, { now: true }), bug);
  await store.close();
});
