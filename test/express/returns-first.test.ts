import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import type { Payments } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Store } from "@ventanilla/express/store";
import express, { type Express } from "express";
import express4 from "express4";
import { aroundWrites } from "../kept.ts";
import { keepingLogger } from "../loggers.ts";
import { serve } from "../serve.ts";
import { cards, comeBack, openShop, payAtBank, type Shop, sessionIn } from "../shop.ts";

/** Launches, pays, and gives the attempt with the path of its return address: `/payments/return/<token>`. */
async function paid(shop: Shop, order = "A-1", card = cards.approved): Promise<{ attempt: string; path: string }> {
  const attempt = crypto.randomUUID();
  const back = await payAtBank(shop, await sessionIn(await shop.launch(order, { attempt })), card);
  return { attempt, path: new URL(back).pathname };
}

const form = "application/x-www-form-urlencoded";
const hostile: Record<string, RequestInit> = {
  "a body over every limit": { body: "x".repeat(300_000), headers: { "Content-Type": form } },
  "more fields than allowed": { body: "a=1&".repeat(1001), headers: { "Content-Type": form } },
  "a charset nobody has": { body: "a=1", headers: { "Content-Type": `${form}; charset=x-none` } },
  "an encoding nobody has": { body: "a=1", headers: { "Content-Type": form, "Content-Encoding": "x-none" } },
  "broken gzip": { body: "a=1", headers: { "Content-Type": form, "Content-Encoding": "gzip" } },
  "gzip that is cut off": {
    body: gzipSync("a=1".repeat(1000)).subarray(0, 20),
    headers: { "Content-Type": form, "Content-Encoding": "gzip" },
  },
  "broken JSON": { body: "{", headers: { "Content-Type": "application/json" } },
  "the bank's own form": { body: "SESSION=x&Description=Transaction+Received", headers: { "Content-Type": form } },
};

const mounts: Record<string, (app: Express, payments: Payments) => void> = {
  "without a path": (app, payments) => void app.use(payments.returns),
  "on its path": (app, payments) => void app.use("/payments", payments.returns),
  "in a router of the shop's": (app, payments) => void app.use(express.Router().use(payments.returns)),
};

for (const [version, framework] of Object.entries({ "Express 4": express4, "Express 5": express })) {
  for (const [where, mount] of Object.entries(mounts)) {
    test(`${version}: payments.returns first, ${where}: a return is 303 whatever it carries`, async () => {
      const shop = await openShop();
      const app = framework();
      mount(app, shop.payments);
      app.use(framework.json({ type: "*/*", limit: 10 }), framework.urlencoded({ extended: true }), shop.payments);
      const { origin } = await serve(app);
      const { attempt, path } = await paid(shop);
      for (const [name, init] of Object.entries(hostile)) {
        const answer = await fetch(origin + path, { method: "POST", redirect: "manual", ...init });
        assert.equal(answer.status, 303, name);
        assert.equal(answer.headers.get("location"), `${shop.mount}/relay/${attempt}`);
      }
      assert.equal(shop.paid.length, 1);
    });
  }
}

test("behind a proxy that strips or adds a part of the path, payments.returns answers on the path that the app sees", async () => {
  const shop = await openShop();
  const { path } = await paid(shop);
  const tail = path.replace("/payments", "");
  const refusing = express.raw({ type: "*/*", limit: 1 });
  const apps: [string, Express][] = [
    [`/internal${tail}`, express().use("/internal", shop.payments.returns, refusing)],
    [`/internal${path}`, express().use("/internal", shop.payments.returns, refusing)],
    [tail, express().use(shop.payments.returns, refusing)],
    [`${tail}?a=/b`, express().use("/", shop.payments.returns, refusing)],
    [path.replace("payments", "Payments"), express().use("/payments", shop.payments.returns, refusing)],
  ];
  for (const [seen, app] of apps) {
    assert.equal((await comeBack((await serve(app)).origin + seen)).status, 303, seen.replace(/[\w-]{43}/, "…"));
  }
});

test("without a path payments.returns leaves every other address to the shop, also its own /return pages", async () => {
  const shop = await openShop();
  const app = express().use(shop.payments.returns);
  app.use((_request, response) => void response.status(200).send("the shop's"));
  const { origin } = await serve(app);
  for (const path of [
    "/",
    "/return/policy",
    "/cancel/order-1",
    "/return",
    "/returns/x",
    "/payments/attempts",
    "/a/payments/return/x",
  ]) {
    assert.equal(await (await fetch(origin + path)).text(), "the shop's", path);
  }
  assert.equal((await fetch(`${origin}/payments/return/${"x".repeat(43)}`)).status, 404);
});

/** A store whose writes of a change are numbered from 1: the one that `fails` says is refused. */
function numbered(store: Store): { store: Store; written: number; fails: number } {
  const counter: ReturnType<typeof numbered> = {
    written: 0,
    fails: 0,
    store: aroundWrites(store, {
      async changing(write): Promise<void> {
        counter.written++;
        if (counter.written === counter.fails) throw new Error("disk full");
        await write();
      },
    }),
  };
  return counter;
}

for (const [what, nth, told] of [
  ["the visit", 1, 1],
  // The question is written before it.
  ["the bank's answer", 3, 2],
] as const) {
  test(`a store that fails to write ${what} once: the buyer is sent on all the same, and somebody is told`, async () => {
    const logger = keepingLogger();
    const counter = numbered(sqliteStore(":memory:"));
    const shop = await openShop({ store: counter.store, logger, background: false });
    const { attempt, path } = await paid(shop);
    counter.fails = counter.written + nth;
    const answer = await comeBack(shop.origin + path);
    assert.deepEqual([answer.status, answer.headers.get("location")], [303, `${shop.mount}/relay/${attempt}`]);
    assert.deepEqual(shop.errors, []);
    const alerts = logger.lines.filter(({ level }) => level === "error");
    assert.deepEqual(
      alerts.map(({ fields }) => [fields.code, fields.attempt, fields.error]),
      // One more says that the approval is kept.
      Array.from({ length: told }, () => ["store_failed", attempt, "Error: disk full"]),
    );
    const failure = what === "the visit" ? /a return could not be written down/ : /could not be asked .* came back/;
    assert.match(alerts.at(-1)?.message ?? "", failure);
    assert.equal((await shop.status(attempt)).body.outcome, what === "the visit" ? "approved" : "pending");
    assert.equal((await comeBack(shop.origin + path)).status, 303);
    assert.equal((await shop.status(attempt, "?ask=1")).body.outcome, "approved");
    assert.equal(shop.paid.length, 1);
  });
}

test("the write of a visit takes no turn to ask: a launch that is about to ask and the return would wait for each other", async () => {
  const visits: unknown[] = [];
  const store = aroundWrites(sqliteStore(":memory:"), {
    changing(write, { facts }) {
      if (facts.returnedAt !== undefined && visits.length === 0) visits.push(facts.question);
      return write();
    },
  });
  const shop = await openShop({ store, background: false });
  const { attempt, path } = await paid(shop);
  assert.equal((await comeBack(shop.origin + path)).status, 303);
  assert.deepEqual(visits, [undefined]);
  assert.equal((await shop.status(attempt)).body.outcome, "approved");
});
