import type { SandboxSession } from "@ventanilla/sandbox";
import type pg from "pg";

/**
 * How a call of a hook ended: `lost` when it came so late that its lease, and with it the transaction, had gone to another
 * process. Of a call that was killed there is no end.
 */
export type CallEnd = "done" | "failed" | "lost";

/** The result of a run. When all is well, every list is empty. */
export interface Verdict {
  payments: number;
  /** Hook calls beyond the first that a killed process, a failed hook or a lost lease explains. */
  explained: { killed: number; failed: number; lost: number };
  /** Orders that were charged and never reached the hook, nor a person. */
  lost: string[];
  /** Orders that reached the hook without a charge. */
  falselyPaid: string[];
  /** Events whose effect is in the books more than once. */
  doubled: string[];
  /** Hook calls beyond the first that nothing explains. */
  unexplained: string[];
  /** Charged orders with other than one `order.paid`, and one `order.paidAgain` for each further charge. */
  miscounted: string[];
  /** Attempts said to have expired although the bank had charged them. */
  falselyExpired: string[];
}

interface Row {
  event: string;
  order_id: string;
}

/** Compares what the bank charged with what the shop was told, and what it wrote into its books. */
export async function judgeChaos(
  pool: pg.Pool,
  sessions: readonly SandboxSession[],
  killed: ReadonlySet<number>,
): Promise<Verdict> {
  const charges = new Map<string, number>();
  for (const { order, charges: count } of sessions) charges.set(order, (charges.get(order) ?? 0) + count);
  const charged = [...charges].filter(([, count]) => count > 0);
  const transactions = new Set(
    sessions.filter((session) => session.charges > 0).map(({ transactionId }) => transactionId),
  );

  const fulfilled = (await pool.query<Row>("SELECT event, order_id FROM fulfilments")).rows;
  const perEvent = countBy(fulfilled, ({ event }) => event);
  const perOrder = countBy([...new Map(fulfilled.map((row) => [row.event, row])).values()], ({ order_id }) => order_id);
  const attempts = await pool.query<{ order_id: string; state: string; transaction_id: string }>(
    "SELECT order_id, state::text, transaction_id FROM ventanilla.attempts",
  );
  const reviewed = new Set(attempts.rows.filter(({ state }) => state === "review").map(({ order_id }) => order_id));

  const calls = await pool.query<Call>("SELECT event, process, ended FROM diary ORDER BY call");
  return {
    payments: charged.length,
    ...judgeCalls(calls.rows, killed),
    lost: charged.filter(([order]) => !perOrder.has(order) && !reviewed.has(order)).map(([order]) => order),
    falselyPaid: [...perOrder.keys()].filter((order) => (charges.get(order) ?? 0) === 0),
    doubled: [...perEvent].filter(([, count]) => count !== 1).map(([event]) => event),
    miscounted: charged
      .filter(([order, count]) => !reviewed.has(order) && perOrder.get(order) !== count)
      .map(([order, count]) => `${order}: ${count} charges, ${perOrder.get(order) ?? 0} events`),
    falselyExpired: attempts.rows
      .filter(({ state, transaction_id }) => state === "expired" && transactions.has(transaction_id))
      .map(({ order_id }) => order_id),
  };
}

/** A call of a hook, from the diary. */
export interface Call {
  event: string;
  process: number;
  ended: CallEnd | null;
}

/**
 * The hook is called again only where its process was killed in it or right after it, or where it failed. A call whose
 * lease was lost did nothing: it explains no other call, and may even come after the one that did the work.
 * @param calls in the order in which they began
 */
export function judgeCalls(
  calls: readonly Call[],
  killed: ReadonlySet<number>,
): Pick<Verdict, "explained" | "unexplained"> {
  const held = calls.filter(({ ended }) => ended !== "lost");
  const last = new Map(held.map((call) => [call.event, call]));
  const explained = { killed: 0, failed: 0, lost: calls.length - held.length };
  const unexplained: string[] = [];
  for (const call of held) {
    if (last.get(call.event) === call) continue;
    if (call.ended === "failed") explained.failed++;
    else if (killed.has(call.process)) explained.killed++;
    else unexplained.push(call.event);
  }
  return { explained, unexplained };
}

function countBy<T>(list: readonly T[], keyOf: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of list) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}
