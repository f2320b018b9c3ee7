import type * as OpenTelemetry from "@opentelemetry/api";

const scope = "@ventanilla/express";

/**
 * Turns the messages of the `ventanilla:` channels, except `ventanilla:submit`, into spans and metrics of
 * OpenTelemetry, when `@opentelemetry/api` is installed and an SDK is registered. Otherwise nothing is subscribed.
 * @param start begins them, once there is an SDK
 * @param onFailure called when the SDK throws at the start or the end
 * @returns a function that stops it
 */
export async function startTelemetry(
  start: (api: typeof OpenTelemetry) => Promise<() => void>,
  onFailure: (error: unknown) => void,
): Promise<() => Promise<void>> {
  try {
    const api = await import("@opentelemetry/api").catch(() => undefined);
    const stop = api && hasSdk(api) ? await start(api) : () => {};
    return () => Promise.resolve().then(stop).catch(onFailure);
  } catch (error) {
    onFailure(error);
    return async () => {};
  }
}

/** Without an SDK the API discards every span and number. */
function hasSdk({ createNoopMeter, metrics, ProxyTracer, trace }: typeof OpenTelemetry): boolean {
  return metrics.getMeter(scope) !== createNoopMeter() || !(trace.getTracer(scope) instanceof ProxyTracer);
}
