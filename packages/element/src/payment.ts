import { newAttempt, recall, remember } from "./attempt-memory.ts";
import { type Whereabouts, watchAttempt } from "./attempt-watch.ts";
import { frameName, openWindow, postForm } from "./bank-page.ts";
import { PayEvent, type PayEventType } from "./events.ts";
import type { PayMode, Payment, PaymentHost, PaymentState } from "./payment-host.ts";
import type { PayOutcome, PayResult, PayStatus } from "./result.ts";
import { askStatus } from "./status.ts";

const payments: Record<string, Payment> = {};

/**
 * The payment of an order, the same for every element of the page: one that is taken out and put back, or replaced by
 * another in its place, goes on with the same window and the same promise.
 */
export function paymentOf(mount: string, order: string): Payment {
  const key = `ventanilla:${mount}:${order}`;
  payments[key] ??= makePayment(mount, order, key);
  return payments[key];
}

/**
 * Makes the payment of an order: it begins attempts, finds them again, follows them, and tells the elements' listeners
 * what the router says.
 * @param key to remember the attempt by, and the name of the bank's window
 */
export function makePayment(mount: string, order: string, key: string): Payment {
  const nothing: PaymentState = { status: "idle", result: undefined, window: undefined, live: false, busy: false };
  const hosts = new Set<PaymentHost>();
  // What this page has been told already is shown in silence when another tab brings it back.
  const reported = new Set<string>();
  let host: PaymentHost | undefined;
  let attempt: string;
  // The attempt that the buyer has asked for here, whoever began it.
  let wanted = "";
  let promise: Promise<PayResult> | undefined;
  let resolve: (result: PayResult) => void;

  const { follow, ask, pause } = watchAttempt({
    status: (id, nudge) => {
      const address = `${mount}/attempts/${encodeURIComponent(id)}?lang=${host?.words().lang}${nudge ? "&ask=1" : ""}`;
      return askStatus(address, host?.element.requestInit);
    },
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

  function change(state: Partial<PaymentState>): void {
    // The promise of an attempt that has ended is not that of the next one.
    if (state.live !== undefined && !payment.live && payment.result) promise = undefined;
    Object.assign(payment, state);
    for (const { element } of hosts) element.requestUpdate();
  }

  function emit(type: PayEventType, result = payment.result as PayResult, cancelable = false): boolean {
    return host?.element.dispatchEvent(new PayEvent(`pay-${type}`, result, cancelable)) ?? true;
  }

  function show(status: Exclude<PayStatus, "idle">, silent = false): void {
    change({ status });
    if (!silent) emit(status);
  }

  function begin(result: PayResult, where: Whereabouts, window?: Window | null, begun?: number): void {
    attempt = result.attempt;
    change({ result, window, live: true });
    follow(attempt, where, window, begun);
  }

  function find(): void {
    const memory = recall(key) ?? (payment.live && { attempt, at: 0 });
    if (!memory) return;
    begin(draft(memory.attempt), "resumed", null, memory.at);
    show("checking");
  }

  function finish(result: PayResult): void {
    pause();
    void settled();
    const done = resolve;
    const news = result.attempt + result.outcome;
    const silent = attempt !== wanted && reported.has(news);
    reported.add(news);
    wanted = "";
    change({ result, live: false, frame: undefined });
    if (result.safeToRetry) remember(key);
    show(result.outcome, silent);
    if (!silent) emit("settled", result);
    done(result);
  }

  function missing(): void {
    if ((recall(key)?.attempt ?? attempt) !== attempt) {
      find();
    } else if (wanted) {
      // Perhaps another tab's attempt, which took the place of the one that is waited for.
      finish(draft(wanted, "failed", host?.words().missed));
    } else {
      // Begun before this page was loaded and never arrived: nobody is waiting for it.
      remember(key);
      drop();
    }
  }

  function heard(result: PayResult): void {
    change({ result });
    // Until the router knows a payment that was opened again, the earlier attempt is the one to find.
    if (recall(key)?.attempt !== attempt) remember(key, attempt);
    if (result.outcome !== "pending") finish(result);
  }

  function left(): void {
    change({ frame: undefined });
    emit("closed");
    show("checking");
  }

  function cancel(): void {
    payment.window?.close();
    // What closes a frame is that it is no longer rendered.
    change({ frame: undefined });
  }

  function drop(): void {
    pause();
    change(nothing);
  }

  function reset(): boolean {
    const safe = free();
    if (safe) drop();
    return safe;
  }

  function join(by: PaymentHost): void {
    if (hosts.has(by)) return;
    hosts.add(by);
    host = by;
    if (hosts.size === 1) nudged();
  }

  function leave(by: PaymentHost): void {
    hosts.delete(by);
    host = [...hosts].at(-1);
    if (payment.frame === by) cancel();
    if (!host) pause();
  }

  function nudged(restored = false): void {
    // Restored: back from the bank by the browser's button, in the page as it was left.
    if (free() || (restored && payment.live && !payment.window)) find();
    else if (payment.live) void ask();
  }

  function restore(id: string): void {
    if (!recall(key)) remember(key, id);
    nudged();
  }

  function pay(by: PaymentHost, mode: PayMode, signal: AbortSignal | undefined): Promise<PayResult> {
    join(by);
    host = by;
    const modal = mode === "modal";
    const reopening = payment.status === "pending" || (payment.frame && !modal);
    if (payment.live) wanted = attempt;
    if (payment.busy || (!reopening && !free())) {
      payment.window?.focus();
      return settled();
    }
    // A new id also for a payment that is opened again: the router leads it to the live attempt, or to a new one if that
    // has ended meanwhile.
    const id = newAttempt();
    const result = draft(id);
    const refrain = () => (reopening ? settled() : Promise.resolve(draft(id, "cancelled")));
    if (signal?.aborted || !emit("before", result, true)) return refrain();

    // Now or never: after an `await` it would be refused.
    const popup = modal || mode === "redirect" ? undefined : openWindow(key);
    if (popup === null && !emit("blocked", result, true)) return refrain();
    signal?.addEventListener("abort", () => attempt === id && cancel());

    function launch(earlier?: PayResult | null): Promise<PayResult> {
      if (!earlier) remember(key, id);
      wanted = id;
      const [target, way] = popup ? [key, "popup"] : modal ? [frameName, "modal"] : ["_self", "redirect"];
      const { launchFields, returnTo } = by.element;
      change({ frame: modal ? by : undefined });
      const window = modal ? by.openFrame() : popup;
      if (!window) by.depart();
      const fields = {
        attempt: id,
        order,
        lang: by.words().lang,
        mode: way,
        returnTo: returnTo || location.pathname + location.search,
      };
      postForm(`${mount}/attempts`, { ...launchFields, ...fields }, target);
      begin(result, "open", window);
      show("open");
      return settled();
    }

    // What was begun before, here or in another tab, and is not known to be safe, is asked about first.
    if (!payment.live) find();
    if (!payment.live) return launch();
    wanted = attempt;
    change({ busy: true });
    return ask().then((earlier) => {
      change({ busy: false });
      if (payment.live ? earlier !== null : !payment.result) return launch(earlier);
      popup?.close();
      if (payment.live) show("pending", Boolean(reopening));
      return settled();
    });
  }

  const payment: Payment = { ...nothing, join, leave, settled, pay, ask, nudged, restore, cancel, reset };
  return payment;
}
