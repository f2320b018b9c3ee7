import type { ReactiveController, ReactiveControllerHost } from "lit";
import { newAttempt } from "./attempt-memory.ts";
import { opensWindows } from "./bank-page.ts";
import { tell } from "./events.ts";
import { type Launch, openLaunch } from "./launch.ts";
import { OrderPayment } from "./order-payment.ts";
import { noOrder, type Order, orderFrom } from "./order-source.ts";
import { draft, isLive } from "./payment.ts";
import type { PayMode, PaymentHost } from "./payment-host.ts";
import type { PayResult } from "./result.ts";

function modeOf(mode: PayMode): PayMode {
  return mode === "auto" && !opensWindows() ? "redirect" : mode;
}

/** What the controller reads of its element. */
type PaymentElement = PaymentHost["_element"] &
  ReactiveControllerHost & {
    readonly endpoint: string;
    readonly mode: PayMode;
    order: Order;
    readonly isConnected: boolean;
    readonly hasUpdated: boolean;
  };

/** What is to be paid, and where; by default what the element says. */
export interface PayOptions {
  /** Where the bank's page is shown. Default: the element's `mode`. */
  mode?: PayMode;
  /** The order, or a promise of it, which becomes the element's. Default: the element's `order`. */
  order?: string | PromiseLike<string>;
  /** Closes the bank's window when aborted, as `cancel()` does: the promise still resolves with the router's answer. */
  signal?: AbortSignal;
}

/** What waits for its order, and the end of that. */
interface Waiting {
  launch: Launch;
  end: Promise<PayResult>;
}

type Source = Order | PromiseLike<string>;

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

/** Ties an element to the payment of its order for as long as it is in the page. */
export class PaymentController implements ReactiveController {
  readonly #host: PaymentHost;
  readonly #element: PaymentElement;
  /** Of no order: until the element is in the page, and while its order is still to be made. */
  readonly #blank = new OrderPayment("", "");
  #payment = this.#blank;
  /** The order that the element's function has made. */
  #made = "";
  #waiting: Waiting | undefined;
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

  /** The bank's window, also while it waits for the order. */
  get _window(): Window | null | undefined {
    return this.#waiting?.launch.window ?? this.#payment._window;
  }

  /** Whether the bank's page waits for something that the buyer cannot hasten. */
  get _isBusy(): boolean {
    return this.#payment._state.busy || this.#waiting !== undefined;
  }

  /** Whether this element shows the bank's page in a frame. */
  get _isFraming(): boolean {
    return this.#payment._frameHost === this.#host;
  }

  /** Turns to the payment that the element's properties name, and returns it. */
  _follow(): OrderPayment {
    const { order } = this.#element;
    const payment = this.#paymentOf(typeof order === "function" ? this.#made : order);
    if (payment !== this.#payment) this.#payment._leave(this.#host);
    this.#payment = payment;
    payment._join(this.#host);
    return payment;
  }

  #paymentOf(order: string): OrderPayment {
    return order ? paymentOf(this.#element.endpoint.replace(/\/$/, ""), order) : this.#blank;
  }

  /** Pays the element's order; see `VentanillaPay.pay`. */
  _pay({ mode, order, signal }: PayOptions): Promise<PayResult> {
    if (this.#waiting) {
      this._window?.focus();
      return this.#waiting.end;
    }
    // A payment that goes on is shown until the promised order is known.
    if (order && (typeof order === "string" || !isLive(this.#payment._state))) {
      this.#turnTo(typeof order === "string" ? order : "");
    }
    const element = this.#element;
    const chosen = () => modeOf(mode ?? element.mode);
    const underWay = (payment: OrderPayment) => payment._underWay(this.#host, chosen() === "modal");
    const shown = this._follow();
    const early = underWay(shown);
    if (early) return early;
    const attempt = newAttempt();
    const begun = draft(attempt, shown._order);
    if (signal?.aborted || !tell(element, "before", begun, true)) return shown._giveUp(begun);
    // The listener may have set another order, endpoint or mode.
    const payment = this._follow();
    const late = underWay(payment);
    if (late) return late;
    // What is pending is opened again, not made again.
    const source = order ?? (isLive(payment._state) ? payment._order : element.order);
    return source ? this.#open(payment, attempt, source, chosen(), signal) : Promise.reject(noOrder());
  }

  /** Closes the bank's page, also one that still waits for its order. */
  _cancel(): void {
    this.#waiting?.launch.window?.close();
    this.#waiting = undefined;
    this.#payment._cancel();
  }

  /** Opens the window or the frame, in the click itself, and launches the payment when its order is known. */
  #open(
    payment: OrderPayment,
    attempt: string,
    source: Source,
    mode: PayMode,
    signal?: AbortSignal,
  ): Promise<PayResult> {
    const isKnown = typeof source === "string";
    const result = draft(attempt, isKnown ? payment._order : "");
    if (mode === "modal") payment._showFrame(this.#host);
    const launch = openLaunch(this.#host, mode, isKnown ? payment._key : attempt, result, signal);
    if (!launch) return payment._giveUp(result);
    if (isKnown) return payment._launch(launch);
    const end = this.#launchLater(payment, launch, source);
    this.#wait({ launch, end });
    return end;
  }

  async #launchLater(payment: OrderPayment, launch: Launch, source: Source): Promise<PayResult> {
    const { modal, result } = launch;
    const isWaiting = () => this.#waiting?.launch === launch;
    const close = () => {
      // Otherwise `cancel()` has closed it, and the next one may wait already.
      if (!isWaiting()) return;
      payment._close(launch);
      this.#wait(undefined);
    };
    let order: string | undefined;
    try {
      order = await orderFrom(source, () => isWaiting() && !launch.isGivenUp());
    } catch (error) {
      console.warn("<ventanilla-pay>", error);
      close();
      return payment._fail(result);
    }
    if (!order) {
      close();
      return payment._giveUp(result);
    }
    this.#wait(undefined);
    payment._handOver(this.#paymentOf(order));
    const next = this.#turnTo(order);
    const late = next._underWay(this.#host, modal);
    if (late) next._close(launch);
    return late ?? next._launch({ ...launch, result: draft(result.attempt, order) });
  }

  #wait(waiting: Waiting | undefined): void {
    this.#waiting = waiting;
    this.#element.requestUpdate();
  }

  #turnTo(order: string): OrderPayment {
    const element = this.#element;
    if (typeof element.order === "function") this.#made = order;
    else element.order = order;
    return this._follow();
  }

  hostConnected(): void {
    // Before the first rendering the page has not had the time to add its listeners.
    if (this.#element.hasUpdated) this._follow();
  }

  hostDisconnected(): void {
    clearTimeout(this.#countdown);
    this.#payment._leave(this.#host);
  }

  hostUpdate(): void {
    // A dialog stays with its payment until it is closed.
    if (this.#element.isConnected && !this._isFraming) this._follow();
  }

  hostUpdated(): void {
    clearTimeout(this.#countdown);
    // The time that is left to pay is shown in seconds.
    if (this.#payment._state.status === "open" && this.#element.isConnected) {
      this.#countdown = setTimeout(() => this.#element.requestUpdate(), 1000);
    }
  }
}
