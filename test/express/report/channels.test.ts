import assert from "node:assert/strict";
import { channel, tracingChannel } from "node:diagnostics_channel";
import { after, test } from "node:test";
import { GatewayError, OutcomeUnknownError } from "@ventanilla/client";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { keptIn, place } from "../../kept.ts";
import { silentLogger } from "../../loggers.ts";
import { cards, comeBack, openShop, pay, payAtBank, sessionIn } from "../../shop.ts";

interface Heard {
  name: string;
  message: Record<string, unknown>;
}

/** Everything that the channels say, as it stands when it is said. */
const heard: Heard[] = [];
const ends: (() => void)[] = [];
after(() => {
  for (const end of ends) end();
});

for (const name of ["query", "session", "hook"]) {
  const listen = (step: string) => (message: object) => {
    heard.push({ name: `${name} ${step}`, message: { ...message } });
  };
  const subscribers = {
    start: listen("start"),
    end: () => {},
    asyncStart: () => {},
    asyncEnd: listen("end"),
    error: () => {},
  };
  tracingChannel(`ventanilla:${name}`).subscribe(subscribers);
  ends.push(() => tracingChannel(`ventanilla:${name}`).unsubscribe(subscribers));
}
for (const name of ["attempt", "alert"]) {
  const listener = (message: unknown) => {
    heard.push({ name, message: { ...(message as object) } });
  };
  channel(`ventanilla:${name}`).subscribe(listener);
  ends.push(() => channel(`ventanilla:${name}`).unsubscribe(listener));
}

test("a payment is told step by step, by its ids", async () => {
  const shop = await openShop({ background: false, logger: silentLogger });
  heard.length = 0;
  const attempt = await pay(shop, "A-1", cards.approved);
  const ids = { order: "A-1", attempt };
  const event = { ...ids, event: "paid:A-1", tries: 0 };
  assert.deepEqual(heard, [
    { name: "session start", message: ids },
    { name: "session end", message: { ...ids, result: undefined } },
    { name: "query start", message: ids },
    { name: "query end", message: { ...ids, answer: "finished", result: undefined } },
    { name: "attempt", message: { ...ids, state: "approved", code: "00" } },
    { name: "hook start", message: event },
    { name: "hook end", message: { ...event, result: undefined } },
  ]);
});

test("an error is told by its name, code and message alone, and thrown to its caller as it is", async () => {
  const thrown = Object.assign(new Error("no stock"), { code: "E_STOCK", order: { buyer: "ana@example.com" } });
  let ahead = 0;
  const shop = await openShop({
    store: sqliteStore(":memory:", { now: () => Date.now() + ahead }),
    background: false,
    logger: silentLogger,
    onPaid: () => {
      throw thrown;
    },
  });
  const SESSION = await sessionIn(await shop.launch("A-1"));
  shop.sandbox.faults.arm("result-500", { times: 20 });
  const address = await payAtBank(shop, SESSION, cards.approved);
  heard.length = 0;
  await comeBack(address);
  shop.sandbox.faults.disarm();
  ahead += 1100;
  await comeBack(address);
  const failures = heard.flatMap(({ name, message }) =>
    message.error ? [[name, message.error as Error] as const] : [],
  );
  assert.deepEqual(
    failures.map(([name]) => name),
    ["query end", "hook end"],
  );
  for (const [, error] of failures) {
    assert.ok(error instanceof Error);
    assert.ok(!(error instanceof OutcomeUnknownError || error instanceof GatewayError));
    assert.deepEqual(Object.keys(error).toSorted(), ["code", "name"]);
    assert.equal(error.cause, undefined);
  }
  assert.deepEqual(
    failures.map(([, { name, message }]) => `${name}: ${message.slice(0, 20)}`),
    ["OutcomeUnknownError: sessionResult had no", "Error: no stock"],
  );
});

test("alerts and what a person found out are told", async () => {
  const store = sqliteStore(":memory:");
  const shop = await openShop({ store, background: false, logger: silentLogger });
  const [first, second] = [await place(store, { minor: 100 }), await place(store, { minor: 200 })];
  await keptIn(store).transition(second.id, second.version, {
    state: "approved",
    facts: second.facts,
    announce: "order.paid",
  });
  await keptIn(store).transition(first.id, first.version, {
    state: "review",
    facts: first.facts,
    announce: "attempt.review",
  });
  heard.length = 0;
  await shop.payments.resolve(first.id, { paid: true, reason: "on the statement", by: "Ana" });
  await shop.payments.reconcileOnce({ budgetMs: 60_000 });
  const ids = { order: "A-1", attempt: first.id };
  assert.deepEqual(
    heard.filter(({ name }) => name === "attempt" || name === "alert"),
    [
      { name: "attempt", message: { ...ids, state: "approved", paid: true } },
      {
        name: "alert",
        message: {
          ...ids,
          code: "paid_again",
          event: `paidAgain:${first.id}`,
          message: "an order was paid or authorized twice: give one back (void before the batch closes, else refund)",
        },
      },
    ],
  );
});
