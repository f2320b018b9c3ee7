import assert from "node:assert/strict";
import { test } from "node:test";
import { openDesk, openFullScene, openScene } from "./counter.ts";
import { visibleText } from "./visible-text.ts";

/** The saved filters of a page, with their addresses. */
const keptIn = (page: string) =>
  [
    ...(/<p class="kept-filters">.*?<\/p>/.exec(page)?.[0] ?? "").matchAll(
      /<a href="\.\/(payments\?[^"]*)"(?: aria-current="page")?>([^<]*)<\/a>/g,
    ),
  ].map(([, address = "", name = ""]) => [name, address.replaceAll("&amp;", "&")]);

test("a filter gets a name in this browser, leads to what it finds, and is removed", async () => {
  const { desk, payments } = await openFullScene();
  assert.doesNotMatch(await desk.page("/payments"), /Guardar este filtro|class="kept-filters"/);
  const filtered = await desk.page("/payments?state=approved&order=&currency=USD&lang=es");
  assert.match(visibleText(filtered), /Guardar este filtro como Guardar Queda en este navegador/);
  assert.match(filtered, /<input type="hidden" name="query" value="state=approved&amp;currency=USD">/);
  const answer = await desk.post("/filters", { name: "  Dólares  <b> ", query: "state=approved&currency=USD&after=x" });
  assert.equal(answer.status, 303);
  assert.equal(answer.headers.get("location"), "./payments?state=approved&currency=USD");
  const page = await desk.page("/payments?currency=USD&state=approved");
  assert.deepEqual(keptIn(page), [["Dólares &lt;b&gt;", "payments?state=approved&currency=USD"]]);
  const shown = await desk.page("/payments?state=approved&currency=USD");
  assert.match(shown, /aria-current="page">Dólares/);
  assert.doesNotMatch(shown, /Guardar este filtro/);
  assert.match(shown, /A-1009/);
  assert.deepEqual(keptIn(await (await openDesk(payments)).page("/payments")), []);
  await desk.post("/filters", { remove: "Dólares <b>", query: "" });
  assert.deepEqual(keptIn(await desk.page("/payments")), []);
});

test("who may only look keeps filters, too; a request of another site keeps none", async () => {
  const { desk } = await openScene();
  const looking = desk.as("Ana who looks");
  await looking.page("/payments?state=approved");
  assert.equal((await looking.post("/filters", { name: "A", query: "state=approved" })).status, 303);
  assert.deepEqual(keptIn(await looking.page("/payments")), [["A", "payments?state=approved"]]);
  const foreign = { "Sec-Fetch-Site": "cross-site" };
  assert.equal((await looking.post("/filters", { name: "B", query: "state=approved" }, foreign)).status, 403);
  assert.equal(keptIn(await looking.page("/payments")).length, 1);
});

test("the same name replaces a filter, the oldest make room, and nothing else than a filter is kept", async () => {
  const { desk } = await openScene();
  await desk.page("/payments?state=approved");
  const keep = (name: string, query: string) => desk.post("/filters", { name, query });
  await keep("A", "state=approved");
  await keep("A", "state=declined");
  assert.deepEqual(keptIn(await desk.page("/payments")), [["A", "payments?state=declined"]]);
  for (const [name, query] of [
    ["", "state=approved"],
    ["B", "state=nonsense"],
    ["B", "order=4761340000000050"],
    ["4761 3400 0000 0050", "state=approved"],
  ] as const) {
    const answer = await keep(name, query);
    assert.doesNotMatch(answer.headers.get("location") ?? "", /4761/);
    assert.doesNotMatch(
      Buffer.from(answer.headers.getSetCookie().join().split(/[=~]/)[1] ?? "", "base64url").toString(),
      /4761/,
    );
    assert.equal(keptIn(await desk.page("/payments")).length, 1, `${name} ${query}`);
  }
  // One that alone is longer than the cookie takes the place of no other, and no name of a field is a card number.
  for (const query of [`order=${"ñ".repeat(255)}`, "4761340000000050=1&state=approved"]) {
    const answer = await keep("B", query);
    assert.doesNotMatch(answer.headers.get("location") ?? "", /4761/);
    assert.deepEqual(keptIn(await desk.page("/payments")), [["A", "payments?state=declined"]]);
  }
  let cookie = "";
  for (let n = 1; n <= 40; n++) {
    cookie = (await keep(`${n} ${"ñ".repeat(60)}`, `order=${"x".repeat(100)}${n}`)).headers.getSetCookie().join();
    assert.ok(cookie.length < 2300, String(cookie.length));
  }
  const names = keptIn(await desk.page("/payments")).map(([name = ""]) => Number.parseInt(name, 10));
  assert.equal(names[0], 40);
  assert.ok(names.length > 3 && !names.includes(1), names.join());
  assert.match(cookie, /; HttpOnly; SameSite=Strict/);
});

test("a cookie of the filters that this shop has not signed is not read", async () => {
  const { desk } = await openScene();
  const forged = Buffer.from(JSON.stringify([{ name: "x", query: "state=approved" }])).toString("base64url");
  const page = await desk.see("/payments", { Cookie: `ventanilla-counter-filters=${forged}~${"A".repeat(43)}` });
  assert.equal(page.status, 200);
  assert.deepEqual(keptIn(page.text), []);
});
