import type * as OpenTelemetry from "@opentelemetry/api";
import type { Health } from "./health.ts";

const scope = "@ventanilla/express";

/**
 * Turns the messages of the `ventanilla:` channels, except `ventanilla:submit`, into spans and metrics of
 * OpenTelemetry, when `@opentelemetry/api` is installed and an SDK is registered. Otherwise nothing is subscribed.
 * @param router the router's public address, which tells it from others on the gauges
 * @param health read whenever metrics are collected
 * @param onFailure called when the SDK throws at the start or the end
 * @returns a function that stops it
 */
export async function startTelemetry(
  router: string,
  health: () => Promise<Health>,
  onFailure: (error: unknown) => void,
): Promise<() => void> {
  const guarded = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      onFailure(error);
      return undefined;
    }
  };
  const api = await import("@opentelemetry/api").catch(() => undefined);
  if (!api || !guarded(() => hasSdk(api))) return () => {};
  const { start } = await import("./instruments.ts");
  const stop = guarded(() => start(api, router, health));
  return () => guarded(() => stop?.());
}

/** Without an SDK the API discards every span and number. */
function hasSdk({ createNoopMeter, metrics, ProxyTracer, trace }: typeof OpenTelemetry): boolean {
  return metrics.getMeter(scope) !== createNoopMeter() || !(trace.getTracer(scope) instanceof ProxyTracer);
}
