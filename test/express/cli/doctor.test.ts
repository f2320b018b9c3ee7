import assert from "node:assert/strict";
import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { test } from "node:test";
import express, { type Express } from "express";
import { freePort } from "../../free-port.ts";
import { serve } from "../../serve.ts";
import { stillOrigin, stillRouter } from "../../shop.ts";
import { runHere } from "./command-line.ts";

/** Starts an app with a router in it. */
async function shopWith(mountAt: (app: Express, router: ReturnType<typeof stillRouter>["payments"]) => void) {
  const { payments } = stillRouter({ publicUrl: `${stillOrigin}/payments` });
  const app = express();
  mountAt(app, payments);
  const { origin } = await serve(app);
  return origin;
}

/** A proxy that strips `/tienda`, and knows no other path. */
function strippingProxy(target: string) {
  return serve((request: IncomingMessage, response: ServerResponse) => {
    const { url = "/", method, headers } = request;
    if (!url.startsWith("/tienda/")) return void response.writeHead(404).end("nginx");
    const sent = httpRequest(target + url.slice("/tienda".length), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(sent);
  });
}

const doctor = (...args: string[]) => runHere(["doctor", ...args]);

test("doctor says that all is well where the link and the bank's form reach the router", async () => {
  const origin = await shopWith((app, payments) => void app.use(payments.returns).use("/payments", payments));
  const { code, out, err } = await doctor(`${origin}/payments/`);
  assert.deepEqual([code, err], [0, ""]);
  assert.equal(
    out,
    [
      `ok     GET ${origin}/payments/return/…`,
      "       the router answers",
      `ok     POST ${origin}/payments/return/…, as the bank's page sends it`,
      "       the router answers",
      `ok     GET ${origin}/payments/relay/…, where the return leads`,
      "       the router answers\n",
    ].join("\n"),
  );
  const fromEnvironment = await runHere(["doctor", "--json"], { PUBLIC_URL: `${origin}/payments` });
  const { publicUrl, examined } = JSON.parse(fromEnvironment.out) as { publicUrl: string; examined: object[] };
  assert.deepEqual([publicUrl, examined.length], [`${origin}/payments`, 3]);
});

test("a publicUrl at which only payments.returns is found is wrong: the page after the return is not there", async () => {
  const { payments } = stillRouter({ publicUrl: `${stillOrigin}/pagos` });
  const { origin } = await serve(express().use(payments.returns).use("/payments", payments));
  const { code, out } = await doctor(`${origin}/pagos`);
  assert.equal(code, 1);
  assert.match(out, /^ok {5}GET .*\n.*\nok {5}POST .*\n.*\nwrong {2}GET \S+\/pagos\/relay\/…/);
  assert.ok(out.includes(`the router is at ${origin}/payments: set publicUrl to that`), out);
});

test("a sub-path that publicUrl forgets is found by the page where buyers pay", async () => {
  const inside = await shopWith((app, payments) => {
    app.use(payments.returns).use("/payments", payments);
    app.get("/checkout/:id", (_request, response) => void response.send("pay here"));
  });
  const { origin } = await strippingProxy(inside);
  const blind = await doctor(`${origin}/payments`);
  assert.equal(blind.code, 1);
  assert.match(
    blind.out,
    /^wrong {2}GET .*\n +404, and not from the router: publicUrl is where the buyer's browser finds/,
  );
  const { code, out } = await doctor(`${origin}/payments`, "--page", `${origin}/tienda/checkout/1`);
  assert.equal(code, 1);
  assert.ok(out.includes(`the router is at ${origin}/tienda/payments: set publicUrl to that`), out);
  assert.equal((await doctor(`${origin}/tienda/payments`)).code, 0);
});

test("the router is found where the shop's first page loads the element from, and without a part too many", async () => {
  const elsewhere = await shopWith((app, payments) => {
    app.use("/pagos", payments);
    app.get(
      "/",
      (_request, response) => void response.send('<script type="module" src="pagos/element-abc.js"></script>'),
    );
  });
  assert.ok((await doctor(`${elsewhere}/payments`)).out.includes(`the router is at ${elsewhere}/pagos:`));
  const shorter = await shopWith((app, payments) => void app.use("/pay", payments));
  assert.ok((await doctor(`${shorter}/tienda/pay`)).out.includes(`the router is at ${shorter}/pay:`));
});

test("what stands before the router is named, with how to fix it", async () => {
  const cases: [string, (app: Express) => void, RegExp][] = [
    [
      "a redirect to the other host",
      (app) => void app.use((request, response) => response.redirect(301, `https://www.shop.example${request.url}`)),
      /301, a redirect to .*: set publicUrl to https:\/\/www\.shop\.example\/payments:/,
    ],
    ["a login", (app) => void app.use((_request, response) => response.redirect("/login")), /a login or another rule/],
    ["a firewall", (app) => void app.use((_request, response) => response.sendStatus(403)), /a login, a firewall/],
    [
      "a single-page app",
      (app) => void app.use((_request, response) => response.send("app")),
      /^.*\n +200, a page that is not/,
    ],
    [
      "a dead upstream",
      (app) => void app.use((_request, response) => response.sendStatus(502)),
      /does not reach your server/,
    ],
    [
      "CSRF protection",
      (app) =>
        void app.use((request, response, next) => {
          if (request.method === "POST") response.sendStatus(403);
          else next();
        }),
      /wrong {2}POST .*\n +403, and not from the router: the GET gets through .*: mount payments\.returns before/,
    ],
    [
      "a session",
      (app) =>
        void app.use((_request, response, next) => {
          response.setHeader("Set-Cookie", "connect.sid=1");
          next();
        }),
      /wrong {2}POST .*\n +the router answers, and a middleware sets a cookie/,
    ],
  ];
  for (const [name, before, expected] of cases) {
    const origin = await shopWith((app, payments) => {
      before(app);
      app.use("/payments", payments);
    });
    const { code, out } = await doctor(`${origin}/payments`);
    assert.equal(code, 1, name);
    assert.match(out, expected, name);
  }
});

test("a server that does not listen is named, and a wrong command line has its own exit code", async () => {
  const port = await freePort();
  const { code, out } = await doctor(`http://127.0.0.1:${port}/payments`);
  assert.equal(code, 1);
  assert.match(out, new RegExp(`nothing listens at 127\\.0\\.0\\.1:${port}: start the server`));
  assert.deepEqual(
    await Promise.all(
      [[], ["shop.example/payments"], ["http://shop.example/payments"], ["https://a.example", "b"]].map(
        async (args) => (await doctor(...args)).code,
      ),
    ),
    [2, 2, 2, 2],
  );
});
