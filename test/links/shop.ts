// A shop without a site of its own: a router, its bank, and links, on a clock that only the test moves; and a buyer's
// browser, which keeps cookies, follows redirects and sends forms.

import { createServer, type RequestListener } from "node:http";
import { after } from "node:test";
import type { Options } from "@ventanilla/express";
import { type Payments, ventanilla } from "@ventanilla/express";
import { counter } from "@ventanilla/express/counter";
import type { SqlStore } from "@ventanilla/express/sql";
import { sqliteStore } from "@ventanilla/express/sqlite";
import { type Links, type LinksOptions, links } from "@ventanilla/links";
import { createSandbox, type Sandbox } from "@ventanilla/sandbox";
import express from "express";
import { listen } from "../listen.ts";
import { encryptionKey } from "../merchant.ts";
import {
  cards,
  comeBack,
  gatewayAt,
  payAtBank,
  type StoppedClock,
  sessionIn,
  stillOptions,
  stoppedClock,
} from "../shop.ts";

export { cards, comeBack };

export const cake = { amount: { minor: 295_000, currency: "DOP" as const }, description: "Bizcocho de boda" };
export const contact = { email: "ana@example.com", mobilePhone: "809 555 0101" };

export interface LinkShop {
  origin: string;
  pay: Links;
  payments: Payments;
  sandbox: Sandbox;
  store: SqlStore;
  clock: StoppedClock;
  errors: unknown[];
  /** Moves the clock of shop and bank, and then does what is due. */
  pass(ms: number): Promise<void>;
  /** The same in steps of ten seconds: the router asks the bank in time. */
  passMinutes(count: number): Promise<void>;
  close(): Promise<void>;
  /** A browser of its own. */
  browser(headers?: Record<string, string>): LinkBrowser;
}

interface LinkBrowser {
  /** Gets a page of the links; `path` is a code with its query. */
  open(path: string): Promise<{ status: number; text: string; headers: Headers }>;
  /** Sends the form of a link's page, and follows the redirect. */
  send(code: string, fields?: Record<string, string>): Promise<{ status: number; text: string; headers: Headers }>;
  /** Launches the order on the page that was sent last, and answers what the router does. */
  launch(fields?: Record<string, string>): Promise<Response>;
  /** Sends the form, launches and pays. */
  pay(code: string, card?: string, fields?: Record<string, string>): Promise<void>;
  /** The order of the tag on the page that was sent last. */
  order(): string | undefined;
  cookie(): string;
  setCookie(name: string, value: string): void;
}

interface Overrides extends Partial<LinksOptions> {
  router?: Partial<Options>;
  clock?: StoppedClock;
  /** What stands before the server, by its port. Default: nothing */
  front?(port: number): RequestListener;
}

/** Opens a shop. It is closed when the test, or the file, that opened it ends. */
export async function openLinkShop(overrides: Overrides = {}): Promise<LinkShop> {
  const shop = await startLinkShop(overrides);
  after(shop.close);
  return shop;
}

/** The same, closed by whoever starts it. */
export async function startLinkShop(overrides: Overrides = {}): Promise<LinkShop> {
  const { router, clock = stoppedClock(), front, ...more } = overrides;
  const store = more.store ?? sqliteStore(":memory:", clock);
  const sandbox = await createSandbox({ now: clock.now });
  const app = express();
  const server = createServer(app);
  const port = await listen(server);
  const outer = front && createServer(front(port));
  const origin = `http://127.0.0.1:${outer ? await listen(outer) : port}`;
  const errors: unknown[] = [];
  const pay = links({
    publicUrl: `${origin}/pay`,
    storefront: { name: "Dulces Ana", contact: { href: "https://wa.me/18095550123", label: "WhatsApp" } },
    keys: [encryptionKey],
    ...more,
    store,
  });
  await pay.migrate();
  const payments = ventanilla(
    stillOptions({
      publicUrl: `${origin}/payments`,
      gateway: gatewayAt(sandbox),
      store,
      order: pay.order,
      onPaid: pay.onPaid,
      onGivenBack: pay.onGivenBack,
      ...router,
    }),
  );
  app.set("trust proxy", "loopback");
  app.use(payments.returns);
  app.use("/payments", payments);
  app.use("/pay", pay.pages(payments));
  app.use("/staff", counter(payments, { staff: () => "Ana Rodríguez", pages: [pay.staffPages(payments)] }));
  app.use(
    (
      error: unknown,
      _request: unknown,
      response: { headersSent: boolean; statusCode: number; end(text: string): void },
      _next: unknown,
    ) => {
      errors.push(error);
      if (response.headersSent) return;
      response.statusCode = 500;
      response.end("error");
    },
  );
  const work = () => payments.reconcileOnce({ budgetMs: 60_000 });
  const shop: LinkShop = {
    origin,
    pay,
    payments,
    sandbox,
    store,
    clock,
    errors,
    async pass(ms) {
      clock.move(ms);
      await work();
    },
    async close() {
      for (const each of [server, ...(outer ? [outer] : [])]) {
        each.close();
        each.closeAllConnections();
      }
      await payments.close();
      await sandbox.close();
    },
    async passMinutes(count) {
      for (let i = 0; i < 6 * count; i++) await shop.pass(10_000);
    },
    browser: (headers = {}) => newBrowser(shop, headers, work),
  };
  return shop;
}

function newBrowser(
  { origin, sandbox }: LinkShop,
  own: Record<string, string>,
  work: () => Promise<unknown>,
): LinkBrowser {
  const cookies = new Map<string, string>();
  let last = "";
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  async function request(address: string, init: RequestInit = {}): Promise<Response> {
    const headers = { "Accept-Language": "es", Origin: origin, ...own, Cookie: cookie() };
    const answer = await fetch(address, { redirect: "manual", ...init, headers });
    for (const set of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = set.split(";")[0]?.split("=") ?? [];
      if (/; Max-Age=0;/.test(set)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  }
  async function shown(answer: Response): Promise<{ status: number; text: string; headers: Headers }> {
    const location = answer.headers.get("location");
    if (answer.status === 303 && location !== null) return shown(await request(location));
    last = await answer.text();
    return { status: answer.status, text: last, headers: answer.headers };
  }
  const browser: LinkBrowser = {
    open: async (path) => shown(await request(`${origin}/pay/${path}`)),
    send: async (code, fields: Record<string, string> = contact) =>
      shown(await request(`${origin}/pay/${code}`, { method: "POST", body: new URLSearchParams(fields) })),
    order: () => /name="order" value="([^"]+)"/.exec(last)?.[1],
    launch: (fields = {}) =>
      request(`${origin}/payments/attempts`, {
        method: "POST",
        body: new URLSearchParams({ order: browser.order() ?? "", lang: "es", ...fields }),
      }),
    async pay(code, card = cards.approved, fields) {
      await browser.send(code, fields);
      await comeBack(await payAtBank({ sandbox }, await sessionIn(await browser.launch()), card));
      await work();
    },
    cookie,
    setCookie: (name, value) => void cookies.set(name, value),
  };
  return browser;
}
