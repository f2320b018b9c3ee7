import type { IncomingMessage } from "node:http";
import { normalizeBuyer } from "@ventanilla/client";
import { expectThat } from "@ventanilla/web";
import type { KeptOfOrder } from "../attempt/event.ts";
import { LaunchRefusedError } from "../page/refused-launches.ts";
import type { Report } from "../report/report.ts";
import type { Merchants } from "../session/merchants.ts";
import { askOrder, type OrderSource } from "./ask-order.ts";
import { checkOrder, meantOrderField, productOf } from "./check-order.ts";
import type { Order } from "./order.ts";
import { keptId, shownName } from "./order-id.ts";

/** What the shop is asked with. */
export interface OrderSettings extends OrderSource {
  report: Report;
  merchants: Pick<Merchants, "of">;
  keepEmail?: boolean;
  /** Absent where no order may be authorized. */
  onAuthorized?: unknown;
}

/**
 * Asks the shop for the order that a buyer wants to pay, and for its merchant, and checks the answers.
 * @returns a function that gives the order, with its buyer ready for the bank. It throws what `order()` and `merchant()`
 * throw; ArgumentError when what they answer cannot be paid; LaunchRefusedError when there is no such order for this
 * buyer, or they have to correct their contact
 */
export function makeOrderToPay(settings: OrderSettings) {
  const warned = new Set<string>();
  const buyerToPay = makeBuyerToPay(settings.report);

  /** One warning for each field. */
  function warnOnce(field: string, message: string, asked: string): void {
    if (!warned.has(field)) settings.report.warn(message, { order: shownName(asked) });
    warned.add(field);
  }

  function warnOfFields(asked: string, order: Order): void {
    for (const field of Object.keys(order)) {
      const meant = meantOrderField(field);
      const message = `order() returned an unknown field: ${field}. Did you mean ${meant}?`;
      if (meant !== undefined) warnOnce(field, message, asked);
    }
    // A shop that finds its rows by number takes `1005x` for 1005: each spelling would be an order of its own here.
    const { id }: { id?: unknown } = order;
    if (typeof id !== "number" || String(id) === asked || Number.parseInt(asked, 10) !== id) return;
    const message =
      "order() answered a number as id for an order id that only begins with it, and a number is not read: where it finds orders by number, answer { id: String(id) }";
    warnOnce("id", message, asked);
  }

  return async function orderToPay(id: string, request: IncomingMessage) {
    const order = await askOrder(settings, id, request);
    if (order === undefined) throw new LaunchRefusedError({ reason: "unknown_order" });
    const amounts = checkOrder(id, order);
    warnOfFields(id, order);
    const isCapturable = order.capture === undefined || settings.onAuthorized !== undefined;
    expectThat(isCapturable, "onAuthorized", 'a function, because order() answered capture: "later"');
    const ready = buyerToPay(shownName(id), { ...order, ...amounts });
    return { order: ready, merchant: settings.merchants.of(keptId(id, ready), ready) };
  };
}

/** What is kept of an order, whatever the bank will refuse in it: no email that may have a card number in it. */
export function keptOf({ keepEmail }: OrderSettings, order: Partial<Order>): KeptOfOrder {
  const email = keepEmail ? order.buyer?.email : undefined;
  return { ...productOf(order), ...(email !== undefined && !/(?:\d[\W_]?){13}/.test(email) && { email }) };
}

const dayMs = 24 * 60 * 60_000;
const losses = { cut: "was cut to the length that the bank takes", omitted: "was left out" } as const;

/**
 * Makes the buyer of an order ready for the bank, as `normalizeBuyer` does. What only helps 3-D Secure never stops a
 * payment: one warning a field and day names what is missing of it, without the value.
 * The function that it returns throws LaunchRefusedError where the buyer has to correct their contact.
 * @param now a monotonic clock, in milliseconds
 */
export function makeBuyerToPay(report: Pick<Report, "warn">, now: () => number = () => performance.now()) {
  const warnedAt = new Map<string, number>();

  return function buyerToPay(id: string, order: Order): Order {
    const { details, changes, wrong } = normalizeBuyer(order);
    for (const { field, change } of changes) {
      if (now() - (warnedAt.get(field) ?? Number.NEGATIVE_INFINITY) < dayMs) continue;
      warnedAt.set(field, now());
      const message = `order().${field} ${losses[change]}: it only helps 3-D Secure, and the payment goes on`;
      report.warn(message, { order: id, field });
    }
    const [first, second] = wrong;
    if (first === undefined) return { ...order, ...details };
    const wrongOne = first === "email" ? "wrong_email" : "wrong_mobile";
    throw new LaunchRefusedError({ reason: second === undefined ? wrongOne : "wrong_contact" });
  };
}
