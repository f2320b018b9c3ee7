import assert from "node:assert/strict";
import type { State } from "@ventanilla/express";
import type * as V from "@ventanilla/express/store";
import { decisionKinds, groups, readRows, reasons, shelfOf } from "@ventanilla/express/store";
import { assertWritten, bank, type Cases, dop, facts, farAway, idsOf, longAgo, type Scene } from "./scene.ts";

const banks = [bank, "https://other.example", "https://third.example"];
const hourMs = 3_600_000;
/** When the first attempt reaches its state, in milliseconds since the epoch; the others follow every ten minutes. */
const day = 1_790_000_000_000;

const ended: State[] = ["approved", "declined", "unknown", "review", "expired", "preparing"];
const said = { reason: "asked", by: "Ana", at: day };
const paid = { paid: true, ...said };
const part = (hours: number, minor: number): V.GivenBack => ({
  amount: dop(minor),
  on: "2026-09-22",
  at: day + hours * hourMs,
  recordedAt: day,
  reason: "asked",
  by: "Ana",
});
const sentBack = { id: "sent", amount: dop(40), ...said, outcome: { what: "unclear", at: day } } as const;
const paidTo = (terminal: string) => ({ merchant: { number: "1", terminal, acquirer: "1", name: "A" } });
const kinds: Partial<V.Facts>[] = [
  { clearAt: 1, returnedVia: "cancel", emptyAnswers: 2, verdict: { code: "51" }, openedAt: 1 },
  { unconfirmedAt: 7, aliveAt: farAway, givenBack: [part(7, 30), part(0, 9)], product: "Cena", email: "Ana@b.do" },
  { sealedKey: "k", duplicate: true, clearAt: farAway, verdict: { code: "TF" }, ...paidTo("2"), product: "Cena" },
  { resolution: { paid: false, ...said }, verdict: { code: "14" }, product: "'; DROP TABLE-- ñ🎂", email: "ana@b.do" },
  { capture: "later", launchFailure: "refused", sealedKey: "k", verdict: { code: "03" }, ...paidTo("3") },
  { verdict: { code: "10" }, resolution: { ...paid, approvedAmount: dop(40) }, sentBack },
  { verdict: { code: "10" }, resolution: paid, reversed: { returned: true, ...said }, email: "eva@b.do" },
];

/** Inserts attempts of each state and kind, half of them opened. Returns them as rows at hand. */
async function fillRows({ attempt, move, store }: Scene): Promise<V.KeptAttempt[]> {
  const rows: V.KeptAttempt[] = [];
  const now = await store.now();
  for (let i = 0; i < 252; i++) {
    const currency = i % 4 === 3 ? ("USD" as const) : ("DOP" as const);
    const amount = { minor: 100 * (1 + (i % 5)), currency };
    const order = `A-${i}`;
    const reference = i % 10 === 0 ? `V-${i}` : order;
    const at = banks[i % 3] ?? bank;
    const { merchant, ...own } = facts;
    const given = { ...own, ...(merchant && i % 13 !== 6 && { merchant }), orderReference: reference };
    const { id } = await attempt({ order, facts: given, amount, tax: { ...amount, minor: 0 }, bank: at });
    const { verdict = { code: "00" }, ...kind } = kinds[i % 7] ?? {};
    const maskedCard = `${4 + (i % 3)}******${1110 + (i % 6)}`;
    const numbers = { reference: `0${i + 1}`, authorizationCode: `0a${i % 9}`, ...(i % 11 !== 5 && { maskedCard }) };
    const dueAt = [farAway, longAgo + i, null][Math.floor(i / 2) % 3] ?? null;
    const written = await move(id, (i % 2 === 0 && "opened") || (ended[Math.floor(i / 14) % 6] ?? "opened"), {
      dueAt,
      windowEndsAt: i % 9 === 0 ? longAgo : now + 600_000 + i,
      facts: { ...kind, settledAt: day + (i - 1) * 600_000, verdict: { ...verdict, ...numbers } },
    });
    rows.push({ attempt: written, shelf: shelfOf(written), reference, bank: at, dueAt, tries: 0, fence: 0 });
  }
  return rows;
}

/** How the claims on an event end, one after the other. A claim without an end is held. */
const fates = [
  [longAgo, longAgo, longAgo],
  [],
  ["dead"],
  ["done"],
  [longAgo, longAgo],
  [longAgo, "dead"],
  [longAgo, "done"],
] as const;

/** Delivers the events, gives some up, and tries others again, up to three times. Returns them as rows at hand. */
async function fillEvents({ events, settle, store }: Scene, rows: readonly V.KeptAttempt[]): Promise<V.KeptEvent[]> {
  const kept: V.KeptEvent[] = [];
  for (let tries = 1; tries <= 3; tries++) {
    for (const claim of await events({ banks, limit: 1000 })) {
      const { item, fence, leaseUntil } = claim;
      const at = rows.findIndex(({ attempt }) => attempt.id === item.attempt);
      const end = fates[at % fates.length]?.[tries - 1];
      if (end !== undefined) assert.ok(await settle(claim, end));
      const dueAt = end === undefined ? leaseUntil : end === longAgo ? end : null;
      const error = end === undefined ? kept[at]?.error : end === "done" ? undefined : "no";
      const [told] = await store.eventsOf(item.order);
      const delivered = end === "done" && { deliveredAt: told?.deliveredAt ?? assert.fail() };
      if (delivered) assertWritten(delivered.deliveredAt, item.createdAt, await store.now());
      const own = { event: item, bank: rows[at]?.bank ?? "", dueAt, tries, fence, dead: end === "dead" };
      kept[at] = { ...own, ...(error !== undefined && { error }), ...delivered };
    }
  }
  return Object.values(kept);
}

const texts = "scheme=Visa&branch=1/2+A&product=Cena&reference=06&authorizationCode=0A4&lastDigits=1112&email=ANA@b.do";
const filters: V.AttemptFilter[] = [
  ...groups.map((group) => ({ groups: [group] })),
  { groups: ["approved", "waiting", "decide"] },
  ...reasons.map((reason) => ({ reason })),
  ...decisionKinds.map((toDecide) => ({ toDecide })),
  ...[dop(300), { minor: 400, currency: "USD" as const }].map((amount) => ({ amount })),
  { currency: "USD" },
  ...["A-5", "V-10"].map((order) => ({ order })),
  { reached: [7, 1].map((hours) => ({ from: day + hours * hourMs, until: day + (hours + 2) * hourMs })) },
  ...[...new URLSearchParams(texts)].map(([name, text]) => ({ [name]: text })),
  ...["scheme", "branch", "product"].map((name) => ({ [name]: null })),
];
/** What no attempt has: patterns, quotes and JSON are values. */
const nobodys = ["%", "A_5", "A-5' OR '1'='1", '{"code":"00"}', "$.code", "A; DROP TABLE attempts", "a-5"];

/** A list, page by page. */
async function pages<Page extends { next?: string }>(
  read: (after: { after?: string }) => Promise<Page>,
  from: { after?: string } = {},
): Promise<Omit<Page, "next">[]> {
  const { next, ...page } = await read(from);
  return [page, ...(next === undefined ? [] : await pages(read, { after: next }))];
}

/** By a text of each row: a store may give them in any order. */
const sorted = <Row>(rows: readonly Row[], textOf: (row: Row) => string): Row[] =>
  rows.toSorted((a, b) => (textOf(a) < textOf(b) ? -1 : 1));

type Reads = ReturnType<typeof readRows>;
type Question = [what: object, ask: (reads: Reads) => Promise<unknown>];

const lineOf = ({ group, reason, currency, split }: V.SpanTally) => [group, reason, currency, split].join(" ");

/** Hours of the day and of those beside it, in which nothing happened: they stand for days of a shop, the latest first. */
const threeDays = Array.from({ length: 72 }, (_, ago) => ({
  from: day + (47 - ago) * hourMs,
  until: day + (48 - ago) * hourMs,
}));

const sumsIn = async (reads: Pick<Reads, "tallies">, spans: V.TimeSpan[], by: V.TalliesRequest["by"]) =>
  (await reads.tallies({ spans, by })).map((rows) => sorted(rows, lineOf));

async function talliesIn(reads: Pick<Reads, "tallies">) {
  const all: V.SpanTally[][] = [];
  for (const by of [undefined, "hour", "scheme", "branch", "product"] as const) {
    for (const spans of [threeDays, [{ from: day, until: day + 48 * hourMs }]])
      all.push(...(await sumsIn(reads, spans, by)));
  }
  return all;
}

/** What is asked of a store, or of rows at hand, and how. */
function* questions(rows: readonly V.KeptAttempt[]): Generator<Question> {
  const from = rows[100]?.attempt.createdAt ?? 0;
  const spans: V.AttemptFilter[] = [{ from }, { until: from }, { from, until: from + 1 }, { from: day + 2 * hourMs }];
  // Two that name the same property are one of them again.
  const pairs = filters.flatMap((one, i) =>
    [...filters.slice(i + 1), ...spans]
      .filter((other) => !Object.keys(other).some((key) => key in one))
      .map((other) => ({ ...other, ...one })),
  );
  const named = nobodys.flatMap((text) => [{ order: text }, { reference: text }, { authorizationCode: text }]);
  for (const filter of [{}, ...filters, ...spans, ...pairs, ...named]) {
    yield [{ filter }, (reads) => pages((after) => reads.listAttempts({ filter, limit: 63, ...after }))];
  }
  for (const hours of ["0 1", "0 24", "7 8", "24 48", "90 99"]) {
    const [first = 0, last = 0] = hours.split(" ").map((hour) => day + Number(hour) * hourMs);
    const span = { from: first, until: last };
    const approved = { filter: { groups: ["charged"] as const, reached: [span] }, earliestFirst: true, limit: 3 };
    yield [{ span }, (reads) => pages((after) => reads.listAttempts({ ...approved, ...after }))];
    for (const own of [{}, ...filters.filter((each) => /^.."(?:curr|sch|br|prod)/.test(JSON.stringify(each)))])
      yield [{ span, own }, (reads) => pages((after) => reads.listReturns({ ...span, ...own, limit: 7, ...after }))];
    yield [{ span, sums: true }, (reads) => sumsIn(reads, [span], "hour")];
  }
  // A store may keep what it has added up.
  for (const times of [1, 2]) yield [{ tallies: times }, talliesIn];
  yield [{ tallies: 0 }, (reads) => reads.tallies({ spans: [] })];
  for (const until of [0, rows[50]?.attempt.windowEndsAt ?? 0, farAway])
    yield [{ backlog: until }, async (reads) => ({ ...(await reads.backlog(until)), aheadMs: 0 })];
  for (const elsewhere of [[], banks.slice(0, 1), banks.slice(1), banks]) {
    const ask = async (reads: Reads) => {
      const { banks: left, ...rest } = await reads.elsewhere(elsewhere);
      return [sorted(left, ({ bank: at }) => at), rest];
    };
    yield [{ elsewhere }, ask];
  }
  yield [{ unsettled: "all" }, (reads) => reads.countUnsettled()];
  for (const limit of [1, 5, 1000]) yield [{ unsettled: limit }, (reads) => reads.unsettled(limit)];
  yield [{ stats: true }, (reads) => reads.stats()];
  for (const { attempt } of rows) yield [{ eventsOf: attempt.order }, (reads) => reads.eventsOf(attempt.order)];
}

/** What people and monitoring read. */
export const reading: Cases = {
  async "every list, count and sum is that of the same rows at hand"(scene) {
    const rows = await fillRows(scene);
    const events = await fillEvents(scene, rows);
    const now = await scene.store.now();
    const known = readRows(rows, events, () => now);
    for (const filter of filters) assert.equal((await known.listAttempts({ filter, limit: 1 })).attempts.length, 1);
    for (const [what, ask] of questions(rows)) {
      assert.deepEqual(await ask(scene.store), await ask(known), JSON.stringify(what));
    }
    // Of a day that is over: sums that are kept change with a decision, with what goes back, and with what is deleted.
    for (const [order, own] of [
      ["A-29", { resolution: paid, settledAt: day + 4 * hourMs }],
      ["A-5", { givenBack: [part(5, 30)] }],
      ["A-5", { givenBack: [part(5, 30), part(1, 20)] }],
      ["A-17", undefined],
    ] as [string, Partial<V.Facts> | undefined][]) {
      const [row = assert.fail()] = rows.filter(({ attempt }) => attempt.order === order);
      const attempt = own && (await scene.move(row.attempt.id, "approved", { facts: own }));
      if (attempt) Object.assign(row, { attempt, shelf: shelfOf(attempt) });
      else assert.ok((await scene.store.pruneOrder(order, farAway)) && rows.splice(rows.indexOf(row), 1));
      for (const turn of [1, 2]) {
        assert.deepEqual(await talliesIn(scene.store), await talliesIn(known), `${order} has changed, turn ${turn}`);
      }
    }
  },
  async "sums that are first read while the past changes are not kept from before it"({ attempt, move, store }) {
    for (let turn = 1; turn <= 20; turn++) {
      const { id } = await attempt({ order: `A-${turn}` });
      const read = () => store.tallies({ spans: [{ from: day - turn, until: day + hourMs }] });
      await Promise.all([read(), move(id, "expired", { facts: { settledAt: day } }), read()]);
      assert.equal((await read())[0]?.[0]?.count, turn);
    }
  },
  async "an attempt is listed once while others are inserted and all change their states between the pages"(scene) {
    const { attempt, insert, move, store } = scene;
    const made: V.Attempt[] = [];
    for (let i = 0; i < 9; i++) made.unshift(await attempt({ order: `A-${i}` }));
    const states = (["opened", "opened", "declined", "review", "approved"] as const).values();
    const listed = await pages(async (after) => {
      const page = await store.listAttempts({ limit: 2, ...after });
      const state = states.next().value ?? assert.fail("five pages");
      for (const { id } of made) await move(id, state);
      for (let i = 0; i < 3; i++) await insert({ order: `${page.next} ${i}` });
      return page;
    });
    assert.deepEqual(idsOf(listed.flatMap(({ attempts }) => attempts)), idsOf(made));
  },
};
