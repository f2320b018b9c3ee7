import assert from "node:assert/strict";
import { test } from "node:test";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Attempt, Store } from "@ventanilla/express/store";
import { keptIn, withShop } from "../../kept.ts";
import { silentLogger } from "../../loggers.ts";
import { openShop, orderAt, paidTabs, pesos } from "../../shop.ts";
import { type Desk, openDesk } from "./counter.ts";
import { visibleText } from "./visible-text.ts";

const batch = "2026-11-22";
const noon = () => Date.UTC(2026, 10, 22, 12);
type Further = "sale" | "authorization";

/** Two windows of an order, RD$ 3,000.00 and then RD$ 2,950.00: the first is an authorization. */
async function twoWindows(further: Further) {
  let asked = { minor: 300_000, isSale: false };
  const ask = (minor: number) => {
    asked = { minor, isSale: further === "sale" && minor === 295_000 };
  };
  const inner = sqliteStore(":memory:", { now: noon });
  let beforePost: (() => Promise<void>) | undefined;
  const store = withShop(inner, (shop) => ({
    async attemptsOf(order) {
      const read = await shop.attemptsOf(order);
      if (read.some(({ state, facts }) => facts.captureOf !== undefined && state === "opened")) await beforePost?.();
      return read;
    },
  }));
  const shop = await openShop(
    {
      store,
      background: false,
      order: () => {
        const order = orderAt(asked.minor);
        return order && { ...order, ...(!asked.isSale && { capture: "later" as const }) };
      },
      onAuthorized: () => {},
      onPaidAgain: () => {},
      logger: silentLogger,
    },
    { bank: { now: noon } },
  );
  const backs = await paidTabs(shop, [300_000, 295_000], ask);
  const pay = async (index: 0 | 1) => {
    await backs[index]?.();
  };
  return {
    shop,
    store,
    pay,
    /** Does something once the order was read for the last time, before the capture's session is posted. */
    onCapture(does: () => Promise<void>) {
      beforePost = () => {
        beforePost = undefined;
        return does();
      };
    },
  };
}

/**
 * An order that was paid twice: authorized first, and one authorization captured.
 * @param options `part`: how much is captured; `race`: the sale is paid while the capture is sent, and not after it
 */
async function paidTwice(
  further: Further,
  captured: "first" | "further",
  { part, race = false }: { part?: number; race?: boolean } = {},
) {
  const { shop, store, pay, onCapture } = await twoWindows(further);
  await pay(0);
  if (further === "authorization") await pay(1);
  if (race) onCapture(() => pay(1));
  const [first = unpaid(), second = unpaid()] = (await shop.payments.findOrder("A-1")).attempts;
  const capture = await shop.payments.capture("A-1", {
    attempt: captured === "first" ? first.id : second.id,
    ...(part !== undefined && { amount: pesos(part), tax: pesos(0) }),
  });
  if (further === "sale" && !race) await pay(1);
  const ids = { first: first.id, second: second.id, capture: capture.id };
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
  return { shop, store, desk: await openDesk(shop.payments), ids, names };
}

const unpaid = (): never => assert.fail("the order has fewer payments");

/** With common spaces, where amounts have such as do not break. */
const plain = (text = "") => text.replaceAll("\u00a0", " ");

/** What a page offers to decide, in the names of the scene's attempts. */
async function choicesOn(desk: Desk, attempt: string, names: ReadonlyMap<string, string>): Promise<string[]> {
  const page = await desk.page(`/payments/${attempt}?lang=en`);
  const found = page.matchAll(/name="decision" value="([^"]+)"[^>]*>\s*<label[^>]*>([^<]*)/g);
  return [...found].map(([, value = "", label]) => {
    const [choice = "", id] = value.split(":");
    return `${id === undefined ? choice : `${choice} ${names.get(id)}`}: ${plain(label)
      .replace(/, ref\. .*/, "")
      .trim()}`;
  });
}

const referenceOf = async (store: Store, id: string) =>
  (await keptIn(store).findAttempt(id))?.facts.verdict?.reference ?? "?";

/** The lines of the day's close that a payment was given back by. */
async function reversedOn(desk: Desk, store: Store, ids: Record<string, string>) {
  const csv = await (await desk.get(`/close.csv?batch=${batch}&lang=en`)).text();
  const marked = csv.split("\r\n").filter((line) => line.endsWith(",Given back"));
  const references = await Promise.all(
    Object.entries(ids).map(async ([name, id]) => [name, await referenceOf(store, id)] as const),
  );
  return marked.map((line) => references.find(([, reference]) => line.includes(reference))?.[0] ?? line);
}

const reversedIn = (attempts: readonly Attempt[], names: ReadonlyMap<string, string>) =>
  attempts.filter(({ facts }) => facts.reversed !== undefined).map(({ id }) => names.get(id));

const post = (desk: Desk, id: string, choice: string) =>
  desk.post(`/payments/${id}/resolve`, { decision: choice, reason: "voided in the portal", step: "record" });

/** The day's sum of what was given back. */
async function sumBack({ payments }: Awaited<ReturnType<typeof paidTwice>>["shop"]) {
  const { totals } = await payments.summary({ batch });
  return totals.map(({ reversed }) => reversed);
}

for (const [part, sum] of [
  [undefined, "RD$ 3,000.00"],
  [100_000, "RD$ 1,000.00"],
] as const) {
  for (const further of ["sale", "authorization"] as const) {
    test(`beside a further ${further}, the first payment is given back by its capture of ${sum}`, async () => {
      const scene = await paidTwice(further, "first", part === undefined ? {} : { part });
      const { desk, store, ids, names } = scene;
      assert.deepEqual(await choicesOn(desk, ids.second, names), [
        "yes: This payment was given back",
        "yes capture: The other one was given back",
        "no: Nothing is given back",
      ]);
      const page = await desk.page(`/payments/${ids.second}?lang=en`);
      // Beside a charge an authorization can be ended in the bank's portal alone, and the page says so before.
      const warnings = visibleText(page).split("stays pre-authorized, and cannot be charged here").length - 1;
      assert.equal(warnings, further === "authorization" ? 2 : 0);
      const isHeldToo = /has a charge, and the bank also holds money/.test(visibleText(page));
      assert.equal(isHeldToo, further === "authorization");
      const letters = [...page.matchAll(/<textarea class="letter"[^>]*>([^<]*)/g)].map(([, text]) => plain(text));
      assert.equal(letters.length, 2);
      assert.ok(letters[1]?.includes(sum) && letters[1].includes(await referenceOf(store, ids.capture)), letters[1]);

      assert.equal((await post(desk, ids.second, `yes:${ids.capture}`)).status, 303);
      assert.deepEqual(reversedIn(await keptIn(store).attemptsOf("A-1"), names), ["capture"]);
      assert.deepEqual(await reversedOn(desk, store, ids), ["capture"]);
      assert.deepEqual(await sumBack(scene.shop), [{ count: 1, minor: part ?? 300_000 }]);
      const { decisive } = await scene.shop.payments.findOrder("A-1");
      assert.equal(names.get(decisive?.id ?? ""), "second");
      for (const refused of [
        () => scene.shop.payments.capture("A-1", { attempt: ids.second }),
        () => scene.shop.payments.release("A-1", { reason: "voided", by: "Ana" }),
      ]) {
        await assert.rejects(refused, { name: "CaptureError" });
      }
    });
  }
}

test("a further authorization that was captured is given back by its capture, and its page says so", async () => {
  for (const part of [undefined, 100_000]) {
    const { shop, desk, store, ids, names } = await paidTwice(
      "authorization",
      "further",
      part === undefined ? {} : { part },
    );
    assert.deepEqual(await choicesOn(desk, ids.second, names), [
      "yes first: The other one was given back",
      "yes: This payment was given back",
      "no: Nothing is given back",
    ]);
    const page = visibleText(await desk.page(`/payments/${ids.second}?lang=en`));
    assert.match(
      page,
      /has a charge, and the bank also holds money.* The other payment This payment Amount RD\$.3,000\.00 .*State Pre-authorized Approved /,
    );
    assert.equal((await post(desk, ids.second, "yes")).status, 303);
    assert.deepEqual(reversedIn(await keptIn(store).attemptsOf("A-1"), names), ["capture"]);
    assert.deepEqual(await reversedOn(desk, store, ids), ["capture"]);
    assert.deepEqual(await sumBack(shop), [{ count: 1, minor: part ?? 295_000 }]);
    const again = await post(desk, ids.second, "yes");
    assert.equal(again.status, 409);
    for (const text of [await again.text(), await desk.page(`/payments/${ids.second}?lang=en`)]) {
      assert.match(visibleText(text), /This payment was given back/);
      assert.doesNotMatch(visibleText(text), /other payment was given back/);
    }
  }
});

test("until a person has decided about a captured authorization, its charge has no form for what goes back", async () => {
  const { shop, desk, store, ids } = await paidTwice("authorization", "further");
  const form = /action="[^"]*\/given-back"/;
  const said = { reason: "voided in the portal", by: "Ana" };
  const before = await desk.page(`/payments/${ids.capture}?lang=en`);
  assert.doesNotMatch(before, form);
  const { amount, facts } = (await keptIn(store).findAttempt(ids.capture)) ?? unpaid();
  const text = `Ref,Amount\n${facts.verdict?.reference},-${amount.minor / 100}.00`;
  const comparison = async () => {
    const fields = { batch, text, "column-0": "reference", "column-1": "amount" };
    return (await desk.post("/compare", fields)).text();
  };
  const link = `href="./payments/${ids.capture}?amount=`;
  const found = await comparison();
  assert.ok(found.includes(`/payments/${ids.capture}"`) && !found.includes(link), visibleText(found));
  assert.match(visibleText(before), /First record which of the two was given back/);
  await assert.rejects(shop.payments.recordGivenBack(ids.capture, { ...said, amount: pesos(100) }), {
    code: "wrong_state",
  });
  await desk.page(`/payments/${ids.second}?lang=en`);
  assert.equal((await post(desk, ids.second, "no")).status, 303);
  assert.match(await desk.page(`/payments/${ids.capture}?lang=en`), form);
  assert.ok((await comparison()).includes(link));
  await shop.payments.recordGivenBack(ids.capture, { ...said, amount: pesos(100) });
});

test("a capture beside a sale that was quicker is the further payment: the sale can be given back in its place", async () => {
  const { desk, store, ids, names } = await paidTwice("sale", "first", { race: true });
  assert.deepEqual(await choicesOn(desk, ids.capture, names), [
    "yes: This payment was given back",
    "yes second: The other one was given back",
    "no: Nothing is given back",
  ]);
  assert.equal((await post(desk, ids.capture, `yes:${ids.second}`)).status, 303);
  assert.deepEqual(reversedIn(await keptIn(store).attemptsOf("A-1"), names), ["second"]);
});

test("beside an authorization that was released, the page says that the further one is alone", async () => {
  const { shop, pay } = await twoWindows("authorization");
  await pay(0);
  await pay(1);
  const [, second = unpaid()] = (await shop.payments.findOrder("A-1")).attempts;
  await shop.payments.release("A-1", { reason: "out of stock", by: "Ana" });
  const desk = await openDesk(shop.payments);
  assert.deepEqual(await choicesOn(desk, second.id, new Map()), [
    "yes: This payment was given back: RD$ 2,950.00",
    "no: Nothing is given back",
  ]);
  const page = visibleText(await desk.page(`/payments/${second.id}?lang=en`));
  assert.match(
    page,
    /Of the order.{1,5}s two payments this is the only one left: the other one was given back or released\./,
  );
  assert.doesNotMatch(page, /holds the buyer's money twice/);
});

test("who names an authorization that was captured names its capture", async () => {
  const word = { returned: true, reason: "voided", by: "Ana" };
  for (const further of ["sale", "authorization"] as const) {
    const { shop, store, ids, names } = await paidTwice(further, "first", { part: 100_000 });
    const { handled } = await shop.payments.recordHandling(ids.second, { ...word, returnedAttempt: ids.first });
    assert.equal(names.get(handled?.returnedAttempt ?? ""), "capture");
    assert.deepEqual(reversedIn(await keptIn(store).attemptsOf("A-1"), names), ["capture"]);
  }
  for (const own of [{}, { returnedAttempt: "second" }, { returnedAttempt: "capture" }] as const) {
    const { shop, store, ids, names } = await paidTwice("authorization", "further");
    const which = own.returnedAttempt && { returnedAttempt: ids[own.returnedAttempt] };
    await shop.payments.recordHandling(ids.second, { ...word, ...which });
    assert.deepEqual(reversedIn(await keptIn(store).attemptsOf("A-1"), names), ["capture"]);
  }
  const { shop, ids } = await paidTwice("sale", "first", { race: true });
  const { handled } = await shop.payments.recordHandling(ids.capture, { ...word, returnedAttempt: ids.first });
  assert.equal(handled?.returnedAttempt, ids.capture);
});
