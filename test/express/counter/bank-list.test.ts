import assert from "node:assert/strict";
import { test } from "node:test";
import { keptIn, place } from "../../kept.ts";
import { cards, pay } from "../../shop.ts";
import type { Desk } from "./counter.ts";
import { giveBack, openRestShop, price } from "./rest-shop.ts";
import { visibleText } from "./visible-text.ts";

const hours = (count: number) => count * 3_600_000;

/** Compares the batch with a file, and agrees with the columns and states that the counter proposes. */
async function compare(desk: Desk, batch: string, list: string): Promise<string> {
  await desk.page("/compare?lang=en");
  const form = await (await desk.post("/compare", { batch, text: list })).text();
  const chosen = [...form.matchAll(/name="(column-\d+)".*?<\/select>/gs)].map(
    ([select, name = ""]) => [name, /value="(\w+)" selected/.exec(select)?.[1] ?? ""] as const,
  );
  const counted = [...form.matchAll(/name="(state-\d+)"[^>]* checked/g)].map(([, name = ""]) => [name, "1"] as const);
  const [, statesOf = ""] = /name="states-of" value="(\d+)"/.exec(form) ?? [];
  const fields = Object.fromEntries([...chosen, ...counted]);
  const answer = await desk.post("/compare", { batch, text: list, "states-of": statesOf, ...fields });
  assert.equal(answer.status, 200);
  return visibleText(await answer.text());
}

for (const language of ["es", "en"] as const) {
  test(`an evening of the books: the sandbox's list of the batch, in ${language}, agrees with two payments and a void by REST`, async () => {
    const shop = await openRestShop();
    const { desk, sandbox, store, clock } = shop;
    await pay(shop, "A-1", cards.approved);
    await pay(shop, "A-3", cards.declined);
    // A payment of the page has no name in REST: the one that goes back is a sale by REST that the shop keeps.
    const { approvalCode: authorizationCode, original } = await shop.sellByRest("A-2");
    const verdict = { code: "00", authorizationCode };
    const { id } = await place(store, { order: "A-2", minor: price, state: "approved", facts: { verdict } });
    shop.originals.set(id, original);
    assert.equal(await giveBack(desk, id), 303);
    assert.equal(sandbox.transactions().at(-1)?.operation, "void");
    clock.move(hours(12));
    const list = await (await fetch(`${sandbox.url}/control/batch.csv?lang=${language}`)).text();
    const result = await compare(desk, "2026-11-22", list);
    assert.match(result, /Comparison of the batch of November 22, 2026 Everything agrees: 2 payments/);
    assert.match(result, /Here RD\$ 1,000\.00 At the bank RD\$ 1,000\.00 Difference RD\$ 0\.00/);
    assert.equal((await desk.post("/compare/reconciled", { batch: "2026-11-22", compared: "1" })).status, 303);
    assert.match(visibleText(await desk.page("/close?batch=2026-11-22&lang=en")), /Comparisons Reconciled/);
    assert.equal((await keptIn(store).actionsOf("batch:2026-11-22")).length, 2);
  });
}
