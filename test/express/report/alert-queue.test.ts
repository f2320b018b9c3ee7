import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { makeAlertSender } from "#express/report/alerts/alert-sender.ts";
import { keptIn } from "../../kept.ts";

/** A sender whose `onAlert` ends when the test lets it. */
function heldSender() {
  const store = sqliteStore(":memory:");
  after(() => store.close());
  const [held, told, warnings] = [Promise.withResolvers<void>(), [] as string[], [] as string[]];
  let running = 0;
  const most = { calls: 0 };
  const sender = makeAlertSender({
    store: keptIn(store),
    report: { warn: (message, { order }: { order?: string }) => void warnings.push(`${message}: ${order}`) },
    counterUrl: undefined,
    async onAlert({ order = "" }) {
      running++;
      most.calls = Math.max(most.calls, running);
      await held.promise;
      running--;
      told.push(order);
    },
  });
  const send = (orders: readonly string[]) => {
    for (const order of orders) sender.send({ code: "review", message: "a sentence", order, attempt: order });
  };
  return { sender, send, held, told, warnings, most };
}

const orders = Array.from({ length: 130 }, (_, index) => `A-${index}`);

test("all of many alerts are sent, fifty at a time, and close() waits for them", async () => {
  const { sender, send, held, told, warnings, most } = heldSender();
  send(orders);
  held.resolve();
  await sender.close();
  assert.deepEqual(told.toSorted(), orders.toSorted());
  assert.deepEqual([most.calls, warnings], [50, []]);
});

test("when too many alerts wait, the log names those that are not sent", async () => {
  const { sender, send, held, told, warnings } = heldSender();
  send(Array.from({ length: 1051 }, (_, index) => `A-${index}`));
  assert.deepEqual(warnings, ["onAlert was not told of an alert: A-1050"]);
  held.resolve();
  await sender.close();
  assert.equal(told.length, 1050);
});
