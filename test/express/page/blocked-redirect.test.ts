import assert from "node:assert/strict";
import { test } from "node:test";
import { keepingLogger } from "../../loggers.ts";
import { serve } from "../../serve.ts";
import { openShop, orderOf, type Shop } from "../../shop.ts";

/** The origins that the policy of a launch page names for its forms. */
const namedBy = (page: Response) =>
  /form-action ([^;]+)/.exec(page.headers.get("content-security-policy") ?? "")?.[1]?.split(" ");

/** What the page's script sends when the browser has refused a redirect. */
async function sentAgain(page: Response): Promise<Record<string, string>> {
  const [, , form = ""] = (await page.text()).split("<form");
  return Object.fromEntries(
    [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
}

/** A shop whose bank shows its page on another host name, and that host's origin. */
async function openMoved(): Promise<{ shop: Shop; other: string; logger: ReturnType<typeof keepingLogger> }> {
  const logger = keepingLogger();
  const shop = await openShop({ logger, order: () => orderOf("A-1") });
  const other = shop.sandbox.url.replace("127.0.0.1", "localhost");
  assert.notEqual(other, shop.sandbox.url);
  return { shop, other, logger };
}

test("a refused redirect is asked about, named in the log with the option, and allowed from then on", async () => {
  const { shop, other, logger } = await openMoved();
  const attempt = crypto.randomUUID();
  const page = await shop.launch("M-1!host", { attempt, mode: "popup", returnTo: "/cart", lang: "en" });
  assert.deepEqual(namedBy(page), [shop.sandbox.url, "'self'"]);
  const { order = "", ...fields } = await sentAgain(page);
  assert.deepEqual(fields, { attempt, mode: "popup", returnTo: "/cart", lang: "en", blocked: "1" });
  // The page tells no address, so the browser says no more than that it is the router's own.
  const again = await shop.launch(order, fields, { Origin: "null", "Sec-Fetch-Site": "same-origin" });
  assert.equal(again.status, 200);
  assert.deepEqual(namedBy(again), [shop.sandbox.url, other, "'self'"]);
  const [line, ...more] = logger.lines.filter(({ level }) => level === "warn");
  assert.match(String(line?.message), new RegExp(`add "${other}" to gateway.pageOrigins`));
  assert.deepEqual([line?.fields.origin, more], [other, []]);
  assert.equal(shop.sandbox.sessions().length, 1);
  assert.deepEqual(namedBy(await shop.launch("M-2!host")), [shop.sandbox.url, other, "'self'"]);
  // A page that was served before the origin was known.
  assert.equal((await shop.launch(order, fields)).status, 200);
  assert.equal(logger.lines.filter(({ level }) => level === "warn").length, 1);
});

/** A refusal of the buyer's browser that nobody can help, by its page. */
async function assertBlocked(answer: Response): Promise<void> {
  assert.equal(answer.status, 502);
  const page = await answer.text();
  assert.match(page, /The bank&#39;s page could not be opened[\s\S]*You were not charged in this window/);
  assert.match(page, /href="\/cart"/);
}

test("a report that the bank's answer does not bear out leaves a trace, and no alert: anyone may send it", async () => {
  const { shop, logger } = await openMoved();
  const report = (blocked: string) => shop.launch("M-1!host", { blocked, lang: "en", returnTo: "/cart" });
  assert.equal((await report("1")).status, 200);
  for (let i = 0; i < 7; i++) await assertBlocked(await report("2"));
  const lines = logger.lines.filter(({ message }) => /reports that it did not follow a redirect/.test(message));
  assert.deepEqual(
    lines.map(({ level, fields }) => [level, fields.order]),
    Array.from({ length: 5 }, () => ["warn", "M-1!host"]),
  );
  assert.ok(logger.lines.every(({ level }) => level !== "error"));
  const { ok, launchFailures, launchesRefused } = await shop.payments.health();
  assert.deepEqual([ok, launchFailures, launchesRefused], [true, 0, 7]);
});

test("a bank that redirects to where no page may lead ends the launch with a page, an alert and the health", async () => {
  const bank = await serve((request, response) => {
    request.resume();
    response.writeHead(303, { Location: "http://bank.example/" }).end();
  });
  const sessions = await openShop({ logger: keepingLogger() });
  const logger = keepingLogger();
  const shop = await openShop({
    logger,
    gateway: { sessionApiUrl: sessions.sandbox.url, gatewayUrl: bank.origin },
  });
  await assertBlocked(await shop.launch("A-1", { blocked: "1", lang: "en", returnTo: "/cart" }));
  const alert = logger.lines.find(({ level }) => level === "error");
  assert.deepEqual([alert?.fields.code, alert?.fields.order], ["launch_failed", "A-1"]);
  assert.match(String(alert?.message), /gateway\.pageOrigins/);
  assert.match(String(alert?.fields.error), /forbids a redirect of http.*\/authorize/);
  assert.equal((await shop.payments.health()).launchFailures, 1);
});

test("the page's own repetition is not a second launch to the limits: once for each page, and for nobody else", async () => {
  const logger = keepingLogger();
  const shop = await openShop({ logger, order: () => orderOf("A-1"), limits: { order: 2 } });
  const attempt = crypto.randomUUID();
  const launch = async (fields: Record<string, string>) => (await shop.launch("M-1!host", fields)).status;
  assert.equal(await launch({ attempt }), 200);
  assert.equal(await launch({ attempt, blocked: "1" }), 200);
  assert.equal(await launch({ attempt: crypto.randomUUID(), blocked: "1" }), 200, "the second that counts");
  assert.equal(await launch({ attempt, blocked: "1" }), 429);
  assert.equal(await launch({ attempt: crypto.randomUUID() }), 429);
});

test("a count that no page has named is not a report: the launch goes on, and nobody is alerted", async () => {
  const { shop, logger } = await openMoved();
  for (const blocked of ["0", "-1", "99", "1e9", "nonsense", ""]) {
    assert.equal((await shop.launch("M-1!host", { blocked })).status, 200, blocked);
  }
  assert.deepEqual(
    logger.lines.filter(({ level }) => level === "error"),
    [],
  );
  assert.equal((await shop.payments.health()).launchFailures, 0);
});

test("a bank that answers without a redirect, with one to nowhere, or not at all names no further origin", async () => {
  const locations: (string | undefined)[] = [undefined, "http://bank.example/", "javascript:alert(1)", "http://[", ""];
  for (const location of locations) {
    const bank = await serve((request, response) => {
      request.resume();
      if (location === "") request.socket.destroy();
      else response.writeHead(303, location === undefined ? {} : { Location: location }).end();
    });
    const sessions = await openShop({ logger: keepingLogger() });
    const shop = await openShop({
      logger: keepingLogger(),
      gateway: { sessionApiUrl: sessions.sandbox.url, gatewayUrl: bank.origin },
    });
    assert.equal((await shop.launch("A-1", { blocked: "1" })).status, 502, location);
    assert.deepEqual(namedBy(await shop.launch("A-1")), [bank.origin, "'self'"]);
  }
});

test("a bank that redirects to ever new origins is followed to four of them", async () => {
  let count = 0;
  const bank = await serve((request, response) => {
    request.resume();
    response.writeHead(303, { Location: `https://p${count++}.bank.example/auth` }).end();
  });
  const sessions = await openShop({ logger: keepingLogger() });
  const shop = await openShop({
    logger: keepingLogger(),
    gateway: { sessionApiUrl: sessions.sandbox.url, gatewayUrl: bank.origin },
  });
  const statuses: number[] = [];
  for (const blocked of [1, 2, 3, 4, 5, 5]) {
    statuses.push((await shop.launch("A-1", { blocked: String(blocked) })).status);
  }
  assert.deepEqual(statuses, [200, 200, 200, 200, 502, 502]);
});
