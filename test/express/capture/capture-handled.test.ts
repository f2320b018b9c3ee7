import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { CaptureError, ResolveError } from "@ventanilla/express";
import { aroundWrites } from "../../kept.ts";
import { silentLogger } from "../../loggers.ts";
import { some } from "../../part.ts";
import { startPostgres } from "../../postgres.ts";
import { gatewayAt, laterAt, openShop, paidTabs, stillRouter } from "../../shop.ts";
import { enginesOn } from "../../stores/engines.ts";

const server = await startPostgres();
after(() => server.stop());

for (const [name, open] of some("handled captures", Object.entries(enginesOn(server)))) {
  test(`${name}: what is given back while the order's authorizations are held is not captured`, async () => {
    const inner = await open();
    let minor = 300_000;
    const order = () => laterAt(minor);
    const hasRead = Promise.withResolvers<void>();
    const mayWrite = Promise.withResolvers<void>();
    const slow = aroundWrites(inner, {
      async changing(write) {
        hasRead.resolve();
        await mayWrite.promise;
        await write();
      },
    });
    // The staff's word is written between two holds: right before that of the further authorization.
    let [first, further]: (string | undefined)[] = [];
    let holdOfFirst: Promise<unknown> | undefined;
    let said: Promise<string> | undefined;
    const store = aroundWrites(inner, {
      async changing(write, { id }) {
        if (said === undefined || id !== further) {
          const written = write();
          if (id === first) holdOfFirst = written;
          return written;
        }
        await holdOfFirst;
        mayWrite.resolve();
        await said;
        return write();
      },
    });
    const shop = await openShop({ store, background: false, order, onAuthorized: () => {}, logger: silentLogger });
    const { payments: counter } = stillRouter({
      publicUrl: shop.mount,
      gateway: gatewayAt(shop.sandbox),
      store: slow,
      order,
      onAuthorized: () => {},
      logger: silentLogger,
    });
    after(() => counter.close());
    const backs = await paidTabs(shop, [300_000, 295_000], (price) => (minor = price));
    for (const back of backs) await back();
    [first, further] = (await shop.payments.findOrder("A-1")).attempts.map(({ id }) => id);

    const word = { returned: true, returnedAttempt: first ?? "", reason: "voided: wrong amount", by: "Ana" };
    said = counter.recordHandling(further ?? "", word).then(
      () => "recorded",
      (error: unknown) => (error as ResolveError).code,
    );
    await hasRead.promise;
    const captured = await shop.payments.capture("A-1", { attempt: first ?? "" }).then(
      ({ outcome }) => outcome,
      (error: unknown) => (error as CaptureError).code,
    );
    const sent = shop.sandbox.sessions().filter(({ type, state }) => type === "2240" && state !== "created").length;
    assert.deepEqual([await said, captured, sent], ["recorded", "not_authorized", 0]);
  });
}
