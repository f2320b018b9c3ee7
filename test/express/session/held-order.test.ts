import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import type { Store } from "@ventanilla/express/store";
import { keptIn } from "../../kept.ts";
import { some } from "../../part.ts";
import { startPostgres } from "../../postgres.ts";
import {
  cards,
  comeBack,
  cookieOf,
  gatewayAt,
  laterAt,
  openStillShop,
  orderAt,
  payAtBank,
  type StoppedClock,
  sessionIn,
  stoppedClock,
} from "../../shop.ts";
import { enginesOn } from "../../stores/engines.ts";

const server = await startPostgres();
after(() => server.stop());

const minutes = (count: number) => count * 60_000;

const { SQLite, Postgres } = enginesOn(server);

/** What a bank says that answers no question clearly, and still creates sessions. */
const silences = ["result-500", "result-html", "code-09-times", "early-404"] as const;
type Silence = (typeof silences)[number] | "result-timeout";

/** A shop whose page for `A-1` has no JavaScript. Its buyer is at the bank. */
async function atBank(open: (clock: StoppedClock) => Promise<Store>, orderOf = orderAt) {
  let price = 100;
  const clock = stoppedClock();
  const store = await open(clock);
  const overrides = { store, order: () => orderOf(price), onAuthorized: () => {} };
  const shop = await openStillShop(overrides, clock);
  const { sandbox } = shop;
  const attempt = crypto.randomUUID();
  const launched = await shop.launch("A-1", { attempt });
  const cookie = cookieOf(launched);
  const SESSION = await sessionIn(launched);
  return {
    shop,
    clock,
    store,
    attempt,
    SESSION,
    cookie,
    setPrice: (minor: number) => (price = minor),
    press: (router: Pick<typeof shop, "launch"> = shop) => router.launch("A-1"),
    /** Another process of the same shop, with the same bank. */
    process: () => openStillShop({ ...overrides, gateway: gatewayAt(sandbox) }, clock),
    pay: (card: string, session = SESSION) => payAtBank(shop, session, card),
    silence: (fault: Silence = "result-500") => sandbox.faults.arm(fault, { times: 10_000 }),
    speak: () => sandbox.faults.disarm(),
    isSafe: async () => (await shop.status(attempt)).body.safeToRetry,
    outcomes: async () => (await shop.payments.findOrder("A-1")).attempts.map(({ outcome }) => outcome),
    sessions: () => sandbox.sessions().length,
    charges: () => sandbox.sessions().filter(({ code }) => code === "00").length,
  };
}

type Scene = Awaited<ReturnType<typeof atBank>>;

/** No second session, never “safe”; the page asks on; and once the bank speaks, the order is paid once. */
async function assertHeld(scene: Scene): Promise<void> {
  const { shop, press, isSafe, sessions, charges, speak } = scene;
  const before = sessions();
  for (let i = 0; i < 2; i++) {
    const answer = await press();
    const page = await answer.text();
    assert.equal(answer.status, 409);
    assert.match(page, /No vuelva a pagar/);
    assert.match(page, /<meta http-equiv="refresh" content="3;url=[^"]+\/relay\/[^"]+\?ask=1">/);
    assert.deepEqual([await isSafe(), sessions()], [false, before]);
    await shop.pass(2000);
  }
  speak();
  await shop.pass(minutes(2));
  assert.equal((await press()).status, 409);
  const { paid } = await shop.payments.findOrder("A-1");
  assert.deepEqual([paid, charges(), shop.paid.length], [true, 1, 1]);
}

/** What the buyer does before the bank falls silent: each pays once, and the shop does not hear of it. */
const lives: Record<string, (scene: Scene) => Promise<unknown>> = {
  async "paid at 26:00, the window closed"({ shop, pay }) {
    await shop.pass(minutes(26));
    return pay(cards.approved);
  },
  async "declined, then another card of the same session"({ shop, pay }) {
    await shop.pass(minutes(4));
    await comeBack(await pay(cards.declined));
    await shop.pass(minutes(1));
    return pay(cards.approved);
  },
  async "a first card was refused by the cancel address, then another card"({ shop, pay }) {
    await comeBack((await pay(cards.declined)).replace("/return/", "/cancel/"));
    await shop.pass(minutes(1));
    return pay(cards.approved);
  },
  async "canceled, then paid by the back button, at another price"({ shop, pay, setPrice }) {
    await comeBack(await pay("cancel"));
    await shop.pass(10_000);
    await pay(cards.approved);
    setPrice(200);
  },
  async "canceled, paid by the back button, with under five minutes left"({ shop, pay }) {
    await comeBack(await pay("cancel"));
    await shop.pass(minutes(25.5));
    return pay(cards.approved);
  },
  async "paid at another price, never asked about before"({ pay, setPrice }) {
    await pay(cards.approved);
    setPrice(200);
  },
};

for (const [engine, open] of some("held orders", Object.entries({ SQLite, Postgres }))) {
  // They wait for a router more than for a processor.
  describe(engine, { concurrency: 8 }, () => {
    for (const [life, live] of Object.entries(lives)) {
      test(`the bank creates sessions and answers no question: no new session beside one that may be paid: ${life}`, async () => {
        const scene = await atBank(open);
        await live(scene);
        // The bank approved what the order cost then.
        const back = () => scene.setPrice(100);
        scene.silence();
        const { press, sessions, isSafe } = scene;
        const before = sessions();
        assert.equal((await press()).status, 409);
        assert.deepEqual([await isSafe(), sessions()], [false, before]);
        if (life.includes("price")) back();
        else await assertHeld(scene);
      });
    }

    for (const fault of silences) {
      test(`after a clear answer, ${fault} makes a refusal and a cancellation unsafe, until a clear one`, async () => {
        // Without a transaction, the bank has no code.
        for (const card of fault === "code-09-times" ? [cards.declined] : [cards.declined, "cancel"]) {
          const { shop, clock, attempt, pay, silence, speak, isSafe } = await atBank(open);
          await comeBack(await pay(card));
          await shop.pass(10_000);
          assert.equal(await isSafe(), true);
          silence(fault);
          clock.move(2000);
          assert.equal((await shop.status(attempt, "?ask=1")).body.safeToRetry, false);
          clock.move(2000);
          assert.equal((await shop.status(attempt, "?ask=1")).body.safeToRetry, false);
          speak();
          clock.move(2000);
          assert.equal((await shop.status(attempt, "?ask=1")).body.safeToRetry, true);
        }
      });
    }

    test("a second visit casts doubt on what was clear, by either address", async () => {
      for (const [card, via] of [
        ["cancel", "cancel"],
        [cards.declined, "return"],
        [cards.declined, "cancel"],
      ] as const) {
        const { shop, pay, silence, isSafe } = await atBank(open);
        const back = (await pay(card)).replace(/\/(return|cancel)\//, `/${via}/`);
        await comeBack(back);
        await shop.pass(10_000);
        assert.equal(await isSafe(), true, via);
        await pay(cards.approved);
        silence();
        shop.clock.move(2000);
        await comeBack(back);
        assert.equal(await isSafe(), false, via);
      }
    });

    test("a replayed address writes no more than the bank is asked", async () => {
      const { shop, store, attempt, pay, clock } = await atBank(open);
      const back = await pay("cancel");
      await comeBack(back);
      clock.move(10_000);
      await comeBack(back);
      const version = async () => (await keptIn(store).findAttempt(attempt))?.version ?? 0;
      const queries = () => shop.sandbox.sessions()[0]?.queries ?? 0;
      const before = { version: await version(), queries: queries() };
      for (let i = 0; i < 100; i++) await comeBack(back);
      const asked = queries() - before.queries;
      assert.ok((await version()) - before.version <= 3 * (asked + 1), `${await version()} after ${asked} questions`);
    });

    test("an order that the bank says nothing of is free again once the bank has said that nothing was charged", async () => {
      const { shop, clock, press, setPrice, silence, speak, cookie, sessions } = await atBank(open);
      setPrice(200);
      silence();
      const held = await press();
      const next = /url=([^"]+)"/.exec(await held.text())?.[1] ?? "";
      const page = async () => (await fetch(next, { headers: { cookie } })).text();
      clock.move(2000);
      const waiting = await page();
      assert.match(waiting, /No vuelva a pagar.*<\/p>/);
      assert.match(waiting, /http-equiv="refresh" content="3"/);
      assert.doesNotMatch(waiting, /<button>/);
      speak();
      clock.move(2000);
      const free = await page();
      assert.match(free, /<button>Intentar de nuevo<\/button>/);
      assert.doesNotMatch(free, /http-equiv="refresh"/);
      assert.equal((await press()).status, 200);
      assert.deepEqual([sessions(), shop.paid], [2, []]);
    });

    test("the same session is handed out again while the bank is silent: it is charged once", async () => {
      const { press, pay, silence, SESSION, sessions, charges } = await atBank(open);
      silence();
      assert.equal(await sessionIn(await press()), SESSION);
      await pay(cards.approved);
      assert.equal(await sessionIn(await press()), SESSION);
      assert.deepEqual([sessions(), charges()], [1, 1]);
    });

    test("a bank that is silent to the end holds the order until a person has asked it", async () => {
      const { shop, attempt, pay, press, silence, setPrice, outcomes } = await atBank(open);
      silence();
      await pay(cards.approved);
      setPrice(200);
      for (const wait of [10, 19, 2, 15]) {
        await shop.pass(minutes(wait));
        assert.equal((await press()).status, 409);
      }
      for (let i = 0; i < 20; i++) await shop.pass(minutes(1));
      assert.deepEqual([await outcomes(), (await press()).status], [["unknown"], 409]);
      await shop.payments.resolve(attempt, { paid: false, reason: "asked", by: "Ana" });
      assert.equal((await press()).status, 200);
    });

    test("a refused attempt without a clear last answer holds its order like an unknown one, and runs its hook", async () => {
      const told: string[] = [];
      const clock = stoppedClock();
      const store = await open(clock);
      const shop = await openStillShop({ store, onUnconfirmed: ({ attempt }) => void told.push(attempt) }, clock);
      const attempt = crypto.randomUUID();
      const SESSION = await sessionIn(await shop.launch("A-1", { attempt }));
      await comeBack(await payAtBank(shop, SESSION, cards.declined));
      await shop.pass(minutes(5));
      await payAtBank(shop, SESSION, cards.approved);
      shop.sandbox.faults.arm("result-500", { times: 10_000 });
      for (let i = 0; i < 65; i++) await shop.pass(minutes(1));
      assert.deepEqual(told, [attempt]);
      const held = await shop.launch("A-1");
      assert.equal(held.status, 409);
      assert.match(await held.text(), /Estamos revisando un pago anterior/);
      await shop.payments.resolve(attempt, { paid: false, reason: "asked", by: "Ana" });
      assert.equal((await shop.launch("A-1")).status, 200);
    });

    test("an order that is only authorized is held as one that is paid", async () => {
      const scene = await atBank(open, laterAt);
      await scene.shop.pass(minutes(26));
      await scene.pay(cards.approved);
      scene.silence();
      assert.deepEqual([(await scene.press()).status, scene.sessions()], [409, 1]);
    });

    test("three processes: what one could not learn holds the order in the others, also in one that starts then", async () => {
      const scene = await atBank(open);
      const { shop, attempt, pay, setPrice, silence, sessions, press } = scene;
      const [second, third] = [await scene.process(), await scene.process()];
      await comeBack(await pay(cards.declined));
      await pay(cards.approved);
      setPrice(200);
      silence();
      shop.clock.move(2000);
      await shop.status(attempt, "?ask=1");
      const answers = await Promise.all([press(second), press(third), press(second), press(third)]);
      assert.deepEqual([answers.map(({ status }) => status), sessions()], [[409, 409, 409, 409], 1]);
      const started = await scene.process();
      assert.equal((await started.status(attempt)).body.safeToRetry, false);
      assert.deepEqual([(await press(started)).status, sessions()], [409, 1]);
    });

    test("three processes: the bank is asked one question at a time about an attempt, and at most one a second", async () => {
      const { shop, clock, attempt, process } = await atBank(open);
      const routers = [shop, await process(), await process()];
      const queries = () => shop.sandbox.sessions()[0]?.queries ?? 0;
      for (let second = 1; second <= 6; second++) {
        clock.move(1000);
        await Promise.all([...routers, ...routers, ...routers].map((router) => router.status(attempt, "?ask=1")));
        assert.equal(queries(), second);
      }
    });

    test("a launch waits for the question of another process, and then asks its own", async () => {
      const { shop, attempt, process, setPrice, pay, press, sessions } = await atBank(open);
      const other = await process();
      shop.sandbox.faults.arm("result-timeout", { times: 1 });
      const asked = shop.status(attempt, "?ask=1");
      while ((await keptIn(shop.store).findAttempt(attempt))?.facts.question === undefined)
        await new Promise(setImmediate);
      await pay(cards.approved);
      setPrice(200);
      assert.equal((await press(other)).status, 409);
      await asked;
      assert.equal(sessions(), 1);
    });
  });
}
