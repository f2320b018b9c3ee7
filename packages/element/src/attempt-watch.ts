import { closeLaunch, type Launch } from "./launch.ts";
import type { PayResult } from "./result.ts";

/**
 * Milliseconds to wait for the answer after the window closed, before the buyer may open the payment again. A page that
 * is still open this long after its own redirect to the bank was stopped on its way.
 */
const grace = 7500;

/** Milliseconds between two checks of the window and the clock. */
const tickInterval = 300;

/** Where the buyer is: at the bank, back from it in this page, or found again when the page was loaded or restored. */
export type BuyerLocation = "open" | "closed" | "resumed";

/** What the router knows of an attempt. undefined: it does not know the attempt. null: no answer that still matters. */
export type RouterAnswer = PayResult | undefined | null;

/** Asks the router for a watch, and is told what the watch finds out. */
export interface WatchListener {
  /** The last launch: if it has been given up, its window is told to close until it is closed. */
  readonly _lastLaunch: Launch | undefined;
  /**
   * Asks the router.
   * @param askBank whether the router asks the bank, too
   */
  _askRouter(attempt: string, askBank: boolean): Promise<RouterAnswer>;
  /** Called with every answer of the router; pauses the watch when it is the last one. */
  _answered(answer: PayResult): void;
  /** The window is closed, which says nothing about the payment. */
  _windowClosed(): void;
  /** The answer takes long. Called after every further question, too. */
  _delayed(): void;
  /** The router does not know the attempt: pauses the watch, or follows another attempt. */
  _missing(): void;
}

/**
 * Follows one attempt at a time until the router knows how it ended. While the window is open, the router's store is
 * read every 2 to 10 s; once the buyer has left the bank, the bank is asked at once, after about 0.5, 1.5, 3.5 and
 * 7.5 s, then every 10 s. A closed window proves nothing (`Cross-Origin-Opener-Policy` makes an open one look closed):
 * only an answer of the router ends the watch.
 */
export class AttemptWatch {
  readonly #listener: WatchListener;
  #attempt = "";
  #location: BuyerLocation = "open";
  #window: Window | null | undefined;
  /** When the grace period begins, when the buyer came to where they are, and when to ask next: epoch milliseconds. */
  #graceFrom = 0;
  #locatedAt = 0;
  #nextAt = 0;
  /** Whether the router has ever answered for this attempt. */
  #known = false;
  #timer: ReturnType<typeof setInterval> | undefined;
  #asking: Promise<RouterAnswer> | undefined;
  #askAgain = false;

  constructor(listener: WatchListener) {
    this.#listener = listener;
  }

  /**
   * Follows an attempt, from where the buyer is now.
   * @param window the bank's; without one, `open` is this page on its way to the bank
   * @param graceFrom when the grace period begins, in epoch milliseconds. Default: now
   */
  _follow(attempt: string, location: BuyerLocation, window?: Window | null, graceFrom: number = Date.now()): void {
    this.#known &&= attempt === this.#attempt;
    this.#attempt = attempt;
    this.#location = location;
    this.#window = window;
    this.#graceFrom = graceFrom;
    this.#locatedAt = Date.now();
    this.#nextAt = this.#locatedAt + 2000;
    this.#start();
    if (location !== "open") void this._ask();
  }

  /**
   * Asks the router now. While an answer is awaited, it asks once more after that.
   * @returns what the router said of the attempt
   */
  _ask(askBank = true): Promise<RouterAnswer> {
    this.#start();
    this.#askAgain ||= askBank && this.#asking !== undefined;
    this.#asking ??= this.#askOnce(askBank).finally(() => {
      this.#asking = undefined;
      if (this.#askAgain && this.#timer) void this._ask();
      this.#askAgain = false;
    });
    return this.#asking;
  }

  /** The launch has failed: if the router does not know the attempt by the next answer, it never will. */
  _lost(): void {
    this.#location = "closed";
    this.#window = null;
    this.#graceFrom = 0;
  }

  /**
   * Stops until {@link AttemptWatch._follow} or {@link AttemptWatch._ask}; an answer that is still awaited is ignored.
   */
  _pause(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #start(): void {
    this.#timer ??= setInterval(() => this.#tick(), tickInterval);
  }

  #tick(): void {
    if (this.#window?.closed) {
      this._follow(this.#attempt, "closed");
      this.#listener._windowClosed();
      return;
    }
    const { _lastLaunch } = this.#listener;
    // WebKit does not close a window that is told to while it goes to another page.
    if (_lastLaunch?._stopped) closeLaunch(_lastLaunch);
    const now = Date.now();
    const isAwaited = this.#location !== "open" && now - this.#locatedAt < grace;
    // A hidden page, or one without network, does not ask, unless the buyer has just come back.
    const worthwhile = isAwaited || (!document.hidden && navigator.onLine);
    if (now >= this.#nextAt && worthwhile) void this._ask(this.#location !== "open");
  }

  async #askOnce(askBank: boolean): Promise<RouterAnswer> {
    const attempt = this.#attempt;
    // Without an answer (offline, 5xx, not JSON) the watch asks again later.
    const answer = await this.#listener._askRouter(attempt, askBank);
    if (!this.#isFollowing(attempt)) return null;
    const now = Date.now();
    // False as well where `graceFrom` is not a number: it comes from storage, which anyone on this page can write to.
    const inGrace = now - this.#graceFrom < grace;
    this.#known ||= Boolean(answer);
    const pause = now - this.#locatedAt + (this.#location === "open" && this.#known ? 2000 : 500);
    this.#nextAt = now + Math.min(pause, 10_000);
    if (answer) this.#listener._answered(answer);
    else if (answer === undefined && !this.#known && !inGrace && this.#location !== "open") this.#listener._missing();
    // The listener may have paused the watch, or made it follow another attempt.
    const isLate = !inGrace || (answer && this.#location === "resumed");
    if (isLate && !(this.#window && this.#known) && this.#isFollowing(attempt)) this.#listener._delayed();
    return answer;
  }

  #isFollowing(attempt: string): boolean {
    return this.#timer !== undefined && attempt === this.#attempt;
  }
}
