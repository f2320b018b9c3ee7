import assert from "node:assert/strict";
import { connect } from "node:net";
import { test } from "node:test";
import type { Options } from "@ventanilla/express";
import { RecentMap } from "@ventanilla/web";
import type { RefusedLaunches } from "#express/page/refused-launches.ts";
import { makeReport } from "#express/report/report.ts";
import { makeLaunchWatch } from "#express/session/launch-watch.ts";
import { keepingLogger } from "../../loggers.ts";
import { serve } from "../../serve.ts";
import { openShop, orderOf, type Shop, stillOrigin, stillRouter } from "../../shop.ts";

const site = "https://www.shop.example";
const secret = "postgres://ana:secret@db";

/** Launches in a window; gives the page, and what the status says of the attempt right after. */
async function refusedIn(
  shop: Shop,
  order: string,
  fields: Record<string, string> = {},
  headers?: Record<string, string>,
) {
  const attempt = crypto.randomUUID();
  const answer = await shop.launch(order, { attempt, mode: "popup", returnTo: "/cart", ...fields }, headers);
  const page = await answer.text();
  return { attempt, answer, page, status: await shop.status(attempt, `?lang=${fields.lang ?? "es"}`) };
}

/** What a merchant gets wrong, with the field that the log names. */
const faults: Record<string, { order?: Options["order"]; id?: string; field: RegExp }> = {
  "order() that throws": {
    order: () => {
      throw new Error(secret);
    },
    field: /Error: postgres/,
  },
  "order() that rejects": { order: () => Promise.reject(new Error(secret)), field: /Error: postgres/ },
  "order() that throws no error": { order: () => Promise.reject(secret), field: /postgres/ },
  "an order that is a number": { order: (() => 295_000) as never, field: /order\("A-1"\): expected/ },
  "an order without an amount": { order: (() => ({})) as never, field: /order\("A-1"\)\.amount/ },
  "an amount with decimals": {
    order: () => ({ ...orderOf("A-1"), amount: { minor: 29.5, currency: "DOP" } }) as never,
    field: /order\("A-1"\)\.amount\.minor/,
  },
  "a buyer without a telephone": {
    order: () => ({ ...orderOf("A-1"), buyer: { email: "ana@example.com" } }) as never,
    field: /order\("A-1"\)\.buyer/,
  },
  "a reference of 21 bytes": {
    order: () => ({ ...orderOf("A-1"), orderReference: "x".repeat(21) }) as never,
    field: /order\("A-1"\)\.orderReference: expected an id of 1 to 20 bytes/,
  },
  "a reference that is a number": {
    order: () => ({ ...orderOf("A-1"), orderReference: 7 }) as never,
    field: /order\("A-1"\)\.orderReference/,
  },
};

for (const [name, { order = orderOf, id = "A-1", field }] of Object.entries(faults)) {
  test(`${name}: the buyer gets the router's page with a way back, the element the end, the merchant the reason`, async () => {
    const logger = keepingLogger();
    const shop = await openShop({ logger, order });
    const { answer, page, status, attempt } = await refusedIn(shop, id, { lang: "en" });
    assert.equal(answer.status, 500);
    assert.match(page, /<h1>The store could not prepare the payment<\/h1>/);
    assert.match(page, /You were not charged for this attempt/);
    assert.match(page, /href="\/cart"/);
    assert.doesNotMatch(page, /\bat \w+.*\d+:\d+|secret|Error|bank did not answer/);
    assert.ok(page.includes(`{"type":"ventanilla:return","attempt":"${attempt}","refused":true}`), "tells its opener");
    assert.equal(status.status, 200);
    assert.deepEqual([status.body.outcome, status.body.safeToRetry, status.body.order], ["failed", true, id]);
    assert.match(String(status.body.message), /The store could not prepare the payment.*not.* charged/);
    const line = logger.lines.find(({ fields }) => fields.code === "launch_failed");
    assert.deepEqual([line?.level, line?.fields.order, line?.fields.attempt], ["error", id, attempt]);
    assert.match(String(line?.fields.error), field);
    assert.equal(shop.errors.length, 1);
    assert.equal(shop.sandbox.sessions().length, 0);
    for (let i = 0; i < 2; i++) await shop.launch(id);
    const { problems, launchFailures } = await shop.payments.health();
    assert.deepEqual([problems.map(({ code }) => code), launchFailures], [["launches_failing"], 3]);
  });
}

test("an order that is not this visitor's ends at once as well, with a true sentence, and is counted apart", async () => {
  const logger = keepingLogger();
  const shop = await openShop({ logger });
  const { answer, status } = await refusedIn(shop, "Z-9", { lang: "en" });
  assert.equal(answer.status, 404);
  assert.deepEqual([status.body.outcome, status.body.safeToRetry], ["failed", true]);
  assert.match(String(status.body.message), /cannot find this order/);
  assert.match(String(logger.lines[0]?.message), /order\(\) found no such order/);
  const { ok, launchFailures, launchesRefused } = await shop.payments.health();
  assert.deepEqual([ok, launchFailures, launchesRefused], [true, 0, 1]);
});

test("the page of an unknown order names it where its text can be an id, and sends the launch again in English", async () => {
  const shop = await openShop({ logger: keepingLogger() });
  const { attempt, page } = await refusedIn(shop, "Z-9");
  assert.match(page, /<dt>Pedido<\/dt><dd><bdi>Z-9</);
  const fields = Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(([, name, value]) => [name, value]),
  );
  assert.deepEqual(fields, { order: "Z-9", lang: "es", attempt, mode: "popup", returnTo: "/cart" });
  assert.match(
    page,
    /<button form="launch" formaction="[^"]*\/payments\/attempts\?lang=en" [^>]*lang="en">English<\/button>/,
  );
  const visited = await (await fetch(`${shop.origin}/payments/relay/${attempt}?lang=en`)).text();
  assert.match(visited, /<dt>Order<\/dt><dd><bdi>Z-9<[\s\S]*<a href="[^"]*" hreflang="es"/);
  assert.doesNotMatch(visited, /id="launch"/);
  for (const odd of [
    "llame al 809-555-0100",
    "x".repeat(65),
    "eyJhbGciOi.eyJvcmRlci.c2lnbg",
    "4761340000000050",
    "Ａ-1",
  ]) {
    assert.doesNotMatch((await refusedIn(shop, odd)).page, /<dt>Pedido/, odd);
  }
});

test("the page says that it was refused only where no process of the router will ever know the attempt", async () => {
  const shop = await openShop({ logger: keepingLogger(), limits: { order: 1 } });
  const saysRefused = ({ page }: { page: string }) => page.includes('"refused":true');
  assert.equal(saysRefused(await refusedIn(shop, "Z-9")), true);
  const first = crypto.randomUUID();
  await shop.launch("A-1", { attempt: first });
  // The order may have been paid meanwhile: nobody says of its next launch that nothing was charged.
  const limited = await refusedIn(shop, "A-1");
  assert.deepEqual([limited.answer.status, saysRefused(limited)], [429, false]);
});

test("a page on another origin learns of the refusal, too; a page that is not listed is named in the log", async () => {
  const logger = keepingLogger();
  const shop = await openShop({ origins: [site], logger });
  const attempt = crypto.randomUUID();
  const page = await (await shop.launch("Z-9", { attempt, mode: "popup" }, { Origin: site })).text();
  assert.ok(page.includes(`opener?.postMessage(message, "${site}")`));
  const answer = await fetch(`${shop.mount}/attempts/${attempt}`, { headers: { Origin: site } });
  assert.equal(answer.headers.get("access-control-allow-origin"), site);
  assert.equal(((await answer.json()) as { outcome: string }).outcome, "failed");
  await shop.launch("A-1", {}, { Origin: "https://shop.example" });
  const { message, fields } = logger.lines.at(-1) ?? {};
  assert.match(String(message), /origins/);
  assert.equal(fields?.origin, "https://shop.example");
});

test("a launch that is sent again and succeeds is what the status speaks of", async () => {
  let broken = true;
  const shop = await openShop({
    logger: keepingLogger(),
    order: (id) => {
      if (broken) throw new Error("the database starts");
      return orderOf(id);
    },
  });
  const attempt = crypto.randomUUID();
  assert.equal((await shop.launch("A-1", { attempt })).status, 500);
  broken = false;
  assert.equal((await shop.launch("A-1", { attempt })).status, 200);
  assert.equal((await shop.status(attempt)).body.outcome, "pending");
});

test("an order() that never answers ends after 20 seconds", async (t) => {
  const asked = Promise.withResolvers<void>();
  const logger = keepingLogger();
  const shop = await openShop({
    logger,
    order: () => {
      asked.resolve();
      return new Promise(() => {});
    },
  });
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const launched = refusedIn(shop, "A-1");
  await asked.promise;
  t.mock.timers.tick(20_000);
  const { answer, status } = await launched;
  assert.deepEqual([answer.status, status.body.outcome], [500, "failed"]);
  assert.match(String(logger.lines[0]?.fields.error), /no answer for 20 s/);
});

test("markup, controls and addresses in what was posted come back as text, and lead nowhere", async () => {
  const evil = `</script><script>alert(1)</script>`;
  const order = () => {
    throw new Error(evil);
  };
  const shop = await openShop({ order, logger: keepingLogger() });
  const { page, status } = await refusedIn(shop, evil, { attempt: evil, returnTo: "https://evil.example/" });
  assert.doesNotMatch(page, /<script>alert|evil\.example/);
  assert.equal(status.status, 404, "an id of another form is not kept");
  const answer = await fetch(`${shop.mount}/attempts/${encodeURIComponent(evil)}`);
  assert.match(answer.headers.get("content-type") ?? "", /json/);
});

test("the app's error handlers cannot take the page away: it arrives whole, and nothing else on its connection", async () => {
  const shop = await openShop({
    logger: keepingLogger(),
    order: () => {
      throw new Error("broken");
    },
  });
  const { hostname, port } = new URL(shop.origin);
  const body = "order=A-1";
  const head = ["POST /payments/attempts HTTP/1.1", `Host: ${hostname}`, `Origin: ${shop.origin}`];
  const type = "Content-Type: application/x-www-form-urlencoded";
  const text = await new Promise<string>((resolve, reject) => {
    let received = "";
    const socket = connect(Number(port), hostname);
    socket.on("data", (chunk) => {
      received += String(chunk);
    });
    socket.on("end", () => resolve(received)).on("error", reject);
    socket.write([...head, type, `Content-Length: ${body.length}`, "", body].join("\r\n"));
  });
  assert.match(text, /^HTTP\/1\.1 500[\s\S]*\r\nConnection: close\r\n/);
  assert.match(text, /<\/html>\n$/);
});

test("a handler that answers a second time does no harm: it is logged", async () => {
  const logger = keepingLogger();
  const { payments } = stillRouter({
    logger,
    publicUrl: stillOrigin,
    order: () => {
      throw new Error("broken");
    },
  });
  const { origin } = await serve((request, response) =>
    payments(request, response, () => response.writeHead(500).end("error")),
  );
  const headers = { "Sec-Fetch-Site": "same-origin" };
  for (let i = 0; i < 2; i++) {
    const answer = await fetch(`${origin}/attempts`, {
      method: "POST",
      headers,
      body: new URLSearchParams({ order: "A-1" }),
    });
    assert.match(await answer.text(), /<\/html>/);
  }
  assert.ok(logger.lines.some(({ message }) => message === "an error handler of the app failed"));
  await payments.close();
});

test("a flood of refused launches fills neither the memory nor the log", () => {
  const kept: RefusedLaunches = new RecentMap();
  const launch = { order: "A-1", reason: "unknown_order", mode: "popup", origin: site } as const;
  for (let i = 0; i < 20_000; i++) kept.set(String(i), launch);
  assert.equal(kept.get("0"), undefined);
  for (const i of [10_000, 19_999]) assert.ok(kept.get(String(i)));
  const logger = keepingLogger();
  let time = 0;
  const watch = makeLaunchWatch(makeReport(logger), () => time);
  const refuse = () => watch.refused("unknown_order", { order: "Z-9", attempt: "a", origin: undefined });
  for (let i = 0; i < 1000; i++) refuse();
  assert.deepEqual([logger.lines.length, watch.counts().launchesRefused], [5, 1000]);
  time += 10 * 60_000;
  assert.equal(watch.counts().launchesRefused, 0);
  refuse();
  assert.deepEqual([logger.lines.length, watch.counts().launchesRefused], [6, 1]);
});

test("a refused launch counts for ten minutes from its own time on, whenever the first one was", () => {
  const logger = keepingLogger();
  let time = 0;
  const watch = makeLaunchWatch(makeReport(logger), () => time);
  const refuse = () => watch.refused("unknown_order", { order: "Z-9", attempt: "a", origin: undefined });
  refuse();
  time = 599_000;
  for (let i = 0; i < 999; i++) refuse();
  time = 601_000;
  assert.equal(watch.counts().launchesRefused, 999);
  refuse();
  assert.equal(watch.counts().launchesRefused, 1000);
  // The line of the first minute is forgotten, the four of the last one are not.
  assert.equal(logger.lines.length, 6);
  time = 599_000 + 600_000;
  assert.equal(watch.counts().launchesRefused, 1);
});

test("a launch that fails beside a live attempt is not safe to repeat, and does not claim that nothing was charged", async () => {
  let fails = false;
  const order: Options["order"] = (id) => {
    if (fails) throw new Error("no database");
    return orderOf(id);
  };
  const shop = await openShop({ order, limits: { order: 2 } });
  assert.equal((await shop.launch("A-1", { attempt: crypto.randomUUID() })).status, 200);
  fails = true;
  const failed = await refusedIn(shop, "A-1", { lang: "en" });
  fails = false;
  await shop.launch("A-1", { attempt: crypto.randomUUID() });
  const tooMany = await refusedIn(shop, "A-1", { lang: "en" });
  assert.deepEqual([failed.answer.status, tooMany.answer.status], [503, 429]);
  assert.match(failed.page, /may already have been charged/);
  assert.doesNotMatch(failed.page, /not charged/);
  for (const { status } of [failed, tooMany]) {
    assert.deepEqual([status.body.outcome, status.body.safeToRetry], ["failed", false]);
    assert.match(String(status.body.message), /may already have been charged/);
    assert.doesNotMatch(String(status.body.message), /not charged/);
  }
});
