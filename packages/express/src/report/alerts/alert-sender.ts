import { InFlight } from "../../base/in-flight.ts";
import { RecentMap } from "../../base/recent-map.ts";
import { startWork, withTimeout } from "../../base/with-timeout.ts";
import type { ShopStore } from "../../stores/store.ts";
import type { AlertMessage } from "../messages.ts";
import { type Report, reasonOf } from "../report.ts";
import type { ShopAlert } from "./shop-alert.ts";

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

/** What {@link AlertSender} needs. */
interface AlertSetup {
  store: Pick<ShopStore, "now" | "claimAlert">;
  report: Pick<Report, "warn">;
  onAlert: AlertHook;
  counterUrl: string | undefined;
}

/**
 * Calls `onAlert` once for each alert of the shop, in the background: no payment waits for it, or fails because of it.
 */
export class AlertSender {
  readonly #setup: AlertSetup;
  /** What an alert says to people: loaded at the start, so that no later change of the files is in its way. */
  readonly #sentences = import("./shop-alert.ts");
  readonly #calls = new InFlight();
  /** The ids of alerts that this process has seen. */
  readonly #seen = new RecentMap<true>();
  readonly #closing = new AbortController();
  readonly #waiting: AlertMessage[] = [];
  #atOnce = 0;

  constructor(setup: AlertSetup) {
    this.#setup = setup;
  }

  /** Never throws, and is not waited for. */
  send(message: AlertMessage): void {
    if (this.#waiting.length >= maxWaiting) this.#warn("too many alerts at once", message);
    else this.#waiting.push(message);
    this.#sendNext();
  }

  /** Begins with the alert that has waited longest, if one may be sent. */
  #sendNext(): void {
    if (this.#atOnce >= maxAtOnce) return;
    const message = this.#waiting.shift();
    if (message === undefined) return;
    this.#atOnce++;
    void this.#send(message).finally(() => {
      this.#atOnce--;
      this.#sendNext();
    });
  }

  /** Waits for the calls that are running now, not for those that failed and are made again later. */
  waitForCalls(): Promise<void> {
    return this.#calls.waitForAll();
  }

  /** Waits for the calls that are running, and for those that wait. What failed is not tried again. */
  async close(): Promise<void> {
    this.#closing.abort();
    do {
      await this.waitForCalls();
    } while (this.#atOnce > 0);
  }

  /** Sends an alert, if it is this process's to send, and tries again after a failure. */
  async #send(message: AlertMessage): Promise<void> {
    const alert = await this.#calls.track(this.#claim(message));
    if (alert === undefined) return;
    for (let tries = 0; ; tries++) {
      const failure = await this.#calls.track(this.#call(alert));
      if (failure === undefined) return;
      const wait = pausesMs[tries];
      if (wait !== undefined && !this.#closing.signal.aborted) await this.#pause(wait);
      if (wait === undefined || this.#closing.signal.aborted) return this.#warn(failure, message);
    }
  }

  /** Returns the alert, or `undefined` when it was sent before, or another process sends it. */
  async #claim(message: AlertMessage): Promise<ShopAlert | undefined> {
    const { store, counterUrl } = this.#setup;
    const inTime = <T>(work: () => Promise<T>, late: T) =>
      withTimeout(storeMs, startWork(work), () => late).catch(() => late);
    const { shopAlertOf } = await this.#sentences;
    const alert = shopAlertOf(message, await inTime(() => store.now(), Date.now()), counterUrl);
    if (this.#seen.has(alert.id)) return undefined;
    this.#seen.set(alert.id, true);
    // A failure of the store is itself a reason for alerts: then each process sends them.
    return (await inTime(() => store.claimAlert(alert.id), true)) ? alert : undefined;
  }

  /** Calls `onAlert`. Returns what went wrong, if something did. */
  async #call(alert: ShopAlert): Promise<string | undefined> {
    const stop = new AbortController();
    try {
      const call = () => this.#setup.onAlert(alert, { signal: stop.signal });
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
  #pause(ms: number): Promise<void> {
    const { signal } = this.#closing;
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

  #warn(reason: string, { code, order, attempt }: AlertMessage): void {
    const { report } = this.#setup;
    report.warn("onAlert was not told of an alert", {
      code,
      ...(order && { order }),
      ...(attempt && { attempt }),
      error: reason,
    });
  }
}
