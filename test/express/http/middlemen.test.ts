import assert from "node:assert/strict";
import { createServer, request as httpRequest } from "node:http";
import { test } from "node:test";
import type { Payments } from "@ventanilla/express";
import express from "express";
import express4 from "express4";
import { listen } from "../../listen.ts";
import { some } from "../../part.ts";
import { cards, openShop, payAtBank, type Shop, sessionIn } from "../../shop.ts";

interface Answer {
  status: number;
  location: string | undefined;
  allow: string | undefined;
  type: string;
  text: string;
}

/** Sends a path as it is: `fetch` would write it as the standard has it. */
function ask(origin: string, path: string, method = "GET", headers: Record<string, string> = {}): Promise<Answer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, path, method, headers, agent: false }, (answer) => {
      let text = "";
      const { location, allow, "content-type": type = "" } = answer.headers;
      answer.setEncoding("utf8").on("data", (part: string) => (text += part));
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, location, allow, type, text }));
    });
    sent.on("error", reject);
    sent.end();
  });
}

/** What middlemen make of `{mount}/{step}/{id}`. */
const changes: Record<string, (mount: string, step: string, id: string) => string> = {
  "as it is": (mount, step, id) => `${mount}/${step}/${id}`,
  "a slash behind": (mount, step, id) => `${mount}/${step}/${id}/`,
  "two slashes behind": (mount, step, id) => `${mount}/${step}/${id}//`,
  "a double slash": (mount, step, id) => `${mount}//${step}/${id}`,
  "double slashes everywhere": (mount, step, id) => `/${mount}//${step}//${id}`,
  capitals: (mount, step, id) => `${mount.toUpperCase()}/${step.toUpperCase()}/${id}`,
  "encoded slashes": (mount, step, id) => `${mount}%2F${step}%2f${id}`,
  "a query without its question mark": (mount, step, id) => `${mount}/${step}/${id}&x=y`,
  "tracking parameters": (mount, step, id) => `${mount}/${step}/${id}?utm_source=mail&fbclid=1`,
  "two question marks": (mount, step, id) => `${mount}/${step}/${id}?x=y?z=1`,
  "encoded letters": (mount, step, id) => `${mount}/${encoded(step)}/${id}`,
  "an encoded id": (mount, step, id) => `${mount}/${step}/${encoded(id)}`,
  "an encoded id with small digits": (mount, step, id) => `${mount}/${step}/${encoded(id).toLowerCase()}`,
  "an encoded mount": (mount, step, id) => `/${encoded(mount.slice(1))}/${step}/${id}`,
  "matrix parameters behind": (mount, step, id) => `${mount}/${step}/${id};jsessionid=A1B2`,
  "matrix parameters within": (mount, step, id) => `${mount};jsessionid=A1/${step};v=1/${id};a=b?x=y`,
  "dot segments": (mount, step, id) => `${mount}/./x/../${step}/./${id}`,
  "encoded dot segments": (mount, step, id) => `${mount}/%2e/x/%2E%2e/${step}/${id}`,
  "an encoded space behind": (mount, step, id) => `${mount}/${step}/${id}%20`,
  "an encoded space before": (mount, step, id) => `${mount}/${step}/%20${id}`,
  "an encoded newline": (mount, step, id) => `${mount}/${step}/${id}%0D%0A`,
  "a quote": (mount, step, id) => `${mount}/${step}/${id}'`,
  "an encoded quote and bracket": (mount, step, id) => `${mount}/${step}/${id}%22%3E`,
  "a bracket": (mount, step, id) => `${mount}/${step}/${id}>`,
  "a point": (mount, step, id) => `${mount}/${step}/${id}.`,
  "an encoded question mark": (mount, step, id) => `${mount}/${step}/${id}%3Fx=y`,
  "encoded backslashes": (mount, step, id) => `${mount}%5C${step}%5c${id}`,
  "an encoded id, encoded once more": (mount, step, id) => `${mount}/${step}/${encoded(id).replaceAll("%", "%25")}`,
  "the mount twice": (mount, step, id) => `${mount}${mount}/${step}/${id}`,
  "an encoded ampersand": (mount, step, id) => `${mount}/${step}/${id}%26x=y`,
};

const encoded = (text: string): string =>
  Array.from(text, (letter) => `%${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(2, "0")}`).join("");

/** The router in a plain server, as the documents show it. */
function inFront(payments: Payments, path: string) {
  return createServer((request, response) => {
    const missing = () => response.writeHead(404).end("Cannot find it");
    payments.returns(request, response, () => {
      const { url = "/" } = request;
      if (!url.startsWith(`${path}/`)) return missing();
      request.url = url.slice(path.length);
      payments(request, response, missing);
    });
  });
}

/** Servers that have the router of a shop, by name. */
const servers: Record<string, (payments: Payments, path: string) => ReturnType<typeof createServer>> = {
  "Express 5": (payments, path) => createServer(express().use(payments.returns).use(path, payments)),
  "Express 4": (payments, path) => createServer(express4().use(payments.returns).use(path, payments)),
  "a plain server": inFront,
};

interface Known {
  token: string;
  attempt: string;
}

async function launched(shop: Shop): Promise<Known> {
  const attempt = crypto.randomUUID();
  const SESSION = await sessionIn(await shop.launch("A-1", { attempt }, { "Sec-Fetch-Site": "same-origin" }));
  const token = (await payAtBank(shop, SESSION, cards.approved)).split("/").at(-1) ?? "";
  return { token, attempt };
}

for (const [name, serverOf] of Object.entries(servers)) {
  test(`a return, a cancel, a relay and a status are found whatever a middleman has made of the address: ${name}`, async (t) => {
    for (const path of some(name, ["/payments", "/tienda/payments"])) {
      const shop = await openShop({ publicUrl: `http://127.0.0.1:9${path}` });
      const { token, attempt } = await launched(shop);
      const server = serverOf(shop.payments, path);
      const origin = `http://127.0.0.1:${await listen(server)}`;
      t.after(() => server.close());
      const relay = `http://127.0.0.1:9${path}/relay/${attempt}`;
      for (const [change, changed] of Object.entries(changes)) {
        for (const method of ["POST", "GET", "PUT"]) {
          for (const step of ["return", "cancel"]) {
            const { status, location } = await ask(origin, changed(path, step, token), method);
            assert.deepEqual([status, location], [303, relay], `${method} ${step}, ${change}`);
          }
          const page = await ask(origin, changed(path, "relay", attempt), method);
          assert.deepEqual([page.status, page.type], [200, "text/html; charset=utf-8"], `${method} relay, ${change}`);
        }
        const { status, text } = await ask(origin, changed(path, "attempts", attempt));
        assert.equal(status, 200, `status, ${change}`);
        assert.equal((JSON.parse(text) as { attempt: string }).attempt, attempt, change);
      }
      const absolute = await ask(origin, `http://shop.example${path}/return/${token}`, "POST");
      assert.equal(absolute.status, 303);
      const upper = await ask(origin, `${path}/relay/${attempt.toUpperCase()}`);
      assert.match(upper.text, /relay|A-1|comercio/);
    }
  });
}

test("an order's status is found with a slash behind, matrix parameters and an ampersand, and its id may have each of them", async (t) => {
  const ids = ["A;1&b", "a/b", "Ñ 1%"];
  const asked: string[] = [];
  const shop = await openShop({ order: (id) => void asked.push(id) });
  const server = servers["Express 5"]?.(shop.payments, "/payments") ?? assert.fail();
  const origin = `http://127.0.0.1:${await listen(server)}`;
  t.after(() => server.close());
  for (const id of ids) {
    const address = `/payments/orders/${encodeURIComponent(id)}`;
    for (const behind of ["", "/", ";jsessionid=1", "&lang=en", "?lang=en"]) await ask(origin, address + behind);
  }
  assert.deepEqual(
    asked,
    ids.flatMap((id) => Array<string>(5).fill(id)),
  );
});

test("an address of the router where a person has nothing to do is a page with the way back, in their language, for HEAD too", async (t) => {
  const shop = await openShop();
  const server = servers["Express 5"]?.(shop.payments, "/payments") ?? assert.fail();
  const origin = `http://127.0.0.1:${await listen(server)}`;
  t.after(() => server.close());
  const { attempt } = await launched(shop);
  const places: [string, string, number, string | undefined][] = [
    ["GET", "/payments/attempts", 405, "POST"],
    ["GET", "/payments/attempts/", 405, "POST"],
    ["GET", "/payments/attempts?order=A-1", 405, "POST"],
    ["DELETE", "/payments/attempts", 405, "POST"],
    ["POST", `/payments/attempts/${attempt}`, 405, "GET"],
    ["POST", "/payments/orders/A-1", 405, "GET"],
    ["POST", "/payments/element.js", 405, "GET"],
    ["GET", "/payments/return", 404, undefined],
    ["POST", "/payments/return/", 404, undefined],
    ["POST", "/payments/cancel", 404, undefined],
    ["GET", "/payments/relay", 404, undefined],
    ["GET", "/payments/relay/x/y", 404, undefined],
    ["POST", "/payments/return/x", 404, undefined],
  ];
  for (const [method, path, expected, allow] of places) {
    for (const [language, back] of [
      ["es-DO", "Volver al comercio"],
      ["en-US", "Back to the store"],
    ] as const) {
      const answer = await ask(origin, path, method, { "Accept-Language": language });
      assert.deepEqual([answer.status, answer.allow], [expected, allow], `${method} ${path}`);
      assert.match(answer.type, /^text\/html/);
      assert.ok(answer.text.includes(`href="/" target="_top">${back}</a>`), `${method} ${path}`);
      assert.doesNotMatch(answer.text, /no se le hizo ningún cargo|were not charged/);
    }
    if (method !== "GET") continue;
    const head = await ask(origin, path, "HEAD");
    assert.deepEqual([head.status, head.text], [expected, ""], path);
  }
});

test("a shop's own /return page stays the shop's, also where the router has no path of its own", async (t) => {
  const shop = await openShop({ publicUrl: "http://127.0.0.1:9" });
  const app = express().use(shop.payments.returns).use(shop.payments);
  app.get(["/return", "/relay", "/return/form"], (_request, response) => void response.send("the shop's"));
  const server = createServer(app);
  const origin = `http://127.0.0.1:${await listen(server)}`;
  t.after(() => server.close());
  for (const path of ["/return", "/relay"]) assert.equal((await ask(origin, path)).text, "the shop's");
  const { token } = await launched(shop);
  assert.equal((await ask(origin, `/return/${token}/`, "POST")).status, 303);
});
