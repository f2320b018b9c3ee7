import type { IncomingMessage } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { ArgumentError } from "@ventanilla/client";
import type { OrderNow } from "../attempt/answer.ts";
import type { Attempt } from "../attempt/attempt.ts";
import { withTimeout } from "../base/work.ts";
import { type Report, subjectOf } from "../report/report.ts";
import type { ShopStore } from "../stores/store.ts";
import { parseAmounts, readOrder } from "./check-order.ts";
import type { Order } from "./order.ts";
import { orderLabel } from "./order-id.ts";

/** Where the shop's orders are asked for: the option `order`. */
export interface OrderSource {
  order(id: string, request: IncomingMessage | undefined): Promise<Order | undefined> | Order | undefined;
}

/**
 * Asks the shop for an order.
 * @param request the request of the visitor for whom the router asks; `undefined` when it asks by itself
 * @param timeoutMs Default: 20 seconds, for a visitor who waits
 * @returns what `order()` answered, if that is an object; `undefined` when there is no such order for this visitor
 * @throws what `order()` throws; ArgumentError when it answers something else; Error when it gives no answer in time
 */
export async function askOrder(
  source: OrderSource,
  id: string,
  request: IncomingMessage | undefined,
  timeoutMs = 20_000,
): Promise<Order | undefined> {
  const asked = source.order(id, request);
  const late = () => {
    throw new Error(`order() gave no answer for ${timeoutMs / 1000} s`);
  };
  const answer = isToCome(asked) ? await withTimeout(timeoutMs, Promise.resolve(asked), late) : asked;
  if (answer === undefined || answer === null) return undefined;
  if (typeof answer === "object") return readOrder(answer);
  throw new ArgumentError(`${orderLabel(id)}: expected { amount, tax, buyer } or undefined`);
}

/** What a query builder or a far service's stub gives is no promise, and may be a function or a proxy. */
const isToCome = <T>(asked: PromiseLike<T> | T): asked is PromiseLike<T> =>
  typeof (asked as Partial<PromiseLike<T>> | null | undefined)?.then === "function";

/** How long `order()` may take to say what an order costs now. */
const deadlineMs = 3000;
/** After this long `onSlow` is called. */
const slowMs = 200;

/**
 * Asks the shop what the order of an attempt costs now. When `order()` gives no answer, an alert is raised, and the
 * amount of a later launch counts, if there is one.
 * @param onSlow awaited when the answer takes longer than 200 ms
 */
export async function orderNowOf(
  settings: OrderSource & { store: ShopStore; report: Report },
  attempt: Attempt,
  onSlow: () => Promise<unknown>,
): Promise<OrderNow> {
  const { store, report } = settings;
  const { order: orderId, amount, createdAt } = attempt;
  const inTime = askOrder(settings, orderId, undefined, deadlineMs);
  try {
    const inHaste = inTime.then(() => false);
    if (await withTimeout(slowMs, inHaste, () => true)) await onSlow();
    const answer = await inTime;
    if (answer === undefined) return "gone";
    return parseAmounts(orderLabel(orderId), answer).amount;
  } catch (error) {
    report.alert(
      "amount_unchecked",
      "order() failed without a request, so a paid amount was not compared with the order's",
      subjectOf(attempt),
      error,
    );
    // A store that fails, too, must not cost an approval that the bank may forget. A capture can be for a part.
    const attempts = await store.attemptsOf(orderId).catch(() => []);
    const later = attempts.findLast((other) => other.createdAt > createdAt && other.facts.captureOf === undefined);
    return later === undefined || isDeepStrictEqual(later.amount, amount) ? "unchecked" : later.amount;
  }
}
