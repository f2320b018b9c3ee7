import assert from "node:assert/strict";
import { test } from "node:test";
import { ventanilla } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { AttemptsRequest, Store } from "@ventanilla/express/store";
import { openShop } from "#express/session/open-shop.ts";
import { keptIn } from "../../kept.ts";
import { merchant } from "../../merchant.ts";
import { stillOptions } from "../../shop.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const openChecked = (store: Store, merchants: Parameters<typeof openShop>[1]) =>
  openShop(store, merchants, () => import("#express/session/check-staff-requests.ts"));

/** Fails unless the promise rejects with an ArgumentError that begins with the field. */
function rejectsNaming(field: string, promise: Promise<unknown>): Promise<void> {
  return assert.rejects(promise, { code: "ERR_VENTANILLA_ARGUMENT", message: new RegExp(`^${field}`) });
}

const folder = temporaryFolder("shops");
const another = { ...merchant, number: "349000009" };
const name = ({ number, terminal }: { number: string; terminal: string }) => `${number}/${terminal}`;
const sentence =
  `shop: the store keeps the payments of merchant ${name(merchant)} as "centro", and this router is for ` +
  `merchant ${name(another)}: give each merchant a \`shop\` of its own`;

test("in one process, a second merchant is refused the scope of the first when its router is made", async () => {
  const store = sqliteStore(":memory:");
  const first = ventanilla(stillOptions({ store, shop: "centro" }));
  const open = (options: object) => ventanilla(stillOptions({ store, ...options }));
  assert.throws(() => open({ shop: "centro", merchant: another }), {
    code: "ERR_VENTANILLA_ARGUMENT",
    message: sentence,
  });
  // The same merchant may have several routers, and each merchant a scope of its own.
  const routers = [open({ shop: "centro" }), open({ shop: "norte", merchant: another }), open({ merchant: another })];
  for (const router of [...routers, first]) await router.close();
});

test("of two processes, the second one's merchant is refused by whatever it writes or claims", async () => {
  const file = `${folder}/two.db`;
  const first = openChecked(sqliteStore(file), { scope: "centro", only: name(merchant) });
  const second = openChecked(sqliteStore(file), { scope: "centro", only: name(another) });
  await first.checkWrite();
  const lease = { banks: ["https://bank.example"], limit: 1, leaseMs: 1000 };
  const attempt = { ...(await made(file)), version: 1 };
  for (const [method, call] of Object.entries({
    inOrder: () => second.inOrder("A-1", () => assert.fail("it is not decided")),
    update: () => second.update({ before: attempt, attempt: { ...attempt, version: 2 } }),
    claimAttempts: () => second.claimAttempts(lease),
    claimEvents: () => second.claimEvents(lease),
    pruneOrder: () => second.pruneOrder("A-1", 1),
    checkWrite: () => second.checkWrite(),
  })) {
    await assert.rejects(call, { code: "ERR_VENTANILLA_ARGUMENT", message: sentence }, method);
  }
  const scopes = await sqliteStore(file).scopes();
  assert.deepEqual(
    scopes.map((each) => ({ ...each })),
    [{ scope: "centro", merchant: name(merchant) }],
  );
});

test("a shop of one merchant may become one of several and go back, and is never one of another merchant", async () => {
  const use = (file: string, only: string | undefined) =>
    openChecked(sqliteStore(`${folder}/${file}`), { scope: "centro", only }).checkWrite();
  for (const only of [name(merchant), undefined, name(merchant)]) await use("became.db", only);
  await assert.rejects(use("became.db", name(another)), { code: "ERR_VENTANILLA_ARGUMENT", message: sentence });
  await use("several.db", undefined);
  await assert.rejects(use("several.db", name(merchant)), /keeps the payments of a merchant by order as "centro"/);
});

/** An attempt in the file. */
async function made(file: string) {
  const facts = { language: "es", mode: "popup" } as const;
  const [amount, tax] = [
    { minor: 1, currency: "DOP" },
    { minor: 0, currency: "DOP" },
  ] as const;
  const draft = { id: crypto.randomUUID(), order: "A-1", bank: "b", amount, tax, browserHash: "x", facts, dueAt: 1 };
  return (await keptIn(sqliteStore(file)).insertAttempt(draft, 0)).attempt;
}

test("a store that fails when a scope is claimed is asked again at the next use", async () => {
  const store = sqliteStore(":memory:");
  let failures = 1;
  const failing = {
    ...store,
    claimScope: (scope: string, owner: string) =>
      failures-- > 0 ? Promise.reject(new Error("the disk is full")) : store.claimScope(scope, owner),
  };
  const shop = openChecked(failing, { scope: "centro", only: name(merchant) });
  await assert.rejects(shop.checkWrite(), /the disk is full/);
  await shop.checkWrite();
  await shop.checkWrite();
  assert.equal(failures, -1);
});

test("a scope is 1 to 40 characters", () => {
  const store = sqliteStore(":memory:");
  for (const scope of ["", "x".repeat(41), undefined, 7]) {
    assert.throws(() => store.shop(scope as string), /^TypeError: store\.shop\(scope\): expected 1 to 40 characters$/);
  }
  store.shop("x".repeat(40));
});

const shop = openChecked(sqliteStore(":memory:"), { scope: "checks", only: name(merchant) });

test("a wrong list request is refused with an ArgumentError that names the field", async () => {
  for (const [request, field] of [
    [{ limit: 0 }, "limit"],
    [{ limit: 1001 }, "limit"],
    [{ limit: 1.5 }, "limit"],
    [{ limit: 5, after: "' OR 1=1" }, "after"],
    [{ limit: 5, after: "" }, "after"],
    [{ limit: 5, filter: { groups: [] } }, "filter.groups"],
    [{ limit: 5, filter: { groups: ["paid"] } }, "filter.groups"],
    [{ limit: 5, filter: { toDecide: "approved" } }, "filter.toDecide"],
    [{ limit: 5, filter: { from: Number.NaN } }, "filter.from"],
    [{ limit: 5, filter: { until: "2026-11-20" } }, "filter.until"],
    [{ limit: 5, filter: { amount: { minor: 1.5, currency: "DOP" } } }, "filter.amount"],
    [{ limit: 5, filter: { currency: "EUR" } }, "filter.currency"],
    [{ limit: 5, filter: { order: "" } }, "filter.order"],
    [{ limit: 5, filter: { order: "A\0" } }, "filter.order"],
    [{ limit: 5, filter: { reference: 7 } }, "filter.reference"],
    [{ limit: 5, filter: { authorizationCode: "x".repeat(301) } }, "filter.authorizationCode"],
    [{ limit: 5, filter: { email: "" } }, "filter.email"],
    [{ limit: 5, filter: { lastDigits: "424" } }, "filter.lastDigits"],
    [{ limit: 5, filter: { lastDigits: "%%%%" } }, "filter.lastDigits"],
    [{ limit: 5, filter: { state: "approved" } }, "filter.state"],
    [{ limit: 5, filter: { reason: "stolen" } }, "filter.reason"],
  ] as const) {
    await rejectsNaming(field, shop.listAttempts(request as unknown as AttemptsRequest));
  }
  await rejectsNaming("from", shop.listReturns({ from: 0.5, until: 1, limit: 1 }));
  await rejectsNaming("limit", shop.listReturns({ from: 0, until: 1, limit: 0 }));
  await rejectsNaming("until", shop.tallies({ spans: [{ from: 0, until: Number.POSITIVE_INFINITY }] }));
  await rejectsNaming(
    "until",
    shop.tallies({
      spans: [
        { from: 0, until: 1 },
        { from: 0, until: 0.5 },
      ],
    }),
  );
  await rejectsNaming("by", shop.tallies({ spans: [], by: "day" as "hour" }));
});

test("a wrong action of the staff, and an alert without a key, are refused with the field's name", async () => {
  for (const [field, wrong] of [
    ["by", ""],
    ["by", "x".repeat(101)],
    ["action", "x".repeat(41)],
    ["subject", "x\0"],
    ["note", ""],
    ["note", "x".repeat(501)],
  ] as const) {
    await rejectsNaming(field, shop.recordAction({ by: "Ana", action: "a", subject: "s", [field]: wrong }));
  }
  await rejectsNaming("key", shop.claimAlert(""));
});
