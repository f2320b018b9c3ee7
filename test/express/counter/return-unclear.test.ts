import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { after, test } from "node:test";
import { openRest } from "@ventanilla/client/rest";
import type { Options } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Store } from "@ventanilla/express/store";
import { ownProcess } from "../../client/moved-clock.ts";
import { aroundWrites, keptIn } from "../../kept.ts";
import { silentLogger } from "../../loggers.ts";
import { merchant, pesos } from "../../merchant.ts";
import { some } from "../../part.ts";
import { startPostgres } from "../../postgres.ts";
import { serve } from "../../serve.ts";
import { type StoppedClock, stoppedClock } from "../../shop.ts";
import { enginesOn } from "../../stores/engines.ts";
import { type Desk, openDesk } from "./counter.ts";
import { formOf, giveBack, giveBackUnanswered, openRestShop, price, type RestShop } from "./rest-shop.ts";
import { visibleText } from "./visible-text.ts";

const minute = 60_000;

/** A shop, and every alert that its people have got. */
async function openHeard(store?: Store, clock: StoppedClock = stoppedClock(), options: Partial<Options> = {}) {
  const alerts: string[] = [];
  const onAlert = ({ code, event = "" }: { code: string; event?: string }) =>
    void alerts.push(`${code} ${event.split(":")[0]}`);
  const shop = await openRestShop({ onAlert, ...(store && { store }), ...options }, { clock });
  return { ...shop, alerts };
}

/** A payment whose return has no clear answer of the bank. */
async function sendInDoubt(shop: RestShop, order: string, amount?: string): Promise<string> {
  const id = await shop.sell(order);
  shop.sandbox.faults.arm("reset-after-charge");
  assert.equal(await giveBack(shop.desk, id, amount), 303);
  shop.sandbox.faults.disarm();
  return id;
}

/** Everything that a person reads of what waits for them. */
async function waitingOf({ desk, payments, store }: RestShop) {
  const [decide, today, list] = await Promise.all(
    ["/decide?lang=en", "/?lang=en", "/payments?state=returnUnclear&lang=en"].map((path) => desk.page(path)),
  );
  const { toDecide, text } = await payments.summary();
  const { returnUnclear } = await payments.health();
  const { returnUnclear: attempts } = await keptIn(store).unsettled(9);
  return {
    decide: /(?<=To resolve )\d+ (?:payment|return)s? .*?Resolve|There is nothing to resolve/.exec(
      visibleText(decide ?? ""),
    )?.[0],
    today: /First, what there is to resolve .*? See|There is nothing to resolve/.exec(visibleText(today ?? ""))?.[0],
    listed: list?.match(/<th scope="row">/g)?.length ?? 0,
    counted: [toDecide.returnUnclear, returnUnclear, attempts.length],
    said: text.es.split("\n").find((line) => /resolver/i.test(line)),
  };
}

const nothing = {
  decide: "There is nothing to resolve",
  listed: 0,
  counted: [0, 0, 0],
  said: "No hay nada por resolver.",
};

async function assertNothingWaits(shop: RestShop) {
  const { today: _, ...waiting } = await waitingOf(shop);
  assert.deepEqual(waiting, nothing);
}

/** Says how the return ended, with the form of the payment's page. */
async function say(desk: Desk, id: string, path: "given-back" | "not-given-back"): Promise<number> {
  const form = (await formOf(desk, id, path)) ?? assert.fail(`no ${path}`);
  return (await desk.post(`/payments/${id}/${path}`, { ...form, step: "record" })).status;
}

/** A bank that answers nothing before it is told to: what it then does is the sandbox's. */
async function slowBank({ sandbox }: Pick<RestShop, "sandbox">) {
  const open = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const relay = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    asked.resolve();
    await open.promise;
    const { host, connection, "content-length": _, "transfer-encoding": __, ...headers } = request.headers;
    const answer = await fetch(`${sandbox.url}${request.url}`, {
      method: "POST",
      headers: headers as Record<string, string>,
      body: Buffer.concat(parts),
    });
    response.writeHead(answer.status, { "Content-Type": "application/json" }).end(await answer.text());
  };
  const { origin } = await serve((request, response) => void relay(request, response));
  const bearerToken = () => sandbox.issueToken().token;
  const rest = openRest({ baseUrl: origin, merchantId: merchant.number, terminalId: merchant.terminal, bearerToken });
  after(() => rest.close());
  return { rest, asked: asked.promise, answer: open.resolve };
}

/** A desk of the shop whose bank is slow, and the return that it is being asked for. */
async function sendSlowly(shop: RestShop, id: string) {
  const bank = await slowBank(shop);
  const original = ({ id: of }: { id: string }) => shop.originals.get(of);
  const desk = await openDesk(shop.payments, "Ana", { reverse: { rest: bank.rest, original } });
  const status = giveBack(desk, id);
  await bank.asked;
  return {
    desk,
    async answered() {
      bank.answer();
      return status;
    },
  };
}

const server = await startPostgres();
after(() => server.stop());
const clock = stoppedClock();
for (const [engine, open] of some("returns in doubt", Object.entries(enginesOn(server, clock)))) {
  test(`${engine}: a return in doubt stands wherever decisions wait, until a person has said how it ended`, async () => {
    const paid: string[] = [];
    const shop = await openHeard(await open(), clock, { onPaid: ({ order }) => void paid.push(order) });
    const { desk, payments, alerts, heard, kept, bank, pass } = shop;
    const id = await sendInDoubt(shop, "A-1", "300.00");
    await pass(minute);
    const waiting = await waitingOf(shop);
    assert.match(
      waiting.decide ?? "",
      /^1 return Since Order Amount State Deadline Since: .* A-1 RD\$ 300\.00 of RD\$ 1,000\.00 Return unconfirmed No deadline Ask the bank whether it went back Resolve$/,
    );
    assert.match(waiting.today ?? "", / A-1 RD\$ 300\.00 of RD\$ 1,000\.00 Return unconfirmed No deadline /);
    assert.deepEqual(waiting.listed, 1);
    assert.deepEqual(waiting.counted, [1, 1, 1]);
    assert.equal(waiting.said, "Por resolver: 1 devolución sin confirmar.");
    const decide = await desk.page("/decide?lang=en");
    assert.ok(decide.includes(`href="./payments/${id}"`));
    assert.match(visibleText(decide), / Today To resolve 1 Payments /);
    // For everything else the order is paid, and nothing of it has gone back.
    const { paid: isPaid, paidTwice, decisive } = await payments.findOrder("A-1");
    assert.deepEqual([isPaid, paidTwice, decisive?.outcome], [true, false, "approved"]);
    assert.deepEqual([paid, await kept(id), alerts], [["A-1"], [0, 0], ["return_unclear returnUnclear"]]);
    const { totals } = await payments.summary({ batch: "2026-11-22" });
    assert.deepEqual([totals[0]?.approved.minor, totals[0]?.decide.count, totals[0]?.givenBack.count], [price, 0, 0]);
    const page = visibleText(await desk.page(`/payments/${id}?lang=en`));
    assert.match(page, /Return unconfirmed .*What to do (?!, and).*The bank gave no clear answer/);
    assert.equal(await say(desk, id, "given-back"), 303);
    await pass(minute);
    await assertNothingWaits(shop);
    assert.deepEqual([bank(), await kept(id), heard.length], [{ moved: 30_000, asked: 1 }, [30_000, 30_000], 1]);
    assert.deepEqual([paid, alerts.length], [["A-1"], 1]);
  });

  test(`${engine}: of two persons who say at once how a return ended, one is recorded, and the other reads that it has changed`, async () => {
    const shop = await openHeard(await open(), clock);
    const { desk, kept, heard, pass, store } = shop;
    const eva = desk.as("Eva");
    for (const [order, paths] of [
      ["A-1", ["given-back", "not-given-back"]],
      ["A-2", ["not-given-back", "not-given-back"]],
      ["A-3", ["not-given-back", "given-back"]],
    ] as const) {
      const id = await sendInDoubt(shop, order);
      const forms = await Promise.all(
        [desk, eva].map(async (who, at) => [who, (await formOf(who, id, paths[at] ?? "given-back")) ?? {}] as const),
      );
      const statuses = await Promise.all(
        forms.map(([who, form], at) => who.post(`/payments/${id}/${paths[at]}`, { ...form, step: "record" })),
      );
      assert.deepEqual(
        statuses.map(({ status }) => status).toSorted((a, b) => a - b),
        [303, 409],
        order,
      );
      await assertNothingWaits(shop);
      const told = await keptIn(store).actionsOf(id);
      assert.equal(told.filter(({ action }) => /^(?:denyReturn|givenBack)$/.test(action)).length, 1, order);
      const [went] = await kept(id);
      assert.deepEqual(await kept(id), [went, went]);
    }
    await pass(minute);
    assert.ok(heard.length <= 2);
  });

  for (const path of ["given-back", "not-given-back"] as const) {
    test(`${engine}: the bank's late yes counts once beside a person who says ${path}`, async () => {
      const shop = await openHeard(await open(), clock);
      const { bank, kept, alerts, pass } = shop;
      const id = await shop.sell("A-1");
      const { desk, answered } = await sendSlowly(shop, id);
      await pass(2 * minute);
      assert.deepEqual(alerts, ["return_unclear returnUnclear"]);
      const form = (await formOf(desk, id, path)) ?? assert.fail();
      const [status, said] = await Promise.all([
        answered(),
        desk.post(`/payments/${id}/${path}`, { ...form, step: "record" }),
      ]);
      assert.equal(status, 303);
      assert.ok(said.status === 303 || said.status === 409, `${said.status}`);
      assert.deepEqual([bank(), await kept(id)], [{ moved: price, asked: 1 }, [price, price]]);
      await assertNothingWaits(shop);
    });
  }
}

/** Says how a return ended, and has the bank's yes arrive afterwards. */
async function sayBefore(path: "given-back" | "not-given-back", then?: (shop: RestShop, id: string) => Promise<void>) {
  const told: string[] = [];
  const logger = { ...silentLogger, error: (_fields: object, message?: string) => void told.push(message ?? "") };
  const shop = await openHeard(undefined, undefined, { logger });
  const id = await shop.sell("A-1");
  const { desk, answered } = await sendSlowly(shop, id);
  await shop.pass(2 * minute);
  assert.equal(await say(desk, id, path), 303);
  await then?.(shop, id);
  told.length = 0;
  assert.equal(await answered(), 303);
  await shop.pass(minute);
  return { ...shop, id, told };
}

test("the bank's late yes to what a person has recorded as given back is told nobody: both say the same", async () => {
  const { told, id, bank, kept } = await sayBefore("given-back");
  assert.deepEqual([told, bank(), await kept(id)], [[], { moved: price, asked: 1 }, [price, price]]);
});

test("the bank's late yes to what a person has denied is recorded, and people hear that the two differ", async () => {
  const { told, id, bank, kept } = await sayBefore("not-given-back");
  assert.deepEqual([bank(), await kept(id)], [{ moved: price, asked: 1 }, [price, price]]);
  assert.equal(told.length, 1);
  assert.match(
    told[0] ?? "",
    /^the bank gave RD\$\s1,000\.00 back \(pnRef .+\), and a person had recorded that nothing went back: it is recorded now$/,
  );
});

test("the bank's late yes is told where the money has gone back another way since a person denied it", async () => {
  const { told, id, kept } = await sayBefore("not-given-back", async ({ payments }, sent) => {
    const said = { reason: "by the portal", by: "Ana", reference: "501" };
    await payments.recordGivenBack(sent, { ...said, amount: pesos(price) });
  });
  assert.deepEqual(await kept(id), [price, price]);
  assert.equal(told.length, 1);
  assert.match(
    told[0] ?? "",
    /^the bank gave RD\$\s1,000\.00 back \(pnRef .+\), and the payment had changed: nothing was recorded$/,
  );
});

test("a return that is being asked for right now waits for nobody, and its clear answer is all that people hear of", async () => {
  const shop = await openHeard();
  const { bank, kept, alerts, heard, pass } = shop;
  const id = await shop.sell("A-1");
  const { desk, answered } = await sendSlowly(shop, id);
  await pass(minute);
  await assertNothingWaits(shop);
  assert.match(visibleText(await desk.page(`/payments/${id}?lang=en`)), /Approved .*The bank has not answered yet/);
  assert.equal(await answered(), 303);
  await pass(10 * minute);
  await assertNothingWaits(shop);
  assert.deepEqual([alerts, heard.length], [[], 1]);
  assert.deepEqual([bank(), await kept(id)], [{ moved: price, asked: 1 }, [price, price]]);
});

for (const wrote of ["nothing more", "nothing but that the bank was unclear"] as const) {
  test(`a process that ends after it has sent, and writes ${wrote}, leaves a return that waits for a person, told once`, async () => {
    const ended = { isSo: false };
    const own = stoppedClock();
    const store = aroundWrites(sqliteStore(":memory:", own), {
      async changing(write, { facts }) {
        if (ended.isSo && (wrote === "nothing more" || facts.givenBack !== undefined)) {
          if (facts.givenBack !== undefined || facts.sentBack?.outcome !== undefined) throw new Error("it has ended");
        }
        return write();
      },
    });
    const shop = await openHeard(store, own);
    const { desk, sandbox, alerts, bank, kept, heard, pass } = shop;
    const id = await shop.sell("A-1");
    if (wrote !== "nothing more") sandbox.faults.arm("reset-after-charge");
    const form = (await formOf(desk, id, "send-back")) ?? assert.fail();
    ended.isSo = true;
    const sent = await desk.post(`/payments/${id}/send-back`, { ...form, step: "record" });
    ended.isSo = false;
    sandbox.faults.disarm();
    const isWritten = wrote !== "nothing more";
    assert.equal(sent.status, isWritten ? 303 : 503);
    await pass(minute);
    const { counted } = await waitingOf(shop);
    assert.deepEqual(counted, isWritten ? [1, 1, 1] : [0, 0, 0]);
    await pass(minute);
    for (const ms of [minute, 60 * minute]) {
      assert.deepEqual((await waitingOf(shop)).counted, [1, 1, 1]);
      await pass(ms);
    }
    // Where the bank has said yes, an alert of its own has what it said.
    const atOnce = isWritten ? [] : ["return_unclear ", "request_failed "];
    assert.deepEqual(alerts, [...atOnce, "return_unclear returnUnclear"]);
    assert.equal(await say(desk, id, "given-back"), 303);
    await pass(minute);
    await assertNothingWaits(shop);
    assert.deepEqual([bank(), await kept(id), heard.length], [{ moved: price, asked: 1 }, [price, price], 1]);
  });
}

test("a process whose beginning took minutes to write sends nothing: a person may have said no, and another have sent it", async () => {
  const own = stoppedClock();
  let meanwhile: (() => Promise<void>) | undefined;
  const store = aroundWrites(sqliteStore(":memory:", own), {
    async changing(write) {
      const then = meanwhile;
      meanwhile = undefined;
      await write();
      await then?.();
    },
  });
  const shop = await openHeard(store, own);
  const { sandbox, originals, payments, bank, kept } = shop;
  const id = await shop.sell("A-1");
  const { rest, answer } = await slowBank({ sandbox });
  answer();
  ownProcess(rest);
  const eva = await openDesk(payments, "Eva", { reverse: { rest, original: (of) => originals.get(of.id) } });
  const form = (await formOf(shop.desk, id, "send-back")) ?? assert.fail();
  meanwhile = async () => {
    await shop.pass(2 * minute);
    assert.equal(await say(eva, id, "not-given-back"), 303);
    assert.equal(await giveBack(eva, id), 303);
  };
  assert.equal((await shop.desk.post(`/payments/${id}/send-back`, { ...form, step: "record" })).status, 303);
  assert.deepEqual([bank(), await kept(id)], [{ moved: price, asked: 1 }, [price, price]]);
});

test("what is sent again after a person's no, and is in doubt again, is told again", async () => {
  const shop = await openHeard();
  const { desk, sandbox, alerts, pass } = shop;
  const id = await sendInDoubt(shop, "A-1");
  assert.equal(await say(desk, id, "not-given-back"), 303);
  await pass(minute);
  await assertNothingWaits(shop);
  sandbox.faults.arm("rest-timeout-before");
  assert.equal(await giveBackUnanswered(shop, id), 303);
  sandbox.faults.disarm();
  await pass(minute);
  assert.deepEqual((await waitingOf(shop)).counted, [1, 1, 1]);
  assert.deepEqual(alerts, ["return_unclear returnUnclear", "return_unclear returnUnclear"]);
});

test("nobody decides about a return in doubt whether the payment was charged: the page says what is left to say", async () => {
  const shop = await openHeard();
  const { desk, payments, kept } = shop;
  const id = await sendInDoubt(shop, "A-1");
  const page = await desk.page(`/payments/${id}?lang=en`);
  assert.ok(!page.includes("/resolve"));
  const [, seen = ""] = /name="seen" value="([^"]+)"/.exec(page) ?? [];
  for (const step of ["", "record"]) {
    for (const decision of ["yes", "no", `yes:${id}`]) {
      const answer = await desk.post(`/payments/${id}/resolve`, { decision, reason: "the bank says so", seen, step });
      assert.equal(answer.status, 409);
      assert.match(
        visibleText(await answer.text()),
        /What is left to say about this payment is how the return ended\. Nothing was recorded\. Say it on this page\./,
      );
    }
  }
  await assert.rejects(payments.resolve(id, { paid: false, reason: "no", by: "Eva" }), { code: "wrong_state" });
  assert.deepEqual(await kept(id), [0, 0]);
  assert.deepEqual((await waitingOf(shop)).counted, [1, 1, 1]);
});

for (const [lang, first, amounts, last] of [
  [
    "es",
    "Pedimos devolver RD$ 300.00 de este pago",
    "Monto del pago: RD$ 1,000.00 Monto de la devolución: RD$ 300.00",
    "Todavía no anulen ni devuelvan nada.",
  ],
  [
    "en",
    "We asked for RD$ 300.00 of this payment to go back",
    "Amount of the payment: RD$ 1,000.00 Amount of the return: RD$ 300.00",
    "Please do not void or refund anything yet.",
  ],
] as const) {
  test(`a return in doubt has a letter to the bank, ${lang}: what it needs to find it, and no secret`, async () => {
    const shop = await openHeard();
    const id = await sendInDoubt(shop, "A-1", "300.00");
    const page = await shop.desk.page(`/payments/${id}?lang=${lang}`);
    const [, text = ""] = new RegExp(`<textarea class="letter" id="return-letter-${id}"[^>]*>([^<]*)`).exec(page) ?? [];
    const { transactionId, facts } = (await keptIn(shop.store).findAttempt(id)) ?? assert.fail();
    const { reference = "-", authorizationCode = "-" } = facts.verdict ?? {};
    const plain = text.replaceAll(/\s/g, " ");
    assert.ok(plain.startsWith(first) && plain.endsWith(last), plain);
    const known = [merchant.number, "A-1", transactionId, amounts, reference, authorizationCode];
    for (const each of known) assert.ok(plain.includes(each), each);
    for (const secret of Object.values(shop.originals.get(id) ?? {})) {
      if (secret !== "A-1") assert.ok(!plain.includes(`${secret}`), `${secret}`);
    }
    assert.match(page, new RegExp(`data-copies="return-letter-${id}".*href="mailto:[?]subject=.*body=`));
    assert.match(page, /target\.dataset\?\.copies/);
  });
}

test("a whole return in doubt can be voided until the close, and after it has no deadline, in the list and on its page", async () => {
  const shop = await openHeard();
  const id = await sendInDoubt(shop, "A-1");
  const said = async () => [
    /(?:No deadline|To void it)/.exec(visibleText(await shop.desk.page("/decide?lang=en")))?.[0],
    /What to do(?:, and by when)?/.exec(visibleText(await shop.desk.page(`/payments/${id}?lang=en`)))?.[0],
  ];
  assert.deepEqual(await said(), ["To void it", "What to do, and by when"]);
  await shop.pass(24 * 60 * minute);
  assert.deepEqual(await said(), ["No deadline", "What to do"]);
  assert.doesNotMatch(visibleText(await shop.desk.page(`/payments/${id}`)), /Lo que queda es una devolución/);
});

test("a return in doubt counts in no batch that had closed before it was sent, whatever day is written", async () => {
  const shop = await openHeard();
  const id = await shop.sell("A-1");
  // The batch closes before it is sent, on the same day.
  await shop.pass(12 * 60 * minute);
  shop.sandbox.faults.arm("reset-after-charge");
  assert.equal(await giveBack(shop.desk, id), 303);
  shop.sandbox.faults.disarm();
  await shop.pass(24 * 60 * minute);
  const charge = await keptIn(shop.store).findAttempt(id);
  const { settledAt = 0, sentBack } = charge?.facts ?? {};
  const on = new Date(settledAt - 4 * 60 * minute).toISOString().slice(0, 10);
  const form = (await formOf(shop.desk, id, "given-back")) ?? assert.fail();
  await shop.desk.post(`/payments/${id}/given-back`, { ...form, went: "yes", on, step: "record" });
  const [part] = (await shop.payments.findOrder("A-1")).attempts[0]?.givenBack ?? [];
  assert.deepEqual([part?.on, part?.at], [on, sentBack?.at]);
});

test("who may only look reads that a return is in doubt, and has no form for it", async () => {
  const shop = await openHeard();
  const id = await sendInDoubt(shop, "A-1");
  const desk = shop.desk.as("Luis who looks");
  assert.match(visibleText(await desk.page("/decide?lang=en")), / A-1 RD\$ 1,000\.00 Return unconfirmed .* View /);
  for (const path of ["given-back", "not-given-back"] as const) assert.equal(await formOf(desk, id, path), undefined);
});

test("an old order is not deleted while a return of it is in doubt", async () => {
  const shop = await openHeard();
  const id = await sendInDoubt(shop, "A-1");
  const deleted = async () => {
    await shop.pass(40 * 24 * 60 * minute);
    const orders: string[] = [];
    for await (const { order } of shop.payments.prune({ before: shop.clock.now() })) orders.push(order);
    return orders;
  };
  assert.deepEqual(await deleted(), []);
  assert.equal(await say(shop.desk, id, "given-back"), 303);
  assert.deepEqual(await deleted(), ["A-1"]);
});
