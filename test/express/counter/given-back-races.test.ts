import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { GivenBackEvent, Options } from "@ventanilla/express";
import type { Store } from "@ventanilla/express/store";
import { keptIn } from "../../kept.ts";
import { pesos } from "../../merchant.ts";
import { some } from "../../part.ts";
import { startPostgres } from "../../postgres.ts";
import { cards, laterAt, openStillShop, orderAt, paidTabs, pay, stoppedClock } from "../../shop.ts";
import { enginesOn } from "../../stores/engines.ts";
import { type Desk, openDesk } from "./counter.ts";
import { backForm } from "./given-back-form.ts";

const hour = 60 * 60_000;

/** A shop with its counter, and what its hook has heard. */
async function openCounter(store: Store, options: Partial<Options>) {
  const heard: GivenBackEvent[] = [];
  const shop = await openStillShop({ store, onGivenBack: (event) => void heard.push(event), ...options });
  const desk = await openDesk(shop.payments);
  /** What went back of an attempt by its own parts, and in the list of the store. */
  const sumsOf = async (id: string) => {
    const { attempts } = await shop.payments.findOrder("A-1");
    const parts = attempts.find((attempt) => attempt.id === id)?.givenBack ?? [];
    const { returns } = await keptIn(store).listReturns({ from: 0, until: 9e15, limit: 100 });
    const listed = returns.filter(({ attempt }) => attempt === id);
    const sum = (each: readonly { amount: { minor: number } }[]) =>
      each.reduce((minor, { amount }) => minor + amount.minor, 0);
    return [sum(parts), sum(listed)];
  };
  return { ...shop, desk, heard, sumsOf };
}

/** Confirms what the page of a payment has shown, several times at once. */
async function confirmAtOnce(desk: Desk, id: string, fields: Record<string, string>, times: number) {
  const answers = await Promise.all(
    Array.from({ length: times }, () => desk.post(`/payments/${id}/given-back`, { ...fields, step: "record" })),
  );
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}

const server = await startPostgres();
after(() => server.stop());
for (const [engine, open] of some("races of parts", Object.entries(enginesOn(server, stoppedClock())))) {
  test(`${engine}: a form that is confirmed several times at once is recorded once`, async () => {
    const store = await open();
    const shop = await openCounter(store, { order: () => orderAt(1000) });
    const { desk, heard, sumsOf, pass } = shop;
    const id = await pay(shop, "A-1", cards.approved);
    const form = { ...(await backForm(desk, id)), amount: "3.00" };
    assert.deepEqual(await confirmAtOnce(desk, id, form, 6), [303, 303, 303, 303, 303, 303]);
    // What is left is another part: the form that was shown before is too old for it.
    assert.deepEqual(await confirmAtOnce(desk, id, { ...form, amount: "7.00" }, 4), [409, 409, 409, 409]);
    await pass(hour);
    assert.deepEqual(await sumsOf(id), [300, 300]);
    assert.equal(heard.length, 1);
    assert.equal((await keptIn(store).actionsOf(id)).length, 1);
  });

  test(`${engine}: beside the decision about two payments, no part is lost or counted twice`, async () => {
    let asked = 1000;
    const store = await open();
    const shop = await openCounter(store, { order: () => orderAt(asked), onPaidAgain: () => {} });
    const { desk, payments, sumsOf } = shop;
    for (const payIn of await paidTabs(shop, [1000, 900], (minor) => (asked = minor))) await payIn();
    const { attempts, toHandle } = await payments.findOrder("A-1");
    const [further = assert.fail()] = toHandle;
    const first = attempts.find(({ id }) => id !== further.id) ?? assert.fail();
    const form = { ...(await backForm(desk, first.id)), amount: "4.00" };
    const [[status]] = await Promise.all([
      confirmAtOnce(desk, first.id, form, 1),
      payments.recordHandling(further.id, { returned: true, returnedAttempt: first.id, reason: "voided", by: "Eva" }),
    ]);
    assert.ok(status === 303 || status === 409, `${status}`);
    // Whoever was first: all of it went back, and nothing more.
    assert.deepEqual(await sumsOf(first.id), [first.amount.minor, first.amount.minor]);
    assert.deepEqual(await sumsOf(further.id), [0, 0]);
    assert.deepEqual(await confirmAtOnce(desk, first.id, { ...form, amount: "5.00" }, 1), [409]);
  });

  test(`${engine}: while a capture ends, nothing of its authorization is recorded, and all of it afterwards`, async () => {
    const store = await open();
    const shop = await openCounter(store, { order: () => laterAt(1000), onAuthorized: () => {} });
    const { desk, payments, sumsOf } = shop;
    const held = await pay(shop, "A-1", cards.approved);
    assert.doesNotMatch(await desk.page(`/payments/${held}`), /given-back"/);
    // A page with a form, for its token.
    await desk.page("/compare");
    const form = { seen: "x".repeat(43), amount: "4.00", on: "22/11/2026", reason: "one box was broken" };
    const [statuses, capture] = await Promise.all([
      confirmAtOnce(desk, held, form, 4),
      payments.capture("A-1", { amount: pesos(800), tax: pesos(0) }),
    ]);
    assert.deepEqual(statuses, [409, 409, 409, 409]);
    assert.deepEqual(
      [await sumsOf(held), await sumsOf(capture.id)],
      [
        [0, 0],
        [0, 0],
      ],
    );
    // The page of the authorization has the form of its capture.
    assert.deepEqual(await confirmAtOnce(desk, held, await backForm(desk, held), 4), [303, 303, 303, 303]);
    assert.deepEqual(
      [await sumsOf(held), await sumsOf(capture.id)],
      [
        [0, 0],
        [800, 800],
      ],
    );
  });
}
