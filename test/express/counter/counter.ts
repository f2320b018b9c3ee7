import type { IncomingMessage } from "node:http";
import type { Options, Payments } from "@ventanilla/express";
import { type CounterOptions, counter, type Staff } from "@ventanilla/express/counter";
import { sqliteStore } from "@ventanilla/express/sqlite";
import type { Store } from "@ventanilla/express/store";
import express, { type RequestHandler } from "express";
import { serve } from "../../serve.ts";
import { stillRouter } from "../../shop.ts";
import { type Cases, Player, playAll } from "./cases.ts";

/** The staff member whom a request of the tests names in its header `staff`. */
export const staffOf = ({ headers }: IncomingMessage): Staff | undefined => {
  const name = typeof headers.staff === "string" ? headers.staff : undefined;
  return name?.endsWith("who looks") ? { name, may: ["look"] } : name;
};

/** A member of the staff at a browser, which keeps its cookies. */
export interface Desk {
  /** `http://127.0.0.1:<port>/staff` */
  address: string;
  get(path: string, headers?: Record<string, string>): Promise<Response>;
  /** The page's text. */
  page(path: string): Promise<string>;
  /** What the page answers, with its status. */
  see(path: string, headers?: Record<string, string>): Promise<{ status: number; text: string }>;
  /**
   * Posts from a page of the counter: where they are not given, with the token of the last page that was seen, and of a
   * decision what its form has shown last: of the payment, and the day of a return.
   */
  post(path: string, fields?: Record<string, string | Blob>, headers?: Record<string, string>): Promise<Response>;
  /** The same browser, with another member of the staff. */
  as(name: string): Desk;
}

/**
 * Serves the counter at `/staff`, as a shop does, and takes a seat at it.
 * @param before middleware of the shop in front of it
 */
export async function openDesk(
  payments: Payments,
  name = "Ana",
  options?: Partial<CounterOptions>,
  before: readonly RequestHandler[] = [],
): Promise<Desk> {
  const app = express();
  for (const middleware of before) app.use(middleware);
  app.use("/staff", counter(payments, { staff: staffOf, ...options }));
  app.use((_error: unknown, _request: unknown, _response: unknown, _next: unknown) => {});
  const { origin } = await serve(app);
  return deskAt(`${origin}/staff`, name, { Cookie: "" });
}

/** A seat at what is served elsewhere. Two with one jar are one browser. */
export function deskAt(address: string, name: string, jar: { Cookie: string }): Desk {
  let token = "";
  const shown = new Map<string, Record<string, string>>();
  const send = async (path: string, init: RequestInit) => {
    const headers = { Staff: name, ...jar, ...(init.headers as Record<string, string>) };
    const response = await fetch(`${address}${path}`, { redirect: "manual", ...init, headers });
    // Of two with one name the latest counts.
    const set = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
    const all = [...jar.Cookie.split("; "), ...set].filter(Boolean).map((cookie) => [cookie.split("=")[0], cookie]);
    jar.Cookie = [...new Map(all as [string, string][]).values()].join("; ");
    return response;
  };
  const desk: Desk = {
    address,
    get: (path, headers = {}) => send(path, { headers }),
    async see(path, headers = {}) {
      const answer = await send(path, { headers });
      return { status: answer.status, text: await answer.text() };
    },
    async page(path) {
      const text = await (await send(path, {})).text();
      token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? token;
      for (const [, form = "", inside = ""] of text.matchAll(
        /(\/payments\/[^/"]+\/resolve)"((?:[^<]|<(?!\/form>))*)/g,
      )) {
        const fields = [...inside.matchAll(/ name="(seen|on)"[^>]* value="([^"]+)"/g)];
        shown.set(form, Object.fromEntries(fields.map(([, field, value]) => [field, value])));
      }
      return text;
    },
    post(path, fields = {}, headers = { "Sec-Fetch-Site": "same-origin" }) {
      const body = formOf({ token, ...shown.get(path), ...fields });
      return send(path, { method: "POST", headers, body });
    },
    as: (other) => deskAt(address, other, jar),
  };
  return desk;
}

/** A shop with its staff, and a store whose time stands still until it is moved. */
export interface Scene {
  desk: Desk;
  store: Store;
  player: Player;
  payments: Payments;
}

export async function openScene(overrides: Partial<Options> = {}): Promise<Scene> {
  const clock = { time: Date.parse("2026-11-21T14:00:00Z"), now: () => clock.time };
  const { payments, store } = stillRouter({ store: sqliteStore(":memory:", clock), ...overrides });
  return { desk: await openDesk(payments), store, player: new Player(store, clock), payments };
}

/** A shop where everything has happened that can. */
export async function openFullScene(overrides: Partial<Options> = {}): Promise<Scene & { cases: Cases }> {
  const scene = await openScene(overrides);
  return { ...scene, cases: await playAll(scene.player) };
}

/** The statement of a decision, as the page on which it was checked sends it beside what the payment's page has shown. */
export const decision = (choice: "yes" | "no", reason = "help desk, case 4711") => ({
  decision: choice,
  reason,
  step: "record",
});

/** As a browser sends it: with a file, in parts. */
function formOf(fields: Record<string, string | Blob>): URLSearchParams | FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const texts = Object.entries(fields).filter((field): field is [string, string] => typeof field[1] === "string");
  return texts.length < Object.keys(fields).length ? form : new URLSearchParams(texts);
}
