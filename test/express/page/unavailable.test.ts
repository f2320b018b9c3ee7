import assert from "node:assert/strict";
import { test } from "node:test";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { aroundWrites, withShop } from "../../kept.ts";
import { keepingLogger } from "../../loggers.ts";
import { cards, comeBack, openShop, payAtBank, sessionIn } from "../../shop.ts";

test("a buyer who comes back while the store fails is asked to wait by a page that finds the way by itself", async () => {
  const store = sqliteStore(":memory:");
  let isAway = false;
  const failing = withShop(store, ({ findByReturnHash, findAttempt }) => ({
    findByReturnHash: (hash) =>
      isAway ? Promise.reject(new Error("postgres://ana:secret@db")) : findByReturnHash(hash),
    findAttempt: (id) => (isAway ? Promise.reject(new Error("postgres://ana:secret@db")) : findAttempt(id)),
  }));
  const shop = await openShop({ store: failing, logger: keepingLogger() });
  const attempt = crypto.randomUUID();
  const address = await payAtBank(shop, await sessionIn(await shop.launch("A-1", { attempt })), cards.approved);
  isAway = true;
  const waiting = await comeBack(address);
  const relay = await fetch(`${shop.mount}/relay/${attempt}`, { headers: { "Accept-Language": "en-US,en;q=0.9" } });
  assert.deepEqual([waiting.status, relay.status, waiting.headers.get("retry-after")], [503, 503, "5"]);
  const page = await waiting.text();
  assert.match(page, /<meta http-equiv="refresh" content="5">/);
  assert.match(page, /Puede que ya se le haya cobrado\. <strong class="unbroken">No vuelva a pagar/);
  assert.match(
    await relay.text(),
    /You may already have been charged\. <strong class="unbroken">Please do not pay again/,
  );
  // The style places its colors "at 25%".
  assert.doesNotMatch(page.replace(/<style>.*<\/style>/, ""), /secret|\bat \w+/);
  assert.equal(shop.errors.length, 2);
  isAway = false;
  // The browser reloads what it was sent to with a GET.
  const back = await fetch(address, { redirect: "manual" });
  assert.deepEqual([back.status, back.headers.get("location")], [303, `${shop.mount}/relay/${attempt}`]);
  assert.equal((await shop.status(attempt)).body.outcome, "approved");
});

test("a launch that was never written says so once the store is back, as its status does", async () => {
  const store = sqliteStore(":memory:");
  let isFull = true;
  const failing = aroundWrites(store, {
    launching: (write) => (isFull ? Promise.reject(new Error("disk full")) : write()),
  });
  const shop = await openShop({ store: failing, logger: keepingLogger() });
  const relayOf = (attempt: string) =>
    fetch(`${shop.mount}/relay/${attempt}`, { headers: { "Accept-Language": "en-US,en;q=0.9" } });
  const attempt = crypto.randomUUID();
  const waiting = await shop.launch("A-1", { attempt });
  assert.equal(waiting.status, 503);
  assert.ok((await waiting.text()).includes(`content="5;url=${shop.mount}/relay/${attempt}"`));
  const relay = await relayOf(attempt);
  assert.equal(relay.status, 404);
  assert.match(
    await relay.text(),
    /The store could not prepare the payment[\s\S]*You were not charged for this attempt\./,
  );
  const { body } = await shop.status(attempt, "?lang=en");
  assert.match(
    String(body.message),
    /^The store could not prepare the payment\. You were not charged for this attempt\./,
  );

  // Another attempt at the order may charge it.
  isFull = false;
  await shop.launch("A-1");
  const doubtful = await (await relayOf(attempt)).text();
  assert.match(doubtful, /you may already have been charged/);
  assert.doesNotMatch(doubtful, /not charged/);
  const stranger = await (await relayOf(crypto.randomUUID())).text();
  assert.match(stranger, /We cannot find this payment/);
});

test("the page after the waiting one is the launch's own: it closes its window, and tells the page that launched", async () => {
  const site = "https://www.shop.example";
  const store = sqliteStore(":memory:");
  let isFull = true;
  const failing = aroundWrites(store, {
    launching: (write) => (isFull ? Promise.reject(new Error("disk full")) : write()),
  });
  const shop = await openShop({ store: failing, logger: keepingLogger(), origins: [site] });
  async function afterWaiting(mode: "popup" | "modal", order: string) {
    const attempt = crypto.randomUUID();
    const waiting = await shop.launch(order, { attempt, mode }, { Origin: site });
    assert.equal(waiting.status, 503);
    return { attempt, relay: () => fetch(`${shop.mount}/relay/${attempt}`) };
  }

  const popup = await afterWaiting("popup", "A-1");
  const page = await (await popup.relay()).text();
  assert.match(page, /<button id="close"/);
  assert.ok(page.includes(`{"type":"ventanilla:return","attempt":"${popup.attempt}","refused":true}`));
  assert.ok(page.includes(`opener?.postMessage(message, "${site}")`));

  const modal = await afterWaiting("modal", "A-1");
  const policy = (await modal.relay()).headers.get("content-security-policy") ?? "";
  assert.ok(policy.includes(`frame-ancestors ${site};`), policy);

  // Another attempt may charge the order: the page that launched asks, and nobody says that this one was refused.
  isFull = false;
  await shop.launch("A-1");
  const doubtful = await (await popup.relay()).text();
  assert.match(doubtful, /<button id="close"/);
  assert.ok(doubtful.includes("opener?.postMessage(message"));
  assert.ok(!doubtful.includes(popup.attempt));
});

test("the 503 page may be framed by any page", async () => {
  const store = sqliteStore(":memory:");
  const shop = await openShop({
    store: withShop(store, () => ({ findAttempt: () => Promise.reject(new Error("away")) })),
  });
  const ask = (headers: Record<string, string>) => fetch(`${shop.mount}/relay/${crypto.randomUUID()}`, { headers });
  const policyOf = async (headers: Record<string, string> = {}) =>
    (await ask(headers)).headers.get("content-security-policy") ?? "";
  assert.match(await policyOf({ "Sec-Fetch-Dest": "iframe" }), /frame-ancestors \*/);
  assert.match(await policyOf(), /frame-ancestors 'none'/);
});
