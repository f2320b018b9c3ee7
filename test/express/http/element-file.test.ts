import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { request as send } from "node:http";
import { test } from "node:test";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import express from "express";
import { openShop } from "../../shop.ts";

/** An answer as it travels: fetch would decompress it. */
function raw(address: string, headers: Record<string, string> = {}, method = "GET") {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>((resolve, reject) => {
    send(address, { headers, method }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
      });
    })
      .on("error", reject)
      .end();
  });
}

const br = { "Accept-Encoding": "gzip, deflate, br, zstd" };
/** As the budget of the file is measured: test/package/element.test.ts. */
const budget = 12_900;

test("the element's file travels in brotli or gzip, with its length, and is the same file in each", async () => {
  const { mount } = await openShop();
  const plain = await raw(`${mount}/element.js`);
  const brotli = await raw(`${mount}/element.js`, br);
  const gzip = await raw(`${mount}/element.js`, { "Accept-Encoding": "gzip" });
  assert.deepEqual(
    [plain, brotli, gzip].map(({ headers }) => headers["content-encoding"]),
    [undefined, "br", "gzip"],
  );
  assert.deepEqual(brotliDecompressSync(brotli.body), plain.body);
  assert.deepEqual(gunzipSync(gzip.body), plain.body);
  assert.ok(brotli.body.length <= budget, `${brotli.body.length} bytes travel`);
  assert.ok(brotli.body.length < gzip.body.length && gzip.body.length < plain.body.length / 2);
  for (const { headers, body } of [plain, brotli, gzip]) {
    assert.equal(headers["content-length"], String(body.length));
    assert.equal(headers.vary, "Accept-Encoding");
    assert.match(String(headers["content-type"]), /^text\/javascript/);
  }
  assert.equal(new Set([plain, brotli, gzip].map(({ headers }) => headers.etag)).size, 3);
});

test("each form is validated by its own tag, in a list, weak or any; a HEAD has the headers alone", async () => {
  const { mount } = await openShop();
  const { headers, body } = await raw(`${mount}/element.js`, br);
  const etag = String(headers.etag);
  for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
    const again = await raw(`${mount}/element.js`, { ...br, "If-None-Match": tags });
    assert.deepEqual([again.status, again.body.length, again.headers.etag], [304, 0, etag], tags);
    assert.equal(again.headers.vary, "Accept-Encoding");
  }
  const other = await raw(`${mount}/element.js`, { "Accept-Encoding": "gzip", "If-None-Match": etag });
  assert.deepEqual([other.status, other.headers["content-encoding"]], [200, "gzip"]);
  const head = await raw(`${mount}/element.js`, br, "HEAD");
  assert.deepEqual([head.status, head.body.length], [200, 0]);
  assert.equal(head.headers["content-length"], String(body.length));
  assert.equal(head.headers["content-encoding"], "br");
});

test("payments.elementScript() names an address that is kept for a year, and its integrity", async () => {
  const { mount, payments } = await openShop();
  const { src, integrity } = await payments.elementScript();
  assert.match(src, new RegExp(`^${mount}/element-[0-9a-f]{16}\\.js$`));
  const { headers, body, status } = await raw(src);
  assert.equal(status, 200);
  assert.equal(headers["cache-control"], "public, max-age=31536000, immutable");
  assert.equal(integrity, `sha384-${createHash("sha384").update(body).digest("base64")}`);
  assert.equal((await raw(`${mount}/element.js`)).headers["cache-control"], "public, max-age=300");
});

test("a page from before an update still gets the element, and nobody keeps it under the old name", async () => {
  const { mount } = await openShop();
  const { status, headers, body } = await raw(`${mount}/element-0123456789abcdef.js`, br);
  assert.deepEqual([status, headers["cache-control"]], [200, "no-cache"]);
  assert.match(brotliDecompressSync(body).toString(), /ventanilla-pay/);
  for (const name of ["element-.js", "element-a-b.js", "elements.js", "element.jsx"]) {
    assert.equal((await raw(`${mount}/${name}`)).status, 404, name);
  }
});

test("an app whose answers vary by something else varies by the encoding, too", async () => {
  const { mount } = await openShop(
    {},
    {
      before: (app) =>
        app.use((_request, response, next) => {
          response.setHeader("Vary", "Origin");
          next();
        }),
      framework: express,
    },
  );
  const { headers } = await raw(`${mount}/element.js`, br);
  assert.deepEqual(headers.vary, "Origin, Accept-Encoding");
});
