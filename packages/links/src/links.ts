import type { IncomingMessage } from "node:http";
import type { GivenBackEvent, Handler, Order, PaymentEvent, Payments } from "@ventanilla/express";
import type { CounterPages } from "@ventanilla/express/counter";
import type { Link, LinkFilter, LinkInput } from "./link.ts";
import { manageLinks } from "./manage.ts";
import { type LinksOptions, partsOf } from "./options.ts";
import { keepPayment, orderNamed } from "./order/order.ts";
import { makePages } from "./pages/pages.ts";
import { type PaidPayment, type Receipt, type ReceiptDetails, receiptFor, receiptUrl } from "./receipt/receipt.ts";
import { makeStaffPages } from "./staff/staff-pages.ts";
import { versions } from "./tables.ts";

/**
 * Payment links: what the router asks and tells, the pages, and methods for the shop's own code. Where the database fails,
 * its `Error` is thrown. `code` may have any case, spaces and hyphens; `payments` is the router that the links are paid
 * through, and what `order` and `onPaid` take is as the router passes it.
 * @see docs/guide/payment-links.md
 */
export interface Links {
  /** Creates the tables after the store's own, or brings them up to date. Resolves to the versions that were applied. */
  migrate(): Promise<number[]>;
  /**
   * The order of a link, or of a token that the shop has signed, for the option `order` of the router.
   * @param id the order's id, or a token
   * @returns the order; `undefined` for an order of the shop's own, and where this browser may not pay it now
   */
  order(id: string, request: IncomingMessage | undefined): Promise<Order | undefined>;
  /**
   * Keeps a payment, for the option `onPaid` of the router: once, however often that runs. It comes before the first
   * statement of the hook's transaction, and rejects after that.
   * @returns whether it was the payment of a link: else of an order of the shop's own. Of one that it has signed the
   *   receipt is kept
   */
  onPaid(payment: PaymentEvent): Promise<boolean>;
  /**
   * Keeps what went back of a payment, for the option `onGivenBack` of the router, as {@link onPaid} keeps it: lists say it.
   * @returns whether it was the payment of a link
   */
  onGivenBack(payment: GivenBackEvent): Promise<boolean>;
  /** The buyers' pages, to be mounted where `publicUrl` says. */
  pages(payments: Payments): Handler;
  /** The counter's pages of links, for its option `pages`: charge, the list with what each link brought in, and a keypad. */
  staffPages(payments: Payments): CounterPages;
  /**
   * Makes a link.
   * @throws ArgumentError naming the field, what came and what was expected
   * @example
   * const { url } = await pay.create({ amount: { minor: 295000, currency: "DOP" }, description: "Bizcocho" });
   */
  create(input: LinkInput): Promise<Link>;
  /** Finds a link; `undefined` where there is none. */
  find(code: string): Promise<Link | undefined>;
  /** Lists those that a filter names, by default all, the latest first. Reads as you go: leave the loop when you have enough. */
  list(filter?: LinkFilter): AsyncGenerator<Link, void, void>;
  /**
   * Ends a link: nobody begins a payment any more. One that is under way counts.
   * @returns the link as it is now; `undefined` where there is none
   */
  withdraw(code: string): Promise<Link | undefined>;
  /**
   * Writes the receipt of a payment, for an email of the shop's own.
   * @param payment what `onPaid` receives, of a link or of an order of the shop's own
   * @param details `language`, by default `es`; and of an order of the shop's own, what was paid for
   * @returns subject, a whole HTML document, and the same as text
   */
  receipt(payment: PaidPayment, details?: ReceiptDetails & { language?: "es" | "en" }): Promise<Receipt>;
  /**
   * The signed address of a receipt's page, below `publicUrl`: whoever has it sees the receipt, so it is for the buyer alone.
   * @param order the order's id
   * @param language Default: that of the browser
   */
  receiptUrl(order: string, language?: "es" | "en"): string;
  /**
   * Deletes emails and telephone numbers that are no longer needed: of payments before a time, in milliseconds since the
   * epoch, and of whom links were for that had ended by then. Those of buyers who did not pay are deleted within two hours
   * without this. Sums stay.
   * @throws ArgumentError when it is not a time
   */
  forget(before: number): Promise<void>;
}

/**
 * Makes payment links on a router.
 * @param options see {@link LinksOptions}; checked here, once
 * @returns the links: see {@link Links}
 * @throws ArgumentError naming the option that is missing or wrong
 * @example
 * const pay = links({ store, publicUrl: "https://shop.example/pay", storefront: { name: "Dulces Ana" }, keys });
 * const payments = ventanilla({ ...options, store, order: pay.order, onPaid: pay.onPaid, onGivenBack: pay.onGivenBack });
 * app.use(payments.returns);
 * app.use("/payments", payments);
 * app.use("/pay", pay.pages(payments));
 */
export function links(options: LinksOptions): Links {
  const parts = partsOf(options);
  const manage = manageLinks(parts);
  return {
    migrate: () => parts.database.migrate("links", versions),
    order: (id, request) => orderNamed(parts, id, request),
    onPaid: (payment) => keepPayment(parts, payment),
    // Why it went back is kept with the payment alone.
    onGivenBack: ({ part: _, ...payment }) => keepPayment(parts, payment),
    pages(router) {
      parts.holds.watch(router);
      return makePages(parts, router);
    },
    staffPages: (router) => makeStaffPages({ ...parts, manage, router }),
    ...manage,
    receipt: (payment, details) => receiptFor(parts, payment, details),
    receiptUrl: (order, language) => receiptUrl(parts, order, language),
  };
}
