import { type InFlight, withTimeout } from "./base/work.ts";
import type { Reconciler } from "./reconcile.ts";
import type { AlertSender } from "./report/alerts/alert-sender.ts";
import type { startTelemetry } from "./report/telemetry.ts";
import type { Gateways } from "./session/gateways.ts";
import type { Settler } from "./settle.ts";

/** How long `close()` waits for requests, queries and hooks. */
const finishMs = 8000;
/** For how much of that it writes results that the store has not taken before. */
const keptMs = 5000;
/** How long it waits then for the bank's connections, and for the store. */
const disconnectMs = 1000;

/** What a router stops and closes when it ends. */
interface Running {
  settings: {
    gateways: Pick<Gateways, "close">;
    /** Absent without `onAlert`. */
    alerts: Promise<Pick<AlertSender, "close">> | undefined;
    closeStore(): Promise<void>;
  };
  reconciler: Reconciler;
  inFlight: InFlight;
  settler: Settler;
  telemetry: ReturnType<typeof startTelemetry>;
}

/** Finishes what was begun, and closes. */
export async function shutDown({ settings, reconciler, inFlight, settler, telemetry }: Running): Promise<void> {
  const { alerts, gateways, closeStore } = settings;
  const finish = async () => {
    await Promise.all([reconciler.close(), inFlight.waitForAll(), settler.close(keptMs)]);
    // What was in flight may have heard more.
    await settler.writeKept();
    await (await alerts)?.close();
  };
  await withTimeout(finishMs, finish());
  (await telemetry)();
  await withTimeout(disconnectMs, gateways.close());
  await withTimeout(disconnectMs, closeStore());
}
