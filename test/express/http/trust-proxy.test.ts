import assert from "node:assert/strict";
import { test } from "node:test";
import type { Options } from "@ventanilla/express";
import type { Express } from "express";
import { warningsOf } from "../../loggers.ts";
import { cookieOf, openShop, orderOf, type Shop } from "../../shop.ts";

const unlimited = { order: Infinity, browser: Infinity, address: Infinity, all: Infinity };

/** Opens a shop, launches from so many browsers, so often, and gives the codes of the process's warnings about it. */
async function launchWarnings(
  { overrides = {}, trust }: { overrides?: Partial<Options>; trust?: unknown },
  launches: (shop: Shop) => Promise<unknown>,
): Promise<string[]> {
  const before = (app: Express) => void app.set("trust proxy", trust ?? false);
  const warnings = await warningsOf(async () => {
    const shop = await openShop({ order: () => orderOf("A-1"), limits: unlimited, ...overrides }, { before });
    await launches(shop);
  });
  return warnings.map(({ name, code }) => `${name} ${code}`);
}

const proxied = (i: number) => ({ "X-Forwarded-For": `203.0.113.${i}` });

/** So many launches one after the other, each of a browser that has no cookie yet. */
async function launchFrom(
  shop: Shop,
  count: number,
  headersOf: (i: number) => Record<string, string>,
  Origin = shop.origin,
) {
  for (let i = 0; i < count; i++) {
    const { status } = await shop.launch(`O-${i}`, {}, { Origin, ...headersOf(i) });
    assert.equal(status, 200);
  }
}

test("twenty launches from one private address that a proxy forwards are told of, once", async () => {
  const few = await launchWarnings({}, (shop) => launchFrom(shop, 19, proxied));
  assert.deepEqual(few, []);
  const many = await launchWarnings({}, (shop) => launchFrom(shop, 60, proxied));
  assert.deepEqual(many, ["VentanillaWarning VENTANILLA_TRUST_PROXY"]);
});

test("a shop on the internet whose buyers all seem to sit on its own machine is told, whatever headers there are", async () => {
  const publicUrl = "https://shop.example/payments";
  const codes = await launchWarnings({ overrides: { publicUrl } }, (shop) =>
    launchFrom(shop, 25, () => ({}), "https://shop.example"),
  );
  assert.deepEqual(codes, ["VentanillaWarning VENTANILLA_TRUST_PROXY"]);
});

test("a laptop, one developer with two browsers, and a shop that trusts its proxy are told nothing", async () => {
  assert.deepEqual(await launchWarnings({}, (shop) => launchFrom(shop, 40, () => ({}))), []);
  const two = await launchWarnings({}, async (shop) => {
    const cookies = [cookieOf(await shop.launch("O-1")), cookieOf(await shop.launch("O-2"))];
    await launchFrom(shop, 40, (i) => ({ ...proxied(i), Cookie: cookies[i % 2] ?? "" }));
  });
  assert.deepEqual(two, []);
  assert.deepEqual(await launchWarnings({ trust: 1 }, (shop) => launchFrom(shop, 40, proxied)), []);
  // An office behind one public address.
  assert.deepEqual(await launchWarnings({ trust: 1 }, (shop) => launchFrom(shop, 40, () => proxied(1))), []);
});

test("one launch from elsewhere shows that addresses arrive, and ends the watch", async () => {
  const codes = await launchWarnings({ trust: 1 }, async (shop) => {
    await launchFrom(shop, 10, () => ({ "X-Forwarded-For": "10.0.0.7" }));
    await launchFrom(shop, 1, proxied);
    await launchFrom(shop, 40, () => ({ "X-Forwarded-For": "10.0.0.7" }));
  });
  assert.deepEqual(codes, []);
});
