import { ArgumentError } from "@ventanilla/client";
import type { Store } from "./store.ts";

/** Every method of a store. */
const methods: Record<keyof Store, true> = {
  migrate: true,
  now: true,
  insertAttempt: true,
  findAttempt: true,
  findByReturnHash: true,
  attemptsOf: true,
  orderByReference: true,
  launchedBy: true,
  transition: true,
  claimAttempts: true,
  claimEvents: true,
  renewClaim: true,
  settleClaim: true,
  openDelivery: true,
  reviveEvent: true,
  checkWrite: true,
  lostFile: true,
  backlog: true,
  elsewhere: true,
  unsettled: true,
  stats: true,
  listAttempts: true,
  takings: true,
  tally: true,
  eventsOf: true,
  recordAction: true,
  actionsOf: true,
  claimAlert: true,
  close: true,
};

/**
 * Checks that the option is a store. One that was written for an earlier version lacks the new methods.
 * @throws ArgumentError naming `store`, or the method that is missing
 */
export function checkStore(store: Partial<Store> | undefined): void {
  if (typeof store?.transition !== "function") {
    throw new ArgumentError("store: expected a store, such as sqliteStore(path)");
  }
  for (const name of Object.keys(methods) as (keyof Store)[]) {
    if (typeof store[name] !== "function") {
      throw new ArgumentError(`store.${name}: expected a function, as every store has: see docs/stores.md`);
    }
  }
}
