import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type BrowserType, chromium, firefox, type Page } from "@playwright/test";
import { ventanilla } from "@ventanilla/express";
import { sqliteStore } from "@ventanilla/express/sqlite";
import express from "express";
import { chosenBrowsers } from "../../tools/browsers.mjs";
import { median } from "./measure.ts";
import { ambition } from "./verdict.ts";

const rounds = 15;

/** The moments of one payment, by the machine's clock in milliseconds. */
interface Seen {
  click: number;
  /** When the bank got the request for a session, and when it answered. */
  session: [asked: number, answered: number];
  /** When the bank's page was requested: its first byte leaves at once. */
  page: number;
  /** When the bank's form reached the router. */
  returned: number;
  /** When the page got `pay-approved`. */
  event: number;
}

const now = () => performance.timeOrigin + performance.now();

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const part of request) text += String(part);
  return text;
}

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

async function listen(answer: Answer): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, close: () => server.close().closeAllConnections() };
}

/** A bank that needs no time. Its page has one button, which posts to the return address. Every payment is approved. */
function openBank(seen: Partial<Seen>): ReturnType<typeof listen> {
  let paid: Record<string, string> = {};
  return listen(async (request, response) => {
    const asked = now();
    if (request.url === "/sessions") {
      paid = JSON.parse(await bodyOf(request)) as Record<string, string>;
      response.end(JSON.stringify({ SESSION: `sess-${"0".repeat(32)}`, "session-key": "0".repeat(64) }));
      seen.session = [asked, now()];
    } else if (request.url === "/authorize") {
      seen.page = asked;
      response.setHeader("content-type", "text/html");
      response.end(`<!doctype html><form method="post" action="${paid.ReturnUrl}"><button>Pay</button></form>`);
    } else {
      const { OrdenID, TransactionId } = paid;
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ ResponseCode: "00", OrdenID, TransactionId }));
    }
  });
}

/** A shop's page with the tag, and its router, in front of that bank. */
async function openShop(bank: string, seen: Partial<Seen>): Promise<Awaited<ReturnType<typeof listen>>> {
  const app = express();
  const shop = await listen(app);
  const payments = ventanilla({
    publicUrl: `${shop.url}/payments`,
    gateway: { sessionApiUrl: bank, gatewayUrl: bank },
    merchant: { number: "1", terminal: "1", acquirer: "349", name: { owner: "BENCH", city: "BENCH", country: "DO" } },
    store: sqliteStore(":memory:"),
    order: () => ({
      amount: { minor: 100, currency: "DOP" },
      tax: { minor: 0, currency: "DOP" },
      buyer: { email: "ana@example.com", mobilePhone: "8095550101" },
    }),
    encryptionKeys: ["0".repeat(64)],
    onPaid: () => {},
  });
  app.use("/payments/return", (_request, _response, next) => {
    seen.returned = now();
    next();
  });
  app.use("/payments", payments);
  app.get("/", ({ query }, response) => {
    response.send(`<!doctype html><script type="module" src="/payments/element.js"></script>
<ventanilla-pay order="${Number(query.order)}"></ventanilla-pay>
<form method="post" action="${bank}/authorize" target="plain"><button onclick="open('', 'plain', 'popup,width=480,height=760')">Plain</button></form>`);
  });
  return {
    url: shop.url,
    close() {
      shop.close();
      void payments.close();
    },
  };
}

/** The milliseconds that the browser alone needs to open a window and post a form to the bank. */
async function plainWindow(page: Page, shop: string, seen: Partial<Seen>): Promise<number> {
  await page.goto(shop);
  const clicked = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const at = () => performance.timeOrigin + performance.now();
        addEventListener("click", () => resolve(at()), { capture: true, once: true });
      }),
  );
  const [window] = await Promise.all([page.waitForEvent("popup"), page.getByText("Plain").click()]);
  await window.locator("button").waitFor();
  await window.close();
  return (seen.page ?? Number.NaN) - (await clicked);
}

async function pay(page: Page, shop: string, order: number): Promise<Pick<Seen, "click" | "event">> {
  await page.goto(`${shop}/?order=${order}`);
  const told = page.evaluate(
    () =>
      new Promise<{ click: number; event: number }>((resolve) => {
        const at = () => performance.timeOrigin + performance.now();
        let click = 0;
        addEventListener("click", () => (click = at()), { capture: true, once: true });
        addEventListener("pay-approved", () => resolve({ click, event: at() }));
      }),
  );
  const [window] = await Promise.all([
    page.waitForEvent("popup"),
    page.locator("ventanilla-pay [part=button]").click(),
  ]);
  await window.locator("button", { hasText: "Pay" }).click({ noWaitAfter: true });
  return told;
}

const engines: Record<string, { type: BrowserType; options: Parameters<BrowserType["launch"]>[0] }> = {
  chromium: { type: chromium, options: { chromiumSandbox: process.getuid?.() !== 0 } },
  firefox: { type: firefox, options: { channel: "moz-firefox" } },
};

/** The time that a buyer waits for our code: from the click to the bank's page, and from the return to the event. */
export async function benchFlow(): Promise<void> {
  const seen: Partial<Seen> = {};
  const bank = await openBank(seen);
  const shop = await openShop(bank.url, seen);
  let order = 0;
  for (const { name, path } of chosenBrowsers()) {
    const engine = engines[name];
    if (!engine) continue;
    const browser = await engine.type.launch({ ...engine.options, executablePath: path });
    const page = await browser.newPage();
    const plain: number[] = [];
    const there: number[] = [];
    const back: number[] = [];
    for (let i = -2; i < rounds; i++) {
      const without = await plainWindow(page, shop.url, seen);
      const { click, event } = await pay(page, shop.url, ++order);
      const { session: [asked, answered] = [0, 0], page: arrived = Number.NaN, returned = Number.NaN } = seen;
      // The first rounds warm the browser up.
      if (i < 0) continue;
      plain.push(without);
      there.push(arrived - click - (answered - asked));
      back.push(event - returned);
    }
    await browser.close();
    const [to, from] = [median(there), median(back)];
    console.log(
      `\n${name}: click to the bank's page ${to.toFixed(1)} ms (a plain window posted straight to it: ` +
        `${median(plain).toFixed(1)} ms), return to the event ${from.toFixed(1)} ms`,
    );
    ambition(`${name}: click to the bank's page without the bank's time, ms`, to, { atMost: 30 });
    ambition(`${name}: return to the event in the page, ms`, from, { atMost: 100 });
  }
  shop.close();
  bank.close();
}
