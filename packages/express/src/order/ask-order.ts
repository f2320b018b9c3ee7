import type { IncomingMessage } from "node:http";
import { ArgumentError } from "@ventanilla/client";
import { withTimeout } from "../base/work.ts";
import { orderLabel } from "./check-order.ts";
import type { Order } from "./order.ts";

/** Where the shop's orders are asked for: the option `order`. */
export interface OrderSource {
  order(id: string, request: IncomingMessage | undefined): Promise<Order | undefined> | Order | undefined;
}

/** How long `order()` may take while a buyer waits. */
const visitorTimeoutMs = 20_000;

/**
 * Asks the shop for an order.
 * @param request the request of the visitor for whom the router asks; `undefined` when it asks by itself
 * @param timeoutMs Default: 20 seconds
 * @returns what `order()` answered, if that is an object; `undefined` when there is no such order for this visitor
 * @throws what `order()` throws; ArgumentError when it answers something else; Error when it gives no answer in time
 */
export async function askOrder(
  source: OrderSource,
  id: string,
  request: IncomingMessage | undefined,
  timeoutMs: number = visitorTimeoutMs,
): Promise<Order | undefined> {
  const asked = Promise.resolve(source.order(id, request));
  const answer = await withTimeout(timeoutMs, asked, () => {
    throw new Error(`order() gave no answer for ${timeoutMs / 1000} s`);
  });
  if (answer === undefined || answer === null) return undefined;
  if (typeof answer === "object") return answer;
  throw new ArgumentError(`${orderLabel(id)}: expected { amount, tax, buyer } or undefined`);
}
