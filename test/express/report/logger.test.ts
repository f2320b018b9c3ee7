import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { channel, tracingChannel } from "node:diagnostics_channel";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { metrics, trace } from "@opentelemetry/api";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { type Options, PermanentHookError } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { makeVault } from "#express/base/vault.ts";
import { makeReport } from "#express/report/report.ts";
import { printed } from "../../client/printed.ts";
import { aroundWrites, bankAt, keptIn, place } from "../../kept.ts";
import { keepingLogger, warningsOf } from "../../loggers.ts";
import { cards, comeBack, openShop, orderOf, payAtBank, type Shop, sessionIn } from "../../shop.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const folder = temporaryFolder("logger");

async function launched(shop: Shop, order: string): Promise<{ attempt: string; SESSION: string; browser: string }> {
  const attempt = crypto.randomUUID();
  const page = await shop.launch(order, { attempt });
  const browser = /ventanilla=([\w-]+)/.exec(page.headers.get("set-cookie") ?? "")?.[1] ?? "";
  return { attempt, SESSION: await sessionIn(page), browser };
}

/** A shop in which everything goes wrong that is told to somebody, each once. */
async function troubles(file: string, overrides: Partial<Options>): Promise<{ shop: Shop; canaries: string[] }> {
  let ahead = 0;
  const store = sqliteStore(file, { now: () => Date.now() + ahead });
  const keys = [randomBytes(32).toString("base64"), randomBytes(32).toString("hex")] as const;
  const vault = makeVault(keys);
  const buyer = { email: "canary.buyer@example.do", mobilePhone: "8297654321" };
  let calls = 0;
  let broken = false;
  const breakable = aroundWrites(store, {
    changing: (write) => (broken ? Promise.reject(new Error("disk full")) : write()),
  });
  const shop = await openShop({
    store: breakable,
    background: false,
    encryptionKeys: [...keys],
    order: (id) => {
      const order = orderOf(id.slice(0, 3));
      return order && { ...order, buyer };
    },
    onPaid: () => {
      calls++;
      if (calls === 1) throw new Error("the warehouse is closed");
      if (calls === 2) throw new PermanentHookError("no such order");
    },
    ...overrides,
  });

  const first = await launched(shop, "A-1");
  const facts = (await keptIn(store).findAttempt(first.attempt))?.facts;
  const sealedKey = facts?.sealedKey ?? "";
  shop.sandbox.faults.arm("result-500", { times: 20 });
  const address = await payAtBank(shop, first.SESSION, cards.approved);
  await comeBack(address);
  shop.sandbox.faults.disarm();
  ahead += 1050;
  await comeBack(address);
  await shop.status(first.attempt, "?ask=1");
  await fetch(`${shop.mount}/relay/${first.attempt}`);

  const returned = async (order: string, card: string) => {
    const { attempt, SESSION } = await launched(shop, order);
    await comeBack(await payAtBank(shop, SESSION, card));
    return attempt;
  };
  await returned("B-2", cards.approved);
  await returned("A-1-declined", cards.declined);
  const review = await returned("C-3", cards.partial);
  await shop.payments.resolve(review, { paid: true, reason: "the bank says so", by: "Ana" });
  shop.sandbox.faults.arm("server-error-before", { times: 20 });
  await shop.launch("A-1-failing");
  shop.sandbox.faults.disarm();

  const now = await store.now();
  const bank = bankAt(shop.sandbox);
  await place(store, { bank, order: "A-1-lost", facts: { SESSION: "s", sealedKey: "00000000.AAAA" }, dueAt: now });
  await place(store, { bank, order: "A-1-over", windowEndsAt: now - 2 * 3_600_000, dueAt: now });
  const [one, two] = [
    await place(store, { bank, order: "A-1-twice", minor: 1 }),
    await place(store, { bank, order: "A-1-twice" }),
  ];
  for (const { id, version, facts: known } of [one, two]) {
    await keptIn(store).transition(id, version, { state: "approved", announce: "order.paid", facts: known });
  }
  await shop.payments.reconcileOnce({ budgetMs: 60_000 });
  broken = true;
  await place(store, { bank, order: "A-1-broken", facts: { SESSION: "s", sealedKey: "00000000.AAAA" }, dueAt: now });
  await shop.payments.reconcileOnce({ budgetMs: 60_000 });
  broken = false;

  const token = address.split("/").at(-1) ?? "";
  const hash = (text: string) => createHash("sha256").update(text).digest("hex");
  const canaries = [
    vault.open(sealedKey, first.attempt),
    first.SESSION,
    sealedKey,
    token,
    hash(token),
    first.browser,
    hash(first.browser),
    ...keys,
    cards.approved,
    buyer.email,
    buyer.mobilePhone,
  ];
  return { shop, canaries };
}

/** Each canary as it is, percent-encoded, in base64, in hex, and as it stands in JSON. */
function formsOf(canary: string): string[] {
  const bytes = Buffer.from(canary);
  return [
    canary,
    encodeURIComponent(canary),
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
    bytes.toString("hex"),
    JSON.stringify(canary).slice(1, -1),
    canary.replace(/[^\w]/g, (character) => `\\u00${character.charCodeAt(0).toString(16).padStart(2, "0")}`),
  ];
}

/** What the channels say, printed in every way, at the time and after the trace has ended. */
function listen(): { said(): string; end(): void } {
  const messages: unknown[] = [];
  const texts: string[] = [];
  const listener = (message: unknown) => {
    messages.push(message);
    texts.push(printed(message));
  };
  const subscribers = { start: listener, end: listener, asyncStart: listener, asyncEnd: listener, error: listener };
  for (const name of ["query", "session", "hook"]) tracingChannel(`ventanilla:${name}`).subscribe(subscribers);
  for (const name of ["attempt", "alert"]) channel(`ventanilla:${name}`).subscribe(listener);
  return {
    said: () => [...texts, ...messages.map(printed)].join("\n"),
    end() {
      for (const name of ["query", "session", "hook"]) tracingChannel(`ventanilla:${name}`).unsubscribe(subscribers);
      for (const name of ["attempt", "alert"]) channel(`ventanilla:${name}`).unsubscribe(listener);
    },
  };
}

function runCli(...args: string[]): string {
  const cli = fileURLToPath(new URL("../../../packages/express/src/cli/index.ts", import.meta.url));
  try {
    return execFileSync(process.execPath, ["--conditions=@ventanilla/source", cli, ...args], { encoding: "utf8" });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return stdout + stderr;
  }
}

test("twelve secrets reach no log, warning, channel, span, metric, view, page or command line, in any form", async (t) => {
  const spans = new InMemorySpanExporter();
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }));
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const meters = new MeterProvider({
    readers: [new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 })],
  });
  metrics.setGlobalMeterProvider(meters);
  t.after(async () => {
    trace.disable();
    metrics.disable();
    await meters.shutdown();
  });
  const channels = listen();
  const logger = keepingLogger();
  const file = join(folder, "canaries.db");

  const logged = await troubles(file, { logger });
  let warned = logged;
  const warnings = await warningsOf(async () => {
    warned = await troubles(":memory:", {});
  });
  await meters.forceFlush();

  const alerts = logger.lines.filter(({ level }) => level === "error").map(({ fields }) => String(fields.code));
  assert.deepEqual(
    [...new Set(alerts)].toSorted((a, b) => a.localeCompare(b)),
    ["dead_event", "key_lost", "launch_failed", "paid_again", "review", "store_failed", "unknown"],
  );
  const orders = ["A-1", "B-2", "C-3", "A-1-declined", "A-1-failing", "A-1-lost", "A-1-over", "A-1-twice"];
  const outputs: Record<string, string> = {
    logger: logger.lines.map((line) => printed(line.fields) + line.message).join("\n"),
    warnings: warnings.map(printed).join("\n"),
    channels: channels.said(),
    spans: spans
      .getFinishedSpans()
      .map(({ name, attributes, status, events, links }) => JSON.stringify({ name, attributes, status, events, links }))
      .join("\n"),
    metrics: JSON.stringify(exporter.getMetrics().map(({ scopeMetrics }) => scopeMetrics)),
  };
  for (const { shop } of [logged, warned]) {
    const views = await Promise.all(orders.map((order) => shop.payments.findOrder(order)));
    outputs.views = (outputs.views ?? "") + printed([views, await shop.payments.health(), shop.payments]);
    outputs.errors = (outputs.errors ?? "") + shop.errors.map(printed).join("\n");
    for (const id of views.flatMap(({ attempts }) => attempts.map((attempt) => attempt.id))) {
      outputs.pages = `${outputs.pages ?? ""}${JSON.stringify((await shop.status(id)).body)}
${await (await fetch(`${shop.mount}/relay/${id}`)).text()}`;
    }
  }
  outputs.cli = [
    runCli("status", "--store", file),
    runCli("inspect", "A-1", "--store", file),
    runCli("inspect", "C-3", "--store", file, "--json"),
  ].join("\n");

  for (const name of ["logger", "warnings", "channels", "spans", "metrics", "views", "pages", "cli"]) {
    assert.ok((outputs[name] ?? "").length > 500, `${name} said something`);
  }
  for (const { canaries } of [logged, warned]) {
    assert.equal(canaries.length, 12);
    for (const [index, canary] of canaries.entries()) {
      assert.ok(canary.length >= 10, `canary ${index} is long enough to be found`);
      for (const form of formsOf(canary)) {
        for (const [name, text] of Object.entries(outputs)) {
          assert.ok(!text.toLowerCase().includes(form.toLowerCase()), `canary ${index} in ${name}`);
        }
      }
    }
  }
  channels.end();
});

test("lines come as pino takes them: fields first, a fixed sentence second, ids in fields of their own", async () => {
  const logger = keepingLogger();
  const { shop } = await troubles(":memory:", { logger });
  await shop.payments.close();
  for (const { fields, message } of logger.lines) {
    assert.match(message, /^[a-z].{5,100}$/);
    assert.equal(typeof fields, "object");
    assert.ok(Object.values(fields).every((value) => ["string", "number", "boolean"].includes(typeof value)));
  }
  const moved = logger.lines.find(({ message, fields }) => message === "attempt moved" && fields.order === "A-1");
  assert.deepEqual(Object.keys(moved?.fields ?? {}).toSorted(), ["attempt", "code", "order", "state"]);
  const failed = logger.lines.find(({ level }) => level === "warn");
  assert.match(String(failed?.fields.error), /^Error: the warehouse is closed$/);
  assert.match(failed?.message ?? "", /^a hook failed and runs again in \d+ s$/);
});

test("nothing that a line holds can break it, color it, reverse its direction or fill the disk", async () => {
  const hostile = `A-1\n{"level":60}\r\u001b[31m\u0007\u009b2J\u2028\u2029\u202e\ud800${"x".repeat(100_000)}`;
  const logger = keepingLogger();
  const [warning, ...others] = await warningsOf(() => makeReport().warn(hostile, { error: hostile }));
  assert.ok(warning);
  const report = makeReport(logger);
  report.alert("store_failed", hostile, { order: hostile, attempt: hostile, event: hostile }, new Error(hostile));
  report.alert("store_failed", "told", {}, hostile);
  report.warn("told", { error: hostile, order: hostile });
  report.moved({
    id: hostile,
    order: hostile,
    bank: hostile,
    state: "review",
    version: 1,
    transactionId: "100000",
    amount: { minor: 1, currency: "DOP" },
    tax: { minor: 0, currency: "DOP" },
    createdAt: 0,
    facts: { language: "es", mode: "redirect", verdict: { code: hostile } },
  });
  assert.equal(logger.lines.length, 4);
  assert.deepEqual(others, []);
  const texts = logger.lines.flatMap(({ fields, message }) => [message, ...Object.values(fields).map(String)]);
  for (const text of [...texts, warning.message]) {
    assert.doesNotMatch(text, /[\p{Cc}\p{Cs}\u2028\u2029\u202e]/u);
  }
  assert.ok(texts.every((text) => text.length <= 500));
  assert.ok(warning.message.length <= 1500);
  assert.match(texts.join(), /A-1\\u\{a\}\{"level":60\}\\u\{d\}\\u\{1b\}\[31m/);
});
