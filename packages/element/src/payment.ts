import { newAttempt, recall, remember } from "./attempt-memory.ts";
import { type Whereabouts, watchAttempt } from "./attempt-watch.ts";
import { openWindow, postForm } from "./bank-page.ts";
import { PayEvent, type PayEventType } from "./events.ts";
import { type Language, messages } from "./language.ts";
import type { PayOutcome, PayResult, PayStatus } from "./result.ts";
import { askStatus } from "./status.ts";

// What this page load has reported, by the id each attempt was begun with: an element mounted again shows it in silence.
const reported = new Set<string>();

/** What a payment needs of its element. */
export interface PaymentHost extends EventTarget {
  requestUpdate(): void;
}

/** What can be seen of a payment. */
export interface PaymentState {
  status: PayStatus;
  result: PayResult | undefined;
  /** The bank's. */
  window: Window | null | undefined;
  /** Whether an attempt is being followed. */
  live: boolean;
}

/** The payment of one order, over as many attempts as it takes. */
export interface Payment extends PaymentState {
  /** Whether a new attempt may begin. */
  free(): boolean;
  /** Turns to an order. An attempt that this page or another tab has begun for it is asked about at once. */
  adopt(mount: string, order: string): void;
  /** Begins, brings to the front, or opens again, in the click itself. See `VentanillaPay.pay`. */
  pay(popup: boolean, returnTo: string, signal: AbortSignal | undefined): Promise<PayResult>;
  /** Asks the router now. */
  ask(): Promise<void>;
  /** Asks, as something may have happened; without an attempt it looks whether another tab has begun one. */
  nudged(restored?: boolean): void;
  /** Stops asking, until the next nudge. */
  pause(): void;
  /** Back to the beginning. What was begun goes on at the router, unwatched. */
  drop(): void;
}

/**
 * Makes the payment of an element: it begins attempts, finds them again, follows them, and tells the element's listeners
 * what the router says.
 */
export function makePayment(host: PaymentHost, language: () => Language): Payment {
  const nothing: PaymentState = { status: "idle", result: undefined, window: undefined, live: false };
  let mount: string;
  let order: string;
  let key: string;
  let attempt: string;
  let promise: Promise<PayResult> | undefined;
  let resolve: (result: PayResult) => void;

  const { follow, ask, pause } = watchAttempt({
    status: (id, nudge) =>
      askStatus(`${mount}/attempts/${encodeURIComponent(id)}?lang=${language()}${nudge ? "&ask=1" : ""}`),
    heard,
    left,
    late: () => show("pending", payment.status === "pending"),
    missing,
  });

  const free = () => !payment.live && payment.result?.safeToRetry !== false;

  function settled(): Promise<PayResult> {
    promise ??= new Promise((done) => {
      resolve = done;
    });
    return promise;
  }

  function draft(id: string, outcome: PayOutcome = "pending", message = ""): PayResult {
    return { attempt: id, order, outcome, verified: false, safeToRetry: outcome !== "pending", message };
  }

  function emit(type: PayEventType, result = payment.result as PayResult, cancelable = false): boolean {
    return host.dispatchEvent(new PayEvent(`pay-${type}`, result, cancelable));
  }

  function show(status: Exclude<PayStatus, "idle">, silent = false): void {
    payment.status = status;
    host.requestUpdate();
    if (!silent) emit(status);
  }

  function begin(result: PayResult, where: Whereabouts, window?: Window | null, begun?: number): void {
    attempt = result.attempt;
    Object.assign(payment, { result, window, live: true });
    follow(attempt, where, window, begun);
  }

  function find(): void {
    const memory = recall(key);
    if (!memory) return;
    begin(draft(memory.attempt), "resumed", null, memory.at);
    show("checking");
  }

  function finish(result: PayResult): void {
    pause();
    void settled();
    const done = resolve;
    const silent = reported.has(attempt);
    reported.add(attempt);
    Object.assign(payment, { result, live: false });
    if (result.safeToRetry) remember(key);
    show(result.outcome, silent);
    if (!silent) emit("settled", result);
    done(result);
  }

  function missing(): void {
    if (recall(key)?.attempt !== attempt) {
      find();
    } else if (promise) {
      finish(draft(attempt, "failed", messages[language()].missed));
    } else {
      // Begun before this page was loaded and never arrived: nobody is waiting for it.
      remember(key);
      drop();
    }
  }

  function heard(result: PayResult): void {
    payment.result = result;
    // Until the router knows a payment that was opened again, the earlier attempt is the one to find.
    if (recall(key)?.attempt !== attempt) remember(key, attempt);
    if (result.outcome !== "pending") finish(result);
  }

  function left(): void {
    emit("closed");
    show("checking");
  }

  function drop(): void {
    pause();
    if (promise) resolve(payment.result as PayResult);
    promise = undefined;
    Object.assign(payment, nothing);
    host.requestUpdate();
  }

  function adopt(newMount: string, newOrder: string): void {
    const newKey = `ventanilla:${newMount}:${newOrder}`;
    if (newKey === key) return;
    drop();
    mount = newMount;
    order = newOrder;
    key = newKey;
    find();
  }

  function nudged(restored = false): void {
    // Restored: back from the bank by the browser's button, in the page as it was left.
    if (free() || (restored && payment.live && !payment.window)) find();
    else if (payment.live) void ask();
  }

  function pay(popup: boolean, returnTo: string, signal: AbortSignal | undefined): Promise<PayResult> {
    const reopening = payment.status === "pending";
    if (!reopening && !free()) {
      payment.window?.focus();
      return settled();
    }
    // A new id also for a payment that is opened again: the router leads it to the live attempt, or to a new one if that
    // has ended meanwhile.
    const id = newAttempt();
    const result = draft(id);
    const refrain = () => (reopening ? settled() : Promise.resolve(draft(id, "cancelled")));
    if (signal?.aborted || !emit("before", result, true)) return refrain();

    const window = popup ? openWindow(key) : undefined;
    if (window === null && !emit("blocked", result, true)) return refrain();
    signal?.addEventListener("abort", () => window?.close());
    if (!reopening) {
      promise = undefined;
      remember(key, id);
    }
    const fields = { attempt: id, order, lang: language(), mode: window ? "popup" : "redirect", returnTo };
    postForm(`${mount}/attempts`, fields, window ? key : "_self");
    begin(result, "open", window);
    show("open");
    return settled();
  }

  const payment: Payment = { ...nothing, free, adopt, pay, ask, nudged, pause, drop };
  return payment;
}
