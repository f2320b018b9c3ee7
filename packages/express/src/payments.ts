import type { IncomingMessage, ServerResponse } from "node:http";
import { makeDeliver } from "./deliver.ts";
import { sendElement } from "./element-file.ts";
import { makeLaunch } from "./launch.ts";
import { type Options, settingsOf } from "./options.ts";
import { type AttemptView, viewOf } from "./outcome.ts";
import { makeRelay } from "./relay.ts";
import { makeReturn } from "./return.ts";
import { makeSettle } from "./settle.ts";
import { makeStatus } from "./status.ts";

type Next = (error?: unknown) => void;

/** Handles one request, in Express 4.17+, Express 5 or anything else that calls `(request, response, next)`. */
export type Handler = (request: IncomingMessage, response: ServerResponse, next: Next) => void;

/** The router: mount it where `publicUrl` says. */
export interface Payments extends Handler {
  /**
   * The return and cancel addresses only. An app with CSRF middleware, or with sessions that are saved before they are
   * used, mounts this before them, and the whole router after: the bank's cross-site POST carries no cookie.
   */
  returns: Handler;
  /** The attempts at an order, oldest first, and whether one of them paid it. Holds no secret. */
  findOrder(order: string): Promise<{ paid: boolean; attempts: AttemptView[] }>;
  /** Finishes what is under way and closes the bank's connections and the store. */
  close(): Promise<void>;
}

/** How long the buyer waits for the merchant's hook; a slower one goes on behind their back. */
const hookWaitMs = 1000;

/**
 * Makes the router that launches, verifies and settles payments on the bank's hosted page.
 * @throws TypeError naming the option that is missing or wrong
 */
export function ventanilla(options: Options): Payments {
  const settings = settingsOf(options);
  const deliver = makeDeliver(settings);
  const settle = makeSettle(settings, async () => {
    await Promise.race([deliver(), new Promise((resolve) => setTimeout(resolve, hookWaitMs).unref())]);
  });
  const launch = makeLaunch(settings);
  const takeReturn = makeReturn(settings, settle);
  const relay = makeRelay(settings);
  const status = makeStatus(settings, settle);
  // What a process that died has left in the outbox.
  deliver.soon();

  function route(request: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
    const { method = "GET", url = "/" } = request;
    const [path = "/", query = ""] = url.split(/\?(.*)/s);
    const [, step, id, ...rest] = path.split("/");
    const reads = method === "GET" || method === "HEAD";
    if (rest.length > 0 || step === undefined) return undefined;
    if (step === "attempts" && id === undefined)
      return method === "POST" ? launch(request, response) : refuseMethod(response, "POST");
    if (step === "element.js" && id === undefined)
      return reads ? sendElement(request, response) : refuseMethod(response, "GET");
    if (id === undefined || id === "") return undefined;
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
    const handled = route(request, response);
    if (handled === undefined) next();
    else handled.catch(next);
  }

  function returns(request: IncomingMessage, response: ServerResponse, next: Next): void {
    if (/^\/(return|cancel)\//.test(request.url ?? "")) payments(request, response, next);
    else next();
  }

  return Object.assign(payments, {
    returns,
    async findOrder(order: string) {
      const attempts = await settings.store.attemptsOf(order);
      return { paid: attempts.some(({ state }) => state === "approved"), attempts: attempts.map(viewOf) };
    },
    async close() {
      await deliver.close();
      await settings.bank.close();
      await settings.store.close();
    },
  });
}

async function refuseMethod(response: ServerResponse, allow: string): Promise<void> {
  response.writeHead(405, { Allow: allow, "Content-Length": 0 });
  response.end();
}
