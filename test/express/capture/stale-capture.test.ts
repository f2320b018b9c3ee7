import assert from "node:assert/strict";
import { after, test } from "node:test";
import { type AttemptEvent, CaptureError } from "@ventanilla/express";
import type { Store } from "@ventanilla/express/store";
import { keptIn, withShop } from "../../kept.ts";
import { some } from "../../part.ts";
import { startPostgres } from "../../postgres.ts";
import { cards, laterAt, openShop, pay } from "../../shop.ts";
import { enginesOn } from "../../stores/engines.ts";

const server = await startPostgres();
after(() => server.stop());

const hour = 60 * 60_000;

/** A shop whose process can stand still right after a capture's session was written, before it is posted. */
async function stallingShop(open: () => Promise<Store>) {
  const inner = await open();
  let ahead = 0;
  let stall: (() => Promise<void>) | undefined;
  const later = withShop(inner, ({ now, update }) => ({
    now: async () => (await now()) + ahead,
    async update(change) {
      const isWritten = await update(change);
      const { facts, state } = change.attempt;
      const isSent = facts.captureOf !== undefined && state === "opened" && change.returnHash !== undefined;
      const waits = isSent ? stall : undefined;
      if (isSent) stall = undefined;
      await waits?.();
      return isWritten;
    },
  }));
  const store: Store = { ...later, now: async () => (await inner.now()) + ahead };
  const failed: AttemptEvent[] = [];
  const shop = await openShop({
    background: false,
    store,
    order: () => laterAt(295_000),
    onAuthorized: () => {},
    onCaptureFailed: (event) => void failed.push(event),
  });
  await pay(shop, "A-1", cards.approved);
  return {
    ...shop,
    store,
    failed,
    stallOnce: (work: () => Promise<void>) => {
      stall = work;
    },
    pass: (ms: number) => {
      ahead += ms;
    },
    posted: () => shop.sandbox.sessions().filter(({ type, state }) => type === "2240" && state !== "created").length,
    captures: async () =>
      (await keptIn(store).attemptsOf("A-1"))
        .filter(({ facts }) => facts.captureOf !== undefined)
        .map(({ state }) => state),
  };
}

for (const [engine, open] of some("stale captures", Object.entries(enginesOn(server)))) {
  test(`${engine}: a process that stood still for an hour before the post does not post, and says that nothing was sent`, async () => {
    const shop = await stallingShop(open);
    shop.stallOnce(async () => shop.pass(hour));
    await assert.rejects(shop.payments.capture("A-1"), (error) => {
      assert.ok(error instanceof CaptureError);
      assert.deepEqual([error.code, shop.posted()], ["not_sent", 0]);
      return true;
    });
    assert.deepEqual(await shop.captures(), ["expired"]);
    assert.equal((await shop.payments.capture("A-1")).outcome, "approved");
    assert.equal(shop.posted(), 1);
  });

  for (const end of ["expired", "unknown", "declined"] as const) {
    test(`${engine}: a capture that has ended as ${end} while its process stood still is not posted, nor after a second one`, async () => {
      const shop = await stallingShop(open);
      shop.stallOnce(async () => {
        // Another process has asked the bank until it forgot the session.
        const first = (await keptIn(shop.store).attemptsOf("A-1")).find(({ facts }) => facts.captureOf !== undefined);
        assert.ok(first);
        const { sealedKey, ...facts } = first.facts;
        await keptIn(shop.store).transition(first.id, first.version, { state: end, facts, dueAt: null });
        if (end !== "unknown") assert.equal((await shop.payments.capture("A-1")).outcome, "approved");
        assert.equal(shop.posted(), end === "unknown" ? 0 : 1);
      });
      const { outcome } = await shop.payments.capture("A-1");
      assert.deepEqual([outcome, shop.posted()], [end, end === "unknown" ? 0 : 1]);
    });
  }

  test(`${engine}: an authorization that was released while the process stood still is not captured`, async () => {
    const shop = await stallingShop(open);
    shop.stallOnce(async () => {
      const [authorized] = await keptIn(shop.store).attemptsOf("A-1");
      assert.ok(authorized);
      const released = { reason: "reversed", by: "Ana", at: 1 };
      const facts = { ...authorized.facts, released };
      await keptIn(shop.store).transition(authorized.id, authorized.version, { state: "approved", facts });
    });
    await assert.rejects(shop.payments.capture("A-1"), { code: "not_authorized" });
    assert.deepEqual([shop.posted(), await shop.captures()], [0, ["expired"]]);
  });
}
