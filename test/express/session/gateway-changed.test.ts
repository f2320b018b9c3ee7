import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Options } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { createSandbox } from "@ventanilla/sandbox";
import { aroundWrites, keptIn } from "../../kept.ts";
import { keepingLogger } from "../../loggers.ts";
import { some } from "../../part.ts";
import { startPostgres } from "../../postgres.ts";
import {
  cards,
  comeBack,
  gatewayAt,
  laterAt,
  merchant,
  openShop,
  openStillShop,
  pay,
  payAtBank,
  sessionIn,
  stillRouter,
  stoppedClock,
} from "../../shop.ts";
import { enginesOn } from "../../stores/engines.ts";
import { openDesk } from "../counter/counter.ts";

const server = await startPostgres();
after(() => server.stop());

const engines = enginesOn(server);

const minute = 60_000;
const still = { background: false };
const wrong = { code: "ERR_VENTANILLA_ARGUMENT" };

for (const [engine, open] of some("changed gateways", Object.entries(engines))) {
  test(`the bank's address changes: the live attempt holds its order, and its former gateway is asked (${engine})`, async () => {
    const store = await open();
    const before = await openShop({ ...still, store });
    const back = await payAtBank(before, await sessionIn(await before.launch("A-1")), cards.approved);
    const earlierGateways = [gatewayAt(before.sandbox)];

    const without = await openShop({ ...still, store });
    assert.equal((await without.launch("A-1")).status, 409);
    const changed = await openShop({ ...still, store, earlierGateways });
    const launch = await changed.launch("A-1");
    assert.equal(launch.status, 409);
    assert.match(await launch.text(), /ya está pagado/);
    await comeBack(back.replace(before.mount, changed.mount));
    await changed.payments.reconcileOnce({ budgetMs: 60_000 });
    assert.deepEqual(
      [changed.paid.length, without.sandbox.sessions().length, changed.sandbox.sessions().length],
      [1, 0, 0],
    );
    assert.equal((await changed.payments.health()).unaskable, 0);
  });

  test(`the bank's address is spelled otherwise: it is the same bank, and the session is joined (${engine})`, async () => {
    const store = await open();
    const sandbox = await createSandbox();
    after(() => sandbox.close());
    const { port } = new URL(sandbox.url);
    const spelled = (sessionApiUrl: string): Partial<Options> => ({
      ...still,
      store,
      gateway: { sessionApiUrl, gatewayUrl: sandbox.url },
    });
    const first = await openShop(spelled(`http://127.0.0.1:${port}`));
    const SESSION = await sessionIn(await first.launch("A-1"));
    for (const address of [
      `http://localhost:${port}`,
      `HTTP://LOCALHOST:${port}//`,
      `http://127.0.0.1:${port}/`,
      `http://localhost:${port}/a/..`,
      ` http://127.1:${port}`,
    ]) {
      const shop = await openShop(spelled(address));
      assert.equal(await sessionIn(await shop.launch("A-1")), SESSION, address);
    }
    assert.equal(sandbox.sessions().length, 1);
  });

  test(`the merchant number changes: the live attempt holds its order, and is asked about (${engine})`, async () => {
    const store = await open();
    const shop = "plaza";
    const before = await openShop({ ...still, store, shop });
    const { url } = before.sandbox;
    const gateway = gatewayAt({ url });
    const back = await payAtBank(before, await sessionIn(await before.launch("A-1")), "cancel");
    const other = { ...merchant, number: "349000999" };
    // The store of another process: in one process, a shop is one merchant's or several merchants'.
    const changed = await openShop({ ...still, store: { ...store }, gateway, shop, merchant: () => other });
    assert.equal((await changed.launch("A-1")).status, 409);
    assert.equal((await comeBack(back.replace(before.mount, changed.mount))).status, 303);
    assert.ok((await store.shop(shop).attemptsOf("A-1"))[0]?.facts.askedAt);
    assert.equal(before.sandbox.sessions().length, 1);
  });
}

test("one name for a bank, however its address is spelled", async () => {
  const store = sqliteStore(":memory:");
  const bankOf = async (sessionApiUrl: string) => {
    const order = sessionApiUrl;
    const gateway = { sessionApiUrl, gatewayUrl: "https://bank.example" };
    const inserted: (string | undefined)[] = [];
    const watched = aroundWrites(store, {
      async launching(_write, attempt) {
        inserted.push(attempt?.bank);
        throw new Error("not inserted");
      },
    });
    const shop = await openShop({
      ...still,
      store: watched,
      gateway,
      order: () => laterAt(100),
      onAuthorized: () => {},
    });
    await shop.launch(order.slice(-40).trim());
    return inserted[0];
  };
  const same = [
    ["https://bank.example/api/~v1", "https://BANK.example:443/api/%7Ev1/", "https://bank.example./api/%7ev1"],
    ["https://bank.example/caf%C3%A9", "https://bank.example/café", "https://bank.example/caf%c3%a9/"],
    ["http://localhost:4000", "http://127.0.0.1:4000", "http://[::1]:4000/", "http://LOCALHOST:4000"],
  ];
  const names = await Promise.all(same.map(async (all) => [...new Set(await Promise.all(all.map(bankOf)))]));
  assert.deepEqual(
    names.map(({ length }) => length),
    [1, 1, 1],
    JSON.stringify(names),
  );
  assert.equal(new Set(names.flat()).size, 3);
  assert.notEqual(await bankOf("https://bank.example/API/~v1"), names[0]?.[0]);
});

test("an address with ? or #, or an earlier gateway that is none, is refused when the router is made", () => {
  for (const end of ["?", "/?", "#", "/#", "?a=1", "#top"]) {
    const gateway = { sessionApiUrl: `https://bank.example${end}`, gatewayUrl: "https://bank.example" };
    const options = [
      [{ gateway }, /^gateway\.sessionApiUrl: expected an address without query or fragment/],
      [{ earlierGateways: [gateway] }, /^earlierGateways\[0\]\.sessionApiUrl: expected an address without query or/],
      [{ publicUrl: `https://shop.example/payments${end}` }, /^publicUrl: expected no query and no fragment/],
    ] as const;
    for (const [option, message] of options) assert.throws(() => stillRouter(option), { ...wrong, message });
  }
  const gatewayUrl = "https://bank.example";
  const wrongLists: [unknown, RegExp][] = [
    ["https://bank.example", /^earlierGateways: expected a list/],
    [["https://bank.example"], /^earlierGateways\[0\]: expected \{ sessionApiUrl, gatewayUrl \}/],
    [[{ gatewayUrl }], /^earlierGateways\[0\]\.sessionApiUrl: missing/],
    [[{ sessionApiUrl: gatewayUrl }], /^earlierGateways\[0\]\.gatewayUrl: missing/],
    [[{ sessionApiUrl: gatewayUrl, gatewayUrl, sesionKey: "x" }], /^earlierGateways\[0\]\.sesionKey: unknown/],
  ];
  for (const [earlierGateways, message] of wrongLists) {
    assert.throws(() => stillRouter({ earlierGateways: earlierGateways as [] }), { ...wrong, message });
  }
});

test("what nobody can ask about is named at start, in health and under To resolve, and ends as unknown", async () => {
  const clock = stoppedClock();
  const store = sqliteStore(":memory:", clock);
  const before = await openStillShop({ store }, clock);
  const back = await payAtBank(before, await sessionIn(await before.launch("A-1")), "cancel");
  await comeBack(back);
  await before.payments.reconcileOnce({ budgetMs: 60_000 });

  const logger = keepingLogger();
  const unknown: string[] = [];
  const onUnknown = ({ order }: { order: string }) => void unknown.push(order);
  const shop = await openStillShop({ store, logger, onUnknown }, clock);
  await shop.pass(1000);
  await shop.pass(1000);
  const named = logger.lines.filter(({ fields }) => fields.code === "unaskable");
  assert.equal(named.length, 1, "once");
  assert.match(String(named[0]?.message), new RegExp(`localhost:${new URL(before.sandbox.url).port}.*A-1`));
  assert.equal((await shop.payments.health()).unaskable, 1);
  const desk = await openDesk(shop.payments);
  const page = await desk.page("/decide");
  assert.ok(page.includes("1 pago está abierto en otra dirección del banco"));
  assert.ok(page.includes("pedido A-1"));

  await shop.pass(4 * minute);
  assert.ok((await shop.payments.health()).problems.some(({ code }) => code === "unaskable"));
  assert.equal(
    (await keptIn(store).attemptsOf("A-1"))[0]?.state,
    "opened",
    "until its window has ended, another router may ask",
  );
  assert.equal((await shop.launch("A-1")).status, 409);
  await shop.pass(34 * minute);
  assert.equal((await keptIn(store).attemptsOf("A-1"))[0]?.state, "unknown");
  assert.equal(logger.lines.filter(({ fields }) => fields.code === "unknown").length, 1);
  assert.equal((await shop.launch("A-1")).status, 409);
  await shop.pass(6 * minute);
  assert.deepEqual(unknown, ["A-1"], "its event is nobody's else");
  const { unaskable, unknown: waiting } = await shop.payments.health();
  assert.deepEqual([unaskable, waiting, shop.sandbox.sessions().length], [0, 1, 0]);
});

test("an order that was authorized at an earlier gateway is captured there", async () => {
  const store = sqliteStore(":memory:");
  const options = { store, ...still, order: () => laterAt(295_000), onAuthorized: () => {} };
  const before = await openShop(options);
  await pay(before, "A-1", cards.approved);
  const earlierGateways = [gatewayAt(before.sandbox)];
  const shop = await openShop({ ...options, earlierGateways });
  assert.equal((await shop.payments.capture("A-1")).outcome, "approved");
  assert.deepEqual([shop.sandbox.sessions().length, shop.paid.length], [0, 1]);
});
