import type { Attempt } from "@ventanilla/express/store";
import type { World } from "./buyer.ts";
import { isRefused, type MannerName } from "./manners.ts";
import type { Town } from "./town.ts";

/**
 * How a call of a hook ended: `lost` when it came so late that its lease, and with it the transaction, had gone to another
 * process. Of a call that was killed there is no end.
 */
export type CallEnd = "done" | "failed" | "lost";

/** The result of a run. When all is well, every list is empty. */
interface Wrong {
  /** Orders that were charged and never reached the hook, nor a person. */
  lost: string[];
  /** Orders that reached the hook without a charge. */
  falselyPaid: string[];
  /** Orders that were charged more than once, by buyers in one tab, at a bank that told no lies about them. */
  chargedTwice: string[];
  /** Orders that were called safe to pay again when they had been charged. */
  calledSafe: string[];
  /** Events whose effect is in the books more than once, although their hook left the transaction to the router. */
  doubled: string[];
  /** Hook calls beyond the first that nothing explains. */
  unexplained: string[];
  /** Charged orders with other than one `order.paid`, and one `order.paidAgain` for each further charge. */
  miscounted: string[];
  /** Attempts said to have expired although the bank had charged them. */
  falselyExpired: string[];
}

/** Why hook calls beyond the first were made. */
export type Explained = Record<"killed" | "cut" | "overslept" | "failed" | "refused" | "smuggled" | "lost", number>;

/** What a run shows besides. */
interface Told {
  payments: number;
  explained: Explained;
  /** Events whose effect is in the books more than once because their hook smuggled a COMMIT of its own. */
  repeatedAfterOwnCommit: number;
  /** Charged orders that only a person can find out about, because the bank gave no answer until it forgot them. */
  toAPerson: number;
  /** Orders charged more than once where buyers paid in several tabs at once, or the bank told a lie. */
  chargedTwiceKnowingly: number;
  /** How often a buyer who had just paid read an answer from before that: for less than eight seconds. */
  safeForAMoment: number;
}

/** Calls by their manner, and those with the host's clock ahead or behind. */
export type Calls = Record<MannerName | "clockAhead" | "clockBehind", number>;

export interface Verdict extends Told {
  wrong: Wrong;
}

interface Row {
  event: string;
  order_id: string;
}

/** Compares what the bank charged with what the shop was told, and what it wrote into its books. */
export async function judgeChaos(
  town: Town,
  { inTabs, calledSafe, safeForAMoment }: World,
  cut: ReadonlySet<number>,
): Promise<Verdict> {
  const { prefix, query } = town.database;
  const sessions = town.sessions();
  const charges = new Map<string, number>();
  for (const { order, charges: count } of sessions) charges.set(order, (charges.get(order) ?? 0) + count);
  const charged = [...charges].filter(([, count]) => count > 0);
  const ofCharge = sessions.filter((session) => session.charges > 0);
  const transactions = new Set(ofCharge.map(({ transactionId }) => transactionId));
  const paidSessions = new Set(ofCharge.map(({ id }) => id));

  const fulfilled = await query<Row>("SELECT event, order_id FROM fulfilments");
  const perEvent = countBy(fulfilled, ({ event }) => event);
  const perOrder = countBy([...new Map(fulfilled.map((row) => [row.event, row])).values()], ({ order_id }) => order_id);
  const rows = await query<{ attempt: string }>(`SELECT attempt FROM ${prefix}attempts`);
  const attempts = rows
    .map(({ attempt }) => JSON.parse(attempt) as Attempt)
    .map((attempt) => ({ ...attempt, state: attempt.facts.unconfirmedAt ? "unconfirmed" : attempt.state }));
  const ordersIn = (...states: string[]) =>
    new Set(attempts.filter(({ state }) => states.includes(state)).map(({ order }) => order));
  const [reviewed, unknown] = [ordersIn("review"), ordersIn("unknown", "unconfirmed")];
  const isToldToPerson = (order: string) => reviewed.has(order) || unknown.has(order);

  const calls = await readCalls(town);
  const smuggled = new Set(calls.filter(({ manner }) => manner === "smuggles").map(({ event }) => event));
  const doubled = [...perEvent].filter(([, count]) => count !== 1).map(([event]) => event);
  const twice = charged.filter(([, count]) => count > 1).map(([order]) => order);
  const isKnowing = (order: string) => inTabs.has(order) || isLiedAbout(order);
  const { explained, unexplained } = judgeCalls(calls, town.processes, cut);
  return {
    payments: charged.length,
    explained,
    repeatedAfterOwnCommit: doubled.filter((event) => smuggled.has(event)).length,
    toAPerson: charged.filter(([order]) => !perOrder.has(order) && unknown.has(order)).length,
    chargedTwiceKnowingly: twice.filter(isKnowing).length,
    safeForAMoment,
    wrong: {
      lost: charged.filter(([order]) => !perOrder.has(order) && !isToldToPerson(order)).map(([order]) => order),
      falselyPaid: [...perOrder.keys()].filter((order) => (charges.get(order) ?? 0) === 0),
      chargedTwice: twice.filter((order) => !isKnowing(order)),
      calledSafe: calledSafe
        .filter(({ order, SESSION }) => paidSessions.has(SESSION) && !isLiedAbout(order))
        .map(({ order, outcome }) => `${order}: ${outcome}`),
      doubled: doubled.filter((event) => !smuggled.has(event)),
      unexplained,
      miscounted: charged
        .filter(([order, count]) => !isToldToPerson(order) && perOrder.get(order) !== count)
        .map(([order, count]) => `${order}: ${count} charges, ${perOrder.get(order) ?? 0} events`),
      falselyExpired: attempts
        .filter(({ state, transactionId }) => state === "expired" && transactions.has(transactionId))
        .map(({ order }) => order),
    },
  };
}

/** Whether the bank says of an order, for a while, that it was not charged when it was. */
const isLiedAbout = (order: string): boolean => /!(?:DTA|LATE|RBR)$/.test(order);

/** A call of a hook, from the diary. */
export interface Call {
  event: string;
  process: number;
  manner: MannerName;
  /** How far the clock of its host was ahead, in milliseconds. */
  clock: number;
  /** The connection of its transaction. */
  backend: number | null;
  ended: CallEnd | null;
  /** Whether its effect is in the books. */
  written: boolean;
}

/**
 * The hook is called again only where its process was killed in it or right after it, its connection was cut, by us or by
 * the server because the process stood still, or it failed; and never after its effect is in the books, unless it smuggled a COMMIT. A call whose lease was lost did
 * nothing: it explains no other call, and may even come after the one that did the work.
 * @param calls in the order in which they began
 * @param processes the ids of those that were killed, and of those that stood still for too long
 * @param cut the ids of connections that were cut
 */
export function judgeCalls(
  calls: readonly Call[],
  processes: Record<"killed" | "overslept", ReadonlySet<number>>,
  cut: ReadonlySet<number>,
): { explained: Explained; unexplained: string[] } {
  const held = calls.filter(({ ended, written }) => ended !== "lost" || written);
  const last = new Map(held.map((call) => [call.event, call]));
  const explained: Explained = {
    killed: 0,
    cut: 0,
    overslept: 0,
    failed: 0,
    refused: 0,
    smuggled: 0,
    lost: calls.length - held.length,
  };
  const unexplained: string[] = [];
  for (const call of held) {
    if (last.get(call.event) === call) continue;
    const why = whyRepeated(call, processes, cut);
    if (why === undefined) unexplained.push(call.event);
    else explained[why]++;
  }
  return { explained, unexplained };
}

function whyRepeated(
  { process, manner, backend, ended, written }: Call,
  { killed, overslept }: Record<"killed" | "overslept", ReadonlySet<number>>,
  cut: ReadonlySet<number>,
): keyof Explained | undefined {
  if (manner === "smuggles") return "smuggled";
  if (written) return undefined;
  if (isRefused(manner)) return "refused";
  if (backend !== null && cut.has(backend)) return "cut";
  if (ended === "failed") return "failed";
  if (killed.has(process)) return "killed";
  return overslept.has(process) ? "overslept" : undefined;
}

/** The calls of hooks in the shop's diary, in the order in which they began. */
export const readCalls = ({ database }: Town): Promise<Call[]> =>
  database.query<Call>(
    `SELECT event, process, manner, clock, backend, ended,
       EXISTS (SELECT 1 FROM fulfilments WHERE entry = diary.number) AS written
     FROM diary ORDER BY number`,
  );

export function countCalls(calls: readonly Call[]): Calls {
  const byManner = countBy(calls, ({ manner }) => manner);
  const count = (manner: MannerName) => byManner.get(manner) ?? 0;
  return {
    plain: count("plain"),
    savepoint: count("savepoint"),
    commits: count("commits"),
    wraps: count("wraps"),
    unheard: count("unheard"),
    smuggles: count("smuggles"),
    stops: count("stops"),
    clockAhead: calls.filter(({ clock }) => clock > 0).length,
    clockBehind: calls.filter(({ clock }) => clock < 0).length,
  };
}

/** What was met less often than this: of a fault that was not met, a run says nothing. */
export function unmetIn(met: Readonly<Record<string, number>>, least: number): string[] {
  return Object.entries(met)
    .filter(([, count]) => count < least)
    .map(([name, count]) => `${name}: ${count} of at least ${least}`);
}

function countBy<T, Key>(list: readonly T[], keyOf: (item: T) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const item of list) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
