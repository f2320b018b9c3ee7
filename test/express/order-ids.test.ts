import assert from "node:assert/strict";
import { test } from "node:test";
import { type Store, sqliteStore } from "@ventanilla/express";
import { keepingLogger } from "./keeping-logger.ts";
import { cards, comeBack, openShop, orderOf, payAtBank, type Shop, sessionIn } from "./shop.ts";

/** A shop that finds an order by any id, and what it wrote: calls of the store that are more than questions. */
async function findingAll(): Promise<{ shop: Shop; logger: ReturnType<typeof keepingLogger>; written: string[] }> {
  const store = sqliteStore(":memory:");
  const written: string[] = [];
  const watched: Store = {
    ...store,
    insertAttempt: (...draft) => {
      written.push("insertAttempt");
      return store.insertAttempt(...draft);
    },
    transition: (...change) => {
      written.push("transition");
      return store.transition(...change);
    },
  };
  const logger = keepingLogger();
  return { shop: await openShop({ store: watched, logger, order: () => orderOf("A-1") }), logger, written };
}

const refused: Record<string, string> = {
  "a space before it": " A-1",
  "a space after it": "A-1 ",
  "a space of another kind": "A-1\u00a0",
  "what the bank writes for nothing": "N/A",
  "the same in small letters": "n/a",
  "21 bytes": "x".repeat(21),
  "21 bytes in 11 characters": `${"ñ".repeat(10)}x`,
  "a tab": "A\t1",
  "a line break": "A-1\nB-2",
  "an invisible character": "A-1\u200b",
  "spaces alone": "   ",
};

for (const [what, id] of Object.entries(refused)) {
  test(`an order id with ${what} is refused before anything is stored, and the merchant is told which field`, async () => {
    const { shop, logger, written } = await findingAll();
    const answer = await shop.launch(id, { returnTo: "/cart" });
    assert.equal(answer.status, 500);
    const page = await answer.text();
    assert.match(page, /El comercio no pudo preparar el pago/);
    assert.match(page, /href="\/cart"/);
    assert.deepEqual([written, shop.sandbox.sessions().length], [[], 0]);
    const [line, ...more] = logger.lines;
    assert.deepEqual([line?.level, line?.fields.code, more], ["error", "launch_failed", []]);
    assert.match(
      String(line?.fields.error),
      /^TypeError: order\(".*"\): expected an id of 1 to 20 bytes in UTF-8, .*no spaces around it.*N\/A/,
    );
  });
}

test("every other id of up to 20 bytes is paid under that name, and comes back as it was sent", async () => {
  for (const id of [
    "A",
    "x".repeat(20),
    "ñ".repeat(10),
    "A 1",
    "N/A-1",
    "NA",
    "0",
    "constructor",
    "<b>\"&'",
    "A\u00a01",
  ]) {
    const { shop } = await findingAll();
    const attempt = crypto.randomUUID();
    const launch = await shop.launch(id, { attempt });
    assert.equal(launch.status, 200, id);
    await comeBack(await payAtBank(shop, await sessionIn(launch), cards.approved));
    assert.deepEqual([(await shop.status(attempt)).body.outcome, shop.paid[0]?.order], ["approved", id]);
  }
});

test("an id that order() does not know is 404 whatever it looks like, and no more than five lines are written", async () => {
  const logger = keepingLogger();
  const shop = await openShop({ logger });
  for (const id of Object.values(refused)) assert.equal((await shop.launch(id)).status, 404);
  const message = "a launch was refused: order() found no such order for this visitor";
  assert.deepEqual(
    logger.lines.map((line) => [line.level, line.message, line.fields.order]),
    Object.values(refused)
      .slice(0, 5)
      .map((id) => ["warn", message, id]),
  );
});
