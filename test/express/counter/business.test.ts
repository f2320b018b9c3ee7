import assert from "node:assert/strict";
import { test } from "node:test";
import type { Payments } from "@ventanilla/express";
import type { Facts, Store } from "@ventanilla/express/store";
import { unzipped } from "#express/counter/download/unzipped.fixture.ts";
import { resolveAttempt } from "#express/staff/resolve.ts";
import { keptIn, ownScope, place, withShop } from "../../kept.ts";
import { stillRouter } from "../../shop.ts";
import { openDesk, openFullScene } from "./counter.ts";
import { approve, type SetClock, seeded } from "./seeded.ts";
import { visibleText } from "./visible-text.ts";

const part = (minor: number, on: string): Partial<Facts> => {
  const at = Date.parse(`${on}T12:00:00-04:00`);
  return {
    givenBack: [{ amount: { minor, currency: "DOP" }, at, on, recordedAt: at, reason: "asked", by: "Ana" }],
  };
};

/** Payments of November, the 20th of which is a Friday. */
async function november(): Promise<{ store: Store; clock: SetClock }> {
  const { store, clock } = await seeded([
    { at: "2026-10-31T18:59:59-04:00", order: "october", minor: 100_000 },
    { at: "2026-11-15T12:00:00-04:00", order: "sunday", minor: 10_000, facts: part(2_500, "2026-11-19") },
    { at: "2026-11-19T18:59:59-04:00", order: "before the close", minor: 20_000 },
    { at: "2026-11-19T19:00:00-04:00", order: "after it", minor: 40_000 },
  ]);
  clock.set("2026-11-20T10:00:00-04:00");
  for (const order of ["refused", "again"]) await place(store, { order, state: "declined" });
  return { store, clock };
}

test("a day is a batch: what was charged, what went back by its own day, the net sum and the approval", async () => {
  const { store } = await november();
  const desk = await openDesk(stillRouter({ store }).payments);
  const page = await desk.page("/business?lang=en");
  const text = visibleText(page).replaceAll("\u00a0", " ");
  assert.match(
    text,
    /Total Net: 33% less than the 14 days before Charged RD\$ 700\.00 Given back −RD\$ 25\.00 RD\$ 675\.00 3 payments 60% of 5 approved The 14 days before Charged RD\$ 1,000\.00/,
  );
  assert.match(text, /Fri, Nov 20 Open Charged RD\$ 400\.00 Given back – RD\$ 400\.00 1 payment 33% of 3 approved/);
  assert.match(text, /Thu, Nov 19 Charged RD\$ 200\.00 Given back −RD\$ 25\.00 RD\$ 175\.00 1 payment 100%/);
  assert.match(text, /Sun, Nov 15 Charged RD\$ 100\.00 Given back – RD\$ 100\.00/);
  assert.match(text, /Sun, Nov 15 .* Nov 7 – Nov 14: 8 days without sales/);
  assert.doesNotMatch(text, /Nov 6 /);
  assert.match(page, /<a href="\.\/close\?batch=2026-11-19">RD\$\u00a0200\.00<\/a>/);
  assert.match(page, /<a href="\.\/payments\?state=declined&amp;currency=DOP&amp;batches=2026-11-20">33%<\/a>/);
});

/** Where a number of a page leads, without the dot. */
const pathOf = (page: string, link: RegExp): string =>
  `${(link.exec(page)?.[1] ?? assert.fail(String(link))).replaceAll("&amp;", "&")}&lang=en`;

test("approval leads to as many declined payments as its period counts, from close to close", async () => {
  const { store, clock } = await november();
  for (const [at, order] of [
    ["2026-11-18T19:00:00-04:00", "of the 19th"],
    ["2026-11-19T12:00:00-04:00", "at noon"],
    ["2026-11-19T18:59:59-04:00", "before its close"],
    ["2026-11-19T19:00:00-04:00", "after its close"],
    ["2026-11-19T23:30:00-04:00", "of the 20th"],
  ] as const) {
    clock.set(at);
    await place(store, { order, state: "declined" });
  }
  clock.set("2026-11-20T20:00:00-04:00");
  const desk = await openDesk(stillRouter({ store }).payments);
  for (const [by, link, approval, orders] of [
    ["day", /href="\.(\/payments\?[^"]+batches=2026-11-20)"/, "20%", 4],
    ["day", /href="\.(\/payments\?[^"]+batches=2026-11-19)"/, "25%", 3],
    ["week", /href="\.(\/payments\?[^"]+batches=2026-11-16\.\.2026-11-21)"/, "22%", 7],
    ["month", /href="\.(\/payments\?[^"]+batches=2026-11-01\.\.2026-11-21)"/, "30%", 7],
  ] as const) {
    const page = await desk.page(`/business?by=${by}&lang=en`);
    assert.equal(new RegExp(`${link.source}>(.*?)</a>`).exec(page)?.[2], approval, by);
    const path = pathOf(page, link);
    assert.match(visibleText(await desk.page(path)), new RegExp(`Payments: .* ${orders} payments? `));
    const file = await (await desk.get(path.replace("?", ".csv?"))).text();
    assert.equal(file.split("\r\n").length, orders + 3, path);
  }
});

test("weeks go from Monday to Sunday, months by the dates of their closes, and lead to their days", async () => {
  const { store } = await november();
  const desk = await openDesk(stillRouter({ store }).payments);
  const textOf = async (path: string) => visibleText(await desk.page(path)).replaceAll("\u00a0", " ");
  const weeks = await textOf("/business?by=week&lang=en");
  assert.match(weeks, /Nov 16 –\u2060 20 Open Charged RD\$ 600\.00 Given back −RD\$ 25\.00 RD\$ 575\.00 2 payments/);
  assert.match(weeks, /Nov 9 –\u2060 15 Charged RD\$ 100\.00/);
  assert.match(weeks, /Oct 26 – Nov 1 Charged RD\$ 1,000\.00/);
  const months = await desk.page("/business?by=month&lang=es");
  const text = visibleText(months).replaceAll("\u00a0", " ");
  assert.match(text, /nov 2026 Abierto Cobrado RD\$ 700\.00 Devuelto −RD\$ 25\.00 RD\$ 675\.00 3 pagos/);
  assert.match(text, /oct 2026 Cobrado RD\$ 1,000\.00/);
  assert.match(text, /oct 2026 .* dic 2025 – sept 2026: 10 meses sin ventas/);
  assert.doesNotMatch(text, /mes anterior/);
  const [, path = ""] = /href="\.(\/business\?by=day[^"]+)">oct/.exec(months) ?? assert.fail();
  const days = await textOf(`${path.replaceAll("&amp;", "&")}&lang=en`);
  assert.match(days, /Sat, Oct 31 RD\$ 1,000\.00/);
  assert.match(days, /Oct 1 – Oct 30: 30 days without sales/);
  assert.doesNotMatch(days, /Nov 1 |Sep 30 /);
});

test("days that cannot be read, or are ahead, are the last ones, and a page has at most 31", async () => {
  const { store } = await november();
  const desk = await openDesk(stillRouter({ store }).payments);
  const rows = async (query: string) =>
    (await desk.page(`/business?${query}`)).match(/<svg width="100%" height="140"/g)?.length;
  for (const wrong of [
    "by=year",
    "from=x&until=2026-11-20",
    "from=2026-11-21&until=2026-12-01",
    "from=0001-01-01&until=",
  ])
    assert.equal(await rows(wrong), 14, wrong);
  assert.equal(await rows("from=2020-11-01&until=2026-12-31"), 31);
  assert.equal(await rows("from=2026-11-18&until=2026-11-20"), 3);
});

test("what changes in a batch that is over changes its sums: a page has kept them", async () => {
  const { store, clock } = await november();
  clock.set("2026-11-19T10:00:00-04:00");
  const { id } = await place(store, { order: "unclear", state: "unknown" });
  const { payments } = stillRouter({ store });
  const desk = await openDesk(payments);
  const day = async () =>
    /Thu, Nov 19 Charged RD\$.([\d.]+)/.exec(visibleText(await desk.page("/business?lang=en")))?.[1];
  clock.set("2026-11-25T10:00:00-04:00");
  for (let turn = 0; turn < 2; turn++) assert.equal(await day(), "200.00");
  await payments.resolve(id, { paid: true, reference: "77", reason: "the bank says so", by: "Ana" });
  assert.equal(await day(), "201.00");
});

test("the first page of the day has the year added up, beside what people ask for, once", async () => {
  const { store } = await november();
  const asked: string[] = [];
  const all = Promise.withResolvers<void>();
  const watched = withShop(store, ({ tallies }) => ({
    async tallies(request) {
      const rows = await tallies(request);
      asked.push(`${request.by} ${request.spans.length}`);
      if (asked.length === 1 + 3 * 12 + 2) all.resolve();
      return rows;
    },
  }));
  const desk = await openDesk(stillRouter({ store: watched }).payments);
  await desk.page("/");
  await all.promise;
  const [own, ...year] = asked;
  assert.equal(own, "hour 2", "the page's own: the open batch, and the one before");
  assert.deepEqual(year.slice(0, 6), ["undefined 20", "scheme 20", "hour 20", "undefined 31", "scheme 31", "hour 31"]);
  // Twelve weeks of days; then the last eleven days, and before them ten days or less of each month at a time.
  assert.deepEqual(year.slice(36), ["product 82", "product 55"]);
  await desk.page("/decide");
  await desk.page("/business?by=month");
  // Whether anything is sold by name: three days whose sums are kept, and as none says so, the whole time.
  assert.deepEqual(asked.slice(39).toSorted(), ["product 3", "product 55", "undefined 355"]);
});

test("what a clock that was days ahead has kept is deleted with the first page after it is right again", async () => {
  const { store, clock } = await november();
  const desk = await openDesk(stillRouter({ store }).payments);
  const day = async () =>
    /Fri, Nov 20 .*?Charged RD\$.([\d.]+)/.exec(visibleText(await desk.page("/business?lang=en")))?.[1];
  clock.set("2026-11-25T10:00:00-04:00");
  assert.equal(await day(), "400.00");
  clock.set("2026-11-20T11:00:00-04:00");
  assert.equal(await day(), "400.00");
  await approve(store, clock, { at: "2026-11-20T12:00:00-04:00", order: "later", minor: 100 });
  clock.set("2026-11-25T10:00:00-04:00");
  assert.equal(await day(), "401.00");
});

test("where money is held, no approval is computed: a capture is no card that a buyer has tried", async () => {
  const { store } = await november();
  await place(store, { order: "held", state: "approved", facts: { capture: "later" } });
  const desk = await openDesk(stillRouter({ store }).payments);
  assert.match(visibleText(await desk.page("/business?lang=en")), /Fri, Nov 20 Open .* 1 payment Approval – Thu/);
});

/** November, with a payment and a refused card of one branch. */
async function withBranch(): Promise<Store> {
  const { store, clock } = await november();
  const name = "LARIMAR NACO          SANTO DOMINGO   DO";
  const naco = { merchant: { number: "349000000", terminal: "1", acquirer: "349", name } };
  const maskedCard = "546134******0051";
  await approve(store, clock, {
    at: "2026-11-20T14:10:00-04:00",
    order: "naco",
    minor: 50_000,
    card: maskedCard,
    facts: { verdict: { code: "00", maskedCard }, ...naco, ...part(1_000, "2026-11-20") },
  });
  await place(store, { order: "no funds", state: "declined", facts: { ...naco, verdict: { code: "51", maskedCard } } });
  return store;
}

const monthsOf = async (payments: Payments, question: string) => {
  const desk = await openDesk(payments);
  return visibleText(await desk.page(`/business?by=month&lang=en&question=${question}`)).replaceAll("\u00a0", " ");
};

test("by card and by hour: the same sums, each part with its own approval and what went back of it", async () => {
  const { payments } = stillRouter({ store: await withBranch() });
  const cards = await monthsOf(payments, "scheme");
  assert.match(cards, /Total Charged RD\$ 2,200\.00 Given back −RD\$ 35\.00 RD\$ 2,165\.00 5 payments/);
  assert.match(
    cards,
    /Mastercard Share of what was charged: 23% Charged RD\$ 500\.00 Given back −RD\$ 10\.00 RD\$ 490\.00 1 payment 50%/,
  );
  assert.match(cards, /Visa Share of what was charged: 77% Charged RD\$ 1,700\.00/);
  const hours = await monthsOf(payments, "hour");
  assert.match(hours, /2 PM Charged RD\$ 500\.00 Given back – RD\$ 500\.00 1 payment/);
  assert.match(hours, /12 PM Charged RD\$ 100\.00 Given back −RD\$ 35\.00 RD\$ 65\.00/);
  assert.match(hours, /3 PM – 5 PM: 3 hours without sales 6 PM Charged RD\$ 1,200\.00/);
  assert.doesNotMatch(hours, / 9 AM| 8 PM/);
});

test("each sum by card, hour or branch leads to its payments: title, total and file agree with it", async () => {
  const chain = stillRouter({ store: await withBranch(), shop: ownScope, merchant: () => assert.fail("no launch") });
  const desk = await openDesk(chain.payments);
  for (const [question, link, title, orders] of [
    [
      "scheme",
      "scheme=MasterCard",
      "Mastercard From batch close to batch close: Nov 30, 2025, 7:00 PM to Nov 20",
      ["naco"],
    ],
    ["scheme", "scheme=Visa", "Visa", ["after it", "before the close", "sunday", "october"]],
    ["branch", 'branch=[^&"]+', "LARIMAR NACO, SANTO DOMINGO", ["naco"]],
    ["hour", "hour=23", "6 PM Each day from 6:00 PM to 7:00 PM", ["before the close", "october"]],
    ["hour", "hour=0", "7 PM", ["after it"]],
  ] as const) {
    const page = await desk.page(`/business?by=month&lang=en&question=${question}`);
    const [, path = "", sum] =
      new RegExp(
        `href="\\.(/payments\\?state=charged&amp;currency=DOP&amp;${link}&amp;batches=[^"]+)">(RD[^<]+)<`,
      ).exec(page) ?? assert.fail(link);
    const address = `${path.replaceAll("&amp;", "&")}&lang=en`;
    const list = await desk.page(address);
    assert.doesNotMatch(list, /<details class="filters" open>/, "filters");
    const text = visibleText(list).replaceAll("\u00a0", " ");
    assert.match(text, new RegExp(`Payments: Dec 1, 2025 – Nov 20, 2026, ${title}\\b`));
    assert.match(text, new RegExp(` ${orders.length} payments? `), link);
    assert.ok(text.includes((sum ?? "").replaceAll("\u00a0", " ")), link);
    const rows = (await (await desk.get(address.replace("?", ".csv?"))).text()).split("\r\n").slice(1, -2);
    assert.deepEqual(
      rows.map((row) => row.split(",")[2]),
      orders,
    );
  }
  const declined = await desk.page("/payments?state=declined&batches=2026-11-20&scheme=MasterCard&lang=en");
  assert.match(visibleText(declined), / 1 payment .* no funds/);
});

test("each sum of money that went back leads to as many parts as it counts, and to their payments", async () => {
  const chain = stillRouter({ store: await withBranch(), shop: ownScope, merchant: () => assert.fail("no launch") });
  const desk = await openDesk(chain.payments);
  const texts: string[] = [];
  for (const question of ["", "scheme", "branch", "hour"]) {
    const page = await desk.page(`/business?by=month&lang=en&question=${question}`);
    const links = [...page.matchAll(/href="\.(\/returns\?[^"]+)">(−RD[^<]+)</g)];
    assert.ok(links.length > 0, question);
    for (const [, path = "", sum = ""] of links) {
      const list = await desk.page(`${path.replaceAll("&amp;", "&")}&lang=en`);
      const text = visibleText(list).replaceAll("\u00a0", " ");
      const parts = [...list.matchAll(/href="\.\/payments\/[^"]+">([^<]+)<.*?\n<td class="number">−RD\$\s([\d,.]+)</g)];
      assert.ok(text.includes(` ${sum.replaceAll("\u00a0", " ")} `), path);
      const total = parts.reduce((all, [, , amount = ""]) => all + Number(amount.replace(",", "")), 0);
      assert.equal(total.toFixed(2), sum.replace(/[^\d.]/g, ""), path);
      texts.push(`${question}: ${parts.map(([, order]) => order).join()}`);
    }
  }
  assert.deepEqual(texts, [
    ": sunday,naco",
    ": sunday,naco",
    "scheme: sunday,naco",
    "scheme: sunday",
    "scheme: naco",
    "branch: sunday,naco",
    "branch: naco",
    "branch: sunday",
    "hour: sunday,naco",
    "hour: sunday,naco",
  ]);
  const month = "batches=2026-11-01..2026-11-20&currency=DOP&lang=en";
  const whole = visibleText(await desk.page(`/returns?${month}`)).replaceAll("\u00a0", " ");
  assert.match(whole, / Total 2 returns −RD\$ 35\.00 /);
  const ofCard = await desk.page("/returns?batches=2026-11-19&scheme=Visa");
  assert.match(ofCard, /href="\.\/business\?question=scheme"/);
  const file = await (await desk.get(`/returns.csv?${month}`)).text();
  assert.deepEqual(file.split("\r\n"), [
    "Given back,Order,Currency,Amount,ITBIS,Reference,Paid",
    "2026-11-19,sunday,DOP,-25.00,0.00,,2026-11-15",
    "2026-11-20,naco,DOP,-10.00,0.00,,2026-11-20",
    "",
  ]);
  assert.equal((await desk.get("/returns.xlsx?batches=x")).status, 422);
  assert.match(
    visibleText(await desk.page("/returns?batches=2026-10-31&lang=en")),
    /Nothing was given back in these batches/,
  );
  for (const wrong of [
    "",
    "?batches=x",
    "?batches=0001-01-01",
    "?batches=9999-12-31",
    "?batches=2026-11-20&scheme=zzz",
    "?batches=2026-11-20&currency=EUR",
  ]) {
    assert.equal((await desk.get(`/returns${wrong}`)).status, 422, wrong);
  }
});

test("batches that do not exist, and parts of none or of two kinds, are said to be wrong", async () => {
  const desk = await openDesk(stillRouter({ store: await withBranch() }).payments);
  for (const wrong of [
    "batches=x",
    "batches=2020-01-01..2026-11-20",
    "hour=1",
    "batches=2026-11-20&hour=1&scheme=Visa",
    "batches=2026-11-20&hour=25",
    "batches=2026-11-20&hour=x",
    "batches=2026-11-20&scheme=zzz",
    "batches=2026-11-20&scheme=toString",
  ]) {
    assert.match(await desk.page(`/payments?lang=en&${wrong}`), /Those batches do not exist/, wrong);
  }
});

test("by branch, with the names the bank gets, where orders have merchants of their own; one merchant has none", async () => {
  const one = await monthsOf(stillRouter({ store: await withBranch() }).payments, "branch");
  assert.match(one, /Nov 2026/);
  assert.doesNotMatch(one, /branch|NACO/);
  const chain = stillRouter({ store: await withBranch(), shop: ownScope, merchant: () => assert.fail("no launch") });
  const branches = await monthsOf(chain.payments, "branch");
  assert.match(
    branches,
    /LARIMAR NACO, SANTO DOMINGO Share of what was charged: 23% Charged RD\$ 500\.00 Given back −RD\$ 10\.00 .* 50%/,
  );
  assert.match(branches, /No branch .* 77% Charged RD\$ 1,700\.00/);
  // In the file each has its number: in another period there may be one of the same name.
  const file = await (await (await openDesk(chain.payments)).get("/business.csv?question=branch&by=month")).text();
  assert.match(file, /,"?LARIMAR NACO, SANTO DOMINGO \d+\/\d+"?,500\.00,/);
});

test("why payments were not made: each reason with its share, and a link to those payments", async () => {
  const { store, clock } = await november();
  clock.set("2026-11-20T10:00:00-04:00");
  for (const [index, code] of ["51", "61", "TF"].entries()) {
    await place(store, { order: `code ${index}`, state: "declined", facts: { verdict: { code } } });
  }
  await place(store, { order: "left", state: "expired" });
  const desk = await openDesk(stillRouter({ store }).payments);
  const page = await desk.page("/business?question=why&lang=en");
  const text = visibleText(page).replaceAll("&#39;", "'");
  assert.match(
    text,
    /Not paid: 6 of 9 Paid: 3 The bank refused the card 5 .* How far .* Pressed the button .* 100% 9 Reached the bank's page .* 100% 9 Sent a card .* 89% 8 Paid .* 33% 3 /,
  );
  assert.match(
    text,
    /No funds or limit left Share of those not paid: 33% 2 3-D Secure refused or not completed .* 17% 1/,
  );
  assert.match(text, /The card's bank said no .* 33% 2 No card was sent 1 .* Left at the bank's page .* 17% 1/);
  const bars = [...page.matchAll(/"track" width="100%"[^>]*><rect [^>]* width="([\d.]+)%".*?class="dim">(\d+)%</g)];
  assert.deepEqual(
    bars.map(([, width]) => Math.round(Number(width))),
    bars.map(([, , share]) => Number(share)),
  );
  assert.equal(bars.length, text.match(/\d%/g)?.length);
  const links = [...page.matchAll(/href="\.(\/payments\?state=(\w+)[^"]+)">(\d+)</g)];
  assert.deepEqual(
    links.map(([, , state, count]) => `${state} ${count}`),
    "refused 5,funds 2,challenge 1,bank 2,noCard 1,bankPage 1,pressed 9,atBank 9,sentCard 8,charged 3".split(","),
  );
  for (const [, path = "", state, count] of links) {
    const listed = await desk.page(`${path.replaceAll("&amp;", "&")}&lang=en`);
    assert.match(visibleText(listed), new RegExp(`\\b${count} payments? `));
    assert.match(listed, new RegExp(`<option value="${state}" selected>`));
  }
  // What a person recorded as not paid is one of them, and what waits for a person is not.
  await place(store, { order: "open", state: "review" });
  const recorded = await place(store, { order: "recorded", state: "review" });
  await resolveAttempt(keptIn(store), recorded.id, { paid: false, reason: "no charge", by: "Ana" });
  const decided = await desk.page("/business?question=why&lang=en");
  assert.match(visibleText(decided), /Not paid: 7 of 11 .* Unconfirmed or under review 1 Recorded as not paid 1 /);
  assert.match(visibleText(decided), /No funds or limit left Share of those not paid: 29% 2 /);
  assert.match(decided, /state=decide&[^"]+">1<.*state=notPaid&[^"]+">1</s);
  const file = await (await desk.get("/business.csv?question=why&by=month&lang=en")).text();
  assert.deepEqual(file.split("\r\n").slice(1, 3), [
    "2026-11-01,2026-11-20,DOP,No funds or limit left,2,2.00",
    "2026-11-01,2026-11-20,DOP,3-D Secure refused or not completed,1,1.00",
  ]);
  assert.match(file, /^2026-11-01,2026-11-20,DOP,Recorded as not paid,1,1\.00$/m);
});

test("where nobody has pressed the button yet, and nothing is sold, no share and no hour is made up", async () => {
  const { store, clock } = await seeded([]);
  clock.set("2026-11-20T10:00:00-04:00");
  await place(store, { order: "begun", state: "preparing" });
  const desk = await openDesk(stillRouter({ store }).payments);
  const page = await desk.page("/business?question=why&lang=en");
  assert.doesNotMatch(page, /NaN/);
  assert.match(visibleText(page), /Pressed the button/);
  const file = await (await desk.get("/business.csv?question=hour&lang=en")).text();
  assert.equal(file.trim().split("\r\n").length, 1, file);
});

test("weeks with an open one are compared with as many days before them", async () => {
  const each = Array.from({ length: 170 }, (_, ago) =>
    new Date(Date.UTC(2026, 10, 17 - ago)).toISOString().slice(0, 10),
  );
  const { store, clock } = await seeded(
    each.map((date) => ({ at: `${date}T12:00:00-04:00`, order: date, minor: 10_000 })),
  );
  // A Tuesday: of its week there are two days.
  clock.set("2026-11-17T18:00:00-04:00");
  const desk = await openDesk(stillRouter({ store }).payments);
  const page = visibleText(await desk.page("/business?by=week&lang=en"));
  assert.match(page, /Net: 0% more than the 12 weeks before/);
  assert.equal(page.match(/RD\$\s7,900\.00/g)?.length, 2);
});

test("the file has a row for each period and currency, the earliest first", async () => {
  const { store } = await november();
  const desk = await openDesk(stillRouter({ store }).payments);
  const answer = await desk.get("/business.csv?by=month&lang=en");
  assert.equal(answer.headers.get("content-disposition"), 'attachment; filename="ventanilla-month-2026-11-20.csv"');
  assert.deepEqual((await answer.text()).split("\r\n"), [
    'From,Until,Currency,Charged,Given back,Net,Payments,"Partial, not added up",Returns,Declined',
    "2026-10-01,2026-10-31,DOP,1000.00,0.00,1000.00,1,0,0,0",
    "2026-11-01,2026-11-20,DOP,700.00,25.00,675.00,3,0,1,2",
    "",
  ]);
});

test("a shop without payments sees that there are none, and no file", async () => {
  const { store } = await seeded([]);
  const desk = await openDesk(stillRouter({ store }).payments);
  const page = await desk.page("/business?lang=es");
  assert.match(visibleText(page), /No hay pagos en este tiempo: 6\W+19\snov\s2026\./);
  assert.doesNotMatch(page, /business\.csv/);
});

test("every file can be had as a workbook, with the same rows and the same name", async () => {
  const { store } = await november();
  const desk = await openDesk(stillRouter({ store }).payments);
  for (const path of ["/payments", "/close", "/business"]) {
    const query = "?batch=2026-11-19&lang=en&by=month";
    const [csv, excel] = await Promise.all([desk.get(`${path}.csv${query}`), desk.get(`${path}.xlsx${query}`)]);
    const nameOf = (answer: Response) => answer.headers.get("content-disposition");
    assert.equal(nameOf(excel), nameOf(csv)?.replace(".csv", ".xlsx"));
    assert.equal(
      excel.headers.get("content-type"),
      "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    );
    const sheet = unzipped(Buffer.from(await excel.arrayBuffer())).get("xl/worksheets/sheet1.xml") ?? "";
    assert.equal(sheet.split("<row>").length, (await csv.text()).split("\r\n").length, path);
    assert.match(sheet, /<c s="3"><v>100\.00<\/v><\/c>|<c s="3"><v>200\.00<\/v><\/c>|<c s="3"><v>700\.00<\/v><\/c>/);
    assert.match(await desk.page(path === "/close" ? `${path}${query}` : path), new RegExp(`${path}\\.xlsx\\?`));
  }
});

test("what should go back of what was charged is named below it, and leads to where that is decided", async () => {
  const { desk } = await openFullScene();
  for (const [question, next] of Object.entries({ time: "Nov 8 – Nov 20: 13 days without sales", scheme: "Dollars" })) {
    const page = await desk.page(`/business?question=${question}&lang=en`);
    assert.match(page, /<a href="\.\/decide">Of what was charged, to give back<\/a>/);
    const text = visibleText(page).replaceAll("\u00a0", " ");
    assert.ok(text.includes(`Of what was charged, to give back 1 payment RD$ 2,490.00 ${next}`), text);
    assert.equal(text.match(/to give back/g)?.length, 1);
  }
});

test("a lone card is a row: its sum is not said again, by a bar or as a total", async () => {
  const { store } = await seeded([{ at: "2026-11-20T09:00:00-04:00", order: "one", minor: 70_000 }]);
  const desk = await openDesk(stillRouter({ store }).payments);
  for (const question of ["scheme", "hour", "time"]) {
    const page = await desk.page(`/business?question=${question}&lang=en`);
    assert.equal(page.match(/RD\$\s700\.00/g)?.length, 1, question);
    assert.doesNotMatch(page, /<figure|class="share"/, question);
  }
});

test("a month that is over says how much its net sum is above that of the month before", async () => {
  const { store, clock } = await seeded([
    { at: "2026-09-10T12:00:00-04:00", order: "september", minor: 100_000 },
    { at: "2026-10-10T12:00:00-04:00", order: "october", minor: 120_000 },
  ]);
  clock.set("2026-11-20T10:00:00-04:00");
  const desk = await openDesk(stillRouter({ store }).payments);
  const text = visibleText(await desk.page("/business?by=month&lang=en")).replaceAll("\u00a0", " ");
  assert.match(text, /Oct 2026 Net: 20% more than the month before RD\$ 1,200\.00/);
  assert.match(text, /Sep 2026 RD\$ 1,000\.00/);
});
