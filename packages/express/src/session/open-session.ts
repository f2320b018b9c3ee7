import type { Merchant } from "@ventanilla/client";
import { type Attempt, bankOrderOf } from "../attempt/attempt.ts";
import type { LaunchFacts, Recorder } from "../attempt/event.ts";
import type { Site } from "../base/site.ts";
import { newReturnToken, returnAddresses } from "../http/token.ts";
import type { Order } from "../order/order.ts";
import type { LaunchWatch } from "./launch-watch.ts";
import { newSessionFor, type SessionSettings } from "./new-session.ts";
import { bankLanguage, orderRequest } from "./order-request.ts";

/** One launch of an attempt: what `order()` answered, from where it is launched, and how. */
export interface Launch {
  order: Order;
  merchant: Merchant;
  facts: LaunchFacts;
  /** The buyer's IP address. */
  address: string;
}

/** Creates the sessions of attempts at the bank: one for each attempt, also when several launch it at the same time. */
export class SessionOpener {
  readonly #settings: SessionSettings & Pick<Site, "mount">;
  readonly #record: Recorder;
  readonly #watch: LaunchWatch;
  /** By the attempt's id. */
  readonly #creations = new Map<string, Promise<Attempt>>();

  constructor(settings: SessionSettings & Pick<Site, "mount">, record: Recorder, watch: LaunchWatch) {
    this.#settings = settings;
    this.#record = record;
    this.#watch = watch;
  }

  /** Returns the attempt, ready to be paid by the buyer of this launch; or as it is when it has ended. */
  async open(attempt: Attempt, launch: Launch): Promise<Attempt> {
    const running = this.#creations.get(attempt.id);
    const ready = running ? await running : attempt;
    if (ready.state !== "preparing") return this.#record(ready, { type: "launched", launch: launch.facts });
    const creation = this.#create(attempt, launch).finally(() => this.#creations.delete(attempt.id));
    this.#creations.set(attempt.id, creation);
    return creation;
  }

  async #create(attempt: Attempt, { order, merchant, facts, address }: Launch): Promise<Attempt> {
    const { mount } = this.#settings;
    const token = newReturnToken(this.#settings.vault);
    const request = orderRequest(merchant, attempt.order, order, {
      ...returnAddresses(mount, token),
      orderId: bankOrderOf(attempt),
      transactionId: attempt.transactionId,
      amount: attempt.amount,
      tax: attempt.tax,
      language: bankLanguage(facts.language),
      clientIp: address,
      transactionType: attempt.facts.capture === "later" ? "0100" : "0200",
    });
    const { kept } = await newSessionFor(this.#settings, attempt, request, token);
    this.#watch.succeeded();
    return this.#record(attempt, { type: "launched", launch: facts, session: kept });
  }
}
