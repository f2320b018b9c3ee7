import type { IncomingMessage } from "node:http";
import type { OrderView } from "./attempt/order-view.ts";
import type { AttemptView } from "./attempt/outcome.ts";
import type { CaptureRequest } from "./capture/capture-request.ts";
import type { Handler } from "./handler.ts";
import type { Reconciliation } from "./reconcile.ts";
import type { Health } from "./report/health.ts";
import type { HandlingInput } from "./staff/handle-duplicate.ts";
import type { GivenBackInput } from "./staff/record-given-back.ts";
import type { ResolutionInput } from "./staff/resolve.ts";
import type { Summary, SummaryRequest } from "./staff/summary.ts";
import type { AttemptFilter } from "./stores/staff-store.ts";

/** Which payments {@link Payments.list} lists: those of a batch, or the attempts that meet a filter. */
export type ListRequest =
  | {
      /** The date of the batch close: `2026-11-20` for the payments from the close of the 19th to that of the 20th. */
      batch: string;
      /** Not with `batch`. */
      filter?: never;
    }
  | {
      /** Not with `filter`. */
      batch?: never;
      /** What every attempt in the list meets. Default: all attempts */
      filter?: AttemptFilter;
    };

/** What {@link Payments.prune} deletes. */
export interface PruneRequest {
  /**
   * The orders whose last attempt ended before this time, which has passed: a date, such as `2025-01-01`, for its
   * beginning in the shop's time zone, or milliseconds since the epoch.
   */
  before: string | number;
  /** How many orders at most. Default: all */
  limit?: number;
}

/** An order that is deleted. */
export interface PrunedOrder {
  /** The merchant's order id. */
  order: string;
  /** Its attempts, oldest first, without secrets. */
  attempts: AttemptView[];
}

/** The router: a request handler, to be mounted where `publicUrl` says, with methods for the shop's own code. */
export interface Payments extends Handler {
  /**
   * Handles the return and cancel addresses only. Mount it before everything else: then no body parser can refuse the
   * bank's POST, and neither can CSRF or session middleware, because that POST carries no cookie. It finds its
   * addresses below the path of `publicUrl` and, where it is mounted on a path or a proxy strips one, below that.
   * @example
   * app.use(payments.returns);
   * app.use(session(options), express.urlencoded());
   * app.use("/payments", payments);
   */
  returns: Handler;
  /**
   * Finds the attempts at an order.
   * @param order the merchant's order id; not its reference at the bank, which may be another order's id
   * @returns whether the order is paid or authorized, its attempts, and the one that decides whether it can be paid now
   * @throws ArgumentError when the id is not a string, or empty
   * @throws Error the store's own, when it fails
   * @example
   * const { paid } = await payments.findOrder("A-1001");
   */
  findOrder(order: string): Promise<OrderView>;
  /**
   * Whether a request, to a page on the origin of `publicUrl`, comes from a browser that launched this attempt: the router
   * shows card and authorization there alone.
   * @throws Error the store's own, when it fails
   */
  isLauncher(attempt: string, request: IncomingMessage): Promise<boolean>;
  /**
   * Lists payments. With `batch` the approved payments between two batch closes, the earliest first: what the bank
   * settles, and what the counter's file has. With `filter` the attempts of every state that meet it, the latest first.
   * Reads as you go, some hundreds at a time: leave the loop when you have enough.
   * @param request `batch`, the date of a batch close, or `filter`. Default: all attempts
   * @returns the payments, one after the other
   * @throws ArgumentError naming what is wrong in the request, before anything is read
   * @throws Error the store's own, within the loop
   * @example
   * for await (const { order, amount, verdict } of payments.list({ batch: "2026-11-20" })) {
   *   console.log(order, amount.minor, verdict?.reference);
   * }
   */
  list(request?: ListRequest): AsyncGenerator<AttemptView, void, void>;
  /**
   * Deletes orders that are finished and older than a time: nothing is due, waits for a person, or is to be delivered.
   * An order that was paid stays paid. Yields each order before it is deleted, which happens when your loop asks for the
   * next one: what you write to an archive is written first, and a loop that throws keeps the order.
   * @param request `before`, and `limit`
   * @returns the orders with their attempts, the oldest first
   * @throws ArgumentError naming what is wrong in the request, before anything is deleted
   * @throws Error the store's own, within the loop
   * @example
   * for await (const { order, attempts } of payments.prune({ before: "2025-01-01" })) {
   *   console.log(JSON.stringify({ order, attempts }));
   * }
   */
  prune(request: PruneRequest): AsyncGenerator<PrunedOrder, void, void>;
  /**
   * Erases a buyer's email from every attempt that keeps it, which is where `keepEmail` is on. Nothing else changes. An
   * attempt that is launched later keeps it again.
   * @param email the buyer's, in capitals or not
   * @returns from how many attempts it was erased
   * @throws ArgumentError when it is no email
   * @throws Error the store's own, when it fails; a further call erases the rest
   * @example
   * await payments.eraseEmail("ana@example.com");
   */
  eraseEmail(email: string): Promise<number>;
  /**
   * The numbers of a batch for a daily email: by currency, each payment in one group; what needs a person; and the same
   * as plain text in Spanish and English. Call it from cron after the batch close.
   * @param request `batch`, the date of a batch close. Default: the last batch that has closed
   * @returns the numbers, without orders and cards
   * @throws ArgumentError naming what is wrong in the request
   * @throws Error the store's own, when it fails
   * @example
   * const { text, toDecide } = await payments.summary();
   * console.log(text.es, toDecide.unknown);
   */
  summary(request?: SummaryRequest): Promise<Summary>;
  /**
   * Settles the authorization of an order whose `order()` answered `capture: "later"`. It is sent to the bank once, by
   * one process; the bank is asked for the result for some 8 seconds here, longer where it answers slowly, and in the
   * background after that. `onPaid` runs when it is approved. A further call returns the same capture; after `declined`
   * or `expired` it begins a new one.
   * @param order the merchant's order id
   * @param request what to capture. Default: the whole amount
   * @returns the capture: `outcome` is its result so far. `unknown` needs manual review
   * @throws ArgumentError naming the field that is malformed; an amount above the authorized one, or missing where
   * the bank approved a part that nobody has named
   * @throws CaptureError when the order cannot be captured; `code` says why
   * @throws Error the store's own, when it fails
   * @see docs/contributing/contract.md#3.4
   * @example
   * const { outcome } = await payments.capture("A-1001", { amount: { minor: 120000, currency: "DOP" } });
   */
  capture(order: string, request?: CaptureRequest): Promise<AttemptView>;
  /**
   * Records that the bank no longer holds the money of an authorized order, because its authorization was reversed in
   * the bank's portal or has lapsed: the order can be paid again. After 31 days the router does it by itself.
   * @param order the merchant's order id
   * @param statement `reason`, 1 to 500 characters, and `by`, 1 to 100: kept with the attempt
   * @returns the attempt whose authorization was released
   * @throws ArgumentError naming the field that is malformed
   * @throws CaptureError `not_authorized`, `already_paid` or `in_progress`
   * @throws Error the store's own, when it fails
   * @example
   * await payments.release("A-1001", { reason: "reversed in the portal", by: "Ana" });
   */
  release(order: string, statement: { reason: string; by: string }): Promise<AttemptView>;
  /**
   * Asks the bank about every attempt that is due, and delivers every event that is due, until nothing is. For cron and
   * serverless; a process that stays does it by itself.
   * @param budget `budgetMs`: when to return at the latest, in milliseconds. Work that hangs continues while the
   * process lives; otherwise another process does it when its lease ends, after 30 seconds
   * @returns how much was done
   * @throws ArgumentError when `budgetMs` is not a number above 0
   * @throws Error the store's own, when it fails
   * @example
   * await payments.reconcileOnce({ budgetMs: 15_000 });
   */
  reconcileOnce(budget: { budgetMs: number }): Promise<Reconciliation>;
  /**
   * Records, once, what a person has found out about an attempt that is `unknown`, under `review`, or refused without a
   * clear last answer of the bank. Paid: `onPaid` runs. Not paid: the order can be paid again.
   * @param attempt the attempt's id
   * @param resolution `paid`; `reason`, 1 to 500 characters, and `by`, 1 to 100, are kept with the attempt. `reference`,
   * `authorizationCode` and `approvedAmount` are what the bank said of a payment that was charged
   * @returns the attempt, resolved
   * @throws ArgumentError naming the field that is malformed
   * @throws ResolveError when the attempt cannot be resolved; `code` says why
   * @throws Error the store's own, when it fails
   * @example
   * await payments.resolve(attempt, { paid: true, reason: "statement of 21 November, line 7", by: "Ana" });
   */
  resolve(attempt: string, resolution: ResolutionInput): Promise<AttemptView>;
  /**
   * Records, once, what a person has done about the further payment of an order that was paid twice. It moves no money:
   * the person gives one of the two back at the bank. The order stays paid.
   * @param attempt the id of the further payment, as `onPaidAgain` gets it
   * @param handling `returned`: whether one of the two was given back, else both are kept; `returnedAttempt`: the id of
   * the one that was, where it is not the further payment; its `on` and `reference` as for {@link recordGivenBack};
   * `reason`, 1 to 500 characters, and `by`, 1 to 100, are kept with the attempt
   * @returns the attempt, handled
   * @throws ArgumentError naming the field that is malformed
   * @throws ResolveError when there is nothing to handle; `code` says why
   * @throws Error the store's own, when it fails
   * @example
   * await payments.recordHandling(attempt, { returned: true, reason: "voided in the portal", by: "Ana" });
   */
  recordHandling(attempt: string, handling: HandlingInput): Promise<AttemptView>;
  /**
   * Records that money of a payment went back to the buyer, whole or in part, by a void or refund that somebody has made
   * at the bank. It moves no money. The order stays paid; `onGivenBack` runs once for each part, and the buyer reads it.
   * @param attempt the attempt's id. For a captured authorization its capture is recorded
   * @param input `amount`, by default what is left; `on`, the day at the bank, `2026-11-27`, by default today;
   * `reference`, the bank's; `reason`, 1 to 500 characters, and `by`, 1 to 100. A second part of the same amount, day
   * and reference is refused, so a call that is made again records nothing twice
   * @returns the attempt of the charge, with all its parts in `givenBack`
   * @throws ArgumentError naming the field that is malformed, or an amount above what is left
   * @throws ResolveError `wrong_state` where nothing was charged, or a person has still to decide; `already_resolved`
   * @throws Error the store's own, when it fails
   * @example
   * await payments.recordGivenBack(attempt, {
   *   amount: { minor: 50000, currency: "DOP" },
   *   reference: "000501",
   *   reason: "one box was broken",
   *   by: "Ana",
   * });
   */
  recordGivenBack(attempt: string, input: GivenBackInput): Promise<AttemptView>;
  /**
   * The script of `<ventanilla-pay>` at an address that never changes its content: browsers keep it for a year, and
   * load the next version at once, because that has another address.
   * @returns `src` and, for pages on another origin, `integrity` of a script element of the type `module`
   * @throws Error when the element's file cannot be read
   * @example
   * const { src } = await payments.elementScript();
   * const tag = `<script type="module" src="${src}"></script>`;
   */
  elementScript(): Promise<{ src: string; integrity: string }>;
  /**
   * Payment health for monitoring: four cheap reads of the store and a small write at the same time, in at most
   * 5 seconds. Never rejects.
   * @returns numbers and problems, without secrets and ids
   * @example
   * const { ok, problems } = await payments.health();
   */
  health(): Promise<Health>;
  /**
   * Claims nothing more, finishes what was claimed, and closes the bank's connections and the store: within 10 seconds,
   * also when something hangs. Hooks have 5 seconds; then their `signal` is aborted, and they have 2 more.
   * @throws Error the store's own, when it cannot be closed
   */
  close(): Promise<void>;
}
