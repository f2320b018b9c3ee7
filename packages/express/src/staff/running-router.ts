import { ArgumentError } from "@ventanilla/client";
import type { InFlight } from "../base/work.ts";
import type { WorkPool } from "../outbox/work-pool.ts";
import type { OnAnnounced } from "../record.ts";
import type { DeskSettings } from "./desk-settings.ts";

/** What of a router its desk works with. */
export interface RunningRouter {
  settings: DeskSettings;
  onAnnounced: OnAnnounced;
  events: Pick<WorkPool<never>, "once">;
  inFlight: InFlight;
}

/** The routers of this process, beside them: nothing on a router lets its holder sign or decide. */
const routers = new WeakMap<object, RunningRouter>();

/** Keeps what the desk of a router will work with. */
export function openDesk(payments: object, router: RunningRouter): void {
  routers.set(payments, router);
}

/** @throws ArgumentError when it is not a router */
export function runningRouter(payments: object): RunningRouter {
  const router = routers.get(payments);
  if (router !== undefined) return router;
  throw new ArgumentError("counter(payments, options): expected the router that ventanilla() returned");
}
