import { type Money, usualBatchClose } from "@ventanilla/client";
import type { State } from "@ventanilla/express";
import {
  type Attempt,
  type AttemptDraft,
  type Change,
  type Facts,
  type Insertion,
  insertAttempt,
  type ShopStore,
  type Store,
  type Written,
  writeChange,
} from "@ventanilla/express/store";
import type { Sandbox } from "@ventanilla/sandbox";
import { deadBankName } from "./dead-bank.ts";
import { merchant } from "./merchant.ts";

/** The shop that the tests open, unless they name another one. */
export const ownScope = `${merchant.number}/${merchant.terminal}`;

/** Writes a change of the attempt, if it has still this version. */
export async function transition(shop: ShopStore, id: string, version: number, change: Change): Promise<Written> {
  const attempt = await shop.findAttempt(id);
  if (attempt === undefined) throw new Error("there is no attempt with this id");
  return writeChange(shop, { ...attempt, version }, change);
}

/** What a store keeps of one shop, with the router's two ways to write to it. */
export interface Kept extends ShopStore, Pick<Store, "migrate" | "close"> {
  /** Inserts a draft as a launch does. */
  insertAttempt(draft: AttemptDraft, joinableUntil: number): Promise<Insertion>;
  /** Writes a change of the attempt, if it has still this version. */
  transition(id: string, version: number, change: Change): Promise<Written>;
}

/** What the store keeps of a shop, by default of that which the tests open. */
export function keptIn(store: Store, scope = ownScope): Kept {
  const shop = store.shop(scope);
  return {
    ...shop,
    migrate: () => store.migrate(),
    close: () => store.close(),
    insertAttempt: (draft, joinableUntil) => insertAttempt(shop, draft, joinableUntil),
    transition: (id, version, change) => transition(shop, id, version, change),
  };
}

/** Where and when a person of that shop records something. */
export const placeIn = (store: Store) => ({ store: keptIn(store), timeZone: usualBatchClose.timeZone });

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

/** What a move to the state announces. */
const announcements: Partial<Record<State, NonNullable<Change["announce"]>>> = {
  approved: "order.paid",
  declined: "attempt.declined",
  expired: "attempt.expired",
  unknown: "attempt.unknown",
  review: "attempt.review",
};

/** An attempt to put into a store. Default: opened, order A-1, RD$ 1.00, the bank of a still router */
export interface Placement {
  order?: string;
  bank?: string;
  state?: State;
  minor?: number;
  currency?: Money["currency"];
  facts?: Partial<Facts>;
  windowEndsAt?: number;
  dueAt?: number | null;
}

/**
 * Puts an attempt into a store through the store's own writes: opened first, then in the state asked for. The bank has said
 * that nothing was charged by then, so that another one can be placed beside it.
 */
export async function place(store: Store, placement: Placement = {}): Promise<Attempt> {
  const {
    order = "A-1",
    bank = deadBankName,
    state = "opened",
    minor = 100,
    currency = "DOP",
    facts = {},
    dueAt = null,
  } = placement;
  // As a router does at its first write: the command line finds the shop by it.
  await store.claimScope(ownScope, ownScope);
  const now = await store.now();
  const { windowEndsAt = now + 30 * 60_000 } = placement;
  const { kind, attempt } = await keptIn(store).insertAttempt(
    {
      id: crypto.randomUUID(),
      order,
      bank,
      amount: { minor, currency },
      tax: { minor: 0, currency },
      browserHash: "0".repeat(64),
      facts: { language: "es", mode: "redirect" },
      dueAt: now + 60_000,
    },
    now,
  );
  if (kind !== "inserted") throw new Error(`the order's attempt was ${kind}`);
  const opened = await keptIn(store).transition(attempt.id, attempt.version, {
    state: "opened",
    facts: { ...attempt.facts, openedAt: now, clearAt: now, ...facts },
    windowEndsAt,
    dueAt,
  });
  if (state === "opened") return opened.attempt;
  const announce = announcements[state];
  const moved = await keptIn(store).transition(attempt.id, opened.attempt.version, {
    state,
    ...(announce && { announce }),
    facts: { ...opened.attempt.facts, settledAt: now },
    dueAt,
  });
  return moved.attempt;
}

/** What a router writes as the bank of attempts at this sandbox. */
export const bankAt = ({ url }: Pick<Sandbox, "url">): string => url.replace("127.0.0.1", "localhost");

/** Puts an order that was paid twice into a store; returns the further payment. */
export async function placePaidTwice(store: Store, order: string, minor: number, bank?: string): Promise<Attempt> {
  // Another launch came when the window of the first was about to end.
  const late = await place(store, {
    order,
    minor,
    ...(bank !== undefined && { bank }),
    windowEndsAt: 1,
    facts: { verdict: { code: "00", reference: "4" } },
  });
  const paid = { order, minor, state: "approved", facts: { verdict: { code: "00", reference: "3" } } } as const;
  await place(store, { ...paid, ...(bank !== undefined && { bank }) });
  const facts = { ...late.facts, settledAt: await store.now() };
  const change = { state: "approved", announce: "order.paid", facts, dueAt: null } as const;
  return (await keptIn(store).transition(late.id, late.version, change)).attempt;
}
