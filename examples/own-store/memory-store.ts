// A store of one's own: in memory, and whole. Replace the arrays and maps by your database; what each method promises is
// said at `Store` and `ShopStore`.
import type * as V from "@ventanilla/express/store";
import { decisionKinds, keptOf, shelfOf, states } from "@ventanilla/express/store";

interface Leased {
  seq: number;
  dueAt?: number | null;
  fence: number;
  tries: number;
}
interface Row extends Leased {
  attempt: V.Attempt;
  shelf: V.Shelf;
  browserHash: string;
  returnHash?: string;
  approvalKey?: string;
}
interface EventRow extends Omit<V.EventRecord, "dueAt">, Leased {
  bank: string;
}
interface Order {
  reference: string;
  spelling?: string;
  kept?: V.Attempt;
}

const newShop = () => ({
  rows: [] as Row[],
  events: [] as EventRow[],
  orders: new Map<string, Order>(),
  launches: new Map<string, { attempt: string; browserHash: string }>(),
  actions: [] as V.KeptAction[],
  alerts: new Map<string, number>(),
});
type Shop = ReturnType<typeof newShop>;

/** What a database would keep: several stores on one of these are as several processes on one database. */
export const newData = () => ({
  shops: new Map<string, Shop>(),
  scopes: new Map<string, string>(),
  counter: 0,
  seq: 0,
});
type Data = ReturnType<typeof newData>;

const transactionIdOf = (number: number): string => String(100_000 + (number % 900_000));
const isAboutMoney = ({ type }: V.OutboxEvent): boolean => type.startsWith("order.");
const isOpen = ({ dueAt }: EventRow): boolean => dueAt !== undefined;
const monthMs = 30 * 24 * 3_600_000;

/**
 * @param data what it keeps its rows in
 * @param now the clock, in milliseconds since the epoch
 */
export function memoryStore(data: Data = newData(), now: () => number = Date.now): V.Store {
  return {
    migrate: async () => [],
    now: async () => now(),
    checkWrite: async () => {},
    lostFile: async () => undefined,
    close: async () => {},
    async claimScope(scope, merchant) {
      if (!data.scopes.has(scope)) data.scopes.set(scope, merchant);
      return data.scopes.get(scope) as string;
    },
    scopes: async () =>
      [...data.scopes].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([scope, merchant]) => ({ scope, merchant })),
    shop(scope) {
      if (!data.shops.has(scope)) data.shops.set(scope, newShop());
      return shopStore(data, data.shops.get(scope) as Shop, now);
    },
  };
}

function shopStore(data: Data, shop: Shop, now: () => number): V.ShopStore {
  const { rows, events, orders, launches, alerts } = shop;
  const rowOf = (id: string) => rows.find(({ attempt }) => attempt.id === id);
  const rowsOf = (order: string) => rows.filter(({ attempt }) => attempt.order === order);
  const attemptsOf = (order: string): V.Attempt[] => {
    const { kept } = orders.get(order) ?? {};
    return [...(kept ? [kept] : []), ...rowsOf(order).map(({ attempt }) => attempt)];
  };
  const isIdTaken = (id: string) => launches.has(id) || rowOf(id) !== undefined;
  const isLive = (id: string) => rows.some(({ shelf }) => shelf.liveTransactionId === id);
  const claimed = (id: string, fence: number) =>
    events.find((each) => each.id === id && isOpen(each) && each.fence === fence);
  const waiting = (kind: string) => rows.filter(({ shelf }) => shelf.waitsFor === kind);
  const attemptsIn = (some: readonly Row[]) => some.map(({ attempt }) => attempt);
  const dead = () => events.filter((event) => event.dead);

  /** What the unique keys refuse of a plan for an order. Empty: nothing. */
  function takenIn(order: string, { insert, reference, spelling, updates = [] }: V.Plan): V.Taken {
    const others = [...orders].filter(([name]) => name !== order);
    const alike = others.find(([, own]) => spelling !== undefined && own.spelling === spelling);
    const key = updates.find(({ approvalKey }) => approvalKey !== undefined)?.approvalKey;
    const holder = key !== undefined && rows.find(({ approvalKey }) => approvalKey === key);
    return {
      ...(insert && isIdTaken(insert.attempt.id) && { id: insert.attempt.id }),
      ...(reference !== undefined && others.some(([, own]) => own.reference === reference) && { reference }),
      ...(alike && spelling !== undefined && { spelling: { text: spelling, order: alike[0] } }),
      ...(holder && key !== undefined && { approval: { key, attempt: holder.attempt.id } }),
    };
  }

  function put(row: Row, { attempt, dueAt, returnHash, approvalKey }: V.WrittenAttempt): void {
    Object.assign(row, { attempt, shelf: shelfOf(attempt) });
    if (dueAt !== undefined) row.dueAt = dueAt;
    if (returnHash !== undefined) row.returnHash = returnHash;
    if (approvalKey !== undefined) row.approvalKey = approvalKey;
  }

  function insertRow(insert: V.InsertedAttempt): void {
    const { attempt, browserHash } = insert;
    const row: Row = { seq: ++data.seq, attempt, shelf: shelfOf(attempt), fence: 0, tries: 0, browserHash };
    put(row, insert);
    rows.push(row);
  }

  function write(order: string, { reference, spelling, insert, updates = [], event, launch }: V.Plan): void {
    const own = orders.get(order) ?? { reference: reference ?? order };
    orders.set(order, { ...own, ...(spelling !== undefined && { spelling }) });
    if (insert) insertRow(insert);
    for (const update of updates) put(rowOf(update.before.id) as Row, update);
    const [createdAt, dueAt] = [now(), now()];
    if (event && !events.some(({ id }) => id === event.id))
      events.push({ ...event, seq: ++data.seq, createdAt, dueAt, fence: 0, tries: 0, dead: false });
    if (launch && !isIdTaken(launch.id)) launches.set(launch.id, launch);
  }

  /** Whether an older event of its order has to be delivered before. */
  const mustWait = (event: EventRow, { banks }: V.Lease): boolean => {
    const open = events.filter((other) => other.order === event.order && isOpen(other) && other.seq < event.seq);
    const [oldest] = open.toSorted((a, b) => a.seq - b.seq);
    const isFirstClaim = oldest?.tries === 0 && banks.includes(oldest.bank);
    return isFirstClaim || open.some((other) => !isAboutMoney(event) || isAboutMoney(other));
  };

  /** Moves the due time of rows, which are sorted, to the end of the lease. */
  const claim = <R extends Leased, T>(due: readonly R[], { limit, leaseMs }: V.Lease, itemOf: (row: R) => T) =>
    due.slice(0, limit).map((row) => {
      row.dueAt = now() + leaseMs;
      return { item: itemOf(row), fence: ++row.fence, tries: row.tries++, leaseUntil: row.dueAt };
    });
  const isDue = ({ dueAt }: Leased): boolean => typeof dueAt === "number" && dueAt <= now();

  function settle(event: EventRow, settlement: V.Settlement): void {
    delete event.dueAt;
    delete event.error;
    event.fence++;
    if (settlement.kind === "done") event.deliveredAt = now();
    else event.error = settlement.error;
    if (settlement.kind === "retry") event.dueAt = settlement.at;
    event.dead = settlement.kind === "dead";
  }

  const recordOf = ({ seq, bank, fence, ...record }: EventRow) => record as V.EventRecord;
  const eventOf = ({ id, type, order, attempt, verdict, createdAt }: EventRow): V.OutboxEvent => ({
    id,
    type,
    order,
    attempt,
    ...(verdict && { verdict }),
    createdAt,
  });

  function meets({ attempt, shelf }: Row, filter: V.AttemptFilter): boolean {
    const { groups, toDecide, from = 0, until = Infinity, amount, order, reference, authorizationCode } = filter;
    // What is looked for, as an attempt that has it would stand on the shelf.
    const sought = shelfOf({ ...attempt, facts: { ...attempt.facts, verdict: { code: "", ...filter } } });
    return (
      (groups?.includes(shelf.group) ?? true) &&
      (toDecide ?? shelf.waitsFor) === shelf.waitsFor &&
      attempt.createdAt >= from &&
      attempt.createdAt < until &&
      (amount?.minor ?? attempt.amount.minor) === attempt.amount.minor &&
      [amount?.currency, filter.currency].every((own = attempt.amount.currency) => own === attempt.amount.currency) &&
      (order === undefined || attempt.order === order || orders.get(attempt.order)?.reference === order) &&
      (reference === undefined || sought.referenceKey === shelf.referenceKey) &&
      (authorizationCode === undefined || sought.codeKey === shelf.codeKey) &&
      (filter.lastDigits ?? shelf.lastFour) === shelf.lastFour
    );
  }

  /** A page of sorted rows; `after` names the last row of the page before. */
  function page(sorted: readonly Row[], { after, limit }: { after?: string; limit: number }) {
    const start = after === undefined ? 0 : sorted.findIndex(({ seq }) => String(seq) === after) + 1;
    const shown = sorted.slice(start, start + limit);
    const next = sorted.length > start + limit && { next: String(shown.at(-1)?.seq) };
    return { attempts: shown.map(({ attempt }) => attempt), ...next };
  }

  function isFinished(order: string, before: number): boolean {
    const own = rowsOf(order);
    const isOver = ({ shelf, dueAt }: Row) =>
      shelf.reachedAt < before && dueAt === null && shelf.waitsFor === null && shelf.liveTransactionId === null;
    const isTold = events.every((event) => event.order !== order || event.deliveredAt !== undefined);
    return own.length > 0 && own.every(isOver) && isTold;
  }

  function tally(from: number, reached: readonly Row[]): V.TallyRow[] {
    const sums = new Map<string, V.TallyRow>();
    for (const { attempt, shelf } of reached) {
      const [group, { currency }] = [shelf.tallyGroup, attempt.amount];
      const hour = Math.floor((shelf.reachedAt - from) / 3_600_000);
      const sum = sums.get(`${group} ${currency} ${hour}`) ?? { group, currency, hour, count: 0, minor: 0 };
      sums.set(`${group} ${currency} ${hour}`, sum);
      sum.count++;
      sum.minor += shelf.counted;
      const add = (all = { count: 0, minor: 0 }, minor: number) => ({ count: all.count + 1, minor: all.minor + minor });
      if (shelf.givenBack !== null) sum.givenBack = add(sum.givenBack, shelf.givenBack);
      if (shelf.part !== null) sum.partial = add(sum.partial, shelf.part);
      if (shelf.unnamedPart !== null) sum.partialUnknown = (sum.partialUnknown ?? 0) + 1;
    }
    return [...sums.values()];
  }

  const countOf = <Name extends string>(names: readonly Name[], count: (name: Name) => number) =>
    Object.fromEntries(names.map((name) => [name, count(name)])) as Record<Name, number>;
  const earliest = (all: readonly Leased[]) => all.flatMap(({ dueAt }) => dueAt ?? []).toSorted((a, b) => a - b)[0];
  const inSpan = (at: number | null, { from, until }: { from: number; until: number }) =>
    at !== null && at >= from && at < until;

  return {
    now: async () => now(),
    checkWrite: async () => {},
    lostFile: async () => undefined,
    async inOrder(order, decide) {
      for (let taken: V.Taken = {}; ; ) {
        while (isLive(transactionIdOf(data.counter))) data.counter++;
        const transactionId = transactionIdOf(data.counter);
        const { reference } = orders.get(order) ?? {};
        const known = {
          attempts: attemptsOf(order),
          ...(reference !== undefined && { reference }),
          transactionId,
          taken,
        };
        const { result, plan } = decide(known, now());
        if (!plan) return result;
        taken = takenIn(order, plan);
        const isStale = plan.updates?.some(({ before }) => rowOf(before.id)?.attempt.version !== before.version);
        if (isStale || Object.keys(taken).length > 0) continue;
        if (plan.insert) data.counter++;
        write(order, plan);
        return result;
      }
    },
    async update(update) {
      const row = rowOf(update.before.id);
      if (row?.attempt.version !== update.before.version) return false;
      put(row, update);
      return true;
    },
    findAttempt: async (id) => (rowOf(id) ?? rowOf(launches.get(id)?.attempt ?? ""))?.attempt,
    findByReturnHash: async (hash) => rows.find(({ returnHash }) => returnHash === hash)?.attempt,
    attemptsOf: async (order) => attemptsOf(order),
    orderByReference: async (name) =>
      [...orders].find(([order, { reference }]) => reference === name && order !== name)?.[0],
    launchedBy: async (id, hash) =>
      rowOf(id)?.browserHash === hash ||
      [...launches.values()].some(({ attempt, browserHash }) => attempt === id && browserHash === hash),
    async claimAttempts(lease) {
      const due = rows.filter((row) => isDue(row) && lease.banks.includes(row.attempt.bank));
      const urgency = ({ shelf: { payableUntil: until } }: Row) => (until !== null && until > now() ? until : 9e15);
      const sorted = due.toSorted((a, b) => urgency(a) - urgency(b) || Number(a.dueAt) - Number(b.dueAt));
      return claim(sorted, lease, ({ attempt }) => attempt);
    },
    async claimEvents(lease) {
      const due = events.filter((each) => isDue(each) && lease.banks.includes(each.bank) && !mustWait(each, lease));
      return claim(
        due.toSorted((a, b) => Number(a.dueAt) - Number(b.dueAt) || a.seq - b.seq),
        lease,
        eventOf,
      );
    },
    async renewClaim(id, fence, leaseMs) {
      const event = claimed(id, fence);
      if (event) event.dueAt = now() + leaseMs;
      return event !== undefined;
    },
    async settleClaim(id, fence, settlement) {
      const event = claimed(id, fence);
      if (event) settle(event, settlement);
      return event !== undefined;
    },
    async openDelivery(id, fence) {
      if (!claimed(id, fence)) return undefined;
      let hasEnded = false;
      return {
        query: () => Promise.reject(new Error("memoryStore: there is no SQL in memory")),
        async commit() {
          const event = hasEnded ? undefined : claimed(id, fence);
          if (!event) throw new Error("transaction: expected an open one, this one has ended");
          hasEnded = true;
          settle(event, { kind: "done" });
        },
        async rollback() {
          hasEnded = true;
        },
      };
    },
    async reviveEvent(id) {
      const event = dead().find((each) => each.id === id);
      if (event) Object.assign(event, { dead: false, dueAt: now(), seq: ++data.seq, fence: event.fence + 1 });
      return event !== undefined;
    },
    async backlog(closingBefore) {
      const [attemptsSince, eventsSince, newest] = [earliest(rows), earliest(events), rows.at(-1)];
      const ends = ({ shelf }: Row) => shelf.payableUntil ?? 0;
      const closing = rows.filter((row) => ends(row) > now() && ends(row) < closingBefore);
      const overtime = rows.filter((row) => row.shelf.overtime !== null && ends(row) > 0 && ends(row) < now()).length;
      return {
        ...(attemptsSince !== undefined && { attemptsSince }),
        ...(eventsSince !== undefined && { eventsSince }),
        ...(newest && { newestAt: newest.attempt.createdAt }),
        ...(overtime > 0 && { overtime }),
        dead: dead().length,
        failing: events.filter((event) => isOpen(event) && event.tries >= 3).length,
        unknown: waiting("unknown").length,
        review: waiting("review").length,
        closing: closing
          .toSorted((a, b) => ends(a) - ends(b))
          .slice(0, 100)
          .map(({ attempt }) => attempt),
      };
    },
    async elsewhere(banks) {
      const left = [...rows.map(({ attempt, dueAt }) => ({ bank: attempt.bank, dueAt })), ...events].filter(
        ({ bank, dueAt }) => dueAt != null && !banks.includes(bank),
      );
      const names = [...new Set(left.map(({ bank }) => bank))];
      const since = (bank: string) =>
        Math.min(...left.flatMap((each) => (each.bank === bank ? Number(each.dueAt) : [])));
      const asked = rows.filter(
        ({ attempt, dueAt, shelf }) => names.includes(attempt.bank) && dueAt != null && shelf.queryable,
      );
      const attempts = asked.slice(0, 20).map(({ attempt }) => attempt);
      return { banks: names.map((bank) => ({ bank, since: since(bank) })), count: asked.length, attempts };
    },
    async unsettled(limit) {
      const listed = decisionKinds.flatMap((kind) => (kind === "paidTwice" ? [] : waiting(kind).slice(0, limit)));
      return {
        attempts: attemptsIn(listed.toSorted((a, b) => a.seq - b.seq)),
        paidTwice: attemptsIn(waiting("paidTwice").slice(0, limit)),
        events: dead()
          .slice(0, limit)
          .map((event) => ({ ...eventOf(event), error: String(event.error) })),
        counts: { ...countOf(decisionKinds, (kind) => waiting(kind).length), events: dead().length },
      };
    },
    stats: async () => ({
      attempts: countOf(states, (state) => rows.filter(({ attempt }) => attempt.state === state).length),
      outbox: { due: events.filter(isOpen).length, dead: dead().length },
    }),
    async finishedOrders(before, limit) {
      const finished = [...orders.keys()].filter((order) => isFinished(order, before));
      const reachedAt = (order: string) => rowsOf(order).at(-1)?.shelf.reachedAt ?? 0;
      return finished.toSorted((a, b) => reachedAt(a) - reachedAt(b)).slice(0, limit);
    },
    async pruneOrder(order, before) {
      const own = orders.get(order);
      if (!own || !isFinished(order, before)) return false;
      const attempts = rowsOf(order).map(({ attempt }) => attempt);
      const ids = [...attempts, ...events.filter((event) => event.order === order)].map(({ id }) => id);
      const kept = keptOf(attempts);
      orders.set(order, { ...own, ...(kept && { kept }) });
      for (const [id, { attempt }] of launches) if (ids.includes(attempt)) launches.delete(id);
      shop.actions = shop.actions.filter(({ subject }) => !ids.includes(subject));
      rows.splice(0, rows.length, ...rows.filter(({ attempt }) => attempt.order !== order));
      events.splice(0, events.length, ...events.filter((event) => event.order !== order));
      return true;
    },
    listAttempts: async ({ filter = {}, ...request }) =>
      page(rows.filter((row) => meets(row, filter)).toReversed(), request),
    async takings(span) {
      const paid = rows.filter(({ shelf }) => inSpan(shelf.paidAt, span));
      return page(
        paid.toSorted((a, b) => Number(a.shelf.paidAt) - Number(b.shelf.paidAt) || a.seq - b.seq),
        span,
      );
    },
    tally: async (span) =>
      tally(
        span.from,
        rows.filter(({ shelf }) => inSpan(shelf.reachedAt, span)),
      ),
    eventsOf: async (order) => events.filter((event) => event.order === order).map(recordOf),
    async recordAction(action) {
      const kept = { ...action, at: now() };
      shop.actions.push(kept);
      return kept;
    },
    actionsOf: async (subject) => shop.actions.filter((action) => action.subject === subject),
    async claimAlert(key) {
      if (now() - (alerts.get(key) ?? -monthMs) < monthMs) return false;
      alerts.set(key, now());
      return true;
    },
  };
}
