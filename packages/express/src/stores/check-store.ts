import { ArgumentError } from "@ventanilla/client";
import type { ShopStore, Store } from "./store.ts";

const methods = "migrate now checkWrite shop claimScope scopes lostFile close".split(" ");

/** The methods of a `ShopStore`. */
export const shopMethods: readonly string[] =
  `now checkWrite lostFile inOrder update findAttempt findByReturnHash attemptsOf orderByReference launchedBy
  claimAttempts claimEvents renewClaim settleClaim openDelivery reviveEvent backlog elsewhere countUnsettled unsettled stats
  finishedOrders pruneOrder listAttempts listReturns tallies eventsOf recordAction actionsOf claimAlert`.split(/\s+/);

/** @throws ArgumentError naming `store`, unless the option is one with every method, or the method that is missing */
export function checkStore(store: Partial<Store> | undefined): void {
  if (!store?.migrate) throw new ArgumentError("store: expected a store, such as sqliteStore(path)");
  checkMethods("store", store, methods);
}

/** @throws ArgumentError naming the method that is missing in what a store keeps of a shop */
export const checkShop = (shop: Partial<ShopStore>): void => checkMethods("store.shop(scope)", shop, shopMethods);

function checkMethods(what: string, of: object, names: readonly string[]): void {
  for (const name of names) {
    if (typeof (of as Record<string, unknown>)[name] !== "function") {
      throw new ArgumentError(
        `${what}.${name}: expected a function, as every store has: see docs/contributing/write-a-store.md`,
      );
    }
  }
}
