import assert from "node:assert/strict";
import { test } from "node:test";
import express from "express";
import { warningsOf } from "../../loggers.ts";
import { serve } from "../../serve.ts";
import { stillOrigin, stillRouter } from "../../shop.ts";

/** Asks a router twice whose `publicUrl` and mount are these; gives the warnings of the process. */
async function warningsAt(publicPath: string, mount: string, headers: Record<string, string> = {}) {
  const { payments } = stillRouter({ publicUrl: stillOrigin + publicPath });
  const { origin } = await serve(express().use(mount, payments));
  return warningsOf(async () => {
    for (let i = 0; i < 2; i++) {
      await fetch(`${origin}${mount.replace(/\/$/, "")}/attempts/${crypto.randomUUID()}?lang=es`, { headers });
    }
    await payments.close();
  });
}

test("a router that is mounted at another path than publicUrl's says so at its first request, once, with both", async () => {
  const [warning, ...more] = await warningsAt("/payments", "/pay");
  assert.equal(warning?.code, "VENTANILLA_PUBLIC_URL");
  assert.match(warning?.message ?? "", /^publicUrl is http:\/\/127\.0\.0\.1:9\/payments, .* mounted at \/pay /);
  assert.match(warning?.message ?? "", /404/);
  assert.deepEqual(more, []);
  assert.equal((await warningsAt("/payments", "/"))[0]?.code, "VENTANILLA_PUBLIC_URL");
});

test("a router mounted at publicUrl's path says nothing, nor does one behind a proxy that changes the path", async () => {
  for (const [publicPath, mount] of [
    ["/payments", "/payments"],
    ["/payments/", "/payments"],
    ["", "/"],
    ["/a/b", "/a/b"],
  ] as const) {
    assert.deepEqual(await warningsAt(publicPath, mount), [], mount);
  }
  assert.deepEqual(await warningsAt("/shop/payments", "/payments", { "X-Forwarded-For": "203.0.113.7" }), []);
});

test("a stranger who writes the mount in another way raises no warning, and does not use up the one", async () => {
  const { payments } = stillRouter({ publicUrl: `${stillOrigin}/Payments` });
  const { origin } = await serve(express().use("/payments", payments).use("/pay", payments));
  const ask = (path: string) => fetch(`${origin}${path}/attempts/${crypto.randomUUID()}`);
  const warnings = await warningsOf(async () => {
    for (const path of ["/payments", "/PAYMENTS", "/payments/", "//payments", "/PayMents//"]) await ask(path);
    await ask("/pay");
    await payments.close();
  });
  assert.deepEqual(
    warnings.map(({ message }) => /mounted at (\S+)/.exec(message)?.[1]),
    ["/pay"],
  );
});

test("a page at another host or port than publicUrl's, which the browser calls its own, is warned of once", async () => {
  const listed = "https://listed.example";
  const warningsOfLaunches = (...launches: [origin: string, host: string, site?: string][]) => {
    const { payments } = stillRouter({ publicUrl: `${stillOrigin}/payments`, origins: [listed] });
    return warningsOf(async () => {
      const { origin: at } = await serve(express().use("/payments", payments));
      for (const [origin, host, site = "same-origin"] of launches) {
        const headers = { Origin: origin, "X-Forwarded-Host": host, "Sec-Fetch-Site": site };
        await fetch(`${at}/payments/attempts`, { method: "POST", headers });
      }
      await payments.close();
    });
  };
  const [warning, ...more] = await warningsOfLaunches(
    // What a stranger invents does not use up the warning.
    ...Array.from({ length: 10 }, (_, i) => [`https://${i}.evil.example`, "shop.example"] as [string, string]),
    ["http://localhost:3001", "localhost:3001"],
    ["http://localhost:3001", "localhost:3001"],
  );
  assert.equal(warning?.code, "VENTANILLA_PUBLIC_URL");
  assert.match(
    warning?.message ?? "",
    /^publicUrl is http:\/\/127\.0\.0\.1:9\/payments, .* on http:\/\/localhost:3001: /,
  );
  assert.deepEqual(more, []);
  assert.deepEqual(
    await warningsOfLaunches(
      [stillOrigin, "127.0.0.1:9"],
      [listed, "listed.example"],
      ["null", "null"],
      ["http://", ""],
      ["https://evil.example", "evil.example", "cross-site"],
    ),
    [],
  );
  const many = Array.from(
    { length: 9 },
    (_, i) => [`https://${i}.shop.example`, `${i}.shop.example`] as [string, string],
  );
  assert.equal((await warningsOfLaunches(...many)).length, 5);
});

test("beside a development server, the warning names the publicUrl to set, whatever host the server passes on", async () => {
  for (const host of ["localhost:5173", "127.0.0.1:9"]) {
    const { payments } = stillRouter({ publicUrl: `${stillOrigin}/payments` });
    const { origin: at } = await serve(express().use("/payments", payments));
    const warnings = await warningsOf(async () => {
      const headers = { Origin: "http://localhost:5173", "X-Forwarded-Host": host, "Sec-Fetch-Site": "same-origin" };
      for (let i = 0; i < 2; i++) await fetch(`${at}/payments/attempts`, { method: "POST", headers });
      await payments.close();
    });
    assert.equal(warnings.length, 1);
    assert.match(warnings[0]?.message ?? "", /publicUrl is http:\/\/localhost:5173\/payments, also where/);
  }
});

test("a handler without Express, which does not know the whole address, says nothing", async () => {
  const { payments } = stillRouter();
  const { origin } = await serve((request, response) => payments(request, response, () => response.end()));
  const warnings = await warningsOf(() => fetch(`${origin}/attempts/${crypto.randomUUID()}`));
  await payments.close();
  assert.deepEqual(warnings, []);
});
