import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { after, test } from "node:test";
import { createSandbox, type Sandbox } from "@ventanilla/sandbox";
import { cards } from "../shop.ts";
import { makeBuyer, orderId } from "./buyer.ts";
import { sqliteCases } from "./case-databases.ts";
import { chosenPoints, ofAll } from "./chosen.ts";
import { Died, type ShopChild, shopProgram, startShop } from "./shop-child.ts";

const cases = sqliteCases();
const program = await shopProgram();
after(() => {
  cases.close();
  program.remove();
});

const day = 24 * 60 * 60_000;

/** An authorized order of a shop in another process, if need be a new one, on a database and a bank of its own. */
async function authorizedShop(child = startShop(program)) {
  const bank = await createSandbox();
  const { address, close } = await cases.open();
  const log = `${address}.log`;
  writeFileSync(log, "");
  let ahead = 0;
  const place: { bank: Sandbox; child: ShopChild; mount: string } = {
    bank,
    child: await child,
    mount: "",
  };

  const shop = {
    capture: () => place.child.ask({ ask: "capture" }),
    dieAt: (point: number) => place.child.ask({ ask: "dieAt", point }),
    points: async () => (await place.child.ask({ ask: "points" })).points,
    /** Confirmations that reached the bank's page. */
    posted: () => bank.sessions().filter(({ type, state }) => type === "2240" && state !== "created").length,
    told: () => readFileSync(log, "utf8").match(/^told .*/gm) ?? [],
    diedAt: () => /^died (.*)$/m.exec(readFileSync(log, "utf8"))?.[1] ?? "",
    async open() {
      const capture = "later" as const;
      const errand = { ask: "open", database: address, bank: bank.url, log, ahead, hook: "plain", capture } as const;
      place.mount = (await place.child.ask(errand)).mount;
    },
    async restart() {
      place.child = await startShop(program);
      await shop.open();
    },
    /** Goes on until nothing is due but the end of the authorization. */
    async untilQuiet() {
      let wait = 0;
      for (let looks = 0; wait < day; looks++) {
        assert.ok(looks < 100, "the shop does not come to rest");
        ahead += wait;
        bank.clock.advance(wait);
        const { due = Number.POSITIVE_INFINITY, now } = await place.child.ask({ ask: "reconcile", ahead });
        // An event behind one that a dead process has leased is due all the time.
        wait = due > now ? due - now + 50 : 30_000;
      }
    },
    /** Leaves the process for the next order. */
    async close() {
      await place.child.ask({ ask: "close" });
      await close();
      await bank.close();
      return place.child;
    },
  };
  await shop.open();
  const buyer = makeBuyer(place);
  await buyer.launch();
  await buyer.pay(cards.approved);
  await buyer.comeBack();
  return shop;
}

test("killed after calls of store and bank in a capture, it is settled once and told, or not sent at all", async (t) => {
  const undisturbed = await authorizedShop();
  const { length } = await undisturbed.points();
  assert.deepEqual(await undisturbed.capture(), { outcome: "approved" });
  assert.deepEqual(undisturbed.told(), [`told paid:${orderId}`]);
  const points = (await undisturbed.points()).slice(length);
  let child = await undisturbed.close();
  assert.ok(points.includes("bank: submit"), "the capture was posted");

  const chosen = chosenPoints(points);
  t.diagnostic(ofAll(chosen.length, points.length));
  for (const point of chosen) {
    const shop = await authorizedShop(Promise.resolve(child));
    await shop.dieAt(point);
    await assert.rejects(shop.capture(), Died);
    await shop.restart();
    await shop.untilQuiet();
    const posted = shop.posted();
    const told = shop.told();
    t.diagnostic(`killed after ${shop.diedAt()}: ${posted === 1 ? "settled" : "not sent"}`);
    if (posted === 0) {
      assert.deepEqual(told, [], shop.diedAt());
      assert.deepEqual(await shop.capture(), { outcome: "approved" }, shop.diedAt());
    } else {
      // What is killed between the hook and its settlement is told again.
      const most = shop.diedAt() === "hook: done" ? 2 : 1;
      assert.ok(told.length >= 1 && told.length <= most, `${shop.diedAt()}: the hook ran ${told.length} times`);
      assert.deepEqual(await shop.capture(), { outcome: "approved" }, shop.diedAt());
    }
    assert.equal(shop.posted(), 1, shop.diedAt());
    assert.deepEqual([...new Set(shop.told())], [`told paid:${orderId}`]);
    child = await shop.close();
  }
  await child.end();
});
