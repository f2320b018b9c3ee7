import type { Attempt, ShopStore, Store } from "@ventanilla/express/store";
import { type Kept, keptIn as keptInShop } from "../packages/store-contract/src/kept.ts";
import { merchant } from "./merchant.ts";

/** The shop that the tests open, unless they name another one. */
export const ownScope = `${merchant.number}/${merchant.terminal}`;

/** What a store keeps of the shop that the tests open, as the router reads and writes it. */
export const keptIn = (store: Store): Kept => keptInShop(store, ownScope);

/** The store, with other methods for what it keeps of a shop. */
export const withShop = (store: Store, methodsOf: (shop: ShopStore) => Partial<ShopStore>): Store => ({
  ...store,
  shop(scope) {
    const shop = store.shop(scope);
    return { ...shop, ...methodsOf(shop) };
  },
});

/** What happens around the writes to attempts. `write` writes, once it is called. */
interface AroundWrites {
  /**
   * A launch, or the beginning of a capture.
   * @param inserted its attempt; `undefined` when it gets an earlier one
   */
  launching?(write: () => Promise<unknown>, inserted: Attempt | undefined): Promise<unknown>;
  /** @param changed the attempt as it is going to be */
  changing?(write: () => Promise<unknown>, changed: Attempt): Promise<unknown>;
}

/** The store, with something around its writes to attempts. What is written is decided after what comes before it. */
export function aroundWrites(store: Store, around: AroundWrites): Store {
  const { launching = (write) => write(), changing = (write) => write() } = around;
  return withShop(store, (shop) => ({
    async inOrder(order, decide) {
      const { result, plan } = await shop.inOrder(order, (rows, now) => ({ result: decide(rows, now) }));
      let written = result;
      const write = async () => {
        written = await shop.inOrder(order, decide);
      };
      const [update] = plan?.updates ?? [];
      if (update) await changing(write, update.attempt);
      else if (plan) await launching(write, plan.insert?.attempt);
      return written;
    },
    async update(update) {
      let isWritten = false;
      const write = async () => {
        isWritten = await shop.update(update);
      };
      await changing(write, update.attempt);
      return isWritten;
    },
  }));
}
