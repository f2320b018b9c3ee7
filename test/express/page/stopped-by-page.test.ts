import assert from "node:assert/strict";
import { test } from "node:test";
import { keepingLogger } from "../../loggers.ts";
import { openShop } from "../../shop.ts";

const site = "https://www.shop.example";

/** A shop, and what its page tells of its policy beside a question about an attempt. */
async function openStopped() {
  const logger = keepingLogger();
  const shop = await openShop({ logger, origins: [site] });
  const attempt = crypto.randomUUID();
  const say = async (blocked: string, headers: Record<string, string> = { "Sec-Fetch-Site": "same-origin" }) => {
    const query = new URLSearchParams({ lang: "es", blocked });
    const { status } = await fetch(`${shop.mount}/attempts/${attempt}?${query}`, { headers });
    assert.equal(status, 404, "the answer is that of the question");
  };
  return { shop, logger, attempt, say };
}

test("a page whose policy stops the form or the frame leaves a trace in log and health, and alerts nobody", async () => {
  const { shop, logger, attempt, say } = await openStopped();
  await say(`form-action ${shop.origin}/payments`);
  await say("frame-src https://3ds.bank.example/challenge?x=1", { Origin: site, "Sec-Fetch-Site": "cross-site" });
  assert.deepEqual(
    logger.lines.map(({ level, fields }) => [level, fields]),
    [
      ["warn", { attempt, origin: shop.origin }],
      ["warn", { attempt, origin: undefined }],
    ],
  );
  const [own, others] = logger.lines.map(({ message }) => message);
  assert.ok(own?.endsWith(`its form-action does not allow ${shop.origin}`), own);
  assert.match(others ?? "", /a page reports .* its frame-src does not allow another origin$/);
  const { ok, launchFailures, launchesRefused } = await shop.payments.health();
  assert.deepEqual([ok, launchFailures, launchesRefused], [true, 0, 2]);
});

test("anything that is not such a report, or comes from another site, is ignored; a flood writes five lines", async () => {
  const { shop, logger, say } = await openStopped();
  for (const blocked of [
    "",
    "form-action",
    "form-action nonsense",
    "script-src https://shop.example",
    "form-action https://shop.example https://evil.example",
    "form-action javascript:alert(1)",
    "frame-src http://bank.example",
  ]) {
    await say(blocked);
  }
  await say("form-action https://shop.example", {});
  await say("form-action https://shop.example", { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" });
  assert.deepEqual([logger.lines, (await shop.payments.health()).launchesRefused], [[], 0]);
  for (let i = 0; i < 20; i++) await say("form-action https://shop.example");
  assert.deepEqual([logger.lines.length, (await shop.payments.health()).launchesRefused], [5, 20]);
});

test("a forged report gives no advice and names no stranger, and a flood of them leaves room for a real one", async () => {
  const { shop, logger, say } = await openStopped();
  const query = new URLSearchParams({ blocked: "form-action https://evil.example" });
  await fetch(`${shop.mount}/attempts/nobody?${query}`, { headers: { Origin: shop.origin } });
  assert.equal(logger.lines.length, 0);
  for (let i = 0; i < 20; i++) await say(`form-action https://evil-${i}.example`);
  await say(`form-action ${shop.origin}`);
  await say(`form-action ${shop.sandbox.url}`);
  assert.equal(logger.lines.length, 7);
  assert.doesNotMatch(JSON.stringify(logger.lines), /evil|\badd\b/);
  assert.deepEqual(
    logger.lines.slice(5).map(({ fields }) => fields.origin),
    [shop.origin, new URL(shop.sandbox.url).origin],
  );
});
