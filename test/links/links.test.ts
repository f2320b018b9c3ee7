import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Link } from "@ventanilla/links";
import { some } from "../part.ts";
import { startPostgres } from "../postgres.ts";
import { pesos } from "../shop.ts";
import { enginesOn } from "../stores/engines.ts";
import { cake, cards, type LinkShop, openLinkShop } from "./shop.ts";

const server = await startPostgres();
after(() => server.stop());

async function codesOf(found: AsyncIterable<Link>): Promise<string[]> {
  const codes: string[] = [];
  for await (const { code } of found) codes.push(code);
  return codes;
}

const engines = enginesOn(server, undefined, true);

test("codes cannot be tried out all at once, before the first one of them is counted", async () => {
  const shop = await openLinkShop({ store: await engines.Postgres() });
  const { code } = await shop.pay.create(cake);
  const thief = shop.browser();
  const wrong = Array.from({ length: 60 }, () => thief.open("K7MP4XQ9TD"));
  const right = await thief.open(code);
  assert.equal(right.status, 429);
  const statuses = (await Promise.all(wrong)).map(({ status }) => status);
  assert.deepEqual(
    [...new Set(statuses)].toSorted((a, b) => a - b),
    [404, 429],
  );
  assert.equal(statuses.filter((status) => status === 404).length, 30);
});

for (const [engine, open] of some("links", Object.entries(engines))) {
  test(`${engine} keeps links, and finds them as people write their codes`, async () => {
    const { pay, origin, store } = await openLinkShop({ store: await open() });
    assert.deepEqual(await pay.migrate(), []);
    const now = await store.now();
    const everything = {
      amount: pesos(295_000),
      description: "Bizcocho 🎂 <b>",
      itbis: 16,
      lines: [
        { text: "Bizcocho", amount: pesos(200_000) },
        { text: "3 × Velas", amount: pesos(95_000) },
      ],
      customer: { name: "Ana Peña", email: "ana@example.com", mobilePhone: "8095550101" },
      times: 3,
      from: now + 1000,
      until: now + 100_000,
      by: "María",
    };
    const link = await pay.create(everything);
    const { code, url, createdAt, paid, ...kept } = link;
    assert.match(code, /^[23456789CDFGHJKMNPQRTWXY]{10}$/);
    assert.equal(url, `${origin}/pay/${code}`);
    assert.deepEqual(paid, { count: 0, total: pesos(0) });
    assert.ok(createdAt >= now - 5000);
    assert.deepEqual(kept, {
      ...everything,
      customer: { ...everything.customer, mobilePhone: kept.customer.mobilePhone },
    });
    const plain = await pay.create({ ...cake, amount: pesos(50_000), max: pesos(500_000), times: "many" });
    assert.deepEqual([plain.amount, plain.max], [pesos(50_000), pesos(500_000)]);
    const written = ` ${code.slice(0, 5).toLowerCase()}-${code.slice(5, 8)} ${code.slice(8)}`;
    assert.deepEqual(await pay.find(written), link);
    assert.equal(await pay.find("K7MP4-XQ9TD"), undefined);
    assert.equal(await pay.find(`${code}' OR 1=1`), undefined);
    const withdrawn = await pay.withdraw(plain.code);
    assert.ok(withdrawn?.withdrawnAt);
    assert.deepEqual(await pay.withdraw(plain.code), withdrawn);
    for (const none of ["K7MP4-XQ9TD", "", undefined as never]) assert.equal(await pay.withdraw(none), undefined);
    assert.deepEqual(await codesOf(pay.list()), [plain.code, code]);
    assert.deepEqual(await codesOf(pay.list("open")), [code]);
    assert.deepEqual(await codesOf(pay.list("ended")), [plain.code]);
    assert.deepEqual(await codesOf(pay.list("paid")), []);
  });

  test(`${engine} counts what a link brought in, once for each payment`, async () => {
    const shop = await openLinkShop({ store: await open() });
    const once = await shop.pay.create(cake);
    const many = await shop.pay.create({ ...cake, times: "many" });
    await shop.browser().pay(once.code);
    for (const card of [cards.approved, cards.declined, cards.approved]) await shop.browser().pay(many.code, card);
    assert.deepEqual((await shop.pay.find(once.code))?.paid, { count: 1, total: pesos(295_000) });
    assert.deepEqual((await shop.pay.find(many.code))?.paid, { count: 2, total: pesos(590_000) });
    assert.deepEqual(await codesOf(shop.pay.list("ended")), [once.code]);
    const list = await (await fetch(`${shop.origin}/staff/links/all?lang=es`)).text();
    assert.match(list, />2\u00a0pagos<\/span> RD\$\u00a05,900\.00<[\s\S]*>RD\$\u00a02,950\.00</);
    assert.deepEqual(shop.errors, []);
  });

  test(`${engine} counts a payment and what went back of it once, however often and in whatever order they are told`, async () => {
    const heard: (() => Promise<boolean>)[] = [];
    let attempt = "";
    const shop: LinkShop = await openLinkShop({
      store: await open(),
      router: {
        async onPaid(payment) {
          ({ attempt } = payment);
          heard.push(() => shop.pay.onPaid(payment));
        },
        async onGivenBack(payment) {
          heard.push(() => shop.pay.onGivenBack(payment));
        },
      },
    });
    const { code } = await shop.pay.create({ ...cake, times: 3 });
    await shop.browser().pay(code);
    await shop.pass(0);
    for (const minor of [10_000, 20_000, 30_000]) {
      await shop.payments.recordGivenBack(attempt, { amount: pesos(minor), reason: "one broke", by: "Ana" });
      await shop.pass(0);
    }
    assert.equal(heard.length, 4);
    // The last part first, all at once, and all again.
    for (const told of [heard.toReversed(), heard]) await Promise.all([...told, ...told].map((tell) => tell()));
    const paid = { count: 1, total: pesos(295_000), givenBack: pesos(60_000) };
    assert.deepEqual((await shop.pay.find(code))?.paid, paid);
  });
}
