import type { ShopAlert } from "@ventanilla/express";

const kept = 50;

/** Where this shop's alerts arrive, for its staff's page to show. A real shop's `onAlert` sends an email or a message. */
export class Mailbox {
  #alerts: readonly ShopAlert[] = [];

  readonly take = (alert: ShopAlert): void => {
    console.warn(alert.text.en, alert.url);
    this.#alerts = [alert, ...this.#alerts].slice(0, kept);
  };

  /** The alerts that came last, the last one first. */
  latest(count: number): readonly ShopAlert[] {
    return this.#alerts.slice(0, count);
  }

  /** The alerts about an order, the last one first. */
  about(order: string): readonly ShopAlert[] {
    return this.#alerts.filter((alert) => alert.order === order);
  }
}
