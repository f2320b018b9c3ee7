// A store of one's own: in memory, and whole. Replace the arrays and maps by your database; what each method promises is
// said at `Store` and `ShopStore`.
import type * as V from "@ventanilla/express/store";
import { keptWhenPruned, partsGivenBack, readRows, shelfOf } from "@ventanilla/express/store";

type Row = V.KeptAttempt & Pick<V.InsertedAttempt, "browserHash" | "returnHash" | "approvalKey">;

/** What is kept of a shop. Attempts and events stand in the order in which they were written. */
const newShop = () => ({
  rows: [] as Row[],
  events: [] as V.KeptEvent[],
  orders: new Map<string, { reference: string; spelling?: string; kept?: V.Attempt }>(),
  launches: new Map<string, V.WrittenLaunch>(),
  actions: [] as V.KeptAction[],
  alerts: new Map<string, number>(),
});
type Shop = ReturnType<typeof newShop>;

/** What a database would keep: several stores on one of these are as several processes on one database. */
export const newData = () => ({ shops: new Map<string, Shop>(), scopes: new Map<string, string>(), sequence: 0 });

/** A store that keeps its rows in `data`. Its clock is in milliseconds since the epoch. */
export function memoryStore(data = newData(), now: () => number = Date.now): V.Store {
  const { shops, scopes } = data;
  const common = { now: async () => now(), checkWrite: async () => {}, lostFile: async () => undefined };
  return {
    ...common,
    migrate: async () => [],
    close: async () => {},
    async claimScope(scope, merchant) {
      scopes.set(scope, scopes.get(scope) ?? merchant);
      return scopes.get(scope) ?? merchant;
    },
    scopes: async () =>
      [...scopes].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([scope, merchant]) => ({ scope, merchant })),
    shop(scope) {
      const shop = shops.get(scope) ?? newShop();
      shops.set(scope, shop);
      const own = { ...orderMethods(data, shop, now), ...claimMethods(shop, now), ...staffMethods(shop, now) };
      return { ...common, ...own, ...readRows(shop.rows, shop.events, now) };
    },
  };
}

/** Reading and writing orders. */
function orderMethods(data: { sequence: number }, shop: Shop, now: () => number) {
  const { rows, events, orders, launches } = shop;
  const rowOf = (id = ""): Row | undefined => rows.find(({ attempt }) => attempt.id === id);
  const rowsOf = (order: string): Row[] => rows.filter(({ attempt }) => attempt.order === order);
  const isIdTaken = (id: string): boolean => launches.has(id) || rowOf(id) !== undefined;
  const isStale = ({ before }: V.UpdatedAttempt): boolean => rowOf(before.id)?.attempt.version !== before.version;
  const attemptsOf = (order: string): V.Attempt[] =>
    [orders.get(order)?.kept ?? [], rowsOf(order).map(({ attempt }) => attempt)].flat();

  function nextTransactionId(): string {
    const id = String(100_000 + (data.sequence % 900_000));
    if (!rows.some(({ shelf }) => shelf.liveTransactionId === id)) return id;
    data.sequence++;
    return nextTransactionId();
  }

  /** What the unique keys refuse of a plan for an order. Empty: nothing. */
  function takenIn(order: string, { insert, reference, spelling, updates = [] }: V.Plan): V.Taken {
    const others = [...orders].filter(([name]) => name !== order);
    const alike = others.find(([, own]) => spelling !== undefined && own.spelling === spelling);
    const key = updates.find(({ approvalKey }) => approvalKey !== undefined)?.approvalKey;
    const holder = rows.find(({ approvalKey }) => key !== undefined && approvalKey === key);
    return {
      ...(insert && isIdTaken(insert.attempt.id) && { id: insert.attempt.id }),
      ...(reference !== undefined && others.some(([, own]) => own.reference === reference) && { reference }),
      ...(alike && spelling !== undefined && { spelling: { text: spelling, order: alike[0] } }),
      ...(holder && key !== undefined && { approval: { key, attempt: holder.attempt.id } }),
    };
  }

  function update({ before, ...written }: V.UpdatedAttempt): void {
    Object.assign(rowOf(before.id) ?? {}, written, { shelf: shelfOf(written.attempt) });
  }

  function write(order: string, { reference = order, spelling, insert, updates = [], event, launch }: V.Plan): void {
    const own = { reference, ...orders.get(order), ...(spelling !== undefined && { spelling }) };
    orders.set(order, own);
    const unclaimed = { fence: 0, tries: 0 };
    if (insert) {
      const { attempt } = insert;
      rows.push({ ...insert, ...unclaimed, bank: attempt.bank, shelf: shelfOf(attempt), reference: own.reference });
      data.sequence++;
    }
    updates.forEach(update);
    if (event && !events.some((each) => each.event.id === event.id)) {
      const { bank, ...told } = event;
      events.push({ event: { ...told, createdAt: now() }, bank, dueAt: now(), dead: false, ...unclaimed });
    }
    if (launch && !isIdTaken(launch.id)) launches.set(launch.id, launch);
  }

  function isFinished(order: string, before: number): boolean {
    const isOver = ({ attempt, shelf, dueAt }: Row) =>
      [shelf.reachedAt, ...partsGivenBack(attempt).map(({ at }) => at)].every((at) => at < before) &&
      [dueAt, shelf.waitsFor, shelf.liveTransactionId].every((each) => each === null);
    const isTold = (each: V.KeptEvent) => each.event.order !== order || each.deliveredAt !== undefined;
    return rowsOf(order).length > 0 && rowsOf(order).every(isOver) && events.every(isTold);
  }

  return {
    async inOrder(order, decide) {
      for (let taken: V.Taken = {}; ; ) {
        const { reference } = orders.get(order) ?? {};
        const known = { attempts: attemptsOf(order), transactionId: nextTransactionId(), taken };
        const { result, plan } = decide({ ...known, ...(reference !== undefined && { reference }) }, now());
        if (!plan) return result;
        taken = takenIn(order, plan);
        if (plan.updates?.some(isStale) || Object.keys(taken).length > 0) continue;
        write(order, plan);
        return result;
      }
    },
    async update(given) {
      if (isStale(given)) return false;
      update(given);
      return true;
    },
    findAttempt: async (id) => (rowOf(id) ?? rowOf(launches.get(id)?.attempt))?.attempt,
    findByReturnHash: async (hash) => rows.find(({ returnHash }) => returnHash === hash)?.attempt,
    attemptsOf: async (order) => attemptsOf(order),
    orderByReference: async (name) =>
      [...orders].find(([order, { reference }]) => reference === name && order !== name)?.[0],
    launchedBy: async (id, hash) =>
      rowOf(id)?.browserHash === hash ||
      [...launches.values()].some((each) => each.attempt === id && each.browserHash === hash),
    async finishedOrders(before, limit) {
      const reachedAt = (order: string) => Number(rowsOf(order).at(-1)?.shelf.reachedAt);
      const finished = [...orders.keys()].filter((order) => isFinished(order, before));
      return finished.toSorted((a, b) => reachedAt(a) - reachedAt(b)).slice(0, limit);
    },
    async pruneOrder(order, before) {
      const own = orders.get(order);
      if (!own || !isFinished(order, before)) return false;
      const told = events.filter(({ event }) => event.order === order).map(({ event }) => event);
      const ids = [...attemptsOf(order), ...told].map(({ id }) => id);
      const kept = keptWhenPruned(attemptsOf(order));
      orders.set(order, { ...own, ...(kept && { kept }) });
      for (const { id, attempt } of launches.values()) if (ids.includes(attempt)) launches.delete(id);
      remove(shop.actions, ({ subject }) => ids.includes(subject));
      remove(rows, ({ attempt }) => ids.includes(attempt.id));
      remove(events, ({ event }) => ids.includes(event.id));
      return true;
    },
  } satisfies Partial<V.ShopStore>;
}

/** Removes rows as `DELETE` does. */
const remove = <R>(rows: R[], isGone: (row: R) => boolean): void => {
  rows.splice(0, rows.length, ...rows.filter((row) => !isGone(row)));
};
/** Claims the due ones of rows: they stay away from others until the lease ends. */
function claim<R extends V.KeptAttempt | V.KeptEvent>(rows: readonly R[], lease: V.Lease, now: number) {
  const due = rows.filter(({ bank, dueAt }) => dueAt !== null && dueAt <= now && lease.banks.includes(bank));
  return due.slice(0, lease.limit).map((row) => {
    row.dueAt = now + lease.leaseMs;
    return { row, fence: ++row.fence, tries: row.tries++, leaseUntil: row.dueAt };
  });
}
const byDueTime = (a: V.KeptAttempt | V.KeptEvent, b: typeof a): number => Number(a.dueAt) - Number(b.dueAt);
const isAboutMoney = ({ event }: V.KeptEvent): boolean => event.type.startsWith("order.");

/** Claims, and how they end. */
function claimMethods({ rows, events }: Shop, now: () => number) {
  const claimed = (id: string, fence: number): V.KeptEvent | undefined =>
    events.find((each) => each.event.id === id && each.fence === fence && each.dueAt !== null);

  /** Whether an older event of its order has to be delivered before. */
  function mustWait(row: V.KeptEvent, banks: readonly string[]): boolean {
    const older = events.slice(0, events.indexOf(row));
    const open = older.filter(({ event, dueAt }) => event.order === row.event.order && dueAt !== null);
    const isFirstClaim = open[0]?.tries === 0 && banks.includes(open[0].bank);
    return isFirstClaim || open.some((each) => !isAboutMoney(row) || isAboutMoney(each));
  }

  function settle(row: V.KeptEvent, settlement: V.Settlement): void {
    row.fence++;
    row.dueAt = settlement.kind === "retry" ? settlement.at : null;
    row.dead = settlement.kind === "dead";
    delete row.error;
    if (settlement.kind === "done") row.deliveredAt = now();
    else row.error = settlement.error;
  }

  return {
    async claimAttempts(lease) {
      const ends = ({ shelf }: Row) => Number(shelf.payableUntil);
      const urgent = rows.filter((row) => ends(row) > now()).toSorted((a, b) => ends(a) - ends(b));
      const others = rows.filter((row) => !urgent.includes(row)).toSorted(byDueTime);
      return claim([...urgent, ...others], lease, now()).map(({ row, ...given }) => ({ item: row.attempt, ...given }));
    },
    async claimEvents(lease) {
      const first = events.filter((row) => !mustWait(row, lease.banks)).toSorted(byDueTime);
      return claim(first, lease, now()).map(({ row, ...given }) => ({ item: row.event, ...given }));
    },
    async renewClaim(id, fence, leaseMs) {
      const row = claimed(id, fence);
      if (row) row.dueAt = now() + leaseMs;
      return row !== undefined;
    },
    async settleClaim(id, fence, settlement) {
      const row = claimed(id, fence);
      if (row) settle(row, settlement);
      return row !== undefined;
    },
    async openDelivery(id, fence) {
      if (!claimed(id, fence)) return undefined;
      let hasEnded = false;
      return {
        query: () => Promise.reject(new Error("memoryStore: there is no SQL in memory")),
        async commit() {
          const row = hasEnded ? undefined : claimed(id, fence);
          if (!row) throw new Error("transaction: expected an open one, this one has ended");
          settle(row, { kind: "done" });
        },
        async rollback() {
          hasEnded = true;
        },
      };
    },
    async reviveEvent(id) {
      const row = events.find(({ event, dead }) => dead && event.id === id);
      if (!row) return false;
      remove(events, (each) => each === row);
      events.push({ ...row, dead: false, dueAt: now(), fence: row.fence + 1 });
      return true;
    },
  } satisfies Partial<V.ShopStore>;
}

/** What the staff does. */
function staffMethods({ actions, alerts }: Shop, now: () => number) {
  return {
    async recordAction(action) {
      const kept = { ...action, at: now() };
      actions.push(kept);
      return kept;
    },
    actionsOf: async (...subjects) => actions.filter(({ subject }) => subjects.includes(subject)),
    async claimAlert(key) {
      const isNew = (alerts.get(key) ?? 0) <= now() - 30 * 24 * 3_600_000;
      if (isNew) alerts.set(key, now());
      return isNew;
    },
  } satisfies Partial<V.ShopStore>;
}
