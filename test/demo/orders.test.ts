import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import type { RequestListener } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Handling } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Store } from "@ventanilla/express/store";
import { catalog } from "../../demo/src/catalog.ts";
import { contactFrom } from "../../demo/src/contact.ts";
import { productOf } from "../../demo/src/orders.ts";
import { openTheatre } from "../../demo/theatre/theatre.ts";
import { deadBank } from "../dead-bank.ts";
import { keptIn, type Placement, place, placePaidTwice } from "../kept.ts";
import { serve } from "../serve.ts";
import { stillRouter } from "../shop.ts";

/** The demo and a buyer at it, whose orders can be put into any state. */
async function openDemo(t: TestContext) {
  const dataFolder = mkdtempSync(join(tmpdir(), "ventanilla-demo-"));
  let app: RequestListener = () => {};
  const { origin } = await serve((request, response) => app(request, response));
  const bank = { sessionApiUrl: deadBank, gatewayUrl: deadBank };
  const shop = openTheatre({ publicUrl: origin, bank, dataFolder });
  app = shop.app;
  const store: Store = sqliteStore(join(dataFolder, "demo.db"));
  t.after(async () => {
    await Promise.all([shop.close(), store.close()]);
    rmSync(dataFolder, { recursive: true });
  });
  const cookie = `buyer=${"b".repeat(22)}`;
  const visit = (path: string, fields?: Record<string, string>) =>
    fetch(`${origin}${path}`, {
      headers: { cookie },
      redirect: "manual",
      ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
    });
  return {
    store,
    seed: () => shop.seed(),
    visit,
    text: async (path: string) => (await visit(path)).text(),
    async order(attempts: Placement[]): Promise<string> {
      await visit("/cart", { good: "cacao", change: "add" });
      const placed = await visit("/orders", { email: "ana@ejemplo.do", phone: "809-555-0123" });
      const id = (placed.headers.get("location") ?? "").slice("/checkout/".length);
      for (const attempt of attempts) await place(store, { order: id, minor: 42_000, bank: deadBank, ...attempt });
      return id;
    },
  };
}

test("the counter adds up an order by its product, and orders of several as one", () => {
  const lines = catalog.slice(0, 2).map((product) => ({ product, quantity: 3 }));
  assert.equal(productOf({ lines: lines.slice(0, 1) }), "Cacao en grano");
  assert.equal(productOf({ lines }), "Varios productos");
});

test("a shop with orders is not seeded: it has been, or somebody tries it", async (t) => {
  const { seed, order } = await openDemo(t);
  await order([]);
  // Nobody listens at its bank.
  assert.equal(await seed(), false);
});

const verdict = (code: string) => ({ verdict: { code, reference: `R-${code}` } });
const returned = { returnedVia: "cancel", emptyAnswers: 2 } as const;

const cases: { attempts: Placement[]; chip: string; says: string }[] = [
  { attempts: [], chip: "Sin pagar", says: "Todavía no hemos recibido el pago" },
  { attempts: [{ state: "declined", facts: { ...verdict("43"), clearAt: 1 } }], chip: "Sin pagar", says: "Todavía no" },
  { attempts: [{ state: "opened", facts: returned }], chip: "Sin pagar", says: "Todavía no" },
  { attempts: [{ state: "expired" }], chip: "Sin pagar", says: "Todavía no" },
  { attempts: [{ state: "opened" }], chip: "En verificación", says: "La página del banco está abierta" },
  {
    attempts: [{ state: "unknown" }],
    chip: "En revisión",
    says: 'Puede que ya se le haya cobrado. <strong class="unbroken">No vuelva a pagar',
  },
  {
    attempts: [{ state: "review", facts: verdict("10") }],
    chip: "En revisión",
    says: "Puede que ya se le haya cobrado",
  },
  {
    attempts: [{ state: "declined", facts: { ...verdict("51"), clearAt: 1, unconfirmedAt: 1 } }],
    chip: "En revisión",
    says: "Puede que ya se le haya cobrado",
  },
  { attempts: [{ state: "approved", facts: verdict("00") }], chip: "Pagado", says: "El banco aprobó el pago." },
];

test("a buyer sees one plain state for each order, no codes, and a way to pay only where it cannot charge twice", async (t) => {
  const shop = await openDemo(t);
  for (const { attempts, chip, says } of cases) {
    const id = await shop.order(attempts);
    const page = await shop.text("/orders");
    const [item = ""] = new RegExp(`<li class="order" id="${id}">[^]*?</li>`).exec(page) ?? [];
    assert.match(item, new RegExp(`<span class="badge \\w+">${chip}</span>`));
    assert.ok(item.includes(says), item);
    assert.doesNotMatch(item, /(?<!:)43|<code>|Intento/);
    const mayPay = chip === "Sin pagar" || chip === "En verificación";
    assert.equal(item.includes(`href="/checkout/${id}"`), mayPay, item);
    const checkout = await shop.visit(`/checkout/${id}`);
    assert.deepEqual(
      [checkout.status, checkout.headers.get("location")],
      mayPay ? [200, null] : [303, `/orders/${id}`],
    );
    assert.equal((await shop.text(`/orders/${id}`)).includes(`href="/checkout/${id}"`), mayPay);
  }
});

test("a buyer who was charged twice for one order is told so, on the orders page and on the receipt", async (t) => {
  const { store, order, text } = await openDemo(t);
  const id = await order([
    { state: "opened", windowEndsAt: 1 },
    { state: "approved", facts: verdict("00") },
  ]);
  const [first] = await keptIn(store).attemptsOf(id);
  assert.ok(first);
  const facts = { ...first.facts, verdict: { code: "00", reference: "R-2" }, settledAt: await store.now() };
  await keptIn(store).transition(first.id, first.version, {
    state: "approved",
    announce: "order.paid",
    facts,
    dueAt: null,
  });
  assert.match(await text("/orders"), /Pagado dos veces.*?Este pedido se pagó dos veces.*?ana@ejemplo\.do/s);
  // The hook has marked it as paid.
  for (let tries = 0; tries < 400 && !(await text(`/orders/${id}`)).includes("¡Gracias!"); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.match(await text(`/orders/${id}`), /¡Gracias!.*?Este pedido se pagó dos veces/s);
});

test("what went back of an order stands on the orders page: a badge, and a sentence for each part", async (t) => {
  const { store, order, text } = await openDemo(t);
  const { payments } = stillRouter({ store });
  t.after(() => payments.close());
  const id = await order([{ state: "approved", facts: verdict("00") }]);
  const [paid = assert.fail()] = await keptIn(store).attemptsOf(id);
  for (const minor of [5_000, 1_000]) {
    const amount = { minor, currency: "DOP" } as const;
    await payments.recordGivenBack(paid.id, { amount, reason: "one was broken", by: "Ana" });
  }
  const parts =
    />Pagado<.*>Devuelto en parte<.*La tienda le devolvió RD\$\s50\.00 el .*La tienda le devolvió RD\$\s10\.00 el /s;
  assert.match(await text("/orders"), parts);
  await payments.recordGivenBack(paid.id, { reason: "the rest", by: "Ana" });
  assert.match(await text("/orders"), />Pagado<.*>Devuelto</s);
});

const decisions: Record<string, (first: string) => Pick<Handling, "returned" | "returnedAttempt">> = {
  "gave the further payment back": () => ({ returned: true }),
  "gave the first payment back": (first) => ({ returned: true, returnedAttempt: first }),
  "keeps both": () => ({ returned: false }),
};

for (const [what, decision] of Object.entries(decisions)) {
  test(`an order that was charged twice is simply paid once the staff has recorded that it ${what}`, async (t) => {
    const { store, order, text } = await openDemo(t);
    const { payments } = stillRouter({ store });
    t.after(() => payments.close());
    const id = await order([]);
    const further = await placePaidTwice(store, id, 42_000);
    const first = (await keptIn(store).attemptsOf(id)).find((attempt) => attempt.id !== further.id);
    assert.ok(first);
    const chip = async () => /<span class="badge \w+">(.*?)<\/span>/.exec(await text("/orders"))?.[1];
    assert.equal(await chip(), "Pagado dos veces");
    await payments.recordHandling(further.id, { ...decision(first.id), reason: "voided in the portal", by: "Ana" });
    assert.equal(await chip(), "Pagado");
    assert.doesNotMatch(await text(`/orders/${id}`), /se pagó dos veces/);
  });
}

test("a phone number is kept as the bank takes it, however it was written", () => {
  const email = "ana@ejemplo.do";
  const digits = (phone: string) => contactFrom({ email, phone })?.phone;
  assert.deepEqual(
    ["8095550123", "809‑555‑0123", "(809) 555 0123", "tel:809.555.0123", "809-555-0123, 2"].map(digits),
    Array(5).fill("8095550123"),
  );
  assert.deepEqual(["1-809-555-0123", "+1 (809) 555-0123"].map(digits), ["18095550123", "+18095550123"]);
  assert.deepEqual(["", "555-0123", "809-555-012x", "1".repeat(16)].map(digits), Array(4).fill(undefined));
  assert.equal(contactFrom({ email: "ana", phone: "8095550123" }), undefined);
});
