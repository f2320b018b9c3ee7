import assert from "node:assert/strict";
import { insertAttempt } from "@ventanilla/express/store";
import { type Cases, contenders, dop, facts, times } from "../../../packages/store-contract/src/scene.ts";
import { transition } from "../../kept.ts";
import { often } from "../../part.ts";

/** `npm run long races` sets 200. */
const races = Number(process.env.RACES ?? often(50, 10));

const approval = { state: "approved", announce: "order.paid" } as const;

/** Many callers at once. */
export const racing: Cases = {
  async [`in ${races} races of 30 writers each, one writes, and its event exists once`](scene) {
    const storeOf = await contenders(scene);
    for (let race = 0; race < races; race++) {
      const { id } = await scene.attempt({ order: `A-${race}` });
      const results = await Promise.all(
        times(30, (index) => transition(storeOf(index), id, 1, { ...approval, facts: { ...facts, askedAt: index } })),
      );
      const winners = results.flatMap(({ written }, index) => (written ? [index] : []));
      assert.equal(winners.length, 1);
      assert.ok(results.every(({ attempt }) => attempt.version === 2 && attempt.facts.askedAt === winners[0]));
    }
    assert.deepEqual((await scene.store.stats()).outbox, { due: races, dead: 0 });
  },
  async "of 30 launches of one order at once, one opens an attempt and the others join it"(scene) {
    const storeOf = await contenders(scene);
    for (let race = 0; race < often(20, 5); race++) {
      const order = `A-${race}`;
      const results = await Promise.all(times(30, (index) => insertAttempt(storeOf(index), scene.draft({ order }), 0)));
      assert.equal(results.filter(({ kind }) => kind === "inserted").length, 1);
      assert.equal(results.filter(({ kind }) => kind === "joined").length, 29);
      assert.equal((await scene.store.attemptsOf(order)).length, 1);
    }
  },
  async "of 30 orders launched with one id at once, each has an attempt, and one of them has the id"(scene) {
    const storeOf = await contenders(scene);
    const id = crypto.randomUUID();
    const results = await Promise.all(
      times(30, (index) => insertAttempt(storeOf(index), scene.draft({ id, order: `A-${index}` }), 0)),
    );
    assert.equal(new Set(results.map(({ attempt }) => attempt.id)).size, 30);
    assert.equal(results.filter(({ attempt }) => attempt.id === id).length, 1);
    for (const { attempt } of results) assert.deepEqual(await scene.store.findAttempt(attempt.id), attempt);
  },
  async "of 30 approvals of one order at once, one pays it, and the others pay it again"(scene) {
    const storeOf = await contenders(scene);
    const attempts = [];
    for (let i = 0; i < 30; i++) attempts.push(await scene.attempt({ amount: dop(i + 1) }));
    await Promise.all(attempts.map(({ id }, i) => transition(storeOf(i), id, 1, { ...approval, facts })));
    const types = [];
    for (let i = 0; i < 30; i++) {
      const { item, fence } = await scene.event();
      types.push(item.type);
      await scene.store.settleClaim(item.id, fence, { kind: "done" });
    }
    assert.equal(types[0], "order.paid");
    assert.ok(types.slice(1).every((type) => type === "order.paidAgain"));
  },
  async "of 30 approvals under one reference at once, one is approved, and the others are under review"(scene) {
    const storeOf = await contenders(scene);
    const attempts = [];
    for (let i = 0; i < 30; i++) attempts.push(await scene.attempt({ order: `A-${i}` }));
    const verdict = { code: "00", reference: "R-1" };
    await Promise.all(
      attempts.map(({ id }, i) => transition(storeOf(i), id, 1, { ...approval, facts: { ...facts, verdict } })),
    );
    const { approved, review } = (await scene.store.stats()).attempts;
    assert.deepEqual([approved, review], [1, 29]);
  },
};
