import assert from "node:assert/strict";
import { test } from "node:test";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { withShop } from "../../kept.ts";
import { keepingLogger } from "../../loggers.ts";
import { cards, comeBack, openShop, orderOf, payAtBank, type Shop, sessionIn } from "../../shop.ts";

/** A shop that finds an order by any id, and what it wrote: calls of the store that are more than questions. */
async function findingAll(): Promise<{ shop: Shop; logger: ReturnType<typeof keepingLogger>; written: string[] }> {
  const store = sqliteStore(":memory:");
  const written: string[] = [];
  const watched = withShop(store, ({ inOrder, update }) => ({
    inOrder: (...given) => {
      written.push("inOrder");
      return inOrder(...given);
    },
    update: (...given) => {
      written.push("update");
      return update(...given);
    },
  }));
  const logger = keepingLogger();
  return { shop: await openShop({ store: watched, logger, order: () => orderOf("A-1") }), logger, written };
}

/** Ids that the bank does not take, or does not give back as they were. */
const referenced: Record<string, string> = {
  "a UUID": "0b5f6a54-93c1-4a63-8d3c-6f6d8f0f6c11",
  "what the bank writes for nothing": "N/A",
  "the same in small letters": "n/a",
  "21 bytes": "x".repeat(21),
  "21 bytes in 11 characters": `${"ñ".repeat(10)}x`,
  "255 bytes": "x".repeat(255),
  "255 bytes in 128 characters": `${"ñ".repeat(127)}x`,
};

const refused: Record<string, string> = {
  "a tab": "A\t1",
  "a line break": "A-1\nB-2",
  "a line separator": "A-1\u2028B-2",
  "an invisible character": "A-1\u200b",
  "a character that turns the text round": "A-1\u202e",
  "a NUL": "A\0B",
  "spaces alone": "   ",
  "a space before it": " 1005",
  "a space after it": "1005  ",
  "a space of another kind": "A-1\u00a0",
  "2,049 bytes": "x".repeat(2049),
  "2,050 bytes in 1,025 characters": "ñ".repeat(1025),
};

for (const [what, id] of Object.entries(refused)) {
  test(`an order id with ${what} is refused before the shop is asked, and the merchant is told what was expected`, async () => {
    const { shop, logger, written } = await findingAll();
    const answer = await shop.launch(id, { returnTo: "/cart" });
    assert.equal(answer.status, 400);
    const page = await answer.text();
    assert.match(page, /No se pudo abrir el pago/);
    assert.match(page, /href="\/cart"/);
    assert.deepEqual([written, shop.sandbox.sessions().length], [[], 0]);
    const [line, ...more] = logger.lines;
    assert.deepEqual([line?.level, more], ["warn", []]);
    assert.match(
      String(line?.message),
      /its order id: expected 1 to 255 bytes of printable text, with no spaces around it/,
    );
    assert.equal((await fetch(`${shop.mount}/orders/${encodeURIComponent(id)}`)).status, 404);
  });
}

for (const [what, id] of Object.entries(referenced)) {
  test(`an order id with ${what} is paid under a reference, and is the order's everywhere else`, async () => {
    const { shop } = await findingAll();
    const attempt = crypto.randomUUID();
    const launch = await shop.launch(id, { attempt });
    assert.equal(launch.status, 200, id);
    await comeBack(await payAtBank(shop, await sessionIn(launch), cards.approved));
    const { body } = await shop.status(attempt);
    const [paid] = shop.paid;
    assert.deepEqual([body.outcome, body.order, paid?.order, paid?.id], ["approved", id, id, `paid:${id}`]);
    const [session] = shop.sandbox.sessions();
    assert.match(String(session?.order), /^V[0-9A-HJKMNP-TV-Z]{14}$/);
    assert.equal(paid?.orderReference, session?.order);
    const asked = await fetch(`${shop.mount}/orders/${encodeURIComponent(id)}`);
    assert.equal(((await asked.json()) as { order: string }).order, id);
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
    assert.deepEqual(
      [shop.sandbox.sessions()[0]?.order, "orderReference" in (shop.paid[0] ?? {})],
      [id, false],
      "the bank knows it by its id",
    );
  }
});

test("an id that order() does not know is 404 whatever it looks like, and no more than five lines are written", async () => {
  const logger = keepingLogger();
  const shop = await openShop({ logger });
  for (const id of Object.values(referenced)) assert.equal((await shop.launch(id)).status, 404);
  const message = "a launch was refused: order() found no such order for this visitor";
  assert.deepEqual(
    logger.lines.map((line) => [line.level, line.message, line.fields.order]),
    Object.values(referenced)
      .slice(0, 5)
      .map((id) => ["warn", message, id]),
  );
});
