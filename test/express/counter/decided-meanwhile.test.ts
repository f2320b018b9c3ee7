import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Attempt } from "@ventanilla/express/store";
import { capturing } from "#express/attempt/decided.ts";
import { handleDuplicate } from "#express/staff/handle-duplicate.ts";
import { aroundWrites, keptIn, place, placeIn } from "../../kept.ts";
import { silentLogger } from "../../loggers.ts";
import { some } from "../../part.ts";
import { startPostgres } from "../../postgres.ts";
import { cards, comeBack, openStillShop, payAtBank, sessionIn } from "../../shop.ts";
import { enginesOn } from "../../stores/engines.ts";
import { Player, twice } from "./cases.ts";
import { decision, openDesk, openScene, type Scene } from "./counter.ts";

const server = await startPostgres();
after(() => server.stop());

const part = { code: "10" };

/** The payments that a person decides about. */
const begun: Record<string, (player: Player) => Promise<Attempt>> = {
  "the bank is still asked": (player) => player.review("A-1", 100, part),
  unknown: ({ store }) => place(store, { state: "unknown" }),
  "paid twice": (player) => twice(player),
  "authorized twice": (player) => twice(player, { capture: "later" }),
};

/** What tells nothing about the decision. */
const idle: Record<string, (player: Player, attempt: Attempt) => Promise<Attempt>> = {
  "a visit to the return address": (player, attempt) => player.play(attempt, { type: "visited", via: "return" }),
  "a visit to the cancel address": (player, attempt) => player.play(attempt, { type: "visited", via: "cancel" }),
  "the same answer of the bank": (player, attempt) =>
    player.answer(attempt, attempt.state === "unknown" ? "gone" : "review", { ...attempt.facts.verdict, ...part }),
  "no answer of the bank": (player, attempt) => player.answer(attempt, "unclear"),
};

for (const [engine, open] of some("decided meanwhile", Object.entries(enginesOn(server)))) {
  test(`${engine}: events that do not affect a decision do not refuse it`, async () => {
    for (const [kind, begin] of Object.entries(begun)) {
      const store = await open();
      const clock = { time: await store.now() };
      const player = new Player(store, clock);
      const { desk } = await openScene({ store });
      const attempt = await begin(player);
      const path = `/payments/${attempt.id}`;
      await desk.page(path);
      let last = attempt;
      for (const happens of Object.values(idle)) last = await happens(player, last);
      assert.ok(last.version > attempt.version, kind);
      const answer = await desk.post(`${path}/resolve`, decision("no"));
      assert.equal(answer.status, 303, kind);
      await store.close();
    }
  });
}

test("events that do not affect a decision do not refuse one that is being written", async () => {
  for (const [kind, begin] of Object.entries(begun)) {
    const inner = sqliteStore(":memory:");
    const player = new Player(inner, { time: 0 });
    let between: (() => Promise<unknown>) | undefined;
    const { desk } = await openScene({
      store: aroundWrites(inner, {
        async changing(write) {
          const first = between;
          between = undefined;
          await first?.();
          await write();
        },
      }),
    });
    const attempt = await begin(player);
    await desk.page(`/payments/${attempt.id}`);
    between = () => player.play(attempt, { type: "visited", via: "cancel" });
    const answer = await desk.post(`/payments/${attempt.id}/resolve`, decision("no"));
    assert.equal(answer.status, 303, kind);
    const { resolution, handled, returnedVia } = (await keptIn(inner).findAttempt(attempt.id))?.facts ?? {};
    assert.deepEqual([(resolution ?? handled)?.by, returnedVia], ["Ana", "cancel"], kind);
  }
});

test("a capture that began after the page was shown refuses a decision about the order's authorizations", async () => {
  const { desk, player, store }: Scene = await openScene();
  const attempt = await twice(player, { capture: "later" });
  await desk.page(`/payments/${attempt.id}`);
  for (const capture of ["first", "second"]) {
    const held = await player.play((await keptIn(store).findAttempt(attempt.id)) as Attempt, capturing(capture));
    assert.equal(held.facts.heldFor, capture);
    assert.equal((await desk.post(`/payments/${attempt.id}/resolve`, decision("no"))).status, 409);
    await desk.page(`/payments/${attempt.id}`);
  }
  assert.equal((await desk.post(`/payments/${attempt.id}/resolve`, decision("no"))).status, 303);
});

test("neither a buyer's visits nor the router's own questions keep the staff from deciding", async () => {
  const shop = await openStillShop({ logger: silentLogger });
  const { store } = shop;
  const desk = await openDesk(shop.payments);
  const attempt = crypto.randomUUID();
  const back = await payAtBank(shop, await sessionIn(await shop.launch("A-1", { attempt })), cards.partial);
  await comeBack(back);
  await desk.page(`/payments/${attempt}`);
  const { version = 0 } = (await keptIn(store).findAttempt(attempt)) ?? {};
  for (let i = 0; i < 5; i++) {
    await shop.pass(120_000);
    const address = i % 2 ? back : back.replace("/return/", "/cancel/");
    assert.equal((await fetch(address, { redirect: "manual" })).status, 303);
  }
  assert.ok(((await keptIn(store).findAttempt(attempt))?.version ?? 0) > version + 5);
  assert.equal((await desk.post(`/payments/${attempt}/resolve`, decision("no"))).status, 303);
});

test("of two that handle a payment at once one is recorded, whatever else happens to it", async () => {
  const inner = sqliteStore(":memory:");
  const player = new Player(inner, { time: 0 });
  const attempt = await twice(player);
  const handling = (by: string) => ({ returned: false, reason: "both are kept", by });
  const [ana, visit, luis] = await Promise.allSettled([
    handleDuplicate(placeIn(inner), attempt.id, handling("Ana")),
    player.play(attempt, { type: "visited", via: "cancel" }),
    handleDuplicate(placeIn(inner), attempt.id, handling("Luis")),
  ]);
  assert.equal(visit.status, "fulfilled");
  assert.deepEqual([ana.status, luis.status].toSorted(), ["fulfilled", "rejected"]);
  const { handled } = (await keptIn(inner).findAttempt(attempt.id))?.facts ?? {};
  assert.equal(handled?.by, ana.status === "fulfilled" ? "Ana" : "Luis");
});
