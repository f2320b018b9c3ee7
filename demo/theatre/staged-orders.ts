import { type PaymentEvent, PermanentHookError, type Transaction } from "@ventanilla/express";
import { Orders } from "../src/orders.ts";

/** The shop's orders. The stage can close the day of an order in the books: then its payment cannot be recorded. */
export class StagedOrders extends Orders {
  readonly #closed = new Set<string>();

  /** From now on `markPaid` fails permanently for this order. */
  closeDay(order: string): void {
    this.#closed.add(order);
  }

  /** From now on `markPaid` works again, as after a correction in the shop. */
  reopenDay(order: string): void {
    this.#closed.delete(order);
  }

  override async markPaid(payment: PaymentEvent, transaction: Transaction): Promise<void> {
    if (this.#closed.has(payment.order)) throw new PermanentHookError("the books of that day are closed");
    await super.markPaid(payment, transaction);
  }
}
