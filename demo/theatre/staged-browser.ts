import { randomInt, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Payments } from "@ventanilla/express";
import type { Order } from "../src/orders.ts";

/** A buyer's click on the button that pays. */
export interface Launch {
  /** The attempt's id. */
  attempt: string;
  /** What the bank knows the session by; undefined when the launch ended on a page that says why. */
  SESSION: string | undefined;
}

/** Browsers of buyers that a program plays, with the requests of a real one: to the shop's router, and to the bank. */
export class StagedBrowsers {
  readonly #router: string;
  readonly #publicUrl: string;
  readonly #bank: string;
  readonly close: () => void;

  private constructor(router: string, publicUrl: string, bank: string, close: () => void) {
    this.#router = router;
    this.#publicUrl = publicUrl;
    this.#bank = bank;
    this.close = close;
  }

  /**
   * Serves the router to these browsers alone: this process does not know how to reach the shop's own address.
   * @param publicUrl the shop as real browsers see it
   * @param bank where this process reaches the sandbox
   */
  static async open(payments: Payments, publicUrl: string, bank: string): Promise<StagedBrowsers> {
    const server = createServer((request, response) => {
      // Each buyer has an address of their own (RFC 5737): all together would pass the limit for one.
      Object.assign(request, { ip: `203.0.113.${randomInt(1, 255)}` });
      payments(request, response, () => response.writeHead(404).end());
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    return new StagedBrowsers(`http://127.0.0.1:${port}`, publicUrl, bank, () => server.close().closeAllConnections());
  }

  /** Presses the button that pays. */
  async launch({ id, buyer }: Order): Promise<Launch> {
    const attempt = randomUUID();
    const page = await fetch(`${this.#router}/attempts`, {
      method: "POST",
      headers: { Origin: new URL(this.#publicUrl).origin, Cookie: `buyer=${buyer}` },
      body: new URLSearchParams({ order: id, attempt, lang: "es", returnTo: `/orders/${id}` }),
    });
    return { attempt, SESSION: /name="SESSION" value="([^"]+)"/.exec(await page.text())?.[1] };
  }

  /**
   * Goes to the bank's page and pays there.
   * @param card digits of a test card, or `cancel` to leave without paying
   * @returns the address that returns to the shop
   */
  async pay({ SESSION }: Launch, card: string): Promise<string> {
    if (SESSION === undefined) throw new Error("the launch did not reach the bank");
    const page = await post(`${this.#bank}/authorize`, { SESSION });
    // American Express has one digit more.
    const entry = { action: "pay", number: card, expiry: "11/49", cvv: card.startsWith("3") ? "1234" : "123" };
    const answer = await post(page.url, card === "cancel" ? { action: "cancel" } : entry);
    const address = /action="(http[^"]+)"/.exec(await answer.text())?.[1];
    if (address === undefined) throw new Error(`the bank's page has no return form (status ${answer.status})`);
    return address.replaceAll("&amp;", "&");
  }

  /** Comes back from the bank, with the cross-site form that its page sends. */
  async comeBack(address: string): Promise<void> {
    const path = address.slice(`${this.#publicUrl}/payments`.length);
    await fetch(this.#router + path, {
      method: "POST",
      redirect: "manual",
      headers: { "Sec-Fetch-Site": "cross-site" },
      body: new URLSearchParams({ Description: "Transaction Received" }),
    });
  }
}

function post(address: string, fields: Record<string, string>): Promise<Response> {
  return fetch(address, { method: "POST", body: new URLSearchParams(fields) });
}
