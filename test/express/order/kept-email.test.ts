import assert from "node:assert/strict";
import { test } from "node:test";
import { keptIn } from "../../kept.ts";
import { keepingLogger } from "../../loggers.ts";
import { cards, comeBack, cookieOf, laterAt, openStillShop, orderAt, pay, payAtBank, sessionIn } from "../../shop.ts";

const mobilePhone = "8095550101";
const orderFor = (email: string) => ({ ...orderAt(100), buyer: { email, mobilePhone } });

/** The emails that the attempts of an order have kept. */
const emailsOf = async ({ store }: Awaited<ReturnType<typeof openStillShop>>, order: string) =>
  (await keptIn(store).attemptsOf(order)).map(({ facts }) => facts.email);

test("the buyer's email is kept only where the shop says so, as the bank got it, and with the capture", async () => {
  const typed = " Ana@Example.com ";
  for (const [keepEmail, kept] of [
    [undefined, undefined],
    [false, undefined],
    [true, "Ana@Example.com"],
  ] as const) {
    const shop = await openStillShop({
      ...(keepEmail !== undefined && { keepEmail }),
      order: () => ({ ...laterAt(100), buyer: { email: typed, mobilePhone } }),
      onAuthorized: () => {},
    });
    await pay(shop, "A-1", cards.approved);
    await shop.payments.capture("A-1");
    assert.deepEqual(await emailsOf(shop, "A-1"), [kept, kept]);
    const found: string[] = [];
    for await (const { order, captureOf } of shop.payments.list({ filter: { email: "ANA@example.com" } })) {
      found.push(`${order}${captureOf === undefined ? "" : " captured"}`);
    }
    assert.deepEqual(found, kept === undefined ? [] : ["A-1 captured", "A-1"]);
  }
});

test("after a launch without a session, the email and the product are those that the session was begun with", async () => {
  let order = { ...orderFor("wrong@example.com"), product: "Cena" as string | undefined };
  const shop = await openStillShop({ keepEmail: true, logger: keepingLogger(), order: () => order });
  shop.sandbox.faults.arm("server-error-before", { times: 9 });
  assert.equal((await shop.launch("A-1")).status, 502);
  assert.deepEqual(await emailsOf(shop, "A-1"), ["wrong@example.com"]);
  shop.sandbox.faults.disarm();
  order = { ...orderFor("right@example.com"), product: undefined };
  await pay(shop, "A-1", cards.approved);
  const [paid] = await keptIn(shop.store).attemptsOf("A-1");
  assert.deepEqual([paid?.state, paid?.facts.email, paid?.facts.product], ["approved", "right@example.com", undefined]);
  assert.equal(await shop.payments.eraseEmail("wrong@example.com"), 0);
});

test("a launch that gets the session of an earlier one keeps nothing: the bank got the email of that one", async () => {
  let email = "first@example.com";
  const shop = await openStillShop({ keepEmail: true, order: () => orderFor(email) });
  await shop.launch("A-1");
  email = "second@example.com";
  await pay(shop, "A-1", cards.approved);
  assert.deepEqual(await emailsOf(shop, "A-1"), ["first@example.com"]);
});

test("no email is a reason to refuse a payment: the longest is kept, and one that may hold a card number is not", async () => {
  const longest = `${"a".repeat(64)}@${"b".repeat(61)}.${"c".repeat(61)}.${"d".repeat(62)}.do`;
  assert.equal(longest.length, 254);
  for (const [email, kept] of [
    [longest, longest],
    ["İ@example.com", "İ@example.com"],
    ["18095550101@example.com", "18095550101@example.com"],
    ["4761340000000050@example.com", undefined],
    ["4761-3400.0000_0050@example.com", undefined],
  ] as const) {
    const shop = await openStillShop({ keepEmail: true, order: () => orderFor(email) });
    await pay(shop, "A-1", cards.approved);
    assert.equal((await shop.payments.findOrder("A-1")).paid, true, email);
    assert.deepEqual(await emailsOf(shop, "A-1"), [kept]);
    assert.deepEqual(shop.errors, []);
  }
});

test("a kept email stands on no page of the buyer, and in no answer, log, alert, event or view of an attempt", async () => {
  const email = "ana-canary@example.com";
  const logger = keepingLogger();
  const said: unknown[] = [];
  const shop = await openStillShop({
    keepEmail: true,
    logger,
    onAlert: (alert) => void said.push(alert),
    onPaid: (payment) => void said.push({ ...payment, transaction: undefined, signal: undefined }),
    order: () => orderFor(email),
  });
  const seen = async (answer: Response) => void said.push([...answer.headers], await answer.text());
  for (const [order, card] of Object.entries({ "A-1": cards.approved, "A-2": cards.declined, "A-3": cards.partial })) {
    const attempt = crypto.randomUUID();
    const launch = await shop.launch(order, { attempt });
    const Cookie = cookieOf(launch);
    const page = launch.clone();
    const back = await comeBack(await payAtBank(shop, await sessionIn(launch), card));
    await seen(page);
    await seen(back);
    await seen(await fetch(back.headers.get("location") ?? "", { headers: { Cookie } }));
    said.push((await shop.status(attempt, "", { Cookie })).body);
    await seen(await fetch(`${shop.mount}/orders/${order}`));
    // An order that is paid, or waits for a person, refuses its next launch.
    await seen(await shop.launch(order));
    said.push(await shop.payments.findOrder(order), await keptIn(shop.store).eventsOf(order));
    for await (const listed of shop.payments.list()) said.push(listed);
  }
  await shop.pass(1000);
  await shop.store.close();
  await seen(await shop.launch("A-4"));
  said.push(logger.lines, await shop.payments.health(), shop.errors.map(String));
  assert.ok(logger.lines.length > 3);
  const text = JSON.stringify(said);
  assert.match(text, /476134______0050/);
  assert.doesNotMatch(text, /canary/);
});
