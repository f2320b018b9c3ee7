import assert from "node:assert/strict";
import { tracingChannel } from "node:diagnostics_channel";
import { test } from "node:test";
import { sqliteStore } from "@ventanilla/express/sqlite";
import express from "express";
import fc from "fast-check";
import { makeVault } from "#express/base/vault.ts";
import { aroundWrites, keptIn, withShop } from "../kept.ts";
import { warningsOf } from "../loggers.ts";
import { often } from "../part.ts";
import { serve } from "../serve.ts";
import {
  cards,
  comeBack,
  encryptionKey,
  openShop,
  openStillShop,
  payAtBank,
  type Shop,
  sessionIn,
  stoppedClock,
} from "../shop.ts";

/** Launches an attempt and gives its id and its session. */
async function launched(shop: Shop, order = "A-1", fields: Record<string, string> = {}) {
  const attempt = crypto.randomUUID();
  const SESSION = await sessionIn(await shop.launch(order, { attempt, ...fields }));
  return { attempt, SESSION };
}

/** The return address of an attempt, as the bank was told it. */
async function returnAddress(shop: Shop, SESSION: string): Promise<string> {
  return payAtBank(shop, SESSION, "cancel").then((address) => address.replace("/cancel/", "/return/"));
}

test("a forged return with ResponseCode=00 changes nothing", async () => {
  const shop = await openShop();
  const { attempt, SESSION } = await launched(shop);
  const address = await returnAddress(shop, SESSION);
  const forged = await fetch(`${address}?ResponseCode=00&AuthorizationCode=123456`, { redirect: "manual" });
  assert.equal(forged.status, 303);
  assert.equal((await shop.status(attempt)).body.outcome, "pending");
  assert.equal(shop.paid.length, 0);
});

test("whatever a browser sends to the return address, the state is what the bank says", async () => {
  const shop = await openShop();
  const { attempt, SESSION } = await launched(shop);
  const address = await returnAddress(shop, SESSION);
  const part = fc.constantFrom(
    "ResponseCode=00",
    "ResponseCode[]=00",
    "__proto__[a]=1",
    "%ff%fe",
    "Description=x",
    "{",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("GET", "POST"),
      fc.array(part, { maxLength: 4 }),
      fc.array(part, { maxLength: 4 }),
      fc.constantFrom("application/x-www-form-urlencoded", "application/json", "text/plain", "multipart/form-data"),
      async (method, query, body, type) => {
        const answer = await fetch(`${address}?${query.join("&")}`, {
          method,
          redirect: "manual",
          ...(method === "POST" && { body: body.join("&"), headers: { "Content-Type": type } }),
        });
        assert.equal(answer.status, 303);
        assert.equal((await shop.status(attempt)).body.state, "opened");
      },
    ),
    { numRuns: often(60, 20) },
  );
  assert.equal(shop.paid.length, 0);
});

test("a captured success address, replayed 1,000 times, pays the order once", async () => {
  const shop = await openShop();
  const { SESSION } = await launched(shop);
  const address = await payAtBank(shop, SESSION, cards.approved);
  for (let i = 0; i < 20; i++) {
    const answers = await Promise.all(Array.from({ length: 50 }, () => comeBack(address)));
    assert.ok(answers.every(({ status }) => status === 303));
  }
  assert.equal(shop.paid.length, 1);
});

test("the return of order A never pays order B", async () => {
  const shop = await openShop();
  const a = await launched(shop, "A-1");
  const b = await launched(shop, "B-2");
  await comeBack(await payAtBank(shop, a.SESSION, cards.approved));
  assert.equal((await shop.status(a.attempt)).body.outcome, "approved");
  assert.equal((await shop.status(b.attempt, "?ask=1")).body.outcome, "pending");
  assert.deepEqual(
    shop.paid.map(({ order }) => order),
    ["A-1"],
  );
});

test("a declined card comes back by the return address, and says so in the buyer's language", async () => {
  const shop = await openShop();
  const { attempt, SESSION } = await launched(shop, "A-1", { lang: "en" });
  await comeBack(await payAtBank(shop, SESSION, cards.declined));
  const english = (await shop.status(attempt, "?lang=en")).body;
  assert.deepEqual([english.outcome, english.safeToRetry], ["declined", true]);
  assert.match(String(english.message), /card/);
  assert.doesNotMatch(String(english.message), /05/);
  assert.notEqual((await shop.status(attempt, "?lang=es")).body.message, english.message);
});

test("after a refusal the next launch is a new attempt, and can be approved", async () => {
  const shop = await openShop();
  const first = await launched(shop);
  await comeBack(await payAtBank(shop, first.SESSION, cards.declined));
  const second = await launched(shop);
  assert.notEqual(second.SESSION, first.SESSION);
  await comeBack(await payAtBank(shop, second.SESSION, cards.approved));
  assert.equal(shop.paid.length, 1);
  const { paid, attempts } = await shop.payments.findOrder("A-1");
  assert.equal(paid, true);
  assert.deepEqual(
    attempts.map(({ state }) => state),
    ["declined", "approved"],
  );
});

test("a buyer who leaves by the cancel address has cancelled once the bank had no result twice, and can pay afterwards", async () => {
  const shop = await openStillShop();
  const { attempt, SESSION } = await launched(shop);
  assert.equal((await comeBack(await payAtBank(shop, SESSION, "cancel"))).status, 303);
  assert.equal((await shop.status(attempt)).body.outcome, "pending");
  await shop.pass(10_000);
  const { body } = await shop.status(attempt);
  assert.deepEqual([body.outcome, body.verified, body.safeToRetry], ["cancelled", false, true]);
  const again = await launched(shop);
  assert.equal(again.SESSION, SESSION);
  assert.equal((await shop.status(again.attempt)).body.outcome, "pending");
  await comeBack(await payAtBank(shop, again.SESSION, cards.approved));
  assert.equal((await shop.status(attempt)).body.outcome, "approved");
  assert.equal(shop.paid.length, 1);
});

test("a buyer who leaves by the cancel address has cancelled with the first question of the page, however often it asks", async () => {
  const shop = await openShop({ background: false });
  const { attempt, SESSION } = await launched(shop);
  const queries = tracingChannel("ventanilla:query");
  let count = 0;
  const listener = () => void count++;
  queries.start.subscribe(listener);
  await comeBack(await payAtBank(shop, SESSION, "cancel"));
  // Waits for what is left of the second: that is what is tested.
  const answers = await Promise.all([1, 2, 3].map(() => shop.status(attempt, "?ask=1")));
  assert.deepEqual(
    answers.map(({ body }) => body.outcome),
    ["cancelled", "cancelled", "cancelled"],
  );
  queries.start.unsubscribe(listener);
  assert.equal(count, 2);
});

test("a payment whose buyer never came back is found when the page asks", async () => {
  const shop = await openShop();
  const { attempt, SESSION } = await launched(shop);
  await payAtBank(shop, SESSION, cards.approved);
  assert.equal((await shop.status(attempt)).body.outcome, "pending");
  assert.equal((await shop.status(attempt, "?ask=1")).body.outcome, "approved");
  assert.equal(shop.paid.length, 1);
});

test("two approvals of one order are one payment and one warning that one must be voided", async () => {
  const again: string[] = [];
  let price = 100;
  const shop = await openShop({
    order: () => ({
      amount: { minor: price, currency: "DOP" },
      tax: { minor: 0, currency: "DOP" },
      buyer: { email: "ana@example.com", mobilePhone: "8095550101" },
    }),
    onPaidAgain: ({ id }) => void again.push(id),
  });
  const first = await launched(shop);
  price = 200;
  const second = await launched(shop);
  price = 100;
  await comeBack(await payAtBank(shop, first.SESSION, cards.approved));
  price = 200;
  await comeBack(await payAtBank(shop, second.SESSION, cards.approved));
  assert.deepEqual(
    shop.paid.map(({ id }) => id),
    ["paid:A-1"],
  );
  assert.deepEqual(again, [`paidAgain:${second.attempt}`]);
  const { attempts, paidTwice, toHandle } = await shop.payments.findOrder("A-1");
  assert.equal(paidTwice, true);
  assert.deepEqual(
    toHandle.map(({ id }) => id),
    [second.attempt],
  );
  assert.deepEqual(
    attempts.map(({ id, outcome, duplicate }) => [id, outcome, duplicate]),
    [
      [first.attempt, "approved", undefined],
      [second.attempt, "approved", true],
    ],
  );
});

test("a return body of 10 MB, or a malformed one, still gets its 303", async () => {
  const shop = await openShop();
  const { SESSION } = await launched(shop);
  const address = await returnAddress(shop, SESSION);
  for (const body of ["x".repeat(10 * 1024 * 1024), "%", "a=%zz&&&=", "\0"]) {
    const type = "application/x-www-form-urlencoded";
    const answer = await fetch(address, {
      method: "POST",
      body,
      redirect: "manual",
      headers: { "Content-Type": type },
    });
    assert.equal(answer.status, 303);
  }
});

test("mounted before a body parser that would refuse it, payments.returns still answers", async () => {
  const shop = await openShop();
  const app = express();
  app.use("/payments", shop.payments.returns);
  app.use(express.urlencoded({ extended: false, limit: 10 }));
  app.use("/payments", shop.payments);
  const { origin } = await serve(app);
  const { SESSION } = await launched(shop);
  const back = new URL(await payAtBank(shop, SESSION, cards.approved));
  back.port = new URL(origin).port;
  assert.equal((await comeBack(back.href)).status, 303);
  assert.equal(shop.paid.length, 1);
});

test("behind a middleware whose writeHead returns nothing every answer comes to its end", async () => {
  const shop = await openShop(
    {},
    {
      before: (app) =>
        void app.use((_request, response, next) => {
          const writeHead = response.writeHead.bind(response) as (...given: unknown[]) => unknown;
          Object.assign(response, { writeHead: (...given: unknown[]) => void writeHead(...given) });
          next();
        }),
    },
  );
  const statusOf = async (answer: Promise<Response>) => (await answer).status;
  const order = `${shop.mount}/orders/A-1`;
  assert.equal(await statusOf(fetch(order)), 204);
  assert.equal(await statusOf(fetch(order, { method: "OPTIONS" })), 405);
  const { SESSION } = await launched(shop);
  const address = await payAtBank(shop, SESSION, cards.approved);
  assert.equal(await statusOf(comeBack(address)), 303);
  const fields = { order: "A-1", lang: "es" };
  const swup = { Origin: shop.origin, "X-Requested-With": "swup" };
  const launch = { method: "POST", redirect: "manual", headers: swup, body: new URLSearchParams(fields) } as const;
  assert.equal(await statusOf(fetch(`${shop.mount}/attempts`, launch)), 303);
});

test("a session middleware that would log the buyer out is told of by a named warning, once", async () => {
  const shop = await openShop(
    {},
    {
      before: (app) =>
        void app.use((_request, response, next) => {
          response.setHeader("Set-Cookie", "connect.sid=fresh; Path=/");
          next();
        }),
    },
  );
  const { SESSION } = await launched(shop);
  const address = await payAtBank(shop, SESSION, cards.approved);
  const warnings = await warningsOf(async () => {
    for (let i = 0; i < 3; i++) assert.equal((await comeBack(address)).status, 303);
  });
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ["VENTANILLA_COOKIE_ON_RETURN"],
  );
});

test("an address with a token that was never given out is answered 404 with a way back", async () => {
  const shop = await openShop();
  for (const token of ["x", "x".repeat(43), "..%2f..", "%0d%0aSet-Cookie:a=b"]) {
    const answer = await fetch(`${shop.mount}/return/${token}`, { redirect: "manual" });
    assert.equal(answer.status, 404);
    assert.equal(answer.headers.get("set-cookie"), null);
  }
});

test("the relay page shows details to the browser that launched the attempt, and to no other", async () => {
  const shop = await openShop();
  const attempt = crypto.randomUUID();
  const page = await shop.launch("A-1", { attempt });
  const cookie = page.headers.get("set-cookie") ?? "";
  assert.match(cookie, /^ventanilla=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax/);
  await comeBack(await payAtBank(shop, await sessionIn(page), cards.approved));
  const relay = `${shop.mount}/relay/${attempt}`;
  const own = await (await fetch(relay, { headers: { Cookie: cookie.split(";")[0] ?? "" } })).text();
  assert.match(own, /••••\u00a00050/);
  assert.match(own, /Pago aprobado/);
  const foreign = await (await fetch(relay)).text();
  assert.doesNotMatch(foreign.replaceAll(attempt, ""), /0050|\bA-1\b|aprobado/);
});

test("under https the cookie is bound to the host and secure", async () => {
  const { browserCookie } = await import("#express/http/browser.ts");
  const settings = { origin: "https://shop.example" } as Parameters<typeof browserCookie>[1];
  assert.match(browserCookie("t", settings), /^__Host-ventanilla=t; Path=\/; HttpOnly; SameSite=Lax; .*; Secure$/);
});

test("a bank that cannot be asked moves nothing, and the buyer is told that it is being checked", async () => {
  const shop = await openShop();
  const { attempt, SESSION } = await launched(shop);
  const back = await payAtBank(shop, SESSION, cards.approved);
  await shop.sandbox.close();
  assert.equal((await comeBack(back)).status, 303);
  const { body } = await shop.status(attempt);
  assert.deepEqual([body.outcome, body.safeToRetry], ["pending", false]);
});

test("a hundred questions at once are one query to the bank, and a second one within a second is none", async () => {
  const shop = await openStillShop();
  const { attempt } = await launched(shop);
  const queries = () => shop.sandbox.sessions()[0]?.queries;
  await Promise.all(Array.from({ length: 100 }, () => shop.status(attempt, "?ask=1")));
  assert.equal(queries(), 1);
  shop.clock.move(999);
  await shop.status(attempt, "?ask=1");
  assert.equal(queries(), 1);
  shop.clock.move(1);
  await shop.status(attempt, "?ask=1");
  assert.equal(queries(), 2);
});

test("who asks while an older question is under way is not told what the bank knew before the buyer paid", async () => {
  const clock = stoppedClock();
  const heard = Promise.withResolvers<void>();
  const joined = Promise.withResolvers<void>();
  const slow = aroundWrites(sqliteStore(":memory:", clock), {
    async changing(write, { state }) {
      if (state === "declined") {
        heard.resolve();
        await joined.promise;
      }
      await write();
    },
  });
  let isPaid = false;
  const store = withShop(slow, (kept) => ({
    async findAttempt(id) {
      if (isPaid) setImmediate(joined.resolve);
      return kept.findAttempt(id);
    },
  }));
  const shop = await openStillShop({ store }, clock);
  const { attempt, SESSION } = await launched(shop);
  await payAtBank(shop, SESSION, cards.declined);
  const first = shop.status(attempt, "?ask=1");
  await heard.promise;
  await payAtBank(shop, SESSION, cards.approved);
  isPaid = true;
  clock.move(8000);
  const second = await shop.status(attempt, "?ask=1");
  assert.deepEqual([(await first).body.outcome, second.body.outcome], ["declined", "approved"]);
});

test("an id that was never launched is 404 in JSON", async () => {
  const shop = await openShop();
  const { status, body } = await shop.status(crypto.randomUUID());
  assert.equal(status, 404);
  assert.deepEqual(body, { v: 1, error: { code: "not_found", message: "No encontramos este pago" } });
});

test("the session key and the return token appear in no page, header or answer", async () => {
  const store = sqliteStore(":memory:");
  const shop = await openShop({ store });
  const attempt = crypto.randomUUID();
  const seen: string[] = [];
  const keep = async (answer: Response) => {
    seen.push(JSON.stringify([...answer.headers]), await answer.clone().text());
    return answer;
  };
  const SESSION = await sessionIn(await keep(await shop.launch("A-1", { attempt })));
  const back = await payAtBank(shop, SESSION, cards.approved);
  const sealedKey = (await keptIn(store).findAttempt(attempt))?.facts.sealedKey ?? "";
  const key = makeVault([encryptionKey]).open(sealedKey, attempt);
  assert.ok(key.length >= 40 && !sealedKey.includes(key));
  await keep(await comeBack(back));
  await keep(await fetch(`${shop.mount}/relay/${attempt}`));
  await keep(await fetch(`${shop.mount}/attempts/${attempt}`));
  seen.push(JSON.stringify(await shop.payments.findOrder("A-1")), JSON.stringify(shop.paid));
  const token = back.split("/").at(-1) ?? "";
  for (const text of seen) assert.ok(!text.includes(key) && !text.includes(token) && !text.includes(sealedKey));
  assert.equal(
    (await keptIn(store).findAttempt(attempt))?.facts.sealedKey,
    undefined,
    "an approved attempt keeps no key",
  );
});
