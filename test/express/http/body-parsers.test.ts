import assert from "node:assert/strict";
import { test } from "node:test";
import express, { type RequestHandler } from "express";
import express4 from "express4";
import express4Latest from "express4-latest";
import multer from "multer";
import { keepingLogger } from "../../loggers.ts";
import { some } from "../../part.ts";
import { serve } from "../../serve.ts";
import { cards, comeBack, openShop, orderOf, payAtBank, type Shop, sessionIn } from "../../shop.ts";

type Framework = typeof express;
const frameworks: Record<string, Framework> = {
  "Express 4.17": express4,
  "Express 4, latest": express4Latest,
  "Express 5": express,
};

/** What a shop may have mounted before the router, by name. Each is one middleware of the framework's own version. */
const parsers: Record<string, (framework: Framework) => RequestHandler> = {
  "urlencoded, query parser of Node": ({ urlencoded }) => urlencoded({ extended: false }),
  "urlencoded, query parser qs": ({ urlencoded }) => urlencoded({ extended: true }),
  json: ({ json }) => json(),
  text: ({ text }) => text(),
  "text of every type": ({ text }) => text({ type: "*/*" }),
  raw: ({ raw }) => raw(),
  "raw of every type": ({ raw }) => raw({ type: "*/*" }),
  multer: () => multer().none(),
};

const names = Object.keys(parsers);
/** None, each alone, and each pair in both orders. */
const stacks = [
  [],
  ...names.map((name) => [name]),
  ...names.flatMap((first) => names.filter((second) => second !== first).map((second) => [first, second])),
];

/** A second app around the shop's router: gives its origin. */
async function around(shop: Shop, framework: Framework, mount: (app: express.Express) => void): Promise<string> {
  const app = framework();
  mount(app);
  app.use("/payments", shop.payments);
  return (await serve(app)).origin;
}

function post(origin: string, fields: Record<string, string>): Promise<Response> {
  return fetch(`${origin}/payments/attempts`, {
    method: "POST",
    headers: { "Sec-Fetch-Site": "same-origin" },
    body: new URLSearchParams({ lang: "es", ...fields }),
  });
}

const unlimited = { order: Infinity, browser: Infinity, address: Infinity, all: Infinity };

for (const [version, framework] of Object.entries(frameworks)) {
  for (const path of [undefined, "/payments"]) {
    test(`${version}: every order of body parsers ${path ? "on the router's path" : "of the whole app"} lets a launch through`, async () => {
      const shop = await openShop({ order: () => orderOf("A-1"), limits: unlimited });
      const failed: string[] = [];
      const chosen = some(`${version} at ${path}`, stacks, 24);
      for (const [index, stack] of chosen.entries()) {
        const origin = await around(shop, framework, (app) => {
          for (const name of stack) {
            const parser = parsers[name]?.(framework);
            if (parser) app.use(path ?? "/", parser);
          }
        });
        const answer = await post(origin, { order: `O-${index}` });
        if (answer.status !== 200) failed.push(`${stack.join(" + ")}: ${answer.status}`);
      }
      assert.deepEqual(failed, []);
      assert.equal(shop.sandbox.sessions().length, chosen.length);
    });
  }

  test(`${version}: behind json() a whole payment works, and the fields are those of the form`, async () => {
    const shop = await openShop({}, { framework, before: (app) => void app.use(framework.json()) });
    const attempt = crypto.randomUUID();
    const launch = await shop.launch("A-1", { attempt, lang: "en", returnTo: "/orders/A-1" });
    assert.equal(launch.headers.get("content-language"), "en");
    assert.equal((await comeBack(await payAtBank(shop, await sessionIn(launch), cards.approved))).status, 303);
    assert.equal((await shop.status(attempt)).body.outcome, "approved");
    assert.match(await (await fetch(`${shop.mount}/relay/${attempt}`)).text(), /"\/orders\/A-1"/);
  });

  test(`${version}: a multipart form that multer has read is a form`, async () => {
    const shop = await openShop({}, { framework, before: (app) => void app.use(multer().none()) });
    const form = new FormData();
    form.set("order", "A-1");
    form.set("lang", "en");
    const answer = await fetch(`${shop.mount}/attempts`, {
      method: "POST",
      headers: { Origin: shop.origin },
      body: form,
    });
    assert.deepEqual([answer.status, answer.headers.get("content-language")], [200, "en"]);
  });

  test(`${version}: of a repeated field the first counts, whoever reads the form`, async () => {
    const shop = await openShop({ limits: unlimited });
    for (const stack of [[], ["json"], names.slice(0, 1), names.slice(1, 2), ["text of every type"]]) {
      const origin = await around(shop, framework, (app) => {
        for (const name of stack) app.use(parsers[name]?.(framework) ?? []);
      });
      const answer = await fetch(`${origin}/payments/attempts`, {
        method: "POST",
        headers: { "Sec-Fetch-Site": "same-origin", "Content-Type": "application/x-www-form-urlencoded" },
        body: "order=A-1&order=Z-9&lang=en&lang=es",
      });
      assert.deepEqual([answer.status, answer.headers.get("content-language")], [200, "en"], stack.join());
    }
  });

  test(`${version}: a middleware that read the form and kept nothing is told of once, and the buyer gets a page`, async () => {
    const dropping: Record<string, RequestHandler> = {
      "reads all and drops it": (request, _response, next) => {
        request.resume().once("end", () => next());
      },
      "reads a part and goes on": (request, _response, next) => {
        request.once("data", () => {
          request.pause();
          next();
        });
      },
    };
    for (const [name, middleware] of Object.entries(dropping)) {
      const logger = keepingLogger();
      const shop = await openShop(
        { logger },
        { framework, before: (app) => void app.use(framework.json(), middleware) },
      );
      for (let i = 0; i < 3; i++) {
        const answer = await shop.launch("A-1", { returnTo: "/cart" });
        assert.equal(answer.status, 400, name);
        assert.match(await answer.text(), /No se pudo abrir el pago/);
      }
      assert.deepEqual(
        logger.lines.map(({ level, message }) => [level, message]),
        [
          [
            "warn",
            "a middleware read the launch's form before the router and left no field of it in request.body: mount the router before it",
          ],
        ],
        name,
      );
      assert.deepEqual(shop.errors, []);
    }
  });

  test(`${version}: a form that a middleware has paused, or whose end is there already, is read all the same`, async () => {
    const pausing: RequestHandler = (request, _response, next) => {
      request.pause();
      setImmediate(next);
    };
    const shop = await openShop({}, { framework, before: (app) => void app.use(pausing) });
    assert.equal((await shop.launch("A-1")).status, 200);
  });

  test(`${version}: a form is read beside a middleware that copies it as text, or waits until it can be read`, async () => {
    const copying: RequestHandler = (request, _response, next) => {
      const copy: unknown[] = [];
      request.setEncoding("utf8").on("data", (text) => copy.push(text));
      next();
    };
    const waiting: RequestHandler = (request, _response, next) => {
      request.on("readable", () => {});
      next();
    };
    for (const middleware of [copying, waiting]) {
      const shop = await openShop({}, { framework, before: (app) => void app.use(middleware) });
      assert.equal((await shop.launch("A-1")).status, 200);
    }
  });

  test(`${version}: a launch with no form, a parsed empty one or one of another type is the client's mistake alone`, async () => {
    for (const stack of [[], names.slice(0, 1), names.slice(1, 2), ["json"], ["raw"]]) {
      const logger = keepingLogger();
      const before = (app: express.Express) => {
        for (const name of stack) app.use(parsers[name]?.(framework) ?? []);
      };
      const shop = await openShop({ logger }, { framework, before });
      const headers = { Origin: shop.origin };
      const type = "application/x-www-form-urlencoded";
      for (const init of [
        {},
        { headers: { ...headers, "Content-Type": type } },
        { headers: { ...headers, "Content-Type": "application/json" }, body: "{}" },
        { headers: { ...headers, "Content-Type": "text/plain" }, body: "order=A-1" },
      ]) {
        const answer = await fetch(`${shop.mount}/attempts`, { method: "POST", headers, ...init });
        assert.equal(answer.status, 400, stack.join());
      }
      assert.deepEqual(logger.lines, []);
    }
  });
}
