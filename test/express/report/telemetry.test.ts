import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { tracingChannel } from "node:diagnostics_channel";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { metrics, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-base";
import { PermanentHookError } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { place } from "../../kept.ts";
import { silentLogger } from "../../loggers.ts";
import { cards, comeBack, openShop, pay, payAtBank, sessionIn } from "../../shop.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const spans = new InMemorySpanExporter();
trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] }));
const exporter = new InMemoryMetricExporter(AggregationTemporality.DELTA);
const meters = new MeterProvider({
  readers: [new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 })],
});
metrics.setGlobalMeterProvider(meters);
after(async () => {
  trace.disable();
  metrics.disable();
  await meters.shutdown();
});

const source = new URL("../../../packages/express/src/report/telemetry.ts", import.meta.url).href;
const instruments = new URL("instruments.ts", source).href;

/** The points of the metrics collected now: `name{attribute=value,…}` and the value, or the count of a histogram. */
async function collected(): Promise<Record<string, number>> {
  exporter.reset();
  await meters.forceFlush();
  const points = exporter
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics)
    .flatMap(({ metrics: all }) => all)
    .flatMap(({ descriptor, dataPoints }) =>
      dataPoints.map(({ attributes, value }) => {
        const labels = Object.entries(attributes)
          .filter(([name]) => name !== "ventanilla.router")
          .map(([name, label]) => `${name}=${String(label)}`);
        const number = typeof value === "number" ? value : (value as { count: number }).count;
        return [`${descriptor.name}{${labels.join(",")}}`, number] as const;
      }),
    );
  return Object.fromEntries(points);
}

test("a payment is spans of its session, queries and hook, and counts and durations of them", async () => {
  const shop = await openShop({ background: false, logger: silentLogger });
  spans.reset();
  await collected();
  const attempt = await pay(shop, "A-1", cards.approved);
  const ended = spans.getFinishedSpans();
  assert.deepEqual(
    ended.map(({ name }) => name),
    ["ventanilla.session", "ventanilla.query", "ventanilla.hook"],
  );
  assert.deepEqual(
    ended.map(({ kind }) => kind),
    [SpanKind.CLIENT, SpanKind.CLIENT, SpanKind.CONSUMER],
  );
  const ids = { "ventanilla.order": "A-1", "ventanilla.attempt": attempt };
  assert.deepEqual(
    ended.map(({ attributes }) => attributes),
    [
      ids,
      { ...ids, "ventanilla.answer": "finished" },
      { ...ids, "ventanilla.event.id": "paid:A-1", "ventanilla.event.tries": 0, "ventanilla.event": "paid" },
    ],
  );
  assert.ok(ended.every(({ status }) => status.code === SpanStatusCode.UNSET));
  const counts = await collected();
  for (const name of [
    "ventanilla.attempts{ventanilla.state=approved}",
    "ventanilla.queries{ventanilla.answer=finished}",
    "ventanilla.query.duration{ventanilla.answer=finished}",
    "ventanilla.session.duration{}",
    "ventanilla.hook.duration{ventanilla.event=paid}",
  ]) {
    assert.equal(counts[name], 1, `${name} in ${JSON.stringify(counts)}`);
  }
  await shop.payments.close();
});

test("what fails is a span with an error status and a type of few values, and is counted", async () => {
  const shop = await openShop({
    background: false,
    logger: silentLogger,
    onPaid: () => {
      throw new PermanentHookError("the order is gone");
    },
  });
  await pay(shop, "A-1", cards.approved);
  const SESSION = await sessionIn(await shop.launch("B-2"));
  shop.sandbox.faults.arm("result-500", { times: 20 });
  spans.reset();
  await comeBack(await payAtBank(shop, SESSION, cards.approved));
  const [query] = spans.getFinishedSpans();
  assert.equal(query?.name, "ventanilla.query");
  assert.equal(query?.attributes["error.type"], "server_error");
  assert.equal(query?.status.code, SpanStatusCode.ERROR);
  assert.match(query?.status.message ?? "", /sessionResult had no clear answer/);
  assert.doesNotMatch(JSON.stringify(query?.attributes) + query?.status.message, /sk=|http/);
  const counts = await collected();
  assert.equal(counts["ventanilla.queries{error.type=server_error}"], 1);
  assert.equal(counts["ventanilla.hook.failures{ventanilla.event=paid,error.type=PermanentHookError}"], 1);
  assert.equal(counts["ventanilla.alerts{ventanilla.alert=dead_event}"], 1);
  await shop.payments.close();
});

test("gauges tell what waits for a person and what is overdue, until the router is closed", async () => {
  const time = Date.now();
  const store = sqliteStore(":memory:", { now: () => time });
  const shop = await openShop({ store, background: false, logger: silentLogger });
  await place(store, { order: "A-1", state: "unknown" });
  await place(store, { order: "B-2", dueAt: time - 5000 });
  const waiting = "ventanilla.waiting{ventanilla.kind=unknown}";
  let counts = await collected();
  // The gauges are there once the router has loaded the module, which takes some turns.
  for (let i = 0; i < 1000 && counts[waiting] === undefined; i++) counts = await collected();
  assert.equal(counts[waiting], 1);
  assert.equal(counts["ventanilla.waiting{ventanilla.kind=dead}"], 0);
  assert.equal(counts["ventanilla.lateness{ventanilla.kind=attempts}"], 5);
  await shop.payments.close();
  assert.equal((await collected())[waiting], undefined);
});

test("several routers of a process make one span each, and the last to close ends the subscriptions", async () => {
  const open = () => openShop({ background: false, logger: silentLogger });
  const shops = [await open(), await open(), await open()];
  spans.reset();
  await shops[0]?.launch("A-1");
  assert.equal(spans.getFinishedSpans().length, 1);
  for (const { payments } of shops) {
    assert.equal(tracingChannel("ventanilla:query").hasSubscribers, true);
    await payments.close();
  }
  assert.equal(tracingChannel("ventanilla:query").hasSubscribers, false);
});

/**
 * Which channels the module subscribes to in a process of its own: those of the traces, then the plain ones.
 * @param sdk statements that register one
 */
function subscriptionsOf(module: string, sdk = ""): boolean[] {
  const script = `
    ${sdk}
    import { channel, tracingChannel } from "node:diagnostics_channel";
    import { startTelemetry } from ${JSON.stringify(module)};
    const stop = await startTelemetry(async (api) => {
      const { startInstruments } = await import(${JSON.stringify(instruments)});
      return startInstruments(api, "https://shop.example/payments", async () => { throw new Error("asked"); });
    }, console.error);
    const names = ["query", "session", "hook"].map((name) => tracingChannel("ventanilla:" + name).hasSubscribers);
    const plain = ["attempt", "alert"].map((name) => channel("ventanilla:" + name).hasSubscribers);
    console.log(JSON.stringify([...names, ...plain]));
    stop();
  `;
  const args = ["--input-type=module", "--eval", script];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as boolean[];
}

test("without @opentelemetry/api nothing is subscribed, and nothing fails", () => {
  const folder = temporaryFolder("telemetry");
  const alone = join(folder, "telemetry.mts");
  copyFileSync(new URL(source), alone);
  assert.deepEqual(subscriptionsOf(pathToFileURL(alone).href), [false, false, false, false, false]);
});

test("with @opentelemetry/api but no SDK nothing is subscribed: it would cost time for nothing", () => {
  assert.deepEqual(subscriptionsOf(source), [false, false, false, false, false]);
});

test("an SDK of spans alone, or of metrics alone, is enough", () => {
  const api = 'import { metrics, trace } from "@opentelemetry/api";';
  const tracer = 'import { BasicTracerProvider } from "@opentelemetry/sdk-trace-base";';
  const meter = 'import { MeterProvider } from "@opentelemetry/sdk-metrics";';
  for (const sdk of [
    `${api} ${tracer} trace.setGlobalTracerProvider(new BasicTracerProvider());`,
    `${api} ${meter} metrics.setGlobalMeterProvider(new MeterProvider());`,
  ]) {
    assert.deepEqual(subscriptionsOf(source, sdk), [true, true, true, true, true], sdk);
  }
});

test("a meter that throws costs neither the process nor close(): the router says so and works", async (t) => {
  const warnings: string[] = [];
  const warn = (...said: unknown[]) => void warnings.push(said.map((one) => JSON.stringify(one)).join(" "));
  t.mock.method(metrics, "getMeter", () => {
    throw new Error("no meter");
  });
  const shop = await openShop({ logger: { ...silentLogger, warn } });
  const attempt = await pay(shop, "A-1", cards.approved);
  assert.equal((await shop.status(attempt)).body.outcome, "approved");
  await shop.payments.close();
  assert.match(warnings.join("\n"), /telemetry failed.*no meter|no meter.*telemetry failed/);
});
