import { RecentMap } from "@ventanilla/web";
import { orderViewOf } from "./attempt/order-view.ts";
import { type AttemptView, viewOf } from "./attempt/outcome.ts";
import { InFlight, withTimeout } from "./base/work.ts";
import type { Capturing } from "./capture/capture.ts";
import { makeDeliverer, makeOnAnnounced } from "./deliver.ts";
import { type Handler, makeHandle } from "./handler.ts";
import { isLaunchingBrowser } from "./http/browser.ts";
import { elementScript } from "./http/element-file.ts";
import { makeLaunch } from "./launch.ts";
import type { Options } from "./options.ts";
import { orderIdOf } from "./order/order-id.ts";
import type { RefusedLaunch } from "./page/refused-launches.ts";
import type { Payments } from "./payments.ts";
import { makeReconciler } from "./reconcile.ts";
import { makeRecorder, record as recordOnly } from "./record.ts";
import { makeRelay } from "./relay.ts";
import type { Health, Problem } from "./report/health.ts";
import { makeLossWatch } from "./report/loss-watch.ts";
import { reasonOf } from "./report/report.ts";
import { startTelemetry } from "./report/telemetry.ts";
import { makeReturn } from "./return.ts";
import { makeReturnFinder, makeRoute } from "./routes.ts";
import { makeLaunchWatch } from "./session/launch-watch.ts";
import { makeStrayWatch } from "./session/stray-watch.ts";
import { settingsOf } from "./settings.ts";
import { makeSettler, type Settler } from "./settle.ts";
import { openDesk, type RunningRouter } from "./staff/running-router.ts";
import type { SummarySettings } from "./staff/summary.ts";
import { makeStatus } from "./status.ts";
import { outsideTransactions } from "./stores/outside-transactions.ts";

/** What most shops need seldom, or never. */
const later = () => import("./later.ts");

/** Of a shop that was updated, and not started again. */
const replacedFiles: Problem = {
  code: "files_replaced",
  message: "files of the package were replaced or deleted while this process runs: start it again",
};

/**
 * Makes the router that launches, verifies and settles payments on the bank's hosted page.
 * @param options see {@link Options}; checked here, once
 * @returns a request handler, to be mounted where `publicUrl` says, with the methods of {@link Payments}
 * @throws ArgumentError naming the option that is missing or wrong
 * @example
 * const store = sqliteStore("payments.db");
 * const payments = ventanilla({ publicUrl, gateway, merchant, store, encryptionKeys, order, onPaid });
 * app.use(payments.returns);
 * app.use("/payments", payments);
 */
export function ventanilla(options: Options): Payments {
  const settings = settingsOf(options);
  const { store, report, mount, background, gateways } = settings;
  const inFlight = new InFlight();
  // No later change of the files is in the way of an authorization's hook.
  if (settings.onAuthorized !== undefined) void later();

  const strays = makeStrayWatch(settings);
  const losses = makeLossWatch(store, report);
  const deliverer = makeDeliverer(
    { ...settings, record: (attempt, event) => recordOnly(store, attempt, event), authorizations: later },
    strays,
  );
  const onAnnounced = makeOnAnnounced(settings, deliverer, losses);
  const record = makeRecorder(store, onAnnounced);
  const settler = makeSettler(settings, record);
  const reconciler = makeReconciler({ settings, record, settler, deliverer, strays, losses });
  const watch = makeLaunchWatch(report);
  const refused = new RecentMap<RefusedLaunch>();
  const route = makeRoute(settings, {
    launch: makeLaunch({ settings, record, settler, watch, refused }),
    takeReturn: makeReturn(settings, record, settler, losses),
    relay: makeRelay(settings, settler, refused),
    ...makeStatus(settings, settler, refused, watch),
  });
  const handle = makeHandle(route, inFlight, report);
  const findReturn = makeReturnFinder(mount);

  const health = async (): Promise<Health> => {
    const own = { ...losses.counts(), ...watch.counts(), ...deliverer.counts() };
    try {
      return await (await later()).healthOf(store, { background, gateways, ...own });
    } catch {
      const { hanging, lostRows, ...counts } = own;
      return { ok: false, problems: [replacedFiles], ...counts };
    }
  };
  const failed = (error: unknown) => report.warn("telemetry failed", { error: reasonOf(error) });
  const telemetry = startTelemetry(async (api) => (await later()).startInstruments(api, mount, health), failed);
  if (background) reconciler.start();
  let closing: Promise<void> | undefined;

  const running: RunningRouter = { settings, onAnnounced, events: deliverer.events, inFlight };
  const router: Handler = (request, response, next) => handle(request, response, next, request.url ?? "/");
  const payments = Object.assign(router, {
    returns: ((request, response, next) => handle(request, response, next, findReturn(request))) satisfies Handler,
    findOrder: async (order: string) => orderViewOf(await store.attemptsOf(orderIdOf(order))),
    isLauncher: ((attempt, request) => isLaunchingBrowser(request, attempt, settings)) satisfies Payments["isLauncher"],
    ...makeLists(settings),
    ...outsideTransactions({ reconcileOnce: reconciler.once }),
    ...makeActions({ settings, record, settler }, running),
    elementScript: () => elementScript(mount),
    health,
    close: () => (closing ??= shutDown({ settings, reconciler, inFlight, settler, telemetry })),
  });
  openDesk(payments, running);
  return payments;
}

/** What is read, or deleted, of many orders. */
function makeLists(settings: SummarySettings): Pick<Payments, "list" | "prune" | "eraseEmail" | "summary"> {
  return {
    list: async function* (request) {
      yield* (await later()).listPayments(settings, request);
    },
    prune: async function* (request) {
      yield* (await later()).prune(settings.store, request, settings.timeZone);
    },
    eraseEmail: async (email) => (await later()).eraseEmail(settings.store, email),
    summary: async (request) => (await later()).summaryOf(settings, request),
  };
}

/** What the shop's code or its staff changes. */
function makeActions(capturing: Capturing, running: RunningRouter) {
  const tracked = (work: (all: Awaited<ReturnType<typeof later>>) => Promise<AttemptView>) =>
    running.inFlight.track(later().then(work));
  return outsideTransactions<Pick<Payments, "resolve" | "capture" | "release" | "recordHandling" | "recordGivenBack">>({
    resolve: (attempt, resolution) => tracked(({ makeDesk }) => makeDesk(running).resolve(attempt, resolution)),
    capture: (order, request) => tracked(async (all) => viewOf(await all.capture(capturing, order, request))),
    release: (order, statement) => tracked(async (all) => viewOf(await all.release(capturing, order, statement))),
    recordHandling: (attempt, input) => tracked(({ makeDesk }) => makeDesk(running).recordHandling(attempt, input)),
    recordGivenBack: (attempt, input) => tracked(({ makeDesk }) => makeDesk(running).recordGivenBack(attempt, input)),
  });
}

/** How long `close()` waits for requests, queries and hooks. */
const finishMs = 8000;
/** For how much of that it writes results that the store has not taken before. */
const keptMs = 5000;
/** How long it waits then for the bank's connections, and for the store. */
const disconnectMs = 1000;

interface Closing {
  settings: ReturnType<typeof settingsOf>;
  reconciler: ReturnType<typeof makeReconciler>;
  inFlight: InFlight;
  settler: Settler;
  telemetry: ReturnType<typeof startTelemetry>;
}

/** Finishes what was begun, and closes. */
async function shutDown({ settings, reconciler, inFlight, settler, telemetry }: Closing): Promise<void> {
  const finish = async () => {
    await Promise.all([reconciler.close(), inFlight.waitForAll(), settler.close(keptMs)]);
    // What was in flight may have heard more.
    await settler.writeKept();
    await (await settings.alerts)?.close();
  };
  await withTimeout(finishMs, finish());
  await (await telemetry)();
  await withTimeout(disconnectMs, settings.gateways.close());
  await withTimeout(disconnectMs, settings.closeStore());
}
