import type { IncomingMessage } from "node:http";
import {
  ArgumentError,
  type Buyer,
  type Gateway,
  type Merchant,
  type Money,
  openGateway,
  type PaymentDetails,
  paymentRequest,
} from "@ventanilla/client";
import type { Verdict } from "./attempt/attempt.ts";
import { type Logger, makeReport, type Report } from "./operate/report.ts";
import type { EventType, Store, Transaction } from "./stores/store.ts";
import { makeVault, type Vault } from "./stores/vault.ts";
import { addressOf, addressOn, exactOrigins, localPath } from "./web/addresses.ts";
import { defaultLimits, type Limits } from "./web/limits.ts";
import { newToken, returnAddresses } from "./web/token.ts";

/** What every {@link Order} says, from the merchant's own records. Other fields of the shop's own are not read. */
export interface OrderDetails extends PaymentDetails {
  /** The whole amount, tax included, in minor units: `{ minor: 295000, currency: "DOP" }` is RD$ 2,950.00. */
  amount: Money;
  /** The tax (ITBIS) within the amount, in minor units of the same currency. */
  tax: Money;
  /** The buyer, for 3-D Secure: e-mail and mobile telephone at least. */
  buyer: Buyer;
}

/** An order that is charged when the bank approves it. */
export interface SaleOrder extends OrderDetails {
  /**
   * `true`: this launch goes to the bank's installments page, where the buyer may choose installments or deferred payment.
   * The plan is between the buyer and their issuer: the shop is paid the whole amount in one transaction. Default: `false`
   */
  installments?: boolean | undefined;
  capture?: undefined;
}

/** An order that is only authorized: `payments.capture(order)` charges it. */
export interface AuthorizedOrder extends OrderDetails {
  /**
   * The bank authorizes the amount and does not settle it. `onAuthorized` runs in place of `onPaid`.
   * @see docs/contract.md#3.4
   */
  capture: "later";
  /** Installments are for sales only. */
  installments?: false | undefined;
}

/** What `order()` answers: what an order costs, and how it is paid. */
export type Order = SaleOrder | AuthorizedOrder;

/** What a hook is told of an attempt, with the verdict where there is one. Holds no secret and no full card number. */
export interface AttemptEvent extends Partial<Verdict> {
  /** `paid:<order>`, `declined:<attempt>` and so on: the same over every repetition, to make the hook idempotent with. */
  id: string;
  type: EventType;
  order: string;
  attempt: string;
  transactionId: string;
  /** What the buyer was to be charged, in minor units. */
  amount: Money;
  tax: Money;
  /** There when the amount was only authorized: nothing is charged until it is captured. */
  capture?: "later";
  /** Of a capture: the attempt whose authorization it settles. */
  captureOf?: string;
  /** When this was learned, in milliseconds since the epoch. */
  settledAt: number;
}

/** A payment as it reaches `onPaid`. */
export interface PaymentEvent extends AttemptEvent {
  /** True when the order cost something else when the bank approved it, and a person took the amount all the same. */
  amountDiffers: boolean;
}

/** What a hook may use. */
export interface HookContext {
  /**
   * The store's database, in a transaction that begins with the first statement: what is written through it, and the
   * event's delivery, happen together or not at all. With it a hook has its effect exactly once, also across a crash.
   */
  transaction: Transaction;
  /**
   * Aborted when the hook has to stop: after 5 minutes, when its transaction took too long, when another process may run
   * it, or when the router closes. Throw then (`signal.throwIfAborted()`): a hook that returns has succeeded.
   */
  signal: AbortSignal;
}

/** Runs until it succeeds, and again only when it failed or the process died in it. Never twice at one time. */
export type Hook<Event> = (event: Event, context: HookContext) => Promise<void> | void;

/** What {@link ventanilla} needs. Checked once, when the router is made. */
export interface Options {
  /** Where the router is mounted, as the buyer's browser sees it: `https://shop.example/payments`. */
  publicUrl: string;
  gateway: {
    /** The session API, up to and without `/sessions`. */
    sessionApiUrl: string;
    /** The payment page, up to and without `/authorize`. */
    gatewayUrl: string;
    /** Path of the installments page below `gatewayUrl`. Default: `/servicios/pagosxcuotas/gatewayPagosCuotas` */
    installmentsPath?: string | undefined;
    /** Further origins that the bank's page redirects a posted form to. */
    pageOrigins?: string[];
  };
  merchant: Merchant;
  store: Store;
  /**
   * Finds an order that this visitor may pay; `undefined` is answered with 404. The bank takes ids of 1 to 20 bytes, with
   * no spaces around them, and not `N/A`. Without a request the router itself asks, when the bank has approved: another
   * amount, or `undefined`, puts the attempt under `review`.
   */
  order(id: string, request: IncomingMessage | undefined): Promise<Order | undefined> | Order | undefined;
  /**
   * Keys for the session keys at rest, each 32 random bytes in hex or base64: the first encrypts, all decrypt.
   * `npx ventanilla key` makes one.
   */
  encryptionKeys: string[];
  /** Runs once per paid order. An order's events come in the order in which they happened. */
  onPaid: Hook<PaymentEvent>;
  /** Runs once per further approval of an order that was paid or authorized already: one of the two must be voided. */
  onPaidAgain?: Hook<PaymentEvent>;
  /** Runs once per authorized order, in place of `onPaid`. Needed when `order()` answers `capture: "later"`. */
  onAuthorized?: Hook<PaymentEvent>;
  /** The bank refused a capture, or never got it: nothing was settled, and `payments.capture()` may be called again. */
  onCaptureFailed?: Hook<AttemptEvent>;
  onDeclined?: Hook<AttemptEvent>;
  /** The window has ended and nobody paid. */
  onExpired?: Hook<AttemptEvent>;
  /** The window has ended and it is not known whether somebody paid: a person has to ask the bank. */
  onUnknown?: Hook<AttemptEvent>;
  /** Approved-like, but not a plain approval of this attempt: a person has to look. */
  onReview?: Hook<AttemptEvent>;
  /**
   * Path that the router's own pages link to, on the origin of the page that launched; or an address on one of
   * `origins`. Default `/`.
   */
  returnTo?: string;
  /**
   * Origins of the shop's pages that are not the router's own: `["https://www.shop.example"]` for a static shop whose
   * router runs on `https://api.shop.example`. They may launch payments and read the status of an attempt.
   */
  origins?: string[];
  /** A pino logger, or anything called like one. Without it warnings and alerts are warnings of the process. */
  logger?: Logger;
  /** Launches in ten minutes, per process. Default: 30 an order, 30 a browser, 120 an address, 6000 in all. */
  limits?: Partial<Limits>;
  /** `false`: nothing runs by itself, `reconcileOnce()` is called every 20 seconds from elsewhere (serverless, cron). */
  background?: boolean;
}

/** The options, checked, with what follows from them. */
export interface Settings extends Omit<Options, "limits"> {
  /** `publicUrl` without a trailing slash. */
  mount: string;
  origin: string;
  /** Its `sessionApiUrl` says whose attempts are this router's. */
  bank: Gateway;
  /** Origins that the launch page may post to. */
  pageOrigins: string[];
  origins: string[];
  home: string;
  vault: Vault;
  report: Report;
  limits: Limits;
}

const hooks = [
  "onPaid",
  "onPaidAgain",
  "onAuthorized",
  "onCaptureFailed",
  "onDeclined",
  "onExpired",
  "onUnknown",
  "onReview",
] as const;

const known: ReadonlySet<string> = new Set<string>([
  "publicUrl",
  "gateway",
  "merchant",
  "store",
  "order",
  "encryptionKeys",
  ...hooks,
  "returnTo",
  "origins",
  "logger",
  "limits",
  "background",
]);

/** @throws ArgumentError naming the option and what was expected */
export function settingsOf(options: Options): Settings {
  if (typeof options !== "object" || options === null)
    throw new ArgumentError("ventanilla(options): expected an object");
  for (const name of Object.keys(options)) {
    if (!known.has(name)) throw new ArgumentError(`${name}: unknown option, expected one of ${[...known].join(", ")}`);
  }
  const publicUrl = addressOf("publicUrl", options.publicUrl);
  if (publicUrl.search || publicUrl.hash) throw new ArgumentError("publicUrl: expected no query and no fragment");
  for (const name of ["order", "onPaid"] as const) {
    if (typeof options[name] !== "function") throw new ArgumentError(`${name}: expected a function`);
  }
  for (const name of hooks) {
    if (options[name] !== undefined && typeof options[name] !== "function") {
      throw new ArgumentError(`${name}: expected a function`);
    }
  }
  if (options.background !== undefined && typeof options.background !== "boolean") {
    throw new ArgumentError("background: expected true or false");
  }
  if (typeof options.store?.transition !== "function") {
    throw new ArgumentError("store: expected a store, such as sqliteStore(path)");
  }
  if (typeof options.gateway !== "object" || options.gateway === null) {
    throw new ArgumentError("gateway: expected { sessionApiUrl, gatewayUrl }");
  }
  const mount = publicUrl.href.replace(/\/+$/, "");
  const origins = exactOrigins(options.origins ?? []);
  const { returnTo: home = "/" } = options;
  if (localPath(home) === undefined && addressOn(origins, home) === undefined) {
    throw new ArgumentError(
      'returnTo: expected a path on the shop\'s origin, as "/orders", or an address on one of origins',
    );
  }

  const { pageOrigins = [], ...addresses } = options.gateway;
  const bank = openGateway(addresses);
  return {
    ...options,
    merchant: merchantOf(options.merchant, mount),
    mount,
    origin: publicUrl.origin,
    bank,
    pageOrigins: [addresses.gatewayUrl, ...pageOrigins].map((url) => addressOf("gateway.pageOrigins", url).origin),
    // The router's own origin needs no permission, and keeps its stricter rule.
    origins: origins.filter((origin) => origin !== publicUrl.origin),
    home,
    vault: makeVault(options.encryptionKeys),
    report: makeReport(checkLogger(options.logger)),
    limits: limitsOf(options.limits),
  };
}

function checkLogger(logger: Logger | undefined): Logger | undefined {
  for (const level of ["info", "warn", "error"] as const) {
    if (logger !== undefined && typeof logger?.[level] !== "function") {
      throw new ArgumentError(`logger.${level}: expected a function (fields, message), as pino has`);
    }
  }
  return logger;
}

function limitsOf(limits: Partial<Limits> = {}): Limits {
  for (const [name, limit] of Object.entries(limits)) {
    if (!Object.hasOwn(defaultLimits, name)) {
      throw new ArgumentError(
        `limits.${name}: unknown limit, expected one of ${Object.keys(defaultLimits).join(", ")}`,
      );
    }
    if (limit !== Number.POSITIVE_INFINITY && !(Number.isInteger(limit) && limit > 0)) {
      throw new ArgumentError(`limits.${name}: expected a whole number above 0, or Infinity`);
    }
  }
  return { ...defaultLimits, ...limits };
}

/** Builds a payment as every launch will, so that a wrong merchant is told at construction; their name is folded once. */
function merchantOf(merchant: Merchant, mount: string): Merchant {
  const { MerchantName: name } = paymentRequest(merchant, {
    orderId: "1",
    transactionId: "100000",
    amount: { minor: 1, currency: "DOP" },
    tax: { minor: 0, currency: "DOP" },
    ...returnAddresses(mount, newToken()),
    language: "es",
    clientIp: "0.0.0.0",
    buyer: { email: "buyer@shop.invalid", mobilePhone: "8090000000" },
  });
  return { ...merchant, name };
}
