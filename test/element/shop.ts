// What the tests of the element share: a merchant's page with the element in it, and a hand on the router's script.
import { aTimeout, fixture, html, waitUntil } from "@open-wc/testing";
import { sendKeys } from "@web/test-runner-commands";
import "../../packages/element/src/define.ts";
import type { PayEvent, PayOutcome, PayStatus, VentanillaPay } from "../../packages/element/src/index.ts";
import type { Seen } from "./shop-page.ts";
import { tick } from "./ticks.ts";

/** What the router does with an order: see router.mjs. */
export interface Script {
  outcome?: PayOutcome;
  /** What the bank's page does. */
  act?: "stay" | "return" | "close";
  /** Launches are answered when this is false again. */
  held?: boolean;
  /** Launches never arrive. */
  lost?: boolean;
  /** The shop's page is there where the router's page after the bank's should be. */
  shell?: boolean;
  /** The shop fails, and launches are refused. */
  refuses?: boolean;
  /** The attempt that another device has begun, or `broken`, or `refused`. */
  elsewhere?: string;
  /** Status is answered by something that is not the router. */
  broken?: boolean;
  /** The code of the error that the router itself answers with. */
  error?: string;
  safeToRetry?: boolean;
  message?: string;
  expiresAt?: string;
}

/** What the router has seen of an order. */
export interface Log {
  launches: Record<string, string>[];
  asks: { attempt: string; askBank: boolean; lang: string }[];
}

/** Time between two looks of a test at what it waits for, in milliseconds. */
const pollInterval = 20;

let orders = 0;

/** An order that no other test has. */
export function newOrder(): string {
  return `O-${Date.now()}-${orders++}`;
}

/** Tells the router, and the bank's page, how to go on with an order. */
export async function script(order: string, what: Script): Promise<void> {
  await fetch(`/payments/test/${order}`, { method: "POST", body: JSON.stringify(what) });
}

/** What the router has seen of an order. */
export async function logOf(order: string): Promise<Log> {
  return (await fetch(`/payments/test/${order}`)).json() as Promise<Log>;
}

/** An attempt that this browser has begun before and remembers. Default: known to the router. */
export async function begunBefore(order: string, { arrived = true, at = Date.now() - 60_000 } = {}): Promise<string> {
  const attempt = crypto.randomUUID();
  if (arrived) {
    await fetch("/payments/attempts", { method: "POST", body: new URLSearchParams({ attempt, order, mode: "popup" }) });
  }
  localStorage.setItem(`ventanilla:/payments:${order}`, JSON.stringify({ attempt, at }));
  return attempt;
}

/** The id remembered for an order. */
export function remembered(order: string): string | undefined {
  const text = localStorage.getItem(`ventanilla:/payments:${order}`);
  return text === null ? undefined : (JSON.parse(text) as { attempt: string }).attempt;
}

/** An element in the page, with a record of its events (names without prefix). */
export interface Checkout {
  pay: VentanillaPay;
  events: PayEvent[];
  names(): string[];
  /** The element's button, in its shadow tree. */
  button(): HTMLButtonElement;
  /** The sentence under the button. */
  sentence(): string;
}

const outcomes = ["pending", "approved", "declined", "cancelled", "expired", "unknown", "failed"] as const;

const inPage: VentanillaPay[] = [];

// A window that closes during the next test would take its key presses with it.
afterEach(async () => {
  // A test that failed half way must not take the others along.
  Object.assign(window, own);
  for (const pay of inPage.splice(0)) {
    if (pay.result) await script(pay.result.order, { act: "close" });
    await windowGone(pay);
  }
});

/** Waits until the bank's window is closed: it closes itself a moment after the page has heard how the payment ended. */
export function windowGone(pay: VentanillaPay): Promise<void> {
  return until(() => !pay.focusWindow(), "a window stayed open");
}

/** Puts an element into the page. */
export async function checkout(order: string, attributes: Record<string, string> = {}): Promise<Checkout> {
  const home = await fixture(html`<div lang="en"></div>`);
  const pay = document.createElement("ventanilla-pay");
  for (const [name, value] of Object.entries({ order, ...attributes })) pay.setAttribute(name, value);
  const events: PayEvent[] = [];
  for (const name of ["before", "blocked", "open", "closed", "checking", "settled", ...outcomes] as const) {
    pay.addEventListener(`pay-${name}`, (event) => events.push(event));
  }
  home.append(pay);
  inPage.push(pay);
  await pay.updateComplete;
  const inside = (selector: string) => pay.shadowRoot?.querySelector(selector);
  return {
    pay,
    events,
    names: () => events.map(({ type }) => type.replace("pay-", "")),
    button: () => inside("button") as HTMLButtonElement,
    sentence: () => inside("[role=status]")?.textContent?.trim() ?? "",
  };
}

// Firefox gives a key to whatever window has the focus; the others, to the page that it was sent to.
const keysFollowFocus = navigator.userAgent.includes("Firefox");

/**
 * Presses the element's button the way a buyer does, so that windows may open. A window that opens or closes meanwhile
 * may take the key: then it is pressed again.
 */
export async function press(pay: HTMLElement): Promise<void> {
  let arrived = false;
  pay.addEventListener("keydown", () => (arrived = true), { once: true });
  const pressed = async () => {
    await until(() => document.hasFocus() || !keysFollowFocus, "the page has not got the focus");
    pay.focus();
    await sendKeys({ press: "Enter" });
    await waitUntil(() => arrived, "", { timeout: 5000 }).catch(() => {});
    return arrived;
  };
  await until(pressed, "the key did not arrive");
}

/** Waits until the element shows a status, and its page too. */
export async function shows(pay: VentanillaPay, status: PayStatus): Promise<void> {
  await until(() => pay.status === status || letTimePass()).catch(() => {
    throw new Error(`shows ${pay.status} instead of ${status}`);
  });
  await pay.updateComplete;
}

/** Waits until the router has seen the launch of the order. */
export async function launched(order: string): Promise<void> {
  const arrived = async () => (await logOf(order)).launches.length > 0;
  await until(arrived, `no launch of ${order} arrived`);
}

/** Waits until the router was told to ask the bank (`ask=1`) about the order, `count` times. Default: 1. */
export async function bankQueries(order: string, count = 1): Promise<void> {
  const enough = async () => (await logOf(order)).asks.filter(({ askBank }) => askBank).length >= count;
  await until(async () => (await enough()) || letTimePass(), `the router was not asked ${count} times`);
}

// The page's clock stands still, however slow the machine is: it moves when a test says so, and while one waits for
// what the element shows or asks, by a little with each look, unless a question is on its way.
const start = Date.now();
let ahead = 0;
Date.now = () => start + ahead;

let underway = 0;
const { fetch: send } = window;
window.fetch = (...request) => {
  underway++;
  return send(...request).finally(() => {
    underway--;
  });
};

/** What tests replace for a while. */
const own = { fetch: window.fetch, open: window.open };

function letTimePass(): false {
  if (underway === 0) jump(2 * pollInterval);
  return false;
}

/** Moves the page's clock forward: back-off and patience end early. Undone after each test. */
export function jump(milliseconds: number): void {
  ahead += milliseconds;
}

afterEach(() => {
  ahead = 0;
});

/**
 * Lets the element look at the clock, and at its window, a few times, and hear the answers to what it asks: its timers
 * and these come one after the other.
 */
export async function rounds(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    await aTimeout(3 * tick);
    await until(() => underway === 0);
  }
}

/** Waits until it is so, as long as a busy machine needs: the limit is for what never comes. */
export function until(condition: () => unknown, message = ""): Promise<void> {
  return waitUntil(condition, message, { interval: pollInterval, timeout: 50_000 });
}

/** A page in a frame: its own window, which may be reloaded and sent away. */
export interface Framed {
  window: Window;
  pay(): VentanillaPay;
  seen(): Seen;
}

/** Opens a page in a frame. */
export async function frame(address: string): Promise<Framed> {
  const element = await fixture<HTMLIFrameElement>(html`<iframe title="shop" src=${address}></iframe>`);
  const inside = () => element.contentWindow as Window;
  return {
    get window() {
      return inside();
    },
    pay: () => inside().document.querySelector("ventanilla-pay") as VentanillaPay,
    seen: () => inside().seen ?? { events: [], violations: [] },
  };
}

/**
 * Makes a page's browser open no window.
 * @param instead what the page gets for it. Default: nothing
 * @param top what the page finds at the top of its tab: itself, or nothing where a sandbox keeps it in its frame
 */
export function refuseWindows(page: Window, instead: Window | null = null, top: Window | null = page): void {
  page.open = (_address, name) => (name === "_top" ? top : instead);
}

/** A merchant's page in a frame, ready to pay, whose element listens to what happens to its window. */
export async function shopFor(order: string, query = ""): Promise<Framed> {
  const shop = await frame(`/payments/page/${order}${query}`);
  await until(() => shop.pay()?.status === "idle");
  await shop.pay().updateComplete;
  // It listens from the task after it came, for which WebKit lets a frame wait.
  await new Promise<void>((resolve) => shop.window.setTimeout(resolve));
  return shop;
}

/** What the console warns of, from now on; nobody hears it until the tests of the block have ended. */
export function heardWarnings(): { said: string[] } {
  const heard = { said: [] as string[] };
  const { warn } = console;
  beforeEach(() => {
    heard.said = [];
    console.warn = (text: string) => heard.said.push(text);
  });
  afterEach(() => {
    console.warn = warn;
  });
  return heard;
}
