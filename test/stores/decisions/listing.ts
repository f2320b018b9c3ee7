import assert from "node:assert/strict";
import type { Verdict } from "@ventanilla/express";
import type { Attempt, AttemptFilter, AttemptsRequest, Facts, ShopStore } from "@ventanilla/express/store";
import { type Cases, dop, facts } from "../../../packages/store-contract/src/scene.ts";

/** The ids of every attempt of a list, read in pages of two. */
async function idsOfAll(store: ShopStore, request: Partial<AttemptsRequest> = {}): Promise<string[]> {
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
export const listing: Cases = {
  async "the filter of what is to decide finds the attempts that wait for one reason, and no other filter widens it"({
    approve,
    attempt,
    move,
    store,
  }) {
    const [late, first] = [await attempt({ order: "A", amount: dop(2) }, "opened"), await attempt({ order: "A" })];
    await approve(first.id, "R-1");
    await approve(late.id, "R-2");
    const unknown = await attempt({ order: "B" }, "unknown");
    const review = await attempt({ order: "C" }, "review");
    const declined = await attempt({ order: "D" }, "declined");
    await attempt({ order: "E" }, "declined");
    const gone = await attempt({ order: "F" }, "unknown");
    const resolution = { paid: false, reason: "asked", by: "Ana", at: 1 };
    await move(declined.id, "declined", { facts: { ...facts, unconfirmedAt: 7 } });
    await move(gone.id, "unknown", { facts: { ...facts, resolution } });
    for (const [filter, expected] of [
      [{ toDecide: "paidTwice" }, [late]],
      [{ toDecide: "unknown" }, [unknown]],
      [{ toDecide: "review" }, [review]],
      [{ toDecide: "unconfirmed" }, [declined]],
      [{ toDecide: "paidTwice", order: "A", groups: ["approved"], amount: dop(2), reference: "R-2" }, [late]],
      [{ toDecide: "paidTwice", amount: dop(3) }, []],
      [{ toDecide: "paidTwice", groups: ["decide"] }, []],
      [{ toDecide: "paidTwice", currency: "USD" }, []],
      [{ toDecide: "unknown", order: "B", groups: ["decide"] }, [unknown]],
      [{ toDecide: "unknown", order: "C" }, []],
      [{ toDecide: "review", groups: ["approved", "notPaid"] }, []],
    ] as [AttemptFilter, Attempt[]][]) {
      const ids = expected.map(({ id }) => id);
      assert.deepEqual(await idsOfAll(store, { filter }), ids, JSON.stringify(filter));
    }
  },
  async "the filter of a reference of digits finds it with any number of zeros before it"({ attempt, move, store }) {
    const ids: string[] = [];
    for (const [i, reference] of ["7", "007", "000000000007", "70", "00", "R07"].entries()) {
      const { id } = await attempt({ order: `A-${i}` });
      await move(id, i % 2 === 0 ? "declined" : "unknown", { facts: verdict({ reference }) });
      ids.push(id);
    }
    const [one, two, three, , zeros, letters] = ids;
    for (const [filter, expected] of [
      [{ reference: "07" }, [three, two, one]],
      [{ reference: "7" }, [three, two, one]],
      [{ reference: "0007", groups: ["declined"] }, [three, one]],
      [{ reference: "7", order: "A-1" }, [two]],
      [{ reference: "70", order: "A-1" }, []],
      [{ reference: "000" }, [zeros]],
      [{ reference: "R07" }, [letters]],
      [{ reference: "R7" }, []],
    ] as [AttemptFilter, string[]][]) {
      assert.deepEqual(await idsOfAll(store, { filter }), expected, JSON.stringify(filter));
    }
  },
  async "the filter of an authorization code finds it in small letters and capitals, and with the zeros before it"({
    attempt,
    move,
    store,
  }) {
    const ids: string[] = [];
    for (const [i, authorizationCode] of ["AB12CD", "ab12cd", "aB12Cd", "000551", "551Z"].entries()) {
      const { id } = await attempt({ order: `A-${i}` });
      await move(id, i % 2 === 0 ? "declined" : "unknown", { facts: verdict({ authorizationCode }) });
      ids.push(id);
    }
    const [capitals, small, mixed, zeros, short] = ids;
    for (const [filter, expected] of [
      [{ authorizationCode: "AB12CD" }, [mixed, small, capitals]],
      [{ authorizationCode: "ab12cd", groups: ["declined"] }, [mixed, capitals]],
      [{ authorizationCode: "aB12Cd", order: "A-2" }, [mixed]],
      [{ authorizationCode: "551" }, [zeros]],
      [{ authorizationCode: "00551z" }, [short]],
      [{ authorizationCode: "AB12C" }, []],
    ] as [AttemptFilter, string[]][]) {
      assert.deepEqual(await idsOfAll(store, { filter }), expected, JSON.stringify(filter));
    }
  },
};
