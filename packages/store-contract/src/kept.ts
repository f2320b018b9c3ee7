import {
  type Attempt,
  type AttemptDraft,
  type Change,
  type Insertion,
  insertAttempt,
  type ShopStore,
  type Store,
  type Written,
  writeChange,
} from "@ventanilla/express/store";

/** What a store keeps of one shop, with the router's two ways to write to it. */
export interface Kept extends ShopStore, Pick<Store, "migrate" | "close"> {
  /** Inserts a draft as a launch does. */
  insertAttempt(draft: AttemptDraft, joinableUntil: number): Promise<Insertion>;
  /** Writes a change of the attempt, if it has still this version. */
  transition(id: string, version: number, change: Change): Promise<Written>;
}

/** Opens what the store keeps of a shop. */
export function keptIn(store: Store, scope = "shop"): Kept {
  const shop = store.shop(scope);
  return {
    ...shop,
    migrate: () => store.migrate(),
    close: () => store.close(),
    insertAttempt: (draft, joinableUntil) => insertAttempt(shop, draft, joinableUntil),
    async transition(id, version, change) {
      const attempt: Attempt | undefined = await shop.findAttempt(id);
      if (attempt === undefined) throw new Error("there is no attempt with this id");
      return writeChange(shop, { ...attempt, version }, change);
    },
  };
}
