import assert from "node:assert/strict";
import { test } from "node:test";
import { Authentications } from "../../packages/sandbox/src/authentication/authentications.ts";
import { makeBatchClose } from "../../packages/sandbox/src/batch-close.ts";
import { makeClock } from "../../packages/sandbox/src/clock.ts";
import { Events } from "../../packages/sandbox/src/events.ts";
import { makeIdentifiers } from "../../packages/sandbox/src/identifiers.ts";
import { RestLedger } from "../../packages/sandbox/src/rest/rest-ledger.ts";
import { makeSwitches } from "../../packages/sandbox/src/switches.ts";
import { morning } from "../morning.ts";

function openLedger(): RestLedger {
  const clock = makeClock(() => morning);
  const identifiers = makeIdentifiers(undefined, clock.now);
  const switches = makeSwitches("live", () => {});
  return new RestLedger({
    clock,
    batchClose: makeBatchClose("19:00", "America/Santo_Domingo"),
    identifiers,
    switches,
    events: new Events(),
    authentications: new Authentications({ clock, identifiers, switches }),
  });
}

function sell(ledger: RestLedger): { key: string; id: string } {
  const key = ledger.issueKey();
  const request = {
    "idempotency-key": key,
    "merchant-id": "349000000",
    "card-number": "4761340000000050",
    "expiration-date": "11/49",
    amount: "1180.00",
    currency: "214",
  };
  const sold = ledger.run("sale", request);
  assert.equal(sold.code, "00");
  ledger.keepAnswer("{}", sold, request);
  return { key, id: sold.id };
}

test("10,000 keys are kept; a forgotten one is unknown with all that it paid, so that no repetition charges again", () => {
  const ledger = openLedger();
  const first = sell(ledger);
  const second = sell(ledger);
  for (let i = 0; i < 9998; i++) ledger.issueKey();
  assert.equal(ledger.answerOf("sale", first.key)?.transaction.id, first.id);
  ledger.issueKey();
  assert.deepEqual([ledger.knowsKey(first.key), ledger.answerOf("sale", first.key)], [false, undefined]);
  assert.equal(ledger.originalOf({ "idempotency-key": first.key, pnRef: first.id }), undefined);
  assert.equal(ledger.knowsKey(second.key), true);
  assert.equal(ledger.answerOf("sale", second.key)?.transaction.id, second.id);
  assert.equal(ledger.originalOf({ "idempotency-key": second.key, pnRef: second.id })?.id, second.id);
});

test("10,000 transactions are kept, the newest ones", () => {
  const ledger = openLedger();
  const { key, id } = sell(ledger);
  const refused = Array.from({ length: 10_000 }, () => ledger.run("void", { "idempotency-key": key, pnRef: "none" }));
  const listed = ledger.list();
  assert.deepEqual([listed.length, listed.at(-1)?.id], [10_000, refused.at(-1)?.id]);
  assert.equal(
    listed.some((transaction) => transaction.id === id),
    false,
  );
  assert.equal(ledger.answerOf("sale", key)?.transaction.id, id);
});
