import { ArgumentError } from "@ventanilla/client";
import { checkText } from "../base/check-text.ts";
import { checkShop } from "../stores/check-store.ts";
import type { ShopStore, Store } from "../stores/store.ts";
import type { Merchants } from "./merchants.ts";

/** What a scope is kept for where each order has a merchant of its own. */
const ofEachOrder = "of each order";

/** The scopes that routers of this process use, by their stores. */
const used = new WeakMap<Store, Map<string, string>>();

/**
 * Opens what a store keeps of one shop, and keeps other merchants out of it: two of them in one scope would pay each
 * other's orders. Within a process that is seen at once; with what another process has kept, at the first use.
 *
 * A router whose orders each have their merchant may use the scope of one merchant, which stays that one's: it may come
 * back, since sessions keep the merchant that they were begun with, and another one may not.
 * @param checks of what only people ask for: loaded with the first of their requests
 * @throws ArgumentError when another router of this process uses the scope for another merchant
 */
export function openShop(
  store: Store,
  { scope, only: merchant = ofEachOrder }: Pick<Merchants, "scope" | "only">,
  checks: () => Promise<typeof import("./check-staff-requests.ts")>,
): ShopStore {
  const scopes = used.get(store) ?? new Map<string, string>();
  used.set(store, scopes);
  const shop = store.shop(scope);
  checkShop(shop);
  refuseAnother(scope, merchant, scopes.get(scope) ?? merchant);
  scopes.set(scope, merchant);
  let claimed: Promise<void> | undefined;
  /** A store that fails is asked again at the next use. */
  const own = (): Promise<void> =>
    (claimed ??= store.claimScope(scope, merchant).then(
      (kept) => refuseAnother(scope, merchant, merchant === ofEachOrder ? merchant : kept),
      (error: unknown) => {
        claimed = undefined;
        throw error;
      },
    ));
  const owned =
    <Given extends unknown[], T>(method: (...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> => {
      await own();
      return method(...given);
    };
  const checked = async () => (await checks()).checkStaffRequests(shop);
  return {
    ...shop,
    inOrder: owned(shop.inOrder),
    update: owned(shop.update),
    listAttempts: async (request) => (await checked()).listAttempts(request),
    listReturns: async (request) => (await checked()).listReturns(request),
    tallies: async (request) => (await checked()).tallies(request),
    recordAction: async (action) => (await checked()).recordAction(action),
    async claimAlert(key) {
      checkText("key", key);
      return shop.claimAlert(key);
    },
    claimAttempts: owned(shop.claimAttempts),
    claimEvents: owned(shop.claimEvents),
    pruneOrder: owned(shop.pruneOrder),
    checkWrite: owned(shop.checkWrite),
  };
}

function refuseAnother(scope: string, merchant: string, kept: string): void {
  if (kept === merchant) return;
  throw new ArgumentError(
    `shop: the store keeps the payments of ${named(kept)} as "${scope}", and this router is for ${named(merchant)}: give each merchant a \`shop\` of its own`,
  );
}

const named = (merchant: string): string => (merchant === ofEachOrder ? "a merchant by order" : `merchant ${merchant}`);
