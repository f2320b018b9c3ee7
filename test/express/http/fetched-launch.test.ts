// A page's library (Turbo, htmx …) takes its forms over and sends the launch by a script, which cannot go to the bank.
import assert from "node:assert/strict";
import { test } from "node:test";
import { keepingLogger } from "../../loggers.ts";
import { openShop } from "../../shop.ts";

const senders: Record<string, [headers: Record<string, string>, by: string, status: number]> = {
  Turbo: [{ Accept: "text/vnd.turbo-stream.html, text/html, application/xhtml+xml" }, "Turbo", 422],
  "Turbo, by its own header": [{ "X-Turbo-Request-Id": "6b1c" }, "Turbo", 422],
  "htmx boost": [{ "HX-Request": "true", "HX-Boosted": "true" }, "htmx", 200],
  Unpoly: [{ "X-Up-Version": "3.12.0", "X-Up-Target": "main" }, "Unpoly", 200],
  SvelteKit: [{ "x-sveltekit-action": "true", Accept: "text/html" }, "SvelteKit", 200],
  Livewire: [{ "X-Livewire": "" }, "Livewire", 200],
  "view transitions of Astro": [{ "Sec-Fetch-Dest": "empty", "Sec-Fetch-Mode": "cors" }, "a script", 200],
  jQuery: [{ "X-Requested-With": "XMLHttpRequest" }, "a script", 200],
};

for (const [name, [headers, by, status]] of Object.entries(senders)) {
  test(`a launch that ${name} has sent is answered with a form that the browser sends, and logged once`, async () => {
    const logger = keepingLogger();
    const shop = await openShop({ logger });
    for (let i = 0; i < 2; i++) {
      const answer = await shop.launch("A-1", {}, { Origin: shop.origin, ...headers });
      const text = await answer.text();
      assert.equal(answer.status, status);
      assert.match(text, /<form method="post" action="[^"]*\/attempts" id="launch" target="_top" data-turbo="false"/);
      assert.match(text, /hx-boost="false" up-submit="false" data-astro-reload data-sveltekit-reload/);
      assert.match(text, /<input type="hidden" name="order" value="A-1">/);
      assert.doesNotMatch(text, /SESSION/);
    }
    const said = logger.lines.map(({ message }) => message).filter((line) => line.includes("has sent a launch"));
    assert.equal(said.length, 1);
    assert.ok(said[0]?.startsWith(`${by} has sent a launch instead of the browser`), said[0]);
  });
}

test("a launch of a browser, in a window or in a frame, and of a program, goes to the bank", async () => {
  const shop = await openShop();
  for (const headers of [
    { "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate" },
    { "Sec-Fetch-Mode": "cors" },
    {},
  ]) {
    const answer = await shop.launch("A-1", {}, { Origin: shop.origin, ...headers });
    assert.match(await answer.text(), /SESSION/);
  }
});

test("a launch that a script of another site has sent is refused as any other", async () => {
  const shop = await openShop();
  const answer = await shop.launch("A-1", {}, { Origin: "https://other.example", "HX-Request": "true" });
  assert.equal(answer.status, 403);
});

for (const [name, headers] of Object.entries({
  "use:enhance of SvelteKit": { "x-sveltekit-action": "true", Accept: "application/json" },
  axios: { "X-Requested-With": "XMLHttpRequest", Accept: "application/json" },
})) {
  test(`a launch that ${name} has sent is answered with a redirect in JSON, to a page that goes on`, async () => {
    const shop = await openShop();
    const fields = { lang: "en", returnTo: "/checkout", _csrf: "secret" };
    const answer = await shop.launch("A-1", fields, { Origin: shop.origin, ...headers });
    assert.equal(answer.status, 200);
    const { type, status, location } = (await answer.json()) as { type: string; status: number; location: string };
    assert.deepEqual([type, status], ["redirect", 303]);
    assert.doesNotMatch(location, /secret/);

    const page = await fetch(location, { headers: { "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "document" } });
    const text = await page.text();
    assert.equal(page.status, 200);
    assert.match(text, /<form method="post" action="[^"]*\/attempts" id="launch" target="_top"/);
    for (const [field, value] of Object.entries({ order: "A-1", lang: "en", returnTo: "/checkout" })) {
      assert.ok(text.includes(`<input type="hidden" name="${field}" value="${value}">`), field);
    }

    for (const site of ["cross-site", "same-site", "none"]) {
      const refused = await fetch(location, { headers: { "Sec-Fetch-Site": site } });
      assert.equal(refused.status, 405, site);
      assert.doesNotMatch(await refused.text(), /id="launch"/);
    }
  });
}

test("a launch that swup has sent is redirected to the page that goes on, because swup loads the address of the answer", async () => {
  const logger = keepingLogger();
  const shop = await openShop({ logger });
  const answer = await fetch(`${shop.mount}/attempts`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: shop.origin, "X-Requested-With": "swup", "Sec-Fetch-Dest": "empty", Accept: "text/html" },
    body: new URLSearchParams({ order: "A-1", lang: "en", returnTo: "/checkout", _csrf: "secret" }),
  });
  assert.equal(answer.status, 303);
  const location = answer.headers.get("location") ?? "";
  assert.doesNotMatch(location, /secret/);
  assert.equal(answer.headers.get("cache-control"), "no-store");

  const page = await fetch(location, { headers: { "Sec-Fetch-Site": "same-origin", "Sec-Fetch-Dest": "document" } });
  assert.equal(page.status, 200);
  const text = await page.text();
  assert.match(text, /id="launch" target="_top"/);
  assert.match(text, /<input type="hidden" name="returnTo" value="\/checkout">/);
  assert.equal(shop.sandbox.sessions().length, 0);
  assert.equal(logger.lines.filter(({ message }) => message.startsWith("swup has sent a launch instead")).length, 1);
});
