import assert from "node:assert/strict";
import { test } from "node:test";
import { checkShop, checkStore } from "./check-store.ts";
import { sqliteStore } from "./sqlite.ts";

test("a store that lacks one of its methods is refused by the name of that", () => {
  // Only the stores of this package have a database for packages.
  const { database, ...store } = sqliteStore(":memory:");
  assert.equal(typeof database.read, "function");
  const shop = store.shop("shop");
  checkStore(store);
  checkShop(shop);
  for (const name of Object.keys(store)) {
    const message = name === "migrate" ? /expected a store/ : new RegExp(`^store\\.${name}: expected a function`);
    assert.throws(() => checkStore({ ...store, [name]: undefined }), { code: "ERR_VENTANILLA_ARGUMENT", message });
  }
  for (const name of Object.keys(shop)) {
    const message = new RegExp(`^store\\.shop\\(scope\\)\\.${name}: expected a function`);
    assert.throws(() => checkShop({ ...shop, [name]: undefined }), { code: "ERR_VENTANILLA_ARGUMENT", message });
  }
});
