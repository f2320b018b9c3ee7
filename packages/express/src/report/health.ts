import type { Attempt } from "../attempt/attempt.ts";
import { withTimeout } from "../base/work.ts";
import type { ShopStore } from "../stores/store.ts";

/** What is wrong. The message holds numbers only, because a health address may be public. */
export interface Problem {
  /** The kind of problem, a stable name. */
  code:
    | "store_unreachable"
    | "store_unwritable"
    | "attempts_late"
    | "events_late"
    | "unqueried"
    | "unaskable"
    | "clock_suspect"
    | "database_replaced"
    | "files_replaced"
    | "payments_missing"
    | "dead_events"
    | "hooks_failing"
    | "hooks_slow"
    | "hooks_unrecorded"
    | "launches_failing";
  /** One sentence in English. */
  message: string;
}

/** Payment health. The numbers are absent when the store does not answer. */
export interface Health {
  /** Whether there is no problem. */
  ok: boolean;
  /** Empty when all is well. */
  problems: Problem[];
  /** How long the most overdue query of the bank is late, in milliseconds; 0 when none is. */
  attemptsLateMs?: number;
  /** How long the most overdue event is late, in milliseconds; 0 when none is. */
  eventsLateMs?: number;
  /** Opened attempts whose window ends within a minute, without a clear answer of the bank since 28:00. */
  unqueried?: number;
  /**
   * Attempts that the bank is to be asked about at an address that is neither in `gateway` nor in `earlierGateways`. They
   * fail the health once one of them is overdue, because no other router asks there. Only from `payments.health()`.
   */
  unaskable?: number;
  /** Events given up. */
  dead?: number;
  /** Events whose hook was run three times or more and has not succeeded. It runs again until 72 hours have passed. */
  failing?: number;
  /**
   * Hooks of this process in the last ten minutes, of which the store did not take whether they succeeded or failed:
   * look at their events. Absent when there are none.
   */
  unrecorded?: number;
  /** Launches of this process that failed in the last ten minutes, with no success since. */
  launchFailures: number;
  /**
   * Launches of this process that were refused in the last ten minutes without an error of the shop or the bank: an
   * order that `order()` does not find, a malformed form, another site, too many. Also what browsers report: a policy
   * that has stopped the shop's page, or a redirect of the bank's. Anyone may cause them: they do not fail the health.
   * The log has the reasons.
   */
  launchesRefused: number;
  /**
   * Attempts that need manual review: it is not known whether the buyer was charged. They do not fail the health.
   */
  unknown?: number;
  /** Buyers who came back to this process, since its start, with a payment that the store does not know. */
  unknownReturns: number;
  /** Attempts under review, which need manual review as well. They do not fail the health. */
  review?: number;
  /** Payments with a return of which nobody knows whether it went: ask the bank. They do not fail the health. */
  returnUnclear?: number;
}

/**
 * The lease of a process that died ends after 30 s, and the others look twice a second: when something is overdue for
 * longer, no process works on it.
 */
const lateMs = 30_000;
/** With `background: false`, `reconcileOnce` may be called only once a minute, and two calls may fail. */
const lateWithoutBackgroundMs = 150_000;
/** Attempts whose window ends within this time are checked for a clear answer. */
const closingMs = 60_000;
const storeTimeoutMs = 5000;
/** Clocks of hosts that follow a time server differ by less. */
const suspectMs = 120_000;

/** What only this process knows. */
interface OwnHealth {
  background?: boolean;
  /** The gateways that can be asked. Absent on the command line, which does not know them. */
  gateways?: { banks: readonly string[]; of(attempt: Pick<Attempt, "bank">): unknown } | undefined;
  launchFailures?: number;
  launchesRefused?: number;
  unknownReturns?: number;
  /** Hooks that run for longer than 5 minutes: their events are leased, and so not late. */
  hanging?: number;
  unrecorded?: number;
  /** How often the store did not have any more what this process has written. */
  lostRows?: number;
}

type Watched = Pick<ShopStore, "now" | "backlog" | "countUnsettled" | "elsewhere" | "checkWrite" | "lostFile">;

/**
 * Checks the work that waits, by the store's clock: four cheap reads and a small write, however many attempts there are.
 * A store that fails, or gives no answer to the reads or to the write for 5 seconds, is a problem.
 * @param own what only this process knows; `background`: whether processes work by themselves. If not, more lateness is
 * accepted
 * @throws Error when files of the package are missing, or are of another version
 */
export async function healthOf(
  store: Watched,
  { background = true, gateways, hanging = 0, lostRows = 0, ...given }: OwnHealth = {},
): Promise<Health> {
  const counts = { launchFailures: 0, launchesRefused: 0, unknownReturns: 0, ...given };
  const own = problemsOf({ unrecorded: 0, ...counts, hanging, lostRows });
  try {
    const late = background ? lateMs : lateWithoutBackgroundMs;
    const [health, strays, unwritable, replaced] = await Promise.all([
      withTimeout(storeTimeoutMs, readBacklog(store, late), throwLate),
      withTimeout(storeTimeoutMs, readElsewhere(store, gateways, late), throwLate),
      writeProblems(store),
      fileProblems(store),
    ]);
    const problems = [...health.problems, ...strays.problems, ...unwritable, ...replaced, ...own];
    return { ...health, ...strays, ok: problems.length === 0, problems, ...counts };
  } catch (error) {
    // Not the store's: what it reads with could not be loaded, or is of another version and does not fit.
    if (error instanceof SyntaxError || (error as { code?: unknown }).code === "ERR_MODULE_NOT_FOUND") throw error;
    const unreachable: Problem = {
      code: "store_unreachable",
      message: "the store's database gives an error or no answer: the log says which",
    };
    return { ok: false, problems: [unreachable, ...own], ...counts };
  }
}

async function writeProblems(store: Watched): Promise<Problem[]> {
  try {
    await withTimeout(storeTimeoutMs, store.checkWrite(), throwLate);
    return [];
  } catch {
    const message = "the store's database can be read but not written: launches fail, and results are not kept";
    return [{ code: "store_unwritable", message }];
  }
}

async function fileProblems(store: Watched): Promise<Problem[]> {
  const file = await store.lostFile();
  const message =
    "the database's file or its log was deleted or replaced while it is open: launches fail until all processes are started again";
  return file === undefined ? [] : [{ code: "database_replaced", message }];
}

function problemsOf({
  launchFailures,
  hanging,
  unrecorded,
  unknownReturns,
  lostRows,
}: Record<"launchFailures" | "hanging" | "unrecorded" | "unknownReturns" | "lostRows", number>): Problem[] {
  const found: [count: number, code: Problem["code"], what: string][] = [
    [
      launchFailures,
      "launches_failing",
      "launches of this process that never reached the bank's page, in the last ten minutes",
    ],
    [hanging, "hooks_slow", "hooks of this process that run for longer than 5 minutes"],
    [
      unrecorded,
      "hooks_unrecorded",
      "hooks of this process whose success or failure the store did not take, in the last ten minutes",
    ],
    [
      unknownReturns,
      "payments_missing",
      "buyers who came back to this process with a payment that the store does not know",
    ],
    [lostRows, "payments_missing", "payments that this process has written, and the store does not have any more"],
  ];
  return found.filter(([count]) => count > 0).map(([count, code, what]) => ({ code, message: `${what}: ${count}` }));
}

async function readBacklog(
  store: Watched,
  late: number,
): Promise<Omit<Health, "ok" | "unrecorded" | "launchFailures" | "launchesRefused" | "unknownReturns">> {
  const now = await store.now();
  const [backlog, { events: dead, unknown, review, returnUnclear }] = await Promise.all([
    store.backlog(now + closingMs),
    store.countUnsettled(),
  ]);
  const { attemptsSince = now, eventsSince = now, newestAt = now, aheadMs = 0 } = backlog;
  const { failing, overtime, unqueried } = backlog;
  const attemptsLateMs = Math.max(0, now - attemptsSince);
  const eventsLateMs = Math.max(0, now - eventsSince);
  const problems: Problem[] = [];
  const addProblem = (code: Problem["code"], isFound: boolean, message: string): void => {
    if (isFound) problems.push({ code, message });
  };
  addProblem(
    "attempts_late",
    attemptsLateMs > late,
    `a query of the bank is ${secondsText(attemptsLateMs)} overdue: no process is running, or they cannot keep up`,
  );
  addProblem(
    "events_late",
    eventsLateMs > late,
    `a delivery is ${secondsText(eventsLateMs)} overdue: no process is running, or an earlier event of the same order keeps failing`,
  );
  addProblem(
    "unqueried",
    unqueried > 0,
    `attempts whose 30 minutes end within a minute and that the bank has not answered clearly about: ${unqueried}`,
  );
  const offMs = Math.max(newestAt - now, Math.abs(aheadMs));
  addProblem(
    "clock_suspect",
    offMs > suspectMs || overtime > 0,
    `a clock is wrong, or was: by ${secondsText(offMs)}; sessions that the bank knows after their 30 minutes: ${overtime}`,
  );
  addProblem(
    "dead_events",
    dead > 0,
    `events that will not be delivered, because their hooks failed for good: ${dead}`,
  );
  addProblem(
    "hooks_failing",
    failing > 0,
    `events whose hooks were run three times or more without success, and run again: ${failing}`,
  );
  return { problems, attemptsLateMs, eventsLateMs, unqueried, dead, failing, unknown, review, returnUnclear };
}

async function readElsewhere(
  store: Watched,
  gateways: OwnHealth["gateways"],
  late: number,
): Promise<Pick<Health, "problems" | "unaskable">> {
  if (gateways === undefined) return { problems: [] };
  const [now, { banks, count: unaskable }] = await Promise.all([store.now(), store.elsewhere(gateways.banks)]);
  const isLate = banks.some(({ bank, since }) => gateways.of({ bank }) === undefined && now - since > late);
  const message = `attempts at a gateway that is neither gateway nor in earlierGateways, so that nobody asks about them: ${unaskable}`;
  return { unaskable, problems: unaskable > 0 && isLate ? [{ code: "unaskable", message }] : [] };
}

function throwLate(): never {
  throw new Error("no answer in time");
}

/** A duration in whole seconds, for messages and the command line: `45 s`. */
export function secondsText(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}
