import assert from "node:assert/strict";
import { after, test } from "node:test";
import { sqliteStore } from "@ventanilla/express/sqlite";
import express from "express";
import { makeAnswerFailed } from "#express/failed-request.ts";
import { settingsOf } from "#express/settings.ts";
import { withShop } from "../kept.ts";
import { keepingLogger } from "../loggers.ts";
import { serve } from "../serve.ts";
import { stillOptions, stillRouter } from "../shop.ts";

const secret = "postgres://ana:secret@db";

/** A shop without any error handler of its own, whose store answers no question. */
async function openBroken() {
  const logger = keepingLogger();
  const failing = () => Promise.reject(new Error(secret));
  const store = withShop(sqliteStore(":memory:"), () => ({
    findAttempt: failing,
    findByReturnHash: failing,
    attemptsOf: failing,
    inOrder: failing,
  }));
  const { payments } = stillRouter({ logger, store });
  // Express prints what no handler takes: not in the tests.
  const app = express().set("env", "test").use("/payments", payments);
  const { origin } = await serve(app);
  after(() => payments.close());
  return { mount: `${origin}/payments`, logger };
}

const id = "0b5f6a54-93c1-4a63-8d3c-6f6d8f0f6c11";
const token = "x".repeat(43);

test("where the store fails, every address answers with the router's own page or JSON, and never with the app's", async () => {
  const { mount, logger } = await openBroken();
  const headers = { "Accept-Language": "en", "Sec-Fetch-Site": "same-origin" };
  for (const [method, path, status, says] of [
    ["POST", "/attempts", 503, /<h1>One moment[\s\S]*You may already have been charged/],
    ["POST", `/return/${token}`, 503, /<h1>One moment[\s\S]*You may already have been charged/],
    ["GET", `/cancel/${token}`, 503, /You may already have been charged/],
    ["GET", `/relay/${id}`, 503, /You may already have been charged/],
    ["GET", `/attempts/${id}`, 503, /^\{"v":1,"error":\{"code":"unavailable","message":"The order could not/],
    ["GET", "/orders/A-1", 503, /^\{"v":1,"error":\{"code":"unavailable"/],
    ["GET", `/attempts/${id}?lang=es`, 503, /"message":"No se pudo consultar el pedido/],
  ] as const) {
    const body = method === "POST" ? new URLSearchParams({ order: "A-1", attempt: id, lang: "en" }) : null;
    const answer = await fetch(mount + path, { method, headers, body });
    const text = await answer.text();
    assert.equal(answer.status, status, path);
    assert.match(text, says);
    assert.doesNotMatch(text, /secret|\bat \w+.*\d+:\d+|<pre>/);
    assert.equal(answer.headers.get("cache-control"), "no-store");
    if (!text.startsWith("{")) assert.match(text, /href="\/" target="_top">Back to the store</);
  }
  const codes = logger.lines.filter(({ level }) => level === "error").map(({ fields }) => fields.code);
  assert.deepEqual(codes, ["launch_failed", ...Array<string>(6).fill("request_failed")]);
});

test("a request that names no language is answered in Spanish", async () => {
  const { mount } = await openBroken();
  const page = await (await fetch(`${mount}/relay/${id}`)).text();
  assert.match(page, /<html lang="es">[\s\S]*Puede que ya se le haya cobrado[\s\S]*Volver al comercio/);
});

test("a flood of requests writes five lines in ten minutes", async () => {
  const { mount, logger } = await openBroken();
  for (let i = 0; i < 20; i++) await fetch(`${mount}/attempts/${id}`);
  assert.equal(logger.lines.length, 5);
  assert.match(String(logger.lines[0]?.fields.error), /^Error: postgres/);
});

test("a launch that fails before its form is read gets a page as well", async () => {
  const settings = settingsOf(stillOptions({ logger: keepingLogger() }));
  const answerFailed = makeAnswerFailed(settings);
  const { origin } = await serve((request, response) => {
    request.resume();
    answerFailed("launch", { request, response, settings, query: new URLSearchParams() }, new Error(secret));
  });
  const answer = await fetch(origin, { method: "POST" });
  const page = await answer.text();
  assert.equal(answer.status, 503);
  assert.match(page, /Puede que ya se le haya cobrado/);
  assert.doesNotMatch(page, /ningún cargo/);
  assert.doesNotMatch(page, /secret/);
});
