import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Attempt } from "@ventanilla/express/store";
import { sessionOf } from "../../buyer-at-bank.ts";
import { aroundWrites, keptIn } from "../../kept.ts";
import { some } from "../../part.ts";
import { startPostgres } from "../../postgres.ts";
import { cards, comeBack, openShop, orderAt, payAtBank, sessionIn } from "../../shop.ts";
import { enginesOn } from "../../stores/engines.ts";

const server = await startPostgres();
after(() => server.stop());

for (const [engine, open] of some("overtaken launches", Object.entries(enginesOn(server))))
  for (const [what, card, isAnswered, title] of [
    ["is paid", cards.approved, true, /ya se pagó|ya está pagado/i],
    ["comes back, and the bank does not answer,", cards.approved, false, /banco/i],
  ] as const) {
    test(`${engine}: a second tab whose session is created slowly, while the first ${what} gets no session`, async () => {
      let price = 100;
      let meanwhile: (() => Promise<unknown>) | undefined;
      let first: Attempt | undefined;
      const store = aroundWrites(await open(), {
        async changing(write, changed) {
          const does = changed.state === "opened" && changed.id !== first?.id ? meanwhile : undefined;
          if (does) meanwhile = undefined;
          await does?.();
          return write();
        },
      });
      const shop = await openShop({ store, background: false, order: () => orderAt(price) });
      const SESSION = await sessionIn(await shop.launch("A-1"));
      price = 200;
      [first] = await keptIn(store).attemptsOf("A-1");
      meanwhile = async () => {
        // The first, as the buyer of the first tab pays what it cost then.
        price = 100;
        const address = await payAtBank(shop, SESSION, card);
        if (!isAnswered) shop.sandbox.faults.arm("result-500", { times: 1000 });
        await comeBack(address);
      };
      const second = await shop.launch("A-1");
      const page = await second.text();
      assert.equal(sessionOf(page), undefined);
      assert.equal(second.status, 409);
      assert.match(page, title);
      assert.equal(shop.paid.length, isAnswered ? 1 : 0);
      assert.ok(first);
    });
  }
