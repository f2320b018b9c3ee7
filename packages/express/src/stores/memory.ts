import { type Attempt, isUnresolved, rank, type State, states } from "../attempt/attempt.ts";
import {
  eventOfMove,
  firstTransactionId,
  isEvent,
  isJoinable,
  lastTransactionId,
  type StoreClock,
  withTakenReference,
} from "./rules.ts";
import type { AttemptDraft, Change, Claim, Insertion, Lease, OutboxEvent, Store } from "./store.ts";

/** When something may be claimed. The due time of what is claimed is the end of its lease. */
interface Leased {
  dueAt: number | undefined;
  fence: number;
  tries: number;
}

interface AttemptRow extends Leased {
  attempt: Attempt;
  returnHash?: string;
  /** Hashes of the browsers that launched it. */
  browsers: Set<string>;
}

/** An event that is not delivered. A dead one has no due time. */
interface EventRow extends Leased {
  event: OutboxEvent;
  error: string;
  /** Whether a hook's transaction is open for it. */
  isOpen: boolean;
}

/**
 * A store that forgets everything when the process ends: maps, no file and no SQL, so that a hook's `transaction` takes
 * no statements. For tests.
 * @throws Error under NODE_ENV=production: a payment must survive the process
 */
export function memoryStore(clock: StoreClock = Date): Store {
  if (process.env.NODE_ENV === "production") {
    throw new Error("memoryStore() forgets payments when the process ends: use sqliteStore(path) in production");
  }
  let isClosed = false;
  let lastId = firstTransactionId - 1;
  /** By every id that a browser launched with, and so by the attempt's own. */
  const launches = new Map<string, AttemptRow>();
  /** Oldest first. */
  const all: AttemptRow[] = [];
  const orders = new Map<string, AttemptRow[]>();
  const byReturnHash = new Map<string, AttemptRow>();
  const liveTransactionIds = new Set<string>();
  /** What attempts were approved with. */
  const references = new Set<string>();
  /** The attempt that paid each order. */
  const paidBy = new Map<string, AttemptRow>();
  /** Attempts that somebody has to look after: due at some time, open, or not resolved. */
  const watched = new Set<AttemptRow>();
  /** Not delivered, in the order in which they are to be. */
  const outbox = new Map<string, EventRow>();

  function now(): number {
    if (isClosed) throw new Error("the store is closed");
    return clock.now();
  }

  function own(id: string): AttemptRow {
    const row = launches.get(id);
    if (row?.attempt.id !== id) throw new Error("there is no attempt with this id");
    return row;
  }

  function nextTransactionId(): string {
    if (liveTransactionIds.size > lastTransactionId - firstTransactionId) throw new Error("no TransactionId is free");
    do lastId = lastId < lastTransactionId ? lastId + 1 : firstTransactionId;
    while (liveTransactionIds.has(String(lastId)));
    return String(lastId);
  }

  /** The attempt that the order has for this draft; `undefined` when it is to get a new one. */
  function existing(draft: AttemptDraft, until: number): { kind: Insertion["kind"]; row: AttemptRow } | undefined {
    const paid = paidBy.get(draft.order);
    if (paid) return { kind: "paid", row: paid };
    const rows = orders.get(draft.order) ?? [];
    const blocked = rows.findLast(({ attempt }) => isUnresolved(attempt));
    if (blocked) return { kind: "blocked", row: blocked };
    const joined = rows.findLast(({ attempt }) => isJoinable(attempt, draft, until));
    return joined && { kind: "joined", row: joined };
  }

  function insert({ id, order, amount, tax, facts, browserHash, dueAt }: AttemptDraft): AttemptRow {
    const row: AttemptRow = {
      attempt: plain({
        // A form sent a second time carries an id that another attempt owns already; a new attempt gets its own.
        id: launches.has(id) ? crypto.randomUUID() : id,
        order,
        state: "preparing",
        version: 1,
        transactionId: nextTransactionId(),
        amount,
        tax,
        createdAt: now(),
        facts,
      }),
      browsers: new Set([browserHash]),
      dueAt,
      fence: 0,
      tries: 0,
    };
    launches.set(row.attempt.id, row);
    liveTransactionIds.add(row.attempt.transactionId);
    all.push(row);
    orders.set(order, [...(orders.get(order) ?? []), row]);
    watch(row);
    return row;
  }

  function watch(row: AttemptRow): void {
    const { attempt, dueAt } = row;
    if (isLive(attempt) || dueAt !== undefined || isUnresolved(attempt)) watched.add(row);
    else watched.delete(row);
  }

  function transition(id: string, version: number, change: Change): { written: boolean; attempt: Attempt } {
    const at = now();
    const row = own(id);
    const before = row.attempt;
    if (before.version !== version || rank(change.state) < rank(before.state)) {
      return { written: false, attempt: plain(before) };
    }
    let { state, facts } = change;
    const { windowEndsAt = before.windowEndsAt, returnHash = row.returnHash, dueAt = row.dueAt ?? null } = change;
    if (returnHash !== undefined && (byReturnHash.get(returnHash) ?? row) !== row) {
      throw new Error("another attempt has this return hash");
    }
    const { reference } = facts.verdict ?? {};
    const isApproval = state === "approved" && before.state !== "approved";
    if (isApproval && reference !== undefined && references.has(reference)) {
      state = "review";
      facts = withTakenReference(facts);
    }
    row.attempt = plain({
      ...before,
      state,
      version: version + 1,
      facts,
      ...(windowEndsAt !== undefined && { windowEndsAt }),
    });
    row.dueAt = dueAt ?? undefined;
    if (returnHash !== undefined) {
      row.returnHash = returnHash;
      byReturnHash.set(returnHash, row);
    }
    watch(row);
    // Its TransactionId may be a later attempt's by the time it moves again.
    if (isLive(before) && !isLive(row.attempt)) liveTransactionIds.delete(before.transactionId);
    if (state !== before.state && isEvent(state)) {
      const event = plain(eventOfMove(before, facts, state, isApproval && paidBy.has(before.order), at));
      outbox.set(event.id, { event, dueAt: at, fence: 0, tries: 0, error: "", isOpen: false });
    }
    if (isApproval && state === "approved") {
      if (reference !== undefined) references.add(reference);
      if (!paidBy.has(before.order)) paidBy.set(before.order, row);
    }
    return { written: true, attempt: plain(row.attempt) };
  }

  /** Moves the due times of what is due forward by the lease, which keeps everybody else away from it. */
  function claim<Row extends Leased, T>(
    rows: Iterable<Row>,
    { limit, leaseMs }: Lease,
    itemOf: (row: Row) => T,
    deadlineOf: (row: Row, at: number) => number = () => 0,
  ): Claim<T>[] {
    const at = now();
    const leaseUntil = at + leaseMs;
    const dueOf = ({ dueAt = Number.POSITIVE_INFINITY }: Row) => dueAt;
    return [...rows]
      .filter((row) => dueOf(row) <= at)
      .toSorted((a, b) => deadlineOf(a, at) - deadlineOf(b, at) || dueOf(a) - dueOf(b))
      .slice(0, limit)
      .map((row) => {
        row.dueAt = leaseUntil;
        return { item: plain(itemOf(row)), fence: ++row.fence, tries: row.tries++, leaseUntil };
      });
  }

  /** The event, if this claim on it holds: it is neither delivered, nor dead, nor open in a hook's transaction. */
  function claimed(id: string, fence: number): EventRow | undefined {
    const row = outbox.get(id);
    return row?.fence === fence && row.dueAt !== undefined && !row.isOpen ? row : undefined;
  }

  return {
    migrate: async () => [],
    now: async () => now(),
    async insertAttempt(draft, joinableUntil) {
      const { kind, row } = existing(draft, joinableUntil) ?? { kind: "inserted", row: insert(draft) };
      if (!launches.has(draft.id)) {
        launches.set(draft.id, row);
        row.browsers.add(draft.browserHash);
      }
      return { kind, attempt: plain(row.attempt) };
    },
    findAttempt: async (id) => plain(launches.get(id)?.attempt),
    findByReturnHash: async (returnHash) => plain(byReturnHash.get(returnHash)?.attempt),
    attemptsOf: async (order) => (orders.get(order) ?? []).map(({ attempt }) => plain(attempt)),
    async launchedBy(attempt, browserHash) {
      const row = launches.get(attempt);
      return row?.attempt.id === attempt && row.browsers.has(browserHash);
    },
    transition: async (id, version, change) => transition(id, version, change),
    claimAttempts: async (lease) =>
      claim(
        watched,
        lease,
        ({ attempt }) => attempt,
        ({ attempt: { windowEndsAt = 0 } }, at) => (windowEndsAt > at ? windowEndsAt : Number.MAX_SAFE_INTEGER),
      ),
    async claimEvents(lease) {
      const lines = new Map<string, EventRow>();
      for (const row of outbox.values()) {
        if (row.dueAt !== undefined && !lines.has(row.event.order)) lines.set(row.event.order, row);
      }
      const free = [...lines.values()].filter(({ isOpen }) => !isOpen);
      return claim(free, lease, ({ event }) => event);
    },
    async settleClaim(id, fence, settlement) {
      const row = claimed(id, fence);
      if (!row) return false;
      if (settlement.kind === "done") return outbox.delete(id);
      row.dueAt = settlement.kind === "retry" ? settlement.at : undefined;
      row.error = settlement.error;
      return true;
    },
    async openDelivery(id, fence) {
      const row = claimed(id, fence);
      if (!row) return undefined;
      // Nobody can claim it meanwhile, even if the lease ends.
      row.isOpen = true;
      return {
        query: () => Promise.reject(new Error(noSql)),
        async commit() {
          if (!row.isOpen) throw new Error("transaction: expected an open one, this one has ended");
          row.isOpen = false;
          outbox.delete(id);
        },
        async rollback() {
          row.isOpen = false;
        },
      };
    },
    async reviveEvent(id) {
      const row = outbox.get(id);
      if (!row || row.dueAt !== undefined) return false;
      // Others of its order may be leased by now: it goes to the end of the line, never beside them.
      outbox.delete(id);
      outbox.set(id, { ...row, dueAt: now(), fence: row.fence + 1 });
      return true;
    },
    async backlog(closingBefore) {
      const at = now();
      const attempts = [...watched].map(({ attempt }) => attempt);
      const events = [...outbox.values()];
      const least = (rows: Iterable<Leased>) =>
        Math.min(...[...rows].map(({ dueAt = Number.POSITIVE_INFINITY }) => dueAt));
      const stuck = (state: State) =>
        attempts.filter((attempt) => attempt.state === state && isUnresolved(attempt)).length;
      const [attemptsSince, eventsSince] = [least(watched), least(events)];
      const closing = attempts.filter(
        ({ state, windowEndsAt = 0 }) => state === "opened" && windowEndsAt > at && windowEndsAt < closingBefore,
      );
      return {
        ...(Number.isFinite(attemptsSince) && { attemptsSince }),
        ...(Number.isFinite(eventsSince) && { eventsSince }),
        dead: events.filter(({ dueAt }) => dueAt === undefined).length,
        unknown: stuck("unknown"),
        review: stuck("review"),
        closing: closing
          .toSorted((a, b) => (a.windowEndsAt ?? 0) - (b.windowEndsAt ?? 0))
          .slice(0, 100)
          .map(plain),
      };
    },
    async unsettled(limit) {
      const unresolved = all.filter(({ attempt }) => isUnresolved(attempt));
      const dead = [...outbox.values()].filter(({ dueAt }) => dueAt === undefined);
      return {
        attempts: unresolved.slice(0, limit).map(({ attempt }) => plain(attempt)),
        events: dead.slice(0, limit).map(({ event, error }) => ({ ...plain(event), error })),
      };
    },
    async stats() {
      const attempts = Object.fromEntries(states.map((state) => [state, 0])) as Record<State, number>;
      for (const { attempt } of all) attempts[attempt.state]++;
      const dead = [...outbox.values()].filter(({ dueAt }) => dueAt === undefined).length;
      return { attempts, outbox: { due: outbox.size - dead, dead } };
    },
    async close() {
      isClosed = true;
    },
  };
}

const isLive = ({ state }: Attempt): boolean => rank(state) <= rank("opened");

const noSql = 'memoryStore has no SQL: use sqliteStore(":memory:") where a hook writes through its transaction';

/** A copy that shares nothing with the original, and has nothing undefined, as every other store would give it back. */
function plain<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(plain) as T;
  const copy = { ...value } as Record<string, unknown>;
  for (const [key, inner] of Object.entries(copy)) {
    if (inner === undefined) delete copy[key];
    else if (typeof inner === "object") copy[key] = plain(inner);
  }
  return copy as T;
}
