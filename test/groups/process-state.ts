import { channel, tracingChannel } from "node:diagnostics_channel";
import { getCACertificates } from "node:tls";

/** What a test file can change in its process and has to restore, by name. */
export function processState(): Map<string, unknown> {
  const openTelemetry: { trace?: unknown; metrics?: unknown } =
    Reflect.get(globalThis, Symbol.for("opentelemetry.js.api.1")) ?? {};
  const traces = ["query", "session", "hook"].map((name) => tracingChannel(`ventanilla:${name}`).hasSubscribers);
  const plain = ["attempt", "alert"].map((name) => channel(`ventanilla:${name}`).hasSubscribers);
  return new Map<string, unknown>([
    ...Object.entries(process.env).map(([name, value]) => [`process.env.${name}`, value] as const),
    ["Date", Date],
    ["fetch", fetch],
    ["setImmediate", setImmediate],
    ["setInterval", setInterval],
    ["setTimeout", setTimeout],
    ["Date.now", Date.now],
    ["Math.random", Math.random],
    ["performance.now", performance.now],
    ["Object.prototype", Reflect.ownKeys(Object.prototype).join()],
    ["process.cwd()", process.cwd()],
    ["process.exitCode", process.exitCode],
    ["process.umask()", process.umask()],
    ["listeners of the process's warnings", process.listenerCount("warning")],
    ["the default CA certificates", trusted()],
    ["OpenTelemetry's tracer provider", openTelemetry.trace],
    ["OpenTelemetry's meter provider", openTelemetry.metrics],
    ["subscribers of ventanilla's channels", [...traces, ...plain].join()],
  ]);
}

/** The certificates that clients trust. Restored ones differ in order, white space and repetitions. */
function trusted(): string {
  const texts = getCACertificates("default").map((text) => text.replaceAll(/\s/g, ""));
  return [...new Set(texts)].toSorted().join();
}

/** The names of what differs. */
export function changesOf(before: Map<string, unknown>, after: Map<string, unknown>): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].filter((name) => before.get(name) !== after.get(name));
}
