import assert from "node:assert/strict";
import { ArgumentError } from "@ventanilla/client";
import type { State } from "@ventanilla/express";
import {
  type Attempt,
  type AttemptDraft,
  type AttemptPage,
  type Change,
  type Claim,
  type EventType,
  type Facts,
  type Insertion,
  insertAttempt,
  type Lease,
  type OrderRows,
  type OutboxEvent,
  type ShopStore,
  type Store,
  type Written,
  writeChange,
} from "@ventanilla/express/store";
import type { StoreSubject } from "./subject.ts";

/** Sentences of the contract, and how each is checked: it rejects when the store breaks the sentence. */
export type Cases = Record<string, (scene: Scene) => Promise<void>>;

/** An amount in Dominican pesos, given in centavos. */
export const dop = (minor: number) => ({ minor, currency: "DOP" as const });

/** The facts of every attempt that names no other ones. */
export const facts: Facts = { language: "es", mode: "popup" };

/** The bank of every attempt and lease that names no other one. */
export const bank = "https://bank.example/sessions";

/** Far enough from now that nothing comes due by itself. */
export const farAway = 8_000_000_000_000;

/** A time that is past by any clock: a window that ends then has ended, and what is due then is due. */
export const longAgo = 1_000_000_000_000;

/** How wrong `now()` may be, in milliseconds: it may be an estimate over a network. Leases are exact. */
export const clockErrorMs = 1000;

/** Fails unless the moment that the store wrote lies between two times of its `now()`. */
export function assertWritten(moment: number | undefined, earliest: number, latest: number): void {
  assert.ok(moment !== undefined, "a time is written");
  const isBetween = moment >= earliest - clockErrorMs && moment <= latest + clockErrorMs;
  assert.ok(isBetween, `${earliest} ≤ ${moment} ≤ ${latest}`);
}

/** An attempt as a plan may insert it. */
export const attemptIn = ({ transactionId }: OrderRows, createdAt: number, own: Partial<Attempt> = {}): Attempt => ({
  id: crypto.randomUUID(),
  order: "A-1",
  bank,
  state: "preparing",
  version: 1,
  transactionId,
  amount: dop(100),
  tax: dop(0),
  createdAt,
  facts,
  ...own,
});

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

/** A claim on an event, or one that is made up. */
type Held = Pick<Claim<unknown>, "fence"> & { item: { id: string } };

/** An empty store, and what the cases do with it. Its members can be destructured: none needs `this`. */
export class Scene {
  readonly subject: StoreSubject;
  /** The whole store, of which {@link Scene.store} is one shop. */
  readonly root: Store;
  readonly store: Kept;
  /** How long a lease lasts, in milliseconds: long enough that it ends only when the case calls `pass`. */
  readonly leaseMs: number;
  readonly #opened: Store[];

  constructor(subject: StoreSubject, store: Store) {
    this.subject = subject;
    this.root = store;
    this.store = keptIn(store);
    this.leaseMs = subject.advance ? 60_000 : 500;
    this.#opened = [store];
  }

  /** Completes a lease. */
  readonly lease = (lease?: Partial<Lease>): Lease => ({ banks: [bank], limit: 100, leaseMs: this.leaseMs, ...lease });

  /** Completes a draft with what the case does not name: order `A-1`, {@link bank}, 100 centavos, never due. */
  readonly draft = (draft?: Partial<AttemptDraft>): AttemptDraft => ({
    id: crypto.randomUUID(),
    order: "A-1",
    bank,
    amount: dop(100),
    tax: dop(0),
    browserHash: "browser",
    facts,
    dueAt: farAway,
    ...draft,
  });

  /** Inserts a draft. An opened attempt can be joined if its window ends after `joinableUntil`. Default: 0. */
  readonly insert = (draft?: Partial<AttemptDraft>, joinableUntil = 0): Promise<Insertion> =>
    this.store.insertAttempt(this.draft(draft), joinableUntil);

  /**
   * Inserts a draft that gets an attempt of its own, and moves it to the state, if one is named. An `opened` one does not
   * hold its order: the bank said last that nothing was charged.
   */
  readonly attempt = async (draft?: Partial<AttemptDraft>, state?: State): Promise<Attempt> => {
    const { kind, attempt } = await this.insert(draft);
    assert.equal(kind, "inserted", "the case needs an attempt of its own");
    if (state === undefined) return attempt;
    return this.move(attempt.id, state, state === "opened" ? { facts: { clearAt: 1 } } : {});
  };

  /**
   * Writes a change to the attempt as it is now, which must succeed. Facts are added to those that it has. A move to
   * another state announces what belongs to that state, unless the change names another announcement.
   */
  readonly move = async (
    id: string,
    state: State,
    { facts: added, ...change }: Partial<Omit<Change, "state" | "facts">> & { facts?: Partial<Facts> } = {},
  ): Promise<Attempt> => {
    const current = await this.store.findAttempt(id);
    assert.ok(current, "the case moves an attempt that exists");
    const { written, attempt } = await this.store.transition(id, current.version, {
      state,
      facts: { ...current.facts, ...added },
      ...(state !== current.state && announcing(state)),
      ...change,
    });
    assert.ok(written, "a change with the current version is written");
    return attempt;
  };

  /** Approves the attempt under this reference. */
  readonly approve = (id: string, reference?: string): Promise<Attempt> =>
    this.move(id, "approved", {
      facts: { ...facts, verdict: { code: "00", ...(reference !== undefined && { reference }) } },
    });

  readonly due = (lease?: Partial<Lease>): Promise<Claim<Attempt>[]> => this.store.claimAttempts(this.lease(lease));

  readonly events = (lease?: Partial<Lease>): Promise<Claim<OutboxEvent>[]> =>
    this.store.claimEvents(this.lease(lease));

  /** Claims the only event that is due. Fails when none or several are. */
  readonly event = async (): Promise<Claim<OutboxEvent>> => {
    const claims = await this.events();
    assert.equal(claims.length, 1, "one event is due");
    return claims[0] as Claim<OutboxEvent>;
  };

  /** Ends a claim: as delivered, given up, or to try again at this time. Returns whether the claim was held. */
  readonly settle = ({ item, fence }: Held, how: "done" | "dead" | number): Promise<boolean> => {
    const failed = how === "dead" ? { kind: how } : { kind: "retry" as const, at: Number(how) };
    return this.store.settleClaim(item.id, fence, how === "done" ? { kind: how } : { ...failed, error: "no" });
  };

  /** Claims and delivers all events that are due. */
  readonly deliverAll = async (): Promise<void> => {
    for (const claim of await this.events()) assert.equal(await this.settle(claim, "done"), true);
  };

  /** Lets this many milliseconds pass on the store's clock. */
  readonly pass = async (ms: number): Promise<void> => {
    if (this.subject.advance) await this.subject.advance(ms);
    else await new Promise((resolve) => setTimeout(resolve, ms + 20));
  };

  /** What the store keeps of another shop. */
  readonly shopOf = (scope: string): Kept => keptIn(this.root, scope);

  /** Opens another store on the same data. */
  readonly again = async (): Promise<Kept> => {
    const other = (await this.subject.again?.()) ?? assert.fail("the case needs again()");
    this.#opened.push(other);
    return keptIn(other);
  };

  /** Runs a statement of the shop's own on the same data. */
  readonly query = async (text: string): Promise<Record<string, unknown>[]> =>
    this.subject.query?.(text) ?? assert.fail("the case needs query()");

  /** Closes every store that the case opened. */
  async close(): Promise<void> {
    const closed = await Promise.allSettled(this.#opened.map((each) => each.close()));
    for (const each of closed) if (each.status === "rejected") throw each.reason;
  }
}

/** Opens the subject's store, runs the case, and closes what it opened. */
export async function runCase(subject: StoreSubject, run: Cases[string]): Promise<void> {
  const store: Partial<Store> | undefined = await subject.open();
  if (typeof store?.shop !== "function") throw new ArgumentError("subject.open: expected a store");
  const scene = new Scene(subject, store as Store);
  try {
    await run(scene);
  } finally {
    await scene.close();
  }
}

/** The store by the index of a caller: every other one has that of another process, where there is one. */
export async function contenders({ again, store, subject }: Scene): Promise<(index: number) => Kept> {
  const other = subject.again ? await again() : store;
  return (index) => (index % 2 === 0 ? store : other);
}

/** What a move to the state announces, as a part of its change. */
export function announcing(state: State): { announce?: EventType } {
  if (state === "preparing" || state === "opened") return {};
  return { announce: state === "approved" ? "order.paid" : `attempt.${state}` };
}

/** Makes `count` values, each from its index. */
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** Attempts, or what is claimed. */
type Listed = readonly (Attempt | Claim<Attempt | OutboxEvent>)[];

export const idsOf = (all: Listed): string[] => all.map((each) => ("item" in each ? each.item : each).id);

export const ordersOf = (all: Listed): string[] => all.map((each) => ("item" in each ? each.item : each).order);

/** Reads every page of a list, and returns the orders of all that is on them. */
export async function ordersOnPages(read: (after: { after?: string }) => Promise<AttemptPage>): Promise<string[]> {
  const orders: string[] = [];
  for (let next: string | undefined, page: AttemptPage; ; next = page.next) {
    page = await read(next === undefined ? {} : { after: next });
    orders.push(...ordersOf(page.attempts));
    if (page.next === undefined) return orders;
  }
}

/** Fails unless the error is an ArgumentError that begins with the field. */
export function assertNames(field: string, error: Error & { code?: string }): void {
  assert.equal(error.code, "ERR_VENTANILLA_ARGUMENT", `${field}: ${error.message}`);
  assert.ok(error.message.startsWith(field), error.message);
}
