import { RecentMap } from "@ventanilla/web";
import { InFlight, startWork, withTimeout } from "../../base/work.ts";
import type { ShopStore } from "../../stores/store.ts";
import type { AlertMessage } from "../messages.ts";
import { type Report, reasonOf } from "../report.ts";
import { type ShopAlert, shopAlertOf } from "./shop-alert.ts";

/**
 * Sends an alert to people.
 * @param alert what has happened
 * @param context `signal`: aborted when it takes longer than 10 seconds
 */
export type AlertHook = (alert: ShopAlert, context: { signal: AbortSignal }) => unknown;

const second = 1000;
/** How long `onAlert` may take, and each call of the store before it. */
const callMs = 10 * second;
const storeMs = 3 * second;
/** How long to wait after the first and the second failure; the third is the last. */
const pausesMs = [10 * second, 60 * second];
/**
 * How many alerts are sent at once, and how many may wait for that. Others are dropped with a warning: an outage raises
 * more than anyone reads.
 */
const maxAtOnce = 50;
const maxWaiting = 1000;

/** What {@link makeAlertSender} takes. */
interface AlertSetup {
  store: Pick<ShopStore, "now" | "claimAlert">;
  report: Pick<Report, "warn">;
  onAlert: AlertHook;
  counterUrl: string | undefined;
}

/** What sending needs, and what is under way. */
interface Sending {
  readonly setup: AlertSetup;
  readonly calls: InFlight;
  /** The ids of alerts that this process has seen. */
  readonly seen: RecentMap<true>;
  readonly closing: AbortController;
  readonly waiting: AlertMessage[];
  atOnce: number;
}

/**
 * Calls `onAlert` once for each alert of the shop, in the background: no payment waits for it, or fails because of it.
 */
export function makeAlertSender(setup: AlertSetup) {
  const sending: Sending = {
    setup,
    calls: new InFlight(),
    seen: new RecentMap(),
    closing: new AbortController(),
    waiting: [],
    atOnce: 0,
  };
  return {
    send: (message: AlertMessage) => enqueue(sending, message),
    waitForCalls: () => waitForCalls(sending),
    close: () => close(sending),
  };
}

/** Calls `onAlert` for the alerts of the shop. */
export type AlertSender = ReturnType<typeof makeAlertSender>;

/** Never throws, and is not waited for. */
function enqueue(sending: Sending, message: AlertMessage): void {
  if (sending.waiting.length >= maxWaiting) warn(sending, "too many alerts at once", message);
  else sending.waiting.push(message);
  sendNext(sending);
}

/** Begins with the alert that has waited longest, if one may be sent. */
function sendNext(sending: Sending): void {
  if (sending.atOnce >= maxAtOnce) return;
  const message = sending.waiting.shift();
  if (message === undefined) return;
  sending.atOnce++;
  void send(sending, message).finally(() => {
    sending.atOnce--;
    sendNext(sending);
  });
}

/** Waits for the calls that are running now, not for those that failed and are made again later. */
function waitForCalls(sending: Sending): Promise<void> {
  return sending.calls.waitForAll();
}

/** Waits for the calls that are running, and for those that wait. What failed is not tried again. */
async function close(sending: Sending): Promise<void> {
  sending.closing.abort();
  do {
    await waitForCalls(sending);
  } while (sending.atOnce > 0);
}

/** Sends an alert, if it is this process's to send, and tries again after a failure. */
async function send(sending: Sending, message: AlertMessage): Promise<void> {
  const alert = await sending.calls.track(claim(sending, message));
  if (alert === undefined) return;
  for (let tries = 0; ; tries++) {
    const failure = await sending.calls.track(callShop(sending, alert));
    if (failure === undefined) return;
    const wait = pausesMs[tries];
    if (wait !== undefined && !sending.closing.signal.aborted) await pause(sending, wait);
    if (wait === undefined || sending.closing.signal.aborted) return warn(sending, failure, message);
  }
}

/** Returns the alert, or `undefined` when it was sent before, or another process sends it. */
async function claim(sending: Sending, message: AlertMessage): Promise<ShopAlert | undefined> {
  const { store, counterUrl } = sending.setup;
  const inTime = <T>(work: () => Promise<T>, late: T) =>
    withTimeout(storeMs, startWork(work), () => late).catch(() => late);
  const alert = shopAlertOf(message, await inTime(() => store.now(), Date.now()), counterUrl);
  if (sending.seen.has(alert.id)) return undefined;
  sending.seen.set(alert.id, true);
  // A failure of the store is itself a reason for alerts: then each process sends them.
  return (await inTime(() => store.claimAlert(alert.id), true)) ? alert : undefined;
}

/** Calls `onAlert`. Returns what went wrong, if something did. */
async function callShop(sending: Sending, alert: ShopAlert): Promise<string | undefined> {
  const stop = new AbortController();
  try {
    const call = () => sending.setup.onAlert(alert, { signal: stop.signal });
    await withTimeout(callMs, startWork(call), () => {
      throw new Error(`no end after ${callMs / second} s`);
    });
    return undefined;
  } catch (error) {
    stop.abort(error);
    return reasonOf(error);
  }
}

/** Waits until the time has passed, or the sender closes. */
function pause(sending: Sending, ms: number): Promise<void> {
  const { signal } = sending.closing;
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms).unref();
    signal.addEventListener("abort", end);
  });
}

function warn(sending: Sending, reason: string, { code, order, attempt }: AlertMessage): void {
  const { report } = sending.setup;
  report.warn("onAlert was not told of an alert", {
    code,
    ...(order && { order }),
    ...(attempt && { attempt }),
    error: reason,
  });
}
