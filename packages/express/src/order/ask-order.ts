import type { IncomingMessage } from "node:http";
import { ArgumentError } from "@ventanilla/client";
import { withTimeout } from "../operate/with-timeout.ts";
import type { Order } from "../order.ts";
import type { Settings } from "../settings.ts";
import { orderLabel } from "./check-order.ts";

/** How long `order()` may take while a buyer waits. */
const timeoutMs = 20_000;

/**
 * Asks the shop for an order on behalf of a visitor.
 * @returns what `order()` answered, if that is an object; `undefined` when the visitor may not know about the order
 * @throws what `order()` throws; ArgumentError when it answers something else; Error when it gives no answer for 20 seconds
 */
export async function askOrder(
  settings: Pick<Settings, "order">,
  id: string,
  request: IncomingMessage,
): Promise<Order | undefined> {
  const asked = Promise.resolve(settings.order(id, request));
  const answer = await withTimeout(timeoutMs, asked, () => {
    throw new Error(`order() gave no answer for ${timeoutMs / 1000} s`);
  });
  if (answer === undefined || answer === null) return undefined;
  if (typeof answer === "object") return answer;
  throw new ArgumentError(`${orderLabel(id)}: expected { amount, tax, buyer } or undefined`);
}
