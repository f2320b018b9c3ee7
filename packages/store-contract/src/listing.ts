import assert from "node:assert/strict";
import type { Verdict } from "@ventanilla/express";
import { type Attempt, type AttemptFilter, type AttemptsRequest, type Facts, groups } from "@ventanilla/express/store";
import type { Kept } from "./kept.ts";
import { type Case, dop, facts } from "./scene.ts";

/** The ids of every attempt of a list, read in pages of two. */
async function idsOfAll(store: Kept, request: Partial<AttemptsRequest> = {}): Promise<string[]> {
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const page: { attempts: Attempt[]; next?: string } = await store.listAttempts({
      limit: 2,
      ...request,
      ...(after !== undefined && { after }),
    });
    ids.push(...page.attempts.map(({ id }) => id));
    after = page.next;
  } while (after !== undefined);
  return ids;
}

const verdict = (own: Partial<Verdict>): Facts => ({ ...facts, verdict: { code: "00", ...own } });

/** Lists of attempts. */
export const listing: Case[] = [
  {
    title: "attempts are listed the latest first, and a page says how the next one is named",
    async run({ attempt, store }) {
      assert.deepEqual(await store.listAttempts({ limit: 10 }), { attempts: [] });
      const ids = [];
      for (const order of ["A", "B", "C", "D", "E"]) ids.unshift((await attempt({ order })).id);
      const first = await store.listAttempts({ limit: 2 });
      assert.deepEqual(first.attempts[0], await store.findAttempt(ids[0] ?? ""));
      assert.deepEqual(
        first.attempts.map(({ id }) => id),
        ids.slice(0, 2),
      );
      assert.equal(typeof first.next, "string");
      assert.deepEqual(await idsOfAll(store), ids);
      assert.equal((await store.listAttempts({ limit: 5 })).next, undefined, "a full last page is the last one");
    },
  },
  {
    title: "an attempt is listed once while others are inserted and all change their states between the pages",
    async run({ attempt, insert, move, store }) {
      const before: string[] = [];
      for (let i = 0; i < 9; i++) before.unshift((await attempt({ order: `A-${i}` })).id);
      const listed: string[] = [];
      let after: string | undefined;
      for (const state of ["opened", "opened", "declined", "review", "approved"] as const) {
        const page = await store.listAttempts({ limit: 2, ...(after !== undefined && { after }) });
        listed.push(...page.attempts.map(({ id }) => id));
        after = page.next;
        for (const id of before) await move(id, state);
        for (let i = 0; i < 3; i++) await insert({ order: `${state} ${listed.length} ${i}` });
      }
      assert.equal(after, undefined);
      assert.deepEqual(listed, before);
    },
  },
  {
    title: "each filter finds its attempts, two together those of both, and none those of no one",
    async run({ attempt, move, store }) {
      const one = await attempt({ order: "A-1", amount: dop(700) });
      const two = await attempt({
        order: "B-2",
        amount: { minor: 700, currency: "USD" },
        tax: { minor: 0, currency: "USD" },
      });
      const three = await attempt({ order: "C-3", facts: { ...facts, orderReference: "REF-C" } });
      const last = await attempt({ order: "A-1", amount: dop(50) });
      await move(one.id, "approved", {
        facts: verdict({ reference: "R-1", authorizationCode: "AUTH01", maskedCard: "411111******1111" }),
      });
      await move(two.id, "declined", { facts: verdict({ code: "51", maskedCard: "541234******4242" }) });
      const found = (filter: AttemptFilter) => idsOfAll(store, { filter });
      for (const [filter, expected] of [
        [{}, [last, three, two, one]],
        [{ groups: [...groups] }, [last, three, two, one]],
        [{ groups: ["approved", "declined"] }, [two, one]],
        [{ groups: ["decide"] }, []],
        [{ currency: "USD" }, [two]],
        [{ amount: dop(700) }, [one]],
        [{ amount: dop(700), currency: "USD" }, []],
        [{ amount: dop(700), groups: ["waiting", "approved"] }, [one]],
        [{ order: "A-1" }, [last, one]],
        [{ order: "REF-C" }, [three]],
        [{ order: "C-3", groups: ["waiting"], currency: "DOP" }, [three]],
        [{ order: "C-3", groups: ["failed", "decide"] }, []],
        [{ reference: "R-1" }, [one]],
        [{ reference: "R-1", lastDigits: "4242" }, []],
        [{ authorizationCode: "AUTH01", currency: "DOP", amount: dop(700), groups: ["approved"] }, [one]],
        [{ lastDigits: "4242" }, [two]],
        [{ lastDigits: "1111", order: "A-1" }, [one]],
      ] as [AttemptFilter, Attempt[]][]) {
        const ids = expected.map(({ id }) => id);
        assert.deepEqual(await found(filter), ids, JSON.stringify(filter));
      }
    },
  },
  {
    title: "a span of time holds its first millisecond, and not its last",
    needs: ["advance"],
    async run({ attempt, pass, store }) {
      const made = [];
      for (const order of ["A", "B", "C"]) {
        made.push(await attempt({ order }));
        await pass(60_000);
      }
      const [one, two, three] = made as [Attempt, Attempt, Attempt];
      const found = (filter: AttemptFilter) => idsOfAll(store, { filter });
      assert.deepEqual(await found({ from: two.createdAt }), [three.id, two.id]);
      assert.deepEqual(await found({ until: two.createdAt }), [one.id]);
      assert.deepEqual(await found({ from: two.createdAt, until: two.createdAt + 1, groups: ["waiting"] }), [two.id]);
      assert.deepEqual(await found({ from: two.createdAt, until: two.createdAt }), []);
      assert.deepEqual(await found({ from: two.createdAt, currency: "USD" }), []);
    },
  },
  {
    title: "a filter is a value: patterns, quotes and JSON in it find nothing",
    async run({ attempt, approve, store }) {
      const { id } = await attempt({ order: "A-1" });
      await approve(id, "R-1");
      for (const text of ["%", "_-1", "A-1' OR '1'='1", '{"code":"00"}', "$.code", "A-1; DROP TABLE attempts", "a-1"]) {
        for (const name of ["order", "reference", "authorizationCode"] as const) {
          assert.deepEqual(await store.listAttempts({ filter: { [name]: text }, limit: 5 }), { attempts: [] }, text);
        }
      }
      assert.equal((await store.listAttempts({ limit: 5 })).attempts.length, 1);
    },
  },
];
