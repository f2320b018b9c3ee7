import assert from "node:assert/strict";
import { test } from "node:test";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { keptIn } from "../../kept.ts";
import { keepingLogger } from "../../loggers.ts";
import { cards, laterAt, openShop, orderAt, pay } from "../../shop.ts";

const still = { background: false };

test("what order() says is sold is kept with the attempt, and with the capture of an authorization", async () => {
  const store = sqliteStore(":memory:");
  const shop = await openShop({
    ...still,
    store,
    order: (id) => ({ ...(id === "later" ? laterAt(100) : orderAt(100)), product: ` Cena para\n${id} ` }),
    onAuthorized: () => {},
  });
  const kept = keptIn(store);
  for (const order of ["now", "later"]) await pay(shop, order, cards.approved);
  await shop.payments.capture("later");
  const productsOf = async (order: string) => (await kept.attemptsOf(order)).map(({ facts }) => facts.product);
  assert.deepEqual(await productsOf("now"), ["Cena para now"]);
  assert.deepEqual(await productsOf("later"), ["Cena para later", "Cena para later"]);
  const bankWasTold = JSON.stringify(shop.sandbox.wire());
  assert.doesNotMatch(bankWasTold, /Cena/);
});

test("nothing that a shop has under the name product refuses a payment, or is warned of", async () => {
  const logger = keepingLogger();
  const products: Record<string, unknown> = {
    number: 4711,
    object: { name: "Cena" },
    null: null,
    empty: " ",
    long: "x".repeat(100_000),
    hostile: "\u0000'; DROP TABLE ventanilla_attempts; --\ud800",
  };
  const shop = await openShop({
    ...still,
    logger,
    // A row of the shop, as plain JavaScript has it.
    order: (id) => ({ ...orderAt(100), product: products[id] as string, products: [] }),
  });
  for (const order of Object.keys(products)) {
    const attempt = await pay(shop, order, cards.approved);
    assert.equal((await shop.status(attempt)).body.state, "approved", order);
  }
  assert.equal(shop.paid.length, 6);
  assert.deepEqual(
    logger.lines.filter(({ level }) => level !== "info"),
    [],
  );
});
