import assert from "node:assert/strict";
import { test } from "node:test";
import { keepingLogger } from "../../loggers.ts";
import { cards, comeBack, openShop, orderAt, payAtBank, type Shop, sessionIn } from "../../shop.ts";

/** A shop whose proxy strips `/tienda`, which its `publicUrl` forgets: the bank's returns reach nobody. */
async function openAlerting() {
  const logger = keepingLogger();
  const told: string[] = [];
  const shop = await openShop({ logger, order: () => orderAt(100), onAlert: ({ code }) => void told.push(code) });
  const alerts = () => logger.lines.filter(({ level }) => level === "error").map(({ message }) => message);
  return { shop, alerts, told };
}

/** Pays an order. The buyer does not come back unless they are told to. */
async function pays(shop: Shop, order: string, isBack = false): Promise<void> {
  const attempt = crypto.randomUUID();
  const SESSION = await sessionIn(await shop.launch(order, { attempt, returnTo: "/tienda/pedidos/1" }));
  const address = await payAtBank(shop, SESSION, cards.approved);
  if (isBack) await comeBack(address);
  assert.equal((await shop.status(attempt, "?ask=1")).body.outcome, "approved");
}

test("when no buyer of the first payments has come back, an alert says which address to try, once", async () => {
  const { shop, alerts, told } = await openAlerting();
  for (const order of ["1", "2"]) await pays(shop, order);
  assert.deepEqual(alerts(), []);
  for (const order of ["3", "4", "5", "6"]) await pays(shop, order);
  const [message = "", ...more] = alerts();
  assert.ok(message.startsWith("the first 3 payments of this process were approved, and no buyer has come back to"));
  assert.ok(message.includes(`${shop.mount}/return/…: ventanilla doctor ${shop.mount} tells`), message);
  assert.ok(message.endsWith(`publicUrl may have to be ${shop.origin}/tienda/payments`), message);
  assert.deepEqual(more, []);
  assert.deepEqual(told, ["no_returns"]);
});

test("once a buyer has come back, whenever and to whichever process, there is no such alert", async () => {
  const first = await openAlerting();
  await pays(first.shop, "1", true);
  for (const order of ["2", "3", "4", "5"]) await pays(first.shop, order);
  assert.deepEqual(first.alerts(), []);

  const late = await openAlerting();
  const attempt = crypto.randomUUID();
  const address = await payAtBank(late.shop, await sessionIn(await late.shop.launch("1", { attempt })), cards.approved);
  await late.shop.status(attempt, "?ask=1");
  await comeBack(address);
  for (const order of ["2", "3", "4", "5"]) await pays(late.shop, order);
  assert.deepEqual(late.alerts(), []);
});
