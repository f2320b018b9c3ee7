import assert from "node:assert/strict";
import { test } from "node:test";
import { type Options, type Store, sqliteStore } from "@ventanilla/express";
import { keepingLogger } from "./keeping-logger.ts";
import { cards, openShop, orderOf, payAtBank, sessionIn } from "./shop.ts";

type Fault = "findAttempt" | "insertAttempt" | "transition" | "now" | "order" | "gone";

/** A shop whose buyer has paid at the bank and has not come back; then something fails. */
async function paidShop(limits: Options["limits"] = {}) {
  let faults: Fault[] = [];
  const store = sqliteStore(":memory:");
  const failing = (name: Fault & keyof Store) =>
    Object.fromEntries([
      [
        name,
        (...given: never[]) =>
          faults.includes(name)
            ? Promise.reject(new Error("the disk is full"))
            : (store[name] as (...given: never[]) => unknown)(...given),
      ],
    ]);
  const broken = {
    ...store,
    ...failing("findAttempt"),
    ...failing("insertAttempt"),
    ...failing("transition"),
    ...failing("now"),
  };
  const shop = await openShop({
    store: broken,
    limits,
    logger: keepingLogger(),
    background: false,
    order: (id) => {
      if (faults.includes("order")) throw new Error("no database");
      return faults.includes("gone") ? undefined : orderOf(id);
    },
  });
  const attempt = crypto.randomUUID();
  await payAtBank(shop, await sessionIn(await shop.launch("A-1", { attempt })), cards.approved);
  return { shop, attempt, breakAt: (...names: Fault[]) => (faults = names) };
}

async function assertMayBeCharged(answer: Response, next: string, status = 503): Promise<void> {
  const page = await answer.text();
  assert.equal(answer.status, status);
  assert.match(page, /You may already have been charged\. Please do not pay again/);
  assert.doesNotMatch(page, /not charged/);
  assert.ok(page.includes(`<meta http-equiv="refresh" content="5;url=${next}">`), page);
}

const failures = [["order", "findAttempt"], ["insertAttempt"], ["transition"], ["now"], ["order"], ["gone"]] as const;

for (const names of failures) {
  test(`a buyer who has paid and sends the launch again never reads that nothing was charged: ${names.join(", ")} fails`, async () => {
    const { shop, attempt, breakAt } = await paidShop();
    breakAt(...names);
    const next = `${shop.mount}/relay/${attempt}`;
    await assertMayBeCharged(await shop.launch("A-1", { attempt, lang: "en" }), next);
    breakAt();
    assert.equal((await fetch(next)).status, 200, "the page goes on by itself");
  });
}

test("nor does another attempt at the order, where order() or the store fails", async () => {
  const { shop, breakAt } = await paidShop();
  // The launch joins the first attempt, which is looked up by the id of the second.
  for (const fault of ["insertAttempt", "order", "findAttempt"] as const) {
    breakAt(fault);
    const attempt = crypto.randomUUID();
    await assertMayBeCharged(
      await shop.launch("A-1", { attempt, lang: "en", mode: "popup" }),
      `${shop.mount}/relay/${attempt}`,
    );
  }
});

test("nor beyond a limit", async () => {
  const { shop, attempt } = await paidShop({ order: 1 });
  const next = `${shop.mount}/relay/${attempt}`;
  await assertMayBeCharged(await shop.launch("A-1", { attempt, lang: "en" }), next, 429);
});
