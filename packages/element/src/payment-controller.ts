import type { ReactiveController, ReactiveControllerHost } from "@lit/reactive-element";
import { watchReader } from "./arrival.ts";
import { opensWindows } from "./bank-page.ts";
import { dispatchPayEvent } from "./events.ts";
import { closeLaunch, isWanted, type Launch } from "./launch.ts";
import { defaultMount } from "./mount.ts";
import { newAttempt } from "./new-attempt.ts";
import { OrderPayment } from "./order-payment.ts";
import { noOrder, type Order, orderFrom } from "./order-source.ts";
import { draft, isLive } from "./payment.ts";
import type { PayMode, PaymentHost } from "./payment-host.ts";
import type { PayResult } from "./result.ts";
import { warn } from "./warn.ts";

/** What the controller reads of its element. */
type PaymentElement = PaymentHost["_element"] &
  ReactiveControllerHost & {
    readonly endpoint: string;
    readonly mode: PayMode;
    order: Order;
    readonly isConnected: boolean;
    readonly hasUpdated: boolean;
  };

/** Options of {@link VentanillaPay.pay}. */
export interface PayOptions {
  /** Where the bank's page is shown. Default: the element's `mode`. */
  mode?: PayMode;
  /**
   * The order's id, or a promise of it: the window opens at once, the form goes out when the order is there. From then
   * on the element shows that order; its `order` becomes the id, unless it is a function. Default: the element's `order`.
   */
  order?: string | PromiseLike<string>;
  /** Closes the bank's window when aborted, as `cancel()` does: the promise still resolves with the router's answer. */
  signal?: AbortSignal;
}

/** A launch that waits for its order, and the end of its payment. */
interface Waiting {
  launch: Launch;
  end: Promise<PayResult>;
}

/** A cross-origin isolated page shows no frame of a bank that does not ask for it by headers of its own. */
function shownMode(mode: PayMode): PayMode {
  if (mode !== "modal" || !globalThis.crossOriginIsolated) return mode;
  warn("Cross-Origin-Embedder-Policy forbids modal: a window opens");
  return "popup";
}

/** The payments of this page by mount path and order. */
const payments = new Map<string, OrderPayment>();

/** Ties an element to the payment of its order for as long as it is in the page. */
export class PaymentController implements ReactiveController {
  readonly #host: PaymentHost;
  readonly #element: PaymentElement;
  /** The payment of no order, shown until the element is in the page, and while its order is still to be made. */
  readonly #blank: OrderPayment;
  #payment: OrderPayment;
  /** The order that the element's function has made. */
  #made = "";
  /** The element's order that is not shown, because another one is made to be paid in its place. */
  #replaced: string | undefined;
  #waiting: Waiting | undefined;
  #countdown: ReturnType<typeof setTimeout> | undefined;
  #languages: MutationObserver | undefined;

  constructor(element: PaymentElement, host: Omit<PaymentHost, "_element">) {
    this.#element = element;
    this.#host = { ...host, _element: element };
    this.#blank = new OrderPayment("", "", this.#host);
    this.#payment = this.#blank;
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

  /** The bank's window while the buyer is to pay in it. */
  get _payWindow(): Window | null | undefined {
    return this.#waiting || this.#payment._state.status === "open" ? this._window : undefined;
  }

  /** Whether the bank's page waits for something that the buyer cannot speed up. */
  get _isBusy(): boolean {
    return this.#payment._state._busy || this.#waiting !== undefined;
  }

  /** Switches to the payment that the element's properties name, and returns it. */
  _follow(): OrderPayment {
    const order = this.#order;
    const payment = this.#paymentOf(order === this.#replaced ? "" : order);
    if (payment !== this.#payment) this.#payment._leave(this.#host);
    this.#payment = payment;
    payment._join(this.#host);
    return payment;
  }

  /** Pays the element's order; see `VentanillaPay.pay`. */
  _pay({ mode, order, signal }: PayOptions): Promise<PayResult> {
    if (this.#waiting) {
      this._window?.focus();
      return this.#waiting.end;
    }
    // Until the order is known, only a payment that goes on is shown.
    this.#replaced = !order || isLive(this.#payment._state) ? undefined : this.#order;
    const element = this.#element;
    const host = this.#host;
    const modeNow = () => shownMode(mode ?? element.mode);
    const isModal = () => modeNow() === "modal";
    const isAborted = () => signal?.aborted === true;
    const shown = this._follow();
    const early = shown._underWay(host, isModal());
    if (early) return early;
    const attempt = newAttempt();
    const begun = draft(attempt, shown._order);
    if (isAborted() || !dispatchPayEvent(element, "before", begun, true)) return this.#giveUp(shown, begun);
    // The listener may have aborted the payment, or set another order, endpoint or mode.
    if (isAborted()) return this.#giveUp(shown, begun);
    const payment = this._follow();
    const late = payment._underWay(host, isModal());
    if (late) return late;
    // The order of a pending payment is not made again.
    const source = order ?? (isLive(payment._state) ? payment._order : element.order);
    if (!source) {
      const error = noOrder();
      warn(error.message);
      return Promise.reject(error);
    }
    const isKnown = source === payment._order;
    const result = draft(attempt, isKnown ? source : "");
    const launch = this.#open(modeNow(), isKnown ? payment._key : attempt, result);
    if (!launch) return this.#giveUp(payment, result);
    const onAbort = () => this.#close(launch);
    signal?.addEventListener("abort", onAbort);
    const end = isKnown ? payment._launch(launch) : this.#launchLater(payment, launch, source);
    // From then on, aborting would close the window of the next attempt.
    const forget = () => signal?.removeEventListener("abort", onAbort);
    void end.then(forget, forget);
    if (!isKnown) this.#setWaiting({ launch, end }, this.#replaced);
    return end;
  }

  /** Closes the bank's page, also one that still waits for its order. */
  _cancel(): void {
    if (this.#waiting) this.#close(this.#waiting.launch);
    this.#payment._cancel();
  }

  /**
   * Opens the window or the frame, in the click itself: after an `await` browsers refuse. Returns undefined when they
   * refuse, and a listener keeps this page from going to the bank instead.
   */
  #open(mode: PayMode, name: string, result: PayResult): Launch | undefined {
    const host = this.#host;
    if (mode === "modal") return { host, modal: true, name, window: host._openFrame(), result };
    const isPopup = mode === "popup" || (mode !== "redirect" && opensWindows());
    const window = isPopup ? host._openWindow(name) : undefined;
    if (isPopup && !window && !dispatchPayEvent(this.#element, "blocked", result, true)) return undefined;
    return { host, modal: false, name, window, result };
  }

  /** The end of an attempt that does not begin. */
  #giveUp(payment: OrderPayment, result: PayResult): Promise<PayResult> {
    this.#setWaiting();
    return payment._giveUp(result);
  }

  /** Launches the payment of an order that is still to be made. */
  async #launchLater(payment: OrderPayment, launch: Launch, source: Order | PromiseLike<string>): Promise<PayResult> {
    const { host, modal, result } = launch;
    const order = await orderFrom(source, () => isWanted(launch)).catch((error: unknown) => {
      if (isWanted(launch)) warn(String(error));
      return "";
    });
    if (!isWanted(launch)) {
      this.#close(launch);
      return payment._giveUp(result);
    }
    if (!order) {
      closeLaunch(launch);
      this.#setWaiting(undefined, this.#replaced);
      return payment._fail(result);
    }
    payment._handOver(this.#paymentOf(order));
    if (typeof this.#element.order === "function") this.#made = order;
    else this.#element.order = order;
    this.#setWaiting();
    const next = this._follow();
    const late = next._underWay(host, modal);
    if (late) closeLaunch(launch);
    launch.result = { ...result, order };
    return late ?? next._launch(launch);
  }

  /**
   * The payment of an order, the same for every element of the page: an element that is moved, or replaced by another
   * one, goes on with the same window and the same promise.
   */
  #paymentOf(order: string): OrderPayment {
    if (!order) return this.#blank;
    const mount = (this.#element.endpoint ?? defaultMount()).replace(/\/$/, "");
    const key = `${mount}:${order}`;
    const payment = payments.get(key) ?? new OrderPayment(mount, order, this.#host);
    payments.set(key, payment);
    return payment;
  }

  /** @param replaced the element's order that is not shown meanwhile */
  #setWaiting(waiting?: Waiting, replaced?: string): void {
    this.#waiting = waiting;
    this.#replaced = replaced;
    this.#element.requestUpdate();
  }

  /** Closes the bank's page of a launch. A launch that still waits is dropped. */
  #close(launch: Launch): void {
    closeLaunch(launch);
    if (this.#waiting?.launch === launch) this.#setWaiting();
  }

  /** The order that the element's properties name. */
  get #order(): string {
    const { order } = this.#element;
    return typeof order === "function" ? this.#made : order;
  }

  hostConnected(): void {
    watchReader();
    this.#languages ??= new MutationObserver(() => this.#element.requestUpdate());
    this.#languages.observe(document, { attributeFilter: ["lang"], subtree: true });
    // The element may have another language in this place.
    this.#element.requestUpdate();
    // Before the first rendering the page has not had the time to add its listeners.
    if (this.#element.hasUpdated) this._follow();
  }

  hostDisconnected(): void {
    this.#languages?.disconnect();
    clearTimeout(this.#countdown);
    // A frame is removed with its element.
    if (this.#host._isFraming()) this._cancel();
    this.#payment._leave(this.#host);
  }

  hostUpdate(): void {
    // A dialog stays with its payment until it is closed.
    if (this.#element.isConnected && !this.#host._isFraming()) this._follow();
    void this.#payment._reword();
  }

  hostUpdated(): void {
    clearTimeout(this.#countdown);
    // The time that is left to pay is shown in seconds.
    if (isLive(this.#payment._state) && this.#element.isConnected) {
      this.#countdown = setTimeout(() => this.#element.requestUpdate(), 1000);
    }
  }
}
