import { expectThat } from "@ventanilla/web";
import type { ShopStore, Store } from "./store.ts";

const methods = "migrate now checkWrite shop claimScope scopes lostFile close".split(" ");

/** The methods of a `ShopStore`. */
export const shopMethods: readonly string[] =
  `now checkWrite lostFile inOrder update findAttempt findByReturnHash attemptsOf orderByReference launchedBy
  claimAttempts claimEvents renewClaim settleClaim openDelivery reviveEvent backlog elsewhere countUnsettled unsettled stats
  finishedOrders pruneOrder listAttempts listReturns tallies eventsOf recordAction actionsOf claimAlert`.split(/\s+/);

/** @throws ArgumentError naming `store`, unless the option is one with every method, or the method that is missing */
export function checkStore(store: Partial<Store> | undefined): void {
  expectThat(store?.migrate !== undefined, "store", "a store, such as sqliteStore(path)");
  checkMethods("store", store, methods);
}

/** @throws ArgumentError naming the method that is missing in what a store keeps of a shop */
export const checkShop = (shop: Partial<ShopStore>): void => checkMethods("store.shop(scope)", shop, shopMethods);

function checkMethods(what: string, of: object, names: readonly string[]): void {
  const expected = "a function, as every store has: see docs/contributing/write-a-store.md";
  for (const name of names) expectThat(typeof of[name as keyof object] === "function", `${what}.${name}`, expected);
}
