import type { Payments } from "@ventanilla/express";
import { findProduct } from "../src/catalog.ts";
import { merchant } from "../src/merchant.ts";
import type { Order } from "../src/orders.ts";
import type { PaymentsSetup } from "../src/payments.ts";
import { BankControl } from "./bank-control.ts";
import type { Clock } from "./clock.ts";
import { type Launch, StagedBrowsers } from "./staged-browser.ts";
import type { StagedOrders } from "./staged-orders.ts";

/** What payments are staged with: the demo's own router, store, orders and bank. */
export interface StageSetup extends PaymentsSetup {
  payments: Payments;
  orders: StagedOrders;
  /** The clock of store and orders. */
  clock: Clock;
  /** The database of store and orders. */
  file: string;
}

/** A payment as a program plays it: each value that it yields is how many milliseconds pass before it goes on. */
export type Script = AsyncGenerator<number, void>;

/** A script, and when it begins. */
export interface Scene {
  at: number;
  script: Script;
}

/** Longer than the router takes for what is due; only a bank that does not answer needs it. */
const budgetMs = 5000;

/**
 * How often the router looks for what is due, in simulated time: each look writes to the disk, and two looks a second
 * would take minutes. It looks more often when the bank is about to forget a session, because an answer
 * within the last 45 seconds is the evidence that nothing was charged.
 */
const lookEveryMs = 5 * 60_000;
const lastLooksEveryMs = 40_000;
const lastLooksBeforeMs = 45_000;
const lastLooksAfterMs = 2 * 60_000;
const sessionMs = 30 * 60_000;

/**
 * Plays payments of the past within seconds: buyers, router, store and bank are real, and only the clocks of shop and
 * bank move, from one due time to the next. They never go beyond the present.
 */
export class Stage {
  readonly #setup: StageSetup;
  readonly #browsers: StagedBrowsers;
  readonly bank: BankControl;
  /** When the bank forgets the sessions. */
  readonly #ends: number[] = [];

  private constructor(setup: StageSetup, browsers: StagedBrowsers, bank: BankControl) {
    this.#setup = setup;
    this.#browsers = browsers;
    this.bank = bank;
  }

  /** Plays scenes, each from its time on, until the present. */
  static async play(setup: StageSetup, scenesOn: (stage: Stage) => Scene[]): Promise<void> {
    const {
      payments,
      publicUrl,
      bank: { sessionApiUrl },
      clock,
    } = setup;
    const browsers = await StagedBrowsers.open(payments, publicUrl, sessionApiUrl);
    const bank = new BankControl(sessionApiUrl);
    // Somebody may have moved it in the bank's panel.
    const bankOffset = await bank.clockOffset();
    const stage = new Stage(setup, browsers, bank);
    try {
      await bank.advanceClock(-bankOffset);
      await stage.#run(scenesOn(stage));
      await stage.passTo(Date.now());
    } finally {
      browsers.close();
      const behind = -clock.offset;
      clock.advance(behind);
      await bank.advanceClock(bankOffset + behind);
    }
  }

  get orders(): StagedOrders {
    return this.#setup.orders;
  }

  now(): number {
    return this.#setup.clock.now();
  }

  /** Places an order of one of each of these products. */
  place(buyer: string, products: readonly string[]): Order {
    const lines = linesOf(products);
    const order = this.orders.placeFor(buyer, lines, { email: "ana@ejemplo.do", phone: "8095550123" });
    if (order === undefined) throw new Error(`nothing to order: ${products.join()}`);
    return order;
  }

  launch(order: Order): Promise<Launch> {
    this.#ends.push(this.now() + sessionMs);
    return this.#browsers.launch(order);
  }

  pay(launch: Launch, card: string): Promise<string> {
    return this.#browsers.pay(launch, card);
  }

  comeBack(address: string): Promise<void> {
    return this.#browsers.comeBack(address);
  }

  /** Lets the time pass; the router does what becomes due meanwhile, at the time when it is due. */
  async passTo(time: number): Promise<void> {
    const { store, payments } = this.#setup;
    const shop = store.shop(`${merchant.number}/${merchant.terminal}`);
    for (;;) {
      const { attemptsSince = time, eventsSince = time } = await shop.backlog(0);
      const due = Math.max(Math.min(attemptsSince, eventsSince), this.now() + 1);
      if (due >= time) break;
      await this.#moveTo(Math.min(this.#lookAt(due), time));
      await payments.reconcileOnce({ budgetMs });
    }
    await this.#moveTo(time);
  }

  /** When the router does what is due at this time. */
  #lookAt(due: number): number {
    const next = (time: number, every: number) => Math.ceil(time / every) * every;
    const last = this.#ends
      .filter((end) => due < end + lastLooksAfterMs)
      .map((end) => next(Math.max(due, end - lastLooksBeforeMs), lastLooksEveryMs));
    return Math.min(next(due, lookEveryMs), ...last);
  }

  async #run(scenes: Scene[]): Promise<void> {
    const waiting = scenes.toSorted((a, b) => a.at - b.at);
    const [first] = waiting;
    // The clocks are first set back, without a look for what is due then: it was due before.
    if (first) await this.#advance(first.at - this.now());
    for (let scene = waiting.shift(); scene; scene = waiting.shift()) {
      await this.passTo(Math.max(scene.at, this.now()));
      const { value, done } = await scene.script.next();
      if (done) continue;
      waiting.push({ at: this.now() + value, script: scene.script });
      waiting.sort((a, b) => a.at - b.at);
    }
  }

  /** Never back: what the router does takes a few milliseconds of its own. */
  #moveTo(time: number): Promise<void> {
    return this.#advance(Math.max(time - this.now(), 0));
  }

  async #advance(by: number): Promise<void> {
    this.#setup.clock.advance(by);
    await this.bank.advanceClock(by);
  }
}

/** The buyer keeps two tabs open, and pays in both. */
export async function* paysTwice(stage: Stage, order: Order, card: string): Script {
  const first = await stage.launch(order);
  // So late that this launch opens a new page of the bank, and does not join the first one.
  yield 26 * 60_000;
  const late = await stage.launch(order);
  for (const tab of [first, late]) {
    yield 30_000;
    await stage.comeBack(await stage.pay(tab, card));
  }
}

/** One of each of these products. */
export function linesOf(products: readonly string[]): Order["lines"] {
  return products.flatMap((id) => {
    const product = findProduct(id);
    return product ? [{ product, quantity: 1 }] : [];
  });
}
