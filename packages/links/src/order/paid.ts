import type { HookContext, PaymentEvent } from "@ventanilla/express";
import { codeOfOrder } from "../code.ts";
import type { Parts } from "../parts.ts";
import { isFixedOnce, useOf } from "./order.ts";

/**
 * Makes the hook that keeps a payment with its use, and counts it for its link, in the hook's transaction. An order that
 * the shop has signed is its own: its receipt is kept, and the shop is still to be told.
 */
export function makeOnPaid({
  database,
  links,
  uses,
}: Parts): (payment: PaymentEvent, context: HookContext) => Promise<boolean> {
  return async function onPaid(payment, { transaction }) {
    const { order } = payment;
    const code = codeOfOrder(order);
    // A foreign order's hook begins no transaction for us.
    const known = await database.read(() => uses.find(order));
    const link = known === undefined && code === order ? await database.read(() => links.find(code)) : undefined;
    const isOwn = known !== undefined || (link !== undefined && isFixedOnce(link));
    if (!isOwn) return false;
    await database.within(transaction, function* () {
      // In the order in which a launch locks them.
      if (code !== undefined) yield* links.lock(code);
      const use = yield* uses.lock(order);
      if (use?.state === "paid") return;
      if (use === undefined && link !== undefined) {
        yield* uses.begin(useOf(link, { order, browser: "" }), payment.settledAt, false);
      }
      yield* uses.pay(order, payment);
      if (code !== undefined) yield* links.count(code, payment.approvedAmount ?? payment.amount);
    });
    return known?.code !== undefined || link !== undefined;
  };
}
