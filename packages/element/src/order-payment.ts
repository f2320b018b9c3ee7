import { forget, isRecent, type RememberedAttempt, recall, remember } from "./attempt-memory.ts";
import { AttemptWatch, type RouterAnswer, type WatchListener } from "./attempt-watch.ts";
import { originOf } from "./bank-page.ts";
import { type Deferred, newDeferred } from "./deferred.ts";
import { dispatchPayEvent, type PayEventType } from "./events.ts";
import { closeLaunch, isWanted, type Launch, postLaunch } from "./launch.ts";
import { canBegin, draft, idle, isLive, type PaymentAction, type PaymentState, reduce } from "./payment.ts";
import type { PaymentHost } from "./payment-host.ts";
import type { PayResult } from "./result.ts";
import { RouterQuestions } from "./router-questions.ts";
import { type Blocked, onWakeSignal } from "./wake-signals.ts";
import { warnOfOpenerPolicy } from "./warn.ts";

/**
 * The payment of one order in this page, over as many attempts as it takes and for all elements that show it. It turns
 * what happens in the browser into actions of the reducer, and carries out what follows from them.
 */
export class OrderPayment implements WatchListener {
  /** The payment as data. Only the reducer makes a new state. */
  _state: PaymentState = idle;
  /** The bank's window, or that of its frame. */
  _window: Window | null | undefined;
  readonly _order: string;
  /** The key under which the attempt is remembered, and the name of the bank's window. */
  readonly _key: string;
  readonly #router: RouterQuestions;
  readonly #watch: AttemptWatch = new AttemptWatch(this);
  readonly #hosts = new Set<PaymentHost>();
  /** The element that dispatches the events: the last one to join, or the one that was pressed. */
  #host: PaymentHost;
  /** The last launch, on its way to the bank or there. */
  _lastLaunch: Launch | undefined;
  #end: Deferred<PayResult> = newDeferred();
  #listening: AbortController | undefined;
  #askedOrder = false;
  /** Whether the buyer is just back from the bank, and the outcome still to be announced. */
  _isBack = false;

  constructor(mount: string, order: string, host: PaymentHost) {
    this.#host = host;
    this.#router = new RouterQuestions(mount);
    this._order = order;
    this._key = `ventanilla:${mount}:${order}`;
  }

  /** An element shows this payment from now on. The first one looks for an attempt that was begun before. */
  _join(host: PaymentHost): void {
    if (this.#hosts.has(host)) return;
    this.#hosts.add(host);
    this.#host = host;
    this.#listening ??= onWakeSignal(
      () => originOf(this.#router._mount),
      (...signal) => this._wake(...signal),
      (blocked) => this.#onBlocked(blocked),
    );
    if (this.#hosts.size === 1) this._wake();
  }

  /** An element no longer shows this payment. The last one still hears how an attempt ends that it began. */
  _leave(host: PaymentHost): void {
    this.#hosts.delete(host);
    if (this.#host === host) this.#host = [...this.#hosts].at(-1) ?? host;
    this.#rest();
  }

  /** Resolves with the end of this attempt, or of the next one if none has begun. */
  get _settled(): Promise<PayResult> {
    return this.#end.promise;
  }

  /** The end of what is under way, whose window is brought to the front; undefined when the bank's page can be opened. */
  _underWay(host: PaymentHost, modal: boolean): Promise<PayResult> | undefined {
    this._join(host);
    this.#host = host;
    this.#dispatch({ type: "requested" });
    const { status, _busy } = this._state;
    const isAway = status === "pending" || this._window?.closed || (host._isFraming() && !modal);
    if (!_busy && (canBegin(this._state) || (isLive(this._state) && isAway))) return undefined;
    this._window?.focus();
    return this._settled;
  }

  /** The end of an attempt that does not begin: the end of the earlier one that goes on, or `cancelled`. */
  _giveUp({ attempt, order }: PayResult): Promise<PayResult> {
    return isLive(this._state) ? this._settled : Promise.resolve(draft(attempt, order, "cancelled"));
  }

  /** Sends the buyer to the bank, unless the router says of an earlier attempt that it has ended. */
  _launch(launch: Launch): Promise<PayResult> {
    this._lastLaunch = launch;
    if (!isLive(this._state)) this.#find();
    return isLive(this._state) ? this.#verifyThenLaunch(launch) : this.#launch(launch);
  }

  /** Another payment goes on in the place of this one, once the order has an id. */
  _handOver(next: OrderPayment): void {
    if (!this._state.result) this.#end.resolve(next._settled);
  }

  /** Ends an attempt that could not begin. */
  _fail({ attempt, order }: PayResult): PayResult {
    const result = draft(attempt, order, "failed", this.#router._missed(this.#host));
    this.#dispatch({ type: "failed", result });
    return result;
  }

  /** Asks the router, and through it the bank, about the attempt, if there is one; `lost`: one whose launch failed. */
  async _check(lost?: string): Promise<void> {
    if (lost && lost === this._state.attempt) this.#watch._lost();
    if (isLive(this._state)) await this.#watch._ask();
  }

  /**
   * Asks, because the payment may have moved; without an attempt, looks for another tab's. See {@link onWakeSignal}.
   */
  _wake(restored = false, refused?: string, heard = false): void {
    if (heard && this._lastLaunch) this._lastLaunch._hasReturned = true;
    // A restored page that went to the bank itself is back from there.
    const isBack = restored && isLive(this._state) && !this._window;
    if (isBack || canBegin(this._state)) this.#find();
    else void this._check(refused);
    void this._reword();
    void this.#askOrder();
  }

  /** Follows the attempt, if there is one, that the browser has kept with the form. */
  _restore(attempt: string): void {
    if (attempt && !recall(this._key)) remember(this._key, attempt);
    this._wake();
  }

  /** Gets the message in the language that the element has now. Until then none is shown, and the next call asks again. */
  async _reword(): Promise<void> {
    const { result } = this._state;
    if (!result || this.#host._messages().lang === this.#router._lang) return;
    const { attempt, outcome, message: earlier } = result;
    if (earlier) this.#dispatch({ type: "reworded", message: "" });
    // The first message of an attempt under way comes with the watch's next answer.
    else if (isLive(this._state)) return;
    // Of an attempt without an order the router knows nothing.
    const answer = this._order ? await this._askRouter(attempt, false) : null;
    const message = answer?.message ?? (outcome === "failed" && this.#router._missed(this.#host));
    if (!message) this.#router._lang = "";
    else if (this._state.result?.attempt === attempt) this.#dispatch({ type: "reworded", message });
  }

  /** Closes the bank's window or frame. A launch that still waits for an answer is dropped. */
  _cancel(): void {
    if (this._lastLaunch) closeLaunch(this._lastLaunch);
  }

  /** Back to the beginning. Returns false, and does nothing, when paying again is not safe. */
  _reset(): boolean {
    const isSafe = canBegin(this._state);
    this.#dispatch({ type: "reset" });
    return isSafe;
  }

  _askRouter(attempt: string, askBank: boolean): Promise<RouterAnswer> {
    return this.#router._ofAttempt(this.#host, attempt, askBank);
  }

  _answered(result: PayResult): void {
    // A launch that was refused changes nothing for the attempt that it was to open again.
    if (result.outcome === "failed" && this.#findOther()) return;
    // Until the router knows a payment that was opened again, the earlier attempt is the one to remember.
    if (recall(this._key)?.attempt !== this._state.attempt) remember(this._key, this._state.attempt);
    this.#dispatch({ type: "answered", result });
  }

  _windowClosed(): void {
    void warnOfOpenerPolicy(recall(this._key)?.at);
    this.#closeFrame();
    this.#dispatchPayEvent("closed");
    this.#dispatch({ type: "left" });
  }

  _delayed(): void {
    this.#dispatch({ type: "delayed" });
  }

  _missing(): void {
    if (!this.#findOther()) this.#dispatch({ type: "missing", message: this.#router._missed(this.#host) });
  }

  /**
   * The page's policy has stopped something: if that is this launch, the router hears of it with the next question. An
   * attempt whose form never left ends, unless the router knows it; a dialog stays open, because it offers a window.
   */
  #onBlocked(blocked: Blocked): void {
    const { status, result, attempt } = this._state;
    const isFrame = blocked.directive === "frame-src";
    if (status !== "open" || isFrame !== this.#host._isFraming() || !this.#router._isStopped(blocked)) return;
    if (isFrame || result?.expiresAt) void this.#watch._ask(false);
    else {
      this._cancel();
      void this._check(attempt);
    }
  }

  /** Follows, once, an attempt that another device has begun; after a failed launch, one launched without this page. */
  async #askOrder(): Promise<void> {
    const before = this._state;
    const isDue = before.status === "failed" || (before === idle && !this.#askedOrder);
    if (!isDue || !this._order) return;
    this.#askedOrder = true;
    const answer = await this.#router._ofOrder(this.#host, this._order);
    if (answer && this._state === before) this.#find({ attempt: answer.attempt, at: 0 });
  }

  /** Follows the attempt that is remembered, or goes on with the present one. */
  #find(memory: RememberedAttempt | undefined = recall(this._key)): void {
    const { attempt, at } = memory ?? { attempt: isLive(this._state) ? this._state.attempt : "", at: 0 };
    if (!attempt) return;
    this._window = null;
    this._isBack = isRecent(at);
    this.#watch._follow(attempt, "resumed", null, at);
    this.#dispatch({ type: "found", result: draft(attempt, this._order) });
  }

  /** Follows the attempt that is remembered, if that is another tab's, or the one that this attempt opened again. */
  #findOther(): boolean {
    const memory = recall(this._key);
    const isOther = memory !== undefined && memory.attempt !== this._state.attempt;
    if (isOther) this.#find(memory);
    return isOther;
  }

  /** Asks about an earlier attempt. Launches if an answer comes, it has not ended, and the launch is still wanted. */
  async #verifyThenLaunch(launch: Launch): Promise<PayResult> {
    this.#dispatch({ type: "verifying" });
    const earlier = await this.#watch._ask();
    this.#dispatch({ type: "verified" });
    const { result } = this._state;
    const isFree = isLive(this._state) ? earlier !== null : !result;
    if (isFree && isWanted(launch)) return this.#launch(launch, earlier);
    closeLaunch(launch);
    this.#dispatch({ type: "delayed" });
    return result ? this._settled : this._giveUp(launch.result);
  }

  /** @param earlier the attempt that goes on, as the router has just reported it */
  #launch(launch: Launch, earlier?: RouterAnswer): Promise<PayResult> {
    const { modal, window, result } = launch;
    if (!modal) this.#closeFrame();
    if (postLaunch(launch, this.#router._mount)) {
      if (!earlier) remember(this._key, result.attempt);
      this._window = window;
      this._isBack = false;
      this.#watch._follow(result.attempt, "open", window);
      this.#dispatch({ type: "launched", result });
    } else {
      // Only one of the two has an effect: an earlier attempt goes on, or this one could not begin.
      this.#dispatch({ type: "delayed" });
      this._fail(result);
    }
    return this._settled;
  }

  #closeFrame(): void {
    for (const host of this.#hosts) host._closeFrame();
  }

  /** Changes the state of the payment, and carries out what follows from that. */
  #dispatch(action: PaymentAction): void {
    const before = this._state;
    const { state, tell: types } = reduce(before, action);
    if (state === before) return;
    this._state = state;
    const { result } = state;
    const isAnother = !isLive(before) && (isLive(state) || result?.attempt !== before.result?.attempt);
    // The promise of an attempt that has ended stays resolved; the next attempt gets a new one.
    if (isAnother && before.result) this.#end = newDeferred();
    const { resolve } = this.#end;
    const ends = !isLive(state) && (isLive(before) || isAnother);
    if (ends) {
      this.#watch._pause();
      this.#closeFrame();
      if (isLive(before) && canBegin(state)) forget(this._key);
    }
    if (state.status === "idle") this._window = undefined;
    for (const { _element } of this.#hosts) _element.requestUpdate();
    // The listeners may begin the next attempt.
    for (const type of types) this.#dispatchPayEvent(type, result);
    if (ends && result) resolve(result);
    this.#rest();
  }

  /** Stops listening and asking when no element shows this payment and nobody waits for its end. */
  #rest(): void {
    if (this.#hosts.size > 0 || (isLive(this._state) && this._state._awaited)) return;
    this.#listening?.abort();
    this.#listening = undefined;
    this.#watch._pause();
  }

  #dispatchPayEvent(type: PayEventType, result: PayResult | undefined = this._state.result): void {
    if (result) dispatchPayEvent(this.#host._element, type, result);
  }
}
