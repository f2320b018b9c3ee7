import { type PaymentEvent, PermanentHookError, type Transaction } from "@ventanilla/express";
import { Orders } from "../orders.ts";

/** The shop's orders, whose books the stage can close for one of them: then a payment cannot be written into it. */
export class StagedOrders extends Orders {
  readonly #closed = new Set<string>();

  /** What the shop is told of this order's payments fails for good. */
  closeBooks(order: string): void {
    this.#closed.add(order);
  }

  /** Whoever maintains the shop has corrected it. */
  openBooks(order: string): void {
    this.#closed.delete(order);
  }

  override async markPaid(payment: PaymentEvent, transaction: Transaction): Promise<void> {
    if (this.#closed.has(payment.order)) throw new PermanentHookError("the books of that day are closed");
    await super.markPaid(payment, transaction);
  }
}
