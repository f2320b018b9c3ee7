import assert from "node:assert/strict";
import { ArgumentError } from "@ventanilla/client";
import type { State } from "@ventanilla/express";
import type * as V from "@ventanilla/express/store";
import { insertAttempt, writeChange } from "@ventanilla/express/store";
import type { StoreSubject } from "./subject.ts";

/** Sentences of the contract, and how each is checked: it rejects when the store breaks the sentence. */
export type Cases = Record<string, (scene: Scene) => Promise<void>>;

/** An amount in Dominican pesos, given in centavos. */
export const dop = (minor: number) => ({ minor, currency: "DOP" as const });

/** The facts of every attempt that names no other ones. */
export const facts: V.Facts = { language: "es", mode: "popup" };

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
  assert.ok(
    moment >= earliest - clockErrorMs && moment <= latest + clockErrorMs,
    `${earliest} ≤ ${moment} ≤ ${latest}`,
  );
}

/** An attempt as a plan may insert it. */
export const attemptIn = (rows: V.OrderRows, createdAt: number, own: Partial<V.Attempt> = {}): V.Attempt => ({
  id: crypto.randomUUID(),
  order: "A-1",
  bank,
  state: "preparing",
  version: 1,
  transactionId: rows.transactionId,
  amount: dop(100),
  tax: dop(0),
  createdAt,
  facts,
  ...own,
});

/** Writing attempts, as the router does. */
function writersOf(store: V.ShopStore) {
  /** Completes a draft with what the case does not name: order `A-1`, {@link bank}, 100 centavos, never due. */
  const draft = (own?: Partial<V.AttemptDraft>): V.AttemptDraft => ({
    id: crypto.randomUUID(),
    order: "A-1",
    bank,
    amount: dop(100),
    tax: dop(0),
    browserHash: "browser",
    facts,
    dueAt: farAway,
    ...own,
  });
  /** Inserts a draft. An opened attempt can be joined if its window ends after `joinableUntil`. Default: 0. */
  const insert = (own?: Partial<V.AttemptDraft>, joinableUntil = 0) => insertAttempt(store, draft(own), joinableUntil);
  /**
   * Writes a change to the attempt as it is now, which must succeed. Facts are added to those that it has. A move to
   * another state announces what belongs to that state, unless the change names another announcement.
   */
  async function move(
    id: string,
    state: State,
    { facts: added, ...change }: Partial<Omit<V.Change, "state" | "facts">> & { facts?: Partial<V.Facts> } = {},
  ): Promise<V.Attempt> {
    const current = (await store.findAttempt(id)) ?? assert.fail("the case moves an attempt that exists");
    const announced = state !== current.state && announcing(state);
    const all = { state, facts: { ...current.facts, ...added }, ...announced, ...change };
    const changed = await writeChange(store, current, all);
    assert.ok(changed.written, "a change with the current version is written");
    return changed.attempt;
  }
  /**
   * Inserts a draft that gets an attempt of its own, and moves it to the state, if one is named. An `opened` one does not
   * hold its order: the bank said last that nothing was charged.
   */
  async function attempt(own?: Partial<V.AttemptDraft>, state?: State): Promise<V.Attempt> {
    const { kind, attempt: made } = await insert(own);
    assert.equal(kind, "inserted", "the case needs an attempt of its own");
    if (state === undefined) return made;
    return move(made.id, state, state === "opened" ? { facts: { clearAt: 1 } } : {});
  }
  /** Approves the attempt under this reference. */
  const approve = (id: string, reference?: string): Promise<V.Attempt> =>
    move(id, "approved", { facts: { verdict: { code: "00", ...(reference !== undefined && { reference }) } } });
  return { draft, insert, move, attempt, approve };
}

/** Claiming what is due, for leases of `leaseMs` milliseconds. */
function claimsOf(store: V.ShopStore, leaseMs: number) {
  const lease = (own?: Partial<V.Lease>): V.Lease => ({ banks: [bank], limit: 100, leaseMs, ...own });
  const due = (own?: Partial<V.Lease>) => store.claimAttempts(lease(own));
  const events = (own?: Partial<V.Lease>) => store.claimEvents(lease(own));
  /** Claims the only event that is due. Fails when none or several are. */
  async function event(): Promise<V.Claim<V.OutboxEvent>> {
    const [claim = assert.fail("one event is due"), ...others] = await events();
    assert.deepEqual(others, []);
    return claim;
  }
  /** Ends a claim: as delivered, given up, or to try again at this time. Returns whether the claim was held. */
  function settle(
    { item, fence }: { item: { id: string }; fence: number },
    how: "done" | "dead" | number,
  ): Promise<boolean> {
    const failed = how === "dead" ? { kind: how } : { kind: "retry" as const, at: Number(how) };
    return store.settleClaim(item.id, fence, how === "done" ? { kind: how } : { ...failed, error: "no" });
  }
  /** Claims and delivers all events that are due. */
  async function deliverAll(): Promise<void> {
    for (const claim of await events()) assert.equal(await settle(claim, "done"), true);
  }
  return { leaseMs, lease, due, events, event, settle, deliverAll };
}

/** An empty store, and what the cases do with it. */
export type Scene = ReturnType<typeof sceneOn>;

/** What the cases do with a shop. */
export type Shop = ReturnType<typeof shopOn>;

function shopOn(subject: StoreSubject, root: V.Store, scope = "shop") {
  const store = root.shop(scope);
  // Leases that end only when the case calls `pass`.
  return { store, ...writersOf(store), ...claimsOf(store, subject.advance ? 60_000 : 500) };
}

function sceneOn(subject: StoreSubject, root: V.Store) {
  const opened = [root];
  return {
    subject,
    /** The whole store, of which `store` is one shop. */
    root,
    ...shopOn(subject, root),
    /** Lets this many milliseconds pass on the store's clock. */
    async pass(ms: number): Promise<void> {
      if (subject.advance) await subject.advance(ms);
      else await new Promise((resolve) => setTimeout(resolve, ms + 20));
    },
    /** Another shop. */
    shopOf: (scope: string): Shop => shopOn(subject, root, scope),
    /** Opens another store on the same data. */
    async again(): Promise<V.ShopStore> {
      const other = (await subject.again?.()) ?? assert.fail("the case needs again()");
      opened.push(other);
      return other.shop("shop");
    },
    /** Runs a statement of the shop's own on the same data. */
    query: async (text: string): Promise<Record<string, unknown>[]> =>
      subject.query?.(text) ?? assert.fail("the case needs query()"),
    /** Closes every store that the case opened. */
    async close(): Promise<void> {
      const closed = await Promise.allSettled(opened.map((each) => each.close()));
      for (const each of closed) if (each.status === "rejected") throw each.reason;
    },
  };
}

/** Opens the subject's store, runs the case, and closes what it opened. */
export async function runCase(subject: StoreSubject, run: Cases[string]): Promise<void> {
  const store: Partial<V.Store> | undefined = await subject.open();
  if (typeof store?.shop !== "function") throw new ArgumentError("subject.open: expected a store");
  const scene = sceneOn(subject, store as V.Store);
  try {
    await run(scene);
  } finally {
    await scene.close();
  }
}

/** The store by the index of a caller: every other one has that of another process, where there is one. */
export async function contenders({ again, store, subject }: Scene): Promise<(index: number) => V.ShopStore> {
  const other = subject.again ? await again() : store;
  return (index) => (index % 2 === 0 ? store : other);
}

/** What a move to the state announces, as a part of its change. */
export function announcing(state: State): { announce?: V.EventType } {
  if (state === "preparing" || state === "opened") return {};
  return { announce: state === "approved" ? "order.paid" : `attempt.${state}` };
}

/** Makes `count` values, each from its index. */
export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** Attempts, or what is claimed. */
type Listed = readonly (V.Attempt | V.Claim<V.Attempt | V.OutboxEvent>)[];

export const idsOf = (all: Listed): string[] => all.map((each) => ("item" in each ? each.item : each).id);

export const ordersOf = (all: Listed): string[] => all.map((each) => ("item" in each ? each.item : each).order);
