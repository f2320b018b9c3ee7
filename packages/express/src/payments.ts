import type { IncomingMessage, ServerResponse } from "node:http";
import type { Attempt } from "./attempt/attempt.ts";
import { standingOf } from "./attempt/authorization.ts";
import { type AttemptView, viewOf } from "./attempt/outcome.ts";
import { type Announced, makeRecorder } from "./attempt/record.ts";
import { makeCaptures } from "./capture.ts";
import type { CaptureRequest } from "./capture-request.ts";
import { orderIdOf } from "./check-order.ts";
import { makeDeliver } from "./deliver.ts";
import { makeLaunch } from "./launch.ts";
import { type Health, healthOf } from "./operate/health.ts";
import { makeLaunchWatch } from "./operate/launch-watch.ts";
import { type Ruling, resolveAttempt } from "./operate/resolve.ts";
import { startTelemetry } from "./operate/telemetry.ts";
import { withTimeout } from "./operate/with-timeout.ts";
import { type Options, settingsOf } from "./options.ts";
import { makeReconcile, type Reconciliation } from "./reconcile.ts";
import { makeRelay } from "./relay.ts";
import { makeReturn } from "./return.ts";
import { makeSettle } from "./settle.ts";
import { makeStatus } from "./status.ts";
import { sendElement } from "./web/element-file.ts";

type Next = (error?: unknown) => void;

/** Handles one request, in Express 4.17+, Express 5 or anything else that calls `(request, response, next)`. */
export type Handler = (request: IncomingMessage, response: ServerResponse, next: Next) => void;

/** The router: mount it where `publicUrl` says. */
export interface Payments extends Handler {
  /**
   * The return and cancel addresses only, to be mounted before everything else: `app.use(payments.returns)`. No body
   * parser can refuse the bank's POST then, and no CSRF or session middleware, for it carries no cookie. It finds its
   * addresses below the path of `publicUrl` and, where it is mounted on a path or a proxy strips one, below that.
   */
  returns: Handler;
  /**
   * The attempts at an order, oldest first; whether one of them paid it, and whether the bank holds the money for one that
   * is to be captured. Holds no secret.
   */
  findOrder(order: string): Promise<{ paid: boolean; authorized: boolean; attempts: AttemptView[] }>;
  /**
   * Settles the authorization of an order whose `order()` answered `capture: "later"`: the bank's confirmation (contract
   * §3), which then reaches `onPaid`. Sent to the bank once, by one process; what the bank says is asked for some eight
   * seconds here, and in the background after that. Called again it is the same capture: `outcome` says how it stands.
   * After `declined` or `expired` the next call is a new capture; `unknown` is for a person.
   * @throws TypeError naming the field that is malformed, and an amount above the authorized one; {@link CaptureError}
   */
  capture(order: string, request?: CaptureRequest): Promise<AttemptView>;
  /**
   * Writes down that the bank no longer holds the money of an authorized order, which can be paid again then: its
   * authorization was reversed in the bank's portal, or has lapsed. After 31 days the router does it by itself.
   * @throws TypeError naming the field that is malformed; {@link CaptureError}
   */
  release(order: string, word: { reason: string; by: string }): Promise<AttemptView>;
  /**
   * Asks the bank about every attempt that is due, and delivers every event that is due, until nothing is. Returns at the
   * end of the budget whatever hangs: that goes on, or others do it when its lease ends. For cron and serverless; a
   * process that stays does it by itself all the time.
   * @throws TypeError when `budgetMs` is not a number of milliseconds above 0
   */
  reconcileOnce(options: { budgetMs: number }): Promise<Reconciliation>;
  /**
   * Writes down, once, what a person has found out about an attempt that is `unknown`, under `review`, or refused without
   * a clear last answer of the bank: paid, and `onPaid` runs; or not, and the order can be paid again.
   * @param attempt the attempt's id
   * @param ruling `reason`, 1 to 500 characters, and `by`, 1 to 100, are kept with the attempt
   * @throws TypeError naming the field that is malformed; {@link ResolveError}
   */
  resolve(attempt: string, ruling: Ruling): Promise<AttemptView>;
  /** Payment health, cheaply, for monitoring. Holds no secret and no id; never rejects. */
  health(): Promise<Health>;
  /**
   * Claims nothing more, finishes what was claimed, and closes the bank's connections and the store: within 10 seconds,
   * also when something hangs. After 5 of them the hooks that still run are told to stop by their `signal`.
   */
  close(): Promise<void>;
}

/** How long the buyer waits for the merchant's hook; a slower one continues in the background. */
const hookWaitMs = 1000;
/** How long `close()` waits for questions and hooks, and then for the bank's connections and for the store. */
const finishMs = 8000;
const disconnectMs = 1000;

/**
 * Makes the router that launches, verifies and settles payments on the bank's hosted page.
 * @throws TypeError naming the option that is missing or wrong
 */
export function ventanilla(options: Options): Payments {
  const settings = settingsOf(options);
  const deliver = makeDeliver(settings);

  /** Tells of a new state, and runs the hooks for it. */
  const announced: Announced = async (attempt, announcement) => {
    if (announcement !== "attempt.unconfirmed") settings.report.moved(attempt);
    // A failure is not the buyer's: the event stays in the outbox. Where nobody looks again soon, all is delivered now.
    const delivered = (settings.background === false ? deliver.run() : deliver.once()).catch(() => {});
    if (attempt.state !== "approved") return;
    await withTimeout(hookWaitMs, delivered, () => {});
  };

  const record = makeRecorder(settings.store, announced);

  const settle = makeSettle(settings, record);
  const reconcile = makeReconcile(settings, record, settle, deliver);
  const launches = makeLaunchWatch(settings.report);
  const launch = makeLaunch(settings, record, launches);
  const captures = makeCaptures(settings, record, settle);
  const takeReturn = makeReturn(settings, record, settle);
  const relay = makeRelay(settings);
  const status = makeStatus(settings, settle);
  const health = () =>
    healthOf(settings.store, {
      background: settings.background !== false,
      launchFailures: launches.failures(),
      hanging: deliver.hanging(),
    });
  const telemetry = startTelemetry(settings.mount, health);
  if (settings.background !== false) reconcile.start();

  let closing: Promise<void> | undefined;
  /** Requests that are being answered. */
  const serving = new Set<Promise<void>>();

  async function close(): Promise<void> {
    await withTimeout(finishMs, Promise.all([reconcile.close(), ...serving]), () => {});
    (await telemetry)();
    await withTimeout(disconnectMs, settings.bank.close(), () => {});
    await withTimeout(disconnectMs, settings.store.close(), () => {});
  }

  function route(request: IncomingMessage, response: ServerResponse, url: string): Promise<void> | undefined {
    const { method = "GET" } = request;
    const [, step, id, query] = /^\/([^/?]+)(?:\/([^/?]+))?(?:\?(.*))?$/.exec(url) ?? [];
    const reads = method === "GET" || method === "HEAD";
    if (step === "attempts" && id === undefined)
      return method === "POST" ? launch(request, response) : refuseMethod(response, "POST");
    if (step === "element.js" && id === undefined)
      return reads ? sendElement(request, response) : refuseMethod(response, "GET");
    if (id === undefined) return undefined;
    if (step === "attempts")
      return reads || method === "OPTIONS"
        ? status(request, response, id, new URLSearchParams(query))
        : refuseMethod(response, "GET");
    if (step === "relay") return reads ? relay(request, response, id) : refuseMethod(response, "GET");
    if (step === "return" || step === "cancel") {
      return reads || method === "POST" ? takeReturn(request, response, step, id) : refuseMethod(response, "GET, POST");
    }
    return undefined;
  }

  function payments(request: IncomingMessage, response: ServerResponse, next: Next): void {
    serve(route(request, response, request.url ?? "/"), next);
  }

  function serve(handled: Promise<void> | undefined, next: Next): void {
    if (handled === undefined) {
      next();
      return;
    }
    const answered = handled.catch(next).finally(() => serving.delete(answered));
    serving.add(answered);
  }

  /** The view of what it comes to; `close()` waits for it. */
  function finished(work: Promise<Attempt>): Promise<AttemptView> {
    const done = work.then(
      () => {},
      () => {},
    );
    serving.add(done);
    void done.then(() => serving.delete(done));
    return work.then(viewOf);
  }

  const mountPath = new URL(settings.mount).pathname.replace(/\/$/, "");
  const belowMount = (path: string) => (path.startsWith(mountPath) ? path.slice(mountPath.length) : path);

  function returns(request: IncomingMessage & { originalUrl?: string }, response: ServerResponse, next: Next): void {
    const { url = "/", originalUrl = url } = request;
    // With the form of a token, so that the shop may have a /return page of its own.
    const path = [url, belowMount(url), belowMount(originalUrl)].find((seen) =>
      /^\/(?:return|cancel)\/[\w-]{43}(?:\?|$)/.test(seen),
    );
    serve(path === undefined ? undefined : route(request, response, path), next);
  }

  return Object.assign(payments, {
    returns,
    async findOrder(order: string) {
      const attempts = await settings.store.attemptsOf(orderIdOf(order));
      return { ...standingOf(attempts), attempts: attempts.map(viewOf) };
    },
    capture: (order: string, request?: CaptureRequest) => finished(captures.capture(order, request)),
    release: (order: string, word: { reason: string; by: string }) => finished(captures.release(order, word)),
    reconcileOnce: ({ budgetMs }: { budgetMs: number }) => reconcile.once(budgetMs),
    async resolve(id: string, ruling: Ruling) {
      const attempt = await resolveAttempt(settings.store, id, ruling, announced);
      if (attempt.state !== "approved") settings.report.moved(attempt);
      return viewOf(attempt);
    },
    health,
    close() {
      closing ??= close();
      return closing;
    },
  });
}

async function refuseMethod(response: ServerResponse, allow: string): Promise<void> {
  response.writeHead(405, { Allow: allow, "Content-Length": 0 });
  response.end();
}
