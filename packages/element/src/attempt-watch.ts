import type { PayResult } from "./result.ts";

/**
 * How long after the window closed the answer is awaited, before the buyer may open the payment again. A page that is
 * still here this long after it was sent to the bank has been stopped on the way.
 */
const grace = 7500;

/** Where the buyer is: at the bank, gone from it before our eyes, or met again when the page was loaded or restored. */
export type Whereabouts = "open" | "closed" | "resumed";

/** Whom a watch asks, and whom it tells. */
export interface WatchPorts {
  /** Asks the router, see `askStatus`; `nudge` is whether the bank is to be asked too. */
  status(attempt: string, nudge: boolean): Promise<PayResult | undefined | null>;
  /** Hears every answer of the router, and pauses the watch when it is the last one. */
  heard(answer: PayResult): void;
  /** The window has gone, which says nothing of the payment. */
  left(): void;
  /** The answer takes long; told after every question. */
  late(): void;
  /** The router never heard of the attempt: to be paused, or to follow another. */
  missing(): void;
}

/** Follows one attempt at a time until the router knows how it ended. */
export interface AttemptWatch {
  /**
   * Begins with an attempt, or goes on from where the buyer is now.
   * @param window the bank's; without one, `open` is this page on its way to the bank
   * @param begun when the attempt was, in milliseconds since the epoch
   */
  follow(attempt: string, where: Whereabouts, window?: Window | null, begun?: number): void;
  /**
   * Asks the router now. While an answer is awaited, it asks once more after that. Resolves with what it
   * said of the attempt, as `askStatus` does; null as well where nobody waits for it any longer.
   */
  ask(): Promise<PayResult | undefined | null>;
  /** Stops, until the next {@link AttemptWatch.follow} or {@link AttemptWatch.ask}; an answer on its way is dropped. */
  pause(): void;
}

/**
 * Makes a watch. While the window is open the router's store is read every 2 to 10 s; once the buyer has left the bank,
 * the bank is asked at once, after about 0.5, 1.5, 3.5 and 7.5 s, then every 10 s. A closed window proves nothing (a
 * severed opener looks the same), so only an answer of the router ends the watch.
 */
export function watchAttempt({ status, heard, left, late, missing }: WatchPorts): AttemptWatch {
  let attempt: string;
  let where: Whereabouts;
  let window: Window | null | undefined;
  let begun: number;
  let since: number;
  let due: number;
  let known: boolean;
  let timer: ReturnType<typeof setInterval> | undefined;
  let asking: ReturnType<AttemptWatch["ask"]> | undefined;
  let again = false;

  async function once(nudge: boolean): ReturnType<AttemptWatch["ask"]> {
    const asked = attempt;
    // Not heard (offline, 5xx, no JSON): the next answer counts.
    const answer = await status(asked, nudge).catch(() => null);
    if (!timer || asked !== attempt) return null;
    const now = Date.now();
    due = now + Math.min(now - since + (where === "open" ? 2000 : 500), 10_000);
    // Not patient either when `begun` is no number: it comes from storage, where anything may stand.
    const patient = now - begun < grace;
    known ||= Boolean(answer);
    if (answer) heard(answer);
    else if (answer === undefined && !known && !patient && where !== "open") missing();
    // Unless those who were told have turned to another attempt.
    if (timer && asked === attempt && !window && (!patient || (answer && where === "resumed"))) late();
    return answer;
  }

  function ask(nudge = true): ReturnType<AttemptWatch["ask"]> {
    timer ??= setInterval(tick, 300);
    again ||= nudge && asking !== undefined;
    asking ??= once(nudge).finally(() => {
      asking = undefined;
      if (again && timer) void ask();
      again = false;
    });
    return asking;
  }

  function tick(): void {
    if (window?.closed) {
      follow(attempt, "closed");
      left();
      return;
    }
    const now = Date.now();
    const awaited = where !== "open" && now - since < grace;
    if (now >= due && (awaited || (!document.hidden && navigator.onLine))) void ask(where !== "open");
  }

  function follow(id: string, whereabouts: Whereabouts, opened?: Window | null, beginning = Date.now()): void {
    known &&= id === attempt;
    attempt = id;
    where = whereabouts;
    window = opened;
    begun = beginning;
    since = Date.now();
    due = since + 2000;
    timer ??= setInterval(tick, 300);
    if (where !== "open") void ask();
  }

  function pause(): void {
    clearInterval(timer);
    timer = undefined;
  }

  return { follow, ask, pause };
}
