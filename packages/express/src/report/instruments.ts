import { type ChannelListener, channel, tracingChannel } from "node:diagnostics_channel";
import type * as OpenTelemetry from "@opentelemetry/api";
import type { Health } from "./health.ts";
import type { AlertMessage, AttemptMessage, HookMessage, QueryMessage, Subject } from "./messages.ts";

type Api = typeof OpenTelemetry;
type Attributes = OpenTelemetry.Attributes;

const scope = "@ventanilla/express";
/** The SDK's default boundaries are made for milliseconds. */
const histogramOptions = {
  unit: "s",
  advice: { explicitBucketBoundaries: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 300] },
};

/** How many routers of this process have telemetry: they share the channels. */
let watchers = 0;
let unsubscribe = (): void => {};

/**
 * Makes spans and metrics of the messages of the `ventanilla:` channels, except `ventanilla:submit`, and of a router's
 * health.
 * @param router the router's public address, which tells it from others on the gauges
 * @param health read whenever metrics are collected
 * @returns a function that stops it
 */
export function startInstruments(api: Api, router: string, health: () => Promise<Health>): () => void {
  const stopGauges = watchWaiting(api, router, health);
  if (watchers === 0) unsubscribe = subscribe(api);
  watchers++;
  return () => {
    watchers--;
    if (watchers === 0) unsubscribe();
    stopGauges();
  };
}

/** What spans and metrics are made with. */
interface Instruments {
  api: Api;
  tracer: OpenTelemetry.Tracer;
  meter: OpenTelemetry.Meter;
}

function subscribe(api: Api): () => void {
  const { SpanKind } = api;
  const meter = api.metrics.getMeter(scope);
  const instruments = { api, meter, tracer: api.trace.getTracer(scope) };
  const counter = (name: string, unit: string, description: string) =>
    meter.createCounter(name, { unit: `{${unit}}`, description });
  const queries = counter("ventanilla.queries", "query", "Queries of the bank");
  const failures = counter("ventanilla.hook.failures", "failure", "Failed hooks");
  const attempts = counter("ventanilla.attempts", "attempt", "Attempts that reached a state, or were resolved in it");
  const alerts = counter("ventanilla.alerts", "alert", "Alerts raised");
  const ends = [
    traceRuns<QueryMessage>(instruments, "query", SpanKind.CLIENT, answerAttributes, (attributes) =>
      queries.add(1, attributes),
    ),
    traceRuns<Subject>(instruments, "session", SpanKind.CLIENT, () => ({})),
    traceRuns<HookMessage>(instruments, "hook", SpanKind.CONSUMER, eventAttributes, (attributes, failed) => {
      if (failed) failures.add(1, attributes);
    }),
    listen<AttemptMessage>("ventanilla:attempt", ({ state, paid }) =>
      attempts.add(1, { "ventanilla.state": state, ...(paid !== undefined && { "ventanilla.resolved.paid": paid }) }),
    ),
    listen<AlertMessage>("ventanilla:alert", ({ code }) => alerts.add(1, { "ventanilla.alert": code })),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/**
 * Makes a span and a duration of each run of a tracing channel. Returns a function that stops it.
 * @param attributesOf attributes with few different values, fit for metrics
 */
function traceRuns<Message extends Subject>(
  { api, tracer, meter }: Instruments,
  name: "query" | "session" | "hook",
  kind: OpenTelemetry.SpanKind,
  attributesOf: (message: Message) => Attributes,
  onEnd: (attributes: Attributes, failed: boolean) => void = () => {},
): () => void {
  const channels = tracingChannel<unknown, Message>(`ventanilla:${name}`);
  const duration = meter.createHistogram(`ventanilla.${name}.duration`, histogramOptions);
  const running = new WeakMap<object, { span: OpenTelemetry.Span; begun: number }>();
  const subscribers = {
    start(message: Message) {
      const span = tracer.startSpan(`ventanilla.${name}`, { kind, attributes: idAttributes(message) });
      running.set(message, { span, begun: performance.now() });
    },
    end() {},
    error() {},
    asyncStart() {},
    asyncEnd(message: Message & { error?: unknown }) {
      const run = running.get(message);
      if (!run) return;
      const failed = message.error !== undefined;
      const attributes = { ...attributesOf(message), ...(failed && { "error.type": errorType(message.error) }) };
      run.span.setAttributes(attributes);
      if (failed) run.span.setStatus({ code: api.SpanStatusCode.ERROR, message: errorMessage(message.error) });
      run.span.end();
      duration.record((performance.now() - run.begun) / 1000, attributes);
      onEnd(attributes, failed);
    },
  };
  channels.subscribe(subscribers);
  return () => channels.unsubscribe(subscribers);
}

/** Listens to a channel. Returns a function that stops it. */
function listen<Message>(name: string, onMessage: (message: Message) => void): () => void {
  const listener: ChannelListener = (message) => onMessage(message as Message);
  channel(name).subscribe(listener);
  return () => channel(name).unsubscribe(listener);
}

/** Observes on gauges what waits, and for how long it is overdue. Returns a function that stops it. */
function watchWaiting({ metrics }: Api, router: string, health: () => Promise<Health>): () => void {
  const meter = metrics.getMeter(scope);
  const waiting = meter.createObservableGauge("ventanilla.waiting", {
    description: "What waits for a person, or for the bank before it forgets",
    unit: "{item}",
  });
  const lateness = meter.createObservableGauge("ventanilla.lateness", {
    description: "How long what waits longest is overdue",
    unit: "s",
  });
  const observe: OpenTelemetry.BatchObservableCallback = async (result) => {
    const { attemptsLateMs, eventsLateMs, unqueried, unaskable, failing, dead, ...found } = await health();
    const { unknown, review, returnUnclear } = found;
    const of = (kind: string): Attributes => ({ "ventanilla.router": router, "ventanilla.kind": kind });
    for (const [kind, number] of Object.entries({
      unqueried,
      unaskable,
      failing,
      dead,
      unknown,
      review,
      returnUnclear,
    })) {
      if (number !== undefined) result.observe(waiting, number, of(kind));
    }
    for (const [kind, ms] of Object.entries({ attempts: attemptsLateMs, events: eventsLateMs })) {
      if (ms !== undefined) result.observe(lateness, ms / 1000, of(kind));
    }
  };
  meter.addBatchObservableCallback(observe, [waiting, lateness]);
  return () => meter.removeBatchObservableCallback(observe, [waiting, lateness]);
}

function idAttributes(message: Subject & { event?: string; tries?: number }): Attributes {
  const { order, attempt, event, tries } = message;
  return {
    "ventanilla.order": order,
    "ventanilla.attempt": attempt,
    ...(event !== undefined && { "ventanilla.event.id": event }),
    ...(tries !== undefined && { "ventanilla.event.tries": tries }),
  };
}

function answerAttributes({ answer }: QueryMessage): Attributes {
  return answer === undefined ? {} : { "ventanilla.answer": answer };
}

/** An event's id begins with its type: `paid:<order>`. */
function eventAttributes({ event }: HookMessage): Attributes {
  return { "ventanilla.event": event.slice(0, event.indexOf(":")) };
}

function errorType(error: unknown): string {
  if (!(error instanceof Error)) return "_OTHER";
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
