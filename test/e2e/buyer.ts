import type { SandboxSession } from "@ventanilla/sandbox";
import type { Addresses } from "./start-server.ts";
import { patience, type Window } from "./window.ts";

/** Cards of the sandbox, by what they do. */
export const cards = {
  approved: "4761340000000050",
  noFunds: "4761340000001512",
  partlyApproved: "4761340000001108",
} as const;

/** How a buyer sees the shop and pays in it. */
interface Choice {
  language?: "es" | "en";
  mode?: "popup" | "redirect";
}

/** Someone at a browser window who buys at the demo shop. */
export class Buyer {
  readonly window: Window;
  readonly addresses: Addresses;
  /** The shop they buy at. */
  readonly shop: string;
  /** The button that pays: the tag's own, or that of the form inside it, which the tag hides once it works. */
  readonly #button: "[part=button]" | "button";

  constructor(window: Window, addresses: Addresses, shop: string = addresses.shop) {
    this.window = window;
    this.addresses = addresses;
    this.shop = shop;
    this.#button = shop === addresses.shopWithoutScripts ? "button" : "[part=button]";
  }

  /** The same person at the shop whose bank is out of reach. */
  get withoutBank(): Buyer {
    return new Buyer(this.window, this.addresses, this.addresses.shopWithoutBank);
  }

  /** The same person with JavaScript switched off. */
  get withoutScripts(): Buyer {
    return new Buyer(this.window, this.addresses, this.addresses.shopWithoutScripts);
  }

  /** Comes to the checkout of a new order. Answers the order's id. */
  async order({ language = "es", mode = "popup" }: Choice = {}): Promise<string> {
    await this.window.open(`${this.shop}/placed-order?lang=${language}&mode=${mode}`);
    await this.window.arrive("/checkout/");
    return this.#orderHere();
  }

  /** The same on the shop's pages: puts a good into the cart and goes on to its checkout. */
  async orderFromShelf({ language = "es", mode = "popup" }: Choice = {}): Promise<string> {
    const { window } = this;
    await window.open(`${this.shop}/?lang=${language}`);
    await window.click("#cafe button");
    await window.click(".products .notice");
    await window.click("form.panel button");
    await window.arrive("/checkout/");
    if (mode === "redirect") {
      await window.click(".script-only a");
      await window.arrive("mode=redirect");
    }
    return this.#orderHere();
  }

  async #orderHere(): Promise<string> {
    return new URL(await this.window.address()).pathname.slice("/checkout/".length);
  }

  /** Presses the tag's button; without JavaScript that of the form inside it. */
  async pay(button = "Pagar"): Promise<void> {
    await this.window.click(this.#button, button);
  }

  /** Presses the tag's button and waits for the bank's page, known by what it shows, in its window. */
  async openBank(button?: string, shown = "#number"): Promise<Window> {
    await this.pay(button);
    const bank = await this.window.popup();
    await bank.see(shown);
    return bank;
  }

  /** Fills the bank's form and sends it. */
  async enterCard(number: string, bank: Window = this.window): Promise<void> {
    await bank.fill("#number", number);
    await bank.fill("#expiry", "11/29");
    await bank.fill("#cvv", "123");
    await bank.click("button[value=pay]");
  }

  async seesReceipt(order: string, words = "está pagado"): Promise<void> {
    await this.window.arrive(`/orders/${order}`);
    await this.window.see(".thanks p", words);
    await this.window.see(".facts", order);
  }

  /** Opens the orders page and looks for words in the order's entry. */
  async seesInOrders(order: string, ...words: string[]): Promise<void> {
    await this.window.open(`${this.shop}/orders`);
    for (const word of words) await this.window.see(`#${order}`, word);
  }

  async waitsFor(what: string, isSo: () => Promise<boolean>): Promise<void> {
    for (const end = Date.now() + patience; Date.now() < end; ) {
      if (await isSo()) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`waited in vain for ${what}`);
  }

  /** The bank's sessions of an order, oldest first. */
  async sessionsOf(order: string): Promise<SandboxSession[]> {
    const answer = await fetch(`${this.addresses.books}/?order=${order}`);
    return (await answer.json()) as SandboxSession[];
  }
}
