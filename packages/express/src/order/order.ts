import type { Buyer, Money, PaymentDetails } from "@ventanilla/client";

/** What every {@link Order} says, from the merchant's own records. Other fields are not read. */
export interface OrderDetails extends PaymentDetails {
  /**
   * The order's own id: the key of its row, as text. Everything is kept and delivered under it, however the page has
   * spelled it: `01005`, `+1005` and `1005.0` join order `1005`. 1 to 255 bytes; a number is not read. Default: the id that
   * was asked for; then one that differs from a known order's only in how it is spelled is refused
   */
  id?: string | undefined;
  /** The whole amount, tax included, in minor units: `{ minor: 295000, currency: "DOP" }` is RD$ 2,950.00. */
  amount: Money;
  /** The tax (ITBIS) within the amount, in minor units of the same currency. */
  tax: Money;
  /**
   * The buyer, for 3-D Secure: email and mobile telephone at least. What they typed is made ready for the bank; only a
   * wrong email or mobile telephone stops the launch, and the buyer reads which one to correct.
   * @see docs/contributing/contract.md#buyer-details
   */
  buyer: Buyer;
  /**
   * What the bank is to know the order by: 1 to 20 bytes, of this order alone. Read at the order's first launch; every
   * further attempt has the same. Default: the order's id, or a reference that the router makes where the bank does not
   * take the id, as a UUID
   */
  orderReference?: string | undefined;
  /**
   * What is sold, as the shop names it in its own books: `Cena para dos`. The counter adds up by it. One line is kept, without
   * control characters and cut at 100 characters; anything but a text is not read. Default: none
   */
  product?: string | undefined;
}

/** An order that is charged when the bank approves it. */
export interface SaleOrder extends OrderDetails {
  /**
   * `true`: this launch goes to the bank's installments page, where the buyer may choose installments or deferred
   * payment. The plan is between the buyer and their issuer: the shop is paid the whole amount in one transaction.
   * Default: `false`
   */
  installments?: boolean | undefined;
  /** Absent: a sale charges at once. */
  capture?: undefined;
}

/** An order that is only authorized: `payments.capture(order)` charges it. */
export interface AuthorizedOrder extends OrderDetails {
  /**
   * The bank authorizes the amount and does not settle it: `payments.capture(order)` charges it. The router needs
   * `onAuthorized`, which runs in place of `onPaid`. Not with installments. Absent: a sale, which is charged at once.
   * @see docs/contributing/contract.md#3.4
   */
  capture: "later";
  /** Installments are for sales only. */
  installments?: false | undefined;
}

/**
 * What `order()` answers: what an order costs, and how it is paid.
 * @see docs/contributing/contract.md#2.2
 * @example
 * const order: Order = {
 *   amount: { minor: 295000, currency: "DOP" },
 *   tax: { minor: 45000, currency: "DOP" },
 *   buyer: { email: "ana@example.com", mobilePhone: "8095550123" },
 * };
 */
export type Order = SaleOrder | AuthorizedOrder;
