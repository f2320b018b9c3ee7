import type { IncomingMessage } from "node:http";
import type { ClientCertificate, Merchant } from "@ventanilla/client";
import type { Limits } from "./http/limits.ts";
import type { Order } from "./order/order.ts";
import type { Hooks } from "./outbox/hook.ts";
import type { Storefront } from "./page/page.ts";
import type { Translations } from "./page/texts.ts";
import type { AlertHook } from "./report/alerts/alert-sender.ts";
import type { Logger } from "./report/messages.ts";
import type { Store } from "./stores/store.ts";

/**
 * What {@link ventanilla} needs. Checked once, when the router is made: a required value that is `undefined`, such as
 * an environment variable that is not set, is an error that names the option.
 */
export interface Options extends Hooks {
  /**
   * Where the router is mounted, as the buyer's browser sees it: `https://shop.example/payments`. https, or http on the
   * loopback. Never read from the Host header.
   */
  publicUrl: string | undefined;
  /** The bank's addresses: https, or http on the loopback. */
  gateway: {
    /**
     * The session API, up to and without `/sessions`. An attempt belongs to the address that it was begun at, however
     * that is spelled, and keeps its order from being paid at another one. When the address changes, put the old gateway
     * into `earlierGateways`.
     */
    sessionApiUrl: string | undefined;
    /** The payment page, up to and without `/authorize`. */
    gatewayUrl: string | undefined;
    /** Path of the installments page below `gatewayUrl`. Default: `/servicios/pagosxcuotas/gatewayPagosCuotas` */
    installmentsPath?: string | undefined;
    /** Further origins that the bank's page redirects a posted form to. Default: none */
    pageOrigins?: string[];
    /**
     * The HTTP proxy that leads out of the merchant's network: `http://proxy.example:3128`, with name and password where it
     * asks for them. `false`: none. Default: with `NODE_USE_ENV_PROXY=1` that of `HTTPS_PROXY` or `HTTP_PROXY`, but for the
     * hosts of `NO_PROXY`, as for Node's `fetch`; else none
     */
    proxy?: string | false | undefined;
    /** What a bank knows this server by, where it asks for a certificate (mutual TLS). Default: none */
    clientCertificate?: ClientCertificate | undefined;
  };
  /**
   * The gateways that the shop had before, each as `gateway` was: the router asks them about the sessions that were begun
   * there, with the sessions' own keys, delivers those payments, and captures there what was authorized there. It begins
   * nothing new there. Remove an entry after two hours; after 31 days where orders are captured later. What is open at an
   * address that is in neither option cannot be asked about: the router says so at its start, in `health()` and in the
   * counter, and ends it as `unknown`. Default: none
   * @see docs/guide/several-instances.md
   */
  earlierGateways?: readonly Options["gateway"][];
  /**
   * The merchant as the bank knows them: number, terminal, acquirer and name. A function says it for each order, by its
   * currency, its branch or its installments; then `shop` is required. It is called at each launch, with what `order()`
   * answered and the `id` under which the order is kept. A payment keeps the merchant that it was begun with, and its
   * capture is for the same; until it has ended, its order cannot be paid to another one.
   */
  merchant: Merchant | ((order: Order & { id: string }) => Merchant);
  /**
   * The name of the shop in the store, 1 to 40 characters. Shops with different names share nothing there: an order id
   * may be in use in each of them. Default: the merchant's number and terminal
   */
  shop?: string | undefined;
  /**
   * Where attempts and events are kept: `sqliteStore(path)`, `postgresStore(pool)`, `mysqlStore(pool)` or a store of your
   * own.
   */
  store: Store;
  /**
   * Finds an order.
   * @param id as the page sent it: 1 to 255 bytes of printable text, with no spaces around it. Where the
   * bank takes less (20 bytes), it knows the order by a reference, `orderReference`. Up to 2,048 bytes, as of a signed
   * token, where the answer has another `id`
   * @param request the buyer's launch, or their page's question about the order, to check that the order is theirs;
   * `undefined` when the router asks by itself, because the bank has approved: another amount, or no order, then puts
   * the attempt under `review`
   * @returns the order, paid or not, or `undefined` when this visitor may neither pay it nor know about it: a launch
   * and a question are then answered with 404
   */
  order(id: string, request: IncomingMessage | undefined): Promise<Order | undefined> | Order | undefined;
  /**
   * Keys that encrypt the session keys in the store, each 32 random bytes in hex or base64: the first encrypts, all
   * decrypt. `npx -p @ventanilla/express ventanilla key` makes one.
   */
  encryptionKeys: (string | undefined)[];
  /**
   * Sends an alert to people, by email or chat: called once for each alert and shop, by one of its processes. A call
   * that fails or takes more than 10 seconds is made again after 10 seconds and after a minute, and then given up with
   * a warning. So people may read an alert twice, and miss one whose process dies: what needs a decision stays in the
   * counter and in `summary()`.
   * @see docs/going-live/monitoring.md#send-alerts-to-people
   */
  onAlert?: AlertHook;
  /**
   * Where the counter is mounted, as the staff's browsers see it: `https://shop.example/staff/payments`.
   * Alerts and summaries link there, and the counter itself where a proxy has another name for it. Default: no links
   */
  counterUrl?: string;
  /**
   * Where the router's own pages link to: a path on the origin of the page that launched, or an address on one of
   * `origins`. Default: `/`
   */
  returnTo?: string;
  /**
   * Origins of the shop's pages that are not the router's own: `["https://www.shop.example"]` for a static shop whose
   * router runs on `https://api.shop.example`. They may launch payments and read the status of an attempt. Default:
   * none
   */
  origins?: string[];
  /**
   * A pino logger, or any object with its methods. Default: warnings and alerts are warnings of the process, as mistakes
   * of the setup are in any case
   */
  logger?: Logger;
  /**
   * How many launches are answered in ten minutes, per process. Default: 30 an order, 30 a browser, 120 an address,
   * 6,000 in all
   */
  limits?: Partial<Limits>;
  /**
   * Whether the router asks the bank and delivers events by itself. `false` for serverless and cron, where
   * `reconcileOnce()` is called every 20 seconds. Default: `true`
   */
  background?: boolean;
  /**
   * Whether each attempt keeps the buyer's email, which `order()` answers: the counter shows it and finds payments by it,
   * and `payments.eraseEmail(email)` erases it. It is personal data. Default: `false`
   */
  keepEmail?: boolean;
  /** When the merchant's batch closes, HH:MM (contract §8): `list` and the counter count by it. Default: 19:00 */
  batchClose?: string;
  /** The time zone of `batchClose`. Default: America/Santo_Domingo */
  timeZone?: string;
  /** The store's name and one contact, shown on every page of the router. Default: the name of `merchant`, or `shop` */
  storefront?: Storefront;
  /**
   * The shop's own texts by language: some of `es` and `en`, all of any other language, such as `ht`. A page asks for
   * it with its `lang` field; without one the browser's languages decide, then Spanish
   */
  texts?: Translations;
}
