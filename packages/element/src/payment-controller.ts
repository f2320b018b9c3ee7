import type { ReactiveController, ReactiveControllerHost } from "lit";
import { originOf } from "./bank-page.ts";
import { OrderPayment } from "./order-payment.ts";
import type { PayMode, PaymentHost } from "./payment-host.ts";
import type { PayResult } from "./result.ts";
import { onWakeSignal } from "./wake-signals.ts";

/** What the controller reads of its element. */
type PaymentElement = PaymentHost["_element"] &
  ReactiveControllerHost & {
    readonly endpoint: string;
    readonly order: string;
    readonly isConnected: boolean;
    readonly hasUpdated: boolean;
  };

/** The payments of this page by mount path and order. */
const payments = new Map<string, OrderPayment>();

/**
 * The payment of an order, the same for every element of the page: an element that is moved, or replaced by another
 * one, goes on with the same window and the same promise.
 */
function paymentOf(mount: string, order: string): OrderPayment {
  const key = `${mount}:${order}`;
  const payment = payments.get(key) ?? new OrderPayment(mount, order);
  payments.set(key, payment);
  return payment;
}

/** Ties an element to the payment of its order for as long as it is in the page, and wakes that payment. */
export class PaymentController implements ReactiveController {
  readonly #host: PaymentHost;
  readonly #element: PaymentElement;
  // Of no order, until the element is in the page.
  #payment = new OrderPayment("", "");
  #listening: AbortController | undefined;
  #countdown: ReturnType<typeof setTimeout> | undefined;

  constructor(element: PaymentElement, host: Omit<PaymentHost, "_element">) {
    this.#element = element;
    this.#host = { ...host, _element: element };
    element.addController(this);
  }

  /** The payment that the element shows. */
  get _payment(): OrderPayment {
    return this.#payment;
  }

  /** Whether this element shows the bank's page in a frame. */
  get _isFraming(): boolean {
    return this.#payment._frameHost === this.#host;
  }

  /** Turns to the payment that the element's properties name, and returns it. */
  _follow(): OrderPayment {
    const { endpoint, order } = this.#element;
    const payment = paymentOf(endpoint.replace(/\/$/, ""), order);
    if (payment !== this.#payment) this.#payment._leave(this.#host);
    this.#payment = payment;
    payment._join(this.#host);
    return payment;
  }

  /** Pays the element's order; see `VentanillaPay.pay`. */
  _pay(mode: PayMode, signal: AbortSignal | undefined): Promise<PayResult> {
    return this._follow()._pay(this.#host, mode, signal);
  }

  hostConnected(): void {
    this.#listening = onWakeSignal(
      () => originOf(this.#element.endpoint),
      (restored) => this.#payment._wake(restored),
    );
    // Before the first rendering the page has not had the time to add its listeners.
    if (this.#element.hasUpdated) this._follow();
  }

  hostDisconnected(): void {
    this.#listening?.abort();
    clearTimeout(this.#countdown);
    this.#payment._leave(this.#host);
  }

  hostUpdate(): void {
    if (this.#element.isConnected) this._follow();
  }

  hostUpdated(): void {
    clearTimeout(this.#countdown);
    // The time that is left to pay is shown in seconds.
    if (this.#payment._state.status === "open" && this.#element.isConnected) {
      this.#countdown = setTimeout(() => this.#element.requestUpdate(), 1000);
    }
  }
}
