// What a test of the router is made of: a shop with its bank (`openShop`), the same on a clock that only the test moves
// (`openStillShop`), a router alone (`stillRouter`), and a buyer (`pay`, or its steps). What a store holds before that is
// put there by `place` (kept.ts); loggers.ts has what hears the router's log.
import { createServer } from "node:http";
import { after, mock, type TestContext } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { type Options, type PaymentEvent, type Payments, ventanilla } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Store } from "@ventanilla/express/store";
import { createSandbox, type Sandbox, type SandboxOptions } from "@ventanilla/sandbox";
import express, { type Express } from "express";
import { payAt, returnAddress, sessionOf } from "./buyer-at-bank.ts";
import { deadBank } from "./dead-bank.ts";
import { listen } from "./listen.ts";
import { silentLogger } from "./loggers.ts";
import { encryptionKey, merchant, pesos } from "./merchant.ts";

// Every router looks for it, and closing waits for that: here it is found at once.
await import("@opentelemetry/api").catch(() => {});

export { encryptionKey, merchant, pesos };

const prices: Record<string, number> = { "A-1": 100, "B-2": 500_000, "C-3": 295_000 };

const buyer = { email: "ana@example.com", mobilePhone: "8095550101" };

export function orderOf(id: string) {
  const minor = prices[id];
  return minor === undefined ? undefined : orderAt(minor);
}

/** An order that costs so much, in minor units. */
export function orderAt(minor: number) {
  return { amount: pesos(minor), tax: pesos(Math.round(minor * 0.18)), buyer };
}

/** The same, authorized now and captured later. */
export const laterAt = (minor: number) => ({ ...orderAt(minor), capture: "later" as const });

/** The origin of its own address. */
export const stillOrigin = deadBank;

/** The service's two addresses at a bank that has both. */
export const gatewayAt = ({ url }: { url: string }) => ({ sessionApiUrl: url, gatewayUrl: url });

/** The options of a router that does nothing by itself. Default: a store of its own, and nobody at its bank */
export function stillOptions(overrides: Partial<Options> = {}): Options {
  return {
    publicUrl: `${stillOrigin}/payments`,
    gateway: gatewayAt({ url: deadBank }),
    merchant,
    store: overrides.store ?? sqliteStore(":memory:"),
    encryptionKeys: [encryptionKey],
    order: orderOf,
    onPaid: () => {},
    background: false,
    ...overrides,
  };
}

/** A shop with two orders, on real Express, beside a real sandbox. */
export interface Shop {
  /** `http://127.0.0.1:<port>` */
  origin: string;
  /** Where the router is mounted. */
  mount: string;
  sandbox: Sandbox;
  payments: Payments;
  paid: PaymentEvent[];
  errors: unknown[];
  /** Posts a launch as the element does and returns the answer. */
  launch(order: string, fields?: Record<string, string>, headers?: Record<string, string>): Promise<Response>;
  /** `GET {mount}/attempts/{id}`, without a cookie unless `headers` bring one. */
  status(
    id: string,
    query?: string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; body: Record<string, unknown> }>;
}

/** What surrounds the router. */
export interface ShopSetting {
  /** May add middleware in front of the router. */
  before?(app: Express): void;
  framework?: () => Express;
  bank?: SandboxOptions;
}

/** Starts a shop. It is closed when the test, or the file, that opened it ends. */
export async function openShop(
  overrides: Partial<Options> = {},
  { before, framework = express, bank = {} }: ShopSetting = {},
): Promise<Shop> {
  const sandbox = await createSandbox(bank);
  const app = framework();
  const server = createServer(app);
  const origin = `http://127.0.0.1:${await listen(server)}`;
  const mount = `${origin}/payments`;
  const paid: PaymentEvent[] = [];
  const errors: unknown[] = [];
  const payments = ventanilla(
    stillOptions({
      publicUrl: mount,
      gateway: gatewayAt(sandbox),
      onPaid: (payment) => void paid.push(payment),
      background: true,
      ...overrides,
    }),
  );
  before?.(app);
  app.use("/payments", payments);
  app.use(
    (error: unknown, _request: unknown, response: { statusCode: number; end(text: string): void }, _next: unknown) => {
      errors.push(error);
      response.statusCode = 500;
      response.end("error");
    },
  );
  after(async () => {
    server.close();
    server.closeAllConnections();
    await payments.close();
    await sandbox.close();
  });
  return {
    origin,
    mount,
    sandbox,
    payments,
    paid,
    errors,
    launch: (order, fields = {}, headers = { Origin: origin }) =>
      fetch(`${mount}/attempts`, {
        method: "POST",
        headers,
        body: new URLSearchParams({ order, lang: "es", ...fields }),
      }),
    async status(id, query = "", headers = {}) {
      const response = await fetch(`${mount}/attempts/${id}${query}`, { headers });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
  };
}

/** A clock that only its test moves, for a store and a bank alike. */
export interface StoppedClock {
  /** In epoch milliseconds. */
  now(): number;
  move(ms: number): void;
}

export function stoppedClock(time: number = Date.UTC(2026, 10, 22, 12)): StoppedClock {
  return {
    now: () => time,
    move(ms) {
      time += ms;
    },
  };
}

/** A shop that does nothing by itself. */
export interface StillShop extends Shop {
  store: Store;
  clock: StoppedClock;
  /** Moves the clock of shop and bank, and then does what is due. */
  pass(ms: number): Promise<void>;
}

/** Opens a shop and its bank on one stopped clock. A store that is given has to have been made with this clock. */
export async function openStillShop(
  overrides: Partial<Options> = {},
  clock: StoppedClock = stoppedClock(),
): Promise<StillShop> {
  const { store = sqliteStore(":memory:", clock) } = overrides;
  const shop = await openShop({ background: false, ...overrides, store }, { bank: { now: clock.now } });
  return {
    ...shop,
    store,
    clock,
    async pass(ms) {
      clock.move(ms);
      await shop.payments.reconcileOnce({ budgetMs: 60_000 });
    },
  };
}

/** A router that does nothing by itself. Nobody listens at its bank, nor at its own address. */
export interface StillRouter {
  payments: Payments;
  store: Store;
  /** The codes of the alerts, in turn. */
  alerts: string[];
  /** Does what is due, and ends when all of that has. */
  work(): Promise<{ attempts: number; events: number }>;
}

export function stillRouter(overrides: Partial<Options> = {}): StillRouter {
  const alerts: string[] = [];
  const options = stillOptions({
    logger: { ...silentLogger, error: (fields: object) => void alerts.push((fields as { code: string }).code) },
    ...overrides,
  });
  const payments = ventanilla(options);
  return { payments, store: options.store, alerts, work: () => payments.reconcileOnce({ budgetMs: 24 * 60 * 60_000 }) };
}

/** The time of a test: the stores' clock, and the timers of this process, stand until they are moved. */
export interface StillTime {
  clock: { now(): number };
  /** Moves both, a second at a time; what becomes of each second is waited for. */
  pass(ms: number): Promise<void>;
  /** Moves the stores' clock alone, as if this process had slept. */
  sleep(ms: number): void;
}

/** @param test ends it */
export function stillTime(test: TestContext): StillTime {
  let time = 1_800_000_000_000;
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  test.after(() => mock.timers.reset());
  return {
    clock: { now: () => time },
    async pass(ms) {
      for (let left = ms; left > 0; left -= 1000) {
        const step = Math.min(left, 1000);
        time += step;
        mock.timers.tick(step);
        await turn();
      }
    },
    sleep: (ms) => {
      time += ms;
    },
  };
}

/** The cookie that a launch gave to the browser, as the browser sends it back. */
export function cookieOf(launch: Response): string {
  const cookies = launch.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
  return cookies.find((cookie) => cookie.startsWith("ventanilla=")) ?? "";
}

/** What the launch page would post to the bank. */
export async function sessionIn(launchPage: Response): Promise<string> {
  const SESSION = sessionOf(await launchPage.text());
  if (SESSION === undefined) throw new Error(`the launch page holds no SESSION (status ${launchPage.status})`);
  return SESSION;
}

export const cards = {
  approved: "4761340000000050",
  declined: "4761340000001058",
  partial: "4761340000001108",
  lost: "4761340000001413",
};

/**
 * Plays the buyer's browser at the bank up to the return form, which it does not send: gives its address.
 * @param card a test card's number, or `cancel`
 */
export async function payAtBank(shop: Pick<Shop, "sandbox">, SESSION: string, card: string): Promise<string> {
  const answer = await payAt(shop.sandbox.url, SESSION, card);
  const address = returnAddress(await answer.text());
  if (address === undefined) throw new Error(`the bank's page has no return form (status ${answer.status})`);
  return address;
}

/** Sends the bank's return form, as the browser does: cross-site, without cookies. */
export function comeBack(address: string): Promise<Response> {
  const body = new URLSearchParams({ SESSION: crypto.randomUUID(), Description: "Transaction Received" });
  return fetch(address, { method: "POST", body, redirect: "manual", headers: { "Sec-Fetch-Site": "cross-site" } });
}

/** Launches, pays with the card, and comes back; answers the attempt's id. */
export async function pay(shop: Shop, order: string, card: string): Promise<string> {
  const attempt = crypto.randomUUID();
  await comeBack(await payAtBank(shop, await sessionIn(await shop.launch(order, { attempt })), card));
  return attempt;
}

/**
 * Pays the order `A-1` once at each amount, in minor units, in tabs that are all at the bank before anybody pays: a
 * launch after that asks the bank first. Answers what comes back from each, at its price.
 */
export async function paidTabs(
  shop: Pick<Shop, "sandbox" | "launch">,
  amounts: readonly number[],
  setPrice: (minor: number) => void,
): Promise<(() => Promise<Response>)[]> {
  const tabs: { minor: number; SESSION: string }[] = [];
  for (const minor of amounts) {
    setPrice(minor);
    tabs.push({ minor, SESSION: await sessionIn(await shop.launch("A-1")) });
  }
  const backs: (() => Promise<Response>)[] = [];
  for (const { minor, SESSION } of tabs) {
    const address = await payAtBank(shop, SESSION, cards.approved);
    backs.push(() => {
      setPrice(minor);
      return comeBack(address);
    });
  }
  return backs;
}
