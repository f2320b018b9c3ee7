import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openRest } from "@ventanilla/client/rest";
import { ResolveError } from "@ventanilla/express";
import type { RestOriginal } from "@ventanilla/express/counter";
import { keptIn } from "../../kept.ts";
import { silentLogger } from "../../loggers.ts";
import { merchant, pesos } from "../../merchant.ts";
import { some } from "../../part.ts";
import { serve } from "../../serve.ts";
import { openDesk } from "./counter.ts";
import { formOf, giveBack, giveBackUnanswered, openRestShop, price, type RestShop } from "./rest-shop.ts";
import { visibleText } from "./visible-text.ts";

const minute = 60_000;
const said = { reason: "one box was broken", by: "Ana" };

const textOf = async ({ desk }: RestShop, id: string) => visibleText(await desk.page(`/payments/${id}?lang=en`));

/** The bank's REST operations at an address. */
function openedRest(baseUrl: string) {
  const bearerToken = () => "BEARER-SECRET-OF-THE-SHOP";
  const rest = openRest({ baseUrl, merchantId: merchant.number, terminalId: merchant.terminal, bearerToken });
  after(() => rest.close());
  return rest;
}

const sentBackOf = async ({ store }: RestShop, id: string) => (await keptIn(store).findAttempt(id))?.facts.sentBack;

test("all of a payment of today goes back by a void, is recorded with the bank's reference, and told once", async () => {
  const shop = await openRestShop();
  const { desk, sandbox, payments, heard, sell, bank, kept, pass } = shop;
  const id = await sell("A-1");
  const form = (await formOf(desk, id, "send-back")) ?? assert.fail();
  assert.equal(form.amount, "1,000.00");
  const check = await desk.post(`/payments/${id}/send-back`, form);
  assert.match(
    visibleText(await check.text()),
    /Check before you give back .* You are about to give back: RD\$ 1,000\.00 to the card Order A-1 Card .*0050 Why is it given back\? one box was broken Left of the payment RD\$ 0\.00 .*The bank moves the money at once/,
  );
  assert.deepEqual([bank(), await kept(id)], [{ moved: 0, asked: 0 }, [0, 0]]);
  const done = await desk.post(`/payments/${id}/send-back`, { ...form, step: "record" });
  assert.deepEqual([done.status, done.headers.get("location")], [303, `../../payments/${id}?recorded=back`]);
  assert.deepEqual([bank(), await kept(id)], [{ moved: price, asked: 1 }, [price, price]]);
  const { attempts } = await payments.findOrder("A-1");
  const [part] = attempts[0]?.givenBack ?? [];
  const made = sandbox.transactions().find(({ operation }) => operation === "void");
  assert.deepEqual(part, {
    amount: pesos(price),
    on: "2026-11-22",
    at: shop.clock.now(),
    pnRef: made?.id,
    ...said,
    recordedAt: shop.clock.now(),
  });
  assert.equal((await payments.findOrder("A-1")).paid, true);
  await pass(minute);
  assert.equal(heard.length, 1);
  assert.match(await textOf(shop, id), new RegExp(`Nov 22, 2026 RD\\$ 1,000\\.00 .* ref\\. ${made?.id}`));
  assert.match(
    await textOf(shop, id),
    /The bank gave RD\$ 1,000\.00 back to the card\. Ana asked for it: “one box was broken”\./,
  );
  assert.equal(await formOf(desk, id, "send-back"), undefined);
  assert.deepEqual(
    (await keptIn(shop.store).actionsOf(id)).map(({ action, by, note }) => [action, by, note]),
    [
      ["openGivenBack", "Ana", undefined],
      ["sendBack", "Ana", said.reason],
    ],
  );
});

test("a part goes back by a refund, which the bank makes once: what is left is not sent this way", async () => {
  const shop = await openRestShop();
  const { desk, sandbox, sell, bank, kept } = shop;
  const id = await sell("A-1");
  const form = (await formOf(desk, id, "send-back")) ?? assert.fail();
  const check = await desk.post(`/payments/${id}/send-back`, { ...form, amount: "300.00" });
  assert.match(
    visibleText(await check.text()),
    /Left of the payment RD\$ 700\.00 .* What is left no longer goes back this way/,
  );
  assert.equal(await giveBack(desk, id, "300.00"), 303);
  assert.deepEqual([bank(), await kept(id)], [{ moved: 30_000, asked: 1 }, [30_000, 30_000]]);
  assert.equal(sandbox.transactions().at(-1)?.operation, "refund");
  assert.equal(await formOf(desk, id, "send-back"), undefined);
  const again = await desk.post(`/payments/${id}/send-back`, { ...form, amount: "700.00", step: "record" });
  assert.equal(again.status, 409);
  assert.equal(bank().asked, 1);
  // The rest goes back in the portal, and is recorded as ever.
  assert.equal((await formOf(desk, id, "given-back"))?.amount, "700.00");
});

test("after the batch has closed all of a payment goes back by a refund", async () => {
  const { desk, sandbox, sell, bank, kept, clock } = await openRestShop();
  const id = await sell("A-1");
  clock.move(24 * 60 * minute);
  assert.equal(await giveBack(desk, id), 303);
  assert.deepEqual([bank(), await kept(id)], [{ moved: price, asked: 1 }, [price, price]]);
  assert.equal(sandbox.transactions().at(-1)?.operation, "refund");
});

test("what the bank refuses did not go back: the page says its words, and it can be sent again", async () => {
  const shop = await openRestShop();
  const { desk, originals, sell, bank, kept, heard, pass } = shop;
  const id = await sell("A-1");
  const right = originals.get(id) ?? assert.fail();
  originals.set(id, { ...right, pnRef: "txn-of-another" });
  assert.equal(await giveBack(desk, id), 303);
  assert.match(
    await textOf(shop, id),
    /Ana asked for RD\$ 1,000\.00 to go back .*The bank did not accept it: “25 .+”\. Nothing went back\./,
  );
  assert.match(
    await textOf(shop, id),
    /Ana asked for RD\$ 1,000\.00 to go back to the card: “one box was broken”\..*The bank did not accept to give it back\./,
  );
  assert.deepEqual([bank(), await kept(id)], [{ moved: 0, asked: 1 }, [0, 0]]);
  originals.set(id, right);
  assert.equal(await giveBack(desk, id), 303);
  await pass(minute);
  assert.deepEqual([bank(), await kept(id), heard.length], [{ moved: price, asked: 2 }, [price, price], 1]);
});

test("what could not be sent did not go back: a request that the client refuses leaves nothing in doubt", async () => {
  const shop = await openRestShop();
  const { desk, originals, sell, bank } = shop;
  const id = await sell("A-1");
  originals.set(id, { ...(originals.get(id) ?? assert.fail()), "client-ip": "" });
  assert.equal(await giveBack(desk, id), 303);
  assert.match(await textOf(shop, id), /The request never left\. Nothing went back\./);
  assert.equal(bank().asked, 0);
});

test("what the shop has no bearer token for did not go back: nothing is in doubt, and it can be sent again", async () => {
  const alerts: string[] = [];
  const warned: unknown[] = [];
  const logger = { ...silentLogger, warn: (fields: object) => void warned.push((fields as { error?: string }).error) };
  const shop = await openRestShop({ logger, onAlert: ({ code }) => void alerts.push(code) });
  const { sandbox, sell, bank, kept, originals, pass } = shop;
  const id = await sell("A-1");
  const tokens = [() => Promise.reject(new Error("token server down")), () => sandbox.issueToken().token];
  const { number: merchantId, terminal: terminalId } = merchant;
  const bearerToken = () => tokens.shift()?.() ?? assert.fail();
  const rest = openRest({ baseUrl: sandbox.url, merchantId, terminalId, bearerToken });
  after(() => rest.close());
  const desk = await openDesk(shop.payments, "Ana", { reverse: { rest, original: (of) => originals.get(of.id) } });
  assert.equal(await giveBack(desk, id, "300.00"), 303);
  assert.match(await textOf(shop, id), /The request never left\. Nothing went back\./);
  await pass(minute);
  assert.deepEqual([bank().asked, alerts], [0, []]);
  assert.match(warned.join(), /rest\.bearerToken: failed.*token server down/);
  assert.equal(await giveBack(desk, id, "300.00"), 303);
  assert.deepEqual([bank(), await kept(id)], [{ moved: 30_000, asked: 1 }, [30_000, 30_000]]);
});

for (const [fault, isDone] of [
  ["rest-timeout-before", false],
  ["rest-timeout-after", true],
  ["rest-reset-before", false],
  ["reset-after-charge", true],
  ["rest-500-after", true],
  ["rest-html-200", true],
  ["rest-truncated", true],
  ["missing-response-code", true],
  ["rest-09-then-approved", true],
] as const) {
  for (const [amount, minor] of some(fault, [
    ["1,000.00", price],
    ["300.00", 30_000],
  ] as const)) {
    test(`${fault}, of ${amount}: nothing is called given back, and nothing is sent again until a person has said how it ended`, async () => {
      const alerts: string[] = [];
      const onAlert = ({ code }: { code: string }) => void alerts.push(code);
      const shop = await openRestShop({ onAlert });
      const { desk, sandbox, payments, sell, bank, kept, heard, pass } = shop;
      const id = await sell("A-1");
      sandbox.faults.arm(fault);
      const form = (await formOf(desk, id, "send-back")) ?? assert.fail();
      const sent = fault.startsWith("rest-timeout") ? giveBackUnanswered(shop, id, amount) : giveBack(desk, id, amount);
      assert.equal(await sent, 303);
      sandbox.faults.disarm();
      const inDoubt = { moved: isDone ? minor : 0, asked: 1 };
      assert.deepEqual([bank(), await kept(id)], [inDoubt, [0, 0]]);
      assert.match(
        await textOf(shop, id),
        /The bank gave no clear answer: the money may have gone back, or not\. Ask the bank/,
      );
      assert.equal(await formOf(desk, id, "send-back"), undefined);
      for (const name of ["Ana", "Eva"]) {
        const again = await desk.as(name).post(`/payments/${id}/send-back`, { ...form, step: "record" });
        assert.ok(again.status === 409 || again.status === 403, `${again.status}`);
      }
      await assert.rejects(
        payments.recordGivenBack(id, { ...said, amount: pesos(100) }),
        (error) => error instanceof ResolveError && /first say how that ended/.test(error.message),
      );
      assert.deepEqual(bank(), inDoubt);
      await pass(minute);
      assert.deepEqual([heard.length, alerts], [0, ["return_unclear"]]);
      if (isDone) {
        const went = (await formOf(desk, id, "given-back")) ?? assert.fail();
        assert.equal(went.amount, amount);
        const fields = { ...went, reference: "501", step: "record" };
        assert.equal((await desk.post(`/payments/${id}/given-back`, fields)).status, 303);
      } else {
        const denied = (await formOf(desk, id, "not-given-back")) ?? assert.fail();
        const undecided = await desk.post(`/payments/${id}/given-back`, { ...denied, went: "" });
        assert.equal(undecided.status, 422);
        assert.match(visibleText(await undecided.text()), /Nothing was recorded\. Choose an answer\. /);
        const check = await desk.post(`/payments/${id}/given-back`, { ...denied, went: "no" });
        assert.match(visibleText(await check.text()), /You are about to record: RD\$ [\d,.]+ did not go back/);
        assert.equal((await desk.post(`/payments/${id}/not-given-back`, { ...denied, step: "record" })).status, 303);
        assert.match(await textOf(shop, id), /Ana found out that nothing went back: “one box was broken”/);
        assert.equal(await giveBack(desk, id, amount), 303);
      }
      await pass(minute);
      assert.deepEqual([bank().moved, await kept(id), heard.length], [minor, [minor, minor], 1]);
      assert.equal(await sentBackOf(shop, id), undefined);
    });
  }
}

test("after the close, what a person has denied is sent again as a refund", async () => {
  const shop = await openRestShop();
  const { desk, sandbox, sell, bank, kept, clock } = shop;
  const id = await sell("A-1");
  sandbox.faults.arm("rest-reset-before");
  assert.equal(await giveBack(desk, id), 303);
  sandbox.faults.disarm();
  clock.move(24 * 60 * minute);
  const denied = (await formOf(desk, id, "not-given-back")) ?? assert.fail();
  assert.equal((await desk.post(`/payments/${id}/not-given-back`, { ...denied, step: "record" })).status, 303);
  assert.equal(await giveBack(desk, id), 303);
  assert.deepEqual([bank().moved, await kept(id)], [price, [price, price]]);
  assert.equal(sandbox.transactions().at(-1)?.operation, "refund");
});

test("only who may give money back does, where the shop has the option and can name the payment", async () => {
  const staff = { staff: () => ({ name: "Ana", may: ["look", "resolve"] as const }) };
  const shop = await openRestShop({}, { staff });
  const { desk, sell, bank } = shop;
  const id = await sell("A-1");
  assert.equal(await formOf(desk, id, "send-back"), undefined);
  const { seen = "" } = (await formOf(desk, id, "given-back")) ?? {};
  const form = { seen, amount: "1000.00", reason: "one box was broken", step: "record" };
  assert.equal((await desk.post(`/payments/${id}/send-back`, form)).status, 403);
  const other = await openRestShop();
  const unknown = await other.sell("A-1");
  other.originals.clear();
  const page = await other.desk.page(`/payments/${unknown}?lang=en`);
  assert.match(
    visibleText(page),
    /Money is given back in the bank&#39;s portal, or by its help desk\. Nothing here moves it\./,
  );
  assert.equal(await formOf(other.desk, unknown, "send-back"), undefined);
  const { seen: basis = "" } = (await formOf(other.desk, unknown, "given-back")) ?? {};
  assert.equal((await other.desk.post(`/payments/${unknown}/send-back`, { ...form, seen: basis })).status, 409);
  assert.deepEqual([bank().asked, other.bank().asked], [0, 0]);
});

test("a shop that cannot say what names a payment hides no page of it, and nothing is sent", async () => {
  const wrong = (value: unknown) => value as RestOriginal;
  for (const original of [() => Promise.reject(new Error("no database")), () => wrong("A-1"), () => wrong(null)]) {
    const shop = await openRestShop();
    const id = await shop.sell("A-1");
    const desk = await openDesk(shop.payments, "Ana", {
      reverse: { rest: openedRest("http://127.0.0.1:9"), original },
    });
    assert.equal(await formOf(desk, id, "send-back"), undefined);
    const { seen } = (await formOf(desk, id, "given-back")) ?? assert.fail("the page is not shown");
    const answer = await desk.post(`/payments/${id}/send-back`, { ...said, seen, amount: "1000.00", step: "record" });
    assert.ok(answer.status >= 400, `${answer.status}`);
    assert.equal(await sentBackOf(shop, id), undefined);
  }
});

test("after a person has said that a part did not go, nothing but that part is sent again", async () => {
  const shop = await openRestShop();
  const { desk, sandbox, sell, bank } = shop;
  const id = await sell("A-1");
  sandbox.faults.arm("rest-timeout-after");
  assert.equal(await giveBackUnanswered(shop, id, "300.00"), 303);
  sandbox.faults.disarm();
  const denied = (await formOf(desk, id, "not-given-back")) ?? assert.fail();
  assert.equal((await desk.post(`/payments/${id}/not-given-back`, { ...denied, step: "record" })).status, 303);
  const form = (await formOf(desk, id, "send-back")) ?? assert.fail();
  assert.equal(form.amount, "300.00");
  for (const amount of ["200.00", "400.00"]) {
    const asked = await desk.post(`/payments/${id}/send-back?lang=en`, { ...form, amount });
    assert.equal(asked.status, 422);
    assert.match(visibleText(await asked.text()), /The same again: RD\$\s300\.00\./);
  }
  for (const amount of ["400.00", "1000.00"]) {
    assert.equal((await desk.post(`/payments/${id}/send-back`, { ...form, amount, step: "record" })).status, 409);
  }
  assert.deepEqual(bank(), { moved: 30_000, asked: 1 });
  assert.doesNotMatch(await textOf(shop, id), /never left/);
});

test("a refusal is one only where its status says so, and keeps no word of the request and no control character", async () => {
  for (const [status, answer, expected] of [
    [422, { message: "already voided" }, "unclear"],
    [409, {}, "unclear"],
    [400, { errors: [{ field: "pnRef", message: "bad\u202e KEY PNREF-7 BEARER-SECRET-OF-THE-SHOP" }] }, "refused"],
    [200, { "response-code": "12", "response-code-desc": "no KEY PNREF-7 \u202e" }, "refused"],
  ] as const) {
    const shop = await openRestShop();
    const id = await shop.sell("A-1");
    const { origin } = await serve((request, response) => {
      request.resume().on("end", () => {
        const key = String(request.headers["idempotency-key"] ?? "");
        response.writeHead(status, { "Content-Type": "application/json" });
        response.end(JSON.stringify(answer).replace("KEY", key || "a-key-of-thirty-characters-or-so"));
      });
    });
    const original = { ...(shop.originals.get(id) ?? assert.fail()), pnRef: "PNREF-7" };
    const desk = await openDesk(shop.payments, "Ana", {
      reverse: { rest: openedRest(origin), original: () => original },
    });
    assert.equal(await giveBack(desk, id), 303);
    const { outcome } = (await sentBackOf(shop, id)) ?? {};
    assert.equal(outcome?.what, expected);
    assert.doesNotMatch(outcome?.said ?? "", /PNREF|BEARER|[\w-]{20}|\p{Cf}/u);
  }
});

test("what names the sale at the bank stands in no page and not in the store", async () => {
  const shop = await openRestShop();
  const { desk, originals, store, sandbox, sell } = shop;
  const id = await sell("A-1");
  const { "idempotency-key": key, pnRef = "" } = originals.get(id) ?? assert.fail();
  sandbox.faults.arm("reset-after-charge");
  const form = (await formOf(desk, id, "send-back")) ?? assert.fail();
  const check = await desk.post(`/payments/${id}/send-back`, form);
  const pages = [await check.text(), await desk.page(`/payments/${id}`)];
  await giveBack(desk, id);
  pages.push(await desk.page(`/payments/${id}`), JSON.stringify(await keptIn(store).findAttempt(id)));
  for (const text of pages) assert.ok(!text.includes(key) && !text.includes(pnRef));
});
