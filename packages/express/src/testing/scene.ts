import assert from "node:assert/strict";
import type { Attempt, Facts, State } from "../attempt/attempt.ts";
import type { Announcement, Change } from "../attempt/change.ts";
import type { AttemptDraft, Claim, Insertion, OutboxEvent, Store } from "../stores/store.ts";
import type { StoreSubject } from "./subject.ts";

/** One sentence of the contract, and how it is shown. */
export interface Case {
  title: string;
  /** What the subject must offer; without it the case is skipped. */
  needs?: readonly (keyof StoreSubject)[];
  run(scene: Scene): Promise<void>;
}

/** An empty store, and what the cases do with it. */
export interface Scene {
  store: Store;
  /** A lease that surely lasts until the case lets it pass, in milliseconds. */
  leaseMs: number;
  /** A draft with what the case does not care about filled in: order `A-1`, {@link bank}, 100 centavos, never due by itself. */
  draft(draft?: Partial<AttemptDraft>): AttemptDraft;
  /** Inserts a draft; what is opened can be joined if its window ends after `joinableUntil` (default: 0). */
  insert(draft?: Partial<AttemptDraft>, joinableUntil?: number): Promise<Insertion>;
  /** Inserts a draft that gets an attempt of its own, and moves it on, if a state is named. */
  attempt(draft?: Partial<AttemptDraft>, state?: State): Promise<Attempt>;
  /**
   * Writes a change to the attempt as it is now, which must succeed. Facts are added to those there are. A move to
   * another state announces what fits that state, unless the change names another announcement.
   */
  move(id: string, state: State, change?: Partial<Omit<Change, "state">>): Promise<Attempt>;
  /** Approves the attempt under this reference. */
  approve(id: string, reference?: string): Promise<Attempt>;
  /** Claims events of {@link bank}. Default: up to a hundred. */
  events(limit?: number): Promise<Claim<OutboxEvent>[]>;
  /** Claims the event that must be the only one due. */
  event(): Promise<Claim<OutboxEvent>>;
  /** Lets time pass by the store's clock, in milliseconds. */
  pass(ms: number): Promise<void>;
  /** Another store on the same data. */
  again(): Promise<Store>;
  query(text: string): Promise<Record<string, unknown>[]>;
  subject: StoreSubject;
}

export const dop = (minor: number) => ({ minor, currency: "DOP" as const });

export const facts: Facts = { language: "es", mode: "popup" };

/** The bank of every attempt and lease that names no other one. */
export const bank = "https://bank.example/sessions";

/** Far enough from now that nothing comes due by itself. */
export const farAway = 8_000_000_000_000;

/** Opens the subject's store, runs the case, and closes what it opened. */
export async function play(subject: StoreSubject, { run }: Case): Promise<void> {
  const store = await subject.open();
  const opened = [store];
  const leaseMs = subject.advance ? 60_000 : 500;

  const scene: Scene = {
    store,
    subject,
    leaseMs,
    draft: (draft) => ({
      id: crypto.randomUUID(),
      order: "A-1",
      bank,
      amount: dop(100),
      tax: dop(0),
      browserHash: "browser",
      facts,
      dueAt: farAway,
      ...draft,
    }),
    insert: (draft, joinableUntil = 0) => store.insertAttempt(scene.draft(draft), joinableUntil),
    async attempt(draft, state) {
      const { kind, attempt } = await scene.insert(draft);
      assert.equal(kind, "inserted", "the case needs an attempt of its own");
      return state === undefined ? attempt : scene.move(attempt.id, state);
    },
    async move(id, state, { facts: added, ...change } = {}) {
      const current = await store.findAttempt(id);
      assert.ok(current, "the case moves an attempt that is there");
      const { written, attempt } = await store.transition(id, current.version, {
        state,
        facts: { ...current.facts, ...added },
        ...(state !== current.state && announcing(state)),
        ...change,
      });
      assert.ok(written, "a change with the current version is written");
      return attempt;
    },
    approve: (id, reference) =>
      scene.move(id, "approved", {
        facts: { ...facts, verdict: { code: "00", ...(reference !== undefined && { reference }) } },
      }),
    events: (limit = 100) => store.claimEvents({ bank, limit, leaseMs }),
    async event() {
      const claims = await scene.events();
      assert.equal(claims.length, 1, "one event is due");
      return claims[0] as Claim<OutboxEvent>;
    },
    async pass(ms) {
      if (subject.advance) await subject.advance(ms);
      else await new Promise((resolve) => setTimeout(resolve, ms + 20));
    },
    async again() {
      assert.ok(subject.again, "the case needs again()");
      const other = await subject.again();
      opened.push(other);
      return other;
    },
    async query(text) {
      assert.ok(subject.query, "the case needs query()");
      return subject.query(text);
    },
  };

  try {
    await run(scene);
  } finally {
    for (const each of opened) await each.close();
  }
}

/** What a move to the state announces, as a part of its change. */
export function announcing(state: State): { announce?: Announcement } {
  if (state === "preparing" || state === "opened") return {};
  return { announce: state === "approved" ? "order.paid" : `attempt.${state}` };
}

/** The ids, for comparing. */
export const idsOf = (claims: { item: { id: string } }[]): string[] => claims.map(({ item }) => item.id);
