import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import {
  type AttemptEvent,
  CaptureError,
  type Options,
  type PaymentEvent,
  type ResolveError,
} from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Store } from "@ventanilla/express/store";
import { aroundWrites, keptIn } from "../../kept.ts";
import { keepingLogger } from "../../loggers.ts";
import { serve } from "../../serve.ts";
import {
  cards,
  comeBack,
  laterAt,
  openShop,
  openStillShop,
  orderAt,
  paidTabs,
  pay,
  payAtBank,
  pesos,
  sessionIn,
} from "../../shop.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const folder = temporaryFolder("capture");

const hour = 60 * 60_000;
const day = 24 * hour;
const noon = { now: () => Date.UTC(2026, 10, 22, 12) };

/** A shop whose orders are authorized first, and its bank, by one clock. */
async function captureShop(overrides: Partial<Options> = {}) {
  const authorized: PaymentEvent[] = [];
  const failed: AttemptEvent[] = [];
  const logger = keepingLogger();
  const shop = await openStillShop({
    logger,
    order: () => laterAt(295_000),
    onAuthorized: (payment) => {
      authorized.push(payment);
    },
    onCaptureFailed: (event) => {
      failed.push(event);
    },
    ...overrides,
  });
  return {
    ...shop,
    authorized,
    failed,
    logger,
    /** Ends when there is a warning with these words. */
    async warned(words: RegExp) {
      while (!logger.lines.some(({ level, message }) => level === "warn" && words.test(message))) await turn();
    },
    alerts: () => logger.lines.flatMap(({ level, fields }) => (level === "error" ? [fields.code] : [])),
    /** Lets half an hour and more pass, asking on the way. */
    async outlast() {
      for (let i = 0; i < 66; i++) await shop.pass(30_000);
    },
    confirmations: () => shop.sandbox.sessions().filter(({ type }) => type === "2240"),
  };
}

/** Ends when the bank's page has got the capture. */
async function posted({ confirmations }: Awaited<ReturnType<typeof captureShop>>): Promise<void> {
  while (!confirmations().some(({ state }) => state !== "created"))
    await new Promise((resolve) => setImmediate(resolve));
}

/** Lets others run. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A page behind a wall that lets nobody through. */
async function refusing(): Promise<string> {
  const { origin } = await serve((_request, response) => {
    response.writeHead(403, { "Content-Type": "text/html" }).end("<h1>Forbidden</h1>");
  });
  return origin;
}

/** The session API of a bank, without a field of its answers. */
async function answeringWithout(url: string, field: string): Promise<string> {
  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "GET" } = request;
    const sent = { method, ...(chunks.length > 0 && { body: Buffer.concat(chunks) }) };
    const answer = await fetch(`${url}${request.url}`, sent);
    const { [field]: _, ...rest } = (await answer.json()) as Record<string, unknown>;
    response.writeHead(answer.status, { "Content-Type": "application/json" }).end(JSON.stringify(rest));
  }
  return (await serve((request, response) => void forward(request, response))).origin;
}

const codeOf = (code: CaptureError["code"]) => (error: unknown) => error instanceof CaptureError && error.code === code;

test("a capture for a part is not taken for what the order costs now", async () => {
  let order: Options["order"] = () => orderAt(295_000);
  const shop = await captureShop({ order: (id, request) => order(id, request) });
  const charged = crypto.randomUUID();
  const SESSION = await sessionIn(await shop.launch("A-1", { attempt: charged }));
  shop.clock.move(1000);
  order = () => laterAt(295_000);
  await pay(shop, "A-1", cards.approved);
  await shop.payments.capture("A-1", { amount: pesos(120_000) });
  order = () => {
    throw new Error("the database is away");
  };
  await comeBack(await payAtBank(shop, SESSION, cards.approved));
  const further = await keptIn(shop.store).findAttempt(charged);
  assert.deepEqual([further?.state, further?.facts.verdict?.orderAmount], ["approved", undefined]);
});

test("an authorized order reaches onAuthorized and is not paid; its capture reaches onPaid once", async () => {
  const shop = await captureShop();
  const attempt = await pay(shop, "A-1", cards.approved);
  assert.deepEqual(
    shop.authorized.map(({ id, type, order, amount, capture }) => [id, type, order, amount.minor, capture]),
    [[`authorized:${attempt}`, "order.authorized", "A-1", 295_000, "later"]],
  );
  assert.equal(shop.paid.length, 0);
  const { paid, authorized } = await shop.payments.findOrder("A-1");
  assert.deepEqual([paid, authorized], [false, true]);
  assert.equal((await shop.launch("A-1")).status, 409, "nobody is to pay an order that is authorized");

  const capture = await shop.payments.capture("A-1");
  assert.deepEqual(
    [capture.outcome, capture.state, capture.amount.minor, capture.captureOf],
    ["approved", "approved", 295_000, attempt],
  );
  assert.deepEqual(
    shop.paid.map((payment) => [payment.id, payment.order, payment.attempt, payment.captureOf, payment.amount.minor]),
    [["paid:A-1", "A-1", capture.id, attempt, 295_000]],
  );
  const captured = await shop.payments.findOrder("A-1");
  assert.deepEqual([captured.paid, captured.authorized], [true, false]);

  assert.equal((await shop.payments.capture("A-1")).id, capture.id, "the same capture again");
  assert.equal(shop.confirmations().length, 1);
  assert.equal(shop.paid.length, 1);
});

test("what the bank needs is kept encrypted, and gone once it is captured", async () => {
  const file = join(folder, "sealed.sqlite");
  const shop = await captureShop({ store: sqliteStore(file) });
  await pay(shop, "A-1", cards.approved);
  const stored = () => ["", "-wal"].map((end) => readFileSync(file + end, "latin1")).join("");
  assert.ok(stored().includes("sealedToken"));
  const told = JSON.stringify([shop.authorized, await shop.payments.findOrder("A-1"), shop.logger.lines]);
  // What TxToken looks like here.
  for (const text of [stored(), told]) assert.doesNotMatch(text, /txn-[0-9a-f]/);
  await shop.payments.capture("A-1");
  const reader = sqliteStore(file);
  const attempts = await keptIn(reader).attemptsOf("A-1");
  await reader.close();
  assert.deepEqual(
    attempts.map(({ facts }) => facts.authorization),
    [undefined, undefined],
  );
});

test("a part is captured with its part of the tax; the rest is not captured after it", async () => {
  const shop = await captureShop();
  await pay(shop, "A-1", cards.approved);
  const capture = await shop.payments.capture("A-1", { amount: pesos(100_001) });
  assert.deepEqual([capture.amount, capture.tax], [pesos(100_001), pesos(18_000)]);
  assert.equal(shop.paid[0]?.amount.minor, 100_001);
  assert.equal(shop.paid[0]?.amountDiffers, false);
  await assert.rejects(shop.payments.capture("A-1"), codeOf("already_paid"));
  assert.equal((await shop.payments.capture("A-1", { amount: pesos(100_001) })).id, capture.id);
  assert.equal(shop.confirmations().length, 1);
});

test("amounts that cannot be captured are refused by name, and nothing is written", async () => {
  const shop = await captureShop();
  await pay(shop, "A-1", cards.approved);
  const wrong: [request: object, message: RegExp][] = [
    [
      { amount: pesos(295_001) },
      /^capture\("A-1"\)\.amount\.minor: expected at most 295000, as authorized, got 295001/,
    ],
    [{ amount: pesos(0) }, /amount\.minor/],
    [{ amount: pesos(1.5) }, /amount\.minor/],
    [{ amount: { minor: 100, currency: "USD" } }, /amount\.currency: expected DOP/],
    [{ amount: pesos(100), tax: pesos(101) }, /tax\.minor: expected no more than the amount/],
    [
      { amount: pesos(100), tax: { minor: 1, currency: "USD" } },
      /tax\.currency: expected the same currency as the amount/,
    ],
    [{ ammount: pesos(100) }, /ammount: unknown/],
    [{ amount: undefined }, /capture\(order\)\.amount: expected a value, or no such field/],
    [{ attempt: 7 }, /capture\(order\)\.attempt: expected its id/],
    ...[100_000, "100.00", [pesos(1)], true, null, new Date(), new Map(), Object.create({ amount: pesos(1) })].map(
      (request): [object, RegExp] => [request as object, /capture\(order, request\): expected a plain object/],
    ),
  ];
  for (const [request, message] of wrong) {
    await assert.rejects(shop.payments.capture("A-1", request), { name: "TypeError", message });
  }
  assert.equal((await shop.payments.findOrder("A-1")).attempts.length, 1);
  await assert.rejects(shop.payments.capture("B-2"), codeOf("not_authorized"));
  // A number would find nothing: the ids of orders are text.
  for (const id of [1042, undefined, ""] as unknown as string[]) {
    for (const ask of [
      () => shop.payments.capture(id),
      () => shop.payments.findOrder(id),
      () => shop.payments.release(id, { reason: "r", by: "b" }),
    ]) {
      await assert.rejects(ask, {
        name: "TypeError",
        message: /^order: expected the order's id, a string that is not empty/,
      });
    }
  }
});

test("an order that was paid at once has no authorization, and a declined one neither", async () => {
  const shop = await captureShop({ order: () => orderAt(100) });
  await pay(shop, "A-1", cards.approved);
  await assert.rejects(shop.payments.capture("A-1"), codeOf("not_authorized"));
  const later = await captureShop();
  await pay(later, "A-1", cards.declined);
  await assert.rejects(later.payments.capture("A-1"), codeOf("not_authorized"));
  assert.deepEqual(later.authorized, []);
});

test("ten concurrent calls send one confirmation; each gets its outcome, or pending", async () => {
  const shop = await captureShop();
  await pay(shop, "A-1", cards.approved);
  const captures = await Promise.all(Array.from({ length: 10 }, () => shop.payments.capture("A-1")));
  assert.equal(new Set(captures.map(({ id }) => id)).size, 1);
  assert.ok(captures.every(({ outcome }) => outcome === "approved" || outcome === "pending"));
  assert.deepEqual(
    shop.confirmations().flatMap(({ state }) => (state === "created" ? [] : [state])),
    ["approved"],
  );
  await shop.pass(1000);
  assert.equal(shop.paid.length, 1);
});

test("a refused capture is told to onCaptureFailed, and may be asked for again", async () => {
  const shop = await captureShop();
  await pay(shop, "A-1", cards.approved);
  shop.sandbox.reset();
  const capture = await shop.payments.capture("A-1");
  assert.deepEqual([capture.outcome, capture.verdict?.code], ["declined", "25"]);
  // The hook runs beside the call.
  await shop.pass(0);
  assert.deepEqual(
    shop.failed.map(({ id, type, code, captureOf }) => [id, type, code, captureOf]),
    [[`failed:${capture.id}`, "capture.failed", "25", capture.captureOf]],
  );
  assert.deepEqual(shop.alerts(), ["capture_failed"]);
  assert.notEqual((await shop.payments.capture("A-1")).id, capture.id);
  assert.deepEqual(shop.paid, []);
});

test("a bank that cannot be reached: nothing was settled, and the next call is a new capture", async () => {
  const shop = await captureShop();
  await pay(shop, "A-1", cards.approved);
  shop.sandbox.faults.arm("server-error-before", { times: 20 });
  await assert.rejects(shop.payments.capture("A-1"), codeOf("not_sent"));
  shop.sandbox.faults.disarm();
  assert.equal((await shop.payments.capture("A-1")).outcome, "approved");
  assert.deepEqual(
    (await shop.payments.findOrder("A-1")).attempts.map(({ state }) => state),
    ["approved", "expired", "approved"],
  );
  assert.deepEqual(shop.failed, []);
});

test("31 days after the authorization, seen twice, nothing is kept for a capture, and the order can be paid again", async () => {
  const lapsed: string[] = [];
  const shop = await captureShop({ onLapsed: ({ id }) => void lapsed.push(id) });
  const attempt = await pay(shop, "A-1", cards.approved);
  await shop.pass(28 * day + 1000);
  assert.deepEqual(shop.alerts(), ["lapsing"]);
  await shop.pass(3 * day);
  assert.equal((await shop.payments.findOrder("A-1")).authorized, true, "its days have passed once");
  await shop.pass(day);
  assert.deepEqual([shop.alerts(), lapsed], [["lapsing", "lapsed"], [`lapsed:${attempt}`]]);
  await assert.rejects(shop.payments.capture("A-1"), codeOf("not_authorized"));
  const { paid, authorized, attempts } = await shop.payments.findOrder("A-1");
  assert.deepEqual([paid, authorized, attempts.length], [false, false, 1]);
  assert.equal(attempts[0]?.released?.reason, "31 days have passed");
  // The hold is over, so the order can be paid again.
  await pay(shop, "A-1", cards.approved);
  assert.equal((await shop.payments.capture("A-1")).outcome, "approved");
  assert.equal(shop.authorized.length, 2);
});

test("onAuthorized is needed once order() answers capture: later", async () => {
  const shop = await openShop({
    order: () => laterAt(100),
  });
  assert.equal((await shop.launch("A-1")).status, 500);
  assert.match(String(shop.errors[0]), /^TypeError: onAuthorized: expected a function/);
  assert.equal(shop.sandbox.sessions().length, 0);
});

test("another word than later is refused by name", async () => {
  const shop = await openShop({ order: () => ({ ...orderAt(100), capture: "manual" }) as never });
  assert.equal((await shop.launch("A-1")).status, 500);
  assert.match(String(shop.errors[0]), /order\("A-1"\)\.capture: expected "later" or nothing/);
});

test("a result that comes late is waited for in the background, and pays the order", async () => {
  const shop = await captureShop();
  await pay(shop, "A-1", cards.approved);
  shop.sandbox.faults.arm("late-result", { times: 1, order: "A-1" });
  const asked = shop.payments.capture("A-1");
  await posted(shop);
  assert.equal(shop.paid.length, 0);
  await shop.outlast();
  assert.equal((await asked).outcome, "approved");
  assert.equal(shop.paid.length, 1);
});

test("a bank that forgets a posted capture leaves it in doubt: nothing is sent until a person has spoken", async () => {
  const shop = await captureShop();
  await pay(shop, "A-1", cards.approved);
  shop.sandbox.faults.arm("late-result", { times: 1, order: "A-1" });
  const asked = shop.payments.capture("A-1");
  await posted(shop);
  shop.sandbox.reset();
  await shop.outlast();
  const { id, state } = await asked;
  assert.deepEqual([state, shop.alerts()], ["unknown", ["unknown"]]);
  await assert.rejects(shop.payments.capture("A-1"), codeOf("in_review"));
  await assert.rejects(shop.payments.capture("A-1", { amount: pesos(1) }), codeOf("in_review"));
  assert.equal(shop.confirmations().length, 0, "nothing was sent after the reset");
  // The bank may name the reference of the authorization.
  const [reference] = shop.authorized.map((event) => event.reference);
  assert.ok(reference);
  await shop.payments.resolve(id, { paid: true, reason: "it is on the bank's statement", by: "Ana", reference });
  await shop.pass(0);
  assert.deepEqual(
    shop.paid.map((event) => [event.id, event.attempt, event.reference]),
    [["paid:A-1", id, reference]],
  );
});

test("an authorization whose amount differs from the order's needs manual review; a person's decision makes it an authorization", async () => {
  let minor = 295_000;
  const shop = await captureShop({
    order: () => laterAt(minor),
  });
  const SESSION = await sessionIn(await shop.launch("A-1"));
  const back = await payAtBank(shop, SESSION, cards.approved);
  minor = 300_000;
  await comeBack(back);
  await shop.pass(1000);
  const [attempt] = (await shop.payments.findOrder("A-1")).attempts;
  assert.equal(attempt?.state, "review");
  await assert.rejects(shop.payments.capture("A-1"), codeOf("not_authorized"));
  await shop.payments.resolve(attempt?.id ?? "", { paid: true, reason: "the old price is fine", by: "Ana" });
  await shop.pass(1000);
  assert.deepEqual(
    shop.authorized.map(({ amount, amountDiffers }) => [amount.minor, amountDiffers]),
    [[295_000, true]],
  );
  assert.equal((await shop.payments.capture("A-1")).outcome, "approved");
  assert.equal(shop.paid.length, 1);
});

test("resolving an authorization as not paid deletes the data for its capture", async () => {
  let minor = 100;
  const shop = await captureShop({ order: () => laterAt(minor) });
  const { store } = shop;
  const back = await payAtBank(shop, await sessionIn(await shop.launch("A-1")), cards.approved);
  minor = 200;
  await comeBack(back);
  const [attempt] = await keptIn(store).attemptsOf("A-1");
  assert.ok(attempt?.facts.authorization);
  await shop.payments.resolve(attempt.id, { paid: false, reason: "voided in the portal", by: "Ana" });
  assert.equal((await keptIn(store).attemptsOf("A-1"))[0]?.facts.authorization, undefined);
});

test("a router with another bank captures nothing of this one's", async () => {
  const now = () => Date.UTC(2026, 10, 22, 12);
  const store = sqliteStore(":memory:", { now });
  const shop = await captureShop({ store });
  const other = await captureShop({ store });
  await pay(shop, "A-1", cards.approved);
  await assert.rejects(other.payments.capture("A-1"), codeOf("other_bank"));
});

test("a bank that gives no token with an authorization is told to a person at once, and the capture names it", async () => {
  const shop = await captureShop();
  const bank = await answeringWithout(shop.sandbox.url, "TxToken");
  const poor = await captureShop({ gateway: { sessionApiUrl: bank, gatewayUrl: shop.sandbox.url } });
  const SESSION = await sessionIn(await poor.launch("A-1"));
  await comeBack(await payAtBank(shop, SESSION, cards.approved));
  assert.equal(poor.authorized.length, 1);
  assert.deepEqual(poor.alerts(), ["uncapturable"]);
  await assert.rejects(poor.payments.capture("A-1"), (error) => {
    assert.ok(codeOf("uncapturable")(error));
    assert.match(String(error), /TxToken: not given by the bank, or no longer kept/);
    return true;
  });
});

test("once a person has released an authorization no alert asks for a capture, and onAuthorized is not told of it", async () => {
  let tries = 0;
  const fail = () => {
    tries++;
    throw new Error("the shop's system is down");
  };
  const refused = await captureShop({ onCaptureFailed: fail });
  await pay(refused, "A-1", cards.approved);
  refused.sandbox.reset();
  await refused.payments.capture("A-1");
  const bank = await answeringWithout(refused.sandbox.url, "TxToken");
  const poor = await captureShop({
    gateway: { sessionApiUrl: bank, gatewayUrl: refused.sandbox.url },
    onAuthorized: fail,
  });
  await comeBack(await payAtBank(refused, await sessionIn(await poor.launch("A-1")), cards.approved));
  // Whether the refused capture was settled after all is a question of its own.
  for (const [shop, alert, further, more] of [
    [refused, "capture_failed", ["hook_failing", "unconfirmed"], 1],
    [poor, "uncapturable", [], 0],
  ] as const) {
    await shop.pass(hour);
    assert.deepEqual(new Set(shop.alerts()), new Set([alert]));
    const before = { alerts: shop.alerts(), tries };
    await shop.payments.release("A-1", { reason: "voided in the portal", by: "Ana" });
    await shop.pass(hour);
    const expected = { alerts: [...before.alerts, ...further], tries: before.tries + more };
    assert.deepEqual({ alerts: shop.alerts(), tries }, expected);
  }
});

test("two authorizations of an order: its first is captured, whichever was heard last; the other one by its name", async () => {
  let minor = 300_000;
  const shop = await captureShop({
    order: () => laterAt(minor),
  });
  const backs = await paidTabs(shop, [300_000, 295_000], (price) => (minor = price));
  for (const back of backs.toReversed()) await back();
  const [later, earlier] = (await shop.payments.findOrder("A-1")).attempts;
  assert.deepEqual(
    shop.authorized.map(({ attempt }) => attempt),
    [earlier?.id],
  );
  const capture = await shop.payments.capture("A-1");
  assert.deepEqual([capture.captureOf, capture.amount.minor], [earlier?.id, 295_000]);
  assert.equal((await shop.payments.capture("A-1")).id, capture.id);
  await assert.rejects(shop.payments.capture("A-1", { attempt: later?.id ?? "" }), codeOf("already_paid"));
  assert.equal(shop.confirmations().length, 1);
  assert.equal(shop.paid.length, 1);
});

test("an authorization beside a sale that came after it is a further payment: it is told, and waits for a person", async () => {
  let isSale = false;
  const again: string[] = [];
  const shop = await captureShop({
    order: () => {
      const order = orderAt(isSale ? 295_000 : 300_000);
      return order && { ...order, ...(!isSale && { capture: "later" as const }) };
    },
    onPaidAgain: ({ attempt }) => void again.push(attempt),
  });
  const backs = await paidTabs(shop, [300_000, 295_000], (price) => (isSale = price === 295_000));
  for (const back of backs) await back();
  await shop.pass(1000);
  const [hold, sale] = (await shop.payments.findOrder("A-1")).attempts;
  assert.ok(hold !== undefined && sale !== undefined);
  assert.deepEqual(
    [shop.authorized, shop.paid].map((events) => events.map(({ attempt }) => attempt)),
    [[hold.id], [sale.id]],
  );
  assert.deepEqual([again, shop.alerts()], [[hold.id], ["paid_again"]]);
  const { decisive, paid } = await shop.payments.findOrder("A-1");
  assert.deepEqual([decisive?.id, paid], [sale.id, true]);
  await assert.rejects(shop.payments.capture("A-1"), codeOf("already_paid"));
  const { handled } = await shop.payments.recordHandling(hold.id, { returned: true, reason: "voided", by: "Ana" });
  assert.equal(handled?.returned, true);
});

test("each of two authorizations beside a sale waits for a person, though one of them waits already", async () => {
  let minor = 0;
  const again: string[] = [];
  const shop = await captureShop({
    order: () => {
      const order = orderAt(minor);
      return order && { ...order, ...(minor !== 290_000 && { capture: "later" as const }) };
    },
    onPaidAgain: ({ attempt }) => void again.push(attempt),
  });
  const backs = await paidTabs(shop, [300_000, 295_000, 290_000], (price) => (minor = price));
  for (const back of backs) await back();
  await shop.pass(1000);
  const [first, second, sale] = (await shop.payments.findOrder("A-1")).attempts;
  assert.deepEqual([again, shop.paid.map(({ attempt }) => attempt)], [[second?.id, first?.id], [sale?.id]]);
  assert.deepEqual(shop.alerts(), ["paid_again", "paid_again"]);
  const word = { returned: true, reason: "voided", by: "Ana" };
  for (const id of again) assert.equal((await shop.payments.recordHandling(id, word)).handled?.returned, true);
});

/** A shop whose order was authorized with RD$ 3,000.00 and then with RD$ 2,950.00. */
async function authorizedTwice(overrides: Partial<Options> = {}) {
  let minor = 300_000;
  const shop = await captureShop({
    ...overrides,
    order: () => laterAt(minor),
  });
  const backs = await paidTabs(shop, [300_000, 295_000], (price) => (minor = price));
  for (const back of backs) await back();
  return shop;
}

test("where the bank has let the first authorization go, the other one is captured by its attempt", async () => {
  const shop = await authorizedTwice();
  const [, second] = (await shop.payments.findOrder("A-1")).attempts;
  const capture = await shop.payments.capture("A-1", { attempt: second?.id ?? "" });
  assert.deepEqual([capture.outcome, capture.captureOf, capture.amount.minor], ["approved", second?.id, 295_000]);
  await assert.rejects(shop.payments.capture("A-1", { attempt: crypto.randomUUID() }), codeOf("not_authorized"));
});

test("what was given back is not an authorization: the one that was kept is the order's, and is captured", async () => {
  const shop = await authorizedTwice();
  const [first, second] = (await shop.payments.findOrder("A-1")).attempts;
  const word = { returned: true, returnedAttempt: first?.id ?? "", reason: "voided: wrong amount", by: "Ana" };
  await shop.payments.recordHandling(second?.id ?? "", word);

  const { authorized, decisive } = await shop.payments.findOrder("A-1");
  assert.deepEqual([authorized, decisive?.id], [true, second?.id]);
  await assert.rejects(shop.payments.capture("A-1", { attempt: first?.id ?? "" }), codeOf("not_authorized"));
  const capture = await shop.payments.capture("A-1");
  assert.deepEqual([capture.outcome, capture.captureOf, capture.amount.minor], ["approved", second?.id, 295_000]);
  assert.equal(shop.confirmations().length, 1);
});

test("of a capture and the word that its authorization was given back, one loses, whichever is first", async () => {
  for (const moment of ["read", "inserted", "sent"] as const) {
    let interrupt: (() => Promise<unknown>) | undefined;
    const first = async () => {
      const asked = interrupt;
      interrupt = undefined;
      await asked?.();
    };
    const inner = sqliteStore(":memory:", noon);
    const store = aroundWrites(inner, {
      async launching(write, inserted) {
        const isCapture = inserted?.facts.captureOf !== undefined;
        if (isCapture && moment === "read") await first();
        await write();
        if (isCapture && moment === "inserted") await first();
      },
      async changing(write, { facts, state }) {
        if (facts.captureOf !== undefined && state === "opened" && moment === "sent") await first();
        await write();
      },
    });
    const shop = await authorizedTwice({ store });
    const [one, further] = (await shop.payments.findOrder("A-1")).attempts;
    const word = { returned: true, returnedAttempt: one?.id ?? "", reason: "voided: wrong amount", by: "Ana" };
    let said: unknown = "never asked";
    interrupt = async () => {
      said = await shop.payments.recordHandling(further?.id ?? "", word).then(
        () => "recorded",
        (error: unknown) => (error as ResolveError).code,
      );
    };
    const captured = await shop.payments.capture("A-1", { attempt: one?.id ?? "" }).then(
      ({ outcome }) => outcome,
      (error: unknown) => (error as CaptureError).code,
    );
    const sent = shop.confirmations().filter(({ state }) => state !== "created").length;
    const lost = ["recorded", "not_authorized", 0];
    assert.deepEqual([said, captured, sent], moment === "read" ? lost : ["in_progress", "approved", 1], moment);
  }
});

test("a person's word that was on its way when a capture began is not recorded", async () => {
  const inner = sqliteStore(":memory:", noon);
  let between: (() => Promise<unknown>) | undefined;
  const store = aroundWrites(inner, {
    async changing(write, { facts }) {
      const first = between;
      if (facts.released !== undefined) between = undefined;
      if (facts.released !== undefined) await first?.();
      await write();
    },
  });
  const shop = await captureShop({ store });
  await pay(shop, "A-1", cards.approved);
  between = () => shop.payments.capture("A-1");
  await assert.rejects(shop.payments.release("A-1", { reason: "no stock", by: "Ana" }), codeOf("already_paid"));
});

test("of an authorization that the bank approved in part, no more than the part is captured", async () => {
  const shop = await captureShop();
  const attempt = await pay(shop, "A-1", cards.partial);
  const approvedAmount = { minor: 100_000, currency: "DOP" } as const;
  await shop.payments.resolve(attempt, { paid: true, reason: "help desk, case 4711", by: "Ana", approvedAmount });
  await assert.rejects(shop.payments.capture("A-1", { amount: { minor: 100_001, currency: "DOP" } }), {
    message: /amount\.minor: expected at most 100000, as authorized, got 100001$/,
  });
  assert.equal((await shop.payments.capture("A-1")).amount.minor, 100_000);
});

test("of an authorization in part that nobody has named, only a named amount is captured", async () => {
  const shop = await captureShop();
  const attempt = await pay(shop, "A-1", cards.partial);
  await shop.payments.resolve(attempt, { paid: true, reason: "help desk, case 4711", by: "Ana" });
  for (const request of [{}, { tax: pesos(0) }, { attempt }]) {
    await assert.rejects(shop.payments.capture("A-1", request), {
      code: "ERR_VENTANILLA_ARGUMENT",
      message: 'capture("A-1").amount: expected the part that the bank approved, which it has not named',
    });
  }
  assert.equal((await shop.payments.findOrder("A-1")).attempts.length, 1, "nothing was written");
  assert.equal((await shop.payments.capture("A-1", { amount: pesos(100_000) })).amount.minor, 100_000);
});

test("an order that is released can be paid again; one that is captured, or being captured, is not released", async () => {
  const shop = await captureShop();
  const word = { reason: "reversed in the portal", by: "Ana" };
  await assert.rejects(shop.payments.release("A-1", word), codeOf("not_authorized"));
  const attempt = await pay(shop, "A-1", cards.approved);
  await assert.rejects(shop.payments.release("A-1", { reason: "", by: "Ana" }), /^TypeError: reason: expected/);
  const released = await shop.payments.release("A-1", word);
  assert.deepEqual([released.id, released.released?.reason, released.state], [attempt, word.reason, "approved"]);
  assert.equal((await shop.payments.findOrder("A-1")).authorized, false);
  await assert.rejects(shop.payments.capture("A-1"), codeOf("not_authorized"));

  const again = await pay(shop, "A-1", cards.approved);
  assert.deepEqual(
    shop.authorized.map(({ id }) => id),
    [`authorized:${attempt}`, `authorized:${again}`],
  );
  shop.sandbox.faults.arm("late-result", { times: 1, order: "A-1" });
  const asked = shop.payments.capture("A-1");
  await posted(shop);
  await assert.rejects(shop.payments.release("A-1", word), codeOf("in_progress"));
  await shop.outlast();
  assert.equal((await asked).outcome, "approved");
  await assert.rejects(shop.payments.release("A-1", word), codeOf("already_paid"));
});

test("a refusal that the bank takes back later pays the order after all", async () => {
  const shop = await captureShop();
  await pay(shop, "A-1", cards.approved);
  shop.sandbox.faults.arm("declined-then-approved", { times: 1, order: "A-1" });
  assert.equal((await shop.payments.capture("A-1")).outcome, "declined");
  await shop.pass(0);
  assert.equal(shop.failed.length, 1);
  await shop.outlast();
  assert.equal(shop.paid.length, 1);
  assert.equal((await shop.payments.findOrder("A-1")).paid, true);
});

test("a page that refuses leaves the capture to the query, with a warning; nobody says that nothing was settled", async () => {
  const shop = await captureShop();
  const wall = await refusing();
  const guarded = await captureShop({ gateway: { sessionApiUrl: shop.sandbox.url, gatewayUrl: wall } });
  await comeBack(await payAtBank(shop, await sessionIn(await guarded.launch("A-1")), cards.approved));
  const asked = guarded.payments.capture("A-1");
  await guarded.warned(/did not take a capture/);
  for (let i = 0; i < 66; i++) {
    await shop.pass(30_000);
    await guarded.pass(30_000);
  }
  assert.equal((await asked).state, "unknown");
  assert.deepEqual(guarded.failed, []);
});

test("a launch that pays at once beside an authorization pays the order, and the authorization is captured no more", async () => {
  const way: { capture?: "later" } = { capture: "later" };
  const shop = await captureShop({
    order: () => ({ ...orderAt(100), ...way }),
  });
  const later = await sessionIn(await shop.launch("A-1"));
  delete way.capture;
  const atOnce = await sessionIn(await shop.launch("A-1"));
  for (const session of [later, atOnce]) await comeBack(await payAtBank(shop, session, cards.approved));
  assert.deepEqual([shop.authorized.length, shop.paid.length], [1, 1]);
  assert.deepEqual(
    shop.paid.map(({ id }) => id),
    ["paid:A-1"],
  );
  await assert.rejects(shop.payments.capture("A-1"), codeOf("already_paid"));
});

/** A store whose next change of an attempt fails once `fails` is called. */
function failingStore(store: Store): Store & { fails(): void } {
  let isFailing = false;
  const failing = aroundWrites(store, {
    async changing(write) {
      if (!isFailing) return write();
      isFailing = false;
      throw new Error("the disk is full");
    },
  });
  return {
    ...failing,
    fails: () => {
      isFailing = true;
    },
  };
}

test("a capture that was begun and not sent is not sent once another payment has paid the order", async () => {
  const way: { capture?: "later" } = { capture: "later" };
  const store = failingStore(sqliteStore(":memory:", noon));
  const shop = await captureShop({ store, order: () => ({ ...orderAt(100), ...way }) });
  const later = await sessionIn(await shop.launch("A-1"));
  delete way.capture;
  const atOnce = await sessionIn(await shop.launch("A-1"));
  await comeBack(await payAtBank(shop, later, cards.approved));
  store.fails();
  await assert.rejects(shop.payments.capture("A-1"), /the disk is full/);
  await comeBack(await payAtBank(shop, atOnce, cards.approved));
  assert.equal(shop.paid.length, 1);
  await assert.rejects(shop.payments.capture("A-1"), codeOf("already_paid"));
  assert.deepEqual(shop.confirmations(), []);
});

test("a capture is not sent when another payment is approved while it begins", async () => {
  const way: { capture?: "later" } = { capture: "later" };
  const inner = sqliteStore(":memory:", noon);
  let beforeInsert = async () => {};
  const store = aroundWrites(inner, {
    async launching(write, inserted) {
      if (inserted?.facts.captureOf !== undefined) await beforeInsert();
      await write();
    },
  });
  const shop = await captureShop({ store, order: () => ({ ...orderAt(100), ...way }) });
  const later = await sessionIn(await shop.launch("A-1"));
  delete way.capture;
  const atOnce = await sessionIn(await shop.launch("A-1"));
  await comeBack(await payAtBank(shop, later, cards.approved));
  beforeInsert = async () => {
    await comeBack(await payAtBank(shop, atOnce, cards.approved));
  };
  await assert.rejects(shop.payments.capture("A-1"), codeOf("already_paid"));
  assert.equal(shop.paid.length, 1);
  assert.deepEqual(shop.confirmations(), []);
});

test("a capture that was begun at another bank is not sent to this one", async () => {
  const store = failingStore(sqliteStore(":memory:", noon));
  const shop = await captureShop({ store });
  const other = await captureShop({ store });
  await pay(shop, "A-1", cards.approved);
  store.fails();
  await assert.rejects(shop.payments.capture("A-1"), /the disk is full/);
  await assert.rejects(other.payments.capture("A-1"), codeOf("other_bank"));
  assert.deepEqual(other.confirmations(), []);
});

test("a router that closes waits for its captures", async () => {
  const shop = await captureShop();
  await pay(shop, "A-1", cards.approved);
  const asked = shop.payments.capture("A-1");
  await shop.payments.close();
  assert.equal((await asked).outcome, "approved");
});
