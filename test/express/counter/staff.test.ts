import assert from "node:assert/strict";
import { test } from "node:test";
import { type CounterOptions, counter } from "@ventanilla/express/counter";
import express from "express";
import express4 from "express4";
import { keptIn } from "../../kept.ts";
import { serve } from "../../serve.ts";
import { stillRouter } from "../../shop.ts";
import { decision, openDesk, openFullScene, staffOf } from "./counter.ts";

test("a counter without a function that names the staff is refused when it is made", () => {
  const { payments } = stillRouter();
  for (const [options, message] of [
    [undefined, "counter(payments, options): expected { staff }"],
    [{}, "staff: expected a function"],
    [{ staff: "Ana" }, "staff: expected a function"],
    [{ staff: staffOf, stuff: 1 }, "stuff: unknown option, did you mean staff?"],
    ...["", "staff", "//elsewhere.example", "javascript:alert(1)", "http://shop.example", 7].map(
      (home) => [{ staff: staffOf, home }, "home: expected a path such as /staff, or a web address"] as const,
    ),
    ...["", "logout", "https://shop.example/logout", "/\\elsewhere.example", null].map(
      (signOut) => [{ staff: staffOf, signOut }, "signOut: expected a path such as /staff/logout"] as const,
    ),
  ] as const) {
    assert.throws(() => counter(payments, options as unknown as CounterOptions), {
      code: "ERR_VENTANILLA_ARGUMENT",
      message,
    });
  }
});

test("a counter is made for a router alone", () => {
  const { payments } = stillRouter();
  for (const wrong of [undefined, null, {}, { ...payments }, () => {}]) {
    assert.throws(() => counter(wrong as typeof payments, { staff: staffOf }), {
      code: "ERR_VENTANILLA_ARGUMENT",
      message: "counter(payments, options): expected the router that ventanilla() returned",
    });
  }
});

test("a visitor who is not staff gets 403 and a sentence, in both languages, at every address and with every method", async () => {
  const { payments } = stillRouter();
  for (const nobody of [undefined, null, false, "", { name: "Ana", may: [] }] as const) {
    const desk = await openDesk(payments, "nobody", { staff: async () => nobody });
    for (const [language, sentence] of [
      ["es", "El comercio no reconoce su sesión"],
      ["en", "The store does not recognize your login"],
    ] as const) {
      const answer = await desk.get("/", { "Accept-Language": language });
      assert.equal(answer.status, 403);
      const page = await answer.text();
      assert.match(page, new RegExp(sentence));
      assert.doesNotMatch(page, /<nav/);
    }
    for (const path of [
      "/",
      "/decide",
      "/payments",
      "/payments/nothing",
      "/close",
      "/close.csv",
      "/compare",
      "/events/retry",
    ]) {
      for (const method of ["GET", "POST", "PUT", "DELETE"]) {
        assert.equal((await fetch(desk.address + path, { method })).status, 403, `${method} ${path}`);
      }
    }
  }
});

test("nobody learns which payments, orders and notices there are: what exists is refused as what does not", async () => {
  const { desk, cases, store } = await openFullScene();
  const nobody = desk.as("");
  const [notice] = (await keptIn(store).unsettled(9)).events;
  const { id, order } = cases.unknown;
  for (const [there, notThere] of [
    [`/payments/${id}`, `/payments/${crypto.randomUUID()}`],
    [`/payments?order=${order}`, "/payments?order=Z-9"],
    ["/close.csv?batch=2026-11-21", "/close.csv?batch=2020-01-01"],
    ["/decide", "/compare"],
  ] as const) {
    const [one, other] = [await nobody.see(there), await nobody.see(notThere)];
    assert.deepEqual([one.status, other.status], [403, 403], there);
    // The link to the other language has the address that they asked for.
    const plain = ({ text }: { text: string }) => text.replaceAll(/href="[^"]*"/g, "");
    assert.equal(plain(one), plain(other), there);
  }
  for (const [path, there, notThere] of [
    ["/events/retry", { event: notice?.id ?? "" }, { event: "paid:Z-9" }],
    [`/payments/${id}/resolve`, decision("yes"), {}],
  ] as const) {
    const answers = await Promise.all([nobody.post(path, there), nobody.post(path, notThere)]);
    const [one, other] = await Promise.all(answers.map((answer) => answer.text()));
    assert.deepEqual([answers.map(({ status }) => status), one === other], [[403, 403], true], path);
  }
  assert.equal((await keptIn(store).findAttempt(id))?.facts.resolution, undefined);
});

test("the header leads out of the counter, to the shop's own page and to the end of the login", async () => {
  const { payments } = stillRouter();
  const exits = { home: "/backoffice?from=payments", signOut: "/logout" };
  const page = await (await openDesk(payments, "Ana", exits)).page("/");
  assert.match(page, /<a href="\/backoffice\?from=payments"><bdi>/);
  assert.match(page, /<form method="post" action="\/logout"><button class="link">Cerrar sesión</);
  // Nobody is logged in, and can still go back.
  const refused = await (await openDesk(payments, "", exits)).page("/");
  assert.match(refused, /<a href="\/backoffice\?from=payments"><bdi>/);
  assert.doesNotMatch(refused, /<form/);
  const alone = await (await openDesk(payments, "Ana", { home: "https://backoffice.example/" })).page("/");
  assert.match(alone, /<a href="https:\/\/backoffice\.example\/"><bdi>/);
  assert.doesNotMatch(alone, /<form method="post"/);
  assert.doesNotMatch(await (await openDesk(payments)).page("/"), /<a [^>]+><bdi>|<form method="post"/);
});

test("an answer of staff() that names nobody properly fails, and lets nobody in", async () => {
  const { payments, alerts } = stillRouter();
  for (const staff of [42, "a\nb", "x".repeat(101), { name: "Ana" }, { name: "", may: ["look"] }, true]) {
    const desk = await openDesk(payments, "Ana", { staff: () => staff as string });
    assert.equal((await desk.get("/")).status, 503);
  }
  const desk = await openDesk(payments, "Ana", {
    staff: () => {
      throw new Error("no sessions");
    },
  });
  assert.equal((await desk.get("/")).status, 503);
  assert.deepEqual([...new Set(alerts)], ["request_failed"]);
});

test("the counter is found wherever it is mounted, in Express 4 and 5 and without Express", async () => {
  const { payments } = stillRouter();
  const desk = counter(payments, { staff: staffOf });
  const mounted = [express(), express4()].map((app) => {
    app.use("/staff/payments", desk);
    app.use((_request: unknown, response: { end(text: string): void }) => response.end("the shop's own"));
    return app;
  });
  for (const app of mounted) {
    const { origin } = await serve(app as Parameters<typeof serve>[0]);
    for (const [path, link] of [
      ["/staff/payments", "./payments/"],
      ["/staff/payments/", "./"],
      ["/staff/payments?lang=en", "./payments/"],
    ]) {
      const page = await (await fetch(`${origin}${path}`, { headers: { Staff: "Ana" } })).text();
      assert.match(page, new RegExp(`<a href="${link}" aria-current="page">`), path);
    }
    assert.equal(await (await fetch(`${origin}/staff/payments/nothing`)).text(), "the shop's own");
  }
  const { origin } = await serve((request, response) => desk(request, response, () => response.end("next")));
  assert.match(await (await fetch(origin, { headers: { Staff: "Ana" } })).text(), /<a href="\.\/" aria-current/);
});

test("behind a proxy with another name for it, the counter links to where the shop says that it is", async () => {
  for (const [counterUrl, link] of [
    ["https://shop.example/backoffice", "/backoffice/"],
    ["https://shop.example", "/"],
  ] as const) {
    const { payments } = stillRouter({ counterUrl });
    const desk = await openDesk(payments);
    assert.match(await desk.page(""), new RegExp(`<a href="${link}" aria-current="page">`));
    assert.match(await desk.page("/"), /<a href="\.\/" aria-current="page">/);
  }
});
