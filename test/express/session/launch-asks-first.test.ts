import assert from "node:assert/strict";
import { test } from "node:test";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { aroundWrites } from "../../kept.ts";
import { cards, comeBack, openStillShop, orderAt, payAtBank, sessionIn, stoppedClock } from "../../shop.ts";

const clock = stoppedClock();

/** A shop whose page has no JavaScript, and whose store can take its time for what it is told of one attempt. */
async function openSlowShop() {
  let price = 100;
  const inner = sqliteStore(":memory:", clock);
  let held = { id: "", reached: () => {}, released: Promise.resolve() };
  const store = aroundWrites(inner, {
    async changing(write, { id }) {
      if (id === held.id) {
        held.reached();
        await held.released;
      }
      await write();
    },
  });
  const shop = await openStillShop({ store, order: () => orderAt(price) }, clock);
  return {
    ...shop,
    async launchAt(minor: number) {
      price = minor;
      const attempt = crypto.randomUUID();
      const answer = await shop.launch("A-1", { attempt });
      return { attempt, answer, SESSION: answer.status === 200 ? await sessionIn(answer) : "" };
    },
    /** Holds back what is written about the attempt from now on. */
    hold(id: string) {
      const reached = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      held = { id, reached: reached.resolve, released: released.promise };
      return { reached: reached.promise, release: () => released.resolve() };
    },
    charged: () => shop.sandbox.sessions().filter(({ code }) => code === "00").length,
  };
}

test("a buyer who has paid since the bank was last asked is not charged again, however short that is ago", async () => {
  const { status, launchAt, sandbox, charged } = await openSlowShop();
  const { attempt, SESSION } = await launchAt(200);
  await status(attempt, "?ask=1");
  await payAtBank({ sandbox }, SESSION, cards.approved);
  assert.equal((await launchAt(100)).answer.status, 409);
  assert.equal(charged(), 1);
});

test("a question from before the payment is not taken for the launch's own", async () => {
  const { status, launchAt, hold, sandbox, charged } = await openSlowShop();
  const { attempt, SESSION } = await launchAt(200);
  const { reached, release } = hold(attempt);
  const asked = status(attempt, "?ask=1");
  await reached;
  await payAtBank({ sandbox }, SESSION, cards.approved);
  const launched = launchAt(100);
  release();
  await asked;
  assert.equal((await launched).answer.status, 409);
  assert.equal(charged(), 1);
});

test("a session that a launch would have joined, and that ends meanwhile, is asked about as well", async () => {
  const { launchAt, hold, sandbox, charged } = await openSlowShop();
  const other = await launchAt(200);
  const joinable = await launchAt(100);
  clock.move(2000);
  const { reached, release } = hold(other.attempt);
  const launched = launchAt(100);
  await Promise.race([reached, launched]);
  await comeBack(await payAtBank({ sandbox }, joinable.SESSION, cards.declined));
  await payAtBank({ sandbox }, joinable.SESSION, cards.approved);
  release();
  assert.equal((await launched).answer.status, 409);
  assert.equal(charged(), 1);
});

test("a launch of a paid order asks the bank nothing", async () => {
  const { launchAt, sandbox } = await openSlowShop();
  await launchAt(200);
  const { SESSION } = await launchAt(100);
  await comeBack(await payAtBank({ sandbox }, SESSION, cards.approved));
  const queries = () => sandbox.sessions().map((session) => session.queries);
  const before = queries();
  clock.move(2000);
  assert.equal((await launchAt(100)).answer.status, 409);
  assert.deepEqual(queries(), before);
});
