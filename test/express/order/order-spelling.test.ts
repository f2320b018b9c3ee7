import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Order } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { keepingLogger } from "../../loggers.ts";
import { some } from "../../part.ts";
import { startPostgres } from "../../postgres.ts";
import { cards, comeBack, gatewayAt, openShop, orderAt, pay, payAtBank, type Shop, sessionIn } from "../../shop.ts";
import { enginesOn } from "../../stores/engines.ts";

const server = await startPostgres();
after(() => server.stop());

const engines = enginesOn(server);

/** Finds rows as databases do: by number, or without regard to case, form and width. */
function rowOf(id: string): string | undefined {
  const text = id.normalize("NFKC").trim().toLowerCase();
  if (Number(text) === 1005) return "1005";
  return text === "ñ-1" ? "Ñ-1" : undefined;
}

const orders: Record<string, string[]> = {
  "1005": ["1005", "01005", "+1005", "1005.0", "１００５", "1.005e3"],
  "Ñ-1": ["ñ-1", "Ñ-1", "N\u0303-1", "n\u0303-1", "Ñ－1"],
};

const askAbout = async (shop: Shop, id: string) => fetch(`${shop.mount}/orders/${encodeURIComponent(id)}?lang=es`);

for (const [engine, open] of some("spellings", Object.entries(engines))) {
  for (const [own, spellings] of Object.entries(orders)) {
    test(`an order under several spellings is one order, by the id that order() names: ${own} (${engine})`, async () => {
      const order = (id: string): Order | undefined => {
        const row = rowOf(id);
        return row === undefined ? undefined : { id: row, ...orderAt(295_000) };
      };
      const store = await open();
      const shop = await openShop({ store, order, background: false });
      const sessions: string[] = [];
      for (const id of spellings) sessions.push(await sessionIn(await shop.launch(id)));
      assert.equal(new Set(sessions).size, 1);
      assert.deepEqual([shop.sandbox.sessions().length, shop.sandbox.sessions()[0]?.order], [1, own]);
      await comeBack(await payAtBank(shop, sessions.at(-1) ?? "", cards.approved));
      for (const id of spellings) {
        assert.equal((await shop.launch(id)).status, 409, id);
        const { order: named, outcome } = (await (await askAbout(shop, id)).json()) as Record<string, unknown>;
        assert.deepEqual([named, outcome], [own, "approved"], id);
      }
      assert.deepEqual(
        shop.paid.map(({ id, order: paid }) => [id, paid]),
        [[`paid:${own}`, own]],
      );
      assert.equal((await shop.payments.findOrder(own)).attempts.length, 1);
    });

    test(`without an id of its own, an order spelled alike is refused, and the log says what to answer: ${own} (${engine})`, async () => {
      const logger = keepingLogger();
      const order = (id: string) => (rowOf(id) === undefined ? undefined : orderAt(295_000));
      const shop = await openShop({ store: await open(), order, background: false, logger });
      const first = spellings[0] ?? "";
      await pay(shop, first, cards.approved);
      for (const id of spellings.slice(1)) assert.equal((await shop.launch(id)).status, 400, id);
      assert.equal((await shop.launch(first)).status, 409);
      assert.deepEqual([shop.sandbox.sessions().length, shop.paid.length], [1, 1]);
      const lines = logger.lines.filter(({ level }) => level === "warn").map(({ message }) => message);
      assert.ok(lines.length > 0);
      assert.ok(
        lines.every((line) => line.endsWith("answer the order's own id from order(), as { id }, a string")),
        lines.join("\n"),
      );
    });
  }
}

test("ids of full width, in another form, with other digits or invisible characters are refused without an id of their own", async () => {
  const shop = await openShop({ order: () => orderAt(100), background: false });
  for (const id of ["１００５", "N\u0303-1", "A-١٢", "A\u034f1", "A\ufe0f1", "Ａ"]) {
    assert.equal((await shop.launch(id)).status, 400, JSON.stringify(id));
  }
  for (const id of ["ñ-1", "A 1", "Ñandú", "訂單"]) assert.equal((await shop.launch(id)).status, 200, id);
  assert.equal(shop.sandbox.sessions().length, 4);
});

test("an order that was begun under another spelling keeps its own id from being charged", async () => {
  const store = sqliteStore(":memory:");
  const before = await openShop({ store, order: () => orderAt(100), background: false });
  await before.launch("01005");
  const gateway = gatewayAt(before.sandbox);
  const shop = await openShop({ store, gateway, order: () => ({ id: "1005", ...orderAt(100) }), background: false });
  assert.equal((await shop.launch("01005")).status, 409);
  assert.equal(before.sandbox.sessions().length, 1);
});

test("an id of the order's own that cannot be one is an error that names it; a number is the shop's own field", async () => {
  for (const id of ["", " 1005", "10\u200b05", "x".repeat(256)]) {
    const logger = keepingLogger();
    const shop = await openShop({ logger, order: () => ({ id, ...orderAt(100) }), background: false });
    assert.equal((await shop.launch("1005")).status, 500);
    const line = logger.lines.find(({ level }) => level === "error");
    assert.match(String(line?.fields.error), /order\("1005"\)\.id: expected 1 to 255 bytes of printable text/);
  }
  const numbered = () => ({ ...orderAt(100), id: 7 }) as unknown as Order;
  const shop = await openShop({ order: numbered, background: false });
  await shop.launch("1005");
  assert.equal((await shop.payments.findOrder("1005")).attempts.length, 1);
});

test("a status is found by an attempt's id alone, not by how its order is spelled", async () => {
  const shop = await openShop({ background: false });
  await shop.launch("A-1");
  assert.equal((await shop.status("order:a-1")).status, 404);
  assert.equal((await fetch(`${shop.mount}/relay/order:a-1`)).status, 404);
});

test("a number as id for a text that only begins with it is warned of once: the shop may find rows by number", async () => {
  const logger = keepingLogger();
  const order = (id: string) => ({ ...orderAt(100), id: Number.parseInt(id, 10) }) as unknown as Order;
  const shop = await openShop({ order, logger, background: false });
  for (const id of ["1005", "1005x", "1005 b"]) await shop.launch(id);
  const warnings = logger.lines.filter(({ message }) => message.includes("answer { id: String(id) }"));
  assert.deepEqual(
    warnings.map(({ level, fields }) => [level, fields.order]),
    [["warn", "1005x"]],
  );
});
