import { forget, newAttempt, recall, remember } from "./attempt-memory.ts";
import { type Answer, AttemptWatch, type WatchListener } from "./attempt-watch.ts";
import { frameName, postForm } from "./bank-page.ts";
import { PayEvent, type PayEventType } from "./events.ts";
import { canBegin, draft, idle, isLive, type PaymentEvent, type PaymentState, reduce } from "./payment.ts";
import type { PayMode, PaymentHost } from "./payment-host.ts";
import type { PayResult } from "./result.ts";
import { askStatus } from "./status.ts";

/** The promise of an attempt's end. */
interface Ending {
  promise: Promise<PayResult>;
  resolve(result: PayResult): void;
}

function newEnding(): Ending {
  let resolve: Ending["resolve"] = () => {};
  const promise = new Promise<PayResult>((keep) => {
    resolve = keep;
  });
  return { promise, resolve };
}

/** What is to be opened at the bank, and where. */
interface Launch {
  host: PaymentHost;
  modal: boolean;
  /** Opened in the click. Without one, and not `modal`, this page goes to the bank. */
  popup: Window | null | undefined;
  result: PayResult;
}

/**
 * The payment of one order in this page, over as many attempts as it takes and for all elements that show it. It turns
 * what happens in the browser into events of the reducer, and carries out what follows: windows, forms, storage,
 * questions to the router, events to the page's listeners and the promise.
 */
export class OrderPayment implements WatchListener {
  /** The payment as data; only the reducer makes another. */
  _state: PaymentState = idle;
  /** The bank's window, or that of its frame. */
  _window: Window | null | undefined;
  /** The element that shows the bank's page in a frame. */
  _frameHost: PaymentHost | undefined;
  readonly #mount: string;
  readonly #order: string;
  /** What the attempt is remembered by, and the name of the bank's window. */
  readonly #key: string;
  readonly #watch: AttemptWatch = new AttemptWatch(this);
  readonly #hosts = new Set<PaymentHost>();
  /** The element that dispatches the events: the last one to join, or the one that was pressed. */
  #host: PaymentHost | undefined;
  #ending: Ending = newEnding();

  constructor(mount: string, order: string) {
    this.#mount = mount;
    this.#order = order;
    this.#key = `ventanilla:${mount}:${order}`;
  }

  /** An element shows this payment from now on. The first one looks for an attempt that was begun before. */
  _join(host: PaymentHost): void {
    if (this.#hosts.has(host)) return;
    this.#hosts.add(host);
    this.#host = host;
    if (this.#hosts.size === 1) this._wake();
  }

  /** An element no longer shows this payment. Without any, nothing is asked. */
  _leave(host: PaymentHost): void {
    this.#hosts.delete(host);
    this.#host = [...this.#hosts].at(-1);
    if (this._frameHost === host) this._cancel();
    if (!this.#host) this.#watch._pause();
  }

  /** Resolves with the end of this attempt, or of the next one if none has begun. */
  get _settled(): Promise<PayResult> {
    return this.#ending.promise;
  }

  /** Begins, brings to the front, or opens again, in the click itself. See `VentanillaPay.pay`. */
  _pay(host: PaymentHost, mode: PayMode, signal: AbortSignal | undefined): Promise<PayResult> {
    this._join(host);
    this.#host = host;
    this.#dispatch({ type: "requested" });
    const modal = mode === "modal";
    const isAway = this._state.status === "pending" || this._window?.closed || (this._frameHost && !modal);
    const reopens = isLive(this._state) && isAway;
    if (this._state.busy || (!reopens && !canBegin(this._state))) {
      this._window?.focus();
      return this._settled;
    }
    // A payment that is opened again gets a new id, too: the router leads it to the live attempt, or to a new one if
    // that has ended meanwhile.
    const id = newAttempt();
    const result = draft(id, this.#order);
    const giveUp = () => (reopens ? this._settled : Promise.resolve(draft(id, this.#order, "cancelled")));
    if (signal?.aborted || !this.#tell("before", result, true)) return giveUp();
    // Before any `await`, after which browsers refuse to open a window.
    const popup = modal || mode === "redirect" ? undefined : host._openWindow(this.#key);
    if (popup === null && !this.#tell("blocked", result, true)) return giveUp();
    signal?.addEventListener("abort", () => {
      if (this._state.attempt === id) this._cancel();
    });
    const launch = { host, modal, popup, result };
    if (!isLive(this._state)) this.#find();
    return isLive(this._state) ? this.#verifyThenLaunch(launch) : this.#launch(launch);
  }

  /** Asks the router, and through it the bank, if there is an attempt to ask about. */
  async _check(): Promise<void> {
    if (isLive(this._state)) await this.#watch._ask();
  }

  /**
   * Asks, because the payment may have moved; without an attempt it looks for one that another tab has begun.
   * @param restored whether the page came back from the back/forward cache. Default: false
   */
  _wake(restored = false): void {
    // A restored page that went to the bank itself is back from there.
    const isBack = restored && isLive(this._state) && !this._window;
    if (isBack || canBegin(this._state)) this.#find();
    else void this._check();
  }

  /** Takes up an attempt that the browser has kept with the form. */
  _restore(attempt: string): void {
    if (!recall(this.#key)) remember(this.#key, attempt);
    this._wake();
  }

  /** Closes the bank's window or frame. */
  _cancel(): void {
    this._window?.close();
    this.#showFrame(undefined);
  }

  /** Back to the beginning. Returns false, and does nothing, when paying again is not safe. */
  _reset(): boolean {
    const isSafe = canBegin(this._state);
    this.#dispatch({ type: "reset" });
    return isSafe;
  }

  _askRouter(attempt: string, askBank: boolean): Promise<Answer> {
    const address = `${this.#mount}/attempts/${encodeURIComponent(attempt)}`;
    const query = `?lang=${this.#host?._messages().lang}${askBank ? "&ask=1" : ""}`;
    return askStatus(address + query, this.#host?._element.requestInit);
  }

  _answered(result: PayResult): void {
    // Until the router knows a payment that was opened again, the earlier attempt is the one to remember.
    const { attempt } = this._state;
    if (recall(this.#key)?.attempt !== attempt) remember(this.#key, attempt);
    this.#dispatch({ type: "answered", result });
  }

  _windowClosed(): void {
    this.#showFrame(undefined);
    this.#tell("closed");
    this.#dispatch({ type: "left" });
  }

  _delayed(): void {
    this.#dispatch({ type: "delayed" });
  }

  _missing(): void {
    const { attempt } = this._state;
    // Another tab's attempt, or the one that this attempt opened again.
    if ((recall(this.#key)?.attempt ?? attempt) !== attempt) this.#find();
    else this.#dispatch({ type: "missing", message: this.#host?._messages().missed ?? "" });
  }

  /** Takes up the attempt that is remembered, or goes on with the present one. */
  #find(): void {
    const { attempt } = this._state;
    const memory = recall(this.#key) ?? (isLive(this._state) ? { attempt, at: 0 } : undefined);
    if (!memory) return;
    this._window = null;
    this.#watch._follow(memory.attempt, "resumed", null, memory.at);
    this.#dispatch({ type: "found", result: draft(memory.attempt, this.#order) });
  }

  /**
   * Asks about an attempt that was begun before, here or in another tab. Launches unless that attempt has ended, or no
   * answer comes.
   */
  async #verifyThenLaunch(launch: Launch): Promise<PayResult> {
    this.#dispatch({ type: "verifying" });
    const earlier = await this.#watch._ask();
    this.#dispatch({ type: "verified" });
    const { result } = this._state;
    if (isLive(this._state) ? earlier !== null : !result) return this.#launch(launch, earlier);
    launch.popup?.close();
    this.#dispatch({ type: "delayed" });
    return this._settled;
  }

  /**
   * Sends the buyer to the bank.
   * @param earlier the attempt that goes on, as the router has just reported it
   */
  #launch({ host, modal, popup, result }: Launch, earlier?: Answer): Promise<PayResult> {
    const { attempt, order } = result;
    if (!earlier) remember(this.#key, attempt);
    this.#showFrame(modal ? host : undefined);
    const window = modal ? host._openFrame() : popup;
    if (!window) host._beforeRedirect();
    const [target, mode] = popup ? [this.#key, "popup"] : modal ? [frameName, "modal"] : ["_top", "redirect"];
    const { launchFields, returnTo } = host._element;
    const isSent = postForm(`${this.#mount}/attempts`, target, {
      ...launchFields,
      attempt,
      order,
      lang: host._messages().lang,
      mode,
      returnTo: returnTo || location.pathname + location.search,
    });
    this._window = window;
    this.#watch._follow(attempt, "open", window);
    this.#dispatch({ type: "launched", result });
    if (!isSent) this._missing();
    return this._settled;
  }

  #showFrame(host: PaymentHost | undefined): void {
    this._frameHost = host;
    this.#update();
  }

  #update(): void {
    for (const { _element } of this.#hosts) _element.requestUpdate();
  }

  /** Moves the payment, and carries out what follows from that. */
  #dispatch(event: PaymentEvent): void {
    const before = this._state;
    const { state, tell } = reduce(before, event);
    if (state === before) return;
    this._state = state;
    // An attempt that has ended keeps its promise; the next one has another.
    if (!isLive(before) && before.result && state.status !== before.status) this.#ending = newEnding();
    const { resolve } = this.#ending;
    const ends = isLive(before) && !isLive(state);
    if (ends) {
      this.#watch._pause();
      this._frameHost = undefined;
      if (canBegin(state)) forget(this.#key);
    }
    if (state.status === "idle") this._window = undefined;
    this.#update();
    // The listeners may begin the next attempt.
    for (const type of tell) this.#tell(type, state.result);
    if (ends && state.result) resolve(state.result);
  }

  /** Dispatches an event to the page's listeners. Returns false when one of them prevented it. */
  #tell(type: PayEventType, result: PayResult | undefined = this._state.result, cancelable = false): boolean {
    if (!this.#host || !result) return true;
    return this.#host._element.dispatchEvent(new PayEvent(`pay-${type}`, result, cancelable));
  }
}
