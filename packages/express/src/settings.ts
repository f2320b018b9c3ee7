import { ArgumentError, checkBatchClose, usualBatchClose } from "@ventanilla/client";
import { bareAddress, checkLimits, refuseUnknownNames } from "@ventanilla/web";
import { makeVault } from "./base/vault.ts";
import { defaultLimits } from "./http/limits.ts";
import { addressOn, exactOrigins, localPath, originsOf } from "./http/origins.ts";
import type { Options } from "./options.ts";
import { isOrderField } from "./order/check-order.ts";
import { languagesOf } from "./page/languages.ts";
import { storefrontOf } from "./page/page.ts";
import { makeReport } from "./report/report.ts";
import { openGateways } from "./session/gateways.ts";
import { merchantsOf } from "./session/merchants.ts";
import { openShop } from "./session/open-shop.ts";
import { checkStore } from "./stores/check-store.ts";
import type { ShopStore } from "./stores/store.ts";

/** Each option, with its type where that is all that is checked of it. */
const optionTypes: Record<keyof Options, "function" | "boolean" | undefined> = {
  publicUrl: undefined,
  gateway: undefined,
  earlierGateways: undefined,
  merchant: undefined,
  shop: undefined,
  store: undefined,
  order: "function",
  encryptionKeys: undefined,
  onPaid: "function",
  onPaidAgain: "function",
  onAuthorized: "function",
  onCaptureFailed: "function",
  onGivenBack: "function",
  onLapsed: "function",
  onDeclined: "function",
  onExpired: "function",
  onUnknown: "function",
  onUnconfirmed: "function",
  onReview: "function",
  onAlert: "function",
  counterUrl: undefined,
  returnTo: undefined,
  origins: undefined,
  logger: undefined,
  limits: undefined,
  background: "boolean",
  keepEmail: "boolean",
  batchClose: undefined,
  timeZone: undefined,
  storefront: undefined,
  texts: undefined,
};

/**
 * The options, checked, with what follows from them.
 * @throws ArgumentError naming the option and what was expected
 */
export function settingsOf(options: Options) {
  checkNames(options);
  const { href: mount, origin } = bareAddress("publicUrl", options.publicUrl);
  checkTypes(options);
  const origins = exactOrigins(options.origins ?? []);
  const { returnTo: home = "/" } = options;
  if (localPath(home) === undefined && addressOn(origins, home) === undefined) {
    const expected = 'expected a path on the shop\'s origin, as "/orders", or an address on one of origins';
    throw new ArgumentError(`returnTo: ${expected}`);
  }

  const { batchClose = usualBatchClose.batchClose, timeZone = usualBatchClose.timeZone } = options;
  checkBatchClose(batchClose, timeZone);
  const { pageOrigins = [] } = options.gateway;
  const gateways = openGateways(options.gateway, options.earlierGateways);
  const merchants = merchantsOf(options, mount);
  const store = openShop(options.store, merchants, () => import("./later.ts"));
  return {
    ...options,
    store,
    closeStore: () => options.store.close(),
    merchants,
    mount,
    origin,
    gateways,
    // Those that the launch page may post to.
    pageOrigins: [new URL(gateways.present.gatewayUrl).origin, ...originsOf("gateway.pageOrigins", pageOrigins)],
    // The router's own origin needs no permission, and keeps its stricter rule.
    origins: origins.filter((each) => each !== origin),
    home,
    background: options.background ?? true,
    batchClose,
    timeZone,
    vault: makeVault(options.encryptionKeys),
    ...reportOf(options, store),
    limits: checkLimits(options.limits, defaultLimits),
    storefront: storefrontOf(options.storefront, merchants.name),
    languages: languagesOf(options.texts),
  };
}

/** @returns `alerts`: absent without `onAlert` */
function reportOf(options: Options, store: ShopStore) {
  const { onAlert, logger } = options;
  const counterUrl = options.counterUrl === undefined ? undefined : bareAddress("counterUrl", options.counterUrl).href;
  for (const level of ["info", "warn", "error"] as const) {
    if (logger === undefined || typeof logger?.[level] === "function") continue;
    throw new ArgumentError(`logger.${level}: expected a function (fields, message), as pino has`);
  }
  // The two need each other: the sender warns of what it cannot send. Nothing is reported before both exist.
  const report = makeReport(logger, (alert) => void alerts?.then((sender) => sender.send(alert)));
  // Loaded at the start, so that no later change of the files is in its way, and only where there is an `onAlert`.
  const alerts =
    onAlert &&
    import("./report/alerts/alert-sender.ts").then(({ makeAlertSender }) =>
      makeAlertSender({ store, report, onAlert, counterUrl }),
    );
  return { report, alerts, ...(counterUrl !== undefined && { counterUrl }) };
}

function checkNames(options: Options): void {
  if (typeof options !== "object" || options === null) {
    throw new ArgumentError("ventanilla(options): expected an object");
  }
  const misplaced = Object.keys(options).find(isOrderField);
  if (misplaced !== undefined)
    throw new ArgumentError(`${misplaced}: unknown option, order() returns it with each order`);
  refuseUnknownNames("", options, Object.keys(optionTypes), { kind: "option" });
}

function checkTypes(options: Options): void {
  for (const [name, type] of Object.entries(optionTypes)) {
    const value: unknown = Reflect.get(options, name);
    const isLeftOut = value === undefined && name !== "order" && name !== "onPaid";
    if (type === undefined || isLeftOut || typeof value === type) continue;
    throw new ArgumentError(`${name}: expected ${type === "function" ? "a function" : "true or false"}`);
  }
  checkStore(options.store);
  if (typeof options.gateway !== "object" || options.gateway === null) {
    throw new ArgumentError("gateway: expected { sessionApiUrl, gatewayUrl }");
  }
}
